"""New matches made from old ones: rematches, and branches from a position."""

from quincunx.match.match import Match
from quincunx.match.record import Branch
from quincunx.web.matches import fair_dice
from quincunx.web.matches.live_match import STAND_IN, LiveMatch
from quincunx.web.matches.service import MatchService
from quincunx.web.matches.setup import MatchSetup, set_up
from quincunx.web.matches.tokens import Keys, digest, own_token
from quincunx.web.server.errors import Refused
from quincunx.web.storage.models import Head, Seat, Stored, StoredMove


async def rematch(
    host: MatchService, live: LiveMatch, held: Keys, word_hash: str = ""
) -> tuple[LiveMatch, Keys]:
    """Return the rematch and the asker's keys. The first to ask creates it, the others join it; their old
    tokens lead to their seats in it. Each is asked for a word for fair dice; a person who plays alone gives
    its hash."""
    fair_dice.check("", word_hash)
    own = _own_tokens(live, held)

    async def ask() -> Keys | None:
        if not live.playing().over:
            raise Refused("The match is not over yet; a rematch comes after it.")
        if live.head.rematch and await host.registry.store.versions([live.head.rematch]):
            return None
        host.registry.refuse_if_full()
        head, seats, keys = _same_table(live, list(own), word_hash)
        head.again = live.id
        for seat in seats:
            if seat.number in own:
                seat.token = digest(own[seat.number])
            elif not seat.bot:  # A program joins with the token that it has.
                seat.token = live.seats[seat.number].token
        keys.seats = own
        head.driver, head.origin = host.registry.store.worker, live.head.origin
        await host.registry.store_change(live, host.registry.store.add_rematch(live.head, head, seats))
        live.head.rematch = head.id
        live.changed()
        return keys

    keys = await host.registry.change(live, ask)
    new = await host.registry.get(live.head.rematch)
    if keys is None:
        keys = await _sit_down(host, new, own)
    elif fair_dice.are_in(new.seats):
        await host.registry.change(new, lambda: host.settle_words(new))
    return new, keys


def _same_table(live: LiveMatch, mine: list[int], word_hash: str) -> tuple[Head, list[Seat], Keys]:
    old = live.head
    kinds = [seat.bot or ("me" if seat.number in mine else "friend") for seat in live.seats]
    setup = MatchSetup(
        old.game,
        kinds,
        dice=old.dice,
        clock=old.clock,
        variant=old.variant,
        public=old.public,
        hints=old.hints,
        hash=word_hash,
    )
    return _as_before(setup, live)


def _as_before(setup: MatchSetup, live: LiveMatch) -> tuple[Head, list[Seat], Keys]:
    """Return a new table with the names and colours of the old one."""
    head, seats, keys = set_up(setup)
    for seat, before in zip(seats, live.seats, strict=True):
        seat.name, seat.colour = before.name, before.colour
    return head, seats, keys


def _own_tokens(old: LiveMatch, held: Keys) -> dict[int, str]:
    """Return the tokens of one's own seats in the rematch. They are derived from the old ones, so only their
    holder can make them, and again if an answer is lost or on another device."""
    return {seat: own_token(f"{old.id} again {seat}", held.seats[seat]) for seat in old.mine(held)}


async def _sit_down(host: MatchService, new: LiveMatch, own: dict[int, str]) -> Keys:
    """Seat a person of the old match at the same seats in the new one, unless they have them already."""
    keys = Keys(seats=own)

    async def sit() -> None:
        taking = [seat for seat in new.open_seats() if seat.number in own]
        for seat in taking:
            seat.token, seat.taken = digest(own[seat.number]), True
            seat.pledge = "" if new.head.dice == "fair" else fair_dice.NONE
        if not new.mine(keys):
            raise Refused("The rematch began before you came, and a bot took your seat. You can watch it.")
        if not taking:
            return
        await host.settle_words(new)
        new.changed()

    await host.registry.change(new, sit)
    return keys


async def play_on(
    host: MatchService, live: LiveMatch, match: Match, at: int, seat: int, address: str, word_hash: str = ""
) -> tuple[LiveMatch, Keys]:
    """Return a new match from the position after `at` moves of a finished one, alone against bots."""
    if not 0 <= seat < len(live.seats):
        raise Refused("Choose the seat that you want to play.", 422)
    fair_dice.check("", word_hash)
    host.registry.refuse_if_full()
    if not 0 <= at < len(match.steps):
        raise Refused("Nothing can be played on after the last move; choose an earlier one.", 422)
    kinds = ["me" if each.number == seat else each.bot or STAND_IN for each in live.seats]
    old = live.head
    setup = MatchSetup(old.game, kinds, dice=old.dice, variant=old.variant, hints=old.hints, hash=word_hash)
    head, seats, keys = _as_before(setup, live)
    head.branch = Branch(at, live.id, match.record().digest)
    head.origin, head.driver = digest(address)[:16], host.registry.store.worker
    moves = [
        StoredMove(number, step.seat, step.name, None) for number, step in enumerate(match.steps[:at], 1)
    ]
    await host.registry.store.add(head, seats, moves)
    new = LiveMatch(Stored(head, seats, moves), host.registry.bot_seconds)
    host.registry.keep(new)
    await host.registry.change(new, lambda: host.settle_words(new))
    return new, keys
