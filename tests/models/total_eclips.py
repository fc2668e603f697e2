"""Total eClips by its rulebook: clips, Trust, cores, FLOPS, tokens, projects and the score track."""

from collections import Counter
from typing import Any

from tests.models.replay import Model, Result, Told

LETTERS = ["a", "b", "c", "d"]
LEVELS = {"m1": 1, "m2": 2, "m3": 3, "multi": 4, "ai": 4, "quantum": 4}


def value(core: str) -> int:
    """Return the FLOPS of a core with its face: `m2 3`; a paperclip counts nothing."""
    face = core.split()[1]
    return 0 if face == "x2" else int(face)


class Side:
    """What a player has. `own` are all cores but those in the supply."""

    def __init__(self, numbers: dict[str, Any]) -> None:
        board = numbers["board"]
        self.trust, self.position = numbers["options"]["start_trust"], 0
        self.own = Counter(board["start"])
        self.locked: dict[str, list[str]] = {}
        for name in ("unlock", "manufacture", "upgrade"):
            kinds = [board["locked"][f"t{tier}"] for tier in board[name]]
            self.locked[name] = [f"{kind} {numbers['cores'][kind]['faces'][0]}" for kind in kinds if kind]
            self.own.update(kind for kind in kinds if kind)
        self.tokens: Counter[str] = Counter()
        self.round_begins()

    def round_begins(self) -> None:
        self.laid: dict[str, list[str]] = {}
        self.freed: dict[str, list[str]] = {}
        self.rolled: list[str] = []
        self.budget = 0


