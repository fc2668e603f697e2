"""The interface for learners: every move as an index, and the observation of a seat as numbers."""

from typing import Final

from quincunx.core.encoding import NOT_LISTED, ActionSpace, ObservationWriter, relative
from quincunx.core.state import State
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import Setup, act, at

MOST_BID: Final = 1000
"""The highest bid in the list: rubles have no limit, but a list must end somewhere."""
RUBLES: Final = 10
"""The unit in which rubles are seen."""
PHASES: Final[list[str]] = ["first order", "flip", "turn bid", "execution", "card", "consolidation", "ended"]
NEXT: Final[list[str]] = [f"next card {place + 1}" for place in range(5)]
"""The next cards of the deck that can be known: no card lets anybody look at more."""


class NomenklaturaSpace(ActionSpace):
    def __init__(self, players: int, setup: Setup) -> None:
        super().__init__(players)
        self.known: dict[int, int] = {}
        """The indexes of all moves but bids, whose index is the total less 1."""
        for total in range(1, MOST_BID + 1):
            self.add(f"bid {total}")
        self._list(act(s.PASS), "pass")
        for count in range(setup.markers + 1):
            self._list(act(s.MARKERS, count), f"markers {count}")
        for card, name in enumerate(setup.card_ids):
            self._list(act(s.TAKE, card), f"take {name}")
        self._list(act(s.STOP), "stop")
        self._list(act(s.SET_ASIDE), "set-aside")
        for seat in range(players):
            self._list(act(s.PARTNER, seat), f"partner {seat + 1}")
        for region in range(setup.regions):
            self._list_region(setup, region)
        self._list_discards(setup)
        self.regions = setup.region_ids
        self.cards = setup.card_ids
        self.places = [str(place + 1) for place in range(players)]

    def _list(self, action: int, name: str) -> None:
        self.known[action] = self.add(name)

    def _list_region(self, setup: Setup, region: int) -> None:
        """List the moves in a region, or from it."""
        name = setup.region_ids[region]
        for kind, verb in (
            (s.PLACE, "place"),
            (s.SELL, "sell"),
            (s.BRING, "bring"),
            (s.MARK, "mark"),
            (s.REDUCE, "reduce"),
        ):
            self._list(act(kind, region), f"{verb} {name}")
        for seat in range(self.players):
            self._list(act(s.REMOVE, at(seat, region)), f"remove {seat + 1} {name}")
            self._list(act(s.BUY, at(seat, region)), f"buy {seat + 1} {name}")
            for theirs in setup.neighbours[region]:
                choice = (region * s.REGIONS + theirs) * s.SEATS + seat
                self._list(act(s.SWAP, choice), f"swap {name} {seat + 1} {setup.region_ids[theirs]}")
        target = setup.next_stop[region]
        while target != s.NOWHERE:
            self._list(act(s.RIDE, region * s.REGIONS + target), f"ride {name} {setup.region_ids[target]}")
            target = setup.next_stop[target]

    def _list_discards(self, setup: Setup) -> None:
        """List the discards of cards looked at, by their places in the deck: the first is the next to be
        flipped."""
        most = 0
        for card in setup.cards:
            if card.looks():
                most = max(most, card.amounts["look"])
        for cards in range(1 << most):
            chosen = [str(place + 1) for place in range(most) if cards >> place & 1]
            self._list(act(s.DISCARD, cards), f"discard {' '.join(chosen) or 'none'}")

    def index(self, state: State, seat: int, action: int) -> int:
        if action < s.STRIDE:
            return action - 1 if action <= MOST_BID else NOT_LISTED
        return self.known.get(action, NOT_LISTED)

    def observe(self, state: State, seat: int, sheet: ObservationWriter) -> None:
        assert isinstance(state, Nomenklatura)
        self._table(state, seat, sheet)
        self._deck(state, seat, sheet)
        self._bid(state, seat, sheet)
        for step in range(self.players):
            sheet.about(self.around[step])
            self._player(state, seat, (seat + step) % self.players, sheet)

    def _table(self, state: Nomenklatura, seat: int, sheet: ObservationWriter) -> None:
        sheet.about("")
        sheet.one_of("I sit on", seat, self.seats)
        sheet.number("round", state.round, 10)
        sheet.one_of("phase", state.phase, PHASES)
        sheet.number("cards taken", state.turn)
        sheet.one_of("marker in", state.marker, self.regions)
        sheet.flag("consolidation to come", state.merger)
        sheet.one_of("card", state.card, self.cards)
        sheet.number("step of the card", state.part)
        sheet.one_of("region chosen", state.chosen, self.regions)
        # All payments are public, so everybody knows the total (NK-15).
        sheet.number("rubles of all", state.paid_out, RUBLES)

    def _deck(self, state: Nomenklatura, seat: int, sheet: ObservationWriter) -> None:
        """Write the open cards, and for the looker the cards on top."""
        sheet.members("on the agenda", state.agenda, self.cards)
        sheet.members("discarded", state.discard, self.cards)
        sheet.one_of("who looked", relative(state.looker, seat, self.players), self.around)
        sheet.number("cards looked at", len(state.top))
        sheet.one_of_each(NEXT, state.top if state.looker == seat else [], self.cards)

    def _bid(self, state: Nomenklatura, seat: int, sheet: ObservationWriter) -> None:
        players = self.players
        sheet.one_of("asked to bid", relative(state.bidder, seat, players), self.around)
        sheet.one_of("highest bid of", relative(state.highest, seat, players), self.around)
        sheet.one_of("last ruble of the bid on", relative(state.last_space, seat, players), self.around)
        sheet.number("total to be paid", state.pending, RUBLES)

    def _player(self, state: Nomenklatura, viewer: int, seat: int, sheet: ObservationWriter) -> None:
        players, its = self.players, state.seats[seat]
        sheet.one_of("place in the turn order", state.order.index(seat), self.places)
        known = seat == viewer or state.phase == s.ENDED
        sheet.number("rubles", its.rubles if known else 0, RUBLES)
        sheet.number("rubles seen", its.seen, RUBLES)
        sheet.number("supply", its.supply)
        sheet.number("aside", its.aside)
        sheet.number("in hand", its.hand)
        sheet.number("in hand from aside", its.from_aside)
        sheet.number("bid", its.bid, RUBLES)
        sheet.number("paid in rubles", its.paid, RUBLES)
        sheet.flag("takes part", bool(state.sharers >> seat & 1))
        sheet.flag("passed", bool(state.passed >> seat & 1))
        sheet.counts("influence in", state.influence[seat::players], self.regions)
        sheet.number("rubles on the track", its.coins, RUBLES)
        laid = [state.laid[seat * players + (viewer + step) % players] for step in range(players)]
        sheet.counts("on the track, markers of", laid, self.around)
