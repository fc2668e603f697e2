"""The screen at the end of a match: result, file, and the secret of fair dice."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.match import narration, proof
from quincunx.match.chance import FairDice
from quincunx.match.match import Match
from quincunx.match.narration import headline
from quincunx.match.players import only_person, with_level
from quincunx.terminal.saving import Keeper
from quincunx.terminal.screen import Screen


def show_end(match: Match, screen: Screen, keeper: Keeper, page: RenderableType) -> None:
    screen.show(page)
    screen.show(Text())
    screen.say(headline(match, only_person(match.seats)), "bold green")
    screen.show(scores(match))
    if match.take_backs:
        times = len(match.take_backs)
        often = "once" if times == 1 else f"{times} times"
        screen.say(f"Moves were taken back {often}; the record says so.", "yellow")
    keeper.last_chance(match)
    if not keeper.trouble:
        screen.say_whole(f"Look at it again with: quincunx replay {keeper.file}")
    if isinstance(match.chance.own, FairDice):
        show_secret(match.chance.own, screen, keeper)
    # The digest is on its own line, because together they are wider than 80 columns.
    screen.say("digest of the record:", "dim")
    screen.say_whole(match.record().digest, "dim")


def scores(match: Match) -> Table:
    result = match.result
    assert result is not None
    table = Table.grid(padding=(0, 2, 0, 0))
    for seat, player in enumerate(match.seats):
        won = "bold" if seat in result.winners else ""
        score = narration.score(result.scores[seat], match.game.header)
        gave_up = " (gave up)" * (seat in match.stood_in.gave_up)
        table.add_row(Text(with_level(player) + gave_up, won), Text(score, won))
    return table


def show_secret(chance: FairDice, screen: Screen, keeper: Keeper) -> None:
    """Show the secret and fingerprint with which every roll can be checked."""
    screen.say("Fair dice: this was their secret, and its fingerprint (SHA-256) was shown at the start.")
    screen.say_whole(f"secret       {chance.secret.hex()}", "cyan")
    screen.say_whole(f"fingerprint  {chance.commitment}", "cyan")
    screen.say(f"mixed in     {chance.nonce}" if chance.nonce else proof.wordless(), "cyan")
    screen.say_whole(f"Check every roll with: quincunx verify {keeper.file}")
