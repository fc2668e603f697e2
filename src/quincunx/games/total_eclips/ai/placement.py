"""A bot's placing of its cores and tokens: the value of each place, and the gain by more pieces there."""

from mypy_extensions import i64

from quincunx.games.total_eclips.ai.knapsack import MOST_FLOPS
from quincunx.games.total_eclips.ai.parameters import REROLL_WORTH, STAGES, Parameters
from quincunx.games.total_eclips.ai.seat_evaluation import SMALL, SeatEvaluation
from quincunx.games.total_eclips.cards import Project
from quincunx.games.total_eclips.codes import DONE, LAY, lay, put
from quincunx.games.total_eclips.cores import MOST_ROLLED, Sums
from quincunx.games.total_eclips.odds import sums, waiting
from quincunx.games.total_eclips.places import ALGORITHMS, MEMBERS, NO_CARD, UNLOCK
from quincunx.games.total_eclips.rules.placing import place, placed_on, token_places
from quincunx.games.total_eclips.state import Position, Side


class Spot:
    """One place as a player judges it: the pieces there, and the gain by more of them.

    It stays valid until another piece is put there; the pieces on other places do not matter.
    """

    def __init__(self, view: SeatEvaluation, place: int, ends: bool) -> None:
        self.view = view
        self.place = place
        self.ends = ends
        """Whether it is an End of Stage card: all tokens that could help there are counted as laid."""
        self.stale = True
        self.kinds: list[int] = []
        """The cores that wait there."""
        self.room: i64 = 0
        self.flops = 0
        """FLOPS there that do not depend on the roll; `laid` are the re-rolls. `fixed` and `rerolls` are both
        with the tokens that are only counted as laid."""
        self.laid = 0
        self.fixed = 0
        self.rerolls = 0
        self.rolls = view.parts.sums
        self.worth_now = 0.0
        self.tried: list[i64] = []
        """The cores last tried, the weakest first and the strongest first; `rates` has the rate of each."""
        self.rates: list[float] = []
        self.gains: list[float] = []
        """The value of each kind of token there, once asked for."""

    def worth(self, rolls: Sums, fixed: int, cores: int) -> float:
        """Return the value of the place with such a roll of that many cores."""
        raise NotImplementedError

    def look(self, side: Side) -> None:
        """Read the pieces that are there now."""
        parts = side.parts
        self.stale = False
        self.kinds = waiting(side, self.place)
        self.room = side.room(self.place)
        self.flops = side.total(self.place)
        self.laid = side.rerolls_on(self.place) if side.laid_on[self.place] else 0
        self.fixed = self.flops
        self.rerolls = self.laid
        if self.ends:
            for token, part in enumerate(parts.tokens):
                if side.tokens[token] and part.needs < 0 and part.fits_set >> self.place & 1:
                    self.fixed += side.tokens[token] * part.flops
                    self.rerolls += side.tokens[token] * part.rerolls
        self.rolls = sums(parts, self.kinds, self.rerolls)
        self.worth_now = self.worth(self.rolls, self.fixed, len(self.kinds))
        self.tried = [0, 0]
        self.rates = [0.0, 0.0]
        self.gains = []

    def rate(self, hand: "Hand", way: int) -> float:
        """Return the best value for each unit of power, adding one to all cores in the hand that fit."""
        tried = hand.code & ((1 << 3 * self.room) - 1)
        if tried != self.tried[way]:
            self.tried[way] = tried
            self.rates[way] = self.rate_of(hand.cores)
        return self.rates[way]

    def rate_of(self, cores: list[int]) -> float:
        power = self.view.power
        lying = len(self.kinds)
        again = self.rerolls - lying
        rolls = self.rolls
        best = 0.0
        spent = self.view.parameters.effort
        for added in range(min(self.room, len(cores))):
            kind = cores[added]
            spent += power[kind]
            rolls = rolls.add(kind, added < again)
            rate = (self.worth(rolls, self.fixed, lying + added + 1) - self.worth_now) / spent
            if rate > best:
                best = rate
        return best

    def gain(self, token: int, side: Side) -> float:
        """Return the gain by a token there."""
        if not self.gains:
            self.gains = [self.token_worth(token, side) for token in range(len(side.tokens))]
        return self.gains[token]

    def token_worth(self, token: int, side: Side) -> float:
        part = side.parts.tokens[token]
        if not side.tokens[token] or not part.fits_set >> self.place & 1:
            return 0.0
        if part.needs >= 0 and not side.uses(part.needs, self.place):
            return 0.0
        if part.wins_ties:
            return SMALL * 2
        cores = len(self.kinds)
        rerolls = part.rerolls if cores else 0
        if part.flops == 0 and rerolls == 0:
            return 0.0
        rolls = sums(side.parts, self.kinds, self.laid) if self.ends else self.rolls
        more = sums(side.parts, self.kinds, self.laid + rerolls) if rerolls else rolls
        before = self.worth(rolls, self.flops, cores) if self.ends else self.worth_now
        after = self.worth(more, self.flops + part.flops, cores)
        if self.ends:
            # The cores there were chosen with all tokens in mind, even if one alone changes nothing.
            return after - before + part.flops + REROLL_WORTH * rerolls
        return after - before


