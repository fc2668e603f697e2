"""The interface for learners: every move as an index, and the observation of a seat as numbers."""

from typing import Final

from quincunx.core.encoding import ActionSpace, ObservationWriter, relative
from quincunx.core.state import State
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.loop import CORNERS
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import Edition, Miner

PLAIN: Final[list[str]] = ["roll", "pay", "buy", "decline", "no order", "later", "sell", "use"]
"""The moves that name no property, in the order of their numbers."""
PHASES: Final[list[str]] = [
    "prompt",
    "dice",
    "draw",
    "purchase",
    "landing card",
    "drawn card",
    "window",
    "over",
]
"""The names of the phases, in the order of their numbers."""
FIAT: Final = 100_000
"""The unit in which fiat is seen."""


class BitcoinMiningSpace(ActionSpace):
    def __init__(self, players: int, edition: Edition) -> None:
        super().__init__(players)
        board = edition.board
        for name in PLAIN:
            self.add(name)
        self.orders = len(self.moves)
        for name in board.names:
            self.add(f"order {name}")
        self.choices = len(self.moves)
        for name in board.names:
            self.add(f"choose {name}")
        self.tiles = [board.tile_name(tile) for tile in range(board.tiles)]
        self.cards = [card.name for card in edition.cards]
        self.on_players = [card.name for card in edition.cards if card.runs_for_player()]
        self.on_land = [card.name for card in edition.cards if card.runs_on_property()]
        self.owners = ["the bank", *self.around]
        self.owner_of = [f"owner of {name}" for name in board.names]
        self.under = [f"{card} on {name}" for name in board.names for card in self.on_land]

    def index(self, state: State, seat: int, action: int) -> int:
        if action >= codes.CHOOSE:
            return self.choices + action - codes.CHOOSE
        return self.orders + action - codes.ORDER if action >= codes.ORDER else action

    def observe(self, state: State, seat: int, sheet: ObservationWriter) -> None:
        assert isinstance(state, BitcoinMining)
        players = self.players
        self._table(state, seat, sheet)
        for step in range(players):
            other = (seat + step) % players
            sheet.about(self.around[step])
            self._miner(state.miners[other], sheet)
        given = state.miners[seat].answer
        sheet.about("")
        sheet.one_of("my answer", self.index(state, seat, given) if given >= 0 else -1, self.moves)
        self._properties(state, seat, sheet)

    def _table(self, state: BitcoinMining, seat: int, sheet: ObservationWriter) -> None:
        sheet.about("")
        sheet.one_of("I sit on", seat, self.seats)
        sheet.number("round", state.turn // self.players + 1, 10)
        sheet.one_of("active", relative(state.active, seat, self.players), self.around)
        sheet.one_of("phase", state.phase, PHASES)
        sheet.number("cycle", state.cycle)
        sheet.flag("last turn", state.last_turn)
        sheet.one_of("card", state.card, self.cards)
        sheet.counts("left in the deck", state.deck, self.cards)
        sheet.counts("bull on", [int(state.is_bull(corner)) for corner in range(len(CORNERS))], CORNERS)

    def _miner(self, miner: Miner, sheet: ObservationWriter) -> None:
        sheet.number("fiat", miner.fiat, FIAT)
        sheet.number("halves of a BTC", miner.btc, 10)
        sheet.one_of("at", miner.tile, self.tiles)
        sheet.number("passes of Start", miner.passes)
        sheet.flag("in Inspection", miner.inspected)
        sheet.flag("said no order", miner.quiet)
        sheet.flag("asked for an order", miner.answer == codes.WAITING)
        sheet.flag("answered", miner.answer >= 0)
        sheet.members("under", [self.on_players.index(card.name) for card in miner.effects], self.on_players)

    def _properties(self, state: BitcoinMining, seat: int, sheet: ObservationWriter) -> None:
        places, names = state.places, state.board.names
        owners = [relative(place.owner, seat, self.players) + 1 for place in places]
        sheet.one_of_each(self.owner_of, owners, self.owners)
        sheet.counts("batches on", [place.batches for place in places], names)
        sheet.counts("ordered for", [place.ordered for place in places], names)
        cards = len(self.on_land)
        under = [
            place.number * cards + self.on_land.index(card.name) for place in places for card in place.effects
        ]
        sheet.members("runs", under, self.under)
