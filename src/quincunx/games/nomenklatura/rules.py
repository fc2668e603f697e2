"""Nomenklatura: the agenda and its bid, the execution of cards, the consolidation, the scoring."""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.nomenklatura.board import (
    BID,
    CARD,
    ENDED,
    EXECUTION,
    FIRST_ORDER,
    FLIP,
    MARKERS,
    MERGER_BID,
    NO_CARD,
    NOBODY,
    NOWHERE,
    PASS,
    SEATS,
    STOP,
    TAKE,
    TURN_BID,
    Board,
    act,
    amounts,
    choice_of,
    kind_of,
)


class Nomenklatura(Board):
    """A position, and how the round goes on from it."""

    def actor(self) -> int:
        phase = self.phase
        if phase == EXECUTION:
            return self.order[self.turn]
        if phase == CARD:
            return self.setup.cards[self.card].asks(self)
        if phase in (TURN_BID, MERGER_BID):
            return self.bidder
        return OVER if phase == ENDED else CHANCE

    def actions(self, seat: int) -> list[int]:
        if seat != self.actor():
            return []
        phase = self.phase
        if phase in (EXECUTION, CARD):
            return self.options
        if self.pending:
            fewest = self.fewest_markers(seat, self.pending)
            return [act(MARKERS, count) for count in range(fewest, self.most_markers(seat, self.pending) + 1)]
        # The move of a bid is its total, so that a range makes the list: half of all time went into it.
        moves = list(range(self.highest_bid() + 1, self.most_bid(seat) + 1))
        moves.append(act(PASS))
        return moves

    def move(self, seat: int, action: int) -> None:
        kind = kind_of(action)
        if seat == CHANCE:
            self._chance(action)
        elif self.phase == CARD:
            self._answer(action)
        elif kind == TAKE:
            self._take(choice_of(action))
        elif kind == PASS:
            self._pass(seat)
        elif kind == BID:
            self._bid(seat, choice_of(action))
        else:
            self._pay_bid(seat, self.pending, choice_of(action))

    # Chance

    def sample(self, rng: Rng) -> int:
        if self.phase == FIRST_ORDER:
            seats = list(range(self.players))
            code = 0
            for left in range(self.players, 0, -1):
                code = code * SEATS + seats.pop(rng.below(left))
            return code
        return self.deck[rng.below(len(self.deck))]

    def outcomes(self) -> list[tuple[int, float]]:
        if self.phase == FIRST_ORDER:
            codes = orders(list(range(self.players)))
            return [(code, 1 / len(codes)) for code in codes]
        return [(card, 1 / len(self.deck)) for card in self.deck]

    def _chance(self, outcome: int) -> None:
        if self.phase == FIRST_ORDER:
            for place in range(self.players - 1, -1, -1):
                self.order[place] = outcome % SEATS
                outcome //= SEATS
            self._tell_order()
            self._start_round()
            return
        self.deck.remove(outcome)
        if self.phase == FLIP:
            self.agenda.append(outcome)
            self._fill_agenda()
        else:
            self.top.append(outcome)
            if self.log is not None:
                self.tell(f"You look at {self.setup.card_names[outcome]}.", self.looker)
            self._carry_on()

    # The agenda phase

    def _start_round(self) -> None:
        """What is left on the agenda is discarded; the Consolidation Card never is (NK-2)."""
        self.round += 1
        self.turn = 0
        self.discard += self.agenda
        self.agenda = []
        self._fill_agenda()

    def _fill_agenda(self) -> None:
        """As many cards as players; the discards are shuffled when one must be flipped and the deck is
        empty (NK-2, NK-7)."""
        while len(self.agenda) < self.players:
            if self.top:
                self.agenda.append(self.top.pop(0))
                if not self.top:
                    self.looker = NOBODY
            elif self.deck:
                self.phase = FLIP
                return
            else:
                self.deck = sorted(self.discard)
                self.discard = []
        if self.log is not None:
            names = ", ".join([self.setup.card_names[card] for card in self.agenda])
            self.tell(f"Round {self.round}. On the agenda: {names}.")
        self._open_bid(TURN_BID, (1 << self.players) - 1)

    # Both bids

    def _open_bid(self, phase: int, sharers: int) -> None:
        self.phase = phase
        self.sharers = sharers
        self.passed = ~sharers & ((1 << self.players) - 1)
        self.bids = [0] * self.players
        self.paid = [0] * self.players
        self.highest = NOBODY
        self.last_space = NOWHERE
        self._ask_next(0)

    def _ask_next(self, place: int) -> None:
        """Ask the next in turn order who is still in and can raise. Back at the highest bidder, or
        with nobody left, the bid is over (NK-3)."""
        highest_bid = self.highest_bid()
        for step in range(self.players):
            seat = self.order[(place + step) % self.players]
            if seat == self.highest:
                break
            if self.passed >> seat & 1:
                continue
            if self.most_bid(seat) > highest_bid:
                self.bidder = seat
                return
            self._drop_out(seat)
        self.bidder = NOBODY
        if self.phase == TURN_BID:
            self._settle_order()
        else:
            self._settle_merger()

    def _drop_out(self, seat: int) -> None:
        self.passed |= 1 << seat
        if self.log is not None:
            self.tell(f"Player {seat + 1} passes.")

    def _pass(self, seat: int) -> None:
        self._drop_out(seat)
        self._ask_next(self.order.index(seat) + 1)

    def _bid(self, seat: int, total: int) -> None:
        """Where rubles and markers could both pay, the bidder says how many markers do (NK-10)."""
        if self.log is not None:
            self.tell(f"Player {seat + 1} bids {total}.")
        fewest = self.fewest_markers(seat, total)
        if fewest < self.most_markers(seat, total):
            self.pending = total
        else:
            self._pay_bid(seat, total, fewest)

    def _pay_bid(self, seat: int, total: int, markers: int) -> None:
        self.pending = 0
        if self.log is not None and self.phase == MERGER_BID:
            rubles = total - self.bids[seat] - markers
            self.tell(
                f"Player {seat + 1} pays with {markers} marker{'' if markers == 1 else 's'} and ${rubles}."
            )
        self.lay(seat, total, markers)
        self._ask_next(self.order.index(seat) + 1)

    def _close_bid(self) -> None:
        self.collect()
        self.sharers = 0
        self.passed = 0
        self.highest = NOBODY
        self.last_space = NOWHERE

    def _settle_order(self) -> None:
        """Highest bid first; those who never bid keep their order, last (NK-5)."""
        ranked: list[int] = []
        for seat in self.order:
            place = len(ranked)
            while place and self.bids[ranked[place - 1]] < self.bids[seat]:
                place -= 1
            ranked.insert(place, seat)
        self.order = ranked
        self._tell_order()
        self._close_bid()
        self._offer_cards()

    def _tell_order(self) -> None:
        if self.log is not None:
            self.tell(f"Turn order: {', '.join([str(seat + 1) for seat in self.order])}.")

    # The execution phase

    def _offer_cards(self) -> None:
        """The next in turn order takes a card; if everybody has, consolidation and scoring follow."""
        if self.turn == self.players:
            self._consolidate()
            return
        self.options = self.cards_on_offer()
        if len(self.options) == 1:
            self._take(choice_of(self.options[0]))
        else:
            self.phase = EXECUTION

    def cards_on_offer(self) -> list[int]:
        found = [act(TAKE, card) for card in self.agenda]
        consolidation = self.setup.consolidation
        if not self.setup.cards[consolidation].obstacle(self, self.taker()):
            found.append(act(TAKE, consolidation))
        return found

    def _take(self, card: int) -> None:
        if self.log is not None:
            self.tell(f"Player {self.taker() + 1} takes {self.setup.card_names[card]}.")
        if card != self.setup.consolidation:
            self.agenda.remove(card)
        self.phase = CARD
        self.card = card
        self.part = 0
        self._carry_on()

    def _answer(self, action: int) -> None:
        self.part = self.setup.cards[self.card].do(self, action)
        self._carry_on()

    def _carry_on(self) -> None:
        """Do the parts of the card from top to bottom, up to one that leaves a choice (NK-6)."""
        card = self.setup.cards[self.card]
        while not card.ends(self):
            if card.asks(self) == CHANCE:
                return
            self.options = card.choices(self)
            count = len(self.options)
            if count > 1:
                return
            self.part = card.do(self, self.options[0]) if count else self.part + 1
        if card.then_place:
            self.place(self.taker(), card.region, card.then_place)
        if self.card != self.setup.consolidation:
            self.discard.append(self.card)
        self.card = NO_CARD
        self.part = 0
        self.chosen = NOWHERE
        self.turn += 1
        self._offer_cards()

    # The consolidation phase

    def _consolidate(self) -> None:
        """Those in the region and those with markers set aside take part, if they are two (NK-9)."""
        sharers = 0
        count = 0
        if self.merger:
            for seat in range(self.players):
                if self.here(seat, self.marker) or self.aside[seat]:
                    sharers |= 1 << seat
                    count += 1
        if count < 2:
            if self.log is not None and self.merger:
                self.tell("Nobody is there to merge with: no consolidation.")
            self._score_round()
            return
        for seat in range(self.players):
            if sharers >> seat & 1:
                self._pick_up(seat)
        if self.log is not None:
            where = self.setup.region_names[self.marker]
            hands = [
                f"player {seat + 1}: {self.hand[seat]}" for seat in range(self.players) if sharers >> seat & 1
            ]
            self.tell(f"Consolidation of {where}. One marker each stays; picked up: {', '.join(hands)}.")
        self._open_bid(MERGER_BID, sharers)

    def _pick_up(self, seat: int) -> None:
        """One marker stays in the region; the others, and those set aside, go to the hand (NK-9)."""
        index = self.marker * self.players + seat
        self.from_aside[seat] = self.aside[seat]
        self.hand[seat] = self.influence[index] + self.aside[seat] - 1
        self.aside[seat] = 0
        self.influence[index] = 1

    def _settle_merger(self) -> None:
        """The winner takes the region; if nobody bids, all is put back (NK-11)."""
        if self.highest == NOBODY:
            for seat in range(self.players):
                if self.sharers >> seat & 1:
                    self._put_back(seat)
        else:
            self._merge(self.highest)
        self.from_aside = [0] * self.players
        self._close_bid()
        self._score_round()

    def _put_back(self, seat: int) -> None:
        index = self.marker * self.players + seat
        self.influence[index] += self.hand[seat] - self.from_aside[seat]
        self.supply[seat] += self.from_aside[seat]
        self.hand[seat] = 0

    def _merge(self, winner: int) -> None:
        """As many markers of the winner's as lie on the track, whoever's they are, and those left in the
        winner's hand; as far as the winner's markers go. All others go home (NK-11)."""
        won = self.hand[winner]
        for seat in range(self.players):
            on_track = 0
            for space in range(self.players):
                on_track += self.laid[space * self.players + seat]
            won += on_track
            self.supply[seat] += self.hand[seat] + on_track
            self.hand[seat] = 0
            if seat != winner:
                self.take_off(seat, self.marker, self.setup.markers)
        self.laid = [0] * (self.players * self.players)
        if self.log is not None:
            where = self.setup.region_names[self.marker]
            self.tell(f"Player {winner + 1} wins the consolidation of {where}.")
        self.place(winner, self.marker, won)

    # The scoring phase

    def _score_round(self) -> None:
        """Twice in the last round (NK-14). What was kept from before goes out of sight (NK-15)."""
        self.merger = False
        last = self._is_last_round()
        income = self.score()
        if self.log is not None:
            self.tell(f"Scoring{', twice for the last time' if last else ''}: {amounts(income)}.")
        for seat in range(self.players):
            self.seen[seat] = 0
            self.earn(seat, 2 * income[seat] if last else income[seat])
        if last:
            self.phase = ENDED
        else:
            self._start_round()

    def _is_last_round(self) -> bool:
        """A player has no marker left, or the option says so (NK-14)."""
        if self.round == self.setup.max_rounds:
            return True
        for seat in range(self.players):
            if self.supply[seat] + self.aside[seat] == 0:
                return True
        return False

    # What the contract asks

    def why_not(self, seat: int, action: int) -> str:
        kind = kind_of(action)
        bidding = self.phase in (TURN_BID, MERGER_BID)
        if bidding and kind <= MARKERS and seat != self.bidder:
            if not self.sharers >> seat & 1:
                return "You have no influence in the region, so you take no part in this bid."
            if self.passed >> seat & 1:
                return "You have passed and are out of this bid."
        if seat != self.actor():
            return "It is not your move."
        if bidding:
            return self._why_not_bid(seat, kind, choice_of(action))
        if kind <= MARKERS:
            return "There is no bid now."
        if self.phase == CARD:
            card = self.setup.card_names[self.card]
            if kind == TAKE:
                return f"You are carrying out {card}."
            if kind == STOP:
                return f"This part of {card} must be done if it can be."
            return self.setup.cards[self.card].refusal(self, action)
        if kind != TAKE:
            return "Take a card from the agenda first."
        card_taken = choice_of(action)
        if card_taken == self.setup.consolidation:
            return self.setup.cards[card_taken].obstacle(self, seat)
        if card_taken > self.setup.consolidation:
            return "There is no such card."
        return f"{self.setup.card_names[card_taken]} is not on the agenda."

    def _why_not_bid(self, seat: int, kind: int, choice: int) -> str:
        if kind > MARKERS:
            return "This is the bid: name a total, or pass."
        if self.pending:
            fewest = self.fewest_markers(seat, self.pending)
            most = self.most_markers(seat, self.pending)
            return f"Say how many markers pay for your bid of {self.pending}: from {fewest} to {most}."
        if kind == MARKERS:
            return "Name the total of your bid first."
        if choice <= self.highest_bid():
            if self.highest == NOBODY:
                return "The first bid is at least 1."
            return f"The highest bid is {self.highest_bid()}: bid more, or pass."
        more = choice - self.bids[seat]
        markers = f" and {self.hand[seat]} markers" if self.hand[seat] else ""
        return f"You have ${self.rubles[seat]}{markers}; a bid of {choice} takes {more} from you."

    def clone(self) -> "Nomenklatura":
        twin = Nomenklatura(self.setup, self.players)
        self.copy_to(twin)
        return twin

    def determinize(self, seat: int, rng: Rng) -> "Nomenklatura":
        """The cards somebody else looked at, and how the others' rubles are divided among them, are
        drawn anew; what everybody saw since the last scoring stays (NK-7, NK-15)."""
        twin = self.clone()
        if self.phase == ENDED:
            return twin
        if self.looker != seat and self.top:
            unknown = sorted(self.deck + self.top)
            for index in range(len(self.top)):
                twin.top[index] = unknown.pop(rng.below(len(unknown)))
            twin.deck = unknown
        twin.divide_rubles(seat, rng)
        twin.renew_options()
        return twin

    def renew_options(self) -> None:
        """Find out again what is on offer, after rubles changed out of turn."""
        if self.phase == EXECUTION:
            self.options = self.cards_on_offer()
        elif self.phase == CARD and self.actor() != CHANCE:
            self.options = self.setup.cards[self.card].choices(self)

    def divide_rubles(self, seat: int, rng: Rng) -> None:
        """Split what the others have kept from earlier rounds at random: all payments were public, so
        its sum is known; whose it is has gone out of sight."""
        kept = 0
        for other in range(self.players):
            if other != seat:
                least = self.least_rubles(other)
                kept += self.rubles[other] - least
                self.rubles[other] = least
        cuts = [rng.below(kept + 1) for _ in range(self.players - 2)]
        cuts.append(kept)
        cuts.sort()
        given = 0
        next_cut = 0
        for other in range(self.players):
            if other != seat:
                self.rubles[other] += cuts[next_cut] - given
                given = cuts[next_cut]
                next_cut += 1

    def least_rubles(self, seat: int) -> int:
        """The rubles that everybody knows a seat to have: those seen, and what the bid it is asked for
        takes."""
        least = self.seen[seat]
        if seat == self.bidder:
            if self.pending:
                more = self.pending - self.bids[seat] - self.most_markers(seat, self.pending) + 1
            else:
                more = self.highest_bid() + 1 - self.bids[seat] - self.hand[seat]
            least = max(least, more)
        return least

    def returns(self) -> list[float]:
        winners = self.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def turns(self) -> int:
        return self.round


def orders(seats: list[int]) -> list[int]:
    """All turn orders, the first seat in the highest digit.

    >>> [oct(code) for code in orders([0, 1])]
    ['0o1', '0o10']
    """
    if not seats:
        return [0]
    found: list[int] = []
    for index, first in enumerate(seats):
        rest = seats[:index] + seats[index + 1 :]
        for code in orders(rest):
            found.append(first * SEATS ** len(rest) + code)
    return found
