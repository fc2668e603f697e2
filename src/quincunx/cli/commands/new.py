"""`quincunx new`: a package for a new game, made from the template."""

import keyword
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from quincunx import __version__, games
from quincunx.core.errors import UserError

TEMPLATE = Path(__file__).parents[2] / "template"
LONGEST = 30


@click.command()
@click.argument("name", metavar="NAME")
def command(name: str) -> None:
    """Begin a game of your own in a package.

    It is called NAME, such as `hill-race`, and is a small race that plays at once, for you to change.

    Example: `quincunx new hill-race`
    """
    check_name(name)
    folder = Path(name)
    if folder.exists():
        raise UserError(f"{folder} exists already; choose another name, or go to another folder.")
    write_package(name, folder)
    print(
        f"The package is in {folder}. It plays already:\n\n"
        f"  cd {folder}\n"
        '  python -m pip install "setuptools>=80"\n'
        '  python -m pip install --no-build-isolation -e ".[dev]"\n'
        f"  quincunx play {name}\n"
        f"  python -m pytest\n\n"
        "Its README.md says where to change what."
    )


def check_name(name: str) -> None:
    """Raise UserError if a game and its package cannot have that name."""
    module = name.replace("-", "_")
    if not games.NAME.fullmatch(name) or len(name) > LONGEST:
        raise UserError(
            f"A game cannot be called `{name}`: use up to {LONGEST} small letters and digits, "
            "with `-` between words, as in `hill-race`."
        )
    if name in games.GAMES:
        raise UserError(f"There is a game `{name}` already; choose another name.")
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or find_spec(module):
        raise UserError(f"Python uses the name `{module}` already; choose another one.")


def write_package(name: str, folder: Path) -> None:
    """Write the template's files into a folder, with the game's name filled in."""
    words = name.split("-")
    prefix = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    names = {
        "my-game": name,
        "my_game": name.replace("-", "_"),
        "My Game": " ".join(words).title(),
        "MG": prefix.upper(),
        "quincunx>=0": f"quincunx>={__version__}",
        "quincunx[compile]>=0": f"quincunx[compile]>={__version__}",
    }
    for source in template_files():
        path = folder / filled_in(str(source.relative_to(TEMPLATE)), names)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled_in(source.read_text(encoding="utf-8"), names), encoding="utf-8", newline="\n")


def template_files() -> list[Path]:
    """Return the files of the template, without caches of tools."""
    return [
        path
        for path in sorted(TEMPLATE.rglob("*.*"))
        if path.is_file()
        and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(TEMPLATE).parts)
    ]


def filled_in(text: str, names: dict[str, str]) -> str:
    for word, replacement in names.items():
        text = text.replace(word, replacement)
    return text
