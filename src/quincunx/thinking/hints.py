"""Hints for a seat, and the reasons of a bot's move.

Both come from a search, or from a bot that weighs its moves. It is given what the one who asks may know, and
nothing else: so advice cannot tell a secret, neither by its words nor by its choice.
"""

from typing import TYPE_CHECKING, NamedTuple

from quincunx.bots.search import LONGEST
from quincunx.core.event import Event
from quincunx.core.parts import MOST_WORDS
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.match.undo import inherited_moves
from quincunx.text.grammar import Look, Voice, count, percent
from quincunx.thinking import protocol
from quincunx.thinking.protocol import ADVICE, SearchLine, SearchRequest, SearchResult

if TYPE_CHECKING:
    from quincunx.match.match import Match

MOST_HINTS = 3
MOST_CONSIDERED = 5
"""The most plans listed when a bot says why."""
FEWEST = 8
"""The fewest tries from which a chance of winning is told."""
WORTH_UNDOING = 0.02
"""The gain in the chance of winning from which a hint advises to undo earlier moves."""
FAINT = 0.001
"""The highest chance of something that never happened in all tries."""


class Hint(NamedTuple):
    """A hint: a plan, with its reason."""

    moves: list[str]
    """The moves of the plan by name; the first is to be made now."""
    words: str
    """The plan as an instruction in the words of the board."""
    reason: str
    expects: str
    """The result the player can expect, in words."""
    assumption: str = ""
    """The assumption about those who play on, in words; empty if the actual players were taken into
    account."""
    undoes: str = ""
    """The earlier moves that the plan undoes, and what it does instead, in words."""

    @property
    def sentence(self) -> str:
        words = self.undoes or self.words
        why = f": {self.reason}" if self.reason else ""
        return f"{words[0].upper()}{words[1:]}{why}. {self.expects}".strip()

    @property
    def first_actions(self) -> list[str]:
        """The moves made by one press: the first, or those that undo moves and redo them, so that the
        position can be looked at before the last move."""
        return (self.undoes and self.moves[:-1]) or self.moves[:1]


class Tried(NamedTuple):
    """A plan that a bot has considered."""

    moves: list[str]
    says: str
    """The plan in the words of the board."""
    visits: int
    expects: str
    """The result every seat can expect, in words."""
    chosen: bool
    """Whether this is known to be the plan that was followed."""

    @property
    def sentence(self) -> str:
        return f"{self.says}{self.mark}: {self.words}."

    @property
    def mark(self) -> str:
        return " (chosen)" * self.chosen

    @property
    def words(self) -> str:
        """Return the number of tries and the expected result."""
        tries = f"tried {_many(self.visits, 'time')}; " if self.visits else ""
        return f"{tries}{self.expects}"


class Why(NamedTuple):
    """The reasons of a bot's move."""

    words: str
    tried: list[Tried]


# --- hints


def may_take(match: "Match", allowed: bool | None = None) -> bool:
    """Whether hints may be taken: as the table decided, or else only if there is just one person."""
    if allowed is not None:
        return allowed
    return sum(not player.bot for player in match.seats) == 1


def hint_task(match: "Match", seat: int) -> SearchRequest:
    """Return the search request for hints; IllegalMove if the seat has nothing to decide."""
    if seat not in match.state.players_to_move():
        raise IllegalMove("There is nothing for you to decide now.")
    return protocol.task(match, seat, ADVICE, _seed(match))


def _seed(match: "Match") -> str:
    """Return a seed that reveals neither the dice nor how many moves others have made in secret."""
    return f"advice {match.state.turns()} {len(match.take_backs)}"


def hints(
    match: "Match", seat: int, thoughts: SearchResult | None = None, look: Look | None = None
) -> list[Hint]:
    """Return the two or three best moves of a seat, the best one first. Without `thoughts` a search is run
    first."""
    thoughts = thoughts or protocol.think(hint_task(match, seat))
    voice = match.voice(seat, look)
    state = believed(match, match.state, seat)
    found: list[Hint] = []
    best, *others = _different(_in_order(_going_on(match, state, seat, thoughts.considered), seat))
    for plan in [best, *_worth_telling(others)]:
        reason = match.game.coach.reason(state, seat, plan.moves, voice).rstrip(".")
        told = names(match, state, seat, plan.moves)
        undoes = match.game.coach.plan_undoes(state, seat, plan.moves)
        words = match.game.phrases.plan_words(state, seat, plan.moves, voice)
        found.append(Hint(told, words, reason, _yours(match, seat, plan, best), _supposes(plan), undoes))
    return found


