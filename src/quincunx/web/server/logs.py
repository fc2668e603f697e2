"""The server's log: one JSON object a line on standard error, for programs that collect logs.

Secrets are kept out: addresses are written as patterns, such as `/m/{match}/seat/{token}`, and errors of the
database without their parameters.
"""

import datetime
import json
import logging

EXTRA = ("method", "path", "status", "milliseconds", "match", "exit")
"""Fields that a line may carry beside its message."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        time = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line: dict[str, object] = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in EXTRA if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(requests: bool) -> None:
    """Configure logging: warnings always, each request only with `requests`."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # Anybody can cause that message, a thousand times a second.
    logging.getLogger("uvicorn.error").addFilter(
        lambda line: not line.getMessage().startswith("Invalid HTTP")
    )
    logging.getLogger("quincunx.requests").setLevel(logging.INFO if requests else logging.WARNING)