class ProjectSpot(Spot):
    """A project: its reward, and a share in its bonus and the Trust on it."""

    def __init__(self, view: SeatEvaluation, place: int, state: Position, project: Project) -> None:
        super().__init__(view, place, project.end)
        self.need = project.need
        # Opponents are expected too, about as strong as the card asks.
        parameters = view.parameters
        stage = view.stage
        self.rivals = (state.players - 1) * parameters.rivals[stage] * project.need
        self.unsure = parameters.unsure
        self.high = view.reward(project.high_trust, project.high_clips)
        self.lying = state.lying[place] * view.trust_worth
        self.low = 0.0
        self.won = 0.0
        self.progress = 0.0
        self.loses = False
        if project.end:
            # No new projects come while the card lies, so the game needs it done.
            self.progress = parameters.progress[stage] + parameters.waited * state.lying[place]
            if parameters.lead[stage]:
                self.progress += parameters.lead[stage] * lead_of(state, view.side) / 10
            self.loses = loses_by(state, view, project)
        else:
            self.low = view.reward(project.low_trust, project.low_clips)
            self.won = project.worth(view.side, view.worths) + self.lying

    def worth(self, rolls: Sums, fixed: int, cores: int) -> float:
        if not cores or self.loses:
            return 0.0
        met = rolls.reaches(self.need - fixed)
        mean = fixed + rolls.mean
        win = mean / (mean + self.rivals + self.unsure)
        if self.ends:
            return met * (self.high + win * self.lying + self.progress)
        return self.low + met * (self.high - self.low) + win * self.won


def lead_of(state: Position, side: Side) -> int:
    """Return how many steps a player is ahead of the next one, or behind the first one."""
    positions = sorted([other.position for other in state.sides])
    return side.position - (positions[-2] if side.position == positions[-1] else positions[-1])


def loses_by(state: Position, view: SeatEvaluation, project: Project) -> bool:
    """Whether the game would end with this card while another is too far ahead."""
    if project.stage + 1 < state.parts.stages or state.round > view.parameters.patience:
        return False
    mine = view.side.position + project.high_clips + view.parameters.catch_up
    for other in state.sides:
        if other.position > mine:
            return True
    return False


