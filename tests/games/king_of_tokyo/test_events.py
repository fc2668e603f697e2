"""Events of King of Tokyo: every change is told, with its cause, to those who may know it."""

from collections import Counter
from typing import Any

import pytest

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo.events import KINDS
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.match import variant
from quincunx.text.grammar import WATCHER, Voice

GAME = games.load("king-of-tokyo")
NAMES = ["Ann", "Bob", "Cem", "Dot", "Eve", "Fox"]


def play(given: dict[str, Any], *moves: str, players: int = 2) -> KingOfTokyo:
    """Return the position after the moves, each of whoever is to move, and its log."""
    numbers = variant.numbers(GAME, {})
    given = {"turn": 1, "display": ["corner-store", "heal", "skyscraper"], **given}
    state: KingOfTokyo = GAME.from_dict(
        variant.overlay(GAME.to_dict(GAME.new_initial_state(players, numbers)), given, "given"), numbers
    )
    state.log = []
    for move in moves:
        seat = state.current_player()
        state.apply(seat, GAME.parse(state, seat, move))
    return state


def told(state: KingOfTokyo, reader: int = WATCHER) -> list[str]:
    voice = Voice(NAMES[: state.players], reader)
    return [
        GAME.phrases.tell(event, voice, state.tables) for event in state.log or [] if event.is_for(reader)
    ]


def hand(*cards: str, **more: Any) -> dict[str, Any]:
    return {"cards": list(cards), **more}


ATTACK = ("roll claw claw 1 2 3 energy", "keep")
ONE_CLAW = ("roll claw 1 2 2 3 energy", "keep")


