"""A position as a dict and back, the view of each seat, and checks that a position is possible."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.core.convert import put_back, same
from quincunx.core.errors import UserError
from quincunx.core.state import IllegalMove
from quincunx.games.total_eclips.codes import BONUS, BUY, ENDED, PLACE, REROLL, REVEAL, ROLL
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS
from quincunx.games.total_eclips.moves import code, index
from quincunx.games.total_eclips.names import cores_on, listing, place_title, token_names, tokens_on
from quincunx.games.total_eclips.parts import NOTHING, Parts
from quincunx.games.total_eclips.places import NO_CARD, PLACE_NAMES, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules.algorithms import can_buy
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import take_back
from quincunx.games.total_eclips.state import GAINS, RAISES, TALLIES, UNLOCKS, Side

PLAYERS = range(2, 5)
ALGORITHM_NAMES = PLACE_NAMES[UNLOCK:]
Count = Annotated[int, Meta(ge=0)]
Phase = Literal["reveal", "place", "roll", "reroll", "bonus", "buy", "ended"]
PHASES: list[Phase] = ["reveal", "place", "roll", "reroll", "bonus", "buy", "ended"]
TALLY = ["projects", "manufacture", "x2", "track", "trust", "took_part", "met_need", "bonuses"]
assert len(TALLY) == TALLIES
OF_SIDE = ("position", "trust", "rerolls", "flops", "locking", "done")
"""The fields of a side that a snapshot has as they are."""


class Lying(msgspec.Struct, forbid_unknown_fields=True):
    """A letter of the project board: its card, if any, and the Trust on it."""

    card: str
    trust: Count


class SideData(msgspec.Struct, forbid_unknown_fields=True):
    """One player's side of the table. Cores not named here are in the supply.

    A core with its face is written `m1 2`, a blank `m1 0`, a paperclip `ai x2`.
    """

    position: Count
    trust: Count
    spent: list[str]
    tokens: list[str]
    places: dict[str, list[str]]
    """The cores that wait on each place for their roll, and the tokens laid there."""
    locked: dict[str, list[str]]
    """The locked cores of each algorithm, from left to right."""
    rolling: list[str]
    rolled: list[str]
    freed: dict[str, Count]
    """FLOPS of cores unlocked this round that still count; `freed_cores` are their kinds."""
    rerolls: Count
    choice: str
    flops: Count
    locking: bool
    done: bool
    tally: dict[str, Count]
    freed_cores: dict[str, list[str]] = {}


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. Seats count from 1; 0 is nobody."""

    round: Annotated[int, Meta(ge=1)]
    stage: Annotated[int, Meta(ge=1)]
    phase: Phase
    place: str
    projects: dict[str, Lying]
    deck: list[str]
    contest: list[int]
    winner: Count
    gains: Count
    unlocks: Count
    raises: Count
    finished: bool
    seats: dict[int, SideData]


def take(state: TotalEClips) -> Snapshot:
    projects = state.parts.projects
    return Snapshot(
        round=state.round,
        stage=state.stage + 1,
        phase=PHASES[state.phase],
        place=PLACE_NAMES[state.place] if state.place < PLACES else "",
        projects={
            PLACE_NAMES[slot]: Lying("" if card == NO_CARD else projects[card].slug, state.lying[slot])
            for slot, card in enumerate(state.cards)
        },
        deck=[projects[card].slug for card in state.left],
        contest=[seat + 1 for seat in state.contest],
        winner=state.winner + 1,
        gains=state.due[GAINS],
        unlocks=state.due[UNLOCKS],
        raises=state.due[RAISES],
        finished=state.finished,
        seats={seat + 1: _side_data(side) for seat, side in enumerate(state.sides)},
    )


