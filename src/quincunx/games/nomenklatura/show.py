"""Nomenklatura in words: positions as dicts, moves by name."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.bot import Bot
from quincunx.core.game import Game, Look, MoveName, Result
from quincunx.core.mistake import Mistake, nearest
from quincunx.games.nomenklatura import numbers as shape
from quincunx.games.nomenklatura import words
from quincunx.games.nomenklatura.board import (
    CARD,
    ENDED,
    EXECUTION,
    FIRST_ORDER,
    FLIP,
    MERGER_BID,
    NO_CARD,
    NOBODY,
    NOWHERE,
    TURN_BID,
    Setup,
)
from quincunx.games.nomenklatura.bot import NomenklaturaBot
from quincunx.games.nomenklatura.rules import Nomenklatura
from quincunx.games.nomenklatura.sound import problem

if TYPE_CHECKING:
    from rich.console import RenderableType

PHASES = {
    FIRST_ORDER: "first-order",
    FLIP: "flip",
    TURN_BID: "turn-bid",
    EXECUTION: "execution",
    CARD: "card",
    MERGER_BID: "consolidation-bid",
    ENDED: "ended",
}
Amount = Annotated[int, Meta(ge=0)]


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """What a player has. `seen`: the rubles everybody saw going behind the screen since the last scoring."""

    rubles: Amount
    seen: Amount
    supply: Amount
    aside: Amount
    hand: Amount
    from_aside: Amount
    """Of the markers picked up for a consolidation, those that had been set aside."""


class Space(msgspec.Struct, forbid_unknown_fields=True):
    """What lies on a space of the bidding track: rubles, and markers by their owners."""

    rubles: Amount
    markers: dict[str, Amount]


class BidPart(msgspec.Struct, forbid_unknown_fields=True):
    """A bid, or the last one. Seats count from 1; 0 is nobody. `rubles` are those paid of the totals;
    `paying` is a total whose markers are not named yet."""

    asked: Amount
    totals: dict[str, Amount]
    rubles: dict[str, Amount]
    passed: list[int]
    last_space: Amount
    paying: Amount


class PlayPart(msgspec.Struct, forbid_unknown_fields=True):
    """The card being carried out: how many of its steps are done, and the region chosen for it."""

    card: str
    step: Amount
    region: str


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. The deck is what is nowhere else; only `looker` knows `top`."""

    round: Amount
    phase: str
    order: list[int]
    turn: Annotated[int, Meta(ge=1)]
    seats: dict[str, Seat]
    influence: dict[str, dict[str, Amount]]
    marker: str
    merger: bool
    agenda: list[str]
    discard: list[str]
    top: list[str]
    looker: Amount
    bid: BidPart
    track: dict[str, Space]
    play: PlayPart


