"""The games of an arena, and the file that keeps them so that the same command can resume."""

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from quincunx import __version__, bots, games
from quincunx.bots.sandbox import Referee
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.files import read_bytes
from quincunx.lab.arena.plan import ArenaPlan
from quincunx.lab.simulate.batch import GameRow
from quincunx.lab.simulate.runner import GameRunner


class Played(msgspec.Struct):
    """The result of one game. The lists have an entry for each seat."""

    number: int
    scores: list[float]
    wins: list[float]
    """1 for a win, a fraction for a shared win, 0 for a loss."""
    returns: list[float]
    turns: int
    reason: str
    asked: list[int]
    """The number of decisions the seat's bot made."""
    thought: list[float]
    """The seconds of processor time it took for them."""
    lost: dict[str, int] = {}
    """The number of decisions each bot lost: random moves were made instead."""
    faults: list[str] = []
    """A sentence for each bot about the first decision it lost."""

    def row(self, plan: ArenaPlan) -> GameRow:
        return GameRow(
            self.number,
            plan.dice(self.number),
            plan.seated(self.number),
            self.scores,
            self.wins,
            self.turns,
            sum(self.asked),
            self.reason,
        )


class TimedBot(Bot):
    """Wraps a bot and counts its decisions and processor time."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.asked = 0
        self.thought = 0.0

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        # Processor time, so that other work of the machine does not count.
        begun = time.process_time()
        move = self._bot.choose(state, seat, rng)
        self.thought += time.process_time() - begun
        self.asked += 1
        return move


class ArenaRunner(GameRunner[ArenaPlan, list[Played]]):
    """Plays the games of an arena's plan."""

    def begin(self, first: int) -> list[Played]:
        return []

    def add(self, number: int, part: list[Played]) -> None:
        plan = self.plan
        state = self.game.new_initial_state(plan.players, self.numbers)
        faults: list[str] = []
        referee = Referee(plan.time_limit, faults.append)
        table = bots.table(plan.seated(number), self.game, referee, plan.own)
        seated = [TimedBot(bot) for bot in table]
        made: list[Bot] = [*seated]
        dice, bot_rng = Rng(plan.dice(number)), Rng(f"{plan.seed}:{number}:bots")
        contest(state, made, dice, bot_rng, self.game.header.secrets)
        result = self.game.result(state)
        part.append(
            Played(
                number,
                [float(score) for score in result.scores],
                [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(plan.players)],
                state.returns(),
                state.turns(),
                self.game.phrases.tell(result.why, self.voice, self.numbers),
                [bot.asked for bot in seated],
                [round(bot.thought, 6) for bot in seated],
                dict(referee.lost),
                faults,
            )
        )


class KeptGames:
    """A JSON Lines file: a first line with the plan, then a line for each finished game."""

    def __init__(self, path: Path, plan: ArenaPlan) -> None:
        self._path = path
        rules = games.load(plan.game).header.rules
        about = msgspec.json.encode(plan.to_dict() | {"rules": rules, "version": __version__}, order="sorted")
        lines = read_bytes(path).splitlines() if path.exists() else []
        if not lines:
            self._append(about + b"\n")
        elif lines[0] != about:
            if not _is_first_line(lines[0], plan):
                raise UserError(f"{path} is not a file kept by an arena; name another.")
            raise UserError(f"{path} has the games of another arena; name another file, or delete it.")
        self.games = [game for line in lines[1:] for game in self._read(line)]

    def _read(self, line: bytes) -> list[Played]:
        try:
            return [msgspec.json.decode(line, type=Played)]
        except msgspec.DecodeError:
            # A run that was killed leaves half a line; that game is played again.
            return []

    def add(self, played: Sequence[Played]) -> None:
        # The newline comes first, in case the last line was cut short.
        self._append(b"".join(b"\n" + msgspec.json.encode(game) for game in played))

    def _append(self, data: bytes) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(data)
        except OSError as error:
            raise UserError(f"{self._path} cannot be written: {error.strerror}.") from None


def _is_first_line(line: bytes, plan: ArenaPlan) -> bool:
    """Whether a line is the first line of any arena's file."""
    try:
        about = msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError):
        return False
    return isinstance(about, dict) and about.keys() >= plan.to_dict().keys()
