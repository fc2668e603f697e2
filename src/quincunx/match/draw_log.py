"""The draw log of a match: what chance drew from, where the names of the moves do not tell it.

A record carries it so that a program that does not know the rules can compute every outcome again.
"""

from quincunx.core.move import Move

DICE = "roll"
"""The verb of dice. All other outcomes are cards that leave a pile."""


class DrawLog:
    """A log of each special die, and of each pile when it is new. Every card drawn leaves its pile and the
    rest stay in their order, so a pile is logged once."""

    def __init__(self) -> None:
        self.noted: dict[int, list[str]] = {}
        """The words that each number of a roll chose among, by the number of the roll."""
        self._rolls = 0
        self._piles: list[list[str]] = []

    def note(self, drawn_from: list[list[str]], outcome: Move) -> None:
        """Log one outcome, with the answer of `Game.drawn_from` before it."""
        self._rolls += 1
        if not drawn_from:
            return
        if outcome.verb == DICE:
            self._write(drawn_from)
            return
        pile, card = drawn_from[0], outcome.words[0]
        known = next((known for known in self._piles if card in known), None)
        if known != pile:
            self._write(drawn_from)
            self._piles = [other for other in self._piles if other and other is not known]
            self._piles.append(pile)
            known = pile
        known.remove(card)

    def _write(self, drawn_from: list[list[str]]) -> None:
        self.noted[self._rolls] = [" ".join(words) for words in drawn_from]
