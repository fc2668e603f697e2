"""The position of Nomenklatura: influence, rubles, cards, bids; and the shapes of moves, cards and set-ups.

The rules are not here, nor are the effects of the cards.
"""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from quincunx.core.amounts import Amounts
from quincunx.core.state import State

SHIFT: Final = 20
STRIDE: Final = 1 << SHIFT
SEATS: Final = 8
REGIONS: Final = 16
MOST_PLAYERS: Final = 5

# The kinds of moves; a move is its kind and a choice.
BID: Final = 0  # the total, so that the move of a bid equals its total
PASS: Final = 1
MARKERS: Final = 2  # the number that pays for a bid
TAKE: Final = 3  # a card
STOP: Final = 4
PLACE: Final = 5  # a region
REMOVE: Final = 6  # owner and region
REDUCE: Final = 7  # a region
SWAP: Final = 8  # own region, their region, owner
RIDE: Final = 9  # region to leave, region to go to
BUY: Final = 10  # owner and region
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

NO_SEAT: Final = -1
NOWHERE: Final = -1
NO_CARD: Final = -1


def act(kind: i64, choice: i64 = 0) -> int:
    return kind << SHIFT | choice


def kind_of(action: i64) -> i64:
    return action >> SHIFT


def choice_of(action: i64) -> i64:
    return action & (STRIDE - 1)


def at(seat: i64, region: i64) -> i64:
    """Return a seat's influence in a region, as a choice."""
    return region * SEATS + seat


class CardAmounts(Amounts):
    """The numbers of a card's entry in game.toml, and the regions that it names."""

    def __init__(self, values: dict[str, int]) -> None:
        super().__init__(values)
        self.regions: list[str] = []

    def region(self, name: str) -> int:
        self.regions.append(name)
        return self.values.get(name, NOWHERE)


class Card:
    """A card: its parts, from top to bottom, and the markers placed in its own region at the end.

    A part is a list of `choices`, and `do` carries one out. With one choice it is simply done, with none it
    is left out; so nobody is asked a question with one possible answer (NK-6).
    """

    words: ClassVar[list[str]] = ["ask"]
    """The sentences of the card's entry in game.toml, beside its text."""

    def __init__(self, amounts: CardAmounts) -> None:
        self.amounts = amounts.values
        self.region = NOWHERE
        self.parts = 1
        self.then_place = 0

    def asks(self, board: "Board") -> int:
        """Return the seat that decides the present part."""
        return board.taker()

    def ends(self, board: "Board") -> bool:
        """Whether all parts are done."""
        return board.part >= self.parts

    def choices(self, board: "Board") -> list[int]:
        """Return the ways to carry out the present part."""
        raise NotImplementedError

    def do(self, board: "Board", action: int) -> int:
        """Carry out the present part. Return the number of the next one."""
        raise NotImplementedError

    def question(self, board: "Board") -> str:
        """Return which of its words asks for the present part."""
        return "ask"

    def refusal(self, board: "Board", action: int) -> str:
        """Return which of its words answers a move that is none of the choices."""
        return self.question(board)

    def obstacle(self, board: "Board", seat: int) -> str:
        """Return which of its words says why the seat may not take the card; empty if it may."""
        return ""

    def looks(self) -> bool:
        """Whether it lets somebody look at the deck."""
        return False

    def sells(self) -> bool:
        """Whether its choices depend on rubles."""
        return False


class Setup:
    """The data that does not change during a match: the map, the cards, the options."""

    def __init__(
        self,
        region_ids: list[str],
        region_names: list[str],
        spots: list[tuple[int, int]],
        neighbours: list[list[int]],
        western: list[int],
        next_stop: list[int],
        cards: list[Card],
        card_ids: list[str],
        card_names: list[str],
        card_texts: list[str],
        card_words: list[dict[str, str]],
        start_rubles: int,
        markers: int,
        marker_start: int,
        max_rounds: int,
        outsiders_bid: bool,
    ) -> None:
        self.region_ids = region_ids
        self.region_names = region_names
        self.regions = len(region_names)
        self.spots = spots
        self.neighbours = neighbours
        self.western = western
        self.next_stop = next_stop
        self.cards = cards
        self.card_ids = card_ids
        self.card_names = card_names
        self.card_texts = card_texts
        self.card_words = card_words
        self.consolidation = len(cards) - 1
        self.start_rubles = start_rubles
        self.markers = markers
        self.marker_start = marker_start
        self.max_rounds = max_rounds
        self.outsiders_bid = outsiders_bid


