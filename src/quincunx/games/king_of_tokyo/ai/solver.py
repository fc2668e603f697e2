"""The solver: it plays a turn by calculating every way the dice may fall, and what comes after the turn.

The levels built on it and the judgement of positions are not here.
"""

from typing import Final, final

from mypy_extensions import i64

from quincunx.core.bot import Bot, Option
from quincunx.core.evaluator import Evaluator, average
from quincunx.core.gil import yield_gil
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.ai.dice import CLAW_AT, ENERGY_AT, HEART_AT, triple_points
from quincunx.games.king_of_tokyo.ai.roll_tables import RollTables, roll_tables_of, usually_kept
from quincunx.games.king_of_tokyo.card import NO_DICE
from quincunx.games.king_of_tokyo.dice import BITS, DIE, FULL, ONE, size
from quincunx.games.king_of_tokyo.rules.engine import BUYS_FROM, NO, KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster

WORLDS: Final = 8
FEW_WORLDS: Final = 4
"""The number of samples of the rest of a turn that depends on cards to be revealed: after each move, and
after each final set of dice."""

PURCHASES: Final = 2
"""The number of purchases in a turn that the solver decides; the bot decides on more, since all ways to spend
much energy would be too many."""

CASES: Final = 8
"""The least number of cases by which the rounds to try are divided."""

NETWORK_COUNTS: Final = 8
NETWORK_IS_RIGHT: Final = 2
"""The weights of the network's judgements: of a case, in rounds tried, and of the turn after a round, in
turns calculated."""

ROLLS: Final = 64
"""The number of rolls of a turn with random dice of their own."""

MOST_DICE: Final = 8
"""The most dice the solver calculates: with more there are too many ways to fall, and the bot decides."""

ALL_ONES: Final = MOST_DICE * DIE[ONE]


@final
class End:
    """One end of a turn, and the chances of each seat then."""

    def __init__(self, state: KingOfTokyo, expects: list[float], revealed: bool) -> None:
        self.state = state
        self.expects = expects
        self.revealed = revealed
        """Whether cards were revealed, so that the turn may end otherwise in another sample."""


