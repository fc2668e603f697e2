"""Events of Nomenklatura: every change is told, and nobody is told another's secret."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from quincunx import games
from quincunx.core.event import Event
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.nomenklatura.events import KINDS
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.match import variant
from quincunx.text.grammar import WATCHER, Voice

GAME = games.load("nomenklatura")
NAMES = ["Ann", "Bob", "Cem", "Dot", "Eve"]
OUTSIDERS = {"setup": {"outsiders_bid": True}}


def position(players: int, options: dict[str, Any] | None = None, **changes: Any) -> Nomenklatura:
    numbers = variant.numbers(GAME, options or {})
    data = variant.overlay(GAME.to_dict(GAME.new_initial_state(players, numbers)), changes, "given")
    state: Nomenklatura = GAME.from_dict(data, numbers)
    state.log = []
    return state


def play(state: Nomenklatura, *moves: str) -> None:
    for line in moves:
        who, name = line.split(": ")
        seat = CHANCE if who == "chance" else int(who) - 1
        state.apply(seat, GAME.parse(state, seat, name))


def told(state: Nomenklatura, reader: int = WATCHER) -> list[str]:
    voice = Voice(NAMES[: state.players], reader)
    events = [event for event in state.log or [] if event.is_for(reader)]
    return [text for event in events if (text := GAME.phrases.tell(event, voice, state.setup))]


def moves_of_games(players: int, options: dict[str, Any], games_played: int) -> Iterator[tuple[Any, Any]]:
    """Yield the position before and after each move of random games; the log has the move's events."""
    for number in range(games_played):
        rng = Rng(f"{players} {number}")
        state = GAME.new_initial_state(players, variant.numbers(GAME, options))
        while (seat := state.current_player()) != TERMINAL:
            before = state.clone()
            state.log = []
            choices = [state.sample_outcome(rng)] if seat == CHANCE else state.legal_actions(seat)
            # Low bids leave money for cards, and a pass is the last choice.
            choices = [choices, choices[:4], choices[-1:]][rng.below(3)]
            state.move(seat, choices[rng.below(len(choices))])
            yield before, state


class Ledger:
    """A ledger of rubles, supplies and regions, kept from events alone."""

    def __init__(self, state: Nomenklatura) -> None:
        self.players = state.players
        self.ids = state.setup.region_ids
        self.rubles = [player.rubles for player in state.seats]
        self.supply = [player.supply for player in state.seats]
        self.aside = [player.aside for player in state.seats]
        self.influence = state.influence[:]

    def place(self, seat: int, region: str, count: int) -> None:
        self.influence[self.ids.index(region) * self.players + seat] += count

    def write(self, event: Event) -> None:
        seat, amounts, pieces = event.seat, Counter(event.amounts), event.pieces
        rubles, markers = amounts["rubles"], amounts["markers"]
        match event.kind:
            case "income" | "rubles-received" | "rubles-collected":
                self.rubles[seat] += rubles
            case "rubles-paid" | "bid-placed":
                self.rubles[seat] -= rubles
            case "markers-placed":
                self.supply[seat] -= markers
                self.place(seat, pieces[0], markers)
            case "markers-removed":
                self.supply[seat] += markers
                self.place(seat, pieces[0], -markers)
            case "markers-sold":
                self.rubles[seat] += rubles
                self.supply[seat] += markers
                self.place(seat, pieces[0], -markers)
            case "markers-bought":
                self.rubles[seat] += rubles
                self.rubles[event.by] -= rubles
                self.supply[seat] += markers
                self.place(seat, pieces[0], -markers)
            case "markers-moved":
                self.place(seat, pieces[0], -markers)
                self.place(seat, pieces[1], markers)
            case "markers-set-aside":
                self.supply[seat] -= markers
                self.aside[seat] += markers
            case "markers-picked-up":
                self.aside[seat] = 0
                self.place(seat, pieces[0], amounts["from-aside"] - markers)
            case "markers-put-back":
                self.supply[seat] += amounts["to-supply"]
                self.place(seat, pieces[0], markers)
            case "markers-returned":
                self.supply[seat] += markers
                if self.influence[self.ids.index(pieces[0]) * self.players + seat]:
                    self.place(seat, pieces[0], -1)
            case "consolidation-won":
                # The winner's own pieces come home before they are placed anew.
                self.supply[seat] += amounts["in-hand"] + amounts["own"]