class NomenklaturaGame(Game[Nomenklatura]):
    name = "nomenklatura"
    numbers_type = shape.Numbers
    snapshot_type = Snapshot
    toggles = {
        "income": "what each region would score now",
        "texts": "what the cards on the agenda say",
    }
    moves = [
        MoveName("bid TOTAL", "Raise the bid to that total; you place the difference on the track."),
        MoveName("markers COUNT", "How many of your picked-up markers pay for the bid."),
        MoveName("pass", "Leave the bid."),
        MoveName("take CARD", "Take a card from the agenda and carry it out."),
        MoveName("place REGION", "Place what the card says in that region."),
        MoveName("remove PLAYER REGION", "Remove one of that player's markers there."),
        MoveName("reduce REGION", "Redistribution: remove one marker of everybody there."),
        MoveName("swap REGION PLAYER REGION", "Exchange: your marker here for theirs there."),
        MoveName("ride REGION REGION", "Railroad: your markers go from the one to the other."),
        MoveName("buy PLAYER REGION", "Buy-out: pay for all of that player's markers there."),
        MoveName("sell REGION", "Liquidation: sell all your markers there."),
        MoveName("set-aside", "Reserves: keep markers for the next consolidation."),
        MoveName("partner PLAYER", "Partnership: who places one beside you."),
        MoveName("bring REGION", "Move one of your markers from there."),
        MoveName("mark REGION", "Move the Consolidation Marker there."),
        MoveName("discard CARDS", "Archive: discard those cards; `discard none` keeps all."),
        MoveName("stop", "Do no more of what is optional."),
        MoveName("order PLAYERS", "The first turn order (chance)."),
        MoveName("flip CARD", "The next card of the agenda (chance)."),
        MoveName("look CARD", "The next card of the deck, for the Archive (chance)."),
    ]

    def components(self) -> list[str]:
        return [
            *self.toml["cards"],
            "consolidation",
            *(region["id"] for region in self.toml["map"]["regions"]),
        ]

    def prepare(self, numbers: shape.Numbers) -> Setup:
        return shape.prepare(numbers)

    def new(self, players: int, numbers: Setup) -> Nomenklatura:
        return Nomenklatura(numbers, players)

    def bot(self) -> Bot:
        return NomenklaturaBot()

    def draw(self, state: Nomenklatura, seat: int, look: Look) -> "RenderableType":
        from quincunx.games.nomenklatura.screen import draw

        return draw(state, seat, look)

    def board(self, state: Nomenklatura, seat: int) -> dict[str, Any]:
        from quincunx.games.nomenklatura.page import board  # only a browser needs it

        return board(state, seat)

    def say(self, state: Nomenklatura, seat: int, action: int) -> str:
        return words.say(state, seat, action)

    def parse(self, state: Nomenklatura, seat: int, text: str) -> int:
        return words.parse(state, seat, text, [move.pattern for move in self.moves])

    def explain(self, state: Nomenklatura, seat: int, action: int) -> str:
        return words.explain(state, seat, action)

    def problem(self, state: Nomenklatura) -> str:
        return problem(state)

    def result(self, state: Nomenklatura) -> Result:
        """Most rubles, then most markers left over (NK-14, NK-16)."""
        winners = state.winners()
        rubles = state.rubles[winners[0]]
        if len(winners) > 1:
            why = f"equal at ${rubles}, and in markers left over"
        elif state.rubles.count(rubles) > 1:
            why = f"most markers left over, after a tie at ${rubles}"
        else:
            why = f"most rubles, ${rubles}"
        done = [seat + 1 for seat in range(state.players) if state.supply[seat] + state.aside[seat] == 0]
        if done:
            who = "player " + " and player ".join(str(seat) for seat in done)
            ended = f"{who} had every marker on the board in round {state.round}"
        else:
            ended = f"round {state.round} was the last"
        return Result(winners, [float(amount) for amount in state.rubles], f"{why}; {ended}")

    def view(self, state: Nomenklatura, seat: int) -> dict[str, Any]:
        """Own rubles only, until the end; the cards looked at only for who looked (NK-7, NK-15)."""
        data = self.to_dict(state)
        if state.phase != ENDED:
            for name, has in data["seats"].items():
                if name != str(seat + 1):
                    has["rubles"] = None
        if state.looker != seat:
            data["top"] = len(state.top)
        return data

    def snapshot(self, state: Nomenklatura) -> Snapshot:
        setup, seats = state.setup, range(state.players)
        cards = setup.card_ids
        regions = [*setup.region_ids, ""]
        return Snapshot(
            round=state.round,
            phase=PHASES[state.phase],
            order=[seat + 1 for seat in state.order],
            turn=state.turn + 1,
            seats={
                str(seat + 1): Seat(
                    rubles=state.rubles[seat],
                    seen=state.seen[seat],
                    supply=state.supply[seat],
                    aside=state.aside[seat],
                    hand=state.hand[seat],
                    from_aside=state.from_aside[seat],
                )
                for seat in seats
            },
            influence={
                name: {str(seat + 1): state.here(seat, region) for seat in seats}
                for region, name in enumerate(setup.region_ids)
            },
            marker=setup.region_ids[state.marker],
            merger=state.merger,
            agenda=[cards[card] for card in state.agenda],
            discard=[cards[card] for card in state.discard],
            top=[cards[card] for card in state.top],
            looker=state.looker + 1,
            bid=BidPart(
                asked=state.bidder + 1,
                totals={str(seat + 1): state.bids[seat] for seat in seats},
                rubles={str(seat + 1): state.paid[seat] for seat in seats},
                passed=[seat + 1 for seat in seats if state.passed & state.sharers & 1 << seat],
                last_space=state.last_space + 1,
                paying=state.pending,
            ),
            track={
                str(space + 1): Space(
                    rubles=state.coins[space],
                    markers={str(seat + 1): state.laid[space * state.players + seat] for seat in seats},
                )
                for space in seats
            },
            play=PlayPart(
                card="" if state.card == NO_CARD else cards[state.card],
                step=state.part,
                region=regions[state.chosen],
            ),
        )

    def restore(self, snapshot: Snapshot, numbers: Setup) -> Nomenklatura:
        _check_names(snapshot, numbers)
        regions, cards = numbers.region_ids, numbers.card_ids
        players = len(snapshot.seats)
        state = Nomenklatura(numbers, players)
        state.round = snapshot.round
        state.phase = next(phase for phase, name in PHASES.items() if name == snapshot.phase)
        state.order = [seat - 1 for seat in snapshot.order]
        state.turn = snapshot.turn - 1
        for name, has in snapshot.seats.items():
            seat = int(name) - 1
            state.rubles[seat] = has.rubles
            state.seen[seat] = min(has.seen, has.rubles)
            state.supply[seat] = has.supply
            state.aside[seat] = has.aside
            state.hand[seat] = has.hand
            state.from_aside[seat] = has.from_aside
        for region, held in snapshot.influence.items():
            first = regions.index(region) * players
            for name, count in held.items():
                state.influence[first + int(name) - 1] = count
        state.marker = regions.index(snapshot.marker)
        state.merger = snapshot.merger
        state.agenda = [cards.index(name) for name in snapshot.agenda]
        state.discard = [cards.index(name) for name in snapshot.discard]
        state.top = [cards.index(name) for name in snapshot.top]
        state.looker = snapshot.looker - 1
        for name, space in snapshot.track.items():
            state.coins[int(name) - 1] = space.rubles
            for owner, count in space.markers.items():
                state.laid[(int(name) - 1) * players + int(owner) - 1] = count
        play = snapshot.play
        state.card = cards.index(play.card) if play.card else NO_CARD
        state.part = play.step
        state.chosen = regions.index(play.region) if play.region else NOWHERE
        elsewhere = {*state.agenda, *state.discard, *state.top, state.card}
        state.deck = [card for card in range(numbers.consolidation) if card not in elsewhere]
        state.paid_out = sum(state.rubles) + sum(state.coins)
        _restore_bid(state, snapshot.bid)
        if not problem(state):
            state.renew_options()
        return state


