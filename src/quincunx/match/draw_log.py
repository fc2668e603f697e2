"""What chance drew from, as far as the names of the moves do not tell it.

A record carries it so that a program that does not know the rules can compute every outcome again.
"""

from quincunx.core.move import Move

DICE = "roll"
"""The verb of dice. All other outcomes are cards that leave a pile."""


class DrawLog:
    """Notes each special die, and each pile when it is new. While a pile lasts, every card that is
    drawn leaves it and the rest stay in their order: that need not be said."""

    def __init__(self) -> None:
        self.noted: dict[int, list[str]] = {}
        """By the number of the roll, for each number drawn the words it chose among."""
        self._rolls = 0
        self._piles: list[list[str]] = []

    def note(self, drawn_from: list[list[str]], outcome: Move) -> None:
        """One more outcome, and what `Game.drawn_from` said before it."""
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
