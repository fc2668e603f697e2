"""Loss of hearts: one cause, one blow to all it hits, in the order of the rulebook (KT-21)."""

from mypy_extensions import i64

from quincunx.core.event import NOBODY
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.dice import CLAW, THREE, count
from quincunx.games.king_of_tokyo.rules import hands, shop
from quincunx.games.king_of_tokyo.rules import turn as rules_turn
from quincunx.games.king_of_tokyo.state import Monster, Position

# The attack.


def attack(state: Position, me: Monster) -> None:
    """Threaten all whom the claws reach (KT-5, KT-58) and the neighbours of a fire-breather (KT-29)."""
    if state.log is not None:
        state.log_event("attacks", me.seat, {"claws": state.claws}, causes=_claw_causes(state, me))
    everyone = False
    fire = 0
    for held in me.hand:
        held.power.attacks(state, me)
        everyone = everyone or held.power.hits_everyone()
        fire += held.power.hits_neighbours()
    for other in state.monsters:
        if other is not me and other.health > 0 and (everyone or other.in_tokyo != me.in_tokyo):
            other.attacked = True
            threaten(other, state.claws)
    if fire:
        for neighbour in state.neighbours(me):
            threaten(neighbour, fire)
    strike(state, s.ATTACK, me.seat)


def _claw_causes(state: Position, me: Monster) -> list[str]:
    """Return the dice and cards that claws come from or that make them reach further."""
    causes = ["dice"] if count(state.dice, CLAW) else []
    for held in me.hand:
        card = held.power
        if card.adds_claws(me, state.dice) or card.adds_to_claws(me) or card.hits_everyone():
            causes.append(card.slug)
    return causes


def threaten(victim: Monster, hearts: i64) -> None:
    """Add hearts that will be lost unless something prevents it."""
    victim.danger += hearts


def strike(state: Position, cause: i64, dealer: i64) -> None:
    """Let all the hearts now threatened be lost together, unless prevented."""
    state.cause = cause
    state.dealer = dealer
    if cause == s.ATTACK:
        offer_flight(state)
    else:
        _defend_from(state, 0)


def offer_flight(state: Position) -> None:
    """Ask those who may flee whether they yield before the hearts are lost, the City first (KT-26)."""
    for place in range(s.CITY, s.BAY + 1):
        monster = state.occupant(place)
        if monster is None or not monster.attacked or monster.answered or monster.fleeing_card() is None:
            continue
        if monster.shielded or monster.armour() is not None:
            continue
        state.phase = s.JETS
        state.asked = monster.seat
        return
    _defend_from(state, 0)


def answer_flight(state: Position, leaves: bool) -> None:
    monster = state.monsters[state.asked]
    monster.answered = True
    card = monster.fleeing_card()
    if leaves and card is not None:
        card.flees(state, monster)
    elif state.log is not None:
        state.log_event("stays", monster.seat)
    offer_flight(state)


def leave_to_attacker(state: Position, monster: Monster, causes: list[str]) -> None:
    if state.log is not None:
        state.log_event("yields", monster.seat, causes=causes)
    if monster.place == s.BAY:
        state.bay_yielded = True
    monster.place = s.OUTSIDE
    state.yielders = [*state.yielders, monster.seat]


# The monsters defend themselves one after the other, clockwise from the dealer's left.


def _defend_from(state: Position, position: i64) -> None:
    players: i64 = state.players
    first = state.active if state.dealer == s.NOTHING else state.dealer + 1
    while position < players:
        monster = state.monsters[(first + position) % players]
        if monster.danger > 0:
            state.asked = monster.seat
            state.hidden = 0
            if not _defend(state, monster):
                return
        position += 1
    _lose_hearts(state)


def next_defender(state: Position) -> None:
    """Continue with the monster after the one asked."""
    first = state.active if state.dealer == s.NOTHING else state.dealer + 1
    _defend_from(state, (state.asked - first) % state.players + 1)


def _defend(state: Position, monster: Monster) -> bool:
    """Apply what prevents a loss by itself (KT-22). Return whether the monster is done with."""
    if monster.shielded:
        save(state, monster, monster.danger, "shield")
        return True
    if _armour_holds(state, monster):
        return True
    return _hide(state, monster)


