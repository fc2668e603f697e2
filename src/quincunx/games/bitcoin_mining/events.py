"""What happens in Bitcoin Mining, and how it is told."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.voice import Voice, count, listed
from quincunx.games.bitcoin_mining.names import card_number, coins, says, title
from quincunx.games.bitcoin_mining.state import Edition

Teller = Callable[[Event, Voice, Edition], str]


def tell(event: Event, voice: Voice, numbers: Edition) -> str:
    """The event as a sentence for the voice's reader."""
    return KINDS[event.kind](event, voice, numbers)


def _tile(event: Event) -> str:
    return title(event.pieces[0])


def _by(event: Event) -> str:
    """The end of a sentence that names the causes, if there are any."""
    return f": {listed([title(cause) for cause in event.causes])}." if event.causes else "."


def _fiat(event: Event) -> str:
    return f"{event.amounts['fiat']:,} fiat"


def _dice(event: Event) -> str:
    return f"{event.amounts['one']} and {event.amounts['two']}"


# The turn


def _rolled(event: Event, voice: Voice, numbers: Edition) -> str:
    rolls = f"{voice.does(event.seat, 'rolls')} {_dice(event)}"
    return f"{rolls} and {voice.form(event.seat, 'goes')} to {_tile(event)}."


def _stayed(event: Event, voice: Voice, numbers: Edition) -> str:
    rolls = f"{voice.does(event.seat, 'rolls')} {_dice(event)}"
    return f"{rolls} and {voice.form(event.seat, 'stays')} in Inspection."


def _freed(event: Event, voice: Voice, numbers: Edition) -> str:
    rolls = f"{voice.does(event.seat, 'rolls')} {_dice(event)}, doubles"
    return f"{rolls}: out of Inspection and on to {_tile(event)}."


def _skipped(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'skips')} this turn{_by(event)}"


def _fee_paid(event: Event, voice: Voice, numbers: Edition) -> str:
    return (
        f"{voice.does(event.seat, 'pays')} {_fiat(event)} and {voice.form(event.seat, 'leaves')} Inspection."
    )


def _inspected(event: Event, voice: Voice, numbers: Edition) -> str:
    """Whoever lands there has just been seen to go there."""
    if event.causes == ["inspection"]:
        return f"{voice.does(event.seat, 'is')} in Inspection: no BTC until free."
    return f"{voice.does(event.seat, 'goes')} to Inspection: no BTC until free."


# The corners and the cycles


def _flipped(event: Event, voice: Voice, numbers: Edition) -> str:
    tile, face = event.pieces
    return f"{title(tile).capitalize()} is flipped to {title(face)}."


def _passed_start(event: Event, voice: Voice, numbers: Edition) -> str:
    often = event.amounts["passes"]
    times = {1: "for the first time", 2: "for the second time", 3: "for the third time"}
    return f"{voice.does(event.seat, 'passes')} Start {times.get(often, f'for the {often}th time')}."


def _cycle_began(event: Event, voice: Voice, numbers: Edition) -> str:
    flipped = "back" if event.pieces == ["start"] else f"to {_tile(event)}"
    return f"Cycle {event.amounts['cycle']} begins; Start is flipped {flipped}."


def _inflation(event: Event, voice: Voice, numbers: Edition) -> str:
    batch = f"a batch costs {event.amounts['batch']:,} now, not {event.amounts['before']:,}"
    return f"Fiat inflation: properties, tolls and batches cost more; {batch}."


def _payouts_changed(event: Event, voice: Voice, numbers: Edition) -> str:
    now, before = event.amounts["btc"], event.amounts["before"]
    change = "are halved" if 2 * now == before else "change"
    return f"Payouts {change}: {coins(now)} for each batch and landing, not {coins(before)}."


def _last_turn(event: Event, voice: Voice, numbers: Edition) -> str:
    return "That was the last pass over Start: the game ends with this turn."


def _ended(event: Event, voice: Voice, numbers: Edition) -> str:
    limit = event.amounts["limit"]
    match event.causes:
        case ["cycles"]:
            return f"Cycle {limit} ended"
        case ["btc"]:
            return f"{coins(limit)} were reached"
    return f"{limit} rounds were played"


def _game_over(event: Event, voice: Voice, numbers: Edition) -> str:
    reason = _ended(event, voice, numbers)
    return f"The game is over: {reason[0].lower()}{reason[1:]}."


# Properties


def _bought(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'buys')} {_tile(event)} for {_fiat(event)}."


def _declined(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'declines')} {_tile(event)}."


def _given_back(event: Event, voice: Voice, numbers: Edition) -> str:
    batches, ordered = event.amounts["batches"], event.amounts["ordered"]
    lost = [count(batches, "batch", "batches")] * (batches > 0) + [f"{ordered} on order"] * (ordered > 0)
    lost += [title(card) for card in event.pieces[1:]]
    gone = f"; lost with it: {listed(lost)}" if lost else ""
    back = f"{voice.does(event.seat, 'gives')} {_tile(event)} back for {_fiat(event)}{gone}"
    return f"{back} ({listed([title(cause) for cause in event.causes])})."


def _toll(event: Event, voice: Voice, numbers: Edition) -> str:
    pays = voice.does(event.seat, "pays")
    if event.amounts["fiat"] == 0 and event.causes:
        return f"{pays} {voice.whom(event.by)} no toll for {_tile(event)}{_by(event)}"
    return f"{pays} {voice.whom(event.by)} a toll of {_fiat(event)} for {_tile(event)}{_by(event)}"