def _side_data(side: Side) -> SideData:
    parts = side.parts
    return SideData(
        **same(side, OF_SIDE),
        spent=listing(side.spent, KIND_NAMES),
        tokens=listing(side.tokens, token_names(parts)),
        places={
            name: cores_on(side, place) + tokens_on(side, place)
            if side.count[place] or side.laid_on[place]
            else []
            for place, name in enumerate(PLACE_NAMES)
        },
        locked={
            name: [parts.core(code) for code in reversed(codes)]
            for name, codes in zip(ALGORITHM_NAMES, side.locked, strict=True)
        },
        rolling=[KIND_NAMES[kind] for kind in side.rolling],
        rolled=[parts.core(code) for code in side.rolled],
        freed=dict(zip(ALGORITHM_NAMES, side.freed, strict=True)),
        freed_cores={
            name: [kind for bit, kind in enumerate(KIND_NAMES) if kinds >> bit & 1] if kinds else []
            for name, kinds in zip(ALGORITHM_NAMES, side.freed_kinds, strict=True)
        },
        choice="" if side.choice == NOTHING else parts.core(side.choice),
        tally=dict(zip(TALLY, side.tally, strict=True)),
    )


def view(state: TotalEClips, seat: int) -> Snapshot:
    """Return the position without the secret placements and choices of others."""
    return take(seen_by(state, seat))


def seen_by(state: TotalEClips, seat: int) -> TotalEClips:
    """Return the position as a seat sees it: the secret placements and choices of others are undone."""
    twin = state.clone()
    for other, side in enumerate(twin.sides):
        if other == seat:
            continue
        if state.phase == PLACE:
            take_back(side)
        elif state.phase == REROLL:
            side.choice = NOTHING
    return twin


# From a dict.


def restore(snapshot: Snapshot, numbers: Parts) -> TotalEClips:
    try:
        return _restore(snapshot, numbers)
    except IllegalMove as error:
        raise UserError(str(error)) from None


def _restore(snapshot: Snapshot, parts: Parts) -> TotalEClips:
    if sorted(snapshot.seats) not in [list(range(1, count + 1)) for count in PLAYERS]:
        raise UserError(f"Seats are numbered from 1, and there are {PLAYERS[0]} to {PLAYERS[-1]} of them.")
    if set(snapshot.projects) != set(PLACE_NAMES[:PROJECTS]):
        raise UserError("Projects lie on a, b, c and d.")
    cards = [snapshot.projects[letter] for letter in PLACE_NAMES[:PROJECTS]]
    slugs = [project.slug for project in parts.projects]
    state = TotalEClips(parts, len(snapshot.seats))
    state.sides = [_side(snapshot.seats[seat], parts) for seat in sorted(snapshot.seats)]
    state.cards = [index(lying.card, slugs, "project") if lying.card else NO_CARD for lying in cards]
    state.lying = [lying.trust for lying in cards]
    state.stage = snapshot.stage - 1
    state.left = [index(slug, slugs, "project") for slug in snapshot.deck]
    state.round = snapshot.round
    state.phase = PHASES.index(snapshot.phase)
    state.place = index(snapshot.place, PLACE_NAMES, "place") if snapshot.place else PLACES
    state.contest = [seat - 1 for seat in snapshot.contest]
    state.winner = snapshot.winner - 1
    state.due = [snapshot.gains, snapshot.unlocks, snapshot.raises]
    state.finished = snapshot.finished
    return state


def _side(data: SideData, parts: Parts) -> Side:
    side = Side(parts)
    tokens = token_names(parts)
    for known, given, thing in (
        (PLACE_NAMES, data.places, "place"),
        (ALGORITHM_NAMES, data.locked, "algorithm"),
        (ALGORITHM_NAMES, data.freed_cores, "algorithm"),
    ):
        for name in given:
            index(name, known, thing)
    put_back(side, data, OF_SIDE)
    side.spent = _tallied(data.spent, KIND_NAMES, "core")
    side.tokens = _tallied(data.tokens, tokens, "token")
    for name in PLACE_NAMES:
        pieces = _tallied(data.places.get(name, []), KIND_NAMES + tokens, "core or token")
        side.placed += pieces[:KINDS]
        side.count.append(sum(pieces[:KINDS]))
        side.laid += pieces[KINDS:]
        side.laid_on.append(sum(pieces[KINDS:]))
    for name in ALGORITHM_NAMES:
        side.locked.append([_code(parts, core) for core in reversed(data.locked.get(name, []))])
        kinds = _tallied(data.freed_cores.get(name, []), KIND_NAMES, "core")
        side.freed_kinds.append(sum(1 << kind for kind, many in enumerate(kinds) if many))
    side.rolling = sorted(index(kind, KIND_NAMES, "core") for kind in data.rolling)
    side.rolled = sorted(_code(parts, core) for core in data.rolled)
    side.freed = _counts(data.freed, ALGORITHM_NAMES, "algorithm")
    side.choice = _code(parts, data.choice) if data.choice else NOTHING
    side.tally = _counts(data.tally, TALLY, "tally")
    side.fill_supply()
    return side