def _armour_holds(state: Position, monster: Monster) -> bool:
    card = monster.armour()
    if card is None:
        return False
    save(state, monster, monster.danger, card.slug)
    return True


def save(state: Position, monster: Monster, hearts: i64, cause: str) -> None:
    """Save some of the hearts in danger."""
    monster.danger -= hearts
    if state.log is not None and hearts:
        state.log_event("hearts-saved", monster.seat, {"hearts": hearts}, causes=[cause])


def _hide(state: Position, monster: Monster) -> bool:
    """Roll for each hiding place in turn on what is left, then check the armour again."""
    if monster.danger > 0:
        card = monster.hiding_card(state.hidden)
        if card is not None:
            card.rolls_to_hide(state, monster)
            return False
    state.hiding_dice = 0
    if monster.danger > 0:
        _armour_holds(state, monster)
    return may_not_react(state, monster)


def may_not_react(state: Position, monster: Monster) -> bool:
    """Ask for a reaction, if there is one. Return whether the monster is done with."""
    if monster.danger > 0:
        for held in monster.hand:
            if held.power.usable(monster, True):
                state.phase = s.REACT
                return False
    return True


def hide(state: Position, rolled: int) -> None:
    """Let the card save hearts by the dice rolled (KT-23), then offer to roll 3s again (KT-49)."""
    monster = state.monsters[state.asked]
    state.rolling = 0
    state.hiding_dice += rolled
    card = monster.hiding_card(state.hidden)
    if card is not None:
        card.hid(state, monster, rolled)
    offer_hiding_threes(state)


def offer_hiding_threes(state: Position) -> None:
    monster = state.monsters[state.asked]
    pointless = monster.danger == 0 or monster.armour() is not None
    if not pointless and count(state.hiding_dice, THREE) and monster.threes_card() != s.NOTHING:
        state.phase = s.HIDE_THREES
        return
    hidden_enough(state)


def hidden_enough(state: Position) -> None:
    state.hidden += 1
    state.hiding_dice = 0
    if _hide(state, state.monsters[state.asked]):
        next_defender(state)


# All hearts are lost at once; deaths come after.


def _lose_hearts(state: Position) -> None:
    # Asked before anybody falls: the dead are no neighbours of a fire-breather.
    causes = [] if state.log is None else [_loss_causes(state, monster) for monster in state.monsters]
    for monster in state.monsters:
        monster.lost = min(monster.danger, monster.health)
        monster.danger = 0
        if monster.lost:
            monster.health -= monster.lost
            if state.dealer == state.active:
                state.harmed = True
            if state.log is not None:
                amounts = {"hearts": monster.lost, "left": monster.health}
                by = NOBODY if state.dealer == s.NOTHING else state.dealer
                state.log_event("hearts-lost", monster.seat, amounts, causes=causes[monster.seat], by=by)
    if state.cause == s.ATTACK:
        _leave_tokens(state)
    anyone_fell = False
    for monster in state.monsters:
        if monster.lost and monster.health > 0:
            for held in monster.hand:
                held.power.hurt(state, monster, monster.lost)
        elif monster.lost:
            anyone_fell = True
    if anyone_fell:
        _bury(state, [monster for monster in state.monsters if monster.lost and monster.health == 0])
        if state.phase == s.FINISHED:
            return
    if state.cause == s.ATTACK:
        offer_yield(state)
    else:
        _blow_over(state)


def _loss_causes(state: Position, victim: Monster) -> list[str]:
    """Return the causes of the monster's loss."""
    if state.cause == s.CARD:
        return [state.tables.cards[state.bought].slug]
    if state.cause == s.POISON:
        return [card.slug for card in state.tables.token_cards if card.token_hearts(victim)]
    dealer = state.monsters[state.dealer]
    if state.cause == s.BURROWING:
        return [held.power.slug for held in dealer.hand if held.power.yielded()]
    causes = ["claws"] if victim.attacked else []
    if victim in state.neighbours(dealer):
        causes += [held.power.slug for held in dealer.hand if held.power.hits_neighbours()]
    return causes


