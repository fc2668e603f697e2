"""Advice: what a seat might do now and why, and why a bot did what it did.

Both come from a search, or from a bot that weighs its moves. It is given what the one who asks may know, and
nothing else: so advice cannot tell a secret, neither by its words nor by its choice.
"""

from typing import TYPE_CHECKING, NamedTuple

from quincunx.bots.search import LONGEST
from quincunx.core.event import Event
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.match.undo import inherited_moves
from quincunx.text.grammar import Look, Voice, count, listed, percent
from quincunx.thinking import protocol
from quincunx.thinking.protocol import ADVICE, SearchLine, SearchRequest, SearchResult

if TYPE_CHECKING:
    from quincunx.match.match import Match

MOST_HINTS = 3
MOST_CONSIDERED = 5
"""How many plans are told of when a bot says why."""
MOST_MOVES = 5
"""How many moves of a plan a hint names."""
FEWEST = 8
"""From fewer tries than this nobody is told how often they would win."""
WORTH_UNDOING = 0.02
"""To undo what one has done is advised only if it wins so much more often than any plan that goes on."""
FAINT = 0.001
"""What never happened in all tries may yet happen, but hardly more often than this."""


class Hint(NamedTuple):
    """Something to do, with its reason."""

    moves: list[str]
    """The moves of the plan by name; the first is to be made now."""
    reason: str
    expects: str
    """What you can expect of it, in words."""
    assumption: str = ""
    """What these words suppose of those who play on; empty if it was reckoned with who sits there."""
    undoes: str = ""
    """What it undoes of what was done already, and does instead, in words."""

    @property
    def sentence(self) -> str:
        if self.undoes:
            return f"{self.undoes[0].upper()}{self.undoes[1:]}: {self.reason}. {self.expects}".strip()
        then = f", then {_listed(self.moves[1:], MOST_MOVES - 1)}" if self.moves[1:] else ""
        why = f": {self.reason}" if self.reason else ""
        return f"`{self.moves[0]}`{then}{why}. {self.expects}".strip()

    @property
    def first_actions(self) -> list[str]:
        """What one press does: the first move. What is undone is also done anew, and can be looked at before
        the last move."""
        return (self.undoes and self.moves[:-1]) or self.moves[:1]


class Tried(NamedTuple):
    """A plan that a bot has considered."""

    moves: list[str]
    visits: int
    expects: str
    """What every seat can expect of it, in words."""
    chosen: bool
    """Whether it is known to be the plan that was followed."""
    aside: str = ""
    """What the first move's name leaves to the eyes: the board has changed since."""

    @property
    def sentence(self) -> str:
        return f"{_listed(self.moves, MOST_MOVES)}{self.mark}: {self.words}."

    @property
    def mark(self) -> str:
        told = [self.aside] * bool(self.aside) + ["chosen"] * self.chosen
        return f" ({'; '.join(told)})" if told else ""

    @property
    def words(self) -> str:
        """What came of it."""
        tries = f"tried {_many(self.visits, 'time')}; " if self.visits else ""
        return f"{tries}{self.expects}"


def _listed(moves: list[str], most: int) -> str:
    """The first moves of a plan by name, and whether there are more."""
    return listed([*[f"`{move}`" for move in moves[:most]], *["more"] * (len(moves) > most)])


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


def hint_task(match: "Match", seat: int) -> SearchRequest:
    """What is to be thought over before there are hints; IllegalMove if the seat has nothing to decide."""
    if seat not in match.state.players_to_move():
        raise IllegalMove("There is nothing for you to decide now.")
    return protocol.task(match, seat, ADVICE, _seed(match))


def _seed(match: "Match") -> str:
    """Nothing that dice are made of, nor how many moves others have made in secret."""
    return f"advice {match.state.turns()} {len(match.take_backs)}"


