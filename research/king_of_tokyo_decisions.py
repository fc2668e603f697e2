"""Measures how much more `expert` wins in King of Tokyo than `hard`, by comparing their decisions.

    python research/king_of_tokyo_decisions.py 4 --decisions 200

`hard` plays against `normal`. Every third of its decisions (the dice of a whole turn are one) is compared
with `expert`'s. The judge is a second `expert` with other dice, so its estimates are unbiased as far as the
network is. The sum of the differences over a game is what `expert` wins more. With two players a look ahead
samples no dice, so the judge differs only by the cards that are revealed.
"""

import argparse

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.king_of_tokyo.ai.levels import solver
from quincunx.games.king_of_tokyo.ai.roll_tables import RollTables, roll_tables_of
from quincunx.games.king_of_tokyo.ai.solver import MOST_DICE
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import REROLL, ROLL
from quincunx.lab.stats.estimate import mean
from quincunx.match import variant

GAME = games.load("king-of-tokyo")
NUMBERS = variant.numbers(GAME, {})
ONE_IN = 3
OTHER_DICE = 1_000
"""The offset of the turn number for the judge: the dice of a look ahead depend on that number."""


def decisions(seed: str, players: int, own: int) -> list[KingOfTokyo]:
    """Play a game and return a seat's decisions: the start of each turn, and all that are not about dice."""
    rng = Rng(seed)
    simple = [seat != own for seat in range(players)]
    usual, hard = GAME.bots.policy(), solver("hard", simple)
    state = GAME.new_initial_state(players, NUMBERS)
    found: list[KingOfTokyo] = []
    turn = state.turn
    while (actor := state.current_player()) != TERMINAL:
        starts = state.turn != turn and state.phase == ROLL
        if starts:
            turn = state.turn
        if starts and state.active == own and state.rolling <= MOST_DICE:
            found.append(state.clone())
        if actor == own and state.phase != REROLL and len(state.legal_actions(own)) > 1:
            found.append(state.clone())
        if actor == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
        else:
            bot = hard if actor == own else usual
            state.move(actor, bot.choose(state, actor, rng))
    return found


def gain(state: KingOfTokyo, own: int) -> float:
    """Return how much more `expert`'s decision is worth than `hard`'s."""
    simple = [seat != own for seat in range(state.players)]
    judge, players = solver("expert", simple), [solver(level, simple) for level in ("hard", "expert")]
    again = state.clone()
    again.turn += OTHER_DICE
    if state.phase == ROLL:
        throws, rolls = roll_tables_of(state.rolling), state.monsters[own].rolls(state.tables)
        judged = judge.outlook(again)[0][own][throws.full :]
        ends = [player.outlook(state)[0][own][throws.full :] for player in players]
        by_hard, by_expert = (worth(throws, each, judged, rolls) for each in ends)
        return by_expert - by_hard
    by_hard, by_expert = (player.choose(state, own, Rng("")) for player in players)
    if by_hard == by_expert:
        return 0.0
    judge.choose(again, own, Rng(""))
    shares = {option.move: option.expects[own] for option in judge.last_evaluations()}
    return shares[by_expert] - shares[by_hard]


def worth(throws: RollTables, ends: list[float], judge: list[float], rolls: int) -> float:
    """Return the judge's value of a turn in which the kept dice are the best by the values `ends`."""
    hopes, judged = throws.hopes(ends), throws.hopes(judge)
    for _ in range(rolls - 1):
        best = throws.best_kept(hopes)
        hopes, judged = (throws.hopes([each[place] for place in best]) for each in (hopes, judged))
    return judged[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("players", type=int)
    parser.add_argument("--decisions", type=int, default=200, help="how many to compare")
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args()
    gains: list[float] = []
    game = met = 0
    while len(gains) < chosen.decisions:
        game += 1
        own = game % chosen.players
        found = decisions(f"{chosen.seed} {game}", chosen.players, own)
        met += len(found)
        gains += [gain(state, own) for state in found[game % ONE_IN :: ONE_IN]]
        more = mean([each * met / game for each in gains or [0.0]])
        print(
            f"{len(gains)} decisions, {met / game:.1f} a game: in a game `expert` wins "
            f"{more.value:.3f} ({more.low:.3f} to {more.high:.3f}) more than `hard`",
            flush=True,
        )


if __name__ == "__main__":
    main()
