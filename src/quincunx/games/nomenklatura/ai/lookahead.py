"""Trying out cards and answers: each is carried out on a copy of the position, judged, and taken back.

A bot does this at every decision, and searches ask bots very often. So copies are made once, only changed
regions are scored again, and the end of the round is calculated without being played.
"""

from typing import Final, final

from mypy_extensions import i64

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.ai.outlook import Outlook, merger_prospects
from quincunx.games.nomenklatura.cards.off_railroad import Archive
from quincunx.games.nomenklatura.rules.consolidation import sharers_of_merger
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.pieces import place
from quincunx.games.nomenklatura.rules.scoring import region_income
from quincunx.games.nomenklatura.state import Board, Card, Outcome, Player, Verdict, choice_of

CLOSE: Final = 1e-6
"""The difference of values below which only rounding tells them apart."""


@final
class Best:
    """The best answer so far."""

    def __init__(self) -> None:
        self.action = -1
        self._most = 0.0
        self._income: i64 = 0
        self._pays = False

    def is_rounded(self, action: int, worth: float, income: i64, pays: bool) -> bool:
        """Count one more answer. Whether rounding decides between it and the best one: they are equally good,
        but not the same."""
        close = -CLOSE < worth - self._most < CLOSE and self.action >= 0
        rounded = close and (pays or self._pays or income != self._income)
        if self.action < 0 or worth > self._most:
            self.action = action
            self._most = worth
            self._income = income
            self._pays = pays
        return rounded


