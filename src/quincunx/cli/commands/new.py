"""`quincunx new`: a package or a file for a new game, made from the template."""

import keyword
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from quincunx import __version__, games
from quincunx.core.errors import UserError

TEMPLATE = Path(__file__).parents[2] / "template"
GAME_FILE = "src/my_game/game.py"
LONGEST = 30


@click.command()
@click.argument("name", metavar="NAME")
@click.option("--one-file", is_flag=True, help="Write the game alone, to NAME.py in this folder.")
def command(name: str, one_file: bool) -> None:
    """Begin a game of your own in a package, or in one file.

    It is called NAME, such as `hill-race`, and is a small race that plays at once, for you to change.

    Examples: `quincunx new hill-race`, `quincunx new hill-race --one-file`
    """
    path = Path(f"{name.replace('-', '_')}.py" if one_file else name)
    if path.exists():
        raise UserError(f"{path} exists already; choose another name, or go to another folder.")
    check_name(name)
    if one_file:
        write(TEMPLATE / GAME_FILE, path, filling(name))
        print(
            f"The game is in {path}. It plays already:\n\n  quincunx play ./{path}\n  quincunx check ./{path}"
        )
        return
    write_package(name, path)
    print(
        f"The package is in {path}. It plays already:\n\n"
        f"  cd {path}\n"
        '  python -m pip install "setuptools>=80"\n'
        '  python -m pip install --no-build-isolation -e ".[dev]"\n'
        f"  quincunx play {name}\n"
        f"  python -m pytest\n\n"
        f"The game is in {filled_in(GAME_FILE, filling(name))}."
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
    names = filling(name)
    for source in template_files():
        write(source, folder / filled_in(str(source.relative_to(TEMPLATE)), names), names)


def filling(name: str) -> dict[str, str]:
    """Return what stands for each word of the template in a game of that name."""
    words = name.split("-")
    prefix = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    return {
        "my-game": name,
        "my_game": name.replace("-", "_"),
        "My Game": " ".join(words).title(),
        "MyGame": "".join(word.title() for word in words),
        "MG": prefix.upper(),
        "quincunx>=0": f"quincunx>={__version__}",
    }


def write(source: Path, path: Path, names: dict[str, str]) -> None:
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
