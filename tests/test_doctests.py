"""The examples in docstrings are true, of the compiled modules as well: they are read from the source."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"


def examples() -> list[tuple[str, str, doctest.DocTest]]:
    found: list[tuple[str, str, doctest.DocTest]] = []
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if ">>>" in text else []:
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                continue
            name = f"{module}.{getattr(node, 'name', '')}".rstrip(".")
            test = doctest.DocTestParser().get_doctest(ast.get_docstring(node) or "", {}, name, str(path), 0)
            if test.examples:
                found.append((module, name, test))
    return found


@pytest.mark.parametrize(("module", "name", "test"), [pytest.param(*each, id=each[1]) for each in examples()])
def test_docstrings_are_true(module: str, name: str, test: doctest.DocTest) -> None:
    test.globs = dict(vars(import_module(module)))
    said: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=said.append)
    assert outcome.attempted > 0
    assert outcome.failed == 0, "".join(said)
