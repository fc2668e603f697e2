"""Slow bots and advice in a terminal: the commands `hint`, `why` and `chances`."""

from quincunx.core.move import Move
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
    """Runs the slow bots of a match, and advice for its players, in a separate process.

    Ctrl-C while a bot thinks ends the process and leaves the match as it was. Ctrl-C while advice is computed
    ends only that.
    """

    def __init__(self, match: Match, screen: Screen, allowed: bool | None = None) -> None:
        self.match = match
        self.screen = screen
        self.allowed = hints.may_take(match, allowed)
        self._process = ThinkingProcess()

    def close(self) -> None:
        self._process.stop()

    def advance(self) -> Step | None:
        """Make the next move that needs no person, as `Match.advance`; slow bots use the other process."""
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
        """Compute advice. Ctrl-C returns the result so far; a second Ctrl-C gives up."""
        try:
            return self._think(wanted, f"{words} … (Ctrl-C stops)", until_interrupted=True)
        except KeyboardInterrupt:
            raise IllegalMove("You stopped it before anything was found.") from None

    def _think(self, wanted: SearchRequest, words: str, until_interrupted: bool = False) -> SearchResult:
        """Return the result of a task; meanwhile the screen says who thinks."""
        try:
            if not self.screen.live:
                return self._process.think(wanted, until_interrupted)
            with self.screen.console.status(words):
                return self._process.think(wanted, until_interrupted)
        except ThinkingFailed:
            return think(wanted)

    # --- commands

    def hint(self, seat: int) -> list[str]:
        """Return the best moves of a seat as sentences, and note in the match that it asked."""
        if not self.allowed:
            raise IllegalMove("This table plays without hints. `quincunx play --hints` allows them.")
        wanted = hints.hint_task(self.match, seat)
        thoughts = self._look_for(wanted, "Looking for good moves")
        found = hints.hints(self.match, seat, thoughts, self.screen.look)
        self.match.take_hint(seat)
        above = hints.opening(found)
        numbered = [f"{number}. {hint.sentence}{self._typed(hint)}" for number, hint in enumerate(found, 1)]
        return [above, *numbered] if above else numbered

    def why(self, asker: int, whom: str = "") -> list[str]:
        """Return the reasons for the last move of a bot: the one named, or else the last one that moved."""
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
        """Return the seat of a bot, given its name, the number of its seat, or its level."""
        bots = {seat: player.name for seat, player in enumerate(self.match.seats) if player.bot}
        for seat, name in bots.items():
            if whom.lower() in (name.lower(), str(seat + 1), self.match.seats[seat].bot.lower()):
                return seat
        known = listed([f"{name} (seat {seat + 1})" for seat, name in bots.items()], "or")
        raise IllegalMove(f"There is no bot `{whom}` here{f'; ask {known}' if bots else ''}.")

    def chances(self, seat: int) -> list[str]:
        found = hints.chances(self.match, seat, self.screen.look)
        return found or ["There are no chances to show now."]

    def _typed(self, hint: hints.Hint) -> str:
        """Return the moves to type for a hint whose sentence does not name them."""
        if hint.sentence.startswith("`"):
            return ""
        moves = [
            self.match.game.codec.typed(self.match.state, Move.read(move)) for move in hint.first_actions
        ]
        return f" Type `{'; '.join(moves)}`."