class Opinion(Model):
    silent = {"token-idle"}

    def __init__(self, players: int, numbers: dict[str, Any]) -> None:
        super().__init__(players, numbers)
        self.sides = {seat: Side(numbers) for seat in self.seats}
        self.board = dict.fromkeys(LETTERS, "")
        self.lying = dict.fromkeys(LETTERS, 0)
        self.round = self.stage = 1
        self.place = ""
        self.finished = self.over = False
        self.flops: dict[int, int] = {}
        self.due: set[int] = set()
        self.tied: set[int] = set()
        self.ranked: set[int] = set()
        self.x2_paid: set[int] = set()
        self.taken: Counter[str] = Counter()

    def projects(self, slug: str) -> dict[str, Any]:
        return dict(self.numbers["projects"][slug])

    def here(self) -> dict[str, Any]:
        return self.projects(self.board[self.place])

    # A round.

    def on_round_begun(self, event: Told) -> None:
        self.round += 1
        self.same("the round", self.round, event.amounts["round"])
        for seat, side in self.sides.items():
            if self.rank(seat) != (0, 0):
                self.same(f"seat {seat} has the reward of its rank", True, seat in self.ranked)
            side.round_begins()
        self.ranked.clear()
        self.place = ""

    def on_stage_begun(self, event: Told) -> None:
        self.stage += 1
        self.same("the stage", self.stage, event.amounts["stage"])

    def on_project_revealed(self, event: Told) -> None:
        slug, letter = event.pieces
        empty = [each for each in LETTERS if not self.board[each]]
        self.same("the first empty letter", empty[0], letter)
        self.same("the stage", self.stage, self.projects(slug)["stage"])
        self.board[letter], self.lying[letter] = slug, 0

    def on_placed(self, event: Told) -> None:
        side = self.sides[event.seat]
        side.laid = {}
        for piece, place in zip(event.pieces[::2], event.pieces[1::2], strict=True):
            side.laid.setdefault(place, []).append(piece)
        pieces = event.pieces[::2]
        cores = sum(piece in LEVELS for piece in pieces)
        locked = sum(len(cores) for cores in side.locked.values())
        told = {"cores": cores, "tokens": len(pieces) - cores, "kept": side.own.total() - locked - cores}
        self.same("what is placed", told, event.amounts)
        for place, there in side.laid.items():
            room = self.numbers["board"]["project_cores"]
            if place in side.locked:
                room = len(self.numbers["board"][place]) - len(side.locked[place])
            self.same("room", True, sum(piece in LEVELS for piece in there) <= room)

    def on_trust_laid(self, event: Told) -> None:
        slug, letter = event.pieces
        self.lying[letter] += 1
        self.same("the Trust on it", self.lying[letter], event.amounts["lying"])
        if self.lying[letter] > 1 and not self.projects(slug).get("end"):
            self.disagree(f"{slug} should be given up")

    def on_project_given_up(self, event: Told) -> None:
        self.same("the Trust on it", (1, 1), (self.lying[event.pieces[1]], event.amounts["lying"]))
        self.same("an End of Stage card stays", None, self.projects(event.pieces[0]).get("end"))
        self.board[event.pieces[1]], self.lying[event.pieces[1]] = "", 0

    def on_tokens_returned(self, event: Told) -> None:
        laid = [
            piece for there in self.sides[event.seat].laid.values() for piece in there if piece not in LEVELS
        ]
        self.same("the tokens", (sorted(laid), len(laid)), (sorted(event.pieces), event.amounts["tokens"]))

    # Rolls.

    def on_rolled(self, event: Told) -> None:
        if event.causes[0] != self.place:
            self.begin(event.causes[0])
        self.sides[event.seat].rolled += event.pieces

    def begin(self, place: str) -> None:
        """Go on to a place; whatever the one before owes is paid."""
        self.same("rewards still due", set(), self.due)
        self.place, self.flops, self.x2_paid = place, {}, set()
        self.taken.clear()
        for side in self.sides.values():
            side.rolled, side.budget = [], 0
        if place in LETTERS:
            self.due = {
                seat for seat, side in self.sides.items() if LEVELS.keys() & set(side.laid.get(place, []))
            }
            self.contest = set(self.due)

    def on_core_rerolled(self, event: Told) -> None:
        self.sides[event.seat].rolled.remove(event.pieces[0])

    def token_flops(self, seat: int) -> int:
        """Count the tokens laid here; some want a kind of core used here (EC-12)."""
        side, found = self.sides[seat], 0
        kinds = {core.split()[0] for core in [*side.rolled, *side.locked.get(self.place, [])]}
        kinds |= {core.split()[0] for core in side.freed.get(self.place, [])}
        for piece in side.laid.get(self.place, []):
            token = self.numbers["tokens"].get(piece, {"flops": 0, "with": ""})
            if not token["with"] or token["with"] in kinds:
                found += token["flops"]
        return found

    def on_flops_counted(self, event: Told) -> None:
        place, side = event.pieces[0], self.sides[event.seat]
        if place != self.place:
            self.begin(place)
        self.same("x2 is paid", "ai x2" in side.rolled, event.seat in self.x2_paid)
        told = {"rolled": sum(map(value, side.rolled)), "tokens": self.token_flops(event.seat)}
        if place in side.locked:
            told["locked"] = sum(map(value, side.locked[place]))
            told["freed"] = sum(map(value, side.freed.get(place, [])))
        told["flops"] = self.flops[event.seat] = side.budget = sum(told.values())
        self.same("FLOPS", told, event.amounts)

    # Projects.

    def on_paid(self, event: Told) -> None:
        me, what, cause = event.seat, event.pieces[0], event.causes[0]
        side = self.sides[me]
        if cause == "rank":
            trust, clips = self.rank(me)
            name = self.numbers["track"]["ranks"][side.position // 10]["name"]
            self.same("paid once a round for its rank", (name, False), (what, me in self.ranked))
            self.ranked.add(me)
        elif what in ("low", "high"):
            self.same("its reward", what, "high" if self.flops[me] >= self.here()["need"] else "low")
            reward = self.here()[what]
            trust, clips = reward["trust"], reward["clips"]
            self.due.remove(me)
        elif what == "bonus":
            bonus = {name: part[name] for part in self.here()["bonus"] for name in part}
            trust, clips = event.amounts["trust"], event.amounts["clips"]
            self.same("the winner", self.winner, me)
            self.same(
                "the bonus", True, {bonus.get("trust"), 0} >= {trust} and {bonus.get("clips"), 0} >= {clips}
            )
            self.same("some bonus", True, trust + clips > 0)
            self.taken.update({"trust": trust, "clips": clips})
        elif what == "lying":
            trust, clips = self.lying[self.place], 0
            self.taken["lying"] = trust
            self.same("the winner", self.winner, me)
        else:
            trust, clips = 0, side.rolled.count("ai x2")
            self.same("paid for", (self.place, "x2"), (what, cause))
            self.x2_paid.add(me)
        moved = self.move(me, clips)
        side.trust += trust
        told = {"trust": trust, "clips": clips, "moved": moved, "position": side.position}
        self.same(f"paid for {what}", told, event.amounts)

    def rank(self, seat: int) -> tuple[int, int]:
        """Return the Trust and the clips of the rank that the marker stands on."""
        rank = self.numbers["track"]["ranks"][self.sides[seat].position // 10]
        return rank.get("trust", 0), rank.get("clips", 0)

    def move(self, seat: int, clips: int) -> int:
        """Move the marker; the track ends at its last step (EC-16)."""
        side, track = self.sides[seat], self.numbers["track"]
        last = len(track["steps"]) * len(track["ranks"]) - 1
        moved = min(clips, last - side.position)
        side.position += moved
        return moved

    def on_rank_reached(self, event: Told) -> None:
        self.same("the position", self.sides[event.seat].position, event.amounts["position"])

    def on_unpaid(self, event: Told) -> None:
        told = {"flops": self.flops[event.seat], "need": self.here()["need"]}
        self.same("FLOPS and need", told, event.amounts)
        self.same(
            "an End of Stage card not met", (True, True), (told["flops"] < told["need"], self.here()["end"])
        )
        self.due.remove(event.seat)

    def on_project_unmet(self, event: Told) -> None:
        told = {"flops": max(self.flops.values()), "need": self.here()["need"]}
        self.same("FLOPS and need", told, event.amounts)
        self.same("not met", True, told["flops"] < told["need"])
        self.due.clear()

    def on_tied(self, event: Told) -> None:
        self.same("the tie", self.flops[event.seat], event.amounts["flops"])
        self.same("the highest", max(self.flops[seat] for seat in self.contest), event.amounts["flops"])
        self.tied.add(event.seat)
        self.sides[event.seat].rolled = []

    def settled(self) -> None:
        if self.tied:
            self.same("more than one", True, len(self.tied) > 1)
            self.contest, self.tied = self.tied, set()

    def on_tie_rolled(self, event: Told) -> None:
        rolled = sum(map(value, self.sides[event.seat].rolled))
        self.flops[event.seat] = rolled + self.token_flops(event.seat)
        self.same("FLOPS in the tie", self.flops[event.seat], event.amounts["flops"])

    def on_tie_token_used(self, event: Told) -> None:
        laid = self.sides[event.seat].laid[self.place]
        self.same("a token that wins ties", True, event.causes[0] in laid)
        self.same("FLOPS in the tie", self.flops[event.seat], event.amounts["flops"])
        most = max(self.flops[seat] for seat in self.contest)
        self.contest = {
            seat
            for seat in self.contest
            if self.flops[seat] == most and event.causes[0] in self.sides[seat].laid.get(self.place, [])
        }

    def on_project_won(self, event: Told) -> None:
        most = max(self.flops[seat] for seat in self.contest)
        highest = [seat for seat in self.contest if self.flops[seat] == most]
        self.same("the winner", highest, [event.seat])
        self.same("the prize", {"flops": most, "lying": self.lying[self.place]}, event.amounts)
        self.winner = event.seat

    def take(self, name: str, many: int = 1) -> None:
        """Take some of the cores, unlocks or raises of the bonus, or lose or decline them."""
        self.taken[name] += many
        self.same("no more than the bonus", True, 0 < self.taken[name] <= self.bonus(name))

    def bonus(self, name: str) -> int:
        return int(sum(part.get(name, 0) for part in self.here()["bonus"]))

    def on_tokens_gained(self, event: Told) -> None:
        self.same("the winner", self.winner, event.seat)
        self.same("tokens", self.bonus("tokens"), event.amounts["tokens"])
        self.taken["tokens"] += event.amounts["tokens"]
        self.sides[event.seat].tokens[event.pieces[0]] += event.amounts["tokens"]

    def on_core_gained(self, event: Told) -> None:
        self.same("the winner", self.winner, event.seat)
        level = {part["level"] for part in self.here()["bonus"] if "cores" in part}
        self.same("its level", {LEVELS[event.pieces[0]]}, level)
        self.gain_core(event.seat, event.pieces[0])
        self.take("cores")

    def gain_core(self, seat: int, kind: str) -> None:
        own = self.sides[seat].own
        own[kind] += 1
        self.same(f"{kind} in the supply", True, own[kind] <= self.numbers["cores"][kind]["count"])

    def on_bonus_lost(self, event: Told) -> None:
        name = event.pieces[0]
        self.take(name, event.amounts[name])
        if name == "cores":
            level = next(part["level"] for part in self.here()["bonus"] if "cores" in part)
            own = self.sides[event.seat].own
            for kind in LEVELS:
                if LEVELS[kind] == level:
                    self.same(f"{kind} left", self.numbers["cores"][kind]["count"], own[kind])

    def on_bonus_declined(self, event: Told) -> None:
        self.take(event.pieces[0], event.amounts[event.pieces[0]])

    def on_project_completed(self, event: Told) -> None:
        self.same("rewards still due", set(), self.due)
        self.same("the project", self.board[event.pieces[1]], event.pieces[0])
        self.same("the Trust on it is taken", self.lying[event.pieces[1]], self.taken["lying"])
        for name in ("trust", "clips", "tokens", "cores", "unlocks", "raises"):
            if not self.here().get("end"):
                self.same(f"{name} of the bonus", self.bonus(name), self.taken[name])
        self.board[event.pieces[1]], self.lying[event.pieces[1]] = "", 0

    # Algorithms.

    def spend(self, event: Told, flops: int, trust: int) -> None:
        """Pay in the phase of an algorithm; what a project gives is free (EC-15)."""
        if event.causes[0] in self.numbers["projects"]:
            flops = trust = 0
            self.take("unlocks" if event.kind == "core-freed" else "raises")
        self.same("the price", (flops, trust), (event.amounts["flops"], event.amounts["trust"]))
        side = self.sides[event.seat]
        side.budget -= flops
        side.trust -= trust
        self.same("enough FLOPS and Trust", True, side.trust >= 0 and (side.budget >= 0 or not flops))

    def on_flops_unspent(self, event: Told) -> None:
        self.same("unspent", self.sides[event.seat].budget, event.amounts["flops"])

    def on_core_freed(self, event: Told) -> None:
        core, tier, place = event.pieces
        side, price = self.sides[event.seat], self.numbers["unlock"][tier]
        self.spend(event, price["flops"], price["trust"])
        right = self.numbers["board"][place][::-1].index(int(tier[1:])) + 1
        self.same("the core there", side.locked[place].pop(-right), core)
        side.freed.setdefault(place, []).append(core)

    def on_made(self, event: Told) -> None:
        amounts, side = event.amounts, self.sides[event.seat]
        cores = amounts["cores"] + amounts["lost"]
        wanted = {"clips": amounts["clips"], "cores": cores}
        rewards = self.numbers["manufacture"]["rewards"]
        reward = next(each for each in rewards if all(each.get(name, 0) == wanted[name] for name in wanted))
        self.spend(event, reward["flops"], reward.get("trust", 0))
        self.same("moved", self.move(event.seat, wanted["clips"]), amounts["moved"])
        supply = self.numbers["cores"]["m1"]["count"] - side.own["m1"]
        self.same("new cores", min(supply, cores), amounts["cores"])
        side.own["m1"] += amounts["cores"]

    def on_core_raised(self, event: Told) -> None:
        old, new = event.pieces[:2]
        self.same("one level", LEVELS[old] + 1, LEVELS[new])
        price = self.numbers["upgrade"]["i" * LEVELS[old]]
        self.spend(event, price["flops"], price["trust"])
        self.sides[event.seat].own[old] -= 1
        self.gain_core(event.seat, new)

    def on_core_locked(self, event: Told) -> None:
        core, tier, place = event.pieces
        side = self.sides[event.seat]
        side.rolled.remove(core)
        side.locked[place].insert(0, core)
        self.same("its FLOPS", value(core), event.amounts["flops"])
        slots = self.numbers["board"][place]
        self.same("the slot", f"t{slots[-len(side.locked[place])]}", tier)

    # The end.

    def on_last_project_completed(self, event: Told) -> None:
        self.finished = True
        self.same("when", self.numbers["options"]["end"] == "at-once", bool(event.amounts["at-once"]))
        self.same("at once or not", True, event.amounts["at-once"] in (0, 1))

    def on_game_ended(self, event: Told) -> None:
        self.same("the end", {"round": self.round, "stopped": int(not self.finished)}, event.amounts)
        last = self.round == self.numbers["options"]["max_rounds"]
        self.same("the last project or the last round", True, self.finished or last)
        self.over = True

    def compare(self, position: dict[str, Any]) -> None:
        for number, shot in position["seats"].items():
            side = self.sides[int(number)]
            mine = (side.trust, side.position, side.locked)
            self.same(f"seat {number}", mine, (shot["trust"], shot["position"], shot["locked"]))
            pieces = [piece for there in shot["places"].values() for piece in there]
            cores = [core for there in shot["locked"].values() for core in there] + shot["rolled"]
            kinds = [core.split()[0] for core in cores] + shot["rolling"] + shot["spent"]
            kinds += [piece for piece in pieces if piece in LEVELS]
            self.same(f"cores of {number}", +side.own, Counter(kinds))
            tokens = shot["tokens"] + [piece for piece in pieces if piece not in LEVELS]
            self.same(f"tokens of {number}", +side.tokens, Counter(tokens))
        for letter, card in position["projects"].items():
            self.same(
                f"project {letter}", (self.board[letter], self.lying[letter]), (card["card"], card["trust"])
            )
        self.same("the round", (self.round, self.stage), (position["round"], position["stage"]))
        self.same("over", self.over, position["phase"] == "ended")

    def result(self) -> Result:
        """The highest position wins, then the most Trust."""
        best = max((side.position, side.trust) for side in self.sides.values())
        winners = [seat for seat, side in self.sides.items() if (side.position, side.trust) == best]
        return Result(winners, [float(side.position) for side in self.sides.values()])
