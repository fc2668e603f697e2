"""The encoding of a game that has none of its own: its list of moves, and every number of a seat's view."""

from typing import Any

from quincunx.core.encoding import NOT_LISTED, ActionSpace, ObservationWriter
from quincunx.core.errors import UserError
from quincunx.core.state import State


class PlainSpace(ActionSpace):
    """An action's index is its number. Lists of the view must be as long as they are before the first move;
    a list with a value for each seat begins with the viewer's."""

    def __init__(self, game: Any, players: int, numbers: Any, moves: list[str]) -> None:
        super().__init__(players)
        self.game = game
        self.moves = moves
        self._first = game.view(game.new_initial_state(players, numbers), 0)

    def index(self, state: State, seat: int, action: int) -> int:
        return action if 0 <= action < len(self.moves) else NOT_LISTED

    def observe(self, state: State, seat: int, sheet: ObservationWriter) -> None:
        self._write(
            sheet, "to act", [other in state.players_to_move() for other in range(self.players)], seat
        )
        view = self.game.view(state, seat)
        for name, first in self._first.items():
            if name != "players":
                self._check(name, first, view[name])
                self._write(sheet, name, view[name], seat)

    def _check(self, name: str, first: Any, value: Any) -> None:
        if isinstance(first, str | dict) or (isinstance(first, list) and len(first) != len(value or first)):
            title = self.game.header.title
            raise UserError(f"`{name}` is not always as many numbers, so {title} needs its own `Encoding`.")

    def _write(self, sheet: ObservationWriter, name: str, value: Any, seat: int) -> None:
        if not isinstance(value, list):
            sheet.number(name, int(value or 0))
            return
        around = len(value) == self.players
        for place in range(len(value)):
            at = (seat + place) % self.players if around else place
            label = self.around[place] if around else str(place + 1)
            self._write(sheet, f"{name} {label}", value[at], seat)
