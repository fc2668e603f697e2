"""Everything that is read keeps to a budget, and what keeps to it is read."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.errors import UserError
from quincunx.input_limits import MOST_DEPTH, RECORD, TOML, YAML, Format, check_values

DEEP = MOST_DEPTH + 1
BOMB = "\n".join(f"b{at}: &b{at} [{', '.join([f'*b{at - 1}'] * 8)}]" for at in range(1, 30))

TOO_MUCH = [
    # A parser's time and memory grow by the square of these.
    (TOML, ".".join("a" * 32_000) + " = 1", "parts of keys"),
    (TOML, " . ".join("a" * 3000) + " = 1", "a key has more than 16 parts"),
    (TOML, '"a"."b".' * 500 + "c = 1", "a key has more than 16 parts"),
    (TOML, f"[{'a.' * DEEP}a]", "a key has more than 16 parts"),
    # What begins like a text, and ends before it seems to.
    (TOML, f'a = ["""x"""", {{{"a." * DEEP}a = 1}}]', "a key has more than 16 parts"),
    (TOML, f"a = ['''x'''', {{{'a.' * DEEP}a = 1}}]", "a key has more than 16 parts"),
    (TOML, f'a = ["x\\\\", {{{"a." * DEEP}a = 1}}]', "a key has more than 16 parts"),
    (TOML, f"a = {'[' * DEEP}", "more than 16 deep"),
    (TOML, f"a = {'{a = ' * DEEP}", "more than 16 deep"),
    (TOML, f"a = {'{a.a.a = ' * 8}1{'}' * 8}", "more than 16 deep"),
    (TOML, "\n".join(f"k{number} = 1" for number in range(5000)), "more than 4,000 values"),
    (TOML, f"a = [{'1, ' * 5000}]", "more than 4,000 values"),
    (TOML, "[[a]]\n" * 5000, "more than 4,000 values"),
    (TOML, f"{'a' * 81} = 1", "more than 80 characters"),
    (TOML, f"a = {'9' * 19}", "more than 18 digits"),
    (TOML, f"a = 0x{'f' * 60_000}", "more than 18 digits"),
    (TOML, "a = 2026-11-19", "has a date"),
    (TOML, "a = [07:32:00]", "has a time"),
    (TOML, "a = inf", "number without end"),
    (TOML, "#" * 70_000, "at most 65,536 bytes"),
    (YAML, "[" * 60_000, "more than 16 deep"),
    (YAML, "{a: " * 15_000, "more than 16 deep"),
    (YAML, "- " * 30_000, "more than 16 deep"),
    (YAML, "? " * 30_000, "more than 16 deep"),
    (YAML, "b0: &b0 [1]\n" + BOMB, "with what its anchors repeat, it has more than 4,000 values"),
    (YAML, "&me [*me]", "with what its anchors repeat"),
    (YAML, ":".join(["1"] * 30_000), "more than 36 digits"),
    (YAML, "9" * 5000, "more than 36 digits"),
    (YAML, "9" * 30, "more than 18 digits"),
    (YAML, "- 1\n" * 5000, "more than 4,000 values"),
    (YAML, "!!timestamp x", "has a tag"),
    (YAML, "a: 2026-11-19", "has a date"),
    (RECORD, "[" * 60_000, "recursion"),
    (RECORD, "[" * 18 + "]" * 18, "more than 16 deep"),
    (RECORD, "9" * 30, "more than 18 digits"),
    (RECORD, f'{{"{"k" * 81}": 1}}', "more than 80 characters"),
]


@pytest.mark.parametrize(("kind", "text", "said"), TOO_MUCH)
def test_what_is_beyond_its_budget_is_refused_in_a_short_sentence(kind: Format, text: str, said: str) -> None:
    with pytest.raises(UserError, match=said) as mistake:
        kind.parse(text.encode(), "the file")
    assert len(str(mistake.value)) < 200


@pytest.mark.parametrize("kind", [TOML, YAML, RECORD])
@pytest.mark.parametrize("data", [b"\xc1]", b'"\xed\xa0\x80"', b"\x00", b"\xfe\x00", b'"\\ud800"'])
def test_bytes_that_are_no_text_are_refused(kind: Format, data: bytes) -> None:
    with pytest.raises(UserError, match=f"^the file is not {kind.name}: "):
        kind.parse(data, "the file")


texts = st.text(st.sampled_from("a.=[]{}'\"#, \\\n1-"), max_size=30)


@given(st.dictionaries(st.sampled_from("abc"), st.lists(texts, max_size=4)))
def test_what_stands_in_texts_and_comments_counts_for_nothing(values: dict[str, Any]) -> None:
    many = "#" + "[.=" * 5000 + "\n"
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in values.items()]  # Such JSON is TOML, too.
    assert TOML.parse((many + "".join(lines)).encode(), "the file") == values


signs = ['"""', "'''", '"', "'", "\\", "#", "\n", "a", ".", "=", "[", "]", ", "]


@given(st.lists(st.sampled_from(signs), max_size=40))
def test_whatever_the_parser_reads_is_within_the_budget_if_it_is_short(parts: list[str]) -> None:
    data = "".join(parts).encode()
    try:
        expected = msgspec.toml.decode(data)
    except ValueError:
        expected = None
    try:
        assert TOML.parse(data, "the file") == expected
    except UserError:
        assert expected is None


def test_values_that_another_parser_made_keep_to_the_budget() -> None:
    check_values({"a": [1, 2.5, None, True, "ä"]}, "The variant")
    for values in ({"a": "\ud800"}, {"\udfff": 1}, {"a": 10**18}, {"a": float("nan")}, {"a": [0] * 4000}):
        with pytest.raises(UserError, match=r"^The variant cannot be used: it has "):
            check_values(values, "The variant")