@pytest.mark.parametrize(("players", "options"), [(2, {}), (5, {}), (4, OUTSIDERS)])
def test_no_ruble_and_no_marker_moves_in_silence(players: int, options: dict[str, Any]) -> None:
    for before, state in moves_of_games(players, options, 4):
        ledger = Ledger(before)
        for event in state.log:
            ledger.write(event)
        now = Ledger(state)
        assert ledger.rubles == now.rubles
        assert ledger.supply == now.supply
        assert ledger.aside == now.aside
        assert ledger.influence == now.influence


def test_no_card_and_no_mark_moves_in_silence() -> None:
    for before, state in moves_of_games(3, {}, 4):
        kinds = Counter(event.kind for event in state.log)
        assert (before.marker != state.marker) == (kinds["marker-moved"] > 0)
        assert (before.order != state.order) <= (kinds["turn-order"] > 0)
        assert (before.round != state.round and state.phase != before.phase) <= bool(kinds)
        shuffled = len(state.discard) < len(before.discard)
        assert shuffled == (kinds["deck-shuffled"] > 0)
        assert (before.card != state.card and state.card >= 0) == (
            kinds["card-taken"] > 0 and state.card >= 0
        )


def test_every_kind_of_event_happens() -> None:
    seen: set[str] = set()
    ends = {"most-rubles", "most-markers", "shared"}
    for players, options, count in ((2, {"setup": {"max_rounds": 9}}, 10), (3, {}, 6), (5, OUTSIDERS, 6)):
        for _, state in moves_of_games(players, options, count):
            seen |= {event.kind for event in state.log}
    assert set(KINDS) - ends - seen == set()


def test_totals_behind_screens_are_told_at_the_end_only() -> None:
    for _, state in moves_of_games(3, {}, 2):
        shown = [event for event in state.log if event.kind == "rubles-shown"]
        assert bool(shown) == (state.current_player() == TERMINAL)


def test_the_reshuffle_is_told() -> None:
    others = [card for card in GAME.toml["cards"] if card not in ("subsidy",)]
    state = position(2, phase="execution", round=8, turn=2, agenda=["subsidy"], discard=others)
    play(state, "2: take subsidy")
    assert "The deck is empty: 17 discarded cards are shuffled into a new one." in told(state)


def test_the_agenda_that_nobody_took_is_told() -> None:
    state = position(2, phase="execution", round=8, turn=2, agenda=["subsidy", "purge"], merger=True)
    play(state, "2: take subsidy")
    assert "Purge is left over and discarded." in told(state)
    assert "No consolidation: nobody has markers in Moscow." in told(state)


def test_bids_are_told_with_what_they_put_where() -> None:
    state = position(3, phase="turn-bid", round=2, agenda=["purge", "network", "subsidy"], bid={"asked": 1})
    play(state, "1: bid 4")
    assert told(state) == ["Ann bids 4.", "$4 on the track: $1 for Ann, $2 for Bob, $1 for Cem."]
    assert told(state, 0) == ["You bid 4.", "$4 on the track: $1 for you, $2 for Bob, $1 for Cem."]
    state.log = []
    play(state, "2: bid 9", "3: pass", "1: pass")
    assert told(state, 2) == [
        "Bob bids 9.",
        "$9 on the track: $3 for Ann, $3 for Bob, $3 for you.",
        "You pass.",
        "Ann passes.",
        "Turn order: Bob, Ann, you.",
        "Ann takes $4 from the track.",
        "Bob takes $5 from the track.",
        "You take $4 from the track.",
    ]


def test_who_cannot_raise_is_told_to_be_out() -> None:
    state = position(2, phase="turn-bid", round=2, agenda=["purge", "network"], bid={"asked": 1})
    play(state, "1: bid 10")
    assert "Bob is out: not enough for a higher bid." in told(state)