def _leave_tokens(state: Position) -> None:
    """Put tokens on all that were attacked, hurt or not (KT-30)."""
    if state.claws < 1:
        return
    me = state.monsters[state.active]
    for held in me.hand:
        for victim in state.monsters:
            if victim.attacked:
                held.power.marks(state, me, victim)


def _bury(state: Position, fallen: list[Monster]) -> None:
    """Revive the fallen who can be revived, eliminate the others, pay the eaters, close the Bay (KT-31 to
    KT-33)."""
    saviours: list[Card | None] = [monster.saving_card() for monster in fallen]
    for place, monster in enumerate(fallen):
        card = saviours[place]
        if card is None:
            _eliminate(state, monster)
        else:
            card.revives(state, monster)
    for monster in state.monsters:
        if monster.health > 0:
            for held in monster.hand:
                for victim in fallen:
                    if victim is not monster:
                        held.power.monster_fell(state, monster)
    _close_bay(state)
    _end_if_alone(state)


def _eliminate(state: Position, monster: Monster) -> None:
    if state.log is not None:
        state.log_event("falls", monster.seat)
    hands.discard_hand(state, monster)
    monster.place = s.OUTSIDE
    monster.energy = 0
    monster.shrink = 0
    monster.poison = 0
    monster.extra_turns = 0
    monster.attacked = False


def _close_bay(state: Position) -> None:
    """Close the Bay with four monsters or fewer (KT-9)."""
    stranded = state.occupant(s.BAY)
    if stranded is None or state.living() > 4:
        return
    stranded.place = s.OUTSIDE if state.occupant(s.CITY) is not None else s.CITY
    if state.log is not None:
        state.log_event("bay-closes", stranded.seat, {"city": int(stranded.place == s.CITY)})


def _end_if_alone(state: Position) -> None:
    """End the game if one monster lives, who wins whatever the points, or if none does (KT-12)."""
    if state.living() > 1:
        return
    forget_blow(state)
    state.phase = s.FINISHED
    for monster in state.monsters:
        if monster.health > 0:
            state.winner = monster.seat
    if state.log is not None:
        if state.winner == s.NOTHING:
            state.log_event("nobody-wins")
        else:
            state.log_event("wins-alone", state.winner)


def offer_yield(state: Position) -> None:
    """Ask monsters in Tokyo who lost hearts to claws whether they yield, the City first (KT-7, KT-8)."""
    for place in range(s.CITY, s.BAY + 1):
        monster = state.occupant(place)
        if monster is None or not monster.attacked or monster.answered or monster.lost == 0:
            continue
        state.phase = s.YIELD
        state.asked = monster.seat
        return
    _burrow(state)


def answer_yield(state: Position, leaves: bool) -> None:
    monster = state.monsters[state.asked]
    monster.answered = True
    if leaves:
        leave_to_attacker(state, monster, [])
    elif state.log is not None:
        state.log_event("stays", monster.seat)
    offer_yield(state)


def _burrow(state: Position) -> None:
    """Make the attacker pay for the cards of a monster that yielded, before it enters (KT-35)."""
    attacker = state.monsters[state.active]
    while state.yielders:
        yielder = state.monsters[state.yielders[0]]
        state.yielders = state.yielders[1:]
        hearts = 0
        for held in yielder.hand:
            hearts += held.power.yielded()
        if hearts and attacker.health > 0 and not attacker.in_tokyo:
            threaten(attacker, hearts)
            strike(state, s.BURROWING, yielder.seat)
            return
    forget_blow(state)
    rules_turn.attack_over(state)


def _blow_over(state: Position) -> None:
    """Continue with whatever the blow interrupted."""
    if state.cause == s.BURROWING:
        _burrow(state)
        return
    cause = state.cause
    forget_blow(state)
    if cause == s.POISON:
        rules_turn.turn_done(state)
    else:
        shop.purchase_done(state)


def forget_blow(state: Position) -> None:
    """Clear the data that only the blow needed."""
    state.cause = s.NO_CAUSE
    state.dealer = s.NOTHING
    state.hidden = 0
    state.hiding_dice = 0
    if state.yielders:
        state.yielders = []
    for monster in state.monsters:
        monster.danger = 0
        monster.lost = 0
        monster.attacked = False
        monster.answered = False
