"""Total eClips in words: positions as dicts, moves by name."""

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quincunx.core.bot import Bot
from quincunx.core.game import Game, Look, MoveName, Result
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.total_eclips import numbers as shape
from quincunx.games.total_eclips.board import ROLLED, TALLIES, Board, source_kind
from quincunx.games.total_eclips.bot import EClipsBot
from quincunx.games.total_eclips.cards import (
    FACES,
    KINDS,
    LEVEL,
    LEVELS,
    MOST_ROLLED,
    MOST_TOKENS,
    NO_CARD,
    NOTHING,
    PLACES,
    POWER,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    Parts,
)
from quincunx.games.total_eclips.position import (
    AGAIN,
    DONE,
    FREE,
    GAIN,
    LAY,
    LOCK,
    MAKE,
    PLACE,
    PUT,
    RAISE,
    REROLL,
    REVEAL,
    TAKE_BACK,
)
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.words import (
    KIND_NAMES,
    PLACE_NAMES,
    cores_on,
    face_name,
    goods,
    roll_name,
    tokens_on,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

Count = Annotated[int, Meta(ge=0)]
Phase = Literal["reveal", "place", "roll", "reroll", "bonus", "buy", "ended"]
PHASES: list[Phase] = ["reveal", "place", "roll", "reroll", "bonus", "buy", "ended"]
TALLY = ["projects", "manufacture", "x2", "track", "trust", "took_part", "met_need", "bonuses"]
assert len(TALLY) == TALLIES


class Lying(msgspec.Struct, forbid_unknown_fields=True):
    """A letter of the project board: its card, if any, and the Trust on it."""

    card: str
    trust: Count


class Side(msgspec.Struct, forbid_unknown_fields=True):
    """One player's side of the table. What is nowhere here is in the supply.

    A core with its face is written `m1 2`, a blank `m1 0`, a paperclip `ai x2`.
    """

    position: Count
    trust: Count
    spent: list[str]
    tokens: list[str]
    places: dict[str, list[str]]
    """The cores that wait there for their roll, and the tokens laid there."""
    locked: dict[str, list[str]]
    """From left to right."""
    rolling: list[str]
    rolled: list[str]
    freed: dict[str, Count]
    rerolls: Count
    choice: str
    flops: Count
    locking: bool
    done: bool
    tally: dict[str, Count]


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
    seats: dict[int, Side]


class TotalEClipsGame(Game[TotalEClips]):
    name = "total-eclips"
    numbers_type = shape.Numbers
    snapshot_type = Snapshot
    moves = [
        MoveName("put CORE on PLACE", "Place a core (m1, m2, m3, multi, ai, quantum) on a place."),
        MoveName("put TOKEN on PLACE", "Place a bonus token. On a project it needs a core of yours there."),
        MoveName("take back", "Take back all you have placed this round."),
        MoveName("done", "You are done here: with placing, re-rolling, buying and locking, or the bonus."),
        MoveName("reroll CORE FACE", "Re-roll a core you just rolled, with a token laid here."),
        MoveName("unlock TIER ALGORITHM", "Free the core in that slot; those to its left slide right."),
        MoveName("make AMOUNT THING", "One Manufacture reward: `make 2 clips`, `make 1 core`."),
        MoveName("raise CORE", "Raise a core one level: `raise m1`, `raise m3 to ai`, `raise m1 showing 2`."),
        MoveName("lock CORE FACE", "Lock a core you just rolled into the right-most empty slot."),
        MoveName("gain CORE", "Choose the core of level IV that you won."),
        MoveName("roll FACES", "How the cores fall, in the order of their kinds (chance)."),
        MoveName("reveal PROJECT", "Which project comes up next (chance)."),
    ]

    def prepare(self, numbers: shape.Numbers) -> Parts:
        return shape.prepare(numbers)

    def new(self, players: int, numbers: Parts) -> TotalEClips:
        state = TotalEClips(numbers)
        state.set_up(players)
        return state

    def bot(self) -> Bot:
        return EClipsBot()

    def draw(self, state: TotalEClips, seat: int, look: Look) -> "RenderableType":
        from quincunx.games.total_eclips.screen import draw

        return draw(state, seat, look)

    def board(self, state: TotalEClips, seat: int) -> dict[str, Any]:
        from quincunx.games.total_eclips.page import board  # only a browser needs it

        return board(state, seat)

    def result(self, state: TotalEClips) -> Result:
        winners = state.winners()
        best = state.boards[winners[0]]
        position = state.parts.track.label(best.position)
        second = sorted([board.position for board in state.boards])[-2]
        if len(winners) > 1:
            reason = f"A shared win at {position} with {best.trust} Trust each"
        elif second == best.position:
            reason = f"Level at {position}; {state.colour(winners[0])} has more Trust"
        else:
            reason = f"{state.colour(winners[0])} is furthest: {position}"
        if state.stopped():
            reason += f" (stopped after {state.round} rounds)"
        return Result(winners, [float(board.position) for board in state.boards], reason)

    def snapshot(self, state: TotalEClips) -> Snapshot:
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
            gains=state.gains,
            unlocks=state.unlocks,
            raises=state.raises,
            finished=state.finished,
            seats={seat + 1: _side(board) for seat, board in enumerate(state.boards)},
        )

    def restore(self, snapshot: Snapshot, numbers: Parts) -> TotalEClips:
        try:
            return self._restore(snapshot, numbers)
        except IllegalMove as error:
            raise Mistake(str(error)) from None

    def _restore(self, snapshot: Snapshot, numbers: Parts) -> TotalEClips:
        if sorted(snapshot.seats) not in [list(range(1, count + 1)) for count in self.player_counts]:
            raise Mistake(f"Seats are numbered from 1, and there are {self.player_counts[0]} to 4 of them.")
        if set(snapshot.projects) != set(PLACE_NAMES[:PROJECTS]):
            raise Mistake("Projects lie on a, b, c and d.")
        cards = [snapshot.projects[letter] for letter in PLACE_NAMES[:PROJECTS]]
        state = TotalEClips(numbers)
        state.boards = [_board(snapshot.seats[seat], numbers) for seat in sorted(snapshot.seats)]
        state.cards = [_card(lying.card, numbers) if lying.card else NO_CARD for lying in cards]
        state.lying = [lying.trust for lying in cards]
        state.stage = snapshot.stage - 1
        state.left = [_card(slug, numbers) for slug in snapshot.deck]
        state.round = snapshot.round
        state.phase = PHASES.index(snapshot.phase)
        state.place = _index(snapshot.place, PLACE_NAMES, "place") if snapshot.place else PLACES
        state.contest = [seat - 1 for seat in snapshot.contest]
        state.winner = snapshot.winner - 1
        state.gains = snapshot.gains
        state.unlocks = snapshot.unlocks
        state.raises = snapshot.raises
        state.finished = snapshot.finished
        return state

    def components(self) -> list[str]:
        """Kinds of core, tokens and projects."""
        return [*KIND_NAMES, *self.toml["tokens"], *self.toml["projects"]]

    def problem(self, state: TotalEClips) -> str:
        from quincunx.games.total_eclips.sound import problem

        return problem(state)

    def named(self, state: TotalEClips, text: str, names: list[str]) -> str:
        """The rules call players by the colour of their company; people at a table choose their own."""
        by_colour = {state.colour(seat): name for seat, name in enumerate(names)}
        return re.sub(rf"\b({'|'.join(by_colour)})\b", lambda found: by_colour[found[1]], text)

    def view(self, state: TotalEClips, seat: int) -> dict[str, Any]:
        return self.to_dict(seen_by(state, seat))

    def say(self, state: TotalEClips, seat: int, action: int) -> str:
        parts = state.parts
        if seat == CHANCE:
            if state.phase == REVEAL:
                return f"reveal {parts.projects[action].slug}"
            return f"roll {roll_name(parts, state.boards[state.roller()].rolling, action)}"
        if action == DONE:
            return "done"
        if action == TAKE_BACK:
            return "take back"
        if action < LAY:
            place, kind = divmod(action - PUT, KINDS)
            return f"put {KIND_NAMES[kind]} on {PLACE_NAMES[place]}"
        if action < AGAIN:
            place, token = divmod(action - LAY, MOST_TOKENS)
            return f"put {parts.tokens[token].slug} on {PLACE_NAMES[place]}"
        if action < FREE:
            return f"reroll {_core_name(parts, action - AGAIN)}"
        if action < MAKE:
            algorithm, slot = divmod(action - FREE, MOST_ROLLED)
            return f"unlock t{parts.slots[algorithm][slot]} {PLACE_NAMES[UNLOCK + algorithm]}"
        if action < RAISE:
            return f"make {goods(parts, action - MAKE)}"
        if action < LOCK:
            return _say_raise(parts, *divmod(action - RAISE, KINDS))
        if action < GAIN:
            return f"lock {_core_name(parts, action - LOCK)}"
        return f"gain {KIND_NAMES[action - GAIN]}"

    def parse(self, state: TotalEClips, seat: int, text: str) -> int:
        parts = state.parts
        match text.lower().split():
            case ["done"]:
                return DONE
            case ["put", piece, "on", place]:
                where = _index(place, PLACE_NAMES, "place")
                if piece in KIND_NAMES:
                    return PUT + where * KINDS + KIND_NAMES.index(piece)
                names = [*KIND_NAMES, *[token.slug for token in parts.tokens]]
                return LAY + where * MOST_TOKENS + _index(piece, names, "core or token") - KINDS
            case ["take", "back"]:
                return TAKE_BACK
            case ["reroll", kind, face]:
                return AGAIN + _code(parts, kind, face)
            case ["lock", kind, face]:
                return LOCK + _code(parts, kind, face)
            case ["unlock", tier, algorithm]:
                where = _index(algorithm, PLACE_NAMES[UNLOCK:], "algorithm")
                tiers = [f"t{known}" for known in parts.slots[where]]
                return FREE + where * MOST_ROLLED + _index(tier, tiers, f"slot of {algorithm}")
            case ["make", *words]:
                things = [goods(parts, index) for index in range(len(parts.makes))]
                return MAKE + _index(" ".join(words), things, "reward")
            case ["raise", *words]:
                return RAISE + _parse_raise(parts, words)
            case ["gain", kind]:
                return GAIN + _index(kind, KIND_NAMES, "core")
            case ["reveal", slug]:
                return _card(slug, parts)
            case ["roll", *faces]:
                return _parse_roll(state, faces)
        patterns = [move.pattern for move in self.moves]
        raise IllegalMove(f"`{text}` is not a move{nearest(text.lower(), patterns)}")

    def explain(self, state: TotalEClips, seat: int, action: int) -> str:
        from quincunx.games.total_eclips.hints import explain

        return explain(state, seat, action)