@final
@mypyc_attr(acyclic=True)
class Player:
    """A player's markers in the supply, set aside, in the hand, and of these from those set aside; rubles
    behind the screen, of these seen by all, and on the player's space of the track. The total of a bid, and
    the rubles paid of it, are remembered until the next bid.

    With native numbers a copy of a table of five is 1.16 times as fast.
    """

    def __init__(
        self,
        supply: i64,
        aside: i64,
        hand: i64,
        from_aside: i64,
        rubles: i64,
        seen: i64,
        coins: i64,
        bid: i64,
        paid: i64,
    ) -> None:
        self.supply = supply
        self.aside = aside
        self.hand = hand
        self.from_aside = from_aside
        self.rubles = rubles
        self.seen = seen
        self.coins = coins
        self.bid = bid
        self.paid = paid

    def copy(self) -> "Player":
        return Player(
            self.supply,
            self.aside,
            self.hand,
            self.from_aside,
            self.rubles,
            self.seen,
            self.coins,
            self.bid,
            self.paid,
        )


@final
class Outcome:
    """The outcome of a card: the income of the seats then, by bits, and their possessions; rubles as the
    change."""

    def __init__(self, income: i64, seats: list[Player]) -> None:
        self.income = income
        self.seats = seats


@final
class Thoughts:
    """The cached results of a bot about the cards, for a seat that comes first; `style` is its judgement. A
    card whose outcome depends on more than the board has None."""

    def __init__(self, seat: int, style: object, can_consolidate: bool, cards: int) -> None:
        self.seat = seat
        self.style = style
        self.can_consolidate = can_consolidate
        self.outcomes: list[Outcome | None] = [None] * cards


@final
class Verdict:
    """The cached decision of a bot with that judgement and that many options, whatever the rubles; and the
    number of cards it draws while deciding."""

    def __init__(self, style: object, options: int, action: int, look: int) -> None:
        self.style = style
        self.options = options
        self.action = action
        self.look = look


@final
class Memory:
    """The cache of all results that bots found about a position in this round, and about those that moves
    lead to. It changes no decision, but saves finding it again. All that reach a position by the same moves
    share it."""

    def __init__(self) -> None:
        self.thoughts: list[Thoughts] = []
        self.verdicts: list[Verdict] = []
        self._later: dict[int, Memory] = {}

    def after(self, move: int) -> "Memory":
        later = self._later.get(move)
        if later is None:
            later = Memory()
            self._later[move] = later
        return later


