"""What each game conserves: totals of a position, which move as events say and in no other way."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.models.idle_six import senary
from tests.models.replay import Told


class Law(NamedTuple):
    """`moves` says how an event changes the totals; a `settles` event makes the totals of its seat anew."""

    totals: Callable[[dict[str, Any]], dict[str, float]]
    moves: dict[str, Callable[[Told], dict[str, float]]]
    settles: set[str] = set()

    def check(self, before: dict[str, Any], after: dict[str, Any], events: list[Told]) -> None:
        expected, found = dict(self.totals(before)), self.totals(after)
        anew = {f" {event.seat}" for event in events if event.kind in self.settles}
        for event in events:
            if event.kind in self.moves:
                for name, change in self.moves[event.kind](event).items():
                    expected[name] = expected.get(name, 0) + change
        for name in expected.keys() | found.keys():
            if not any(name.endswith(seat) for seat in anew):
                told = (name, before, events)
                assert expected.get(name, 0) == found.get(name, 0), told


def plus(
    total: str, amount: str = "", sign: int = 1, own: bool = False
) -> Callable[[Told], dict[str, float]]:
    """An amount of the event that a total gains, or 1; `own` totals are a seat's."""

    def change(event: Told) -> dict[str, float]:
        name = f"{total} {event.seat}" if own else total
        return {name: sign * event.amounts[amount] if amount else sign}

    return change


def minus(total: str, amount: str, own: bool = False) -> Callable[[Told], dict[str, float]]:
    return plus(total, amount, -1, own)


# Idle Six.


def idle_six(position: dict[str, Any]) -> dict[str, float]:
    names = ("dice", "turns", "claimed")
    return {"money": senary(position["money"]), **{name: position[name] for name in names}}


IDLE_SIX = Law(
    idle_six,
    {
        "money-gained": plus("money", "money"),
        "money-lost": minus("money", "money"),
        "money-spent": minus("money", "money"),
        "dice-unlocked": lambda event: {"dice": len(event.pieces)},
        "turn-counted": plus("turns"),
        "won": plus("turns"),
        "achievement-claimed": plus("claimed"),
    },
)

# Nomenklatura.


def nomenklatura(position: dict[str, Any]) -> dict[str, float]:
    """Count all rubles, and the markers of each player wherever they are."""
    found: Counter[str] = Counter()
    track = list(position["track"].values())
    for seat, shot in position["seats"].items():
        found["rubles"] += shot["rubles"] + position["track"][seat]["rubles"]
        places = [*position["influence"].values(), *(space["markers"] for space in track)]
        found[f"markers {seat}"] = shot["supply"] + shot["aside"] + shot["hand"]
        found[f"markers {seat}"] += sum(place[seat] for place in places)
    cards = position["agenda"] + position["discard"] + position["top"]
    assert len(set(cards)) == len(cards)
    return dict(found)


NOMENKLATURA = Law(
    nomenklatura,
    {
        "income": plus("rubles", "rubles"),
        "rubles-received": plus("rubles", "rubles"),
        "markers-sold": plus("rubles", "rubles"),
        "rubles-paid": minus("rubles", "rubles"),
    },
)

# Bitcoin Mining.


def bitcoin_mining(position: dict[str, Any]) -> dict[str, float]:
    """Count what all players have; tolls and gifts among them change nothing."""
    places = list(position["properties"].values())
    return {
        "fiat": sum(seat["fiat"] for seat in position["seats"].values()),
        "btc": sum(2 * seat["btc"] for seat in position["seats"].values()),
        "batches": sum(place["batches"] + place["ordered"] for place in places),
        "properties": sum(place["owner"] > 0 for place in places),
    }


def given_back(event: Told) -> dict[str, float]:
    lost = event.amounts["batches"] + event.amounts["ordered"]
    return {"fiat": event.amounts["fiat"], "batches": -lost, "properties": -1}


BITCOIN_MINING = Law(
    bitcoin_mining,
    {
        "fee-paid": minus("fiat", "fiat"),
        "card-paid": minus("fiat", "fiat"),
        "fiat-gained": plus("fiat", "fiat"),
        "bought": lambda event: {"fiat": -event.amounts["fiat"], "properties": 1},
        "ordered": lambda event: {"fiat": -event.amounts["fiat"], "batches": 1},
        "given-back": given_back,
        "batch-lost": lambda event: {"batches": -1},
        "payout": plus("btc", "btc"),
        "btc-gained": plus("btc", "btc"),
        "btc-lost": minus("btc", "btc"),
        "btc-sold": lambda event: {"btc": -event.amounts["btc"], "fiat": event.amounts["fiat"]},
    },
)

