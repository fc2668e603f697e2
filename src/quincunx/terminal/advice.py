"""Thinking and advice in a terminal: bots that take long, and `hint`, `why` and `chances`."""

from quincunx import hints
from quincunx.brain import Brain, NoThought
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.match import Match, Step
from quincunx.terminal.screen import Screen
from quincunx.thought import Task, Thought, is_slow, task, think

COMMANDS = {
    "hint": "the best moves now, and why; it is noted that you asked",
    "why": "why a bot made its last move",
    "chances": "how likely is what you hope for or fear now",
}


class Adviser:
    """Thinks for the bots of one match and for the people before the screen, in a process of its own.

    Ctrl-C while somebody thinks ends the process at once, and leaves the match as it was.
    """

    def __init__(self, match: Match, screen: Screen, allowed: bool | None = None) -> None:
        self.match = match
        self.screen = screen
        self.allowed = hints.may_take(match, allowed)
        self._brain = Brain()

    def close(self) -> None:
        self._brain.stop()

    def advance(self) -> Step | None:
        """The next move that needs no person, as `Match.advance`; whoever takes long thinks beside us."""
        match = self.match
        for seat in match.state.actors():
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
        found = self._think(wanted, f"{player.name} thinks")
        match.thoughts.keep(len(match.steps), found)
        return found.plan[0]

    def _think(self, wanted: Task, words: str) -> Thought:
        """What comes of a task, while the screen says who thinks."""
        try:
            if not self.screen.live:
                return self._brain.think(wanted)
            with self.screen.console.status(f"{words} … (Ctrl-C stops)"):
                return self._brain.think(wanted)
        except NoThought:
            return think(wanted)

    # --- what people type

    def hint(self, seat: int) -> list[str]:
        """The best moves of a seat, in sentences; it is noted that it asked."""
        if not self.allowed:
            raise IllegalMove("This table plays without hints. `quincunx play --hints` allows them.")
        wanted = hints.hint_task(self.match, seat)
        found = hints.hints(self.match, seat, self._think(wanted, "Looking for good moves"), self.screen.look)
        self.match.take_hint(seat)
        return [f"{number}. {hint.sentence}" for number, hint in enumerate(found, 1)]

    def why(self, asker: int) -> list[str]:
        """Why the last bot that moved did so."""
        match = self.match
        for number in range(len(match.steps) - 1, -1, -1):
            step = match.steps[number]
            if step.seat != CHANCE and match.seats[step.seat].bot:
                break
        else:
            raise IllegalMove("No bot has moved yet.")
        thoughts = None
        if hints.known_thought(match, number, asker) is None:
            thoughts = self._think(hints.why_task(match, number, asker), "Thinking it over again")
        told = hints.why(match, number, asker, thoughts, self.screen.look)
        return [told.words, *[tried.sentence for tried in told.tried]]

    def chances(self, seat: int) -> list[str]:
        found = hints.chances(self.match, seat, self.screen.look)
        return found or ["There are no chances to tell of now."]
