"""The two decks: drawing a card, its effect, and the cards that stay for a while."""

from mypy_extensions import i64

from quincunx.core.rng import Rng
from quincunx.games.bitcoin_mining.state import Card, Position


def shows_bull(game: Position) -> bool:
    """Whether the tile under the active pawn shows its bull face."""
    return game.is_bull(game.board.corner(game.miners[game.active].tile))


def deck_shown(game: Position) -> tuple[i64, i64]:
    """Return the first card of the deck that the tile under the active pawn shows, and the first after it."""
    if shows_bull(game):
        return 0, game.edition.bears
    return game.edition.bears, len(game.edition.cards)


def fill_deck(game: Position) -> bool:
    """Shuffle the discards if the deck is empty; False if every card is kept by someone (BM-18)."""
    first, end = deck_shown(game)
    for number in range(first, end):
        if game.deck[number]:
            return True
    for number in range(first, end):
        game.deck[number] = game.edition.cards[number].copies
    for miner in game.miners:
        for card in miner.effects:
            if card.kept() and first <= card.number < end:
                game.deck[card.number] -= 1
    left = cards_left(game, first, end)
    if game.log is not None:
        kind = "reshuffled" if left else "deck-empty"
        game.log_event(kind, game.active, {"cards": left}, ["bull" if shows_bull(game) else "bear"])
    return left > 0


def cards_left(game: Position, first: i64, end: i64) -> int:
    left: i64 = 0
    deck = game.deck
    for number in range(first, end):
        left += deck[number]
    return left


def draw(game: Position, number: int) -> bool:
    """Draw a card. Return whether it asks; a choice with one possibility is made without asking (BM-20)."""
    game.deck[number] -= 1
    game.drawn = number
    card = game.edition.cards[number]
    if game.log is not None:
        game.log_event("drew", game.active, {"cycle": game.cycle}, [card.name])
    choices = card.choices(game, game.active)
    if len(choices) > 1:
        game.card = number
        return True
    if choices:
        card.choose(game, game.active, choices[0])
    elif card.runs_for_player():
        _begin_effect(game, game.active, card)
    else:
        card.draw(game, game.active)
    return False


def may_draw(game: Position, number: int) -> bool:
    first, end = deck_shown(game)
    return first <= number < end and game.deck[number] > 0


def sample(game: Position, rng: Rng) -> int:
    number, end = deck_shown(game)
    rank: i64 = rng.below(cards_left(game, number, end))
    deck = game.deck
    while rank >= deck[number]:
        rank -= deck[number]
        number += 1
    return number


def outcomes(game: Position) -> list[tuple[int, float]]:
    first, end = deck_shown(game)
    left = cards_left(game, first, end)
    return [(number, game.deck[number] / left) for number in range(first, end) if game.deck[number] > 0]


# Cards that stay


def _begin_effect(game: Position, seat: int, card: Card) -> None:
    """Put a card before a player; kept cards may be several, but a running effect counts once (BM-18)."""
    miner = game.miners[seat]
    new = card.kept() or card not in miner.effects
    if new:
        miner.effects = [*miner.effects, card]
    if game.log is not None:
        kind = "kept" if card.kept() else "effect-began" if new else "effect-goes-on"
        game.log_event(kind, seat, pieces=[card.name])


def end_effect(game: Position, seat: int, card: Card) -> None:
    effects = game.miners[seat].effects[:]
    effects.remove(card)
    game.miners[seat].effects = effects
