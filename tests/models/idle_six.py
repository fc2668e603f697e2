"""Idle Six by its rulebook: money, dice, paperclips, achievements and the turns that count."""

from typing import Any, NamedTuple

from tests.models.replay import Model, Result, Told

UNITS = {"K": 3, "M": 6, "B": 9, "T": 12}


def senary(text: str) -> int:
    """Return a base six amount: `3T` is a three and twelve zeros."""
    text = text.replace(",", "")
    return int(text[:-1] + "0" * UNITS[text[-1]] if text[-1] in UNITS else text, 6)


class Box(NamedTuple):
    """A box of a card; its cost is paid to slide the paperclip into it."""

    side: str
    number: int
    cost: int
    gain: int


def boxes(card: dict[str, Any]) -> list[Box]:
    """Return a card's boxes from the bottom. The "flip card" box leads to the arrow of the other side."""
    found = []
    for side in ("start", "flipped"):
        for number, box in enumerate(card[side], 1):
            arrow = card["flip"] if side == "flipped" else "0"
            cost = box.get("cost", arrow if number == 1 else "0")
            found.append(Box(side, number, senary(cost), senary(box.get("gain", "0"))))
    return found


class Opinion(Model):
    silent = {"carried", "card-flipped"}

    def __init__(self, players: int, numbers: dict[str, Any]) -> None:
        super().__init__(players, numbers)
        self.cards = {name: boxes(card) for name, card in numbers["cards"].items()}
        self.clips = dict.fromkeys(self.cards, 0)
        self.most = numbers["money"]["dice"]
        self.money, self.dice = senary(numbers["money"]["start"]), 1
        self.rewards = [senary(reward) for reward in numbers["achievements"]["rewards"]]
        self.claimed = self.turns = self.before = self.lost = self.doubled = 0
        self.phase, self.bought = "action", False
        self.used: list[str] = []
        self.chosen: list[int] = []
        self.shown: list[int] = []

    def moved(self, seat: int, verb: str, words: list[str]) -> None:
        self.before, self.lost, self.had = self.money, 0, self.dice
        if verb in self.cards or f"{verb}-{words[0] if words else ''}" in self.cards:
            self.use(verb, words)
        elif verb in ("roll", "put"):
            self.shown = [int(face) % 6 for face in reversed(words)]
            if verb == "roll" and len(set(self.shown)) > 1:
                self.phase = "put"
            else:
                self.phase = "action"
                for die, digit in zip(self.chosen, self.shown, strict=True):
                    self.turn_die(die, digit)
                self.chosen = []
        elif verb == "claim":
            self.claimed += 1
            self.gain(self.rewards[self.claimed - 1])
        elif verb == "upgrade":
            self.upgrade("-".join(words))

    def use(self, verb: str, words: list[str]) -> None:
        """Carry out an action; each card once a turn (IS-11)."""
        name = verb if verb in self.cards else f"{verb}-{words[0]}"
        if name in self.used:
            self.disagree(f"{name} is used twice")
        self.used.append(name)
        dice = sorted(int(word) for word in words if word.isdigit())
        if any(die > self.dice for die in dice):
            self.disagree(f"not all of {dice} are unlocked")
        digits = [self.digit(die) for die in dice]
        if verb == "gain":
            self.gain(self.cards[name][self.clips[name]].gain)
        elif verb == "flip":
            self.turn_die(dice[0], (7 - (digits[0] or 6)) % 6)
        elif verb == "double":
            self.doubled = 2 * digits[0]
            self.gain(digits[0] * 6 ** (dice[0] - 1))
        elif verb == "swap":
            self.turn_die(dice[0], digits[1])
            self.turn_die(dice[1], digits[0])
        else:
            self.chosen, self.phase = dice, "roll"

    def upgrade(self, name: str) -> None:
        self.bought = True
        if name == "win":
            cost = senary(self.numbers["win"]["cost"])
            self.phase = "won"
        else:
            self.clips[name] += 1
            cost = self.cards[name][self.clips[name]].cost
        if cost > self.money:
            self.disagree(f"{name} costs {cost}, more than {self.money}")
        self.money -= cost

    def gain(self, money: int) -> None:
        """Add with carry; dice are unlocked for good, and what no die can show is lost (IS-2, IS-3, IS-5)."""
        whole = self.money + money
        self.money = min(whole, 6**self.most - 1)
        self.lost = whole - self.money
        while 6**self.dice <= self.money:
            self.dice += 1

    def digit(self, die: int) -> int:
        return int(self.money // 6 ** (die - 1) % 6)

    def turn_die(self, die: int, digit: int) -> None:
        self.money += (digit - self.digit(die)) * 6 ** (die - 1)

    # What is told of it.

    def on_money_gained(self, event: Told) -> None:
        self.same("the gain", self.money - self.before, event.amounts["money"])
        self.same("the money then", self.money, event.amounts["left"])

    def on_money_lost(self, event: Told) -> None:
        self.same("the loss", self.before - self.money, event.amounts["money"])
        self.same("the money then", self.money, event.amounts["left"])

    on_money_spent = on_money_lost

    def on_money_capped(self, event: Told) -> None:
        self.same("what is lost", {"money": self.lost, "dice": self.most}, event.amounts)

    def on_dice_unlocked(self, event: Told) -> None:
        self.same("the dice", self.dice, event.amounts["dice"])
        self.same("new dice", [f"die-{die}" for die in range(self.had + 1, self.dice + 1)], event.pieces)

    def on_die_flipped(self, event: Told) -> None:
        die = int(event.pieces[0].removeprefix("die-"))
        was = self.before // 6 ** (die - 1) % 6
        faces = {was or 6: 7 - (was or 6), was: (7 - (was or 6)) % 6}
        self.same("the flip", faces.get(event.amounts["from"], -1), event.amounts["to"])

    def on_die_doubled(self, event: Told) -> None:
        self.same("twice the die", {"from": self.doubled // 2, "to": self.doubled}, event.amounts)

    def on_dice_rolled(self, event: Told) -> None:
        self.same("the digits", sorted(self.shown), sorted(event.amounts.values()))

    def on_dice_put(self, event: Told) -> None:
        self.same("the digits", {die: self.digit(int(die[4:])) for die in event.amounts}, event.amounts)

    on_dice_swapped = on_dice_put

    def on_achievement_ready(self, event: Told) -> None:
        step = event.amounts["achievement"]
        if not self.had - 1 < step <= self.dice - 1:
            self.disagree(f"achievement {step} with {self.dice} dice")
        self.same("the reward", self.rewards[step - 1], event.amounts["money"])

    def on_achievement_claimed(self, event: Told) -> None:
        reward = {"achievement": self.claimed, "money": self.rewards[self.claimed - 1]}
        self.same("the achievement", reward, event.amounts)

    def on_upgraded(self, event: Told) -> None:
        box = self.cards[event.pieces[0]][self.clips[event.pieces[0]]]
        self.same("the box", (box.side, box.number), (event.pieces[1], event.amounts["box"]))

    def on_turn_counted(self, event: Told) -> None:
        """An action turn counts always, an upgrade turn if anything was bought (IS-7, IS-8)."""
        self.turns += 1
        self.turn_ends(event)

    def on_turn_skipped(self, event: Told) -> None:
        self.same("the turn", "upgrade", event.pieces[0])
        self.turn_ends(event)

    def turn_ends(self, event: Told) -> None:
        self.same("the turns", self.turns, event.amounts["turns"])
        self.same("the turn", self.phase, event.pieces[0])
        if self.phase == "upgrade":
            self.same("whether it counts", self.bought, event.kind == "turn-counted")
        self.phase = "upgrade" if self.phase == "action" else "action"
        self.bought, self.used = False, []

    def on_won(self, event: Told) -> None:
        """The upgrade turn of the win counts (IS-9)."""
        self.turns += 1
        self.same("the turns to win", self.turns, event.amounts["turns"])

    def compare(self, position: dict[str, Any]) -> None:
        self.same("the money", self.money, senary(position["money"]))
        self.same("the dice", self.dice, position["dice"])
        self.same("the turns", self.turns, position["turns"])
        self.same("claimed", self.claimed, position["claimed"])
        self.same("the phase", self.phase, position["phase"])
        self.same("used", sorted(self.used), sorted(position["used"]))
        mine = {name: self.cards[name][clip][:2] for name, clip in self.clips.items()}
        theirs = {name: (clip["side"], clip["box"]) for name, clip in position["cards"].items()}
        self.same("the paperclips", mine, theirs)

    def result(self) -> Result:
        return Result([1], [float(self.turns)])
