"""Sentences are in the words of the board: no names of moves, no codes, no numbers of seats, no "in all"."""

import re

import pytest

from tests.games.sentences import said

DONE = ["bitcoin-mining", "idle-six", "king-of-tokyo", "nomenklatura", "total-eclips"]
"""The games whose sentences are gathered and read."""
CODES = re.compile(r"`|\bin all\b|\bseat \d|\btile \d|\b[mt]\d\b|\b[a-z]+-\d\b|\b[a-z]+-[a-z]+-\d\b")
WHERE = ("event", "silent", "words", "reason", "chances", "confirm", "refusal", "goal", "end", "tour")


@pytest.mark.parametrize("name", DONE)
def test_sentences_speak_of_the_board(name: str) -> None:
    for kind, sentences in said(name, matches=2, every=3).items():
        if kind.startswith(WHERE):
            assert [told for told in sentences.values() if CODES.search(told)] == [], kind
