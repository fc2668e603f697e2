"""Everything on the table, and the ways it moves: influence, rubles, cards.

Nothing here decides what happens next; that is `rules.py`. What a card does is `cards.py`.
"""

from typing import Final

from quincunx.core.state import State

STRIDE: Final = 1 << 20
SEATS: Final = 8
REGIONS: Final = 16

# The kinds of moves; a move is its kind and what was chosen.
BID: Final = 0  # the total; so the move of a bid is its total
PASS: Final = 1
MARKERS: Final = 2  # how many pay for a bid
TAKE: Final = 3  # a card
STOP: Final = 4
PLACE: Final = 5  # a region
REMOVE: Final = 6  # whose, where
REDUCE: Final = 7  # a region
SWAP: Final = 8  # your region, theirs, whose
RIDE: Final = 9  # from, to
BUY: Final = 10  # whose, where
SELL: Final = 11  # a region
SET_ASIDE: Final = 12
PARTNER: Final = 13  # a seat
BRING: Final = 14  # from a region
MARK: Final = 15  # a region
DISCARD: Final = 16  # one bit for each card looked at
CARRY_ON: Final = 17  # a part that asks nothing

# The phases of a round.
FIRST_ORDER: Final = 0
FLIP: Final = 1
TURN_BID: Final = 2
EXECUTION: Final = 3
CARD: Final = 4
MERGER_BID: Final = 5
ENDED: Final = 6

NOBODY: Final = -1
NOWHERE: Final = -1
NO_CARD: Final = -1


def act(kind: int, choice: int = 0) -> int:
    return kind * STRIDE + choice


def kind_of(action: int) -> int:
    return action // STRIDE


def choice_of(action: int) -> int:
    return action % STRIDE


def at(seat: int, region: int) -> int:
    """Somebody's influence in a region, as a choice."""
    return region * SEATS + seat


class Card:
    """An agenda card: its parts, from top to bottom, and what is placed in its own region at the end.

    A part is a list of `choices` and what `do` makes of one. With one choice it is simply done,
    with none it is left out; so nobody is asked a question with one possible answer (NK-6).
    """

    def __init__(self, region: int, parts: int, then_place: int = 0) -> None:
        self.region = region
        self.parts = parts
        self.then_place = then_place

    def asks(self, board: "Board") -> int:
        """Who decides the present part."""
        return board.taker()

    def ends(self, board: "Board") -> bool:
        """Whether all parts are done."""
        return board.part >= self.parts

    def choices(self, board: "Board") -> list[int]:
        """The ways to carry out the present part."""
        raise NotImplementedError

    def do(self, board: "Board", action: int) -> int:
        """Carry out the present part; the part that comes next."""
        raise NotImplementedError

    def obstacle(self, board: "Board", seat: int) -> str:
        """Why the seat may not take the card, as a sentence; empty if it may."""
        return ""

    def refusal(self, board: "Board", action: int) -> str:
        """Why an answer is none of the choices."""
        return "The card does not allow that now."

    def text(self, names: list[str]) -> str:
        """What is printed on the card, given the names of the regions."""
        placing = f" Place {self.then_place} in {names[self.region]}." if self.then_place else ""
        return self.special() + placing

    def special(self) -> str:
        """What is printed above the placing."""
        raise NotImplementedError


class Setup:
    """What does not change during a match: the map, the cards, the options."""

    def __init__(
        self,
        region_ids: list[str],
        region_names: list[str],
        neighbours: list[list[int]],
        western: list[int],
        next_stop: list[int],
        cards: list[Card],
        card_ids: list[str],
        card_names: list[str],
        start_rubles: int,
        markers: int,
        marker_start: int,
        max_rounds: int,
        spots: list[tuple[int, int]],
    ) -> None:
        self.region_ids = region_ids
        self.region_names = region_names
        self.regions = len(region_names)
        self.neighbours = neighbours
        self.western = western
        self.next_stop = next_stop
        self.cards = cards
        self.card_ids = card_ids
        self.card_names = card_names
        self.consolidation = len(cards) - 1
        self.start_rubles = start_rubles
        self.markers = markers
        self.marker_start = marker_start
        self.max_rounds = max_rounds
        self.spots = spots