def hints(
    match: "Match", seat: int, thoughts: SearchResult | None = None, look: Look | None = None
) -> list[Hint]:
    """The two or three best moves of a seat, the best one first. Without `thoughts` it thinks first."""
    thoughts = thoughts or protocol.think(hint_task(match, seat))
    voice = match.voice(seat, look)
    state = believed(match, match.state, seat)
    found: list[Hint] = []
    best, *others = _different(_in_order(_going_on(match, state, seat, thoughts.considered), seat))
    for plan in [best, *_worth_telling(others)]:
        reason = match.game.reason(state, seat, plan.moves, voice).rstrip(".")
        told = names(match, state, seat, plan.moves)
        undoes = match.game.plan_undoes(state, seat, plan.moves)
        found.append(Hint(told, reason, _yours(match, seat, plan, best), _supposes(plan), undoes))
    return found


def _going_on(match: "Match", state: State, seat: int, plans: list[SearchLine]) -> list[SearchLine]:
    """Plans without detours, and only those that go on from what the seat has done already. The one that was
    decided on may undo it, if that is worth it."""
    game, plans = match.game, _straight(match, state, seat, plans)
    first, going_on = plans[0], [plan for plan in plans if not game.plan_undoes(state, seat, plan.moves)]
    if first in going_on or not going_on:
        return going_on or [first]
    # Plans come in order of how often they were tried, which is no advice.
    going_on.sort(key=lambda plan: _promise(plan, seat), reverse=True)
    best = going_on[0]
    compared = _has_number(first) and _has_number(best)
    worth = compared and first.expects[seat] >= best.expects[seat] + WORTH_UNDOING
    return [first, *going_on] if worth else going_on


def _straight(match: "Match", state: State, seat: int, plans: list[SearchLine]) -> list[SearchLine]:
    """The same plans without detours."""
    return [
        SearchLine(match.game.simplify_plan(state, seat, plan.moves), plan.visits, plan.expects)
        for plan in plans
    ]


def opening(found: list[Hint]) -> str:
    """What stands above hints: what their numbers suppose, if anything."""
    supposes = next((hint.assumption for hint in found if hint.assumption), "")
    return f"The best moves, {supposes}:" if supposes else ""


def _supposes(plan: SearchLine) -> str:
    if not _has_number(plan):
        return ""
    if len(plan.expects) == 1:
        return f"if you go on {'by rules of thumb' if plan.visits else 'as the house would'}"
    if not plan.visits:
        return ""
    return f"if the other{' plays' if len(plan.expects) == 2 else 's play'} by rules of thumb"


def _in_order(plans: list[SearchLine], seat: int) -> list[SearchLine]:
    """The plan that was decided on, then the others by what they promise; last those tried too seldom."""
    return [plans[0], *sorted(plans[1:], key=lambda plan: _promise(plan, seat), reverse=True)]


def _promise(plan: SearchLine, seat: int) -> tuple[bool, float]:
    return _has_number(plan), plan.expects[seat] if plan.expects else 0.0


def _has_number(plan: SearchLine) -> bool:
    """Whether it was reckoned, or tried often enough, to say what it promises."""
    return bool(plan.expects) and (plan.visits == 0 or plan.visits >= FEWEST)


def _worth_telling(others: list[SearchLine]) -> list[SearchLine]:
    """Plans beside the best. Those that were hardly tried only fill up; those never tried are no advice."""
    tried = [plan for plan in others if plan.expects]
    return sorted(tried, key=_has_number, reverse=True)[: MOST_HINTS - 1]


def _different(plans: list[SearchLine]) -> list[SearchLine]:
    """Plans that begin with different moves, and are not the same moves in another order."""
    found: list[SearchLine] = []
    for plan in _distinct(plans):
        if all(plan.moves[0] != other.moves[0] for other in found):
            found.append(plan)
    return found


def _distinct(plans: list[SearchLine], most: int = LONGEST) -> list[SearchLine]:
    """Plans without those that are the same moves as an earlier one, in another order. Only the first moves
    count, up to `most`."""
    found: dict[tuple[int, ...], SearchLine] = {}
    for plan in plans:
        found.setdefault(tuple(sorted(plan.moves[:most])), plan)
    return list(found.values())


def believed(match: "Match", state: State, seat: int) -> State:
    """The position as far as the seat may know it, always made up alike."""
    return protocol.believed(match, state, seat, _seed(match))


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