class Solver(Bot):
    """A bot that looks at every final set of dice of its turn, and at what everybody prefers to do then.

    It keeps the dice that promise most, exactly. `value` judges the table after the turn; with `further`, a
    `brief` solver plays out the next turn first. A `brief` solver chooses a single purchase, and ignores
    cards that ask for certain numbers. `bot` answers the rare questions. Seats marked in `simple` are
    expected to play by rules of thumb, all others as well as the solver. Where several simple ones come next,
    their turns are tried out in up to `rounds` samples, and up to `turns` of the turns after them are
    calculated.
    """

    def __init__(
        self,
        value: Evaluator,
        bot: Bot,
        further: bool = False,
        rounds: int = 0,
        turns: int = 0,
        brief: bool = False,
        simple: list[bool] | None = None,
    ) -> None:
        self.value = value
        self.bot = bot
        self.further = further
        self.rounds = rounds
        self.turns = turns
        self.brief = brief
        self.simple: list[bool] = simple if simple is not None else []
        self._thumb = KingOfTokyoBot()
        self._purchases = 1 if brief else PURCHASES
        looks_on = further or turns > 0
        self._after: Solver | None = Solver(value, bot, brief=True, simple=simple) if looks_on else None
        self._rng = Rng("")
        self._stopped = False
        self._weighed: list[Option] = []
        self._asked = b""
        self._ends: list[list[float]] = []

    def stop(self) -> None:
        """Decide without a look at the turn after this one."""
        self._stopped = True

    def last_evaluations(self) -> list[Option]:
        return self._weighed

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, KingOfTokyo)
        self._stopped = False
        self._weighed = []
        moves = state._legal_actions(seat)
        if len(moves) == 1:
            return moves[0]
        if state.phase == s.REROLL:
            left = state.monsters[seat].rolls(state.tables) - state.rolls_used
            if left > 0 and size(state.dice) <= MOST_DICE:
                return self._best(self._rolls(state, seat, left), seat)
            return self.bot.choose(state, seat, rng)
        return self._best(self._moves(state, seat, moves), seat)

    def expects(self, state: KingOfTokyo) -> list[float]:
        """Return the chances of each seat at the start of a turn, before the first roll."""
        return [hopes[0] for hopes in self.outlook(state)[-1]]

    def outlook(self, state: KingOfTokyo) -> list[list[list[float]]]:
        """Return the chances of each seat for every handful of the turn's dice kept before the last roll,
        before the one before it, and so on."""
        seat: int = state.active
        start = state.clone()
        start.rolling = 0
        start.phase = s.REROLL
        rolls: int = state.monsters[seat].rolls(state.tables)
        return self._hopes(start, seat, roll_tables_of(state.rolling), rolls)

    def _best(self, options: list[Option], seat: int) -> int:
        """Return the move that promises most; of equal ones the first."""
        best = options[0]
        for option in options:
            if option.expects[seat] > best.expects[seat] + 1e-9:
                best = option
        others = [option for option in options if option is not best]
        others.sort(key=lambda option: -option.expects[seat])
        self._weighed = [best, *others]
        return best.move

    # Dice.

    def _rolls(self, state: KingOfTokyo, seat: int, left: int) -> list[Option]:
        """Return all sets of dice that may be taken up with their chances; the empty set comes first."""
        dice: int = state.dice
        rolls = roll_tables_of(size(dice))
        hopes = self._hopes(state, seat, rolls, left)[left - 1]
        everything = rolls.place[dice]
        lies = everything - rolls.full
        options = [Option(NO, [ends[lies] for ends in self._ends])]
        for kept in rolls.kept[lies]:
            if kept != everything:
                options.append(Option(dice - rolls.all[kept], [each[kept] for each in hopes]))
        return options

    def _hopes(self, state: KingOfTokyo, seat: int, rolls: RollTables, left: int) -> list[list[list[float]]]:
        """Return the chances of each seat if the dice of a handful are kept and the others rolled, with one
        roll left, with two, and so on up to `left`."""
        start = state.clone()
        start.dice = 0
        start.rolls_used = 0
        key = start.position_key()
        if key != self._asked:
            self._ends = self._all_ends(state, seat, rolls)
            # Results found in a hurry are not good enough for the rest of the turn.
            self._asked = b"" if self._stopped else key
        hopes = [rolls.hopes(ends) for ends in self._ends]
        stages = [hopes]
        while len(stages) < left:
            if self._is_simple(seat):
                best = usually_kept(self._thumb, start, seat, rolls, len(stages))
            else:
                best = rolls.best_kept(hopes[seat])
            hopes = [rolls.hopes([each[place] for place in best]) for each in hopes]
            stages.append(hopes)
        return stages

    def _is_simple(self, seat: int) -> bool:
        return seat < len(self.simple) and self.simple[seat]

    def _all_ends(self, state: KingOfTokyo, seat: int, rolls: RollTables) -> list[list[float]]:
        """Return the chances of each seat for each final set of dice; calculated once for a whole turn."""
        me = state.monsters[seat]
        alike = self.brief or not heeds_numbers(state, me)
        hearts = useful_hearts(me)
        # A round costs the same in any sample; a look at the next turn would take far longer.
        worlds = FEW_WORLDS if self.rounds and self._is_round(state, seat + 1) else 1
        known: dict[int, int] = {}
        cases: list[list[End]] = []
        case_of: list[int] = []
        for place in range(rolls.full, len(rolls.all)):
            dice = rolls.all[place]
            brings = effect(dice, hearts) if alike else dice
            case = known.get(brings, -1)
            if case < 0:
                case = len(cases)
                known[brings] = case
                cases.append(self._after_dice(state, seat, dice, worlds))
            case_of.append(case)
        found = self._expects(cases)
        return [[found[case][other] for case in case_of] for other in range(state.players)]

    # Other decisions.

    def _moves(self, state: KingOfTokyo, seat: int, moves: list[int]) -> list[Option]:
        """Return each move with the chances of the seats at the end of the turn."""
        cases: list[list[End]] = []
        for move in moves:
            ends: list[End] = []
            for number in range(WORLDS):
                world = state.turn * WORLDS + number
                self._rng.restart(world, 0)
                after = state.resample_hidden(seat, self._rng)
                after.move(seat, move)
                ends.append(self._settle(after, state.turn, world, self._purchases))
            cases.append(ends)
        found = self._expects(cases)
        return [Option(move, found[index]) for index, move in enumerate(moves)]

    # The end of a turn.

    def _expects(self, cases: list[list[End]]) -> list[list[float]]:
        """Return the chances of each seat in each case, whose ends are equally likely. All are judged by what
        comes after them, or none if time runs out: cases judged in two ways cannot be compared."""
        after = self._after
        found: list[list[float]] = []
        end = first_open(cases)
        if self.rounds and end is not None and self._is_round(end, end.active):
            found = self._play_on(cases)
        elif self.further and after is not None:
            found = self._look_at_next(cases, after)
        return found if found else [average_of(ends) for ends in cases]

    def _is_round(self, state: KingOfTokyo, first: int) -> bool:
        """Whether several simple players have a turn before anybody else, from that seat on."""
        turns = 0
        for ahead in range(state.players):
            seat = (first + ahead) % state.players
            if state.monsters[seat].health > 0:
                if not self._is_simple(seat):
                    break
                turns += 1
        return turns > 1

    def _play_on(self, cases: list[list[End]]) -> list[list[float]]:
        """Try many rounds after each case, with the same dice for all, as the moves of simple players are
        known.

        The network judges the tables after a round; calculating the turn after it corrects the network.
        """
        totals = [[NETWORK_COUNTS * share for share in average_of(ends)] for ends in cases]
        mistakes = [[0.0] * len(total) for total in totals]
        number = max(CASES, len(cases))
        most, turns = self.rounds // number + 1, self.turns // number + 1 if self.turns else 0
        tried = 0
        while tried < most:
            tables = [self._after_round(ends[tried % len(ends)].state, tried) for ends in cases]
            said = [self.value.evaluate(table) for table in tables]
            better = self._reckon(tables, said) if tried < turns else said
            yield_gil()
            if self._stopped:
                break
            for index, shares in enumerate(said):
                add(totals[index], shares, 1.0)
                add(mistakes[index], better[index], 1.0)
                add(mistakes[index], shares, -1.0)
            tried += 1
        for total, mistake in zip(totals, mistakes, strict=True):
            scale(total, 1 / (NETWORK_COUNTS + tried))
            add(total, mistake, 1 / (NETWORK_IS_RIGHT + min(tried, turns)))
        return totals

    def _reckon(self, tables: list[KingOfTokyo], said: list[list[float]]) -> list[list[float]]:
        """Return the chances at each table by calculating the turn that begins there, else those in
        `said`."""
        found: list[list[float]] = []
        for table, shares in zip(tables, said, strict=True):
            after = None if self._stopped or not starts_turn(table) else self._after
            found.append(after.expects(table) if after is not None else shares)
            yield_gil()
        return found

    def _after_round(self, start: KingOfTokyo, world: int) -> KingOfTokyo:
        """Return the table once all simple players have had their turns. `world` selects the dice."""
        state = start.clone()
        last = start.turn + start.players
        turn: i64 = -1
        rolls = 0
        while (actor := state.current_player()) != TERMINAL:
            if state.turn != turn:
                turn = state.turn
                rolls = 0
                if turn >= last or not self._is_simple(state.active):
                    break
            if actor == CHANCE:
                # Each roll has random dice of its own, so that they stay the same after ends that differ.
                rolls += 1
                self._rng.restart(world, int(turn) * ROLLS + rolls)
                state.move(CHANCE, state.sample_outcome(self._rng))
            elif self._is_simple(actor):
                state.move(actor, self._thumb.choose(state, actor, self._rng))
            elif state.phase == s.YIELD:
                state = self._best_of(state, actor, turn, world, 0).state
            else:
                state.move(actor, self.bot.choose(state, actor, self._rng))
        return state

    def _look_at_next(self, cases: list[list[End]], after: "Solver") -> list[list[float]]:
        """Judge all cases by the turn after them, with all its dice."""
        found: list[list[float]] = []
        for ends in cases:
            judged: list[list[float]] = []
            for end in ends:
                if self._stopped:
                    return []
                judged.append(after.expects(end.state) if starts_turn(end.state) else end.expects)
                yield_gil()
            found.append(average(judged))
        return found

    def _after_dice(self, state: KingOfTokyo, seat: int, dice: int, worlds: int) -> list[End]:
        """Return the possible ends of the turn if these are the final dice."""
        ends: list[End] = []
        for number in range(worlds):
            after = state.clone()
            after.dice = dice
            after.rolls_used = after.monsters[seat].rolls(after.tables)
            after.move(seat, NO)
            world = state.turn * WORLDS + number
            ends.append(self._settle(after, state.turn, world, self._purchases))
            if not ends[0].revealed:
                break
        return ends

    def _settle(self, state: KingOfTokyo, turn: i64, world: i64, purchases: int) -> End:
        """Play on to the end of the turn: those who may yield or buy do what is best for them. `world`
        selects the cards revealed."""
        draws = 0
        while True:
            actor = state.current_player()
            if actor == TERMINAL or state.turn != turn:
                return End(state, self.value.evaluate(state), draws > 0)
            if actor == CHANCE:
                # The cards revealed depend on the turn alone: whoever is asked again decides the same.
                draws += 1
                self._rng.restart(world, draws)
                state.move(CHANCE, state.sample_outcome(self._rng))
            elif self._is_simple(actor):
                state.move(actor, self._thumb.choose(state, actor, self._rng))
            elif state.phase == s.YIELD:
                return self._best_of(state, actor, turn, world, purchases)
            elif state.phase == s.BUY and purchases:
                return self._best_of(state, actor, turn, world, purchases - 1)
            else:
                state.move(actor, self.bot.choose(state, actor, self._rng))

    def _best_of(self, state: KingOfTokyo, actor: int, turn: i64, world: i64, purchases: int) -> End:
        best: End | None = None
        revealed = False
        for move in state._legal_actions(actor):
            if move < BUYS_FROM:
                after = state.clone()
                after.move(actor, move)
                found = self._settle(after, turn, world, purchases)
                revealed = revealed or found.revealed
                if best is None or found.expects[actor] > best.expects[actor]:
                    best = found
        assert best is not None
        best.revealed = revealed
        return best


