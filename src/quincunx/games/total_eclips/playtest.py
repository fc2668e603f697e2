"""The playtest report of Total eClips: pace, projects, clips and Trust, growth, leaders and waiting."""

import statistics
from collections.abc import Callable, Iterable

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.total_eclips.codes import AGAIN, LAY, PLACE, PUT
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS, LEVEL, TOP_LEVEL
from quincunx.games.total_eclips.parts import MOST_TOKENS, Parts
from quincunx.games.total_eclips.places import NO_CARD, PROJECTS
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.state import BONUSES, FROM_TRACK, MET_NEED, TOOK_PART, TRUST_EARNED

Row = dict[str, Cell]
Cells = Callable[[list[Row]], str]

SOURCES = ["projects", "Manufacture", "x2", "track"]
FINEST = {name for kind, name in enumerate(KIND_NAMES) if LEVEL[kind] == TOP_LEVEL}


class Playtest(Observer):
    """One row a game. Columns for each player end with the seat: `position 1`."""

    def begins(self, state: State) -> None:
        assert isinstance(state, TotalEClips)
        self.round = state.round
        self.completed = 0
        self.makes = 0
        self.reached: dict[str, int] = {}
        self.waits = {state.parts.projects[card].slug: 0 for card in state.parts.ends}
        self.leaders: list[list[int]] = []
        self.trust: list[float] = []

    def event(self, state: State, event: Event) -> None:
        assert isinstance(state, TotalEClips)
        match event.kind:
            case "round-begun":
                self.round = event.amounts["round"]
            case "project-completed":
                self.completed += 1
            case "trust-laid" if event.pieces[0] in self.waits:
                # Trust is laid at the end of a round, so a card that has just come up does not count.
                self.waits[event.pieces[0]] += 1
            case "core-freed" if event.causes == ["unlock"]:
                self.reaches(event.pieces[1], event.seat)
            case "core-gained" | "core-raised" if FINEST & set(event.pieces):
                self.reaches("level IV", event.seat)
            case "made":
                self.makes += 1
            case "stage-begun" | "game-ended":
                self.leaders.append(state.winners())
                self.trust.append(statistics.mean(side.trust for side in state.sides))

    def reaches(self, what: str, seat: int) -> None:
        """Note the first round in which a player gets so far."""
        self.reached.setdefault(f"{what} {seat + 1}", self.round)

    def ends(self, state: State) -> Row:
        assert isinstance(state, TotalEClips)
        tally = [sum(counts) for counts in zip(*[side.tally for side in state.sides], strict=True)]
        first, second, *_ = sorted((side.position for side in state.sides), reverse=True)
        row: Row = {
            "players": state.players,
            "tokens": "reusable" if state.parts.reusable else "single-use",
            "rounds": state.round,
            "stopped": int(state.stopped()),
            "completed": self.completed,
            "completed per player and round": self.completed / state.players / max(1, state.round),
            "took part": tally[TOOK_PART],
            "met need": tally[MET_NEED],
            "bonuses": tally[BONUSES],
            "makes": self.makes,
            "margin": first - second,
            "trust earned": tally[TRUST_EARNED] / state.players,
            "trust left": statistics.mean(side.trust for side in state.sides),
        }
        for source, name in enumerate(SOURCES[: FROM_TRACK + 1]):
            row[f"clips from {name}"] = tally[source]
        for stage, (leaders, trust) in enumerate(zip(self.leaders, self.trust, strict=True), 1):
            row[f"trust {stage}"] = trust
            if len(leaders) == 1:
                row[f"leader {stage}"] = state.returns()[leaders[0]]
        for project in state.parts.projects:
            if project.end:
                row[f"waits {project.name}"] = self.waits[project.slug]
        for seat, side in enumerate(state.sides, 1):
            row[f"position {seat}"] = side.position
            row[f"trust earned {seat}"] = side.tally[TRUST_EARNED]
            row[f"trust left {seat}"] = side.trust
        return row | self.reached


class Projects(Pieces):
    """Projects and tokens as pieces to compare: taken by putting a core on one, or by laying one
    somewhere."""

    noun = "project"

    def titles(self, numbers: Parts) -> dict[str, str]:
        projects = {project.slug: project.name for project in numbers.projects}
        return projects | {token.slug: f'token "{token.name}"' for token in numbers.tokens}

    def due(self, state: State) -> bool:
        assert isinstance(state, TotalEClips)
        return state.phase == PLACE

    def taken(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, TotalEClips)
        if PUT <= action < LAY:
            place = (action - PUT) // KINDS
            card = state.cards[place] if place < PROJECTS else NO_CARD
            return state.parts.projects[card].slug if card != NO_CARD else ""
        return state.parts.tokens[(action - LAY) % MOST_TOKENS].slug if LAY <= action < AGAIN else ""

    def offered(self, state: State, seat: int) -> Iterable[str]:
        """Return each project and token on offer once, though every core and place offers it."""
        assert isinstance(state, TotalEClips)
        moves = state.legal_actions(seat)
        cards = {(move - PUT) // KINDS: move for move in moves if PUT <= move < LAY}
        tokens = {(move - LAY) % MOST_TOKENS: move for move in moves if LAY <= move < AGAIN}
        return [self.taken(state, seat, move) for move in (*cards.values(), *tokens.values())]