class Board(State):
    """The table before the first round, or a copy of another. Seats and spaces of the bidding track count
    from 0.

    The influence and the players change; all other lists are replaced, never changed, so that copies can
    share them: bots make very many. Copies share the bots' cache, too.
    """

    def __init__(self, setup: Setup, players: int, source: "Board | None" = None) -> None:
        super().__init__(players)
        self.setup = setup
        if source is None:
            self.phase: i64 = FIRST_ORDER
            self.round = 0
            self.order = list(range(players))
            self.turn: i64 = 0
            self.seats = [
                Player(setup.markers, 0, 0, 0, setup.start_rubles, setup.start_rubles, 0, 0, 0)
                for _ in range(players)
            ]
            # Markers on the board (by region, then seat) and on the track (by space, then seat).
            self.influence = [0] * (setup.regions * players)
            self.laid = [0] * (players * players)
            # The rubles that the bank has paid out in all.
            self.paid_out = setup.start_rubles * players
            # The bid: who takes part and who has passed, a bit for each seat; who is asked.
            self.sharers: i64 = 0
            self.passed: i64 = 0
            self.bidder: i64 = NO_SEAT
            self.highest: i64 = NO_SEAT
            self.last_space: i64 = NOWHERE
            self.pending = 0
            # Cards. `top` lies on the deck in an order that only `looker` knows.
            self.agenda: list[int] = []
            self.deck = list(range(setup.consolidation))
            self.top: list[int] = []
            self.looker = NO_SEAT
            self.discard: list[int] = []
            self.card: i64 = NO_CARD
            self.part: i64 = 0
            self.chosen = NOWHERE
            self.options: list[int] = []
            self.marker: i64 = setup.marker_start
            self.merger = False
        # A bit for each region where cards changed something since the copy was made: bots score these again.
        self.touched: i64 = 0
        self.memory: Memory = Memory() if source is None else source.memory
        if source is not None:
            self.phase = source.phase
            self.round = source.round
            self.order = source.order
            self.turn = source.turn
            self.seats = [player.copy() for player in source.seats]
            self.influence = source.influence[:]
            self.laid = source.laid
            self.paid_out = source.paid_out
            self.sharers = source.sharers
            self.passed = source.passed
            self.bidder = source.bidder
            self.highest = source.highest
            self.last_space = source.last_space
            self.pending = source.pending
            self.agenda = source.agenda
            self.deck = source.deck
            self.top = source.top
            self.looker = source.looker
            self.discard = source.discard
            self.card = source.card
            self.part = source.part
            self.chosen = source.chosen
            self.options = source.options
            self.marker = source.marker
            self.merger = source.merger

    def taker(self) -> int:
        """Return the seat that takes a card, or whose card is being carried out."""
        return self.order[self.turn]

    def is_last(self, seat: int) -> bool:
        return self.order[self.players - 1] == seat

    def here(self, seat: i64, region: i64) -> i64:
        """Return how many markers the seat has in a region."""
        return self.influence[region * self.players + seat]

    def total(self, region: i64) -> i64:
        """Return how many markers are in a region."""
        first = region * self.players
        count: i64 = 0
        for index in range(first, first + self.players):
            count += self.influence[index]
        return count

    def merger_region(self) -> int:
        """Return the region of the merger indicator, which follows the Consolidation Marker (NK-8)."""
        going = self.card == self.setup.consolidation and self.part < self.setup.cards[self.card].parts
        return self.marker if self.merger and not going else NOWHERE

    def highest_bid(self) -> i64:
        if self.highest == NO_SEAT:
            return 0
        return self.seats[self.highest].bid

    def most_bid(self, seat: i64) -> i64:
        """Return the greatest total the seat could pay (NK-3, NK-10)."""
        player = self.seats[seat]
        return player.bid + player.rubles + player.hand

    def fewest_markers(self, seat: int, total: int) -> int:
        """Return the least number of markers that pays for a bid (NK-10)."""
        player = self.seats[seat]
        return max(0, total - player.bid - player.rubles)

    def most_markers(self, seat: int, total: int) -> int:
        player = self.seats[seat]
        return min(total - player.bid, player.hand)

    def takes_part(self, seat: i64) -> bool:
        """Whether the seat has a space in the present bid."""
        return bool(self.sharers >> seat & 1)

    def may_bid(self, seat: int) -> bool:
        """Whether the seat may bid in the present bid (NK-10)."""
        return self.takes_part(seat) or (self.setup.outsiders_bid and self.phase == MERGER_BID)

    def spaces(self, seat: int) -> list[int]:
        """Return the spaces a bid goes round, in placing order: right of the last ruble, or of the bidder's
        own space (NK-4); only those of players who take part (NK-10)."""
        # The rings are made once: random games spent a fifteenth of their time on making them.
        return RINGS[self.sharers][seat if self.last_space == NOWHERE else self.last_space]

    def position_key(self) -> bytes:
        single: list[int] = [
            self.phase,
            self.round,
            self.turn,
            self.paid_out,
            self.sharers,
            self.passed,
            self.bidder,
        ]
        single += [self.highest, self.last_space, self.pending, self.looker, self.card, self.part]
        single += [self.chosen, self.marker, int(self.merger)]
        lists = [single, self.order, self.influence, self.laid, self.agenda, self.top]
        for player in self.seats:
            lists.append([player.supply, player.aside, player.hand, player.from_aside, player.rubles])
            lists.append([player.seen, player.coins, player.bid, player.paid])
        lists += [sorted(self.deck), sorted(self.discard)]
        return ";".join([",".join([str(number) for number in numbers]) for numbers in lists]).encode()


def ring(sharers: int, after: int) -> list[int]:
    """Return the seats of a set, clockwise from the one after a seat.

    >>> ring(0b10111, 1)
    [2, 4, 0, 1]
    """
    seats = [seat for seat in range(MOST_PLAYERS) if sharers >> seat & 1]
    return [seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after]


RINGS: Final[list[list[list[int]]]] = [
    [ring(sharers, after) for after in range(MOST_PLAYERS)] for sharers in range(1 << MOST_PLAYERS)
]
"""The ring of each set of seats, after each seat."""


def share(count: int, spaces: int, index: int) -> int:
    """Return how many of `count` pieces, placed round and round, come to the space at `index`.

    >>> [share(7, 3, index) for index in range(3)]
    [3, 2, 2]
    """
    return count // spaces + (1 if index < count % spaces else 0)