def starts_turn(state: KingOfTokyo) -> bool:
    """Whether a turn begins whose dice can all be calculated."""
    return state.current_player() != TERMINAL and state.phase == s.ROLL and state.rolling <= MOST_DICE


def average_of(ends: list[End]) -> list[float]:
    return average([end.expects for end in ends])


def add(total: list[float], shares: list[float], times: float) -> None:
    for seat, share in enumerate(shares):
        total[seat] += times * share


def scale(total: list[float], times: float) -> None:
    for seat in range(len(total)):
        total[seat] *= times


def first_open(cases: list[list[End]]) -> KingOfTokyo | None:
    """Return the first end after which the game goes on."""
    for ends in cases:
        for end in ends:
            if end.state.current_player() != TERMINAL:
                return end.state
    return None


def heeds_numbers(state: KingOfTokyo, me: Monster) -> bool:
    """Whether a card in play depends on which numbers the dice show, and not only on the points for them."""
    for held in me.hand:
        power = held.power
        if power.reads_numbers() or power.changes_to(me, held) or power.rolls_again(me, held) != NO_DICE:
            return True
    for other in state.monsters:
        for held in other.hand:
            if held.power.rerolls_others(held):
                return True
    for kind in state.display:
        # A card bought now comes too late for these dice, unless they earn another turn by it.
        if kind != s.NOTHING and state.card(kind).grants_turn(ALL_ONES):
            return True
    return False


def useful_hearts(me: Monster) -> i64:
    """Return how many hearts the monster has a use for."""
    if me.giving_card() is not None:
        return FULL
    return 0 if me.in_tokyo else me.max_health - me.health + me.shrink + me.poison


def effect(dice: i64, hearts: i64) -> i64:
    """Return the effect of the dice as one number; hearts count only as far as they are useful."""
    points: i64 = triple_points(dice)
    shown = min(dice >> HEART_AT & FULL, hearts)
    return ((points << BITS | dice >> CLAW_AT & FULL) << BITS | dice >> ENERGY_AT & FULL) << BITS | shown
