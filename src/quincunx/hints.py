"""Advice: what a seat might do now and why, and why a bot did what it did.

Both come from a search, or from a bot that weighs its moves. It is given what the one who asks may know, and
nothing else: so advice cannot tell a secret, neither by its words nor by its choice.
"""

from typing import TYPE_CHECKING, NamedTuple

from quincunx import thought
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.core.voice import Look, Voice, count, listed, percent
from quincunx.thought import ADVICE, Considered, Task, Thought

if TYPE_CHECKING:
    from quincunx.match import Match

MOST_HINTS = 3
MOST_CONSIDERED = 5
"""How many plans are told of when a bot says why."""
MOST_MOVES = 5
"""How many moves of a plan a hint names."""
FEWEST = 8
"""From fewer tries than this nobody is told how often they would win."""


class Hint(NamedTuple):
    """Something to do, with its reason."""

    moves: list[str]
    """The moves of the plan by name; the first is to be made now."""
    reason: str
    expects: str
    """What you can expect of it, in words."""

    @property
    def sentence(self) -> str:
        next_ones = [f"`{move}`" for move in self.moves[1:MOST_MOVES]]
        if len(self.moves) > MOST_MOVES:
            next_ones.append("more")
        then = f", then {listed(next_ones)}" if next_ones else ""
        why = f": {self.reason}" if self.reason else ""
        return f"`{self.moves[0]}`{then}{why}. {self.expects}".strip()


class Tried(NamedTuple):
    """A plan that a bot has considered."""

    moves: list[str]
    visits: int
    expects: str
    """What every seat can expect of it, in words."""
    chosen: bool
    """Whether it is known to be the plan that was followed."""

    @property
    def sentence(self) -> str:
        mark = " (chosen)" if self.chosen else ""
        moves = listed([f"`{move}`" for move in self.moves[:MOST_MOVES]])
        return f"{moves}{mark}: {self.words}."

    @property
    def words(self) -> str:
        """What came of it."""
        tries = f"tried {count(self.visits, 'time')}; " if self.visits else ""
        return f"{tries}{self.expects}"


class Why(NamedTuple):
    """Why a bot did what it did."""

    words: str
    tried: list[Tried]


# --- hints


def may_take(match: "Match", allowed: bool | None = None) -> bool:
    """Whether hints may be taken: as the table says, or else if there is only one person."""
    if allowed is not None:
        return allowed
    return sum(not player.bot for player in match.seats) == 1


def hint_task(match: "Match", seat: int) -> Task:
    """What is to be thought over before there are hints; IllegalMove if the seat has nothing to decide."""
    if seat not in match.state.actors():
        raise IllegalMove("There is nothing for you to decide now.")
    return thought.task(match, seat, ADVICE, _seed(match))


def _seed(match: "Match") -> str:
    """Nothing that dice are made of, nor how many moves others have made in secret."""
    return f"advice {match.state.turns()} {len(match.take_backs)}"


def hints(match: "Match", seat: int, thoughts: Thought | None = None, look: Look | None = None) -> list[Hint]:
    """The two or three best moves of a seat, the best one first. Without `thoughts` it thinks first."""
    thoughts = thoughts or thought.think(hint_task(match, seat))
    voice = match.voice(seat, look)
    state = believed(match, match.state, seat)
    found: list[Hint] = []
    for plan in _different(thoughts.considered)[:MOST_HINTS]:
        reason = match.game.reason(state, seat, plan.moves, voice).rstrip(".")
        found.append(Hint(names(match, state, seat, plan.moves), reason, _yours(match, seat, plan)))
    return found


def _different(plans: list[Considered]) -> list[Considered]:
    """Plans that begin with different moves, and are not the same moves in another order."""
    found: list[Considered] = []
    for plan in plans:
        if not any(plan.moves[0] == other.moves[0] or _same_moves(plan, other) for other in found):
            found.append(plan)
    return found


def _same_moves(plan: Considered, other: Considered) -> bool:
    return sorted(plan.moves) == sorted(other.moves)


def believed(match: "Match", state: State, seat: int) -> State:
    """The position as far as the seat may know it, always made up alike."""
    return thought.believed(match, state, seat, _seed(match))


def names(match: "Match", state: State, seat: int, moves: list[int]) -> list[str]:
    """The moves of a plan by name, as far as they can be made one after the other."""
    found: list[str] = []
    after = state.clone()
    for move in moves:
        if not after.legal(seat, move):
            break
        found.append(match.game.say(after, seat, move))
        after.move(seat, move)
    return found


