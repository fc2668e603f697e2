"""Thinking and advice in a terminal: bots that take long, and `hint`, `why` and `chances`."""

from quincunx.core.state import CHANCE, IllegalMove
from quincunx.match.match import Match, Step
from quincunx.match.undo import inherited_moves
from quincunx.terminal.screen import Screen
from quincunx.text.grammar import listed
from quincunx.thinking import hints
from quincunx.thinking.protocol import SearchRequest, SearchResult, is_slow, task, think
from quincunx.thinking.worker import ThinkingFailed, ThinkingProcess

COMMANDS = {
    "hint": "the best moves now, and why; it is noted that you asked",
    "why": "why the last bot that moved did so; `why NAME`, or its seat, asks another",
    "chances": "how likely is what you hope for or fear now",
}


class Adviser:
    """Thinks for the bots of one match and for the people before the screen, in a process of its own.

    Ctrl-C while a bot thinks ends the process at once, and leaves the match as it was. While advice is looked
    for, it ends only that.
    """

    def __init__(self, match: Match, screen: Screen, allowed: bool | None = None) -> None:
        self.match = match
        self.screen = screen
        self.allowed = hints.may_take(match, allowed)
        self._brain = ThinkingProcess()

    def close(self) -> None:
        self._brain.stop()

    def advance(self) -> Step | None:
        """The next move that needs no person, as `Match.advance`; whoever takes long thinks beside us."""
        match = self.match
        for seat in match.state.players_to_move():
            if seat != CHANCE and is_slow(match, seat):
                return match.play(seat, self._decide(seat))
            if seat == CHANCE or match.bots[seat] is not None:
                break
        return match.advance()

    def _decide(self, seat: int) -> int:
        match = self.match
        planned = match.thoughts.planned(match, seat)
        if planned is not None:
            return planned
        player = match.seats[seat]
        wanted = task(match, seat, player.bot, f"{match.bot_seed}:bot:{len(match.steps)}")
        found = self._think(wanted, f"{player.name} thinks … (Ctrl-C saves and leaves)")
        match.thoughts.keep(len(match.steps), found)
        return found.plan[0]

    def _look_for(self, wanted: SearchRequest, words: str) -> SearchResult:
        """Advice. Ctrl-C is answered with what was found so far; a second one ends the looking."""
        try:
            return self._think(wanted, f"{words} … (Ctrl-C stops)", until_interrupted=True)
        except KeyboardInterrupt:
            raise IllegalMove("You stopped it before anything was found.") from None

    def _think(self, wanted: SearchRequest, words: str, until_interrupted: bool = False) -> SearchResult:
        """What comes of a task, while the screen says who thinks."""
        try:
            if not self.screen.live:
                return self._brain.think(wanted, until_interrupted)
            with self.screen.console.status(words):
                return self._brain.think(wanted, until_interrupted)
        except ThinkingFailed:
            return think(wanted)

    # --- what people type

    def hint(self, seat: int) -> list[str]:
        """The best moves of a seat, in sentences; it is noted that it asked."""
        if not self.allowed:
            raise IllegalMove("This table plays without hints. `quincunx play --hints` allows them.")
        wanted = hints.hint_task(self.match, seat)
        thoughts = self._look_for(wanted, "Looking for good moves")
        found = hints.hints(self.match, seat, thoughts, self.screen.look)
        self.match.take_hint(seat)
        above = hints.opening(found)
        numbered = [f"{number}. {hint.sentence}{_typed(hint)}" for number, hint in enumerate(found, 1)]
        return [above, *numbered] if above else numbered

    def why(self, asker: int, whom: str = "") -> list[str]:
        """Why a bot made its last move: the one that is named, or else the last one that moved."""
        match = self.match
        asked = [self._bot(whom)] if whom else [seat for seat, player in enumerate(match.seats) if player.bot]
        if not asked:
            raise IllegalMove("No bot plays here, so there is nobody to ask.")
        for number in range(len(match.steps) - 1, inherited_moves(match) - 1, -1):
            if match.steps[number].seat in asked:
                break
        else:
            who = f"{match.seats[asked[0]].name} has not" if whom else "No bot has"
            raise IllegalMove(f"{who} moved yet{' in this match' if match.branch else ''}.")
        thoughts = None
        if hints.known_thought(match, number, asker) is None:
            thoughts = self._look_for(hints.why_task(match, number, asker), "Thinking it over again")
        told = hints.why(match, number, asker, thoughts, self.screen.look)
        return [told.words, *[tried.sentence for tried in told.tried]]

    def _bot(self, whom: str) -> int:
        """The seat of a bot, by its name, the number of its seat, or its level."""
        bots = {seat: player.name for seat, player in enumerate(self.match.seats) if player.bot}
        for seat, name in bots.items():
            if whom.lower() in (name.lower(), str(seat + 1), self.match.seats[seat].bot.lower()):
                return seat
        known = listed([f"{name} (seat {seat + 1})" for seat, name in bots.items()], "or")
        raise IllegalMove(f"There is no bot `{whom}` here{f'; ask {known}' if bots else ''}.")

    def chances(self, seat: int) -> list[str]:
        found = hints.chances(self.match, seat, self.screen.look)
        return found or ["There are no chances to tell of now."]


def _typed(hint: hints.Hint) -> str:
    """How to type what a hint undoes and does anew: it names pieces, and not the moves."""
    return f" Type `{'; '.join(hint.first_actions)}`." if hint.undoes else ""