def _toll_unpaid(event: Event, voice: Voice, numbers: Edition) -> str:
    has = f"{voice.form(event.seat, 'has')} {event.amounts['has']:,} fiat"
    toll = f"the toll of {event.amounts['fiat']:,} for {_tile(event)}"
    return f"{voice.who(event.seat)} {has} and cannot pay {voice.whom(event.by)} {toll}."


def _payout(event: Event, voice: Voice, numbers: Edition) -> str:
    btc, full = event.amounts["btc"], event.amounts["full"]
    sum_paid = coins(btc) if btc else "no BTC"
    instead = f", not {coins(full)}" if btc and btc < full else ""
    batches = count(event.amounts["batches"], "batch", "batches")
    return f"{_tile(event)} pays {voice.whom(event.seat)} {sum_paid} for {batches}{instead}{_by(event)}"


# Batches


def _ordered(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'orders')} a batch for {_tile(event)} at {_fiat(event)}{_by(event)}"


def _answered(event: Event, voice: Voice, numbers: Edition) -> str:
    if event.pieces:
        answer = f"a batch for {_tile(event)}"
    else:
        answer = "later" if event.amounts["again"] else "no order"
    return f"{voice.does(event.seat, 'answers')}: {answer}."


def _delivered(event: Event, voice: Voice, numbers: Edition) -> str:
    batches = count(event.amounts["batches"], "batch", "batches")
    arrive = "arrives" if event.amounts["batches"] == 1 else "arrive"
    place = f"{voice.whose(event.seat)} {_tile(event)}"
    return f"{batches} {arrive} on {place}, which has {event.amounts['now']} now."


def _batch_lost(event: Event, voice: Voice, numbers: Edition) -> str:
    left = f"{event.amounts['left']} left there"
    return f"{voice.does(event.seat, 'loses')} a batch on {_tile(event)}, {left}{_by(event)}"


# Cards


def _drew(event: Event, voice: Voice, numbers: Edition) -> str:
    card = numbers.cards[card_number(numbers.cards, event.pieces[0])]
    text = says(card, event.amounts["cycle"])
    return f"{voice.does(event.seat, 'draws')} {_tile(event)}: {text[:1].lower()}{text[1:]}"


def _no_effect(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{_tile(event)} has no effect: there is nothing it could act on."


def _reshuffled(event: Event, voice: Voice, numbers: Edition) -> str:
    cards = count(event.amounts["cards"], "card")
    return f"The {event.pieces[0]} deck was empty: its discards are shuffled, {cards}."


def _deck_empty(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"There is no {event.pieces[0]} card left to draw."


def _kept(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'keeps')} {_tile(event)}."


def _runs(event: Event) -> str:
    """A card that runs, with its property if it runs on one."""
    return " on ".join(title(piece) for piece in event.pieces)


def _effect_began(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.whose(event.seat, first=True)} {_runs(event)} begins."


def _effect_goes_on(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.whose(event.seat, first=True)} {_runs(event)} runs already; it does not add up."


def _effect_ended(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.whose(event.seat, first=True)} {_runs(event)} ends with the cycle."


def _card_paid(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'pays')} {_fiat(event)}{_by(event)}"


def _card_unpaid(event: Event, voice: Voice, numbers: Edition) -> str:
    has = f"{voice.form(event.seat, 'has')} {event.amounts['has']:,} fiat"
    return f"{voice.who(event.seat)} {has} and cannot pay {event.amounts['fiat']:,}{_by(event)}"


def _fiat_gained(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'gains')} {_fiat(event)}{_by(event)}"


def _fiat_given(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'gives')} {voice.whom(event.by)} {_fiat(event)}{_by(event)}"


def _btc_gained(event: Event, voice: Voice, numbers: Edition) -> str:
    return f"{voice.does(event.seat, 'gains')} {coins(event.amounts['btc'])}{_by(event)}"


def _btc_lost(event: Event, voice: Voice, numbers: Edition) -> str:
    if not event.amounts["btc"]:
        return f"{voice.does(event.seat, 'has')} no BTC to lose{_by(event)}"
    return f"{voice.does(event.seat, 'loses')} {coins(event.amounts['btc'])}{_by(event)}"


def _btc_sold(event: Event, voice: Voice, numbers: Edition) -> str:
    btc = coins(event.amounts["btc"])
    return f"{voice.does(event.seat, 'sells')} {btc} for {_fiat(event)}{_by(event)}"


KINDS: dict[str, Teller] = {
    "rolled": _rolled,
    "stayed": _stayed,
    "freed": _freed,
    "skipped": _skipped,
    "fee-paid": _fee_paid,
    "inspected": _inspected,
    "flipped": _flipped,
    "passed-start": _passed_start,
    "cycle-began": _cycle_began,
    "inflation": _inflation,
    "payouts-changed": _payouts_changed,
    "last-turn": _last_turn,
    "ended": _ended,
    "game-over": _game_over,
    "bought": _bought,
    "declined": _declined,
    "given-back": _given_back,
    "toll": _toll,
    "toll-unpaid": _toll_unpaid,
    "payout": _payout,
    "ordered": _ordered,
    "answered": _answered,
    "delivered": _delivered,
    "batch-lost": _batch_lost,
    "drew": _drew,
    "no-effect": _no_effect,
    "reshuffled": _reshuffled,
    "deck-empty": _deck_empty,
    "kept": _kept,
    "effect-began": _effect_began,
    "effect-goes-on": _effect_goes_on,
    "effect-ended": _effect_ended,
    "card-paid": _card_paid,
    "card-unpaid": _card_unpaid,
    "fiat-gained": _fiat_gained,
    "fiat-given": _fiat_given,
    "btc-gained": _btc_gained,
    "btc-lost": _btc_lost,
    "btc-sold": _btc_sold,
}
"""Every kind of event and its sentence. `ended` is why a game was over, without a full stop."""