def _going_on(match: "Match", state: State, seat: int, plans: list[SearchLine]) -> list[SearchLine]:
    """Return the plans without detours that build on what the seat has done already. The chosen plan may undo
    it, if that gains enough."""
    game, plans = match.game, _straight(match, state, seat, plans)
    first, going_on = (
        plans[0],
        [plan for plan in plans if not game.coach.plan_undoes(state, seat, plan.moves)],
    )
    if first in going_on or not going_on:
        return going_on or [first]
    # Plans come ordered by the number of tries, which is not their quality.
    going_on.sort(key=lambda plan: _promise(plan, seat), reverse=True)
    best = going_on[0]
    compared = _has_number(first) and _has_number(best)
    worth = compared and first.expects[seat] >= best.expects[seat] + WORTH_UNDOING
    return [first, *going_on] if worth else going_on


def _straight(match: "Match", state: State, seat: int, plans: list[SearchLine]) -> list[SearchLine]:
    """Return the plans without detours."""
    return [
        SearchLine(match.game.coach.simplify_plan(state, seat, plan.moves), plan.visits, plan.expects)
        for plan in plans
    ]


def opening(found: list[Hint]) -> str:
    """Return the line above the hints, which tells the assumption of their numbers; empty if there is
    none."""
    supposes = next((hint.assumption for hint in found if hint.assumption), "")
    return f"The best moves, {supposes}:" if supposes else ""


def _supposes(plan: SearchLine) -> str:
    if not _has_number(plan):
        return ""
    if len(plan.expects) == 1:
        return f"if you go on {'by rules of thumb' if plan.visits else 'as the bots would'}"
    if not plan.visits:
        return ""
    return f"if the other{' plays' if len(plan.expects) == 2 else 's play'} by rules of thumb"


def _in_order(plans: list[SearchLine], seat: int) -> list[SearchLine]:
    """Return the chosen plan, then the others by expected result; last those that were tried too seldom."""
    return [plans[0], *sorted(plans[1:], key=lambda plan: _promise(plan, seat), reverse=True)]


def _promise(plan: SearchLine, seat: int) -> tuple[bool, float]:
    return _has_number(plan), plan.expects[seat] if plan.expects else 0.0


def _has_number(plan: SearchLine) -> bool:
    """Whether the expected result is exact, or was tried often enough to be told."""
    return bool(plan.expects) and (plan.visits == 0 or plan.visits >= FEWEST)


def _worth_telling(others: list[SearchLine]) -> list[SearchLine]:
    """Return the other plans to tell of. Those that were hardly tried come last, and those never tried are
    left out."""
    tried = [plan for plan in others if plan.expects]
    return sorted(tried, key=_has_number, reverse=True)[: MOST_HINTS - 1]


def _different(plans: list[SearchLine]) -> list[SearchLine]:
    """Return plans that begin with different moves, and are not the same moves in another order."""
    found: list[SearchLine] = []
    for plan in _distinct(plans):
        if all(plan.moves[0] != other.moves[0] for other in found):
            found.append(plan)
    return found


def _distinct(plans: list[SearchLine], most: int = LONGEST) -> list[SearchLine]:
    """Return the plans without those that have the same moves as an earlier one in another order. Only the
    first moves count, up to `most`."""
    found: dict[tuple[int, ...], SearchLine] = {}
    for plan in plans:
        found.setdefault(tuple(sorted(plan.moves[:most])), plan)
    return list(found.values())


def believed(match: "Match", state: State, seat: int) -> State:
    """Return the position as the seat may know it; what is hidden is always made up in the same way."""
    return protocol.believed(match, state, seat, _seed(match))


def names(match: "Match", state: State, seat: int, moves: list[int]) -> list[str]:
    """Return the moves of a plan by name, as far as they can be made one after the other."""
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
    # A plan that did better than the best, but not significantly, counts as equally good.
    promise = min(plan.expects[seat], best.expects[seat])
    if len(plan.expects) == 1:
        return f"You finish with {_about(match, promise)}."
    return f"{outlook(promise, len(plan.expects))}: a bot in your place wins {_share(plan, promise)}."


def outlook(share: float, players: int) -> str:
    """Return a chance of winning as words, by the even share among that many players.

    >>> [outlook(share, 2) for share in (0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95)]
    ['Nearly lost', 'Unlikely', 'Rather behind', 'About even', 'Rather ahead', 'Likely', 'Nearly won']
    """
    even = 1 / players
    # Less than the even share counts as a part of it, more as a part of the way from it to certainty.
    lead = share / even - 1 if share < even else (share - even) / (1 - even)
    words = ("Nearly lost", "Unlikely", "Rather behind", "About even", "Rather ahead", "Likely", "Nearly won")
    return words[sum(lead >= bound for bound in (-0.9, -0.5, -0.2, 0.2, 0.45, 0.85))]


def _about(match: "Match", promise: float) -> str:
    """Return the expected result of someone who plays alone, in words."""
    return f"about {round(abs(promise), 1):g} {match.game.header.score}"


def _share(plan: SearchLine, share: float) -> str:
    """Return a chance of winning in words."""
    if plan.visits:
        return percent(min(max(share, FAINT), 1 - FAINT))
    # Exact results get a decimal: with many players, moves differ by less than 1%.
    return "<0.1%" if 0 < share < FAINT / 2 else f"{share:.1%}"