def seen_by(state: TotalEClips, seat: int) -> TotalEClips:
    """The position as a seat sees it: what others placed or chose in secret is back in their hand."""
    twin = state.clone()
    for other, board in enumerate(twin.boards):
        if other == seat:
            continue
        if state.phase == PLACE:
            board.take_back()
        elif state.phase == REROLL:
            board.choice = NOTHING
    return twin


def _side(board: Board) -> Side:
    parts = board.parts
    slugs = [token.slug for token in parts.tokens]
    return Side(
        position=board.position,
        trust=board.trust,
        spent=_listed(board.spent, KIND_NAMES),
        tokens=_listed(board.tokens, slugs),
        places={
            name: _listed(cores_on(board, place), KIND_NAMES) + _listed(tokens_on(board, place), slugs)
            for place, name in enumerate(PLACE_NAMES)
        },
        locked={
            name: [_core_name(parts, code) for code in reversed(codes)]
            for name, codes in zip(PLACE_NAMES[UNLOCK:], board.locked, strict=True)
        },
        rolling=[KIND_NAMES[kind] for kind in board.rolling],
        rolled=[_core_name(parts, code) for code in board.rolled],
        freed=dict(zip(PLACE_NAMES[UNLOCK:], board.freed, strict=True)),
        rerolls=board.rerolls,
        choice="" if board.choice == NOTHING else _core_name(parts, board.choice),
        flops=board.flops,
        locking=board.locking,
        done=board.done,
        tally=dict(zip(TALLY, board.tally, strict=True)),
    )


