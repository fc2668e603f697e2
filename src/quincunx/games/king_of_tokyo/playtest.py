"""What the designer of King of Tokyo wants to know: how games end, from which seat, and what cards do."""

from collections import Counter

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.king_of_tokyo.rules import BUYS, BUYS_FROM, BUYS_TOP, HAND, KingOfTokyo
from quincunx.games.king_of_tokyo.state import BUY, LAB, NOTHING, OPPORTUNIST
from quincunx.games.king_of_tokyo.tables import Tables

ENDS = ["points", "last alive", "nobody"]
SHOPPING = (BUY, OPPORTUNIST, LAB)
"""When cards can be bought."""
WON_WITH = " by the winner"
"""Behind the name of a card: how many of its purchases were the winner's."""


class Playtest(Observer):
    """One row a game: players, turns, how it ended, who won, and each card that was bought."""

    def begins(self, state: State) -> None:
        self.first = NOTHING
        self.bought: Counter[tuple[str, int]] = Counter()

    def event(self, state: State, event: Event) -> None:
        if event.kind == "turn-starts" and self.first == NOTHING:
            self.first = event.seat
        elif event.kind == "buys":
            self.bought[event.pieces[0], event.seat] += 1

    def ends(self, state: State) -> dict[str, Cell]:
        assert isinstance(state, KingOfTokyo)
        nobody = state.winner == NOTHING
        row: dict[str, Cell] = {
            "players": state.players,
            "turns": state.turn,
            "end": ENDS[2 if nobody else int(state.living() == 1)],
            "winner": 0 if nobody else (state.winner - self.first) % state.players + 1,
        }
        for (card, seat), times in sorted(self.bought.items()):
            row[card] = int(row.get(card, 0)) + times
            if seat == state.winner:
                row[card + WON_WITH] = times
        return row


class Cards(Pieces):
    """Cards are taken by buying them: from the open ones, from the pile, from another monster."""

    noun = "card"

    def titles(self, numbers: Tables) -> dict[str, str]:
        return dict(numbers.titles)

    def due(self, state: State) -> bool:
        assert isinstance(state, KingOfTokyo)
        return state.phase in SHOPPING

    def taken(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, KingOfTokyo)
        if BUYS <= action < BUYS_FROM:
            return state.tables.cards[state.display[action - BUYS]].slug
        if BUYS_FROM <= action < BUYS_TOP:
            owner, slot = divmod(action - BUYS_FROM, HAND)
            return state.monsters[owner].hand[slot].card.slug
        return state.tables.cards[state.top].slug if action == BUYS_TOP else ""


def report(rows: list[dict[str, Cell]]) -> str:
    """Tables in Markdown: the end by number of players, the winner's seat, the cards."""
    lines = ["| players | games | turns | " + " | ".join(ENDS) + " |", "|---|---|---|---|---|---|"]
    for players in sorted({int(row["players"]) for row in rows}):
        some = [row for row in rows if row["players"] == players]
        turns = sum(int(row["turns"]) for row in some) / len(some)
        shares = [_share(sum(row["end"] == end for row in some), len(some)) for end in ENDS]
        lines.append(f"| {players} | {len(some)} | {turns:.1f} | {' | '.join(shares)} |")
    lines += ["", "| won by the player who began as number | games |", "|---|---|"]
    for place in range(1, max(int(row["players"]) for row in rows) + 1):
        able = [row for row in rows if int(row["players"]) >= place]
        lines.append(f"| {place} | {_share(sum(row['winner'] == place for row in able), len(able))} |")
    lines += ["", "| card | bought a game | of these by the winner |", "|---|---|---|"]
    fixed = {"players", "turns", "end", "winner"}
    cards = {key for row in rows for key in row if key not in fixed and not key.endswith(WON_WITH)}
    times = {card: sum(int(row.get(card) or 0) for row in rows) for card in cards}
    for card in sorted(cards, key=lambda card: (-times[card], card)):
        won = sum(int(row.get(card + WON_WITH) or 0) for row in rows)
        lines.append(f"| {card} | {times[card] / len(rows):.2f} | {_share(won, times[card])} |")
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}%" if whole else ""
