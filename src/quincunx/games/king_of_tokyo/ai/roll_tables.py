"""All ways that the dice of a turn may lie, and the dice to keep of each."""

from typing import Final, final

from quincunx.games.king_of_tokyo.ai.bot import KingOfTokyoBot, has_won_roll
from quincunx.games.king_of_tokyo.ai.dice import CLEARLY, hopes_with
from quincunx.games.king_of_tokyo.dice import DIE, FACES, handfuls, size
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo


@final
class RollTables:
    """All ways that up to `dice` dice may lie, and the result of adding one die to each."""

    def __init__(self, dice: int) -> None:
        self.all: list[int] = []
        """The handfuls by size, smallest first; those of all dice begin at `full`."""
        self.place: dict[int, int] = {}
        self.grown: list[list[int]] = []
        """The place of each handful with one more die of each face; none for those of all dice."""
        self.kept: list[list[int]] = []
        """The dice that may be kept of each handful of all dice, by place; all of them come first."""
        self.full = 0
        level = [0]
        for number in range(dice + 1):
            self.full = len(self.all)
            for handful in level:
                self.place[handful] = len(self.all)
                self.all.append(handful)
            if number < dice:
                level = sorted({handful + die for handful in level for die in DIE})
        for handful in self.all[: self.full]:
            self.grown.append([self.place[handful + die] for die in DIE])
        for handful in self.all[self.full :]:
            self.kept.append([self.place[handful - picked] for picked in handfuls(handful)])

    def hopes(self, ends: list[float]) -> list[float]:
        """Return the value of each handful if the other dice are rolled once; `ends` has the values of all
        dice."""
        hopes = [0.0] * self.full + ends
        place = self.full - 1
        while place >= 0:
            total = 0.0
            for grown in self.grown[place]:
                total += hopes[grown]
            hopes[place] = total / FACES
            place -= 1
        return hopes

    def best_kept(self, hopes: list[float]) -> list[int]:
        """Return the best dice to keep of each handful of all dice."""
        best: list[int] = []
        for kept in self.kept:
            found = kept[0]
            most = hopes[found]
            for place in kept:
                if hopes[place] > most:
                    most = hopes[place]
                    found = place
            best.append(found)
        return best


ROLL_TABLES: Final[dict[int, RollTables]] = {}


def roll_tables_of(dice: int) -> RollTables:
    known = ROLL_TABLES.get(dice)
    if known is None:
        known = RollTables(dice)
        ROLL_TABLES[dice] = known
    return known


def usually_kept(
    bot: KingOfTokyoBot, state: KingOfTokyo, seat: int, rolls: RollTables, left: int
) -> list[int]:
    """Return the dice that rules of thumb keep of each handful of all dice, with `left` rolls left.

    The result is the bot's choice for each, found for all at once. The state's dice are changed.
    """
    me = state.monsters[seat]
    values = bot.values(state, me)
    hopes = hopes_with(left)
    dice = size(rolls.all[rolls.full])
    promises: list[float] = []
    for place in range(rolls.full):
        handful = rolls.all[place]
        promises.append(values.promise(handful, hopes[dice - size(handful)]))
    best: list[int] = []
    for place in range(rolls.full, len(rolls.all)):
        state.dice = rolls.all[place]
        found = place
        if not has_won_roll(state, me):
            most = values.worth(state.dice)
            for kept in rolls.kept[place - rolls.full]:
                if kept != place and promises[kept] > most + CLEARLY:
                    most = promises[kept]
                    found = kept
        best.append(found)
    return best
