"""The games of an arena: played, told, and kept in a file that the same command goes on with."""

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
from quincunx.lab.arena.plan import ArenaPlan
from quincunx.lab.simulate.batch import GameRow
from quincunx.lab.simulate.runner import GameRunner


class Played(msgspec.Struct):
    """How one game went. The lists have an entry for each seat."""

    number: int
    scores: list[float]
    wins: list[float]
    """1 for a win alone, a part for a shared one, 0 for none."""
    returns: list[float]
    turns: int
    reason: str
    asked: list[int]
    """How many decisions the seat's bot made."""
    thought: list[float]
    """How many seconds of processor time it took for them."""
    lost: dict[str, int] = {}
    """How many decisions each bot lost: random moves were made instead."""
    faults: list[str] = []
    """What bots did when they first lost one."""

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
    """Asks a bot, and counts what it costs."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.asked = 0
        self.thought = 0.0

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        # Processor time: what else the machine does is not the bot's fault.
        begun = time.process_time()
        move = self._bot.choose(state, seat, rng)
        self.thought += time.process_time() - begun
        self.asked += 1
        return move


class ArenaRunner(GameRunner[ArenaPlan, list[Played]]):
    """Plays any game of an arena's plan."""

    def begin(self, first: int) -> list[Played]:
        return []

    def add(self, number: int, part: list[Played]) -> None:
        plan = self.plan
        state = self.game.new(plan.players, self.numbers)
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
                self.game.tell(result.why, self.voice, self.numbers),
                [bot.asked for bot in seated],
                [round(bot.thought, 6) for bot in seated],
                dict(referee.lost),
                faults,
            )
        )


class KeptGames:
    """A file with a line for each finished game, after a first line that says what is played."""

    def __init__(self, path: Path, plan: ArenaPlan) -> None:
        self._path = path
        rules = games.load(plan.game).header.rules
        about = msgspec.json.encode(plan.to_dict() | {"rules": rules, "version": __version__}, order="sorted")
        lines = path.read_bytes().splitlines() if path.exists() else []
        if not lines:
            self._append(about + b"\n")
        elif lines[0] != about:
            if not _begins_games(lines[0], plan):
                raise UserError(f"{path} is no file that an arena has kept; name another.")
            raise UserError(f"{path} has the games of another arena; name another file, or delete it.")
        self.games = [game for line in lines[1:] for game in self._read(line)]

    def _read(self, line: bytes) -> list[Played]:
        try:
            return [msgspec.json.decode(line, type=Played)]
        except msgspec.DecodeError:
            # The last line of a run that was ended while it wrote; that game is played again.
            return []

    def add(self, played: Sequence[Played]) -> None:
        # Begun with a new line, in case the last one was cut short.
        self._append(b"".join(b"\n" + msgspec.json.encode(game) for game in played))

    def _append(self, data: bytes) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(data)
        except OSError as error:
            raise UserError(f"{self._path} cannot be written: {error.strerror}.") from None


def _begins_games(line: bytes, plan: ArenaPlan) -> bool:
    """Whether a line is the first one of a file that some arena has kept."""
    try:
        about = msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError):
        return False
    return isinstance(about, dict) and about.keys() >= plan.to_dict().keys()
