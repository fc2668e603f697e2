"""A match as one pair of eyes may see it: everything a page or a program is told comes from here."""

import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from quincunx.core.game import WATCHER, Game, Look, Result
from quincunx.match import Match, Step
from quincunx.story import Line, headline, line, lines, since_last_decision
from quincunx.table.host import COLOURS
from quincunx.table.running import Running
from quincunx.table.seats import Keys, invitation
from quincunx.table.store import Seat

MOST_CHOICES = 60
"""A verb with more moves than this is written by hand."""
MOST_LINES = 300
"""So many lines of the story are on the page; all of it is on the page of a finished match."""
MOST_SINCE = 3
"""So many of the last lines stand beside whose move it is."""

THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


@dataclass
class SeatShown:
    number: int
    """From 1, as in everything people read."""
    name: str
    colour: str
    is_bot: bool
    is_you: bool
    to_act: bool
    connected: bool
    away: bool
    taken: bool
    muted: bool


@dataclass
class Choice:
    name: str
    explain: str


@dataclass
class MoveGroup:
    """The legal moves of one verb; a great many are not listed but written after the `pattern`."""

    verb: str
    pattern: str
    meaning: str
    choices: list[Choice]


@dataclass
class StoryLine:
    """`text` is all of it; `move` and `told` are its parts, as far as one may know them."""

    number: int
    who: str
    colour: str
    text: str
    move: str
    told: str
    seat: int | None


@dataclass
class ChatLine:
    number: int
    seat: int
    name: str
    colour: str
    text: str
    muted: bool


@dataclass
class Score:
    name: str
    colour: str
    score: str
    won: bool


@dataclass
class Outcome:
    headline: str
    reason: str
    scores: list[Score]


@dataclass
class ChanceShown:
    dice: str
    commitment: str
    nonce: str
    secret: str
    seed: str


@dataclass
class ClockShown:
    seconds: float
    seat: int


@dataclass
class UndoShown:
    seat: int
    name: str
    is_you: bool
    answer: bool
    """Whether your answer is waited for."""


@dataclass
class Link:
    seat: int
    url: str


@dataclass
class Toggle:
    """Something of the game's that a person may switch off."""

    name: str
    meaning: str
    on: bool


@dataclass
class Table:
    """What `_match.html` and a game's `board.html` are drawn from."""

    id: str
    game: Game[Any]
    title: str
    seat: int | None
    seats: list[SeatShown]
    phase: str
    your_move: bool
    turns: int
    at: int
    several: bool
    """Whether these eyes belong to more than one seat, taken in turn."""
    is_creator: bool
    legal: set[str] = field(default_factory=set)
    moves: list[MoveGroup] = field(default_factory=list)
    story: list[StoryLine] = field(default_factory=list)
    story_from: int = 0
    """The story begins after so many moves."""
    since: list[StoryLine] = field(default_factory=list)
    result: Outcome | None = None
    chance: ChanceShown | None = None
    clock: ClockShown | None = None
    undo: UndoShown | None = None
    may_undo: bool = False
    take_backs: int = 0
    chat: list[ChatLine] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    watch_link: str = ""
    only_here: bool = False
    """Whether these links work on the server's own machine alone."""
    own_link: str = ""
    """The way back to your seat from another device."""
    toggles: list[Toggle] = field(default_factory=list)
    csrf: str = ""
    request: str = ""
    board: Markup = field(default_factory=Markup)


@dataclass
class Eyes:
    """Who looks: the tokens they hold, the seats these open, and the one they look from now."""

    keys: Keys
    mine: list[int]
    seat: int | None
    look: Look = field(default_factory=Look)
    known: int = 0
    """The lines of so many moves are on their page already."""

    @property
    def reader(self) -> int:
        """Whose lines of the story they may read, and whose view of the table they have."""
        return WATCHER if self.seat is None else self.seat


def eyes(running: Running, keys: Keys, wanted: int | None = None) -> Eyes:
    """Someone with several seats looks from one that is waited for: the one they say they sit at, if
    they can."""
    mine = running.mine(keys)
    actors = running.match.state.actors() if running.match else []
    likely = [seat for seat in mine if seat in actors] or mine
    return Eyes(keys, mine, wanted if wanted in likely else next(iter(likely), None))


def show(running: Running, who: Eyes, origin: str = "") -> Table:
    """The table as these eyes may see it now. `origin` is the server's own address, for links."""
    match = running.match
    actors = match.state.actors() if match else []
    table = Table(
        id=running.id,
        game=running.game,
        title=running.game.header.title,
        seat=who.seat,
        seats=[_seat(running, seat, who, actors) for seat in running.seats],
        phase=running.phase,
        your_move=who.seat is not None and who.seat in actors and not running.seats[who.seat].away,
        turns=match.state.turns() if match else 0,
        at=len(match.steps) if match else 0,
        several=len(who.mine) > 1,
        is_creator=running.created_by(who.keys),
        chance=_chance(running),
        chat=[_said(running, who, index) for index in range(len(running.chat))[-MOST_LINES:]],
        toggles=[
            Toggle(name, meaning, name not in who.look.off) for name, meaning in running.game.toggles.items()
        ],
    )
    table.watch_link = f"{origin}/m/{running.id}"
    table.only_here = urlsplit(origin).hostname in THIS_MACHINE
    if table.is_creator and match is None:
        table.links = _links(running, who.keys, origin)
    if who.seat is not None:
        table.own_link = f"{origin}/m/{running.id}/seat/{who.keys.seats[who.seat]}"
    if match is not None:
        _show_match(table, running, match, who)
    return table


