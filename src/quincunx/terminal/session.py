"""A match in a terminal: the order in which people are asked, their pages, and the moves they type."""

from contextlib import suppress
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.rule import Rule
from rich.text import Text

from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.games import file_of
from quincunx.match.chance import RealDice
from quincunx.match.match import Match, Step
from quincunx.match.narration import must_be_alone, since_last_decision
from quincunx.match.players import with_level
from quincunx.match.several import read_moves
from quincunx.terminal import commands
from quincunx.terminal.advice import Adviser
from quincunx.terminal.dice_prompt import Aside
from quincunx.terminal.ending import show_end
from quincunx.terminal.log_view import log_lines
from quincunx.terminal.menu import Menu
from quincunx.terminal.saving import Keeper
from quincunx.terminal.screen import Screen
from quincunx.text.grammar import WATCHER, count, listed

RECENT = 12
"""The most recent lines of the log that are shown above the board."""


def play(match: Match, path: Path, console: Console, resumed: bool = False, hints: bool | None = None) -> int:
    """Play a match until it is over or someone leaves, and return the exit code. `hints` allows or forbids
    hints; by default a single person playing with bots may take them."""
    session = TerminalSession(match, Screen(console), path, hints)
    try:
        return session.run(resumed)
    finally:
        session.adviser.close()


class Leave(Exception):
    """A person wants to leave."""


