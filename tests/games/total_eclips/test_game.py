"""Total eClips beyond its scenarios: odds against counting by hand, secrets, events, and numbers that make no
sense."""

import copy
import io
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from rich.console import Console

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.event import Event
from quincunx.core.observer import Observer
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.games.total_eclips.codes import DONE, PLACE, lay, put
from quincunx.games.total_eclips.cores import AI, KIND_NAMES, M1, M2, MULTI, QUANTUM
from quincunx.games.total_eclips.odds import reach
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import NO_CARD, UNLOCK
from quincunx.games.total_eclips.playtest import Playtest
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import place
from quincunx.games.total_eclips.state import Side
from quincunx.lab.simulate.observed_run import observe
from quincunx.match import scenario, variant
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER, Look, Voice

GAME = games.load("total-eclips")
REROLL_TOKEN, PLUS_2 = 0, 5


@pytest.fixture
def parts() -> Parts:
    prepared = GAME.numbers(GAME.toml)
    assert isinstance(prepared, Parts)
    return prepared


def side_with(parts: Parts, kinds: list[int], tokens: list[int]) -> Side:
    """Return cores and tokens on Unlock, where nothing but blanks is locked."""
    side = Side(parts)
    side.set_up()
    side.spent = [kinds.count(kind) for kind in range(6)]
    side.tokens = [tokens.count(token) for token in range(len(parts.tokens))]
    for kind in kinds:
        place(side, put(kind, UNLOCK))
    for token in tokens:
        place(side, lay(token, UNLOCK))
    return side


@pytest.mark.parametrize("kinds", [[M1], [M1, M2], [MULTI, AI, QUANTUM]])
@pytest.mark.parametrize("target", [1, 2, 4, 6, 9, 12])
def test_odds_are_those_of_all_rolls(parts: Parts, kinds: list[int], target: int) -> None:
    rolls = list(product(*[parts.cores[kind].values for kind in kinds]))
    hits = sum(1 for roll in rolls if sum(roll) >= target)
    assert reach(side_with(parts, kinds, []), UNLOCK, target) == pytest.approx(hits / len(rolls))
    with_token = sum(1 for roll in rolls if sum(roll) + 2 >= target)
    chance = reach(side_with(parts, kinds, [PLUS_2]), UNLOCK, target)
    assert chance == pytest.approx(with_token / len(rolls))


@pytest.mark.parametrize("rerolls", [1, 2])
@pytest.mark.parametrize("target", [3, 5, 7])
def test_odds_with_re_rolls_are_those_of_the_best_choice(parts: Parts, target: int, rerolls: int) -> None:
    dice = [parts.cores[M1].values, parts.cores[M2].values]

    def best(roll: tuple[int, ...], left: int) -> float:
        if sum(roll) >= target:
            return 1.0
        if not left:
            return 0.0
        options = []
        for index, faces in enumerate(dice):
            again = [(*roll[:index], face, *roll[index + 1 :]) for face in faces]
            options.append(sum(best(other, left - 1) for other in again) / len(faces))
        return max(options)

    rolls = list(product(*dice))
    expected = sum(best(roll, rerolls) for roll in rolls) / len(rolls)
    side = side_with(parts, [M1, M2], [REROLL_TOKEN] * rerolls)
    assert reach(side, UNLOCK, target) == pytest.approx(expected)


def placing(parts: Parts) -> TotalEClips:
    """Return a position with two players before round 1's placement."""
    state = TotalEClips(parts, 2)
    state.set_up()
    rng = Rng("placing")
    while state.current_player() == CHANCE:
        state.move(CHANCE, state.sample_outcome(rng))
    return state


def test_nobody_sees_what_another_places(parts: Parts) -> None:
    state = placing(parts)
    before = GAME.view(state, 1)
    state.apply(0, GAME.parse(state, 0, "put m1 on a"))
    assert GAME.view(state, 1) == before
    assert GAME.view(state, 0)["seats"]["1"]["places"]["a"] == ["m1"]
    state.apply(0, DONE)
    seen = GAME.view(state, 1)["seats"]["1"]
    assert seen["done"]
    assert seen["places"]["a"] == []