def _show_match(table: Table, running: Running, match: Match, who: Eyes) -> None:
    table.request = f"page-{len(match.take_backs)}-{table.at}"
    table.take_backs = len(match.take_backs)
    if who.seat is not None and not running.seats[who.seat].away:
        table.legal, table.moves = legal_moves(match, who.seat, who.look)
    # At the end what was secret can be read by all, from the beginning.
    known = 0 if match.over else min(who.known, table.at)
    table.story_from = max(known, table.at - MOST_LINES)
    table.story = story(running, match, who, table.story_from)
    since = since_last_decision(match, who.reader)
    table.since = story(running, match, who, table.at - min(len(since), MOST_SINCE))
    table.result = outcome(running, match, who)
    table.may_undo = who.seat is not None and not match.over and bool(match.undoable())
    asked = running.asked
    if asked is not None:
        name = running.seats[asked.seat].name
        waited = bool(asked.open & set(who.mine))
        table.undo = UndoShown(asked.seat + 1, name, asked.seat in who.mine and not waited, waited)
    if running.deadlines:
        late = min(running.deadlines, key=lambda seat: running.deadlines[seat])
        mine = who.seat if who.seat in running.deadlines else late
        seconds = max(0.0, running.deadlines[mine] - time.monotonic())
        table.clock = ClockShown(round(seconds, 1), mine + 1)


def legal_moves(match: Match, seat: int, look: Look) -> tuple[set[str], list[MoveGroup]]:
    """All names, and the same by verb with what they cost or bring."""
    game, state = match.game, match.state
    verbs: dict[str, list[tuple[int, str]]] = {}
    for action in state.actions(seat):
        name = game.say(state, seat, action)
        verbs.setdefault(name.split()[0], []).append((action, name))
    known = {move.verb: move for move in game.moves}
    groups: list[MoveGroup] = []
    for verb, actions in verbs.items():
        move = known.get(verb)
        listed = actions if len(actions) <= MOST_CHOICES else []
        choices = [
            Choice(name, by_name(match, game.gloss(game.explain(state, seat, action), look)))
            for action, name in listed
        ]
        groups.append(MoveGroup(verb, move.pattern if move else verb, move.meaning if move else "", choices))
    return {name for actions in verbs.values() for _, name in actions}, groups


def story(
    running: Running, match: Match, who: Eyes, first: int = 0, last: int | None = None
) -> list[StoryLine]:
    """The steps from `first` up to `last` in words, as far as these eyes may know them."""
    start = max(first - 1, 0)  # The line before says whether the first one would tell the same again.
    return [
        _story_line(running, start + 1 + place, known)
        for place, known in lines(match, match.steps[start:last], who.reader, who.look)
        if start + place >= first
    ]


def story_line(running: Running, match: Match, number: int, step: Step, who: Eyes) -> StoryLine | None:
    """One step alone; None if these eyes may not even know of it."""
    known = line(match, step, who.reader, who.look)
    return None if known is None else _story_line(running, number, known)


def _story_line(running: Running, number: int, known: Line) -> StoryLine:
    """People at this table have names and colours of their own choice."""
    match = running.playing()
    known = known._replace(told=[by_name(match, text) for text in known.told])
    seat = running.seats[known.seat] if known.seat >= 0 else None
    return StoryLine(
        number,
        known.who,
        COLOURS[seat.colour] if seat else "",
        known.text,
        known.move,
        " ".join(known.told),
        seat.number + 1 if seat else None,
    )


def by_name(match: Match, text: str) -> str:
    return match.game.named(match.state, text, [player.name for player in match.seats])


def outcome(running: Running, match: Match, who: Eyes) -> Outcome | None:
    result: Result | None = match.result
    if result is None:
        return None
    counted = match.game.header.score
    scores = [
        Score(
            seat.name,
            COLOURS[seat.colour],
            f"{result.scores[seat.number]:g} {counted}",
            seat.number in result.winners,
        )
        for seat in running.seats
    ]
    reader = WATCHER if len(who.mine) > 1 else who.reader
    return Outcome(by_name(match, headline(match, reader)), by_name(match, result.reason), scores)


def _seat(running: Running, seat: Seat, who: Eyes, actors: list[int]) -> SeatShown:
    return SeatShown(
        number=seat.number + 1,
        name=seat.name,
        colour=COLOURS[seat.colour],
        is_bot=bool(seat.bot),
        is_you=seat.number in who.mine,
        to_act=seat.number in actors,
        connected=running.connected[seat.number] > 0,
        away=seat.away,
        taken=seat.taken,
        muted=who.seat is not None and seat.number in running.seats[who.seat].mutes,
    )


def _chance(running: Running) -> ChanceShown:
    """Secret and seed only when they can no longer be used to look ahead."""
    header = running.chance().header()
    over = running.phase == "over"
    return ChanceShown(
        header.dice,
        header.commitment,
        running.head.nonce,
        header.secret if over else "",
        header.seed if over else "",
    )


def _said(running: Running, who: Eyes, index: int) -> ChatLine:
    said = running.chat[index]
    seat = running.seats[said.seat]
    muted = who.seat is not None and said.seat in running.seats[who.seat].mutes
    text = "" if muted else said.text
    return ChatLine(said.number, said.seat + 1, seat.name, COLOURS[seat.colour], text, muted)


def _links(running: Running, keys: Keys, origin: str) -> list[Link]:
    return [
        Link(seat.number + 1, f"{origin}/m/{running.id}/seat/{invitation(keys.creator, seat.number)}")
        for seat in running.seats
        if not seat.bot and not seat.taken
    ]
