"""How much could be won in King of Tokyo by other decisions than those of `expert`?

    python bench/king_of_tokyo_limit.py 4 --decisions 200

A solver without a look ahead plays against `normal`. At every third of its decisions (the dice of a whole
turn are one) two ways to decide are compared: by what the network says of all ends of the turn, and by the
look ahead of `expert`. The judge is a second look ahead with other dice, so what it says of both is right on
average, as far as the network is right after the look. What the judge itself would choose is worth too much
in its own eyes: it knows its luck. So what the best choice could win more than `expert` lies between 0 and
that. With two players a look ahead tries out no dice, so there the judge only differs by the cards that are
revealed.
"""

import argparse

from quincunx import games, variant
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.king_of_tokyo.nets import insight
from quincunx.games.king_of_tokyo.rules import KingOfTokyo
from quincunx.games.king_of_tokyo.solver import MOST_DICE, Solver
from quincunx.games.king_of_tokyo.state import REROLL, ROLL
from quincunx.games.king_of_tokyo.throws import Throws, throws_of
from quincunx.lab.metrics import mean

GAME = games.load("king-of-tokyo")
NUMBERS = variant.numbers(GAME, {})
ONE_IN = 3
OTHER_DICE = 1_000
"""A look ahead has dice that depend on the number of the turn."""


def decisions(seed: str, players: int, own: int) -> list[KingOfTokyo]:
    """Where a seat had to decide in one game: the start of each turn, and all that is not about dice."""
    rng = Rng(seed)
    simple = [seat != own for seat in range(players)]
    usual, solver = GAME.bot(), Solver(insight(simple), GAME.master(), simple=simple)
    state = GAME.new(players, NUMBERS)
    found: list[KingOfTokyo] = []
    turn = state.turn
    while (actor := state.actor()) != OVER:
        starts = state.turn != turn and state.phase == ROLL
        if starts:
            turn = state.turn
        if starts and state.active == own and state.rolling <= MOST_DICE:
            found.append(state.clone())
        if actor == own and state.phase != REROLL and len(state.actions(own)) > 1:
            found.append(state.clone())
        if actor == CHANCE:
            state.move(CHANCE, state.sample(rng))
        else:
            bot = solver if actor == own else usual
            state.move(actor, bot.choose(state, actor, rng))
    return found


def compare(state: KingOfTokyo, own: int) -> tuple[float, float]:
    """How much more a decision is worth by the look ahead than by the network alone; and how much more than
    that if the judge decides."""
    simple = [seat != own for seat in range(state.players)]
    alone = Solver(insight(simple), GAME.master(), simple=simple)
    further = Solver(insight(simple), GAME.master(), further=True, simple=simple)
    again = state.clone()
    again.turn += OTHER_DICE
    ways = ((alone, state), (further, state), (further, again))
    if state.phase == ROLL:
        throws, rolls = throws_of(state.rolling), state.monsters[own].rolls(state.tables)
        network, look, judge = (way.outlook(seen)[0][own][throws.full :] for way, seen in ways)
        by_network, by_look, by_judge = (worth(throws, ends, judge, rolls) for ends in (network, look, judge))
    else:
        moves = [way.choose(seen, own, Rng("")) for way, seen in ways]
        judged = {option.move: option.expects[own] for option in further.weighed()}
        by_network, by_look, by_judge = (judged[move] for move in moves)
    return by_look - by_network, by_judge - by_look


def worth(throws: Throws, ends: list[float], judge: list[float], rolls: int) -> float:
    """What a turn is worth in the judge's eyes if the dice are kept that promise most by those ends."""
    hopes, judged = throws.hopes(ends), throws.hopes(judge)
    for _ in range(rolls - 1):
        best = throws.best_kept(hopes)
        hopes, judged = (throws.hopes([each[place] for place in best]) for each in (hopes, judged))
    return judged[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("players", type=int)
    parser.add_argument("--decisions", type=int, default=200, help="how many to compare")
    chosen = parser.parse_args()
    compared: list[tuple[float, float]] = []
    game = met = 0
    while len(compared) < chosen.decisions:
        game += 1
        own = game % chosen.players
        found = decisions(f"limit {game}", chosen.players, own)
        met += len(found)
        compared += [compare(state, own) for state in found[game % ONE_IN :: ONE_IN]]
        if not compared:
            continue
        a_game = met / game
        gain, more = (mean([each * a_game for each in way]) for way in zip(*compared, strict=True))
        print(
            f"{len(compared)} decisions, {a_game:.1f} a game: in a game the look ahead wins "
            f"{gain.value:.3f} ({gain.low:.3f} to {gain.high:.3f}), another at most "
            f"{more.value:.3f} ({more.low:.3f} to {more.high:.3f}) more",
            flush=True,
        )


if __name__ == "__main__":
    main()