@final
class Reckoning:
    """The answers to one question, tried out one after the other.

    `_base` is the position itself. `_first` is a copy on which an answer is tried and the card continued, and
    `_second` a copy of that one, for the answers to the next question.
    """

    def __init__(self, base: Nomenklatura, seat: int, outlook: Outlook, rng: Rng) -> None:
        self._base = base
        self._seat = seat
        self._outlook = outlook
        self._rng = rng
        self._first = base.clone()
        self._second: Nomenklatura | None = None
        self._stale: i64 = 0
        """The regions of the second copy that differ from the first."""
        self._income: i64 = 0
        self._paid: list[int] = []
        for region in range(base.setup.regions):
            paid = region_income(base, region)
            self._paid.append(paid)
            self._income += paid
        self._trained = outlook.style is not None
        """Trained numbers are not whole, so that equally good answers may always be rounded."""
        self._card: Card = base.setup.cards[0]
        self._loud = False
        """Whether somebody else's card would be carried out next, or industries merged."""
        self._close = False
        """Whether answers were equally good, but not the same: rounding decides, so the result depends on
        rubles."""
        self._last: i64 = 0
        """The income of the seats at the last judgement, by bits; inverted if it was paid out."""

    def worth(self, action: int) -> float:
        """Return the value of a card or an answer, if each further question of the card gets the answer that
        is best at once."""
        base = self._base
        first = self._first
        self._stale |= first.touched
        revert(first, base, first.touched)
        self._loud = False
        self._close = False
        if base.phase == s.EXECUTION:
            first.card = choice_of(action)
            self._card = base.setup.cards[first.card]
        else:
            self._card = base.setup.cards[base.card]
            self._answer(first, action)
        self._play_on(first)
        if not self._loud:
            found = self._judge(first, first.touched)
            if not self._loud:
                return found
        return self._slowly(action)

    def best(self, actions: list[int]) -> int:
        """Return the card or the answer that leads to most, one question after the other."""
        me = self._base.seats[self._seat]
        then = self._first.seats[self._seat]
        best = Best()
        sure = True
        look = 0
        for action in actions:
            worth = self.worth(action)
            card = self._card
            if isinstance(card, Archive):
                look = card.look
                sure = sure and not self._loud and self._base.phase == s.EXECUTION
            else:
                sure = sure and not self._hangs_on_rubles()
            pays = self._trained or then.rubles != me.rubles or then.aside != me.aside
            if best.is_rounded(action, worth, self._last, pays):
                sure = False
        if sure:
            verdict = Verdict(self._outlook.style, len(actions), best.action, look)
            self._base.memory.verdicts.append(verdict)
        return best.action

    def _hangs_on_rubles(self) -> bool:
        """Whether the last answer, or its result, might differ with other rubles."""
        return self._loud or self._close or self._card.sells()

    def outcome(self) -> Outcome | None:
        """Return the outcome of the last card, or None if it depends on more than the board."""
        if self._card.looks() or self._hangs_on_rubles():
            return None
        seats: list[Player] = []
        for seat in range(self._base.players):
            player = self._first.seats[seat].copy()
            player.rubles -= self._base.seats[seat].rubles
            seats.append(player)
        return Outcome(self._last, seats)

    def _play_on(self, board: Nomenklatura) -> None:
        """Answer all further questions of the card to this seat."""
        card = self._card
        self._carry_on(board)
        while board.card != s.NO_CARD and not self._loud:
            if isinstance(card, Archive):
                self._look(board, card)
            elif card.asks(board) == self._seat:
                self._answer(board, self._best_now(board))
                self._carry_on(board)
            else:
                return

    def _answer(self, board: Board, action: int) -> None:
        card = self._card
        # The choice of cards to discard does not change the value of the table.
        board.part = card.parts if isinstance(card, Archive) else card.do(board, action)

    def _carry_on(self, board: Nomenklatura) -> None:
        """Do the parts of the card up to one that leaves a choice; the board has no card when all are
        done."""
        card = self._card
        while not card.ends(board):
            if isinstance(card, Archive):
                return
            options = card.choices(board)
            count = len(options)
            if count > 1:
                board.options = options
                return
            board.part = card.do(board, options[0]) if count else board.part + 1
        if card.then_place:
            place(board, board.order[board.turn], card.region, card.then_place)
        board.card = s.NO_CARD

    def _look(self, board: Nomenklatura, card: Archive) -> None:
        """Draw the cards that are looked at, as the game would; seeing and discarding them has no value."""
        board.part = card.parts
        self._carry_on(board)
        if self._goes_on(board):
            self._loud = True
        else:
            draw(board, card.look, self._rng)

    def _best_now(self, first: Nomenklatura) -> int:
        """Return the answer that is best at once."""
        second = self._second
        if second is None:
            second = first.clone()
            self._second = second
            self._stale = 0
        self._stale |= first.touched
        me = first.seats[self._seat]
        then = second.seats[self._seat]
        best = Best()
        for action in first.options:
            revert(second, first, second.touched | self._stale)
            self._stale = 0
            self._answer(second, action)
            self._carry_on(second)
            worth = self._judge(second, first.touched | second.touched)
            pays = self._trained or then.rubles != me.rubles or then.aside != me.aside
            if best.is_rounded(action, worth, self._last, pays):
                self._close = True
        return best.action

    def _judge(self, board: Nomenklatura, touched: i64) -> float:
        """Return the value of the copy; its income differs from the position's in the touched regions."""
        income = self._income
        region: i64 = 0
        while touched >> region:
            if touched >> region & 1:
                income += region_income(board, region) - self._paid[region]
            region += 1
        outlook = self._outlook
        self._last = income
        if board.card == s.NO_CARD:
            if self._goes_on(board):
                self._loud = True
                return 0.0
            if board.turn == board.players - 1:
                self._last = ~income
                return outlook.worth_scored(board, income)
        if board.merger:
            income += merger_prospects(board)
            self._last = income
        return outlook.weigh(board, income, 0, max(1.0, outlook.scorings))

    def _goes_on(self, board: Nomenklatura) -> bool:
        """Whether more follows the card than the next seat taking one, or the scoring of the round."""
        if board.turn == board.players - 1:
            return sharers_of_merger(board) != 0
        if board.turn < board.players - 2 or board.merger:
            return False
        following: int = board.order[board.turn + 1]
        return bool(board.setup.cards[board.setup.consolidation].obstacle(board, following))

    def _slowly(self, action: int) -> float:
        """Return the value with everything that follows carried out."""
        after = self._base.clone()
        after.move(self._seat, action)
        while after.phase == s.CARD:
            asked = after.current_player()
            if asked == CHANCE:
                after.move(CHANCE, after.sample_outcome(self._rng))
            elif asked == self._seat:
                after.move(self._seat, best_move(after, self._seat, self._outlook))
            else:
                break
        return self._outlook.worth(after)


def best_move(state: Nomenklatura, seat: int, outlook: Outlook) -> int:
    """Return the move that is best at once, with everything that follows carried out."""
    best = -1
    most = 0.0
    for action in state._legal_actions(seat):
        after = state.clone()
        after.move(seat, action)
        worth = outlook.worth(after)
        if best < 0 or worth > most:
            best = action
            most = worth
    return best


def draw(board: Board, look: int, rng: Rng) -> None:
    """Draw the cards to look at from the random numbers only."""
    in_deck = len(board.deck)
    seen = len(board.top)
    while seen < look and in_deck:
        rng.below(in_deck)
        in_deck -= 1
        seen += 1


def revert(board: Board, source: Board, touched: i64) -> None:
    """Make a copy equal to its source again, where cards can have changed it."""
    board.card = source.card
    board.part = source.part
    board.chosen = source.chosen
    board.marker = source.marker
    board.merger = source.merger
    players: i64 = board.players
    for seat in range(players):
        player = board.seats[seat]
        its = source.seats[seat]
        player.supply = its.supply
        player.aside = its.aside
        player.rubles = its.rubles
    region: i64 = 0
    while touched >> region:
        if touched >> region & 1:
            for index in range(region * players, (region + 1) * players):
                board.influence[index] = source.influence[index]
        region += 1
    board.touched = 0