# Total eClips.


def total_eclips(position: dict[str, Any]) -> dict[str, float]:
    """Count each player's Trust, steps, cores outside the supply and tokens."""
    found: dict[str, float] = {}
    kinds = {"m1", "m2", "m3", "multi", "ai", "quantum"}
    for seat, shot in position["seats"].items():
        placed = [piece for place in shot["places"].values() for piece in place]
        cores = [piece for piece in placed if piece in kinds]
        locked = sum(map(len, shot["locked"].values()))
        found[f"trust {seat}"], found[f"steps {seat}"] = shot["trust"], shot["position"]
        found[f"cores {seat}"] = locked + len(cores + shot["spent"] + shot["rolling"] + shot["rolled"])
        found[f"tokens {seat}"] = len(shot["tokens"]) + len(placed) - len(cores)
    return found


def paid(event: Told) -> dict[str, float]:
    gained = event.amounts["trust"] if event.kind == "paid" else -event.amounts["trust"]
    return {f"trust {event.seat}": gained, f"steps {event.seat}": event.amounts["moved"]}


TOTAL_ECLIPS = Law(
    total_eclips,
    {
        "paid": paid,
        "made": lambda event: {**paid(event), f"cores {event.seat}": event.amounts["cores"]},
        "core-freed": minus("trust", "trust", own=True),
        "core-raised": minus("trust", "trust", own=True),
        "core-gained": plus("cores", own=True),
        "tokens-gained": plus("tokens", "tokens", own=True),
    },
)

# King of Tokyo.


def king_of_tokyo(position: dict[str, Any]) -> dict[str, float]:
    """Count each monster's hearts, points, energy and tokens; no place and no card is there twice."""
    found: dict[str, float] = {}
    for seat, shot in position["seats"].items():
        for total, name in (("hearts", "health"), ("points", "points"), ("energy", "energy")):
            found[f"{total} {seat}"] = shot[name]
        found[f"shrink {seat}"], found[f"poison {seat}"] = shot["shrink"], shot["poison"]
    inside = [shot["place"] for shot in position["seats"].values() if shot["place"] != "outside"]
    assert len(set(inside)) == len(inside)
    hands = [card.split()[0] for shot in position["seats"].values() for card in shot["cards"]]
    cards = hands + position["display"] + position["discards"] + position["under"] + [position["top"]]
    twins = {"extra-head", "evacuation-orders", ""}
    assert all(cards.count(card) == 1 for card in set(cards) - twins)
    assert all(cards.count(card) <= 2 for card in twins - {""})
    return found


def revives(event: Told) -> dict[str, float]:
    amounts = event.amounts
    return {f"hearts {event.seat}": amounts["hearts"], f"points {event.seat}": -amounts["points"]}


KING_OF_TOKYO = Law(
    king_of_tokyo,
    {
        "points-gained": plus("points", "points", own=True),
        "points-lost": minus("points", "points", own=True),
        "energy-gained": plus("energy", "energy", own=True),
        "energy-taken": plus("energy", "energy", own=True),
        "sells": plus("energy", "energy", own=True),
        "energy-paid": minus("energy", "energy", own=True),
        "energy-lost": minus("energy", "energy", own=True),
        "buys": minus("energy", "energy", own=True),
        "sweeps": minus("energy", "energy", own=True),
        "heals": plus("hearts", "hearts", own=True),
        "hearts-lost": minus("hearts", "hearts", own=True),
        "most-hearts": minus("hearts", "cut", own=True),
        "revives": revives,
        "tokens-gained": lambda event: {f"{event.pieces[0]} {event.seat}": event.amounts["tokens"]},
        "tokens-lost": lambda event: {f"{event.pieces[0]} {event.seat}": -event.amounts["tokens"]},
    },
    settles={"falls"},
)

LAWS = {
    "idle-six": IDLE_SIX,
    "nomenklatura": NOMENKLATURA,
    "bitcoin-mining": BITCOIN_MINING,
    "total-eclips": TOTAL_ECLIPS,
    "king-of-tokyo": KING_OF_TOKYO,
}
