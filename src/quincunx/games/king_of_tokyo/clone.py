"""Copying a position: pieces and numbers at once, lists of cards only when a copy changes them."""

from quincunx.games.king_of_tokyo.state import Held, Monster, Position


def copy_into(twin: Position, position: Position) -> None:
    """Make `twin` equal to another position of the same game."""
    twin.players = position.players
    twin.monsters = [_monster_like(monster) for monster in position.monsters]
    _copy_tokens(twin, position)
    position.shares_cards = True
    twin.shares_cards = True
    twin.pile = position.pile
    twin.under = position.under
    twin.discards = position.discards
    twin.display = position.display
    twin.top = position.top
    twin.top_seen = position.top_seen
    twin.roll_off = position.roll_off
    twin.phase = position.phase
    twin.turn = position.turn
    twin.active = position.active
    twin.regular = position.regular
    twin.asked = position.asked
    twin.winner = position.winner
    twin.dice = position.dice
    twin.rolling = position.rolling
    twin.rolls_used = position.rolls_used
    twin.changing = position.changing
    twin.probing = position.probing
    twin.fewer_dice = position.fewer_dice
    twin.claws = position.claws
    twin.harmed = position.harmed
    twin.hearts = position.hearts
    twin.own_hearts = position.own_hearts
    twin.shrink_cures = position.shrink_cures
    twin.poison_cures = position.poison_cures
    twin.cause = position.cause
    twin.dealer = position.dealer
    twin.hidden = position.hidden
    twin.hiding_dice = position.hiding_dice
    twin.yielders = position.yielders
    twin.bay_yielded = position.bay_yielded
    twin.buyer = position.buyer
    twin.bought = position.bought
    twin.source = position.source
    twin.revealed = position.revealed
    twin.aiming = position.aiming


def _monster_like(monster: Monster) -> Monster:
    twin = Monster(monster.seat, monster.health)
    twin.max_health = monster.max_health
    twin.points = monster.points
    twin.energy = monster.energy
    twin.place = monster.place
    twin.shrink = monster.shrink
    twin.poison = monster.poison
    twin.extra_turns = monster.extra_turns
    twin.shielded = monster.shielded
    twin.danger = monster.danger
    twin.lost = monster.lost
    twin.attacked = monster.attacked
    twin.answered = monster.answered
    twin.gift = monster.gift
    for held in monster.hand:
        copy = Held(held.card)
        copy.power = held.power
        copy.counters = held.counters
        copy.used = held.used
        twin.hand.append(copy)
    return twin


def _copy_tokens(twin: Position, position: Position) -> None:
    """Make each Mimic copy the same card as in the other position."""
    for monster in position.monsters:
        for slot, held in enumerate(monster.hand):
            if held.copied is not None:
                seat, place = position.whereabouts(held.copied)
                twin.monsters[monster.seat].hand[slot].copied = twin.monsters[seat].hand[place]