class AlgorithmSpot(Spot):
    """An algorithm: the value of what its FLOPS can buy."""

    def __init__(self, view: SeatEvaluation, place: int) -> None:
        super().__init__(view, place, False)
        parameters = view.parameters
        self.share = (parameters.early if view.stage < STAGES // 2 else parameters.late)[place - UNLOCK]

    def worth(self, rolls: Sums, fixed: int, cores: int) -> float:
        most = min(fixed + len(rolls.chances) - 1, MOST_FLOPS)
        shop = self.view.shop(self.place, most)
        flops: i64 = fixed
        total = 0.0
        for chance in rolls.chances:
            total += chance * shop[min(flops, MOST_FLOPS)]
            flops += 1
        return total * self.share


class Hand:
    """The free cores that are put on a place first, as many as any place takes."""

    def __init__(self, free: list[int], order: list[int]) -> None:
        self.cores: list[int] = []
        self.code: i64 = 0
        """The cores as a number: three bits for each, the first lowest."""
        shift: i64 = 0
        for kind in order:
            for _ in range(free[kind]):
                if shift == 3 * MOST_ROLLED:
                    return
                self.cores.append(kind)
                self.code |= (kind + 1) << shift
                shift += 3


class Placing:
    """A player's placing in one round, move after move."""

    def __init__(self, state: Position, seat: int, parameters: Parameters) -> None:
        self.parts = state.parts
        self.cards = state.cards
        self.lying = state.lying
        self.round = state.round
        self.stage = state.stage
        self.positions = [side.position for side in state.sides]
        self.first = state.sides[seat].clone()
        """The side before the first move; `side` is as it should be now."""
        self.side = self.first.clone()
        self.moves: list[int] = []
        """All moves that were found; `made` says how many of them are made."""
        self.made = 0
        self.view = view = SeatEvaluation(state, self.first, parameters)
        self.weakest_first = view.weakest_first()
        self.strongest_first = self.weakest_first[::-1]
        self.spots: list[Spot | None] = []
        for where, card in enumerate(state.cards):
            project = state.parts.projects[card]
            self.spots.append(None if card == NO_CARD else ProjectSpot(view, where, state, project))
        for algorithm in range(ALGORITHMS):
            self.spots.append(AlgorithmSpot(view, UNLOCK + algorithm))

    def fits(self, state: Position, seat: int) -> bool:
        """Whether the table is as it should be now, or again as it was before the first move."""
        side = state.sides[seat]
        first = self.first
        # Lists that are replaced when they change need not be compared further.
        if (
            state.cards is not self.cards
            or state.lying is not self.lying
            or side.locked is not first.locked
            or side.supply is not first.supply
            or side.freed is not first.freed
            or side.freed_kinds is not first.freed_kinds
            or side.rolled is not first.rolled
            or side.rolling is not first.rolling
            or state.parts is not self.parts
            or state.round != self.round
            or state.stage != self.stage
            or side.trust != first.trust
            or len(state.sides) != len(self.positions)
        ):
            return False
        for index, other in enumerate(state.sides):
            if other.position != self.positions[index]:
                return False
        if same_pieces(side, self.side):
            return True
        if not same_pieces(side, first):
            return False
        self.side = first.clone()
        self.made = 0
        return True

    def move(self) -> int:
        """Return the next move."""
        if self.made == len(self.moves):
            self.moves.append(self.find())
        move = self.moves[self.made]
        if move != DONE:
            self.made += 1
            place(self.side, move)
        return move

    def find(self) -> int:
        """Return the first core of the best package for a place; if no package pays, a token; then DONE."""
        best = DONE
        best_rate = SMALL
        hands = [
            Hand(self.side.spent, self.weakest_first),
            Hand(self.side.spent, self.strongest_first),
        ]
        for spot in self.spots:
            if spot is None:
                continue
            if spot.stale:
                spot.look(self.side)
            if not spot.room or not hands[0].cores:
                continue
            for way, hand in enumerate(hands):
                rate = spot.rate(hand, way)
                if rate > best_rate:
                    best_rate = rate
                    best = put(hand.cores[0], spot.place)
        if best == DONE:
            best = self.token()
        self.note(best)
        return best

    def note(self, move: int) -> None:
        """Mark the place of a move as out of date."""
        if move == DONE:
            return
        changed = placed_on(move)
        for spot in self.spots:
            # On an End of Stage card the tokens in the hand count.
            if spot is not None and (spot.place == changed or (spot.ends and move >= LAY)):
                spot.stale = True

    def token(self) -> int:
        """Return the move that lays a token where it helps most."""
        best = DONE
        most = SMALL
        takers = token_places(self.side)
        for token, count in enumerate(self.side.tokens):
            if not count:
                continue
            for where in MEMBERS[takers & self.parts.tokens[token].fits_set]:
                spot = self.spots[where]
                assert spot is not None
                gain = spot.gain(token, self.side)
                if gain > most:
                    most = gain
                    best = lay(token, where)
        return best


def same_pieces(side: Side, other: Side) -> bool:
    """Whether the same cores and tokens are free, and the others lie on the same places."""
    return (
        side.spent == other.spent
        and side.placed == other.placed
        and side.tokens == other.tokens
        and side.laid == other.laid
    )