def _tallied(given: list[str], names: list[str], thing: str) -> list[int]:
    for name in given:
        index(name, names, thing)
    return [given.count(name) for name in names]


def _counts(given: dict[str, int], names: list[str], thing: str) -> list[int]:
    for name in given:
        index(name, names, thing)
    return [given.get(name, 0) for name in names]


def _code(parts: Parts, name: str) -> int:
    kind, _, face = name.partition(" ")
    return code(parts, kind, face)


# Impossible positions.


def problem(state: TotalEClips) -> str:
    """Return a sentence about what is impossible in a position; empty if it is sound."""
    wrong = _cards(state) or _phase(state)
    for seat, side in enumerate(state.sides):
        wrong = wrong or _side_problem(state, seat, side)
    return wrong


def _cards(state: TotalEClips) -> str:
    parts = state.parts
    if not 0 <= state.stage < parts.stages:
        return f"there are {parts.stages} stages, so there is no stage {state.stage + 1}."
    end = parts.ends[state.stage]
    lying = [card for card in state.cards if card != NO_CARD]
    if len(set(lying)) < len(lying):
        return "a project lies on two letters."
    if any(parts.projects[card].stage > state.stage for card in lying):
        return "a project of a later stage lies on the board."
    if any(parts.projects[card].end and card != end for card in lying):
        return "an End of Stage card of a past stage lies on the board."
    if any(card in lying or card not in parts.regular[state.stage] for card in state.left):
        return "the deck holds a card that lies on the board or is of another stage."
    if len(set(state.left)) < len(state.left):
        return "the deck holds a card twice."
    if end in lying and state.left:
        return "the End of Stage card comes last, but its stage has cards in the deck."
    for slot, card in enumerate(state.cards):
        most = 0 if card == NO_CARD else 1
        if state.lying[slot] > most and card != end:
            return f"{place_title(PLACE_NAMES[slot])} cannot hold {state.lying[slot]} Trust."
    return ""


def _phase(state: TotalEClips) -> str:
    phase, sides = state.phase, state.sides
    if phase != ENDED and state.place == PLACES:
        return "a round has a place that is played."
    if phase in (REVEAL, PLACE) and state.place != 0:
        return "before the first roll of a round the place is `a`."
    if phase == REVEAL and (
        NO_CARD not in state.cards or len(state.left) < 2 or state.parts.ends[state.stage] in state.cards
    ):
        return "no project is to be revealed now."
    if phase == BUY and not UNLOCK <= state.place < PLACES:
        return "buying happens on an algorithm."
    if phase in (PLACE, REROLL, BUY) and all(side.done for side in sides):
        return "everybody is done, so the round should have gone on."
    if (phase == ROLL) != any(side.rolling for side in sides):
        return "cores are in the air in the phase `roll`, and only then."
    if phase not in (ROLL, REROLL, BUY) and any(side.rolled for side in sides):
        return "rolled cores lie on a place in the phases `roll`, `reroll` and `buy` only."
    if phase in (ROLL, REROLL, BONUS) and state.place < PROJECTS and state.cards[state.place] == NO_CARD:
        return f"there is no card on {place_title(PLACE_NAMES[state.place])}."
    if (phase == BONUS) != (state.winner != NOTHING) or state.winner >= len(sides):
        return "a winner takes a bonus in the phase `bonus`, and only then."
    if (phase == BONUS) != any(state.due):
        return "a bonus is decided in the phase `bonus`, and only then."
    return _bonus(state) or _tie(state) or _end(state)


def _bonus(state: TotalEClips) -> str:
    if state.phase != BONUS:
        return ""
    if state.place >= PROJECTS:
        return "a bonus is won on a project."
    due = [(part.due(state), part.count) for part in state.project().bonus]
    if sum(left for left, _ in due) < sum(state.due) or any(left > most for left, most in due):
        return "the card does not give so much of a bonus."
    if not state.legal_actions(state.winner):
        return "the winner has nothing to decide."
    return ""


