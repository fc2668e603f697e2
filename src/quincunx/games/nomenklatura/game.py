"""The game object of Nomenklatura, which ties its parts together."""

from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.parts import Bots, Coach, Codec, Encoding, Lab, Later, Phrases, Screens, Snapshots
from quincunx.games.nomenklatura import events, moves, numbers, playtest, snapshot
from quincunx.games.nomenklatura.ai import evaluator, policy
from quincunx.games.nomenklatura.ai.bot import NomenklaturaBot
from quincunx.games.nomenklatura.help import chances, reasons
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import has_run_out, winners
from quincunx.games.nomenklatura.state import Setup


def progress(state: Nomenklatura) -> list[float]:
    """Count what lies on the players' own spaces of the track too, which is theirs after the bid."""
    return [float(player.rubles + player.coins) for player in state.seats]


class NomenklaturaGame(Game[Nomenklatura]):
    name = "nomenklatura"
    numbers_type = numbers.Numbers
    prepare = staticmethod(numbers.prepare)

    codec = Codec(moves, default_verbs=("bid", "markers"))
    snapshots = Snapshots(
        snapshot, restore=lambda shot, numbers: snapshot.restore(shot, numbers, GAME.player_counts)
    )
    phrases = Phrases(events, moves, goal="Have the most rubles when somebody has every marker on the board.")
    coach = Coach(chances, reasons)
    screens = Screens(
        terminal=Later(".screens.terminal:draw"),
        legend=Later(".screens.terminal:LEGEND"),
        web=Later(".screens.web:board"),
        toggles={
            "income": "what each region would score now",
            "texts": "what the cards on the agenda say",
        },
    )
    bots = Bots(
        policy=NomenklaturaBot,
        evaluator=lambda: evaluator.NomenklaturaValue(evaluator.WEIGHTS),
        candidate_policies=evaluator.minds,
        own_policy=evaluator.adept,
        trained_policy=policy.trained,
        opponent_policy=policy.Rival,
        search_config=evaluator.THINKING,
    )
    lab = Lab(observer=playtest.Playtest, pieces=playtest.Cards, progress=progress)
    encoding = Encoding(space=Later(".encoding:NomenklaturaSpace"))

    def components(self) -> list[str]:
        regions = [region["id"] for region in self.toml["map"]["regions"]]
        return [*self.toml["cards"], "consolidation", *regions]

    def new_initial_state(self, players: int, numbers: Setup) -> Nomenklatura:
        return Nomenklatura(numbers, players)

    def scores(self, state: Nomenklatura) -> list[float]:
        return [float(player.rubles) for player in state.seats]

    def result(self, state: Nomenklatura) -> Result:
        """Return the winners: most rubles, then most markers left over (NK-14, NK-16)."""
        best = winners(state)
        rubles = [player.rubles for player in state.seats]
        most = rubles[best[0]]
        kind = "most-rubles"
        if len(best) > 1:
            kind = "shared"
        elif rubles.count(most) > 1:
            kind = "most-markers"
        amounts = {"rubles": most, "round": state.round}
        for seat in range(state.players):
            amounts[f"ran-out-{seat + 1}"] = int(has_run_out(state, seat))
        return Result(best, self.scores(state), Event(kind, best[0], amounts))

    def best_of(self, state: Nomenklatura, seats: list[int]) -> list[int]:
        return winners(state, seats)


GAME: Game[Nomenklatura] = NomenklaturaGame()
