"""Scenarios that fail or cannot be played say why."""

from pathlib import Path

import pytest

from quincunx.core.errors import UserError
from quincunx.match.scenario import Failed, read_scenario, run


def play(folder: Path, text: str) -> None:
    path = folder / "scenario.yaml"
    path.write_text("game: idle-six\ntitle: A test\nrule: IS-1\n" + text)
    run(read_scenario(path), str(path))


GIVEN = """
given:
  money: '22'
  dice: 3
  cards: {flip: {side: start, box: 3}, reroll: {side: start, box: 3}}
"""


@pytest.mark.parametrize(
    "text",
    [
        "then: {money: '0', dice: 1, phase: action, over: false, to_act: [1]}",
        "when: [{1: gain a}]\nthen: {money: '1', cards: {gain-a: {box: 1}}}",
        GIVEN + "when: [{1: flip 1}]\nthen: {money: '25', may: {1: [gain a]}, may_not: {1: [flip 1]}}",
        "then: {may_only: {1: [done, gain a]}}",
        "then: {may_only: {1: [done, gain a, GAIN A]}}",
        GIVEN + "when: [{1: reroll 1 2}, {chance: roll 3 4}, {1: put 4 3}]\nthen: {money: '43'}",
        GIVEN + "when: [{1: flip 4}]\nthen: {illegal: reaches}",
        "given: {options: {win: {cost: '1'}}}\nwhen: [{1: gain a}, {1: upgrade win}]\n"
        "then: {over: true, winners: [1], scores: [2], to_act: []}",
    ],
)
def test_true_scenarios_pass(tmp_path: Path, text: str) -> None:
    play(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("then: {money: '1'}", "`money` should be '1', but is '0'"),
        ("then: {cards: {gain-a: {box: 2}}}", "`cards.gain-a.box` should be 2, but is 1"),
        ("then: {to_act: [chance]}", "`to_act` should be"),
        (
            "when: [{1: swap 1 2}, {1: gain a}]\nthen: {money: '1'}",
            "move 1, 1: swap 1 2: Swap is locked",
        ),
        ("when: [{1: swap 1 2}, {1: gain a}]\nthen: {illegal: locked}", "move 1, 1: swap 1 2"),
        ("when: [{1: swap 1 2}]\nthen: {illegal: too dear}", "which does not say «too dear»"),
        ("when: [{1: gain a}]\nthen: {illegal: locked}", "should be refused with «locked», but it is legal"),
        ("then: {may: {1: [swap 1 2]}}", "seat 1 should be able to `swap 1 2`, but may not"),
        ("then: {may_only: {1: [swap 1 2]}}", "seat 1 should be able to `swap 1 2`, but may not"),
        ("then: {may_only: {1: []}}", "seat 1 should have only: none; but has: gain a, done"),
        (
            "then: {may_only: {1: [gain a, gain a]}}",
            "seat 1 should have only: gain a, gain a; but has: gain a, done",
        ),
        ("then: {may_not: {1: [gain a]}}", "seat 1 should not be able to `gain a`, but may"),
    ],
)
def test_false_scenarios_fail_and_say_where(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(Failed) as failed:
        play(tmp_path, text)
    assert said in str(failed.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "then"),
        ("then: {}\nwhy: 1", "why"),
        ("then: {mony: '1'}", "then: there is no `mony`; did you mean `money`?"),
        ("then: {winners: [1]}", "there is no `winners`"),
        ("then: {may: {2: [gain a]}}", "there is no seat 2"),
        ("then: {may: 3}", "must be a table"),
        ("given: {mony: '1'}\nthen: {}", "given: there is no `mony`; did you mean `money`?"),
        ("given: {money: 1}\nthen: {}", "given: `money` must be text, not a whole number."),
        ("given: {money: '1000'}\nthen: {}", "does not fit on 1 dice"),
        ("given: {money: '7'}\nthen: {}", "`7` is not an amount in base six"),
        ("given: {dice: 99}\nthen: {}", "cannot be unlocked"),
        ("given: {used: [hammer]}\nthen: {}", "`hammer`"),
        ("given: {phase: roll, rolling: {dice: [0]}}\nthen: {}", "rolling.dice"),
        ("given: {cards: {swap: {side: start, box: 9}}}\nthen: {}", "boxes on its start side"),
        ("given: {players: 3}\nthen: {}", "Idle Six is for 1 player, not 3."),
        ("given: {players: many}\nthen: {}", "`players` must be a whole number, not text."),
        ("given: {options: {mony: 1}}\nthen: {}", "there is no `mony`; did you mean `money`?"),
        ("when: [{1: gain a, 2: gain b}]\nthen: {}", "move 1: write one `seat: move` a line."),
        ("when: [{2: gain a}]\nthen: {}", "does not begin with `chance:` or a seat"),
        ("when: [gain a]\nthen: {}", "must be"),
        ("when: {1: gain a}\nthen: {}", "must be a list"),
        (GIVEN + "when: [{1: reroll 1}, {1: gain a}]\nthen: {}", "a roll or draw is due before `1: gain a`"),
        ("given: {players: 0}\nthen: {}", "Idle Six is for 1 player, not 0."),
        ("given: {players: 9999999999999}\nthen: {}", "Idle Six is for 1 player, not 9999999999999."),
        ("when: [{1: gain a}]\nthen: {illegal: }", "then: illegal: it must be text, not nothing."),
        ("then: {illegal: no}", "then: illegal: it must be text, not true or false."),
        ("then: {illegal: never}", "there is none in `when`"),
        ("then: [", "is not valid YAML"),
        ("then: {money: 2024-13-45}", "is not valid YAML"),
        ("then: &me [*me]", "is not valid YAML"),
    ],
)
def test_what_cannot_be_played_is_a_mistake(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UserError) as mistake:
        play(tmp_path, text)
    assert said in str(mistake.value)
    assert str(mistake.value).startswith(str(tmp_path / "scenario.yaml"))


def test_a_scenario_of_an_unknown_game_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("game: chess\ntitle: x\nrule: x\nthen: {}\n")
    with pytest.raises(UserError, match="There is no game `chess`"):
        run(read_scenario(path))


def test_a_rule_may_be_several(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("game: idle-six\ntitle: x\nrule: [IS-1, IS-2]\nthen: {}\n")
    assert read_scenario(path).rules == ["IS-1", "IS-2"]