def test_income_is_told_region_by_region_with_its_reason() -> None:
    state = position(
        3,
        phase="execution",
        round=2,
        turn=3,
        agenda=["purge", "subsidy"],
        influence={
            "moscow": {"1": 2},
            "volga": {"1": 3, "2": 2, "3": 1},
            "ural": {"1": 2, "2": 2, "3": 1},
            "central": {"1": 3, "2": 1, "3": 1},
        },
        seats={"1": {"supply": 10}, "2": {"supply": 15}, "3": {"supply": 17}},
        merger=True,
    )
    play(state, "3: take subsidy")
    assert told(state, 0)[4:7] == [
        "You score $17: Moscow $4 (alone), Central Russia $5 (most), Volga $6 (most), "
        "Ural $2 (tied for most).",
        "Bob scores $4: Central Russia $0 (tied for second), Volga $2 (second), Ural $2 (tied for most).",
        "Cem scores $4: Central Russia $0 (tied for second), Southern Russia $4 (alone).",
    ]
    income = [event for event in state.log or [] if event.kind == "income"]
    assert income[1].amounts == {"rubles": 4, "times": 1, "central": 0, "volga": 2, "ural": 2}
    assert income[1].pieces == ["central", "volga", "ural"]
    assert income[1].causes == ["tied-for-second", "second", "tied-for-most"]


def test_what_archive_shows_is_told_to_one_seat_only() -> None:
    state = position(2, phase="execution", round=1, agenda=["archive", "subsidy"])
    play(state, "1: take archive", "chance: look purge", "chance: look network", "chance: look exchange")
    looked = ["Ann takes Archive.", "Ann looks at the next 3 cards of the deck (Archive)."]
    assert told(state, 1) == told(state) == looked
    assert told(state, 0)[2:] == ["You see Purge.", "You see Network.", "You see Exchange."]
    state.log = []
    play(state, "1: discard network")
    discarded = [
        "Ann discards Network from the deck (Archive).",
        "Ann places 2 markers in Moscow (Archive).",
    ]
    assert told(state, 1) == told(state) == discarded
    assert "You put Purge and Exchange back on the deck." in told(state, 0)


def test_markers_are_told_with_the_card_and_who_did_it() -> None:
    west = {"volga": {"1": 2, "2": 2}}
    held = {"1": {"supply": 18}, "2": {"supply": 18}}
    begun: dict[str, Any] = {"phase": "execution", "round": 2, "influence": west, "seats": held}
    state = position(2, **begun, agenda=["purge", "subsidy"])
    play(state, "1: take purge", "1: remove 2 volga", "1: remove 1 volga")
    assert told(state)[1:] == [
        "Ann removes 1 of Bob's markers from Volga (Purge).",
        "Ann removes 1 of their own markers from Volga (Purge).",
    ]
    assert told(state, 1)[1] == "Ann removes 1 of your markers from Volga (Purge)."
    assert told(state, 0)[2] == "You remove 1 of your markers from Volga (Purge)."
    state = position(2, **begun, agenda=["buy-out", "subsidy"])
    play(state, "1: take buy-out", "1: buy 2 volga")
    assert told(state, 1)[1:] == [
        "Ann buys your 2 markers in Volga for $6 (Buy-out).",
        "Ann places 2 markers in Volga (Buy-out).",
    ]
    state = position(
        2, **{**begun, "influence": {"volga": {"1": 2}, "ural": {"2": 2}}}, agenda=["exchange", "subsidy"]
    )
    play(state, "1: take exchange")
    assert told(state, 1)[1:3] == [
        "Ann moves 1 marker from Volga to Ural (Exchange).",
        "Ann moves 1 of your markers from Ural to Volga (Exchange).",
    ]
    state = position(2, **begun, agenda=["liquidation", "reserves"])
    play(state, "1: take liquidation", "2: take reserves", "2: set-aside")
    assert "Ann sells 2 markers in Volga for $4 (Liquidation)." in told(state)
    assert "You set 3 markers aside for the next consolidation (Reserves)." in told(state, 1)


def test_what_a_card_cannot_do_is_told() -> None:
    state = position(2, phase="execution", round=1, agenda=["central-committee", "migration"])
    play(state, "1: take central-committee")
    assert told(state, 0)[1:] == [
        "Part of Central Committee does nothing for you.",
        "You place 3 markers in Moscow (Central Committee).",
    ]
    state.log = []
    play(state, "2: take migration")
    assert told(state)[1:2] == [
        "Part of Migration does nothing for Bob.",
    ]


def test_parts_that_are_left_out_in_a_row_are_told_once() -> None:
    none = {"ural": {"1": 20, "2": 20}}
    held = {"1": {"supply": 0}, "2": {"supply": 0}}
    state = position(
        2, phase="execution", round=2, agenda=["partnership", "subsidy"], influence=none, seats=held
    )
    play(state, "1: take partnership")
    assert told(state)[1:3] == [
        "Part of Partnership does nothing for Ann.",
        "Ann's supply is empty (Partnership).",
    ]