def _yours(match: "Match", seat: int, plan: Considered) -> str:
    if not plan.expects:
        return "It is your only move."
    if 0 < plan.visits < FEWEST:
        return ""
    if len(plan.expects) == 1:
        return f"About {abs(plan.expects[0]):.1f} {match.game.header.score} in all."
    return f"You win {percent(plan.expects[seat])}."


def chances(match: "Match", seat: int, look: Look | None = None) -> list[str]:
    """How likely is what a seat hopes for or fears while it chooses."""
    if seat not in match.state.actors():
        return []
    return match.game.chances(believed(match, match.state, seat), seat, match.voice(seat, look))


# --- why


def before(match: "Match", steps: int) -> State:
    """The position after the first steps."""
    state: State = match.game.new(len(match.seats), match.numbers)
    for step in match.steps[:steps]:
        state.move(step.seat, step.action)
    return state


def known_thought(match: "Match", number: int, asker: int) -> tuple[int, Thought] | None:
    """What a bot has thought before its move of that number, from 0, and after how many steps it did; None
    if nobody knows any more, the asker may not, or it has compared nothing."""
    kept = match.thoughts.of(number) if _knows_all(match, asker) else None
    return kept if kept is not None and any(plan.expects for plan in kept[1].considered) else None


def _knows_all(match: "Match", asker: int) -> bool:
    """Whether nothing of the match is hidden from the asker."""
    return match.over or not match.game.header.secrets or not match.state.hides(asker)


def why_task(match: "Match", number: int, asker: int) -> Task:
    """A bot's decision as the asker could have seen it, to be thought over again."""
    step = match.steps[number]
    if step.seat == CHANCE or not match.seats[step.seat].bot:
        raise IllegalMove("Only a bot can be asked why.")
    state = before(match, number)
    if match.over:
        asker = step.seat
    # What the asker may not know is made up first; what the bot may not know, by the search.
    position = match.game.to_dict(believed(match, state, asker))
    return Task(match.game.name, match.variant, position, step.seat, ADVICE, _seed(match))


def why(
    match: "Match", number: int, asker: int, thoughts: Thought | None = None, look: Look | None = None
) -> Why:
    """Why a bot made its move of that number, from 0. `thoughts` come from `why_task`; without them it is
    what the bot has thought, or is thought over now."""
    step, who = match.steps[number], match.seats[match.steps[number].seat].name
    kept = known_thought(match, number, asker) if thoughts is None else None
    if kept is not None:
        begun, thoughts = kept
        state = before(match, begun)
        opening = f"{who} compared {count(thoughts.compared or len(thoughts.considered), 'plan')}"
    else:
        begun = number
        thoughts = thoughts or thought.think(why_task(match, number, asker))
        state = believed(match, before(match, number), step.seat if match.over else asker)
        opening = f"Thought over again: {count(len(thoughts.considered), 'plan')}"
    if not any(plan.expects for plan in thoughts.considered):
        return Why(f"{who} had no other move.", [])
    tries = sum(plan.visits for plan in thoughts.considered)
    how = f"in {count(tries, 'game')} played on" if tries else "by reckoning what each can bring"
    voice, seat = match.voice(asker, look), step.seat
    chosen = _chosen(match, thoughts, begun, asker)
    tried = [
        Tried(
            names(match, state, seat, plan.moves), plan.visits, _everybody(match, plan, voice), plan is chosen
        )
        for plan in thoughts.considered[:MOST_CONSIDERED]
        if state.legal(seat, plan.moves[0])
    ]
    return Why(f"{opening}, {how}.", tried)


def _chosen(match: "Match", thoughts: Thought, begun: int, asker: int) -> Considered | None:
    """The best plan that begins with the move that was made. Where the asker may not know that move,
    nothing tells which it is."""
    if not _knows_all(match, asker):
        return None
    made = match.steps[begun].action
    return next((plan for plan in thoughts.considered if plan.moves[0] == made), None)


def _everybody(match: "Match", plan: Considered, voice: Voice) -> str:
    if not plan.expects:
        return ""
    if len(plan.expects) == 1:
        return f"about {abs(plan.expects[0]):.1f} {match.game.header.score} in all"
    # What was reckoned is told more exactly: where many play, moves differ by less than 1%.
    told = [percent(share) if plan.visits else f"{share:.1%}" for share in plan.expects]
    shares = [f"{voice.whom(seat)} {share}" for seat, share in enumerate(told)]
    return f"chance to win: {', '.join(shares)}"