class TerminalSession:
    """A match between people at one keyboard and bots."""

    def __init__(self, match: Match, screen: Screen, path: Path, hints: bool | None = None) -> None:
        self.match = match
        self.adviser = Adviser(match, screen, hints)
        self.screen = screen
        self.keeper = Keeper(path, screen, hints)
        self.people = [seat for seat, player in enumerate(match.seats) if not player.bot]
        self.viewer = self.people[0] if self.people else WATCHER
        self.covered = match.game.header.secrets and len(self.people) > 1
        self.notes: list[str] = []
        self.rolls_wait = screen.typed_live
        """Whether people press Enter to roll their dice. With piped input nothing waits."""
        # With people, the screen is redrawn before they move: notes appear beside the board.
        match.referee.report = self.notes.append if self.people else self.screen.say

    @property
    def _own_dice(self) -> bool:
        """Whether people roll physical dice, and type how they fell."""
        return isinstance(self.match.chance.own, RealDice)

    def run(self, resumed: bool) -> int:
        self._introduce()
        if resumed:
            made = len(self.match.steps)
            self.notes.append(f"Welcome back: {made} move{' has' if made == 1 else 's have'} been made.")
        elif self.match.branch is not None:
            who = "You play" if self.people else "They play"
            self._tell_at_once(f"{who} on after move {self.match.branch.moves} of another match.")
        try:
            self.keeper.save(self.match)
            while not self.match.over:
                person = self._person_to_move()
                if person is None:
                    self._let_others_move()
                else:
                    self._decide(person)
        except (Leave, EOFError, KeyboardInterrupt):
            return self._leave()
        self.screen.fresh()
        if self.people:
            self._show_log(since_last_decision(self.match, self.viewer))
        show_end(self.match, self.screen, self.keeper, self._page(self.viewer))
        for note in self.notes:
            self.screen.say(note, "green")
        for bot, lost in self.match.lost.items():
            self.screen.say(f"{bot} lost {count(lost, 'decision')} in all.", "yellow")
        return 1 if self.keeper.trouble else 0

    def _introduce(self) -> None:
        """Say who plays, because a bot's name does not tell its level."""
        seats = self.match.seats
        if len(seats) > 1 and any(player.bot for player in seats):
            self._tell_at_once(f"Who plays: {listed([with_level(player) for player in seats])}.")

    def _tell_at_once(self, text: str) -> None:
        """Say something now, or beside the board if people will see it drawn."""
        if self.people:
            self.notes.append(text)
        else:
            self.screen.say(text)

    def _person_to_move(self) -> int | None:
        """Return the person to ask; None while bots or dice can move."""
        actors = self.match.state.players_to_move()
        if all(seat in self.people for seat in actors):
            return min(actors)
        return None

    def _let_others_move(self) -> None:
        typed = self.match.state.current_player() == CHANCE and self._own_dice
        if typed and not self.covered:
            self._show(self.viewer)
        elif self.rolls_wait and not self._may_roll():
            return
        step = self._next_step()
        if step is None:
            return
        self.keeper.save(self.match)
        if not self.people:
            self._show_log([step])

    def _next_step(self) -> Step | None:
        """Make the next move that needs no person; return None if a command needs the page drawn first."""
        while True:
            try:
                return self.adviser.advance()
            except Aside as aside:
                if self._do_aside(str(aside)):
                    return None

    def _may_roll(self) -> bool:
        """Wait until a person rolls the dice, if they are a person's; return whether they may roll now."""
        if self.match.state.current_player() != CHANCE:
            return True
        seat = self.match.game.screens.roller(self.match.state)
        if seat not in self.people:
            return True
        self._hand_over(seat)
        self._show(seat)
        while True:
            text = self.screen.ask(f"{self._whose(seat, 'roll')} (Enter rolls, ? for help) > ")
            if text.lower() in ("", "r", "roll"):
                return True
            if self._do_aside(text):
                return False

    def _do_aside(self, text: str) -> bool:
        """Carry out a command that was typed when dice were asked for; return whether the page must be drawn
        again, which would hide an answer below the board."""
        try:
            return self._obey(text, self._menu(max(self.viewer, 0)))
        except IllegalMove as refusal:
            self.screen.say(str(refusal), "yellow")
            return False

    def _menu(self, seat: int, room: int | None = None) -> Menu:
        voice = self.match.voice(seat, self.screen.look)
        return Menu(self.match.game, self.match.state, seat, voice, room)

    def _decide(self, seat: int) -> None:
        """Ask a person until the position or its display has changed."""
        self._hand_over(seat)
        menu = self._menu(seat, self._show(seat))
        self._show_menu(menu)
        roll = menu.called("roll")
        while True:
            text = self.screen.ask(
                f"{self._whose(seat, 'move')} ({'Enter rolls, ' * (roll is not None)}? for help) > "
            )
            if not text and roll is not None:
                text = "roll"
            if not text:
                if self.screen.live:
                    return
                continue
            try:
                if self._obey(text, menu):
                    return
            except IllegalMove as refusal:
                self.screen.say(str(refusal), "yellow")

    def _whose(self, seat: int, what: str) -> str:
        """Return the prompt for a person, with the name if there are several people."""
        return f"Your {what}" if len(self.people) == 1 else f"{self.match.seats[seat].name}, your {what}"

    def _hand_over(self, seat: int) -> None:
        """Cover the screen until the next person sits there, so that nobody sees another's secrets."""
        sits_there = seat == self.viewer and not self.covered
        self.viewer, self.covered = seat, False
        if sits_there or not must_be_alone(self.match, seat):
            return
        self.screen.fresh()
        self.screen.say(f"Pass the keyboard to {self.match.seats[seat].name}.", "bold")
        self.screen.ask("Press Enter when nobody else looks. ")

    def _obey(self, text: str, menu: Menu) -> bool:
        """Do what was typed and return whether to draw the page again; raise IllegalMove if impossible."""
        # Moves come before commands of the same name.
        action = menu.called(text)
        if action is not None:
            return self._make(menu, action)
        other = commands.other_seat(text)
        if other is not None:
            return self._move_for(*other)
        if commands.is_command(self.match.game, text):
            return self._command(*commands.split(text), menu)
        game, names = self.match.game, commands.names(self.match.game)

        def read_one(state: State, name: str) -> int:
            return Menu(game, state, menu.seat, menu.voice, menu.room).read(name, names)

        actions = read_moves(self.match, menu.seat, text, read_one)
        return self._make(menu, actions[0]) if len(actions) == 1 else self._make_all(menu, actions)

    def _make_all(self, menu: Menu, actions: list[int]) -> bool:
        """Make several moves of one person in order."""
        names = [self.match.play(menu.seat, action).name for action in actions]
        self.keeper.save(self.match)
        self.notes.append(f"Done: {', '.join(names)}.")
        return True

    def _make(self, menu: Menu, action: int) -> bool:
        """Make a move; return False if the person does not confirm it."""
        if not self._confirmed(menu, action):
            return False
        self.match.play(menu.seat, action)
        self.keeper.save(self.match)
        return True

    def _confirmed(self, menu: Menu, action: int) -> bool:
        """Ask the game's question about a risky move, if it has one. Enter means yes."""
        # Piped input does not know of the question and would answer it with its next move.
        if not self.screen.typed_live:
            return True
        game, state = self.match.game, self.match.state
        question = game.phrases.confirm(
            state, menu.seat, game.codec.decode(state, menu.seat, action), menu.voice
        )
        while question:
            answer = self.screen.ask(f"{question} [Y/n] ").lower()
            if answer in ("", "y", "yes"):
                break
            if answer in ("n", "no"):
                return False
            self.screen.say("Enter means yes; type `n` for no.", "yellow")
        return True

    def _move_for(self, seat: int, text: str) -> bool:
        """Make a move for another person at this keyboard."""
        if seat not in self.people:
            people = [f"{person + 1} ({self.match.seats[person].name})" for person in self.people]
            known = f"people sit at {', '.join(people)}" if people else "only bots play here"
            raise IllegalMove(f"There is no person at seat {seat + 1}; {known}.")
        menu, name = self._menu(seat), self.match.seats[seat].name
        if not menu.offers:
            raise IllegalMove(f"{name} has no move to make now.")
        if not self._make(menu, menu.read(text, [])):
            return False
        self.notes.append(f"{name}: `{self.match.steps[-1].name}`.")
        return True

    def _command(self, word: str, rest: str, menu: Menu) -> bool:
        match word:
            case "?" if rest:
                self.screen.say(commands.help_on(menu, rest))
                return False
            case "?":
                return self._read(commands.help_page(self.match.game, self.match.seats))
            case "log":
                lines = log_lines(self.match, self.match.steps, self.viewer, self.screen.look)
                return self._read(Group(*lines) if lines else Text("Nothing has happened yet."))
            case "rules":
                return self._read(Markdown(self.match.game.rulebook()))
            case "hint" | "why" | "chances":
                self._advise(word, menu.seat, *[rest] * bool(rest))
                return False
            case "undo":
                self._undo(menu.seat)
            case "auto" if self._own_dice:
                raise IllegalMove("Your own dice are on the table: you roll them, and type how they fell.")
            case "auto":
                self.rolls_wait = not self.rolls_wait
                self.notes.append(f"Your dice {'wait for you' if self.rolls_wait else 'are rolled for you'}.")
            case "save":
                self._save_elsewhere(rest)
            case "quit":
                raise Leave
            case toggle:
                self.screen.off ^= {toggle}
                self.notes.append(f"`{toggle}` is {'off' if toggle in self.screen.off else 'on'}.")
        return True

    def _advise(self, word: str, seat: int, *whom: str) -> None:
        for line in getattr(self.adviser, word)(seat, *whom):
            self.screen.say(line)
        self.keeper.save(self.match)

    def _read(self, page: RenderableType) -> bool:
        """Show a page to read; return whether the board must be drawn again, as on a terminal."""
        self.screen.page(page)
        return self.screen.live

    def _undo(self, seat: int) -> None:
        back = self.match.undoable()
        first = self.match.steps[-back] if back else None
        undone = self.match.undo()
        assert first is not None
        self.keeper.save(self.match)
        hidden = self.match.game.header.secrets and first.seat != seat
        what = f"{self.match.seats[first.seat].name}'s move" if hidden else f"`{first.name}`"
        after = len(undone) - 1
        more = f" and {after} move{'s' if after > 1 else ''} after it" if after else ""
        self.notes.append(f"Taken back: {what}{more}.")

    def _save_elsewhere(self, place: str) -> None:
        if not place:
            raise IllegalMove("Say where: `save PATH`.")
        refusal = self.keeper.move_to(self.match, place)
        if refusal:
            raise IllegalMove(refusal)
        self.notes.append(f"Saved to {self.keeper.path}; the match is kept there from now on.")

    def _show(self, seat: int) -> int | None:
        """Show the log since a person's last move and the board as they see it; return the number of lines
        left for the moves."""
        self.screen.fresh()
        self._show_log(since_last_decision(self.match, seat))
        notes = [Text(note, "green") for note in self.notes]
        self.notes.clear()
        if self.keeper.trouble:
            notes.append(Text(f"{self.keeper.trouble} `save PATH` keeps it elsewhere.", "red"))
        page = Group(self._page(seat), *notes)
        self.screen.show(page)
        return self.screen.room_below(page)

    def _page(self, seat: int) -> RenderableType:
        """Return the title and the board as a seat sees it."""
        game, state = self.match.game, self.match.state
        dot = self.screen.symbol("·", "-")
        title = Text(f"{game.header.title} {dot} {count(state.turns(), game.header.turn)} {dot} ", "bold")
        title.append(self._dice(), "not bold dim")
        rule = Rule(title, style="dim", align="left") if self.screen.console.width >= 60 else title
        return Group(
            rule, game.screens.terminal(state, max(seat, 0), self.match.voice(seat, self.screen.look))
        )

    def _dice(self) -> str:
        header = self.match.chance.header()
        match header.dice:
            case "seed":
                return f"dice from seed {header.seed}"
            case "fair":
                return f"fair dice {header.commitment[:8]}"
            case "real":
                return "your own dice"
        return f"{header.dice} dice"

    def _show_log(self, steps: list[Step]) -> None:
        lines = log_lines(self.match, steps, self.viewer, self.screen.look)
        if len(lines) > RECENT:
            self.screen.say(f"({len(lines) - RECENT} more before: `log`)", "dim")
        for line in lines[-RECENT:]:
            self.screen.show(line)

    def _show_menu(self, menu: Menu) -> None:
        match = self.match
        self.screen.show(menu.render())
        if not match.game.header.secrets:
            waited_for = match.state.players_to_move()
            for seat in self.people:
                if seat not in waited_for and match.state.legal_actions(seat):
                    name = match.seats[seat].name
                    self.screen.say(f"{name} may move too: `{seat + 1}: MOVE`.", "dim")

    def _leave(self) -> int:
        """Save, offer another place if that fails, and show the command to resume."""
        self.screen.show(Text())
        known = bool(self.keeper.trouble)
        with suppress(EOFError, KeyboardInterrupt):
            self.keeper.save(self.match)
        if known:
            self.keeper.last_chance(self.match)
        if self.keeper.trouble:
            self.screen.say("The match was not saved.", "bold red")
            return 1
        self.screen.say("Saved. Go on with:", "bold green")
        file = file_of(self.match.game.name)
        self.screen.say_whole(f"quincunx play {file}{' ' * bool(file)}--resume {self.keeper.file}")
        return 0
