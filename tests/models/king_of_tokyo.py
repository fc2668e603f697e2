"""King of Tokyo by its rulebook: hearts, points, energy, tokens, cards, Tokyo and whose turn it is."""

from collections import Counter
from typing import Any

from tests.models.replay import Model, Result, Told

DISCARD = {
    *("high-altitude-bombing", "gas-refinery", "vast-storm", "apartment-building", "jet-fighters", "tank"),
    *("nuclear-power-plant", "energize", "national-guard", "commuter-train", "death-from-above", "heal"),
    *("evacuation-orders", "frenzy", "corner-store", "flame-thrower", "skyscraper"),
}
OUTSIDE, CITY, BAY = "outside", "tokyo-city", "tokyo-bay"


class Monster:
    def __init__(self, hearts: int) -> None:
        self.health = self.most = hearts
        self.points = self.energy = 0
        self.place = OUTSIDE
        self.tokens = {"shrink": 0, "poison": 0}
        self.hand: list[str] = []
        self.copied = ""
        self.counters: dict[str, int] = {}
        self.lost = 0

    def has(self, card: str) -> int:
        """Count a card's copies, with a Mimic of it."""
        return self.hand.count(card) + (self.copied == card)


class Opinion(Model):
    silent = {"revealed", "goes-under", "stays", "looks", "top-card", "puts-back", "shielded", "nobody-wins"}
    silent |= {"turn-granted", "probes"}

    def __init__(self, players: int, numbers: dict[str, Any]) -> None:
        super().__init__(players, numbers)
        self.monsters = {seat: Monster(numbers["play"]["health"]) for seat in self.seats}
        self.goal = numbers["play"]["points_to_win"]
        self.discards: Counter[str] = Counter()
        self.dice: Counter[str] = Counter()
        self.words: list[str] = []
        self.turn = self.active = self.regular = self.claws = self.paid = self.extra = self.fewer = 0
        self.winner = self.hidden = self.card_hearts = 0
        self.gifts: Counter[int] = Counter()
        self.fire: dict[int, int] = {}
        self.rolled_off: dict[int, int] = {}
        self.told: set[str] = set()
        self.hit: set[int] = set()
        self.began: list[str] = []
        self.held = False

    def card(self, name: str) -> dict[str, Any]:
        return dict(self.numbers["cards"][name])

    def moved(self, seat: int, verb: str, words: list[str]) -> None:
        self.words = words
        if verb == "heal" and words:
            self.gifts[int(words[0])] += 1

    def alive(self) -> list[int]:
        return [seat for seat in self.seats if self.monsters[seat].health]

    # Turns and dice.

    def on_rolls_off(self, event: Told) -> None:
        self.same("claws", self.words.count("claw"), event.amounts["claws"])
        self.rolled_off[event.seat] = event.amounts["claws"]

    def on_roll_off_tied(self, event: Told) -> None:
        most = max(self.rolled_off.values())
        tied = sum(claws == most for claws in self.rolled_off.values())
        self.same("the tie", {"claws": most, "monsters": tied}, event.amounts)
        self.rolled_off = {}

    def on_extra_turn(self, event: Told) -> None:
        self.extra, self.fewer = event.seat, 0

    def on_plays_again(self, event: Told) -> None:
        self.same("three ones", True, self.dice["1"] >= self.card("freeze-time")["ones"])
        self.extra, self.fewer = event.seat, self.fewer + self.card("freeze-time")["dice"]
        self.same("dice fewer", self.fewer, event.amounts["dice"])

    def on_turn_starts(self, event: Told) -> None:
        if self.turn and self.monsters[self.active].health:
            self.turn_paid()
        self.turn += 1
        self.same("the turn", self.turn, event.amounts["turn"])
        if self.extra:
            self.same("an extra turn", self.extra, event.seat)
        elif self.turn == 1:
            self.same("most claws", max(self.rolled_off.values()), self.rolled_off[event.seat])
            self.regular = event.seat
        else:
            order = [*self.seats[self.regular :], *self.seats[: self.regular]]
            self.regular = next(seat for seat in order if self.monsters[seat].health)
            self.same("next", self.regular, event.seat)
        self.fewer = self.fewer if self.extra else 0
        self.active, self.extra = event.seat, 0
        self.dice, self.gifts = Counter(), Counter()
        me = self.monsters[self.active]
        self.told, self.hit, self.began = set(), set(), me.hand[:]
        self.held = me.place != OUTSIDE
        for seat in self.alive():
            self.same("nobody has won", True, self.monsters[seat].points < self.goal)

    def turn_paid(self) -> None:
        """Nothing is missing of what the dice, Tokyo and cards held from the start had to bring."""
        dice, me = self.dice, self.monsters[self.active]
        due = {f"{face}s" for face in "123" if dice[face] >= 3}
        due |= {"energy"} if dice["energy"] else set()
        due |= {"attacks"} if dice["claw"] or "acid-attack" in self.began else set()
        due |= {"tokyo-held"} if self.held else set()
        numbers = {face for face in "123" if dice[face]}
        cards = {"gourmet"} if dice["1"] >= self.card("gourmet")["ones"] else set()
        cards |= {"detritivore"} if len(numbers) == 3 else set()
        cards |= {"complete-destruction"} if len(dice) == 6 else set()
        cards |= {"alpha-monster"} if dice["claw"] else set()
        due |= {card for card in cards if card in self.began and card in me.hand}
        self.same("told of the turn", set(), due - self.told)
        self.same("hit by claws, and nothing came of it", set(), self.hit)

    def on_dice_number(self, event: Told) -> None:
        me, play = self.monsters[event.seat], self.numbers["play"]
        more = me.has("extra-head") * self.card("extra-head")["dice"]
        less = me.tokens["shrink"] * self.card("shrink-ray")["dice"] + self.fewer
        self.same("dice", max(0, play["dice"] + more - less), event.amounts["dice"])

    def on_takes_up(self, event: Told) -> None:
        self.dice -= Counter(event.pieces)

    def on_rolls(self, event: Told) -> None:
        self.dice += Counter(self.words)
        self.same("the dice", self.dice, Counter(event.pieces))

    def on_probed(self, event: Told) -> None:
        self.same("one die is another", True, (self.dice - Counter(event.pieces)).total() <= 1)
        self.dice = Counter(event.pieces)

    def on_turns_die(self, event: Told) -> None:
        self.dice = self.dice - Counter(event.pieces[:1]) + Counter(event.pieces[1:])

    # Points.

    def on_points_gained(self, event: Told) -> None:
        me, cause, amounts = self.monsters[event.seat], event.causes[0], event.amounts
        if event.seat == self.active:
            self.told.add(cause)
        if cause in ("1s", "2s", "3s"):
            whole = {int(cause[0]) + self.dice[cause[0]] - 3}
            self.same("three of a kind", True, self.dice[cause[0]] >= 3)
        elif cause in ("tokyo-entered", "tokyo-held"):
            whole = {self.numbers["tokyo"]["enter" if cause == "tokyo-entered" else "start_turn"]}
            self.same("in Tokyo", True, me.place != OUTSIDE)
        else:
            card, copies = self.card(cause), me.has(cause)
            times = me.energy // card["energy"] if cause == "energy-hoarder" else 1
            if cause == "eater-of-the-dead":
                times = len(self.seats)
            most = 1 if cause in DISCARD else copies * times
            whole = {card["points"] * many for many in range(1, most + 1)}
            if cause == "energy-hoarder":
                whole = {card["points"] * times * many for many in range(1, copies + 1)}
        room = self.goal - me.points
        mine = {min(points, room) for points in whole}
        self.same(f"points for {cause}, {mine}", True, amounts["points"] in mine)
        me.points += amounts["points"]
        self.same("the points then", me.points, amounts["total"])

    def on_points_full(self, event: Told) -> None:
        self.told.add(event.causes[0])
        self.same("full", (self.goal,) * 2, (self.monsters[event.seat].points, event.amounts["points"]))

    def on_points_lost(self, event: Told) -> None:
        me = self.monsters[event.seat]
        lost = min(me.points, self.card(event.causes[0])["points"])
        me.points -= lost
        now = event.amounts.get("left", event.amounts.get("total"))
        self.same("points lost", (lost, me.points), (event.amounts["points"], now))

    # Energy.

    def on_energy_gained(self, event: Told) -> None:
        me, cause = self.monsters[event.seat], event.causes[0]
        if cause == "dice":
            whole = {self.dice["energy"]}
            self.told.add("energy")
        elif cause in ("healing-ray", "parasitic-tentacles"):
            whole = {self.paid}
        else:
            card = self.card(cause)
            times = me.lost // card["hearts"] if cause == "were-only-making-it-stronger" else 1
            copies = 1 if cause in DISCARD else me.has(cause)
            whole = {card["energy"] * times * many for many in range(1, copies + 1)}
        friends = me.has("friend-of-children") * self.card("friend-of-children")["energy"]
        mine = {energy + friends for energy in whole}
        self.same(f"energy for {cause}, {mine}", True, event.amounts["energy"] in mine)
        me.energy += event.amounts["energy"]
        self.same("the energy then", me.energy, event.amounts["total"])

    def pay(self, event: Told, price: int) -> None:
        me = self.monsters[event.seat]
        me.energy -= price
        self.same("paid", (price, me.energy), (event.amounts["energy"], event.amounts["left"]))
        self.same("enough energy", True, me.energy >= 0)
        self.paid = price

    def on_energy_paid(self, event: Told) -> None:
        price = self.card(event.causes[0])["energy"]
        if event.causes[0] == "healing-ray":
            price = min(price * self.gifts[event.seat], self.monsters[event.seat].energy)
        self.pay(event, price)

    def on_energy_lost(self, event: Told) -> None:
        me, card = self.monsters[event.seat], self.card(event.causes[0])
        lost = me.energy // card["every"] * card["energy"]
        self.pay(event, lost)

    def on_energy_taken(self, event: Told) -> None:
        me, cause = self.monsters[event.seat], event.causes[0]
        off = self.card("battery-monster")["energy"]
        me.energy += off
        me.counters[cause] -= off
        told = {"energy": off, "total": me.energy, "left": me.counters[cause]}
        self.same("the battery", told, event.amounts)

    # Hearts.

    def on_heals(self, event: Told) -> None:
        me, cause = self.monsters[event.seat], event.causes[0]
        if cause in ("dice", "healing-ray"):
            hearts = self.dice["heart"] if cause == "dice" else self.gifts[event.seat]
        else:
            hearts = self.card(cause)["hearts"]
        hearts += me.has("regeneration") * self.card("regeneration")["hearts"]
        mine = min(hearts, me.most - me.health)
        told = event.amounts["hearts"]
        choice = cause == "dice" and (any(me.tokens.values()) or me.has("healing-ray"))
        self.same(f"healing {mine}", True, told == mine or (choice and 0 < told < mine))
        if cause == "dice":
            self.same("dice heal outside Tokyo", OUTSIDE, me.place)
        me.health += told
        self.same("the hearts then", me.health, event.amounts["total"])

    def on_hearts_full(self, event: Told) -> None:
        me = self.monsters[event.seat]
        self.same("full", me.most, me.health)

    def on_most_hearts(self, event: Told) -> None:
        me, base = self.monsters[event.seat], self.numbers["play"]["health"]
        me.most = base + self.card("even-bigger")["more"] if me.most == base else base
        cut = max(0, me.health - me.most)
        me.health -= cut
        self.same("room for hearts", {"most": me.most, "cut": cut}, event.amounts)

    def on_attacks(self, event: Told) -> None:
        """Add what comes anyway, then what needs a claw (KT-14)."""
        me = self.monsters[event.seat]

        def claws(card: str) -> int:
            return int(me.has(card) * self.card(card)["claws"])

        self.claws = self.dice["claw"] + claws("acid-attack")
        self.claws += claws("burrowing") if me.place != OUTSIDE else 0
        self.claws += claws("poison-quills") if self.dice["2"] >= self.card("poison-quills")["twos"] else 0
        if self.claws:
            self.claws += claws("spiked-tail") + (claws("ultravore") if me.place != OUTSIDE else 0)
        self.same("claws", self.claws, event.amounts["claws"])
        fire = me.has("fire-breathing") * self.card("fire-breathing")["hearts"]
        self.told.add("attacks")
        self.hit = {
            seat
            for seat in self.alive()
            if seat != event.seat
            and ((self.monsters[seat].place == OUTSIDE) != (me.place == OUTSIDE) or me.has("nova-breath"))
        }
        living = self.alive()
        here = living.index(event.seat)
        self.fire = {living[here - 1]: fire, living[(here + 1) % len(living)]: fire}

    def on_hearts_lost(self, event: Told) -> None:
        me, cause = self.monsters[event.seat], event.causes[0]
        self.hit.discard(event.seat)
        copies = self.monsters[event.by].has(cause) if event.by else 1
        if cause in ("claws", "fire-breathing"):
            dealer = self.monsters[event.by]
            fire = self.fire.get(event.seat, 0)
            amount = self.claws * (cause == "claws") + fire
            self.same("Fire Breathing", fire > 0, "fire-breathing" in event.causes)
        if cause == "claws":
            anywhere = dealer.has("nova-breath")
            across = (me.place == OUTSIDE) != (dealer.place == OUTSIDE)
            self.same("the other place", True, bool(anywhere or across))
        elif cause == "fire-breathing":
            self.same("not hit by the claws", False, bool(dealer.has("nova-breath")))
        elif cause.startswith("poison"):
            amount = me.tokens["poison"] * self.card("poison-spit")["hearts"]
        else:
            amount = self.card(cause)["hearts"] * (1 if cause in DISCARD else max(1, copies))
        self.same("armor", False, amount == 1 and me.has("armor-plating") > 0)
        lost = min(me.health, amount)
        fewer = me.has("camouflage") and 0 < event.amounts["hearts"] < lost
        self.same(f"hearts lost to {cause}, {lost}", True, bool(event.amounts["hearts"] == lost or fewer))
        me.lost = event.amounts["hearts"]
        me.health -= me.lost
        self.same("the hearts then", me.health, event.amounts["left"])

    def on_rolls_to_hide(self, event: Told) -> None:
        self.hidden = event.pieces.count("heart")

    def on_hearts_saved(self, event: Told) -> None:
        self.hit.discard(event.seat)
        if event.causes == ["armor-plating"]:
            self.same("armor", 1, event.amounts["hearts"])
        elif event.causes == ["camouflage"]:
            self.same("hidden", self.hidden, event.amounts["hearts"])
        else:
            self.same("what threatened", True, event.amounts["hearts"] in self.threats(event.seat))

    def threats(self, seat: int) -> set[int]:
        """Return what a monster may be about to lose, whatever the cause, less what Camouflage hid."""
        fire = self.fire.get(seat, 0)
        hearts = {self.claws, self.claws + fire, fire, self.card_hearts}
        hearts.add(self.monsters[seat].tokens["poison"] * self.card("poison-spit")["hearts"])
        hearts.update(monster.has("burrowing") for monster in self.monsters.values())
        hidden = self.hidden if self.monsters[seat].has("camouflage") else 0
        return {many for amount in hearts for many in (amount, amount - hidden) if many > 0}

    def on_tokens_gained(self, event: Told) -> None:
        me, token = self.monsters[event.seat], event.pieces[0]
        card = "shrink-ray" if token == "shrink" else "poison-spit"
        many = self.monsters[self.active].has(card) * self.card(card)["tokens"]
        me.tokens[token] += many
        self.same("tokens", {"tokens": many, "total": me.tokens[token]}, event.amounts)

    def on_tokens_lost(self, event: Told) -> None:
        me, token = self.monsters[event.seat], event.pieces[0]
        me.tokens[token] -= event.amounts["tokens"]
        self.same("tokens", me.tokens[token], event.amounts["left"])
        self.same("hearts for them", True, 0 < event.amounts["tokens"] <= self.dice["heart"])

    # Tokyo.

    def on_enters(self, event: Told) -> None:
        me, taken = self.monsters[event.seat], {monster.place for monster in self.monsters.values()}
        self.same("City first", CITY not in taken, bool(event.amounts["city"]))
        self.same("a place", True, event.amounts["city"] in (0, 1) and me.place == OUTSIDE)
        me.place = CITY if event.amounts["city"] else BAY
        if me.place == BAY:
            open_bay = len(self.alive()) >= 5 and BAY not in taken
            self.same("the Bay is open", True, open_bay)

    def on_yields(self, event: Told) -> None:
        self.hit.discard(event.seat)
        self.monsters[event.seat].place = OUTSIDE

    on_driven_out = on_yields

    def on_bay_closes(self, event: Told) -> None:
        me = self.monsters[event.seat]
        empty = CITY not in {monster.place for monster in self.monsters.values()}
        self.same("the City", int(empty), event.amounts["city"])
        me.place = CITY if empty else OUTSIDE

    def on_falls(self, event: Told) -> None:
        me = self.monsters[event.seat]
        self.same("hearts", 0, me.health)
        me.energy, me.place = 0, OUTSIDE

    def on_revives(self, event: Told) -> None:
        me, hearts = self.monsters[event.seat], self.numbers["play"]["health"]
        self.same("a new life", {"hearts": hearts, "points": me.points}, event.amounts)
        me.health, me.points, me.place, me.most = hearts, 0, OUTSIDE, hearts
        self.lose(me, me.hand[:])

    # Cards.

    def on_buys(self, event: Told) -> None:
        me, card = self.monsters[event.seat], event.pieces[0]
        less = me.has("alien-origin") * self.card("alien-origin")["energy"]
        self.pay(event, max(0, self.card(card)["cost"] - less))
        if event.by:
            seller = self.monsters[event.by]
            seller.hand.remove(card)
            me.counters[card] = seller.counters.pop(card, 0)
            if card == "mimic":
                seller.copied = ""
        if card in DISCARD:
            self.discards[card] += 1
            self.card_hearts = self.card(card).get("hearts", 0)
        else:
            me.hand.append(card)

    def lose(self, me: Monster, cards: list[str]) -> None:
        for card in cards:
            me.hand.remove(card)
            self.discards[card] += 1
            me.counters.pop(card, 0)
            if card == "mimic":
                me.copied = ""

    def on_discards(self, event: Told) -> None:
        self.lose(self.monsters[event.seat], event.pieces)

    def on_sells(self, event: Told) -> None:
        me, card = self.monsters[event.seat], event.pieces[0]
        me.energy += self.card(card)["cost"]
        self.same("sold", {"energy": self.card(card)["cost"], "total": me.energy}, event.amounts)

    def on_sweeps(self, event: Told) -> None:
        self.pay(event, self.numbers["play"]["sweep_cost"])
        self.discards.update(event.pieces)

    def on_reshuffled(self, event: Told) -> None:
        self.same("the discards", self.discards.total(), event.amounts["cards"])
        self.discards.clear()

    def on_counters_put(self, event: Told) -> None:
        me, card = self.monsters[event.seat], event.pieces[0]
        me.counters[card] = self.card(me.copied if card == "mimic" else card)["counters"]
        self.same("counters", me.counters[card], event.amounts["counters"])

    def on_counter_spent(self, event: Told) -> None:
        me, card = self.monsters[event.seat], event.pieces[0]
        me.counters[card] -= 1
        self.same("counters", me.counters[card], event.amounts["left"])

    def on_copies(self, event: Told) -> None:
        mimic, card = event.pieces
        self.same("a card in play", True, card in self.monsters[event.by].hand and card != mimic)
        self.monsters[event.seat].copied = card

    def on_stands_idle(self, event: Told) -> None:
        self.monsters[event.seat].copied = ""

    # The end.

    def on_wins_by_points(self, event: Told) -> None:
        me = self.monsters[event.seat]
        self.same("points", (self.goal, self.goal), (me.points, event.amounts["points"]))
        self.same("alive", True, me.health > 0)
        self.winner = event.seat

    def on_wins_alone(self, event: Told) -> None:
        self.same("the last alive", [event.seat], self.alive())
        self.winner = event.seat

    def compare(self, position: dict[str, Any]) -> None:
        for number, shot in position["seats"].items():
            me = self.monsters[int(number)]
            mine = (me.health, me.points, me.energy, me.place)
            self.same(
                f"monster {number}",
                mine,
                tuple(shot[name] for name in ("health", "points", "energy", "place")),
            )
            if me.health:
                self.same(f"tokens of {number}", me.tokens, {name: shot[name] for name in me.tokens})
                bigger = me.has("even-bigger") > 0
                base = self.numbers["play"]["health"]
                self.same("most hearts", base + bigger * self.card("even-bigger")["more"], me.most)
            held = [card.split()[0] for card in shot["cards"]]
            self.same(f"cards of {number}", sorted(me.hand), sorted(held))
        pending = Counter([position["purchase"]["card"]] if position["purchase"]["card"] in DISCARD else [])
        self.same("the discards", self.discards - pending, Counter(position["discards"]))
        self.same("the winner", self.winner, position["winner"])
        if self.turn:
            self.same("whose turn", (self.turn, self.active), (position["turn"], position["active"]))

    def result(self) -> Result:
        return Result(
            [self.winner] if self.winner else [], [float(me.points) for me in self.monsters.values()]
        )