def test_what_another_has_placed_is_guessed_anew(parts: Parts) -> None:
    state = placing(parts)
    for text in ("put m1 on a", "put m1 on a", "done"):
        state.apply(0, GAME.parse(state, 0, text))
    guesses = {state.resample_hidden(1, Rng(f"{number}")).position_key() for number in range(30)}
    assert len(guesses) > 5


def test_nothing_is_hidden_before_another_has_placed_or_is_done(parts: Parts) -> None:
    state = placing(parts)
    hidden = [(state.has_hidden_info(0), state.has_hidden_info(1))]
    for seat, text in [(0, "put m1 on a"), (0, "take back"), (0, "done"), (1, "done")]:
        state.apply(seat, GAME.parse(state, seat, text))
        hidden.append((state.has_hidden_info(0), state.has_hidden_info(1)))
    assert hidden == [(False, False), (False, True), (False, False), (False, True), (False, False)]


def test_placing_is_not_told_step_by_step(parts: Parts) -> None:
    """Neither what was placed nor in how many steps, until all are done."""
    state = placing(parts)
    state.log = []
    for text in ("put m1 on a", "take back", "put m1 on b", "done"):
        state.apply(0, GAME.parse(state, 0, text))
    assert state.log == []
    state.apply(1, DONE)
    assert [event.kind for event in state.log[:2]] == ["placed", "placed"]
    assert state.log[0].pieces == ["m1", "b"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"options": {"tokens": "forever"}}, "options.tokens"),
        ({"options": {"max_rounds": 0}}, "options.max_rounds"),
        ({"cores": {"m1": {"faces": [2, 2, 2, 2, 2, 2]}}}, "ties would never end"),
        ({"cores": {"m1": {"count": 9}}}, "but 10 are on the board at the start"),
        ({"cores": {"m1": {"faces": [1, 2]}}}, "cores.m1.faces"),
        ({"board": {"locked": {"t5": ""}}}, "right-most slots"),
        ({"board": {"locked": {"t5": "m9"}}}, "names no kind of core: `m9`"),
        ({"board": {"unlock": [3, 2, 1]}}, "rising tiers"),
        ({"manufacture": {"rewards": [{"flops": 2}]}}, "either `clips` or `cores`"),
        ({"manufacture": {"rewards": [{"flops": 2, "clips": 1}, {"flops": 3, "clips": 1}]}}, "give the same"),
        ({"tokens": {"reroll": {"rerolls": 0}}}, "does nothing"),
        ({"tokens": {"plus-1": {"with": "gpu"}}}, "names no kind of core: `gpu`"),
        (
            {"projects": {"world-peace": {"bonus": [{"tokens": 1, "token": "luck"}]}}},
            "names no token: `luck`",
        ),
        ({"projects": {"world-peace": {"bonus": [{"trust": 1, "clips": 1}]}}}, "each part of"),
        ({"projects": {"world-peace": {"bonus": [{"raises": 1, "level": 4}]}}}, "must be one of 1, 2, 3"),
        ({"projects": {"world-peace": {"bonus": [{"trust": 1, "level": 2}]}}}, "trust have no `level`"),
        ({"projects": {"world-peace": {"bonus": [{"cores": 1, "tier": 2}]}}}, "cores have no `tier`"),
        (
            {"projects": {"world-peace": {"bonus": [{"unlocks": 1, "tier": 7}]}}},
            "must be one of 1, 2, 3, 4, 5, 6",
        ),
        (
            {"projects": {"world-peace": {"bonus": [{"clips": "many"}]}}},
            "must be a whole number from 1 to 99",
        ),
        ({"projects": {"world-peace": {"bonus": [{"points": 1}]}}}, "must be one of trust, clips, tokens"),
        ({"projects": {"world-peace": {"need": 0}}}, "`low` would never be paid"),
        ({"bonuses": {"cores": {"text": "{n} cores of {colour}"}}}, "names `{colour}`"),
        ({"bonuses": {"raises": {"asks": ""}}}, "must say something"),
        ({"tokens": {"win-ties": {"on": ["unlock"]}}}, "there are none but on `projects`"),
        ({"tokens": {"plus-1": {"on": []}}}, "on` must be"),
        ({"options": {"companies": ["red", "red", "blue", "black"]}}, "each once"),
        ({"options": {"companies": ["red", "green", "blue", "black"]}}, "must be red, yellow, blue, black"),
        ({"options": {"companies": ["red", "blue"]}}, "each once"),
        ({"projects": {"world-peace": {"stage": 5}}}, "one card with `end = true` for each stage"),
        ({"projects": {"singularity": {"low": {"trust": 1}}}}, "there is no `projects.singularity.low`"),
    ],
)
def test_nonsense_numbers_get_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        variant.numbers(GAME, changes)
    assert sentence in str(refused.value)


