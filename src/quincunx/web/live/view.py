"""A match as one viewer may see it: the only source of what pages and programs are told."""

import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from quincunx.core.game import Game
from quincunx.match import narration, variant
from quincunx.match.chance import word_hash
from quincunx.match.match import Match
from quincunx.match.narration import headline
from quincunx.match.record import Branch
from quincunx.text.grammar import WATCHER, Look
from quincunx.web.live import viewer_log
from quincunx.web.live.viewer_log import LogLine, RecentEvents, notes_before
from quincunx.web.matches import fair_dice
from quincunx.web.matches.advice import HelpShown
from quincunx.web.matches.ending import EndingShown, how_it_ended
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import COLOURS
from quincunx.web.matches.tokens import Keys, invitation
from quincunx.web.storage.models import Seat

MOST_CHOICES = 60
"""Most moves of one verb that are listed; beyond that the move is typed."""
MOST_LINES = 300
"""Most recent lines of the log and of the chat on the page. A replay has the whole log."""

THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


@dataclass
class SeatShown:
    number: int
    """Counted from 1, as in all text for people."""
    name: str
    colour: str
    is_bot: bool
    level: str
    """The bot at this seat, or "" for a person."""
    is_you: bool
    to_act: bool
    connected: bool
    away: bool
    taken: bool
    muted: bool
    gave_up: bool = False
    """Whether the person resigned and cannot come back."""


@dataclass
class MoveShown:
    name: str
    explain: str


@dataclass
class MoveGroup:
    """The legal moves of one verb. If there are too many to list, `choices` is empty and the move is typed by
    its `pattern`."""

    verb: str
    pattern: str
    meaning: str
    choices: list[MoveShown]


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
    gave_up: bool = False
    """Whether the player left or resigned, and so has lost."""


@dataclass
class ResultShown:
    headline: str
    reason: str
    scores: list[Score]
    digest: str
    """The digest of the whole record, which `quincunx verify` prints too."""


@dataclass
class ChanceShown:
    dice: str
    commitment: str
    nonce: str
    secret: str
    seed: str
    words: list[str]
    """Each seat's word for fair dice, "" for none. Hidden until the match has begun."""
    hashes: list[str]
    """SHA-256 of each seat's word, "" for none: fixed before any word is revealed."""
    missing: list[int]
    """Seats that have not committed to a word yet; once all have, seats that have yet to reveal it."""
    reveal_in: int | None
    """Seconds left to reveal the words, once all are committed."""
    seed_by: str
    """The chooser of the seed: a player's name or `the server`."""


@dataclass
class ClockShown:
    seconds: float
    seat: int


@dataclass
class TakeBackShown:
    seat: int
    name: str
    is_you: bool
    answer: bool
    """Whether the viewer is asked to answer."""


@dataclass
class Link:
    seat: int
    url: str


@dataclass
class Toggle:
    """A feature of the game that each person may switch off."""

    name: str
    meaning: str
    on: bool


@dataclass
class MatchView:
    """The data that a match's page and a game's `board.html` are drawn from."""

    id: str
    game: Game[Any]
    title: str
    seat: int | None
    seats: list[SeatShown]
    phase: str
    your_move: bool
    turns: int
    at: int
    """Steps that the viewer may know of."""
    several: bool
    """Whether the viewer has several seats and takes them in turn."""
    is_creator: bool
    steps: int = 0
    """The number of all steps; 0 until the match is over."""
    legal: set[str] = field(default_factory=set)
    moves: list[MoveGroup] = field(default_factory=list)
    log: list[LogLine] = field(default_factory=list)
    log_from: int = 0
    """Lines of the log before the first one here."""
    since: list[LogLine] = field(default_factory=list)
    """The last lines since the viewer's own last move."""
    news: RecentEvents | None = None
    """Events since the viewer's last move, if it is their move again."""
    goal: str = ""
    your_roll: bool = False
    """Whether the viewer is to roll the dice."""
    won: list[int] = field(default_factory=list)
    """The seats, from 0, that win in the position drawn; none that resigned."""
    result: ResultShown | None = None
    ending: EndingShown | None = None
    """More about the ending, and what can be done next."""
    notes: list[str] = field(default_factory=list)
    """Events between moves since the last one, such as somebody leaving."""
    branch: Branch | None = None
    """The match that this one was branched from."""
    again: str = ""
    """The id of the match that this one is a rematch of."""
    chance: ChanceShown | None = None
    clock: ClockShown | None = None
    undo: TakeBackShown | None = None
    may_undo: bool = False
    take_backs: int = 0
    chat: list[ChatLine] = field(default_factory=list)
    chat_from: int = 0
    """Lines of chat before the first one here."""
    links: list[Link] = field(default_factory=list)
    watch_link: str = ""
    only_here: bool = False
    """Whether these links work only on the server's own machine."""
    own_link: str = ""
    """Link to your seat from another device."""
    toggles: list[Toggle] = field(default_factory=list)
    help: HelpShown = field(default_factory=HelpShown)
    csrf: str = ""
    request: str = ""
    board: Markup = field(default_factory=Markup)
    decision: Markup = field(default_factory=Markup)
    """The board's present question with the controls that answer it; empty if the board marks none."""


