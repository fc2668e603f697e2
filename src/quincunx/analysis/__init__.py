"""The analysis of a finished match: expectations, luck, decisions and the moments that decided it."""

from quincunx.analysis.timeline import Change, Moment, Point, Timeline, timeline

__all__ = ["Change", "Moment", "Point", "Timeline", "timeline"]
