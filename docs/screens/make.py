"""Draw the pictures of the README: `python docs/screens/make.py`."""

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from quincunx import games
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.terminal.menu import Menu
from quincunx.text.grammar import Look

HERE = Path(__file__).parent
WIDTH = 100
# Rich's own template with the reader's fonts instead of one from the network.
TEMPLATE = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
<rect fill="#292929" width="{width}" height="{height}" rx="8" />
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""

SCENES = {"idle-six": (["greedy"], "7", 95)}
"""For each game: who plays, the seed, and after how many moves the picture is taken."""


def main() -> None:
    for name, (bots, seed, moves) in SCENES.items():
        match = Match(games.load(name), [Player(bot, bot) for bot in bots], SeedDice(seed))
        while len(match.steps) < moves or match.state.current_player() < 0:
            match.advance()
        console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)
        seat = match.state.current_player()
        voice = match.voice(seat, Look(width=WIDTH))
        console.print(match.game.screens.terminal(match.state, seat, voice))
        console.print(Menu(match.game, match.state, seat, voice).render())
        picture = console.export_svg(title="", theme=MONOKAI, code_format=TEMPLATE, unique_id=name)
        (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