@dataclass
class Viewer:
    """A person who looks at a match: their tokens, the seats these open, and the seat they look from."""

    keys: Keys
    mine: list[int]
    seat: int | None
    look: Look = field(default_factory=Look)
    log_known: int = 0
    """Lines of the log that their page has already."""
    chat_known: int = 0
    """Lines of the chat that their page has already."""

    @property
    def reader(self) -> int:
        """The seat whose log and view they may read, or WATCHER."""
        return WATCHER if self.seat is None else self.seat


def viewer_of(live: LiveMatch, keys: Keys, wanted: int | None = None) -> Viewer:
    """Return the viewer for these keys. With several seats they look from one that is to move: from `wanted`,
    if they can."""
    mine = live.mine(keys)
    actors = live.match.state.players_to_move() if live.match else []
    likely = [seat for seat in mine if seat in actors] or mine
    return Viewer(keys, mine, wanted if wanted in likely else next(iter(likely), None))


def show(live: LiveMatch, viewer: Viewer, origin: str = "") -> MatchView:
    """Return the match as this viewer may see it. `origin` is the server's base URL, for links."""
    match = live.match
    actors = match.state.players_to_move() if match else []
    first_said = max(min(viewer.chat_known, len(live.chat)), len(live.chat) - MOST_LINES)
    shown = MatchView(
        id=live.id,
        game=live.game,
        title=live.game.header.title,
        seat=viewer.seat,
        seats=seats_shown(live, viewer),
        phase=live.phase,
        your_move=viewer.seat is not None and viewer.seat in actors and not live.seats[viewer.seat].away,
        turns=match.state.turns() if match else 0,
        at=live.position(viewer.reader) if match else 0,
        several=len(viewer.mine) > 1,
        goal=live.game.phrases.goal(
            match.numbers if match else variant.shared_numbers(live.game, live.head.variant)
        ),
        is_creator=live.may_begin(viewer.keys),
        again=live.head.again,
        chance=_chance(live),
        chat=[_said(live, viewer, index) for index in range(first_said, len(live.chat))],
        chat_from=first_said,
        toggles=[
            Toggle(name, meaning, name not in viewer.look.off)
            for name, meaning in live.game.screens.toggles.items()
        ],
    )
    shown.watch_link = f"{origin}/m/{live.id}"
    shown.only_here = urlsplit(origin).hostname in THIS_MACHINE
    if shown.is_creator and match is None and not live.head.again:
        shown.links = _links(live, viewer.keys, origin)
    if viewer.seat is not None:
        shown.own_link = f"{origin}/m/{live.id}/seat/{viewer.keys.seats[viewer.seat]}"
    if match is not None:
        _show_match(shown, live, match, viewer)
    return shown


def _show_match(shown: MatchView, live: LiveMatch, match: Match, viewer: Viewer) -> None:
    shown.request = f"page-{len(match.take_backs)}-{shown.at}"
    shown.take_backs = len(match.take_backs)
    shown.steps = len(match.steps) if match.over else 0
    if viewer.seat is not None and not live.seats[viewer.seat].away:
        shown.legal, shown.moves = legal_moves(match, viewer.seat, viewer.look)
    # At the end all secrets are open, so the log is sent again from the beginning.
    known = 0 if match.over else min(viewer.log_known, shown.at)
    shown.log_from = max(known, (shown.steps or shown.at) - MOST_LINES)
    shown.log = viewer_log.log(live, match, viewer.reader, viewer.look, shown.log_from)
    shown.since = viewer_log.since(live, match, viewer.reader, viewer.look)
    if shown.your_move:
        shown.news = viewer_log.news(live, match, viewer.reader, viewer.look)
    shown.your_roll = viewer.seat is not None and match.game.screens.roller(match.state) == viewer.seat
    shown.result = result(live, match, viewer)
    shown.ending = how_it_ended(live, match, viewer.mine)
    shown.branch = live.head.branch
    if not match.over:
        shown.notes = notes_before(live, match, viewer.reader, shown.at + 1)
    shown.may_undo = viewer.seat is not None and live.may_take_back(viewer.mine)
    asked = live.take_back_request
    if asked is not None:
        waited = bool(asked.unanswered & set(viewer.mine))
        is_you = asked.seat in viewer.mine and not waited
        shown.undo = TakeBackShown(asked.seat + 1, live.seats[asked.seat].name, is_you, waited)
    running_out = clock_seat(live, viewer)
    if running_out is not None:
        seconds = max(0.0, live.deadlines[running_out] - time.time())
        shown.clock = ClockShown(round(seconds, 1), running_out + 1)