def _board(side: Side, parts: Parts) -> Board:
    board = Board(parts)
    slugs = [token.slug for token in parts.tokens]
    board.position = side.position
    board.trust = side.trust
    board.spent = _tallied(side.spent, KIND_NAMES, "core")
    board.tokens = _tallied(side.tokens, slugs, "token")
    for name in side.places:
        _index(name, PLACE_NAMES, "place")
    for name in PLACE_NAMES:
        pieces = _tallied(side.places.get(name, []), KIND_NAMES + slugs, "core or token")
        board.placed += pieces[:KINDS]
        board.count.append(sum(pieces[:KINDS]))
        board.laid += pieces[KINDS:]
        board.laid_on.append(sum(pieces[KINDS:]))
    for name in side.locked:
        _index(name, PLACE_NAMES[UNLOCK:], "algorithm")
    locked = [side.locked.get(name, []) for name in PLACE_NAMES[UNLOCK:]]
    board.locked = [[_core_code(parts, core) for core in reversed(cores)] for cores in locked]
    board.rolling = sorted(_index(kind, KIND_NAMES, "core") for kind in side.rolling)
    board.rolled = sorted(_core_code(parts, core) for core in side.rolled)
    board.freed = _counts(side.freed, PLACE_NAMES[UNLOCK:], "algorithm")
    board.rerolls = side.rerolls
    board.choice = _core_code(parts, side.choice) if side.choice else NOTHING
    board.flops = side.flops
    board.locking = side.locking
    board.done = side.done
    board.tally = _counts(side.tally, TALLY, "tally")
    board.supply = [core.count for core in parts.cores]
    if parts.limited:
        used = board.cores()
        board.supply = [count - used[kind] for kind, count in enumerate(board.supply)]
    return board