def attack(me: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {"phase": "roll", "seats": {"1": me, "2": {"place": "tokyo-city", **other}}}


def buy(card: str, me: dict[str, Any] | None = None, **seats: Any) -> dict[str, Any]:
    mine = {"energy": 20, **(me or {})}
    return {"phase": "buy", "display": [card, "heal", "skyscraper"], "seats": {"1": mine, **seats}}


@pytest.mark.parametrize(
    ("given", "moves", "sentences"),
    [
        (
            attack({}, {}),
            ATTACK,
            ["Ann attacks with 2 claws.", "Bob: -2 hearts (8): Ann's claws."],
        ),
        (
            attack(hand("fire-breathing", "spiked-tail"), {}),
            ONE_CLAW,
            [
                "Ann attacks with 2 claws: dice, Spiked Tail.",
                "Bob: -3 hearts (7): Ann's claws, Fire Breathing.",
            ],
        ),
        (
            attack(hand("fire-breathing"), {"health": 2}),
            ONE_CLAW,
            ["Bob: -2 hearts (0): Ann's claws, Fire Breathing."],
        ),
        (attack({}, hand("armor-plating")), ONE_CLAW, ["Bob keeps 1 heart: Armor Plating."]),
        (
            attack(hand("shrink-ray", "poison-spit"), {}),
            ATTACK,
            [
                "Bob: +1 Shrink token (1): Ann's Shrink Ray.",
                "Bob: +1 Poison token (1): Ann's Poison Spit.",
            ],
        ),
        (
            attack({}, hand("camouflage")),
            (*ATTACK, "roll heart 1"),
            [
                "Bob rolls 1, heart: Camouflage.",
                "Bob keeps 1 heart: Camouflage.",
                "Bob: -1 heart (9): Ann's claws.",
            ],
        ),
        (
            attack({}, hand("wings", energy=2)),
            (*ATTACK, "use wings"),
            [
                "Bob: -2 energy (0): Wings.",
                "Bob loses no more hearts this turn: Wings.",
                "Bob keeps 2 hearts: Wings.",
            ],
        ),
        (
            attack({}, hand("wings", energy=2, shielded=True)),
            ATTACK,
            ["Bob keeps 2 hearts: Wings."],
        ),
        (
            attack({}, hand("jets")),
            (*ATTACK, "yield"),
            ["Bob yields Tokyo before the attack hits: Jets.", "Ann enters Tokyo City."],
        ),
        (
            attack({}, hand("burrowing")),
            (*ATTACK, "yield"),
            ["Bob yields Tokyo.", "Ann: -1 heart (9): Bob's Burrowing."],
        ),
        (
            attack({}, hand("were-only-making-it-stronger", "friend-of-children")),
            ATTACK,
            ["Bob: +2 energy (2): We're Only Making It Stronger, Friend of Children."],
        ),
        (
            attack({}, hand("it-has-a-child", health=1, points=7)),
            ATTACK,
            [
                "Bob discards It Has a Child!",
                "Bob loses all cards and 7 points and starts again outside Tokyo with 10 hearts: "
                "It Has a Child!",
            ],
        ),
        (
            attack({}, {"health": 2}),
            ATTACK,
            ["Bob is out of the game.", "Ann is the last monster alive and wins."],
        ),
        (
            attack({"points": 19}, {"place": "outside"}),
            ATTACK,
            ["Ann: +1 point (20): entering Tokyo.", "Ann has 20 points and wins."],
        ),
        (
            {"phase": "roll", "seats": {"1": hand("gourmet", "detritivore", "regeneration", health=5)}},
            ("roll 1 1 1 2 3 heart", "keep"),
            [
                "Ann: +2 points (2): Gourmet.",
                "Ann: +2 points (4): Detritivore.",
                "Ann: +1 point (5): 1s.",
                "Ann: +2 hearts (7): dice, Regeneration.",
            ],
        ),
        (
            {"phase": "roll", "seats": {"1": {"shrink": 2, "poison": 1}}},
            ("roll 1 1 heart heart", "keep", "cure shrink", "cure poison"),
            ["Ann: -1 Shrink token (1).", "Ann: -1 Poison token (0)."],
        ),
        (
            {"phase": "roll", "seats": {"1": hand("healing-ray"), "2": {"health": 5, "energy": 3}}},
            ("roll 1 1 2 heart heart 3", "keep", "heal 2", "heal 2"),
            [
                "Bob: -3 energy (0): Ann's Healing Ray.",
                "Bob: +2 hearts (7): Ann's Healing Ray.",
                "Ann: +3 energy (3): Healing Ray.",
            ],
        ),
        (
            {
                "phase": "reroll",
                "dice": "1 2 3",
                "rolls_used": 3,
                "seats": {"1": hand("energy-drink", energy=1)},
            },
            ("reroll 1 with energy-drink",),
            ["Ann rerolls 1: Energy Drink.", "Ann: -1 energy (0): Energy Drink."],
        ),
        (
            {"phase": "reroll", "dice": "1 2 3", "rolls_used": 3, "seats": {"1": hand("smoke-cloud 1")}},
            ("reroll 1 with smoke-cloud",),
            ["Ann spends a counter of Smoke Cloud (0 left).", "Ann discards Smoke Cloud."],
        ),
        (
            {"phase": "reroll", "dice": "1 2 3", "rolls_used": 3, "seats": {"1": hand("giant-brain")}},
            ("reroll 1",),
            ["Ann rerolls 1: Giant Brain."],
        ),
        (
            {"phase": "change", "dice": "1 2 3", "seats": {"1": hand("stretchy", energy=2)}},
            ("change 1 to heart with stretchy",),
            ["Ann turns a 1 into a heart: Stretchy.", "Ann: -2 energy (0): Stretchy."],
        ),
        (
            {"phase": "probe", "asked": 2, "dice": "1 2 claw", "seats": {"2": hand("psychic-probe")}},
            ("reroll 3 with psychic-probe", "roll heart"),
            [
                "Bob rerolls a claw: Ann's Psychic Probe.",
                "Ann's dice are now 1, 2, heart.",
                "Bob discards Psychic Probe.",
            ],
        ),
        (
            {
                "phase": "reroll",
                "dice": "1 2 3",
                "rolls_used": 1,
                "seats": {"1": hand("rapid-healing", energy=2, health=5)},
            },
            ("use rapid-healing",),
            ["Ann: -2 energy (0): Rapid Healing.", "Ann: +1 heart (6): Rapid Healing."],
        ),
        (
            buy("tank", hand("alien-origin", "media-friendly")),
            ("buy tank",),
            [
                "Ann buys Tank for 3 energy (Alien Origin; 17 left).",
                "Ann: +1 point (1): Media-Friendly.",
                "Ann: +4 points (5): Tank.",
                "Ann: -3 hearts (7): Tank.",
            ],
        ),
        (
            buy("flame-thrower"),
            ("buy flame-thrower",),
            ["Bob: -2 hearts (8): Ann's Flame Thrower."],
        ),
        (
            buy("vast-storm", **{"2": {"energy": 5, "points": 9}}),
            ("buy vast-storm",),
            ["Bob: -2 energy (3): Ann's Vast Storm."],
        ),
        (
            buy("evacuation-orders", **{"2": {"points": 9}}),
            ("buy evacuation-orders",),
            ["Bob: -5 points (4): Ann's Evacuation Orders."],
        ),
        (
            buy("death-from-above", **{"2": {"place": "tokyo-city"}}),
            ("buy death-from-above",),
            ["Bob is driven out of Tokyo: Ann's Death From Above.", "Ann enters Tokyo City."],
        ),
        (buy("frenzy"), ("buy frenzy",), ["Ann gets another turn after this one: Frenzy."]),
        (
            buy("even-bigger"),
            ("buy even-bigger",),
            ["Ann can have 12 hearts now.", "Ann: +2 hearts (12): Even Bigger."],
        ),
        (
            buy("battery-monster"),
            ("buy battery-monster",),
            ["Ann puts 6 counters on Battery Monster."],
        ),
        (
            buy("tank", hand("parasitic-tentacles"), **{"2": hand("jets")}),
            ("buy jets from 2",),
            [
                "Ann buys Jets from Bob for 5 energy (15 left).",
                "Bob: +5 energy (5): Ann's Parasitic Tentacles.",
            ],
        ),
        (
            buy("mimic", **{"2": hand("jets")}),
            ("buy mimic",),
            ["Ann's Mimic copies Bob's Jets."],
        ),
        (
            {
                "phase": "mimic-move",
                "purchase": {"aiming": 1},
                "seats": {"1": hand("mimic", energy=1), "2": hand("jets")},
            },
            ("copy jets from 2",),
            ["Ann: -1 energy (0): Mimic.", "Ann's Mimic copies Bob's Jets."],
        ),
        (
            {
                "phase": "metamorph",
                "seats": {
                    "1": hand("metamorph", "even-bigger", health=12),
                    "2": hand("mimic of 1:even-bigger"),
                },
            },
            ("sell even-bigger",),
            [
                "Ann: +4 energy (4): Metamorph.",
                "Bob's Mimic copies nothing now: Even Bigger is gone.",
                "Ann can have 10 hearts now and loses 2 hearts.",
            ],
        ),
        (
            {"phase": "buy", "dice": "1 1 1", "seats": {"1": hand("freeze-time", energy=3, poison=2)}},
            ("done", "again"),
            [
                "Ann: -2 hearts (8): Poison Spit.",
                "Ann takes another turn with 1 die fewer: Freeze Time.",
                "Ann has 5 dice this turn: an extra turn.",
            ],
        ),
        (
            {
                "phase": "buy",
                "seats": {
                    "1": hand("rooting-for-the-underdog", "energy-hoarder", "herbivore", energy=6),
                    "2": hand("battery-monster 4", "extra-head", points=3, shrink=2, place="tokyo-city"),
                },
            },
            ("done",),
            [
                "Ann: +1 point (1): Rooting for the Underdog.",
                "Ann: +1 point (2): Energy Hoarder.",
                "Ann: +1 point (3): Herbivore.",
                "Bob's turn.",
                "Bob: +2 energy (2): Battery Monster, 2 left on it.",
                "Bob: +2 points (5): a turn started in Tokyo.",
                "Bob has 5 dice this turn: Extra Head, Shrink Ray.",
            ],
        ),
        (
            {"phase": "buy", "seats": {"1": {"energy": 3}}},
            ("buy heal",),
            ["Ann has all hearts already: Heal."],
        ),
        (
            {"phase": "roll", "seats": {"1": hand("gourmet", "detritivore", points=19)}},
            ("roll 1 1 1 2 3 energy", "keep"),
            ["Ann: +1 point (20): Gourmet.", "Ann has 20 points already: Detritivore."],
        ),
        (
            {
                "phase": "metamorph",
                "seats": {"1": hand("mimic of 2:metamorph", "wings"), "2": hand("metamorph")},
            },
            ("sell mimic", "sell wings"),
            [
                "Ann: +8 energy (8): Metamorph.",
                "Ann: +6 energy (14): Metamorph.",
            ],
        ),
        (
            {"phase": "buy", "seats": {"1": {"energy": 2, "extra_turns": 1}}},
            ("sweep",),
            ["Ann sweeps Corner Store, Heal and Skyscraper away for 2 energy (0 left)."],
        ),
    ],
)
def test_what_happens_is_told(given: dict[str, Any], moves: tuple[str, ...], sentences: list[str]) -> None:
    heard = told(play(given, *moves))
    found = [sentence for sentence in heard if sentence in sentences]
    assert found == sentences, heard


@pytest.mark.parametrize(("card", "words"), [("death-from-above", "driven out"), ("wings", "has room for")])
def test_what_does_not_happen_is_not_told(card: str, words: str) -> None:
    assert not [sentence for sentence in told(play(buy(card), f"buy {card}")) if words in sentence]


def test_the_reader_is_spoken_to() -> None:
    state = play(attack(hand("fire-breathing", "poison-spit"), {}), *ATTACK)
    assert "You: -3 hearts (7): Ann's claws, Fire Breathing." in told(state, 1)
    assert "You: +1 Poison token (1): Ann's Poison Spit." in told(state, 1)
    assert "Bob: -3 hearts (7): your claws, Fire Breathing." in told(state, 0)


def test_the_card_seen_in_a_lab_is_told_to_who_looked_only() -> None:
    state = play(buy("tank", hand("made-in-a-lab")), "peek", "peek wings", "put-back", players=3)
    assert (
        told(state)
        == told(state, 1)
        == ["Ann looks at the top card of the pile.", "Ann puts the top card back."]
    )
    assert told(state, 0)[1] == "The top card is Wings."


def test_every_change_of_points_energy_and_hearts_is_told() -> None:
    """The amounts in the log add up to what the monsters have, whatever happens."""
    cheap = {"cards": {card: {"cost": 1} for card in GAME.components()}}
    numbers = variant.numbers(GAME, cheap)
    signs = {
        "points-gained": 1, "points-lost": -1, "energy-gained": 1, "energy-paid": -1, "energy-lost": -1,
        "energy-taken": 1, "buys": -1, "sells": 1, "sweeps": -1, "heals": 1, "hearts-lost": -1, "revives": 0,
        "tokens-gained": 1, "tokens-lost": -1,
    }  # fmt: skip
    kinds: set[str] = set()
    for number in range(60):
        state = GAME.new_initial_state(2 + number % 5, numbers)
        rng = Rng(f"told {number}")
        while state.players_to_move():
            before = [_has(monster) for monster in state.monsters]
            stood = [_stands(monster) for monster in state.monsters]
            state.log = []
            seat = state.current_player()
            moves = [state.sample_outcome(rng)] if seat == CHANCE else state.legal_actions(seat)
            state.move(seat, moves[rng.below(len(moves))])
            kinds |= {event.kind for event in state.log}
            for event in state.log:
                if event.kind in signs:
                    for thing in ("points", "energy", "hearts", "tokens"):
                        before[event.seat][thing] += signs[event.kind] * event.amounts.get(thing, 0)
                if event.kind == "most-hearts":
                    before[event.seat]["hearts"] -= event.amounts["cut"]
                if event.kind == "revives":
                    before[event.seat]["points"] -= event.amounts["points"]
                    before[event.seat]["hearts"] += event.amounts["hearts"]
                if event.kind == "falls":
                    before[event.seat]["energy"] = before[event.seat]["tokens"] = 0
            assert before == [_has(monster) for monster in state.monsters]
            for monster, known in zip(state.monsters, stood, strict=True):
                about = {event.kind for event in state.log if monster.seat in (event.seat, event.by)}
                for thing, now in _stands(monster).items():
                    assert now == known[thing] or about & TELLING[thing], (thing, about)
    assert set(KINDS) - kinds <= {"nobody-wins", "ended-by-points", "ended-with-one", "ended-with-nobody"}


TELLING = {
    "place": {"enters", "yields", "driven-out", "bay-closes", "falls", "revives"},
    "cards": {"buys", "discards"},
    "counters": {
        "counters-put",
        "counter-spent",
        "energy-taken",
        "discards",
        "copies",
        "stands-idle",
        "buys",
    },
    "copied": {"copies", "stands-idle", "discards", "buys"},
    "turns": {"turn-granted", "extra-turn", "falls"},
    "most": {"most-hearts", "falls", "revives"},
}
"""The events that tell of a change in each of these."""


def _stands(monster: Any) -> dict[str, object]:
    return {
        "place": monster.place,
        "cards": [held.card.slug for held in monster.hand],
        "counters": [held.counters for held in monster.hand],
        "copied": [held.power.slug for held in monster.hand],
        "turns": monster.extra_turns,
        "most": monster.max_health,
    }


def test_it_is_told_when_nobody_is_left() -> None:
    given = buy("high-altitude-bombing", {"health": 2}, **{"2": {"health": 3}})
    assert told(play(given, "buy high-altitude-bombing"))[-1] == "No monster is left: nobody wins."


def _has(monster: Any) -> Counter[str]:
    tokens = monster.shrink + monster.poison
    return Counter(points=monster.points, energy=monster.energy, hearts=monster.health, tokens=tokens)