def test_a_supply_with_too_few_markers_is_told() -> None:
    begun: dict[str, Any] = {"phase": "execution", "round": 2, "influence": {"ural": {"1": 19}}}
    begun["seats"] = {"1": {"supply": 1}}
    state = position(2, **begun, agenda=["delegation", "subsidy"])
    play(state, "1: take delegation")
    assert told(state, 0)[1:] == [
        "You place 1 marker in Ural (Delegation).",
        "Your supply is empty (Delegation).",
    ]
    state = position(2, **begun, agenda=["reserves", "subsidy"])
    play(state, "1: take reserves", "1: set-aside")
    assert "Ann's supply is empty after 1 of 3 markers (Reserves)." in told(state)
    state = position(2, **begun, agenda=["reserves", "subsidy"])
    play(state, "1: take reserves", "1: place ural")
    assert told(state)[1:3] == [
        "Ann places 1 marker in Ural (Reserves).",
        "Ann's supply is empty after 1 of 2 markers (Reserves).",
    ]


def test_a_consolidation_is_told_step_by_step() -> None:
    state = position(
        3,
        phase="execution",
        round=6,
        turn=3,
        agenda=["purge", "subsidy"],
        merger=True,
        marker="volga",
        influence={"volga": {"1": 6, "3": 3}},
        seats={"1": {"supply": 14}, "2": {"supply": 17, "aside": 3}, "3": {"supply": 17}},
    )
    play(state, "3: take subsidy")
    assert told(state)[3:] == [
        "Consolidation of Volga.",
        "Ann leaves 1 marker in Volga and picks up 5.",
        "Bob leaves 1 marker in Volga and picks up 2, counting the 3 set aside.",
        "Cem leaves 1 marker in Volga and picks up 2.",
    ]
    state.log = []
    play(state, "1: bid 4", "1: markers 3", "2: pass", "3: pass")
    assert told(state, 0)[:8] == [
        "You bid 4.",
        "$1 and 3 markers on the track: $1 for you, 2 markers for Bob, 1 marker for Cem.",
        "Bob passes.",
        "Cem passes.",
        "You win Volga with a bid of 4: 3 markers on the track and 2 in hand to place.",
        "3 of Bob's markers go back to the supply.",
        "3 of Cem's markers go back to the supply.",
        "You place 5 markers in Volga (Consolidation Card).",
    ]


def test_a_consolidation_that_nobody_bids_for_is_told() -> None:
    state = position(
        2,
        phase="execution",
        round=6,
        turn=2,
        agenda=["purge", "subsidy"],
        merger=True,
        marker="volga",
        influence={"volga": {"1": 4, "2": 2}},
        seats={"1": {"supply": 14, "aside": 2}, "2": {"supply": 18}},
    )
    play(state, "2: take subsidy", "1: pass", "2: pass")
    assert "Nobody bids for Volga. All markers go back." in told(state)
    assert "Ann puts 3 markers back into Volga and 2 into the supply." in told(state)


def test_the_marker_and_the_end_are_told() -> None:
    state = position(2, phase="execution", round=3, agenda=["purge", "subsidy"], marker="ural")
    play(state, "1: take consolidation", "1: mark siberia")
    assert "You pay $3 to the bank (Consolidation Card)." in told(state, 0)
    moved = "Ann moves the Consolidation Marker from Ural to Siberia, which will be consolidated."
    assert moved in told(state)
    full: dict[str, Any] = {"influence": {"ural": {"1": 19}}, "seats": {"1": {"supply": 1}}}
    state = position(
        2,
        phase="execution",
        round=3,
        agenda=["delegation", "purge"],
        order=[2, 1],
        turn=2,
        merger=True,
        **full,
    )
    play(state, "1: take delegation")
    end = told(state, 0)
    assert end[end.index("You have every marker on the board.") :] == [
        "You have every marker on the board.",
        "Round 3 is the last and is scored twice.",
        "You score $80 (twice $40): Ural $40 (alone).",
        "Bob scores nothing.",
        "You have $90 behind the screen.",
        "Bob has $10 behind the screen.",
    ]
    why = GAME.result(state).why
    assert (
        GAME.phrases.tell(why, Voice(NAMES), state.setup)
        == "most rubles, $90; Ann had every marker on the board in round 3"
    )
    assert "you had every marker" in GAME.phrases.tell(why, Voice(NAMES, 0), state.setup)
