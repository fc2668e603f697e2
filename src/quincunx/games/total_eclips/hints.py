"""What a move costs or brings, in a few words."""

from quincunx.games.total_eclips.rules import TotalEClips


def explain(state: TotalEClips, seat: int, action: int) -> str:
    return ""
