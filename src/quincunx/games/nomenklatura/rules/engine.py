"""The course of a round: the agenda is filled, the turn order bid for, the cards carried out, industries
merged, and the regions scored. Both bids, the consolidation and the scoring have files of their own."""

from typing import final

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.rules.bidding import (
    ask_after,
    lay,
    leave,
    name_total,
    note_order,
    open_bid,
    settle_order,
)
from quincunx.games.nomenklatura.rules.consolidation import pick_up, settle_merger, sharers_of_merger
from quincunx.games.nomenklatura.rules.pieces import causes, place
from quincunx.games.nomenklatura.rules.scoring import score_round, winners
from quincunx.games.nomenklatura.state import Board, Memory, act, choice_of, kind_of


@final
class Nomenklatura(Board):
    """A position, and the course of the round from it."""

    def current_player(self) -> int:
        phase = self.phase
        if phase == s.EXECUTION:
            return self.order[self.turn]
        if phase == s.CARD:
            return self.setup.cards[self.card].asks(self)
        if phase == s.TURN_BID or phase == s.MERGER_BID:
            return self.bidder
        return TERMINAL if phase == s.ENDED else CHANCE

    def _legal_actions(self, seat: int) -> list[int]:
        if seat != self.current_player():
            return []
        phase = self.phase
        if phase == s.EXECUTION or phase == s.CARD:
            return self.options
        if self.pending:
            fewest = self.fewest_markers(seat, self.pending)
            return [
                act(s.MARKERS, count) for count in range(fewest, self.most_markers(seat, self.pending) + 1)
            ]
        # The move of a bid is its total, so that a range makes the list.
        moves = list(range(self.highest_bid() + 1, self.most_bid(seat) + 1))
        moves.append(act(s.PASS))
        return moves

    def random_action(self, seat: int, rng: Rng) -> int:
        # Totals are counted off: random games spent a fifth of their time on making lists of them.
        if (self.phase == s.TURN_BID or self.phase == s.MERGER_BID) and not self.pending:
            least = self.highest_bid() + 1
            most = self.most_bid(seat)
            total = least + rng.below(most - least + 2)
            if total <= most:
                return total
            return act(s.PASS)
        return super().random_action(seat, rng)

    def move(self, seat: int, action: int) -> None:
        kind = kind_of(action)
        if seat == CHANCE:
            self._chance(action)
        elif self.phase == s.CARD:
            self._answer(action)
        elif kind == s.TAKE:
            self._take(choice_of(action))
        elif kind == s.PASS:
            leave(self, seat)
            self._ask_after(seat)
        elif kind == s.BID:
            if name_total(self, seat, choice_of(action)):
                self._ask_after(seat)
        else:
            lay(self, seat, self.pending, choice_of(action))
            self._ask_after(seat)

    # Chance

    def sample_outcome(self, rng: Rng) -> int:
        if self.phase == s.FIRST_ORDER:
            seats = list(range(self.players))
            code = 0
            for left in range(self.players, 0, -1):
                code = code * s.SEATS + seats.pop(rng.below(left))
            return code
        return self.deck[rng.below(len(self.deck))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.phase == s.FIRST_ORDER:
            codes = orders(list(range(self.players)))
            return [(code, 1 / len(codes)) for code in codes]
        return [(card, 1 / len(self.deck)) for card in self.deck]

    def _chance(self, outcome: int) -> None:
        if self.phase == s.FIRST_ORDER:
            order: list[int] = []
            for _ in range(self.players):
                order.insert(0, outcome % s.SEATS)
                outcome //= s.SEATS
            self.order = order
            note_order(self)
            self._start_round()
            return
        self.deck = [card for card in self.deck if card != outcome]
        if self.phase == s.FLIP:
            self.agenda = [*self.agenda, outcome]
            self._fill_agenda()
        else:
            self.top = [*self.top, outcome]
            if self.log is not None:
                self.log_event("card-seen", self.looker, pieces=self._names([outcome]), to=self.looker)
            self._carry_on()

    # The agenda phase

    def _start_round(self) -> None:
        """Discard the cards left on the agenda; the Consolidation Card never is discarded (NK-2)."""
        self.round += 1
        self.turn = 0
        if self.log is not None and self.agenda:
            self.log_event("agenda-discarded", pieces=self._names(self.agenda))
        self.discard = self.discard + self.agenda
        self.agenda = []
        self._fill_agenda()

    def _fill_agenda(self) -> None:
        """Fill the agenda to as many cards as players; the discards are shuffled when one must be flipped and
        the deck is empty (NK-2, NK-7)."""
        while len(self.agenda) < self.players:
            if self.top:
                self.agenda = [*self.agenda, self.top[0]]
                self.top = self.top[1:]
                if not self.top:
                    self.looker = s.NO_SEAT
            elif self.deck:
                self.phase = s.FLIP
                return
            else:
                self.deck = sorted(self.discard)
                self.discard = []
                if self.log is not None:
                    self.log_event("deck-shuffled", amounts={"cards": len(self.deck)})
        if self.log is not None:
            self.log_event("round-begun", amounts={"round": self.round}, pieces=self._names(self.agenda))
        self.memory = Memory()
        if not open_bid(self, s.TURN_BID, (1 << self.players) - 1):
            self._end_bid()

    def _names(self, cards: list[int]) -> list[str]:
        return [self.setup.card_ids[card] for card in cards]

    # Bids

    def _ask_after(self, seat: int) -> None:
        if not ask_after(self, seat):
            self._end_bid()

    def _end_bid(self) -> None:
        if self.phase == s.TURN_BID:
            settle_order(self)
            self.memory = self.memory.after(-code_of(self.order))
            self._offer_cards()
        else:
            settle_merger(self)
            self._score_round()

    # The execution phase

    def _offer_cards(self) -> None:
        """Ask the next in turn order to take a card; if everybody has, consolidate and score."""
        if self.turn == self.players:
            self._consolidate()
            return
        self.options = self.cards_on_offer()
        if len(self.options) == 1:
            self._take(choice_of(self.options[0]))
        else:
            self.phase = s.EXECUTION

    def cards_on_offer(self) -> list[int]:
        found = [act(s.TAKE, card) for card in self.agenda]
        consolidation = self.setup.consolidation
        if not self.setup.cards[consolidation].obstacle(self, self.taker()):
            found.append(act(s.TAKE, consolidation))
        return found

    def _take(self, card: int) -> None:
        if self.log is not None:
            self.log_event("card-taken", self.taker(), pieces=self._names([card]))
        if card != self.setup.consolidation:
            self.agenda = [other for other in self.agenda if other != card]
        self.phase = s.CARD
        self.card = card
        self.part = 0
        self.memory = self.memory.after(act(s.TAKE, card))
        self._carry_on()

    def _answer(self, action: int) -> None:
        self.memory = self.memory.after(action)
        self.part = self.setup.cards[self.card].do(self, action)
        self._carry_on()

    def _carry_on(self) -> None:
        """Do the parts of the card from top to bottom, up to one that leaves a choice (NK-6)."""
        card = self.setup.cards[self.card]
        told = False
        while not card.ends(self):
            seat = card.asks(self)
            if seat == CHANCE:
                return
            self.options = card.choices(self)
            count = len(self.options)
            if count > 1:
                return
            if self.log is not None and not told and seat == self.taker():
                # It is told once, and only of the seat that took the card: the others rarely have anything to
                # do.
                told = count == 0 or kind_of(self.options[0]) == s.STOP
                if told:
                    self.log_event("nothing-to-do", seat, causes=causes(self))
            if count and card.sells():
                # With other rubles there may be a choice, and then another position.
                self.memory = self.memory.after(self.options[0])
            self.part = card.do(self, self.options[0]) if count else self.part + 1
        if card.then_place:
            place(self, self.taker(), card.region, card.then_place)
        if self.card != self.setup.consolidation:
            self.discard = [*self.discard, self.card]
            if self.log is not None:
                self.log_event("card-used", self.taker(), pieces=self._names([self.card]))
        self.card = s.NO_CARD
        self.part = 0
        self.chosen = s.NOWHERE
        self.turn += 1
        self._offer_cards()

    # The consolidation and scoring phases

    def _consolidate(self) -> None:
        sharers = sharers_of_merger(self)
        if not sharers:
            self._score_round()
            return
        pick_up(self, sharers)
        if not open_bid(self, s.MERGER_BID, sharers):
            self._end_bid()

    def _score_round(self) -> None:
        self.merger = False
        if score_round(self):
            self.phase = s.ENDED
        else:
            self._start_round()

    # The engine's contract

    def clone(self) -> "Nomenklatura":
        return Nomenklatura(self.setup, self.players, self)

    def resample_hidden(self, seat: int, rng: Rng) -> "Nomenklatura":
        """Draw anew the cards somebody else looked at, and the division of the others' rubles among them; all
        that everybody saw since the last scoring stays (NK-7, NK-15)."""
        twin = self.clone()
        if self.phase == s.ENDED:
            return twin
        if self.looker != seat and self.top:
            unknown = sorted(self.deck + self.top)
            twin.top = [unknown.pop(rng.below(len(unknown))) for _ in self.top]
            twin.deck = unknown
        twin.divide_rubles(seat, rng)
        # The options depend on the rubles of the seat that is asked, and of nobody else.
        if seat != self.current_player():
            twin.renew_options()
        return twin

    def renew_options(self) -> None:
        """Set the options again, after rubles changed out of turn."""
        if self.phase == s.EXECUTION:
            self.options = self.cards_on_offer()
        elif self.phase == s.CARD and self.current_player() != CHANCE:
            self.options = self.setup.cards[self.card].choices(self)

    def divide_rubles(self, seat: int, rng: Rng) -> None:
        """Split the others' rubles from earlier rounds at random: all payments were public, so everybody
        knows the sum, but not how much of it each player has."""
        kept = 0
        for other, player in enumerate(self.seats):
            if other != seat:
                least = self.least_rubles(other)
                kept += player.rubles - least
                player.rubles = least
        cuts = [kept]
        for _ in range(self.players - 2):
            cut = rng.below(kept + 1)
            place = 0
            while cuts[place] < cut:
                place += 1
            cuts.insert(place, cut)
        given = 0
        next_cut = 0
        for other, player in enumerate(self.seats):
            if other != seat:
                player.rubles += cuts[next_cut] - given
                given = cuts[next_cut]
                next_cut += 1

    def least_rubles(self, seat: int) -> int:
        """Return the rubles that everybody knows a seat to have: those seen, and those that the bid it is
        asked for takes."""
        player = self.seats[seat]
        least = player.seen
        if seat == self.bidder:
            if self.pending:
                more = self.pending - player.bid - self.most_markers(seat, self.pending) + 1
            else:
                more = self.highest_bid() + 1 - player.bid - player.hand
            least = max(least, more)
        return least

    def returns(self) -> list[float]:
        best = winners(self)
        return [1 / len(best) if seat in best else 0.0 for seat in range(self.players)]

    def turns(self) -> int:
        return self.round


def code_of(order: list[int]) -> int:
    """Return the outcome that draws this turn order.

    >>> oct(code_of([1, 0, 2]))
    '0o102'
    """
    code = 0
    for seat in order:
        code = code * s.SEATS + seat
    return code


def orders(seats: list[int]) -> list[int]:
    """Return all turn orders, the first seat in the highest digit.

    >>> [oct(code) for code in orders([0, 1])]
    ['0o1', '0o10']
    """
    if not seats:
        return [0]
    found: list[int] = []
    for index, first in enumerate(seats):
        rest = seats[:index] + seats[index + 1 :]
        for code in orders(rest):
            found.append(first * s.SEATS ** len(rest) + code)
    return found
