"""The page docs/your-bot.md: its code runs, and its output is as shown."""

import doctest
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quincunx import bots, cli

PAGE = Path(__file__).parents[1] / "docs" / "your-bot.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.fixture
def _beginner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Write the page's file into an empty folder, and give commands there, as a beginner would."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUINCUNX_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(bots, "ADDED", {})
    for language, text in BLOCKS:
        if language == "python":
            (tmp_path / text.split()[1]).write_text(text)
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    yield
    sys.modules.pop("mybot", None)


@pytest.mark.usefixtures("_beginner")
def test_the_examples_come_out_as_they_say() -> None:
    text = "\n".join(text for language, text in BLOCKS if language == "pycon")
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert outcome.attempted > 8
    assert outcome.failed == 0, "".join(said)


@pytest.mark.usefixtures("_beginner")
def test_the_commands_work(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr("quincunx.web.serve.run", lambda *options: served.append(options))
    commands = [line.split()[2:] for kind, text in BLOCKS if kind == "console" for line in text.splitlines()]
    assert [words[0] for words in commands] == ["play", "simulate", "serve"]
    for words in commands:
        monkeypatch.setattr(sys, "argv", ["quincunx", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert not left.value.code
    assert served
    assert bots.names() == ["easy", "normal", "hard", "expert", "random", "greedy", "Careful"]
