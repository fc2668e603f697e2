"""What a finished match was like: expectations, luck, decisions and the moments that decided it."""

from quincunx.analysis.timeline import Change, Moment, Point, Timeline, timeline

__all__ = ["Change", "Moment", "Point", "Timeline", "timeline"]