def test_the_printed_board_is_a_variant() -> None:
    """The designer's own labels: true doublings, and Thousand first."""
    steps = ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512"]
    parts = variant.numbers(GAME, {"track": {"steps": steps}})
    assert parts.track.label(25) == "32 Billion"


# Companies.


@pytest.mark.parametrize("choice", GAME.choices.values(), ids=lambda choice: choice.key)
def test_everything_that_can_be_chosen_can_be_played(choice: Any) -> None:
    for word in choice.values:
        assert variant.numbers(GAME, choice.variant(word))


def test_players_choose_their_companies() -> None:
    changes = GAME.choices["companies"].variant("black-blue-red-yellow")
    numbers = variant.numbers(GAME, changes)
    assert GAME.phrases.seat_names(numbers, 3) == ["Black", "Blue", "Red"]
    assert numbers.companies[0] == "iClip: The Paperclip Company"
    assert GAME.phrases.seat_names(variant.numbers(GAME, {}), 4) == ["Red", "Yellow", "Blue", "Black"]
    match = Match(GAME, [Player("Ann", "greedy"), Player("Bob", "greedy")], SeedDice("companies"), changes)
    while not match.over:
        match.advance()
    board = GAME.screens.web(match.state, 0, match.voice(0))
    assert [(side.company, side.colour) for side in board["sides"]] == [
        ("iClip: The Paperclip Company", "black"),
        ("Discount Paperclips", "blue"),
    ]
    assert match.reason().split()[0] in ("Ann", "Bob", "Level", "A")


# Events.


def told(given: dict[str, Any], moves: list[str], reader: int = WATCHER, **options: Any) -> list[str]:
    """Return what a reader is told while the moves of a scenario are played. A move is written `seat:
    move`."""
    story = scenario.Scenario(
        game="total-eclips", title="", rule="", given={**given, "options": {"options": options}}, then={}
    )
    match = scenario.set_up(GAME, story)
    lines: list[str] = []
    for move in moves:
        seat, _, text = move.partition(": ")
        step = match.play(CHANCE if seat == "chance" else int(seat) - 1, text)
        names = GAME.phrases.seat_names(match.numbers, len(match.seats))
        lines += [GAME.phrases.tell(event, Voice(names, reader), match.numbers) for event in step.events]
    return lines


PLACING: dict[str, Any] = {
    "phase": "place",
    "deck": [],
    "projects": {"a": {"card": "hello-world"}},
    "seats": {"1": {"position": 50}, "2": {"position": 50}},
}


