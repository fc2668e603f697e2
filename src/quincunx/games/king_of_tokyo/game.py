"""King of Tokyo in words: its header, positions as dicts, moves by name."""

from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.game import Game, Look, MoveName, Result
from quincunx.games.king_of_tokyo import moves, position
from quincunx.games.king_of_tokyo import numbers as shape
from quincunx.games.king_of_tokyo.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.pieces import NOTHING, Table
from quincunx.games.king_of_tokyo.rules import KingOfTokyo

if TYPE_CHECKING:
    from rich.console import RenderableType


class KingOfTokyoGame(Game[KingOfTokyo]):
    name = "king-of-tokyo"
    numbers_type = shape.Numbers
    snapshot_type = position.Snapshot
    toggles = {"texts": "what the cards in play do; switch it off for a shorter screen"}
    moves = [
        MoveName("keep", "Stop rolling and let the dice count."),
        MoveName("reroll DICE", "Roll some dice again, by their places: `reroll 2 5`, `reroll all`."),
        MoveName("reroll DICE with CARD", "Roll again with a card: Energy Drink, Smoke Cloud, a probe."),
        MoveName("change DIE to FACE with CARD", "Turn a die before the dice count: `change 2 to heart …`."),
        MoveName("done", "Change nothing more, buy nothing more, or sell nothing more."),
        MoveName("heal", "Use a heart on yourself."),
        MoveName("heal SEAT", "Use a heart on another monster, which pays you (Healing Ray)."),
        MoveName("cure TOKEN", "Use a heart to take off a token: `cure shrink` or `cure poison`."),
        MoveName("waste", "Use a heart on nothing."),
        MoveName("yield", "Leave Tokyo to your attacker."),
        MoveName("stay", "Stay in Tokyo."),
        MoveName("use CARD", "Use a card of yours now: `use wings`, `use rapid-healing`."),
        MoveName("buy CARD", "Buy an open card, or the one you just looked at."),
        MoveName("buy CARD from SEAT", "Buy another monster's card (Parasitic Tentacles)."),
        MoveName("sweep", "Pay to replace the three open cards."),
        MoveName("peek", "Look at the top card of the pile (Made in a Lab)."),
        MoveName("put-back", "Put the card you looked at back on the pile."),
        MoveName("copy CARD from SEAT", "Have your Mimic copy a card in play."),
        MoveName("sell CARD", "Turn a card back into energy (Metamorph)."),
        MoveName("again", "Take another turn with a die fewer (Freeze Time)."),
        MoveName("pass", "Let the moment go by."),
        MoveName("roll FACES", "How the dice fall (chance): `roll 1 1 2 claw energy heart`."),
        MoveName("reveal CARD", "The next card of the pile (chance)."),
        MoveName("peek CARD", "The card someone looks at (chance)."),
    ]

    def components(self) -> list[str]:
        return list(shape.CARDS)

    def prepare(self, numbers: shape.Numbers) -> Table:
        return shape.prepare(numbers)

    def new(self, players: int, numbers: Table) -> KingOfTokyo:
        return KingOfTokyo(numbers, players)

    def bot(self) -> Bot:
        return KingOfTokyoBot()

    def draw(self, state: KingOfTokyo, seat: int, look: Look) -> "RenderableType":
        from quincunx.games.king_of_tokyo.screen import draw

        return draw(state, seat, look)

    def board(self, state: KingOfTokyo, seat: int) -> dict[str, Any]:
        from quincunx.games.king_of_tokyo.page import board  # only a browser needs it

        return board(state, seat)

    def result(self, state: KingOfTokyo) -> Result:
        points = [float(monster.points) for monster in state.monsters]
        if state.winner == NOTHING:
            return Result([], points, "no monster is left")
        if state.living() == 1:
            return Result([state.winner], points, "last monster alive")
        return Result([state.winner], points, f"{state.table.goal} points")

    def snapshot(self, state: KingOfTokyo) -> position.Snapshot:
        return position.take_snapshot(state)

    def restore(self, snapshot: position.Snapshot, numbers: Table) -> KingOfTokyo:
        return position.restore(snapshot, numbers)

    def problem(self, state: KingOfTokyo) -> str:
        return position.problem(state)

    def view(self, state: KingOfTokyo, seat: int) -> dict[str, Any]:
        """Everything but a top card that others have seen and this seat has not (KT-44)."""
        data = self.to_dict(state)
        if state.top != NOTHING and (seat < 0 or not state.top_seen >> seat & 1):
            data["top"] = position.HIDDEN
        return data

    def say(self, state: KingOfTokyo, seat: int, action: int) -> str:
        return moves.say(state, seat, action)

    def parse(self, state: KingOfTokyo, seat: int, text: str) -> int:
        return moves.parse(state, seat, text)

    def explain(self, state: KingOfTokyo, seat: int, action: int) -> str:
        return moves.explain(state, seat, action)


GAME = KingOfTokyoGame()