def clock_seat(live: LiveMatch, viewer: Viewer) -> int | None:
    """Return the seat whose clock the viewer sees: their own, or the first to run out."""
    if viewer.seat in live.deadlines:
        return viewer.seat
    # A clock restarts with each move, so with secrets it would tell of moves that others may not know of.
    if not live.deadlines or live.game.header.secrets:
        return None
    return min(live.deadlines, key=lambda seat: live.deadlines[seat])


def legal_moves(match: Match, seat: int, look: Look) -> tuple[set[str], list[MoveGroup]]:
    """Return the names of all legal moves, and the moves by verb with their explanations."""
    game, state, voice = match.game, match.state, match.voice(seat, look)
    moves = [game.codec.decode(state, seat, action) for action in state.legal_actions(seat)]
    names = {move.verb: move for move in game.codec.moves}
    groups: list[MoveGroup] = []
    for verb in dict.fromkeys(move.verb for move in moves):
        legal = [move for move in moves if move.verb == verb]
        listed = legal if len(legal) <= MOST_CHOICES else []
        choices = [MoveShown(str(move), game.phrases.explain(state, seat, move, voice)) for move in listed]
        known = names.get(verb)
        groups.append(
            MoveGroup(verb, known.pattern if known else verb, known.meaning if known else "", choices)
        )
    return {str(move) for move in moves}, groups


def result(live: LiveMatch, match: Match, viewer: Viewer) -> ResultShown | None:
    ended = match.result
    if ended is None:
        return None
    scores = [
        Score(
            seat.name,
            COLOURS[seat.colour],
            narration.score(ended.scores[seat.number], match.game.header),
            seat.number in ended.winners,
            seat.number in match.stood_in.gave_up,
        )
        for seat in live.seats
    ]
    reader = WATCHER if len(viewer.mine) > 1 else viewer.reader
    digest = match.record().digest
    return ResultShown(headline(match, reader), match.reason(reader, viewer.look), scores, digest)


def seats_shown(live: LiveMatch, viewer: Viewer) -> list[SeatShown]:
    actors = live.match.state.players_to_move() if live.match else []
    return [_seat(live, seat, viewer, actors) for seat in live.seats]


def _seat(live: LiveMatch, seat: Seat, viewer: Viewer, actors: list[int]) -> SeatShown:
    return SeatShown(
        number=seat.number + 1,
        name=seat.name,
        colour=COLOURS[seat.colour],
        is_bot=bool(seat.bot),
        level=seat.bot or "",
        is_you=seat.number in viewer.mine,
        to_act=seat.number in actors,
        connected=live.is_here(seat.number),
        away=seat.away,
        taken=seat.taken,
        muted=viewer.seat is not None and seat.number in live.seats[viewer.seat].mutes,
        gave_up=live.has_resigned(seat.number),
    )


def _chance(live: LiveMatch) -> ChanceShown:
    """Return the facts about the dice: secret and seed only after the end, words only after the start."""
    head, over = live.head, live.phase == "over"
    header = head.chance().header()
    waiting = live.match is None and header.dice == "fair"
    people = [seat for seat in live.seats if not seat.bot]
    unsaid = [seat for seat in people if not seat.pledge]
    missing = fair_dice.unrevealed(live.seats) if head.reveal_by else unsaid
    return ChanceShown(
        header.dice,
        header.commitment,
        head.nonce,
        header.secret if over else "",
        header.seed if over else "",
        words=[seat.word for seat in live.seats] if live.match is not None else [],
        hashes=[seat.hash or (word_hash(seat.word) if seat.word else "") for seat in live.seats],
        missing=[seat.number + 1 for seat in missing] if waiting else [],
        reveal_in=round(fair_dice.seconds_left(live)) if waiting and head.reveal_by else None,
        seed_by=_seed_by(live),
    )


def _seed_by(live: LiveMatch) -> str:
    head = live.head
    if head.seed_by == "creator":
        return live.seats[head.creator_seat].name if head.creator_seat >= 0 else "whoever set the table"
    return "the server" if head.seed_by else ""


def _said(live: LiveMatch, viewer: Viewer, index: int) -> ChatLine:
    said = live.chat[index]
    seat = live.seats[said.seat]
    muted = viewer.seat is not None and said.seat in live.seats[viewer.seat].mutes
    text = "" if muted else said.text
    return ChatLine(said.number, said.seat + 1, seat.name, COLOURS[seat.colour], text, muted)


def _links(live: LiveMatch, keys: Keys, origin: str) -> list[Link]:
    return [
        Link(seat.number + 1, f"{origin}/m/{live.id}/seat/{invitation(keys.creator, seat.number)}")
        for seat in live.open_seats()
    ]