def with_seats(first: dict[str, Any], second: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    seats = {"1": {"position": 50, **first}, "2": {"position": 50, **(second or {})}}
    return {**PLACING, "seats": seats, **more}


def test_a_bonus_core_that_the_supply_does_not_have_is_told_as_lost() -> None:
    lines = told(PLACING, ["1: put m1 on a", "1: done", "2: done", "chance: roll 2"], reader=0)
    assert lines[:3] == [
        "You place 1 core on project A; 3 kept back.",
        "Yellow places nothing; 4 kept back.",
        "You roll 2 on project A.",
    ]
    assert 'You lose the bonus "1 core of level I": there is no core for it.' in lines
    assert "Hello, World! is completed." in lines


@pytest.mark.parametrize(("reader", "who"), [(0, "You"), (1, "Red"), (WATCHER, "Red")])
def test_what_is_paid_and_spent_has_its_cause(reader: int, who: str) -> None:
    given = with_seats({"trust": 1, "flops": 6, "position": 9}, {"done": True}, phase="buy", place="unlock")
    s = "" if who == "You" else "s"
    lines = told(given, ["1: unlock t4 manufacture"], reader)
    core = "a Millennium I core comes free"
    assert f"{who} unlock{s} slot T4 of Manufacture for 6 FLOPS and 1 Trust: {core}." in lines
    assert f"{who} get{s} 2 Trust and 2 clips from the track (/sec)." in lines
    assert f"{who} reach{'es' if s else ''} 2 Million." in lines
    assert "Nobody completed Hello, World!: 1 Trust now lies there." in lines


def test_manufacture_says_what_the_supply_did_not_have() -> None:
    given = with_seats(
        {"flops": 12, "trust": 1, "spent": ["m1", "m1", "m1"]},
        {"done": True},
        phase="buy",
        place="manufacture",
    )
    assert told(given, ["1: make 2 cores"])[0] == (
        "Red makes a Millennium I core for 12 FLOPS and 1 Trust. 1 core more is not in the supply."
    )


def test_clips_beyond_the_end_of_the_track_are_told() -> None:
    given = with_seats({"flops": 5, "position": 98}, {"done": True}, phase="buy", place="manufacture")
    assert told(given, ["1: make 2 clips"])[0] == (
        "Red makes 2 clips for 5 FLOPS. The track ends, so 1 clip is lost."
    )


def test_flops_that_could_have_bought_something_are_told_when_they_are_lost() -> None:
    rolled: dict[str, Any] = {"flops": 6, "trust": 1, "rolled": ["m1 2"], "spent": ["m1", "m1", "m1"]}
    given = with_seats(rolled, {"done": True}, phase="buy", place="unlock")
    lost = "Red leaves 6 FLOPS unspent on Unlock."
    assert told(given, ["1: done"])[0] == lost
    assert told(given, ["1: lock m1 2"])[:2] == [
        lost,
        "Red locks a Millennium I core showing 2 into slot T2 of Unlock: 2 FLOPS there every round.",
    ]
    too_few = with_seats({**rolled, "flops": 1}, {"done": True}, phase="buy", place="unlock")
    assert not any("unspent" in line for line in told(too_few, ["1: done"]))


def test_tokens_are_told_when_they_work_and_when_not() -> None:
    given = with_seats({"tokens": ["plus-2", "plus-2-multi"]})
    moves = ["1: put plus-2 on unlock", "1: put plus-2-multi on unlock", "1: done", "2: done", "1: done"]
    lines = told(given, moves)
    assert (
        'Red\'s "+2 FLOPS with a Multi-Core" token does not work on Unlock: its core is not there.' in lines
    )
    assert "Red has 2 FLOPS on Unlock (2 from tokens)." in lines
    assert "Red takes back 2 tokens." in lines
    used_up = 'Red has used up a "+2 FLOPS" token and a "+2 FLOPS with a Multi-Core" token.'
    assert used_up in told(given, moves, tokens="single-use")


def test_ties_are_told_with_their_tokens() -> None:
    both = {"tokens": ["win-ties"]}
    moves = ["1: put m1 on a", "1: put win-ties on a", "1: done", "2: put m1 on a", "2: done"]
    rolls = ["chance: roll 1", "chance: roll 1"]
    lines = told(with_seats(both), [*moves, *rolls])
    assert 'Red wins the tie with a "Win ties, projects only" token.' in lines
    assert "Red has the most FLOPS on project A, 1." in lines
    lines = told(
        PLACING,
        ["1: put m1 on a", "1: done", "2: put m1 on a", "2: done", *rolls, *rolls[:1], "chance: roll 3"],
    )
    assert "Red is tied at 1 FLOPS and rolls again for the bonus." in lines
    assert "Yellow rolls 3 FLOPS in the tie." in lines


def test_the_end_of_a_stage_is_told() -> None:
    given = with_seats({}, projects={"a": {"card": "general-intelligence", "trust": 2}})
    moves = ["1: put m1 on a", "1: put m1 on a", "1: done", "2: put m1 on a", "2: done"]
    lines = told(given, [*moves, "chance: roll 2 3", "chance: roll 3"])
    assert "Yellow gets nothing: General Intelligence needs 5 FLOPS." in lines
    assert "Red gets 4 Trust and 2 clips for General Intelligence." in lines
    assert "Red gets the 2 Trust that lay there." in lines
    assert "Stage 2 begins." in lines
    unmet = told(given, [*moves, "chance: roll 1 3", "chance: roll 3"])
    assert "General Intelligence stays: nobody reached 5 FLOPS." in unmet
    assert "Nobody completed General Intelligence: 3 Trust now lies there." in unmet


def test_what_a_winner_leaves_is_told() -> None:
    given = with_seats(
        {"locked": {"unlock": ["m3 0"]}},
        {"done": True},
        phase="bonus",
        stage=4,
        place="a",
        winner=1,
        unlocks=2,
        projects={"a": {"card": "harvest-planetary-biomass"}},
    )
    lines = told(given, ["1: unlock t6 unlock", "1: done"])
    core = "a Millennium III core comes free"
    assert (
        lines[0] == f"Red unlocks slot T6 of Unlock for free, the bonus of Harvest Planetary Biomass: {core}."
    )
    assert 'Red does not take 1 of the bonus "unlock 2 x T6".' in lines


def test_the_last_project_and_the_end_are_told() -> None:
    given = with_seats(
        {"spent": ["multi", "multi", "multi", "multi"], "locked": {"upgrade": []}},
        stage=4,
        projects={"a": {"card": "convert-the-universe-into-paperclips"}},
    )
    moves = [*["1: put multi on a"] * 4, "1: done", "2: done", "chance: roll 5 5 5 5"]
    lines = told(given, moves, end="at-once")
    assert lines[-2:] == [
        "The last project is completed. The game ends at once.",
        "The game is over after 1 round.",
    ]


def test_players_names_are_used_everywhere() -> None:
    """No company's colour stands in the sentences of players who have names."""
    match = Match(GAME, [Player(name, "greedy") for name in ("Ann", "Bob", "Cid", "Dee")], SeedDice("names"))
    seen: set[str] = set()
    while not match.over:
        step = match.advance()
        assert step is not None
        seen |= {GAME.phrases.tell(event, match.voice(), match.numbers) for event in step.events}
        seen |= {GAME.phrases.tell(event, match.voice(1), match.numbers) for event in step.events}
    text = "\n".join(seen)
    assert "Ann" in text
    assert "You get" in text
    assert not [colour for colour in ("Red ", "Yellow ", "Blue ", "Black ") if colour in text]


class Ledger:
    """A ledger of what everybody has, kept from events alone."""

    def __init__(self, players: int) -> None:
        self.trust = [0] * players
        self.position = [0] * players
        self.tokens: list[Counter[str]] = [Counter() for _ in range(players)]
        self.cores: list[Counter[str]] = [Counter() for _ in range(players)]

    def note(self, event: Event) -> None:
        seat, amounts = event.seat, event.amounts
        if event.kind == "paid":
            self.trust[seat] += amounts["trust"]
            self.position[seat] += amounts["moved"]
        elif event.kind in ("core-freed", "core-raised", "made"):
            self.trust[seat] -= amounts["trust"]
            self.position[seat] += amounts.get("moved", 0)
            self.cores[seat]["m1"] += amounts.get("cores", 0)
        elif event.kind == "tokens-gained":
            self.tokens[seat][event.pieces[0]] += amounts["tokens"]
        elif event.kind == "tokens-gone":
            self.tokens[seat].subtract(event.pieces)
        if event.kind == "core-gained":
            self.cores[seat][event.pieces[0]] += 1
        if event.kind == "core-raised":
            self.cores[seat][event.pieces[0]] -= 1
            self.cores[seat][event.pieces[1]] += 1


def steps_of(changes: variant.Variant, bot: str, seed: str) -> Iterator[tuple[TotalEClips, list[Event]]]:
    match = Match(GAME, [Player("", bot)] * 3, SeedDice(seed), changes)
    while not match.over:
        step = match.advance()
        assert step is not None
        assert isinstance(match.state, TotalEClips)
        yield match.state, step.events


@pytest.mark.parametrize("options", [{}, {"tokens": "single-use", "x2_locked_pays": True}])
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_nothing_is_silent(options: variant.Variant, bot: str) -> None:
    """Trust, steps, tokens and cores can be counted from what is told."""
    ledger = Ledger(3)
    start = [2 + 2 + 2 + 4, 3, 3, 0, 0, 0]
    for state, events in steps_of({"options": {"max_rounds": 20, **options}}, bot, "ledger"):
        for event in events:
            ledger.note(event)
        for seat, side in enumerate(state.sides):
            assert side.trust == ledger.trust[seat]
            assert side.position == ledger.position[seat]
            cores = [start[kind] + ledger.cores[seat][name] for kind, name in enumerate(KIND_NAMES)]
            assert side.cores() == cores
            if state.phase == PLACE:
                held = list(side.tokens)
                for index, count in enumerate(side.laid):
                    held[index % len(held)] += count
                slugs = [token.slug for token in state.parts.tokens]
                assert held == [ledger.tokens[seat][slug] for slug in slugs]


# Numbers.


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path, data


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    whole = copy.deepcopy(data)
    at = whole
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return whole


def plain(thing: Any) -> Any:
    """Return everything the rules have, as plain data; compiled classes name their attributes."""
    if isinstance(thing, list | tuple):
        return [plain(one) for one in thing]
    if isinstance(thing, dict | str | int | float | bool | None):
        return thing
    names = getattr(type(thing), "__mypyc_attrs__", None) or vars(thing)
    return {name: plain(getattr(thing, name)) for name in names if not name.startswith("__")}


OTHERS = {"tokens": "single-use", "supply": "unlimited", "end": "at-once", "with": "ai", "token": "plus-1"}
"""The other values of a text that is one of a few."""


def another(path: tuple[Any, ...], value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    other = OTHERS.get(str(path[-1]), f"{value}!")
    return other if other != value else "plus-2"


def test_every_number_of_game_toml_does_something_or_is_refused() -> None:
    usual = plain(GAME.numbers(GAME.toml))
    idle = []
    for path, value in leaves(GAME.toml):
        try:
            prepared = GAME.numbers(changed(GAME.toml, path, another(path, value)))
        except UserError:
            continue
        if plain(prepared) == usual:
            idle.append(path)
    assert idle == []


def test_texts_of_cards_are_made_from_their_amounts() -> None:
    bonus = [{"cores": 2, "level": 4}, {"unlocks": 1, "tier": 5}, {"tokens": 3, "token": "plus-1"}]
    parts = variant.numbers(GAME, {"projects": {"hello-world": {"bonus": bonus}}})
    texts = [part.text for part in parts.projects[0].bonus]
    assert texts == ["3 x +1 FLOPS", "2 cores of level IV", "unlock 1 x T5"]
    parts = variant.numbers(GAME, {"bonuses": {"cores": {"text": "{n:new core} ({level})"}}})
    assert parts.projects[0].bonus[0].text == "1 new core (I)"


def test_a_token_that_needs_a_core_does_nothing_without_it() -> None:
    """Not even its re-roll or its tie (EC-12)."""
    given = {**with_seats({"tokens": ["reroll"]}), "options": {"tokens": {"reroll": {"with": "multi"}}}}
    story = scenario.Scenario(game="total-eclips", title="", rule="", given=given, then={})
    match = scenario.set_up(GAME, story)
    for seat, text in (
        (0, "put m1 on a"),
        (0, "put reroll on a"),
        (0, "done"),
        (1, "done"),
        (CHANCE, "roll 1"),
    ):
        match.play(seat, text)
    assert GAME.to_dict(match.state)["phase"] != "reroll"


def test_a_deck_may_have_any_number_of_cards() -> None:
    whole = copy.deepcopy(GAME.toml)
    for number in range(60):
        whole["projects"][f"more-{number}"] = {**whole["projects"]["world-peace"], "stage": 1 + number % 4}
    state = GAME.new_initial_state(2, GAME.numbers(whole))
    rng, bot = Rng("many cards"), GAME.bots.policy()
    shown: set[int] = set()
    while state.players_to_move():
        seat = state.current_player()
        state.apply(seat, state.sample_outcome(rng) if seat == CHANCE else bot.choose(state, seat, rng))
        shown |= set(state.cards)
    assert len(shown - {NO_CARD}) > 60


# Terminal.


def screen(state: State, seat: int) -> str:
    console = Console(file=io.StringIO(), width=100, color_system=None, force_terminal=False)
    console.print(GAME.screens.terminal(state, seat, Voice(["Ann", "Bob"], seat, Look(width=100))))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_the_terminal_shows_supply_prices_and_room(parts: Parts) -> None:
    state = placing(parts)
    shown = screen(state, 0)
    assert shown.count("supply: 5 m2, 5 m3, 4 multi, 4 ai, 4 quantum") == 2
    assert "Unlock      T1 1, T2 1, T3 2, T4 6+1T, T5 11+2T, T6 17+3T" in shown
    assert "Manufacture 1 clip 2, 1 core 4, 2 clips 5, 3 clips 10+1T, 2 cores 12+1T, 4 clips 16+2T" in shown
    assert "Upgrade     I to II 2, II to III 6+1T, III to IV 12+2T" in shown
    rows = [line for line in shown.splitlines() if "takes" in line]
    assert [row.rsplit(" ", 1)[1] for row in rows] == ["2", "0", "2"] * 2
    assert "Ann (you)" in shown
    assert "supply: without limit" in screen(
        placing(variant.numbers(GAME, {"options": {"supply": "unlimited"}})), 0
    )


# What designers read.


class EndCards(Observer):
    """A counter of the rounds in which the players place while an End of Stage card lies there."""

    def begins(self, state: State) -> None:
        self.rounds: dict[str, set[int]] = {}

    def decides(self, state: State, seat: int, action: int) -> None:
        assert isinstance(state, TotalEClips)
        end = state.parts.ends[state.stage]
        if state.phase == PLACE and end in state.cards:
            self.rounds.setdefault(state.parts.projects[end].name, set()).add(state.round)

    def ends(self, state: State) -> dict[str, int | float | str]:
        # In the last of them it is completed.
        return {f"waits {name}": len(rounds) - 1 for name, rounds in self.rounds.items()}


def test_an_end_card_that_has_just_come_up_does_not_wait() -> None:
    seats = ["greedy"] * 3
    measured = observe(GAME, seats, 2, Playtest())
    counted = observe(GAME, seats, 2, EndCards())
    for row, waits in zip(measured, counted, strict=True):
        assert {key: value for key, value in row.items() if key.startswith("waits ")} == waits
        assert not row["stopped"]
        # Every card of the deck comes up; what is not completed was given up.
        assert int(row["bonuses"]) <= int(row["completed"]) <= 36


def test_completed_cards_are_counted_one_by_one() -> None:
    played = list(steps_of({}, "greedy", "completed"))
    observer = Playtest()
    observer.begins(GAME.new_initial_state(3, GAME.numbers(GAME.toml)))
    given_up = 0
    for state, events in played:
        for event in events:
            observer.event(state, event)
            given_up += event.kind == "project-given-up"
    left = sum(card != NO_CARD for card in played[-1][0].cards)
    assert observer.completed + given_up + left == 36
    assert msgspec.json.encode(observer.ends(played[-1][0]))