def _tie(state: TotalEClips) -> str:
    contest, sides = state.contest, state.sides
    if any(not 0 <= seat < len(sides) for seat in contest) or len(set(contest)) < len(contest):
        return "a tie is broken by different seats at the table."
    if not contest:
        return ""
    if state.phase != ROLL or state.place >= PROJECTS or len(contest) < 2:
        return "a tie is broken by two or more who roll for a project."
    if any(not sides[seat].rolled and not sides[seat].rolling for seat in contest):
        return "somebody breaks a tie without cores."
    return ""


def _end(state: TotalEClips) -> str:
    phase = state.phase
    last = state.parts.stages - 1
    if state.finished and (state.stage < last or phase not in (ROLL, REROLL, BONUS, BUY, ENDED)):
        return "the last project is not completed yet."
    if phase == ENDED and not state.finished and state.round < state.parts.max_rounds:
        return "the game ends with the last project or after the last round."
    return ""


def _side_problem(state: TotalEClips, seat: int, side: Side) -> str:
    who = f"seat {seat + 1}"
    parts = side.parts
    used = side.cores()
    for kind in range(KINDS):
        total = used[kind] + side.supply[kind]
        if parts.limited and (side.supply[kind] < 0 or total != parts.cores[kind].count):
            return f"{who} has {used[kind]} {KIND_NAMES[kind]}, but there are {parts.cores[kind].count} each."
    counts = side.spent + side.placed + side.tokens + side.laid + side.tally + side.freed
    if min([*counts, side.trust, side.rerolls, side.flops]) < 0:
        return f"{who} has less than nothing of something."
    if not 0 <= side.position <= parts.track.last:
        return f"{who} stands on {side.position}, but the track ends at {parts.track.last}."
    for algorithm, codes in enumerate(side.locked):
        slots = len(parts.slots[algorithm])
        rolled = len(side.rolled) + len(side.rolling) if state.place == UNLOCK + algorithm else 0
        if len(codes) + rolled > slots:
            return f"{who} has more cores on {PLACE_NAMES[UNLOCK + algorithm]} than its {slots} slots."
    return _placement(state, who, side) or _decision(state, who, side)


def _placement(state: TotalEClips, who: str, side: Side) -> str:
    parts = side.parts
    for place in range(PLACES):
        title = place_title(PLACE_NAMES[place])
        if side.count[place] != sum(side.placed[place * KINDS : (place + 1) * KINDS]):
            return f"{who} has miscounted the cores on {title}."
        waiting = state.phase == PLACE or place > state.place
        if side.count[place] and not waiting:
            return f"{who} has cores waiting on {title}, which has been rolled."
        if side.count[place] and place < PROJECTS and state.cards[place] == NO_CARD:
            return f"{who} has cores on {title}, where no card lies."
        # Slots may have been opened since, never closed before they are rolled.
        if side.room(place) < 0:
            return f"{who} has more cores on {title} than it takes."
        tokens = tokens_on(side, place)
        if tokens and place < PROJECTS and waiting and not side.count[place]:
            return f"{who} has tokens on {title} without a core."
        if any(token.slug in tokens and place not in token.fits for token in parts.tokens):
            return f"{who} has a token on {title} that does not fit there."
        if parts.tokens_per_place and len(tokens) > parts.tokens_per_place:
            return f"{who} has more tokens on {title} than it takes."
    if len(side.rolled) + len(side.rolling) > parts.project_cores and state.place < PROJECTS:
        return f"{who} rolls more cores than a project takes."
    return ""


def _decision(state: TotalEClips, who: str, side: Side) -> str:
    if state.phase == REVEAL and (any(side.placed) or any(side.laid)):
        return f"{who} has placed something before all projects are revealed."
    if side.choice != NOTHING and not (
        state.phase == REROLL and side.done and side.rerolls and side.choice in side.rolled
    ):
        return f"{who} has chosen a core to re-roll that cannot be chosen."
    if not side.done and state.phase in (REROLL, BUY):
        if state.phase == REROLL and not (side.rerolls and side.rolled):
            return f"{who} has nothing to re-roll."
        if state.phase == BUY and not can_buy(side, state.place):
            return f"{who} has nothing to buy or lock."
    if side.flops and state.phase in (REVEAL, PLACE, REROLL, BONUS):
        return f"{who} has FLOPS before any are counted."
    return ""