def _yours(match: "Match", seat: int, plan: SearchLine, best: SearchLine) -> str:
    if len(match.state.legal_actions(seat)) == 1:
        return "It is your only move."
    if not _has_number(plan):
        return ""
    # A plan that did better, but too little to be sure of it, counts as just as good.
    promise = min(plan.expects[seat], best.expects[seat])
    if len(plan.expects) == 1:
        return f"{_turns(match, promise, 'About')}."
    return f"You win {_share(plan, promise)}."


def _turns(match: "Match", promise: float, about: str) -> str:
    """What one who plays alone can expect."""
    return f"{about} {round(abs(promise), 1):g} {match.game.header.score} in all"


def _share(plan: SearchLine, share: float) -> str:
    """How often somebody wins."""
    if plan.visits:
        return percent(min(max(share, FAINT), 1 - FAINT))
    # What was reckoned is told more exactly: where many play, moves differ by less than 1%.
    return "<0.1%" if 0 < share < FAINT / 2 else f"{share:.1%}"


def _many(number: int, thing: str) -> str:
    """A number of things, of which there may be thousands."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def chances(match: "Match", seat: int, look: Look | None = None) -> list[str]:
    """How likely is what a seat hopes for or fears while it chooses."""
    if seat not in match.state.players_to_move():
        return []
    return match.game.chances(believed(match, match.state, seat), seat, match.voice(seat, look))


# --- why


def state_at(match: "Match", steps: int) -> State:
    """The position after the first steps."""
    state: State = match.game.new(len(match.seats), match.numbers)
    for step in match.steps[:steps]:
        state.move(step.seat, step.action)
    return state


def known_thought(match: "Match", number: int, asker: int) -> tuple[int, SearchResult] | None:
    """What a bot has thought before its move of that number, from 0, and after how many steps it did; None
    if nobody knows any more, the asker may not, or it has compared nothing."""
    kept = match.thoughts.of(number) if _knows_all(match, asker) else None
    return kept if kept is not None and any(plan.expects for plan in kept[1].considered) else None


def _knows_all(match: "Match", asker: int) -> bool:
    """Whether nothing of the match is hidden from the asker."""
    return match.over or not match.game.header.secrets or not match.state.has_hidden_info(asker)


def known_move(match: "Match", number: int, asker: int) -> int | None:
    """The move of that number, if the asker may know it: what they were told of it tells it apart from all
    others that could have been made, for all they know."""
    step = match.steps[number]
    if _knows_all(match, asker) or step.seat == asker:
        return step.action
    told = _first_for(asker, step.events)
    if told is None:
        return None
    world, _ = _position(match, number, asker)
    alike = [
        move
        for move in world.legal_actions(step.seat)
        if _told_of(world.clone(), step.seat, move, asker) == told
    ]
    return step.action if alike == [step.action] else None


def _first_for(asker: int, events: list[Event]) -> Event | None:
    """What the asker was told first: the move itself. What it leads to may depend on what is hidden."""
    return next((event for event in events if event.is_for(asker)), None)


def _told_of(world: State, seat: int, move: int, asker: int) -> Event | None:
    """What the asker would be told of a move."""
    world.log = []
    world.move(seat, move)
    return _first_for(asker, world.log or [])


def _position(match: "Match", number: int, asker: int) -> tuple[State, str]:
    """The position before a move and the seed of what was thought: as the bot had them, if the asker may know
    everything; or else as the asker could have seen it."""
    state = state_at(match, number)
    if not _knows_all(match, asker):
        return believed(match, state, asker), _seed(match)
    seed = f"{match.bot_seed}:bot:{number}"
    return protocol.believed(match, state, match.steps[number].seat, seed), seed


def why_task(match: "Match", number: int, asker: int) -> SearchRequest:
    """A bot's decision as the asker could have seen it, to be thought over again as that bot does. Whoever
    plays by rules of thumb, or is not ours, has compared nothing: there it is thought over as for advice."""
    step = match.steps[number]
    if step.seat == CHANCE or not match.seats[step.seat].bot:
        raise IllegalMove("Only a bot can be asked why.")
    if number < inherited_moves(match):
        raise IllegalMove("That was moved in the match before this one, and others may have sat there.")
    # What the asker may not know is made up first; what the bot may not know, by the search.
    state, seed = _position(match, number, asker)
    players = match.sitting[:]
    level = players[step.seat]
    if level not in protocol.COMPARING:
        level = players[step.seat] = ADVICE
    return SearchRequest(
        match.game.name,
        match.variant,
        match.game.to_dict(state),
        step.seat,
        level,
        seed,
        players=players,
        made=known_move(match, number, asker),
    )


def why(
    match: "Match", number: int, asker: int, thoughts: SearchResult | None = None, look: Look | None = None
) -> Why:
    """Why a bot made its move of that number, from 0. `thoughts` come from `why_task`; without them it is
    what the bot has thought, or is thought over now."""
    seat = match.steps[number].seat
    who = match.seats[seat].name
    kept = known_thought(match, number, asker) if thoughts is None else None
    begun = number
    if kept is not None:
        begun, thoughts = kept
        state = state_at(match, begun)
    else:
        thoughts = thoughts or protocol.think(why_task(match, number, asker))
        state, _ = _position(match, number, asker)
    plans = [plan for plan in thoughts.considered if state.legal(seat, plan.moves[0])]
    if not any(plan.expects for plan in plans):
        return Why(f"{who} had no other move.", [])
    compared = thoughts.compared or len(thoughts.considered)
    if kept is not None:
        words = f"{who} compared {count(compared, 'plan')}"
    else:
        words = _thought_over_again(match, number, asker, compared)
    tries = sum(plan.visits for plan in thoughts.considered)
    how = f"in {_many(tries, 'game')} played on" if tries else "by reckoning what each can bring"
    voice, chosen = match.voice(asker, look), _chosen(match, plans, begun, number, asker)
    straight = _straight(match, state, seat, plans)
    if chosen is not None:
        chosen = straight[plans.index(chosen)]
    tried = [
        Tried(
            names(match, state, seat, plan.moves),
            plan.visits,
            _everybody(match, plan, voice),
            plan is chosen,
            match.game.spoken_detail(state, seat, match.game.decode(state, seat, plan.moves[0])),
        )
        for plan in _told_in_why(straight, seat, chosen)
    ]
    return Why(f"{words}, {how}.", tried)


def _thought_over_again(match: "Match", number: int, asker: int, plans: int) -> str:
    """Whose decision it is, and the move if the asker may know it."""
    step = match.steps[number]
    who = match.seats[step.seat].name
    source = "" if _knows_all(match, asker) else " from what you may know"
    if known_move(match, number, asker) is None:
        return f"Thought over again{source}: {count(plans, 'plan')} that {who} could follow"
    return f"Thought over again{source}: {who}'s `{step.name}` and {count(plans - 1, 'other plan')}"


def _chosen(
    match: "Match", plans: list[SearchLine], begun: int, number: int, asker: int
) -> SearchLine | None:
    """The best plan that begins with the moves that were made. Where the asker may not know them, nothing
    tells which it is."""
    if known_move(match, number, asker) is None:
        return None
    seat = match.steps[number].seat
    made = [step.action for step in match.steps[begun : number + 1] if step.seat == seat]
    for length in range(len(made), 0, -1):
        for plan in _in_order(plans, seat):
            if plan.moves[:length] == made[:length]:
                return plan
    return None


def _told_in_why(plans: list[SearchLine], seat: int, chosen: SearchLine | None) -> list[SearchLine]:
    """Some of the plans that were compared, the best ones first; the chosen one is always among them."""
    first = [chosen] if chosen is not None else []
    different = _distinct([*first, *_in_order(plans, seat)], MOST_MOVES)
    shown = [plan for plan in _in_order(plans, seat) if any(plan is other for other in different)]
    if chosen is not None and all(plan is not chosen for plan in shown[:MOST_CONSIDERED]):
        return [*shown[: MOST_CONSIDERED - 1], chosen]
    return shown[:MOST_CONSIDERED]


def _everybody(match: "Match", plan: SearchLine, voice: Voice) -> str:
    if not plan.expects:
        return "not looked at"
    if len(plan.expects) == 1:
        return _turns(match, plan.expects[0], "about")
    shares = [f"{voice.whom(seat)} {_share(plan, share)}" for seat, share in enumerate(plan.expects)]
    return f"chance to win: {', '.join(shares)}"
