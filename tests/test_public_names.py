"""The public names of `import quincunx as qx`: what they are, how they are shown, and that old names still
work."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quincunx as qx
from quincunx import games, notebook
from quincunx.core.game import Game
from quincunx.core.move import Move
from tests import own_bots

SOURCE = Path(qx.__file__)
OLD = [
    "Bot",
    "CHANCE",
    "FairDice",
    "IllegalMove",
    "Match",
    "UserError",
    "Player",
    "SeedDice",
    "load",
    "simulate",
]


def test_every_name_is_there_and_explains_itself() -> None:
    assert sorted(qx.__all__, key=lambda name: (not name.isupper(), name)) == qx.__all__
    assert set(OLD) <= set(qx.__all__) <= set(dir(qx))
    for name in qx.__all__:
        value = getattr(qx, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            assert explained(value), name


def explained(value: Any) -> str | None:
    """Return a docstring from the source: compiled code has lost it."""
    source = SOURCE.parent.joinpath(*value.__module__.split(".")[1:])
    path = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == value.__name__:
            return ast.get_docstring(node)
    return str(value.__doc__)  # A name for a type of Python's own.


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    seen = {alias.asname or alias.name for node in imports for alias in node.names}
    assert set(qx.__all__) - seen == {"list_games"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'quincunx' has no attribute 'Macth'"):
        _ = qx.Macth


def test_all_of_it_can_be_imported_by_star() -> None:
    code = "from quincunx import *; print(len(list_games()), Match.__name__, list_bots())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "5 Match ['easy', 'normal', 'hard', 'expert', 'random', 'greedy']\n"


def test_a_loop_over_a_match_plays_until_a_person_must_decide(pig: Game[Any]) -> None:
    match = qx.Match(pig, [qx.Human("Ann"), own_bots.Last], qx.SeedDice("1"))
    assert list(match) == []
    match.play(0, "roll")
    (rolled,) = match
    assert (rolled.seat, rolled.move.verb) == (qx.CHANCE, "show")
    assert rolled.sentence.startswith("Chance: You roll a ")
    match.play(0, "hold")
    assert [(step.seat, step.sentence) for step in match] == [(1, "Last: Last banks 0 points and has 0.")]
    assert match.state.players_to_move() == [0]


def test_a_sentence_tells_no_secret(fingers: Game[Any]) -> None:
    match = qx.Match(fingers, [qx.Human("Ann"), qx.Human("Bob")], qx.SeedDice("1"))
    assert match.play(0, "show 2").sentence == "Ann: Ann has chosen."
    match = qx.Match(fingers, [own_bots.Last, qx.Human("Ann")], qx.SeedDice("1"))
    assert [step.sentence for step in match] == ["Last: Last has chosen."]
    assert match.play(1, "show 2").sentence.startswith("Ann: You have chosen.")


def test_what_things_look_like(pig: Game[Any]) -> None:
    match = qx.Match(pig, [qx.Human("Ann"), "greedy"], qx.SeedDice("1"))
    assert repr(match) == "<Match of pig: Ann, greedy; 0 moves, waits for Ann>"
    assert repr(match.state) == "<Pig players=2 turns=0 to_move=[0]>"
    step = match.play(0, "hold")
    assert repr(step).startswith("Step(seat=0, action=1, move=Move('hold'), events=[Event('")
    assert eval(repr(step.events[0]), {"Event": qx.Event}) == step.events[0]
    assert eval(repr(step.move), {"Move": Move}) == step.move
    over = qx.Match(pig, ["greedy", "random"], qx.SeedDice("1"))
    assert all(over)
    assert repr(over).endswith(" moves, greedy won: first to 50>")


@pytest.mark.parametrize("name", games.GAMES)
def test_a_notebook_draws_the_board(name: str) -> None:
    least = games.load(name).header.players[0]
    match = qx.Match(name, ["greedy"] * least, qx.SeedDice("1"))
    page = match._repr_html_()
    assert page.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert "&lt;section id=&quot;board&quot;" in page
    assert "&lt;form" not in page


def test_a_notebook_shows_a_person_what_that_person_may_see(
    fingers: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = qx.Match(fingers, [qx.Human("Ann"), own_bots.Last], qx.SeedDice("1"))
    seen: list[int] = []
    view = type(fingers).view

    def noted(game: Game[Any], state: Any, seat: int) -> dict[str, Any]:
        seen.append(seat)
        return view(game, state, seat)

    monkeypatch.setattr(type(fingers), "view", noted)
    match._repr_html_()
    assert set(seen) == {0}


def test_without_the_web_a_notebook_shows_text(pig: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "quincunx.web.live.picture", None)
    match = qx.Match(pig, [qx.Human("Ann & Co"), "greedy"], qx.SeedDice("1"))
    page = notebook.draw(match)
    assert page.startswith("<pre>&lt;Match of pig: Ann &amp; Co, greedy; 0 moves")
    assert "<iframe" not in page