def _restore_bid(state: Nomenklatura, bid: BidPart) -> None:
    """Everybody bids for the turn order; for a consolidation, those with a marker left there (NK-9)."""
    for seat in range(state.players):
        if state.phase == TURN_BID or (state.phase == MERGER_BID and state.here(seat, state.marker)):
            state.sharers |= 1 << seat
        elif state.phase == MERGER_BID:
            state.passed |= 1 << seat
    for passed in bid.passed:
        state.passed |= 1 << passed - 1
    state.bids = list(bid.totals.values())
    state.paid = list(bid.rubles.values())
    highest = max(state.bids)
    state.highest = state.bids.index(highest) if highest and state.sharers else NOBODY
    state.bidder = bid.asked - 1
    state.last_space = bid.last_space - 1
    state.pending = bid.paying


def _check_names(snapshot: Snapshot, numbers: Setup) -> None:
    """Every seat, region, card and phase that a position names is there, and none is missing."""
    seats = [str(seat + 1) for seat in range(len(snapshot.seats))]
    low, high = GAME.header.players
    if not low <= len(seats) <= high:
        raise Mistake(f"`seats` must be {low} to {high} players.")
    tables = {
        "seats": list(snapshot.seats),
        "bid.totals": list(snapshot.bid.totals),
        "bid.rubles": list(snapshot.bid.rubles),
        "track": list(snapshot.track),
        **{f"influence.{name}": list(held) for name, held in snapshot.influence.items()},
        **{f"track.{name}.markers": list(space.markers) for name, space in snapshot.track.items()},
    }
    for where, named in tables.items():
        if named != seats:
            raise Mistake(f"`{where}` must have the players {', '.join(seats)}.")
    if list(snapshot.influence) != numbers.region_ids:
        raise Mistake(f"`influence` must have the regions {', '.join(numbers.region_ids)}.")
    played = [snapshot.play.card] if snapshot.play.card else []
    chosen = [snapshot.play.region] if snapshot.play.region else []
    for name in (*snapshot.agenda, *snapshot.discard, *snapshot.top, *played):
        _known("card", name, numbers.card_ids)
    for name in (snapshot.marker, *chosen):
        _known("region", name, numbers.region_ids)
    _known("phase", snapshot.phase, list(PHASES.values()))
    for seat in (snapshot.looker, snapshot.bid.asked, snapshot.bid.last_space):
        if seat > len(seats):
            raise Mistake(f"there is no player {seat}.")
    for seat in snapshot.bid.passed:
        if not 1 <= seat <= len(seats):
            raise Mistake(f"there is no player {seat}, so they cannot have passed.")


def _known(what: str, name: str, known: list[str]) -> None:
    if name not in known:
        raise Mistake(f"there is no {what} `{name}`{nearest(name, known)}")


GAME = NomenklaturaGame()