def _many(number: int, thing: str) -> str:
    """Return a number of things, with separators for thousands."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def chances(match: "Match", seat: int, look: Look | None = None) -> list[str]:
    """Return the chances of what a seat hopes for or fears at this decision, as sentences."""
    if seat not in match.state.players_to_move():
        return []
    return match.game.coach.chances(believed(match, match.state, seat), seat, match.voice(seat, look))


# --- why


def state_at(match: "Match", steps: int) -> State:
    """Return the position after the first steps."""
    state: State = match.game.new_initial_state(len(match.seats), match.numbers)
    for step in match.steps[:steps]:
        state.move(step.seat, step.action)
    return state


def known_thought(match: "Match", number: int, asker: int) -> tuple[int, SearchResult] | None:
    """Return the search behind a bot's move of that number, from 0, and the number of steps when it was run;
    None if it is not kept, the asker may not know it, or no plans were compared."""
    kept = match.thoughts.of(number) if _knows_all(match, asker) else None
    return kept if kept is not None and any(plan.expects for plan in kept[1].considered) else None


def _knows_all(match: "Match", asker: int) -> bool:
    """Whether nothing of the match is hidden from the asker."""
    return match.over or not match.game.header.secrets or not match.state.has_hidden_info(asker)


def known_move(match: "Match", number: int, asker: int) -> int | None:
    """Return the move of that number, if the asker may know it: no other move that was possible, as far as
    they know, would have been told to them in the same way."""
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
    """Return the first event that the asker was told of, which is the move itself. Later ones may depend on
    hidden information."""
    return next((event for event in events if event.is_for(asker)), None)


def _told_of(world: State, seat: int, move: int, asker: int) -> Event | None:
    """Return the event that the asker would be told of a move."""
    world.log = []
    world.move(seat, move)
    return _first_for(asker, world.log or [])


def _position(match: "Match", number: int, asker: int) -> tuple[State, str]:
    """Return the position before a move and the seed of the search: those of the bot if the asker may know
    everything; otherwise as the asker could have seen it."""
    state = state_at(match, number)
    if not _knows_all(match, asker):
        return believed(match, state, asker), _seed(match)
    seed = f"{match.bot_seed}:bot:{number}"
    return protocol.believed(match, state, match.steps[number].seat, seed), seed


def why_task(match: "Match", number: int, asker: int) -> SearchRequest:
    """Return the search request that repeats a bot's decision as the asker could have seen it. A bot that
    compares no plans, or is not ours, is replaced by the search for hints."""
    step = match.steps[number]
    if step.seat == CHANCE or not match.seats[step.seat].bot:
        raise IllegalMove("Only a bot can be asked why.")
    if number < inherited_moves(match):
        raise IllegalMove("That was moved in the match before this one, and others may have sat there.")
    # What the asker may not know is made up here; what the bot may not know, by the search.
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
    """Return why a bot made its move of that number, from 0. `thoughts` are the answer to `why_task`; without
    them the bot's own search is used, or the search is repeated now."""
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
    if kept is None and known_move(match, number, asker) is None:
        words = f"{count(compared, 'plan')} that {who} could follow."
    else:
        words = f"{who} compared this with {count(compared - 1, 'other plan')}."
    voice, chosen = match.voice(asker, look), _chosen(match, plans, begun, number, asker)
    straight = _straight(match, state, seat, plans)
    if chosen is not None:
        chosen = straight[plans.index(chosen)]
    tried = [
        Tried(
            names(match, state, seat, plan.moves),
            match.game.phrases.plan_words(state, seat, plan.moves, voice),
            plan.visits,
            _everybody(match, plan, voice),
            plan is chosen,
        )
        for plan in _told_in_why(straight, seat, chosen)
    ]
    return Why(words, tried)


def _chosen(
    match: "Match", plans: list[SearchLine], begun: int, number: int, asker: int
) -> SearchLine | None:
    """Return the best plan that begins with the moves that were made. Where the asker may not know them,
    there is no telling which it is."""
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
    """Return some of the compared plans, the best ones first; the chosen one is always among them."""
    first = [chosen] if chosen is not None else []
    different = _distinct([*first, *_in_order(plans, seat)], MOST_WORDS)
    shown = [plan for plan in _in_order(plans, seat) if any(plan is other for other in different)]
    if chosen is not None and all(plan is not chosen for plan in shown[:MOST_CONSIDERED]):
        return [*shown[: MOST_CONSIDERED - 1], chosen]
    return shown[:MOST_CONSIDERED]


def _everybody(match: "Match", plan: SearchLine, voice: Voice) -> str:
    if not plan.expects:
        return "not looked at"
    if len(plan.expects) == 1:
        return _about(match, plan.expects[0])
    shares = [f"{voice.whom(seat)} {_share(plan, share)}" for seat, share in enumerate(plan.expects)]
    return f"chance to win: {', '.join(shares)}"