def _listed(counts: list[int], names: list[str]) -> list[str]:
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]


def _tallied(given: list[str], names: list[str], thing: str) -> list[int]:
    for name in given:
        _index(name, names, thing)
    return [given.count(name) for name in names]


def _counts(given: dict[str, int], names: list[str], thing: str) -> list[int]:
    for name in given:
        _index(name, names, thing)
    return [given.get(name, 0) for name in names]


def _index(name: str, names: list[str], thing: str) -> int:
    if name not in names:
        raise IllegalMove(f"There is no {thing} `{name}`{nearest(name, names)}")
    return names.index(name)


def _card(slug: str, parts: Parts) -> int:
    return _index(slug, [project.slug for project in parts.projects], "project")


def _core_name(parts: Parts, code: int) -> str:
    """A core and the face it shows: `m1 2`."""
    return f"{KIND_NAMES[code // FACES]} {face_name(parts, code)}"


def _core_code(parts: Parts, name: str) -> int:
    kind, _, face = name.partition(" ")
    return _code(parts, kind, face)


def _code(parts: Parts, kind: str, face: str) -> int:
    """The code of a core that shows a face: of equal faces the first."""
    first = _index(kind, KIND_NAMES, "core") * FACES
    shown = [face_name(parts, code) for code in range(first, first + FACES)]
    if face not in shown:
        raise IllegalMove(f"No face of {kind} shows {face or 'that'}; its faces are {', '.join(shown)}.")
    return first + shown.index(face)


def _say_raise(parts: Parts, source: int, kind: int) -> str:
    old = source_kind(source)
    text = f"raise {KIND_NAMES[old]}"
    if source >= ROLLED:
        text += f" showing {face_name(parts, source - ROLLED)}"
    elif source >= KINDS:
        text += f" on {PLACE_NAMES[source // KINDS - 1]}"
    return text if LEVELS[LEVEL[kind]] == [kind] else f"{text} to {KIND_NAMES[kind]}"


def _parse_raise(parts: Parts, words: list[str]) -> int:
    """`m1`, with `on PLACE` or `showing FACE`, and `to CORE` where there is a choice."""
    wanted = re.fullmatch(r"(\S+)(?: (on|showing) (\S+))?(?: to (\S+))?", " ".join(words))
    if wanted is None:
        raise IllegalMove("Name a core: `raise m1`, `raise m3 to ai`, `raise m1 on c`, `raise m1 showing 2`.")
    name, how, which, target = wanted.groups()
    source = old = _index(name, KIND_NAMES, "core")
    if LEVEL[old] == TOP_LEVEL:
        raise IllegalMove(f"{name} is of level IV already.")
    if how == "on":
        source = (_index(which, PLACE_NAMES, "place") + 1) * KINDS + old
    elif how:
        source = ROLLED + _code(parts, name, which)
    higher = LEVELS[LEVEL[old] + 1]
    if target is None and len(higher) > 1:
        names = " or ".join(f"`to {KIND_NAMES[kind]}`" for kind in higher)
        raise IllegalMove(f"Say what {name} becomes: {names}.")
    return source * KINDS + (higher[0] if target is None else _index(target, KIND_NAMES, "core"))


def _parse_roll(state: TotalEClips, faces: list[str]) -> int:
    seat = state.roller()
    if seat == NOTHING:
        raise IllegalMove("No cores are rolling now.")
    rolling = state.boards[seat].rolling
    if len(faces) != len(rolling):
        kinds = ", ".join(KIND_NAMES[kind] for kind in rolling)
        raise IllegalMove(f"{state.colour(seat)} rolls {kinds}: name {len(rolling)} faces, not {len(faces)}.")
    return sum(
        _code(state.parts, KIND_NAMES[kind], face) % FACES * POWER[index]
        for index, (kind, face) in enumerate(zip(rolling, faces, strict=True))
    )


GAME = TotalEClipsGame()