class Board(State):
    """The table. Seats and spaces of the bidding track count from 0."""

    def __init__(self, setup: Setup, players: int) -> None:
        super().__init__()
        self.setup = setup
        self.players = players
        self.phase = FIRST_ORDER
        self.round = 0
        self.order = list(range(players))
        self.turn = 0
        # Markers: on the board (by region, then seat), in supplies, set aside, in hands, on the track.
        self.influence = [0] * (setup.regions * players)
        self.supply = [setup.markers] * players
        self.aside = [0] * players
        self.hand = [0] * players
        self.laid = [0] * (players * players)
        # Rubles: behind screens, on the track (by space), and all that the bank has paid out.
        self.rubles = [setup.start_rubles] * players
        self.seen = [setup.start_rubles] * players
        self.coins = [0] * players
        self.paid_out = setup.start_rubles * players
        # The bid: who takes part and who has passed, a bit for each seat; who is asked. Totals, and the
        # rubles paid of them, are remembered until the next bid.
        self.sharers = 0
        self.passed = 0
        self.bids = [0] * players
        self.paid = [0] * players
        self.bidder = NOBODY
        self.highest = NOBODY
        self.last_space = NOWHERE
        self.pending = 0
        self.from_aside = [0] * players
        # Cards. `top` lies on the deck in an order that only `looker` knows.
        self.agenda: list[int] = []
        self.deck = list(range(setup.consolidation))
        self.top: list[int] = []
        self.looker = NOBODY
        self.discard: list[int] = []
        self.card = NO_CARD
        self.part = 0
        self.chosen = NOWHERE
        self.options: list[int] = []
        self.marker = setup.marker_start
        self.merger = False

    def taker(self) -> int:
        """Whose turn it is to take a card, or whose card is being carried out."""
        return self.order[self.turn]

    def is_last(self, seat: int) -> bool:
        return self.order[self.players - 1] == seat

    def here(self, seat: int, region: int) -> int:
        """How many markers the seat has in a region."""
        return self.influence[region * self.players + seat]

    def total(self, region: int) -> int:
        """How many markers are in a region."""
        first = region * self.players
        count = 0
        for index in range(first, first + self.players):
            count += self.influence[index]
        return count

    def place(self, seat: int, region: int, count: int) -> None:
        """From the supply to the board, as far as the supply goes (NK-6)."""
        placed = min(count, self.supply[seat])
        if placed == 0:
            return
        self.supply[seat] -= placed
        self.influence[region * self.players + seat] += placed
        if self.log is not None:
            self.tell(f"Player {seat + 1} places {placed} in {self.setup.region_names[region]}.")

    def take_off(self, seat: int, region: int, count: int) -> int:
        """From the board back to the owner's supply; how many there were to take."""
        taken = min(count, self.here(seat, region))
        self.supply[seat] += taken
        self.influence[region * self.players + seat] -= taken
        if self.log is not None and taken:
            name = self.setup.region_names[region]
            self.tell(f"{taken} influence of player {seat + 1} in {name} is removed.")
        return taken

    def shift(self, seat: int, source: int, target: int, count: int) -> None:
        """From one region to another."""
        self.influence[source * self.players + seat] -= count
        self.influence[target * self.players + seat] += count
        if self.log is not None:
            names = self.setup.region_names
            self.tell(f"Player {seat + 1} moves {count} from {names[source]} to {names[target]}.")

    def earn(self, seat: int, amount: int) -> None:
        """Rubles from the bank, which never runs out (NK-13)."""
        self.paid_out += amount
        self.receive(seat, amount)

    def pay_bank(self, seat: int, amount: int) -> None:
        self.paid_out -= amount
        self.spend(seat, amount)

    def receive(self, seat: int, amount: int) -> None:
        """Everybody sees what goes behind a screen (NK-15)."""
        self.rubles[seat] += amount
        self.seen[seat] += amount

    def spend(self, seat: int, amount: int) -> None:
        """Everybody sees what comes out; they think of what they saw going in last (NK-15)."""
        self.rubles[seat] -= amount
        self.seen[seat] = max(0, self.seen[seat] - amount)

    def incomes(self, region: int) -> list[int]:
        """What each seat scores in a region (NK-12)."""
        counts = self.influence[region * self.players : (region + 1) * self.players]
        ranked = sorted(counts)
        most = ranked[-1]
        second = ranked[-2]
        if second == 0:
            return [2 * count for count in counts]
        if second == most:
            return [count if count == most else 0 for count in counts]
        total = sum(counts)
        less = 1 if ranked.count(second) > 1 else 0
        return [total if count == most else count - less if count == second else 0 for count in counts]

    def score(self) -> list[int]:
        """What each seat would score now, all regions together."""
        income = [0] * self.players
        for region in range(self.setup.regions):
            part = self.incomes(region)
            for seat in range(self.players):
                income[seat] += part[seat]
        return income

    def highest_bid(self) -> int:
        return 0 if self.highest == NOBODY else self.bids[self.highest]

    def most_bid(self, seat: int) -> int:
        """The greatest total the seat could pay (NK-3, NK-10)."""
        return self.bids[seat] + self.rubles[seat] + self.hand[seat]

    def fewest_markers(self, seat: int, total: int) -> int:
        """The least number of markers that pays for a bid (NK-10)."""
        return max(0, total - self.bids[seat] - self.rubles[seat])

    def most_markers(self, seat: int, total: int) -> int:
        return min(total - self.bids[seat], self.hand[seat])

    def spaces(self, seat: int) -> list[int]:
        """The spaces a bid goes round, in placing order: right of the last ruble, or of the bidder's
        own space (NK-4); only those of players who take part (NK-10)."""
        last = seat if self.last_space == NOWHERE else self.last_space
        found: list[int] = []
        for step in range(1, self.players + 1):
            space = (last + step) % self.players
            if self.sharers >> space & 1:
                found.append(space)
        return found

    def lay(self, seat: int, total: int, markers: int) -> None:
        """Place a bid on the track: rubles on own spaces first; of the others the first take the
        markers, the rest rubles; markers still left go on own spaces (NK-10)."""
        ring = self.spaces(seat)
        count = total - self.bids[seat]
        rubles = count - markers
        own = share(count, len(ring), ring.index(seat))
        own_rubles = min(rubles, own)
        markers_out = count - own - (rubles - own_rubles)
        others = 0
        for index, space in enumerate(ring):
            if space == seat:
                self.coins[space] += own_rubles
                self.laid[space * self.players + seat] += own - own_rubles
            else:
                out = share(markers_out, len(ring) - 1, others)
                others += 1
                self.coins[space] += share(count, len(ring), index) - out
                self.laid[space * self.players + seat] += out
        self.spend(seat, rubles)
        self.paid[seat] += rubles
        self.hand[seat] -= markers
        self.bids[seat] = total
        self.highest = seat
        self.last_space = ring[(count - 1) % len(ring)]

    def collect(self) -> None:
        """Each takes the rubles on their own space (NK-5, NK-11)."""
        if self.log is not None and any(self.coins):
            self.tell(f"From the track: {amounts(self.coins)}.")
        for seat in range(self.players):
            self.receive(seat, self.coins[seat])
            self.coins[seat] = 0

    def winners(self) -> list[int]:
        """Most rubles; then most markers not on the board; then they share (NK-16)."""
        best: list[int] = []
        for seat in range(self.players):
            if not best:
                best = [seat]
                continue
            rank = self.compare(seat, best[0])
            if rank > 0:
                best = [seat]
            elif rank == 0:
                best.append(seat)
        return best

    def compare(self, seat: int, other: int) -> int:
        """Positive if the seat is ahead of the other."""
        if self.rubles[seat] != self.rubles[other]:
            return self.rubles[seat] - self.rubles[other]
        return self.supply[seat] + self.aside[seat] - self.supply[other] - self.aside[other]

    def copy_to(self, twin: "Board") -> None:
        twin.phase = self.phase
        twin.round = self.round
        twin.order = self.order[:]
        twin.turn = self.turn
        twin.influence = self.influence[:]
        twin.supply = self.supply[:]
        twin.aside = self.aside[:]
        twin.hand = self.hand[:]
        twin.laid = self.laid[:]
        twin.rubles = self.rubles[:]
        twin.seen = self.seen[:]
        twin.coins = self.coins[:]
        twin.paid_out = self.paid_out
        twin.sharers = self.sharers
        twin.passed = self.passed
        twin.bids = self.bids[:]
        twin.paid = self.paid[:]
        twin.bidder = self.bidder
        twin.highest = self.highest
        twin.last_space = self.last_space
        twin.pending = self.pending
        twin.from_aside = self.from_aside[:]
        twin.agenda = self.agenda[:]
        twin.deck = self.deck[:]
        twin.top = self.top[:]
        twin.looker = self.looker
        twin.discard = self.discard[:]
        twin.card = self.card
        twin.part = self.part
        twin.chosen = self.chosen
        # Replaced as a whole, never changed, so both may hold it.
        twin.options = self.options
        twin.marker = self.marker
        twin.merger = self.merger

    def key(self) -> bytes:
        single = [self.phase, self.round, self.turn, self.paid_out, self.sharers, self.passed, self.bidder]
        single += [
            self.highest,
            self.last_space,
            self.pending,
            self.looker,
            self.card,
            self.part,
            self.chosen,
        ]
        single += [self.marker, int(self.merger)]
        lists = [
            self.order,
            self.influence,
            self.supply,
            self.aside,
            self.hand,
            self.laid,
            self.rubles,
            self.seen,
        ]
        lists += [self.coins, self.bids, self.paid, self.from_aside, self.agenda, sorted(self.deck), self.top]
        lists += [sorted(self.discard), single]
        return ";".join([",".join([str(number) for number in numbers]) for numbers in lists]).encode()


def amounts(rubles: list[int]) -> str:
    """Who gets how much, in words.

    >>> amounts([4, 0, 2])
    'player 1 $4, player 3 $2'
    """
    shares = [f"player {seat + 1} ${amount}" for seat, amount in enumerate(rubles) if amount]
    return ", ".join(shares) or "nobody anything"


def share(count: int, spaces: int, index: int) -> int:
    """How many of `count` pieces, placed round and round, come to the space at `index`.

    >>> [share(7, 3, index) for index in range(3)]
    [3, 2, 2]
    """
    return count // spaces + (1 if index < count % spaces else 0)
