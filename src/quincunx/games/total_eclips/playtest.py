"""What its designer wants counted: pace, projects, clips and Trust, growth, leaders and waiting."""

import statistics
from collections.abc import Callable, Iterable

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.total_eclips.codes import AGAIN, LAY, PLACE, PUT
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS, LEVEL, TOP_LEVEL
from quincunx.games.total_eclips.parts import MOST_TOKENS, Parts
from quincunx.games.total_eclips.places import NO_CARD, PROJECTS
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.state import BONUSES, FROM_TRACK, MET_NEED, TOOK_PART, TRUST_EARNED

Row = dict[str, Cell]
Cells = Callable[[list[Row]], str]

SOURCES = ["projects", "Manufacture", "x2", "track"]
FINEST = {name for kind, name in enumerate(KIND_NAMES) if LEVEL[kind] == TOP_LEVEL}


class Playtest(Observer):
    """One row a game. What is counted for each player has the seat behind its name: `position 1`."""

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
        """The first round in which a player gets so far."""
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
    """A project is taken by putting a core on it, a token by laying it somewhere."""

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
        """A project is on offer for every kind of core, a token for every place: asked once for each."""
        assert isinstance(state, TotalEClips)
        moves = state.actions(seat)
        cards = {(move - PUT) // KINDS: move for move in moves if PUT <= move < LAY}
        tokens = {(move - LAY) % MOST_TOKENS: move for move in moves if LAY <= move < AGAIN}
        return [self.taken(state, seat, move) for move in (*cards.values(), *tokens.values())]


def report(rows: list[Row]) -> str:
    """The tables of its playtest page: a column for each number of players and rule for tokens."""
    groups: dict[str, list[Row]] = {}
    mixed = len({row["tokens"] for row in rows}) > 1
    for row in rows:
        rule = f", {row['tokens']} tokens" if mixed else ""
        groups.setdefault(f"{row['players']} players{rule}", []).append(row)
    stages = sorted({key[6:] for row in rows for key in row if key[:6] == "trust " and key[6:].isdigit()})
    waits = [key for key in rows[0] if key.startswith("waits ")]
    return "\n\n".join(
        [
            _table("Pace and projects", _pace(), groups),
            _table("Clips and Trust", _money(stages), groups),
            _table("How often and when players grow", _growth(), groups),
            _table("Leaders and waiting", _drama(stages, waits), groups),
        ]
    )


def _table(heading: str, lines: dict[str, Cells], groups: dict[str, list[Row]]) -> str:
    table = [f"### {heading}", "", f"| | {' | '.join(groups)} |", f"|{'---|' * (len(groups) + 1)}"]
    for name, cell in lines.items():
        table.append(f"| {name} | {' | '.join(cell(rows) for rows in groups.values())} |")
    return "\n".join(table)


def _pace() -> dict[str, Cells]:
    return {
        "rounds": lambda rows: _spread(_all(rows, "rounds")),
        "games stopped after the last round": lambda rows: f"{sum(_all(rows, 'stopped')):.0f}",
        "cards completed, per player and round": lambda rows: _rate(rows, "completed"),
        "projects taken part in, per player and round": lambda rows: _rate(rows, "took part"),
        "… with the need met": lambda rows: _rate(rows, "met need"),
        "… with the bonus won": lambda rows: _rate(rows, "bonuses"),
    }


def _money(stages: list[str]) -> dict[str, Cells]:
    lines: dict[str, Cells] = {f"clips from {name}": _clips(name) for name in SOURCES}
    lines |= {
        "rounds in which a player makes something": lambda rows: _share(
            sum(_all(rows, "makes")), _player_rounds(rows)
        ),
        "final position": lambda rows: _spread(_each(rows, "position")),
        "Trust earned per player": lambda rows: _spread(_each(rows, "trust earned")),
        "Trust left at the end": lambda rows: _spread(_each(rows, "trust left")),
    }
    return lines | {f"Trust held when stage {stage} ends": _mean(f"trust {stage}") for stage in stages}


def _growth() -> dict[str, Cells]:
    lines = {f"T{tier} ever opened: share, median round": _reached(f"t{tier}") for tier in range(3, 7)}
    return lines | {"a core of level IV: share, median round": _reached("level IV")}


def _drama(stages: list[str], waits: list[str]) -> dict[str, Cells]:
    lines = {f"the leader after stage {stage} wins": _leader_wins(stage) for stage in stages[:-1]}
    lines |= {f"{key.removeprefix('waits ')} waits, rounds": _mean(key) for key in waits}
    return lines | {"steps between first and second": _mean("margin")}


def _clips(name: str) -> Cells:
    def cell(rows: list[Row]) -> str:
        clips = {each: sum(_all(rows, f"clips from {each}")) for each in SOURCES}
        return _share(clips[name], sum(clips.values()))

    return cell


def _mean(key: str) -> Cells:
    return lambda rows: f"{statistics.mean(_all(rows, key)):.1f}"


def _reached(what: str) -> Cells:
    def cell(rows: list[Row]) -> str:
        found = _each(rows, what)
        when = f", {statistics.median(found):.0f}" if found else ""
        return _share(len(found), sum(_all(rows, "players"))) + when

    return cell


def _leader_wins(stage: str) -> Cells:
    def cell(rows: list[Row]) -> str:
        wins = _all(rows, f"leader {stage}")
        return _share(sum(wins), len(wins))

    return cell


def _all(rows: list[Row], key: str) -> list[float]:
    """The values of those games that have one."""
    return [float(row[key]) for row in rows if key in row]


def _each(rows: list[Row], key: str) -> list[float]:
    """The values of every player of every game."""
    return [value for seat in range(1, 5) for value in _all(rows, f"{key} {seat}")]


def _player_rounds(rows: list[Row]) -> float:
    return sum(float(row["rounds"]) * float(row["players"]) for row in rows)


def _rate(rows: list[Row], key: str) -> str:
    return f"{sum(_all(rows, key)) / _player_rounds(rows):.2f}"


def _spread(values: list[float]) -> str:
    """The mean, and the range of four games in five."""
    low, *_, high = statistics.quantiles(values, n=10)
    return f"{statistics.mean(values):.1f} ({low:.0f} to {high:.0f})"


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f}%" if whole else "-"
