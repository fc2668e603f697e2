"""Bitcoin Mining by its rulebook: fiat, BTC, prices, tolls, payouts, batches, pawns, cycles and decks.

BTC is counted in halves.
"""

from fractions import Fraction
from math import floor
from typing import Any

from tests.models.replay import Model, Result, Told

UNTIL_THE_CYCLE_CHANGES = {"energy-discount", "network-congestion", "hashrate-upgrade", "emergency-shutdown"}

AT_ONCE = {
    **dict.fromkeys(("subsidy-spike", "market-hype", "theft-incident"), "BTC"),
    **dict.fromkeys(("local-grant", "energy-shock", "insurance-denied", "tax-audit"), "fiat"),
}
"""What a card brings as soon as it is drawn."""


class Opinion(Model):
    silent = {"flipped", "declined", "no-effect", "deck-empty", "effect-goes-on", "effect-ended"}

    def __init__(self, players: int, numbers: dict[str, Any]) -> None:
        super().__init__(players, numbers)
        corners = ["start", "incident-1", "incident-2", "inspection", "incident-3", "incident-4"]
        self.prices: dict[str, int] = {}
        self.board: list[str] = []
        for corner, (city, price) in zip(corners, numbers["cities"].items(), strict=True):
            places = {f"{city}-{number}": price for number in range(1, numbers["side"] + 1)}
            self.board += [corner, *places]
            self.prices |= places
        self.bulls = {name: False for name in corners if name.startswith("incident")}
        self.cards = numbers["bull"] | numbers["bear"]
        self.left = {name: card["copies"] for name, card in self.cards.items()}
        self.fiat = dict.fromkeys(self.seats, numbers["start_fiat"])
        self.btc = dict.fromkeys(self.seats, 0)
        self.at = dict.fromkeys(self.seats, "start")
        self.passes = dict.fromkeys(self.seats, 0)
        self.inspected = dict.fromkeys(self.seats, False)
        self.running: dict[int | str, set[str]] = {key: set() for key in [*self.seats, *self.prices]}
        self.kept: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.owner = dict.fromkeys(self.prices, 0)
        self.batches = dict.fromkeys(self.prices, 0)
        self.ordered_on = dict.fromkeys(self.prices, 0)
        self.cycle = self.active = 1
        self.turn = self.skips = 0
        self.last = self.over = self.at_once = False
        self.due: list[str] = []

    # Prices: exact from the base, rounded down once (BM-7, BM-8).

    def inflated(self, price: int, cycle: int = 0) -> Fraction:
        """Return the price after the inflations so far: one in each even cycle."""
        return price * (1 + Fraction(self.numbers["inflation_percent"], 100)) ** ((cycle or self.cycle) // 2)

    def batch_price(self, off: int = 0, cycle: int = 0) -> int:
        return floor(self.inflated(int(self.numbers["miner_price"]), cycle) * (100 - off) / 100)

    def toll_of(self, place: str) -> int:
        per_batch = Fraction(str(self.numbers["toll_percent_per_batch"]))
        percent = int(self.numbers["toll_percent"]) + per_batch * self.batches[place]
        return floor(self.inflated(self.prices[place]) * percent / 100)

    def base_payout(self, cycle: int) -> int:
        payouts = self.numbers["payout"]
        return int(2 * payouts[min(cycle, len(payouts)) - 1])

    # The turn.

    def moved(self, seat: int, verb: str, words: list[str]) -> None:
        self.mover, self.verb, self.skips, self.had = seat, verb, 0, self.cycle
        if verb == "roll" and seat == 0:
            one, two = map(int, words)
            self.dice = {"one": one, "two": two}
            if not self.inspected[self.active] or one == two:
                self.inspected[self.active] = False
                self.walk(self.active, one + two)
        elif verb == "draw":
            deck = "bull" if self.bulls[self.at[self.active]] else "bear"
            self.same("whether the deck has it", True, words[0] in self.numbers[deck])
            self.left[words[0]] -= 1
            self.same("a card is there", True, self.left[words[0]] >= 0)
            self.due.remove("card")
        elif verb == "use":
            self.kept[seat].remove("logistics-win")

    def walk(self, seat: int, steps: int) -> None:
        """Tiles are passed between where the pawn stood and where it lands (BM-5, BM-6, BM-17)."""
        here = self.board.index(self.at[seat])
        for step in range(1, steps):
            tile = self.board[(here + step) % len(self.board)]
            if tile in self.bulls:
                self.bulls[tile] = not self.bulls[tile]
            if tile == "start":
                self.passes[seat] += 1
                if self.passes[seat] == self.numbers["cycles"]:
                    self.last = True
                elif self.passes[seat] == self.cycle:
                    self.cycle += 1
                    for running in self.running.values():
                        running -= UNTIL_THE_CYCLE_CHANGES
        self.at[seat] = tile = self.board[(here + steps) % len(self.board)]
        if tile in self.bulls:
            self.due.append("card")
        elif self.owner.get(tile):
            self.due += ["toll"] * (self.owner[tile] != seat) + ["payout"] * (self.batches[tile] > 0)
        elif tile == "inspection":
            self.due.append("inspection")

    def on_rolled(self, event: Told) -> None:
        self.same("the dice", self.dice, event.amounts)
        self.same("the tile", self.at[event.seat], event.pieces[0])

    on_stayed = on_freed = on_rolled

    def on_skipped(self, event: Told) -> None:
        self.running[event.seat].remove("customs-delay")
        self.skips += 1
        self.same("whose turn it is", (self.turn + self.skips) % len(self.seats) + 1, event.seat)

    def on_fee_paid(self, event: Told) -> None:
        self.same("the fee", self.numbers["inspection_fee"], event.amounts["fiat"])
        self.pay(event.seat, event.amounts["fiat"])
        self.inspected[event.seat] = False

    def on_inspected(self, event: Told) -> None:
        self.at[event.seat], self.inspected[event.seat] = "inspection", True
        if "inspection" in self.due:
            self.due.remove("inspection")

    def on_passed_start(self, event: Told) -> None:
        self.same("passes", self.passes[event.seat], event.amounts["passes"])

    def on_cycle_began(self, event: Told) -> None:
        self.same("the cycle", self.cycle, event.amounts["cycle"])
        self.same("the tile", "start" if self.cycle % 2 else "fiat-inflation", event.pieces[0])

    def on_inflation(self, event: Told) -> None:
        prices = {"batch": self.batch_price(), "before": self.batch_price(0, self.had)}
        self.same("the price of a batch", prices, event.amounts)

    def on_payouts_changed(self, event: Told) -> None:
        payouts = {"btc": self.base_payout(self.cycle), "before": self.base_payout(self.had)}
        self.same("payouts", payouts, event.amounts)

    def on_last_turn(self, event: Told) -> None:
        self.same("the last turn", True, self.last)

    def pay(self, seat: int, fiat: int) -> None:
        self.fiat[seat] -= fiat
        self.same("fiat is never negative", True, self.fiat[seat] >= 0)

    # Properties.

    def on_bought(self, event: Told) -> None:
        place = event.pieces[0]
        self.same("where the pawn is", place, self.at[event.seat])
        self.same("the bank's", 0, self.owner[place])
        self.same("the price", floor(self.inflated(self.prices[place])), event.amounts["fiat"])
        self.pay(event.seat, event.amounts["fiat"])
        self.owner[place] = event.seat

    def on_toll(self, event: Told) -> None:
        place = event.pieces[0]
        full = self.toll_of(place)
        fiat = 0 if "energy-discount" in self.running[event.seat] else full
        self.same("the toll", {"fiat": fiat, "full": full}, event.amounts)
        self.same("the owner", self.owner[place], event.by)
        self.pay(event.seat, fiat)
        self.fiat[event.by] += fiat
        self.due.remove("toll")

    def on_toll_unpaid(self, event: Told) -> None:
        full = self.toll_of(event.pieces[0])
        self.same("the toll", {"fiat": full, "has": self.fiat[event.seat]}, event.amounts)
        self.same("too little", True, self.fiat[event.seat] < full)
        self.due[self.due.index("toll")] = "inspection"

    def on_payout(self, event: Told) -> None:
        """Whoever lands, the owner is paid; halved as a whole and rounded down to a half (BM-8, BM-12)."""
        place, me = event.pieces[0], event.seat
        self.same("the owner", self.owner[place], me)
        full = self.base_payout(self.cycle) * self.batches[place]
        btc = full
        if "network-congestion" in self.running[me]:
            btc = floor(Fraction(full * (100 - self.cards["network-congestion"]["percent_off"]), 100))
        blocked = self.inspected[me] or "customs-delay" in self.running[me]
        if blocked or "emergency-shutdown" in self.running[place]:
            btc = 0
        self.same("the payout", {"btc": btc, "full": full, "batches": self.batches[place]}, event.amounts)
        self.btc[me] += btc
        self.due.remove("payout")

    def on_given_back(self, event: Told) -> None:
        place = event.pieces[0]
        share = Fraction(self.cards[event.causes[0]]["percent"], 100)
        fiat = floor(self.inflated(self.prices[place]) * share)
        told = {"fiat": fiat, "batches": self.batches[place], "ordered": self.ordered_on[place]}
        self.same("what is given back", told, event.amounts)
        self.fiat[event.seat] += fiat
        self.owner[place] = self.batches[place] = self.ordered_on[place] = 0
        self.running[place].clear()

    # Batches.

    def on_ordered(self, event: Told) -> None:
        place, me = event.pieces[0], event.seat
        self.same("the owner", self.owner[place], me)
        off = 0
        if event.causes == ["hardware-windfall"]:
            off = self.cards["hardware-windfall"]["percent_off"]
        elif event.causes != ["logistics-win"] and "bulk-import" in self.kept[me]:
            off = self.cards["bulk-import"]["percent_off"]
            self.kept[me].remove("bulk-import")
            self.same("the card", ["bulk-import"], event.causes)
        self.at_once = event.causes == ["logistics-win"]
        self.same("the price of a batch", self.batch_price(off), event.amounts["fiat"])
        self.pay(me, event.amounts["fiat"])
        self.ordered_on[place] += 1
        limit = self.numbers["batch_limit"]
        if "hashrate-upgrade" in self.running[place]:
            limit += self.cards["hashrate-upgrade"]["batches"]
        self.same("room", True, self.batches[place] + self.ordered_on[place] <= limit)

    def on_answered(self, event: Told) -> None:
        self.same("asked again", int(self.verb == "later"), event.amounts["again"])

    def on_delivered(self, event: Told) -> None:
        place, many = event.pieces[0], event.amounts["batches"]
        mine = 1 if self.at_once else self.ordered_on[place]
        self.ordered_on[place] -= mine
        self.batches[place] += mine
        if self.at_once and "payout" not in self.due:
            self.due.append("payout")
        self.at_once = False
        self.same("the delivery", {"batches": mine, "now": self.batches[place]}, event.amounts)
        self.same("what arrives", mine, many)

    def on_batch_lost(self, event: Told) -> None:
        self.batches[event.pieces[0]] -= 1
        self.same("batches left", self.batches[event.pieces[0]], event.amounts["left"])

    # Cards.

    def on_drew(self, event: Told) -> None:
        self.same("the cycle", self.cycle, event.amounts["cycle"])
        if event.pieces[0] in AT_ONCE:
            self.due.append(AT_ONCE[event.pieces[0]])

    def on_reshuffled(self, event: Told) -> None:
        """Cards with running effects lie among the discards, kept ones do not (BM-18)."""
        deck = self.numbers[event.pieces[0]]
        self.same("cards in the deck", 0, sum(self.left[name] for name in deck))
        for name in deck:
            away = sum(kept.count(name) for kept in self.kept.values())
            self.left[name] = self.cards[name]["copies"] - away
        self.same("the new deck", sum(self.left[name] for name in deck), event.amounts["cards"])

    def on_kept(self, event: Told) -> None:
        self.kept[event.seat].append(event.pieces[0])

    def on_effect_began(self, event: Told) -> None:
        self.running[event.pieces[1] if event.pieces[1:] else event.seat].add(event.pieces[0])

    def brought(self, event: Told, what: str) -> None:
        if event.causes[0] in AT_ONCE:
            self.due.remove(what)

    def price_of_card(self, event: Told) -> int:
        card = self.cards[event.causes[0]]
        return int(card["fiat"] if "fiat" in card else self.fiat[event.seat] * card["percent"] // 100)

    def on_card_paid(self, event: Told) -> None:
        self.brought(event, "fiat")
        self.same("the card's price", self.price_of_card(event), event.amounts["fiat"])
        self.pay(event.seat, event.amounts["fiat"])

    def on_card_unpaid(self, event: Told) -> None:
        self.brought(event, "fiat")
        told = {"fiat": self.price_of_card(event), "has": self.fiat[event.seat]}
        self.same("the card's price", told, event.amounts)
        self.same("too little", True, told["has"] < told["fiat"])
        self.due.append("inspection")

    def on_fiat_gained(self, event: Told) -> None:
        self.brought(event, "fiat")
        self.same("the grant", self.price_of_card(event), event.amounts["fiat"])
        self.fiat[event.seat] += event.amounts["fiat"]

    def on_fiat_given(self, event: Told) -> None:
        gift = min(self.fiat[event.seat], self.price_of_card(event))
        self.same("the gift", gift, event.amounts["fiat"])
        self.fiat[event.seat] -= gift
        self.fiat[event.by] += gift

    def on_btc_gained(self, event: Told) -> None:
        self.brought(event, "BTC")
        self.same("the BTC", int(2 * self.cards[event.causes[0]]["btc"]), event.amounts["btc"])
        self.btc[event.seat] += event.amounts["btc"]

    def on_btc_lost(self, event: Told) -> None:
        self.brought(event, "BTC")
        btc = min(self.btc[event.seat], int(2 * self.cards[event.causes[0]]["btc"]))
        self.same("the BTC", btc, event.amounts["btc"])
        self.btc[event.seat] -= btc

    def on_btc_sold(self, event: Told) -> None:
        card = self.cards[event.causes[0]]
        self.same("the sale", {"btc": 2 * card["btc"], "fiat": card["fiat"]}, event.amounts)
        self.btc[event.seat] -= event.amounts["btc"]
        self.fiat[event.seat] += event.amounts["fiat"]

    # The end of a turn, a round and the game.

    def on_game_over(self, event: Told) -> None:
        if event.causes == ["cycles"]:
            self.same("the last turn", (True, self.numbers["cycles"]), (self.last, event.amounts["limit"]))
        else:
            self.same("the goal", 2 * self.numbers["btc_goal"], event.amounts["limit"])
            self.same("reached", True, max(self.btc.values()) >= event.amounts["limit"])
            self.same("the round is over", 0, (self.turn + 1 + self.skips) % len(self.seats))
        self.over = True
        self.turn_ends()

    def turn_ends(self) -> None:
        self.same("what is due", [], self.due)
        self.same("on order", 0, sum(self.ordered_on.values()))

    def compare(self, position: dict[str, Any]) -> None:
        seats = position["seats"]
        for number, shot in seats.items():
            me = int(number)
            mine = (self.fiat[me], self.btc[me] / 2, self.at[me], self.passes[me], self.inspected[me])
            theirs = tuple(shot[name] for name in ("fiat", "btc", "at", "passes", "inspection"))
            self.same(f"seat {me}", mine, theirs)
            self.same(f"cards of {me}", sorted([*self.kept[me], *self.running[me]]), sorted(shot["cards"]))
        for place, shot in position["properties"].items():
            there = (self.owner[place], self.batches[place], self.ordered_on[place])
            self.same(place, there, (shot["owner"], shot["batches"], shot["ordered"]))
            self.same(f"cards on {place}", sorted(self.running[place]), sorted(shot["cards"]))
        self.same("the cycle", (self.cycle, self.last), (position["cycle"], position["last_turn"]))
        faces = {name.removeprefix("incident-"): face for name, face in self.bulls.items()}
        self.same("incidents", faces, {name: face == "bull" for name, face in position["incidents"].items()})
        self.same("the decks", self.left, position["decks"]["bull"] | position["decks"]["bear"])
        self.same("over", self.over, position["phase"] == "over")
        turn = (position["round"] - 1) * len(self.seats) + position["active"] - 1
        if turn != self.turn and not self.over:
            self.turn_ends()
            if turn - self.turn - self.skips not in (0, 1):  # 0: the order window of a skipped turn (BM-2)
                self.disagree(f"after turn {self.turn} and {self.skips} skipped comes {turn}")
            self.same("the game goes on", False, self.last)
            goal = 2 * self.numbers["btc_goal"]
            if turn // len(self.seats) != self.turn // len(self.seats):
                self.same("nobody has enough", True, max(self.btc.values()) < goal)
            self.turn, self.active = turn, position["active"]

    def result(self) -> Result:
        most = max(self.btc.values())
        winners = [seat for seat in self.seats if self.btc[seat] == most]
        return Result(winners, [self.btc[seat] / 2 for seat in self.seats])
