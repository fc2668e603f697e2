"""Nomenklatura by its rulebook: rubles, markers, bids, the consolidation, scoring and turn order."""

from typing import Any

from tests.models.replay import Model, Result, Told


class Opinion(Model):
    silent = {"passed", "nothing-to-do", "card-seen", "consolidation-begun"}

    def __init__(self, players: int, numbers: dict[str, Any]) -> None:
        super().__init__(players, numbers)
        setup = numbers["setup"]
        self.rubles = dict.fromkeys(self.seats, setup["start_rubles"])
        self.supply = dict.fromkeys(self.seats, setup["markers"])
        self.aside = dict.fromkeys(self.seats, 0)
        self.hand = dict.fromkeys(self.seats, 0)
        self.from_aside = dict.fromkeys(self.seats, 0)
        self.map = {region["id"]: dict.fromkeys(self.seats, 0) for region in numbers["map"]["regions"]}
        self.western = [region["id"] for region in numbers["map"]["regions"] if region["western"]]
        self.borders = {frozenset(border) for border in numbers["map"]["borders"]}
        self.marker: str = setup["marker_start"]
        self.order = list(self.seats)
        self.round, self.merging = 0, ""
        self.agenda: list[str] = []
        self.discards: list[str] = []
        self.kept: list[str] = []
        self.scored: list[int] = list(self.seats)
        self.marked = self.resolved = False
        self.track = dict.fromkeys(self.seats, 0)
        self.placed_at_home = self.subsidy = 0
        self.clear_bids(list(self.seats))

    # Bids: for the turn order and for a consolidation.

    def clear_bids(self, spaces: list[int]) -> None:
        if any(self.track.values()):
            self.disagree(f"nobody has taken the rubles {self.track}")
        self.spaces, self.last = spaces, 0
        self.totals = dict.fromkeys(self.seats, 0)
        self.track = dict.fromkeys(self.seats, 0)
        self.laid = {space: dict.fromkeys(self.seats, 0) for space in self.seats}

    def on_bid(self, event: Told) -> None:
        if event.amounts["total"] <= max(self.totals.values()):
            self.disagree(f"{event.amounts} is not more than {self.totals}")
        self.totals[event.seat] = event.amounts["total"]

    def on_bid_placed(self, event: Told) -> None:
        """Place the difference, one after the other, to the right of the last piece (NK-4, NK-10)."""
        me, markers = event.seat, event.amounts["markers"]
        more = self.totals[me] - sum(self.laid[space][me] for space in self.seats) - self.paid(me)
        rubles = more - markers
        self.same("the rubles", rubles, event.amounts["rubles"])
        if rubles > self.rubles[me] or markers > self.hand[me] or rubles < 0:
            self.disagree(f"seat {me} cannot pay {rubles} rubles and {markers} markers")
        at, row = self.last or me, []
        for _ in range(more):
            at = next(
                space
                for step in range(1, 7)
                if (space := (at + step - 1) % len(self.seats) + 1) in self.spaces
            )
            row.append(at)
        self.last = at
        own = row.count(me)
        coins = dict.fromkeys(self.seats, 0)
        coins[me] = min(own, rubles)
        others = [space for space in row if space != me]
        for space in others[min(markers, len(others)) :]:
            coins[space] += 1
        for space in self.seats:
            self.track[space] += coins[space]
            self.laid[space][me] += row.count(space) - coins[space]
        self.rubles[me] -= rubles
        self.hand[me] -= markers
        self.spent[me] = self.paid(me) + rubles
        told = {f"rubles-{space}": many for space, many in coins.items()}
        told |= {f"markers-{space}": row.count(space) - coins[space] for space in self.seats}
        told = {name: many for name, many in told.items() if many}
        self.same("the spaces", told | {"rubles": rubles, "markers": markers}, event.amounts)

    def paid(self, seat: int) -> int:
        """Return the rubles of a seat that lie on the track, whoever takes them."""
        if not self.last:
            self.spent = dict.fromkeys(self.seats, 0)
        return self.spent[seat]

    def on_dropped_out(self, event: Told) -> None:
        self.same("the highest bid", max(self.totals.values()), event.amounts["highest"])
        has = self.rubles[event.seat] + self.hand[event.seat]
        if has + self.totals[event.seat] > event.amounts["highest"]:
            self.disagree(f"seat {event.seat} could still bid")

    def on_turn_order(self, event: Told) -> None:
        told = [event.amounts[f"place-{place}"] for place in self.seats]
        if self.round:
            self.order.sort(key=lambda seat: -self.totals[seat])
            self.same("the turn order", self.order, told)
        self.order = told

    def on_rubles_collected(self, event: Told) -> None:
        self.same("rubles of the space", self.track[event.seat], event.amounts["rubles"])
        self.rubles[event.seat] += self.track[event.seat]
        self.track[event.seat] = 0
        if not any(self.track.values()) and not self.merging:
            self.clear_bids(list(self.seats))

    # Cards.

    def moved(self, seat: int, verb: str, words: list[str]) -> None:
        self.replaced = 0
        if verb == "flip":
            self.agenda += words
        elif verb == "order":
            self.same("the players", [str(each) for each in self.seats], sorted(words))

    @property
    def fee(self) -> int:
        return int(self.numbers["consolidation"]["fee"])

    def on_round_begun(self, event: Told) -> None:
        self.same("everybody has scored", list(self.seats), sorted(self.scored))
        self.scored, self.marked, self.resolved = [], False, False
        self.round += 1
        self.same("the round", self.round, event.amounts["round"])
        self.come_up(event.pieces)
        self.same("the cards of the agenda", len(self.seats), len(self.agenda))
        self.clear_bids(list(self.seats))

    def come_up(self, agenda: list[str]) -> None:
        """Cards that were looked at and kept come up without a draw, in their order (NK-7)."""
        came = [card for card in self.kept if card in agenda]
        self.same("what was looked at comes first", self.kept[: len(came)], came)
        self.kept = self.kept[len(came) :]
        self.agenda += came

    def on_cards_kept(self, event: Told) -> None:
        self.kept = event.pieces + self.kept[int(self.numbers["cards"]["archive"]["look"]) :]

    def on_card_discarded(self, event: Told) -> None:
        self.kept = [card for card in self.kept if card not in event.pieces]
        self.discards += event.pieces

    def on_agenda_discarded(self, event: Told) -> None:
        self.discards += event.pieces
        for card in event.pieces:
            self.agenda.remove(card)

    def on_card_taken(self, event: Told) -> None:
        self.placed_at_home = self.subsidy = 0
        self.short = False
        if event.pieces != ["consolidation"]:
            self.agenda.remove(event.pieces[0])
        elif not self.supply[event.seat]:
            self.disagree(f"seat {event.seat} has no marker to consolidate with (NK-8)")

    def on_card_used(self, event: Told) -> None:
        """What the card places in its own region is placed, where nothing else could be chosen."""
        name = event.pieces[0]
        card = self.numbers["cards"][name]
        if name not in ("redistribution", "buy-out", "reserves") and not self.short:
            self.same(f"placed by {name}", card.get("place", 0), self.placed_at_home)
        self.same("the subsidy", card.get("rubles", 0), self.subsidy)
        self.discards += event.pieces

    def on_deck_shuffled(self, event: Told) -> None:
        self.same("the discards", len(self.discards), event.amounts["cards"])
        self.discards = []

    def on_deck_looked_at(self, event: Told) -> None:
        left = len(self.numbers["cards"]) - len(self.discards) - len(self.agenda) - 1
        self.same("cards to look at", min(left, self.card(event)["look"]), event.amounts["cards"])

    def card(self, event: Told) -> dict[str, Any]:
        if event.causes[0] == "consolidation":
            return dict(self.numbers["consolidation"])
        return dict(self.numbers["cards"][event.causes[0]])

    def on_markers_placed(self, event: Told) -> None:
        many, region = event.amounts["markers"], event.pieces[0]
        if self.merging:
            self.same("what the winner places", self.won, (event.seat, many, self.supply[event.seat]))
            return
        card, name = self.card(event), event.causes[0]
        part = "place" if region == card.get("region", self.marker) else "western"
        if name == "network":
            most, part = card["western"], "western"
        elif name == "buy-out" and self.replaced:
            most, part = self.replaced, "place"
        elif name == "delegation" and region == card["to"]:
            most = card["send"]
        elif name == "partnership" and part == "western":
            most = card["western" if event.seat == event.by else "partner"]
        else:
            most = card[part]
        if part == "western" and name != "delegation" and region not in self.western:
            self.disagree(f"{region} is not western")
        self.supply[event.seat] -= many
        self.map[region][event.seat] += many
        self.placed_at_home += many if part == "place" and event.seat == event.by else 0
        self.same("the supply", self.supply[event.seat], event.amounts["supply"])
        if many > most or (many < most and part == "place" and self.supply[event.seat]):
            self.disagree(f"{event.causes} places {most}, not {many}")

    def on_supply_empty(self, event: Told) -> None:
        self.same("the supply", 0, self.supply[event.seat])
        self.short = True
        if self.merging:
            self.same("what was to be placed", (self.won[1], self.wanted), tuple(event.amounts.values()))
            return
        most = {value for value in self.card(event).values() if isinstance(value, int)}
        if event.amounts["of"] not in most or event.amounts["markers"] >= event.amounts["of"]:
            self.disagree(f"{event.causes} places none of {event.amounts}")

    def on_markers_removed(self, event: Told) -> None:
        many = event.amounts["markers"]
        self.map[event.pieces[0]][event.seat] -= many
        self.supply[event.seat] += many
        limits = [value for name, value in self.card(event).items() if name in ("remove", "give_up")]
        if many > max(limits) or ("give_up" in self.card(event) and many not in limits):
            self.disagree(f"{event.causes} removes {limits}, not {many}")
        if event.causes == ["purge"] and many != 1:
            self.disagree("the Purge removes one after the other")

    def on_markers_moved(self, event: Told) -> None:
        many, (old, new) = event.amounts["markers"], event.pieces
        if event.causes == ["railroad"]:
            self.same("riders", min(self.map[old][event.seat], self.card(event)["markers"]), many)
        else:
            self.same("moved at once", 1, many)
            self.same("neighbours", True, frozenset((old, new)) in self.borders)
        self.map[old][event.seat] -= many
        self.map[new][event.seat] += many

    def on_markers_bought(self, event: Told) -> None:
        there, price = self.map[event.pieces[0]], self.card(event)["price"]
        many, buyer = there[event.seat], event.by
        self.same("the purchase", {"markers": many, "rubles": many * price}, event.amounts)
        there[event.seat], self.replaced = 0, many
        self.supply[event.seat] += many
        self.rubles[buyer] -= many * price
        self.rubles[event.seat] += many * price

    def on_markers_sold(self, event: Told) -> None:
        many = self.map[event.pieces[0]][event.seat]
        price = self.card(event)["price"]
        self.same("the sale", {"markers": many, "rubles": many * price}, event.amounts)
        self.map[event.pieces[0]][event.seat] = 0
        self.supply[event.seat] += many
        self.rubles[event.seat] += many * price

    def on_markers_set_aside(self, event: Told) -> None:
        many = min(self.supply[event.seat], self.card(event)["aside"])
        self.supply[event.seat] -= many
        self.aside[event.seat] += many
        self.same("set aside", {"markers": many, "aside": self.aside[event.seat]}, event.amounts)

    def on_rubles_received(self, event: Told) -> None:
        self.same("the subsidy", self.card(event)["rubles"], event.amounts["rubles"])
        self.rubles[event.seat] += event.amounts["rubles"]
        self.subsidy += event.amounts["rubles"]

    def on_rubles_paid(self, event: Told) -> None:
        self.same("the fee", self.fee, event.amounts["rubles"])
        self.same("the last in turn order pays nothing", False, event.seat == self.order[-1])
        self.rubles[event.seat] -= self.fee
        self.same("enough rubles", True, self.rubles[event.seat] >= 0)

    def on_marker_moved(self, event: Told) -> None:
        self.same("the marker", self.marker, event.pieces[0])
        self.same("a neighbour", True, frozenset(event.pieces) in self.borders)
        self.marker, self.marked = event.pieces[1], True

    # The consolidation.

    def on_not_consolidated(self, event: Told) -> None:
        self.resolved = True
        there = sum(many > 0 for many in self.map[self.marker].values())
        self.same("players there", there, event.amounts["players"])
        self.same("fewer than two", True, there < 2)

    def on_markers_picked_up(self, event: Told) -> None:
        """Leave one; markers set aside join those picked up, or one of them stays (NK-9)."""
        me, here = event.seat, self.map[self.marker]
        if not self.merging:
            self.merging, self.resolved = self.marker, True
            if sum(many > 0 for many in here.values()) < 2:
                self.disagree("a consolidation needs markers of two players")
            self.clear_bids([seat for seat in self.seats if here[seat] or self.aside[seat]])
        aside, self.aside[me] = self.aside[me], 0
        self.from_aside[me] = aside
        self.hand[me], here[me] = here[me] + aside - 1, 1
        mine = {"markers": self.hand[me], "from-aside": self.from_aside[me]}
        self.same("picked up", mine, event.amounts)

    def on_consolidation_won(self, event: Told) -> None:
        """As many markers as lie on the track or in the winner's hand; all others go home (NK-11)."""
        me = event.seat
        mine = {seat: sum(self.laid[space][seat] for space in self.seats) for seat in self.seats}
        told = {"bid": max(self.totals.values()), "on-track": sum(mine.values())}
        told |= {"own": mine[me], "in-hand": self.hand[me]}
        self.same("the consolidation", told, event.amounts)
        self.same("the winner", max(self.totals, key=self.totals.__getitem__), me)
        self.returned = {}
        self.wanted = sum(mine.values()) + self.hand[me]
        for seat in self.spaces:
            left = self.map[self.marker][seat]
            markers = self.hand[seat] + mine[seat]
            if seat == me:
                left = 0
                placed = min(self.wanted, markers + self.supply[me])
                self.map[self.marker][me] += placed
                markers -= placed
                self.won = (me, placed, self.supply[me] + markers)
            else:
                self.map[self.marker][seat] = 0
                self.returned[seat] = markers + left
            self.supply[seat] += markers + left
            self.hand[seat] = self.from_aside[seat] = 0

    def on_markers_returned(self, event: Told) -> None:
        mine = {"markers": self.returned.pop(event.seat, 0), "supply": self.supply[event.seat]}
        self.same("returned", mine, event.amounts)

    def on_nobody_bid(self, event: Told) -> None:
        self.same("bids", 0, max(self.totals.values()))

    def on_markers_put_back(self, event: Told) -> None:
        """What was picked up; set-aside markers go to the supply, also one that was left there (NK-11)."""
        me = event.seat
        back = {"markers": self.hand[me] - self.from_aside[me], "to-supply": self.from_aside[me]}
        self.map[self.marker][me] += back["markers"]
        self.same("put back", back | {"markers": max(0, back["markers"])}, event.amounts)
        self.supply[me] += back["to-supply"]
        self.hand[me] = self.from_aside[me] = 0

    # Scoring.

    def on_income(self, event: Told) -> None:
        me, last = event.seat, self.ending()
        self.merging = ""
        self.scored.append(me)
        self.same("consolidated where it was marked", self.marked, self.resolved)
        told = {}
        causes = []
        for region in self.map:
            paid, why = self.pays(region, me)
            if paid or region in event.pieces:
                told[region] = paid
                causes.append(why)
        self.same("the reasons", causes, event.causes)
        times = 2 if last else 1
        rubles = times * sum(told.values())
        self.same("the income", told | {"rubles": rubles, "times": times}, event.amounts)
        self.rubles[me] += rubles

    def pays(self, region: str, seat: int) -> tuple[int, str]:
        """Return the rubles of a region for a seat, and why (NK-12)."""
        there = self.map[region]
        if not there[seat]:
            return 0, ""
        counts = sorted(filter(None, there.values()), reverse=True)
        if len(counts) == 1:
            return 2 * there[seat], "alone"
        if there[seat] == counts[0]:
            tied = counts[0] == counts[1]
            return (there[seat], "tied-for-most") if tied else (sum(counts), "most")
        if counts[0] == counts[1] or there[seat] < counts[1]:
            return 0, ""
        tied = counts[2:3] == [counts[1]]
        return (there[seat] - 1, "tied-for-second") if tied else (there[seat], "second")

    def ending(self) -> bool:
        """Whether a player has every marker on the board, or it is the last round (NK-14)."""
        placed = any(not self.supply[seat] and not self.aside[seat] for seat in self.seats)
        return placed or self.round == self.numbers["setup"]["max_rounds"]

    def on_markers_ran_out(self, event: Told) -> None:
        self.same("off the board", 0, self.supply[event.seat] + self.aside[event.seat])

    def on_last_round(self, event: Told) -> None:
        self.same("the last round", (self.ending(), self.round), (True, event.amounts["round"]))

    def on_rubles_shown(self, event: Told) -> None:
        self.same("rubles shown", self.rubles[event.seat], event.amounts["rubles"])

    def compare(self, position: dict[str, Any]) -> None:
        seats = position["seats"]
        for name in ("rubles", "supply", "aside", "hand", "from_aside"):
            theirs = {seat: seats[str(seat)][name] for seat in self.seats}
            self.same(name, getattr(self, name), theirs)
        for region, theirs in position["influence"].items():
            self.same(region, self.map[region], {int(seat): many for seat, many in theirs.items()})
        for space in self.seats:
            theirs = position["track"][str(space)]
            if position["phase"] in ("turn-bid", "consolidation-bid"):
                laid = {int(seat): many for seat, many in theirs["markers"].items()}
                self.same(f"space {space}", (self.track[space], self.laid[space]), (theirs["rubles"], laid))
            else:
                self.same(f"rubles on space {space}", 0, theirs["rubles"])
        self.same("the marker", self.marker, position["marker"])
        self.same("the turn order", self.order, position["order"])
        self.come_up(position["agenda"])
        self.same("the agenda", sorted(self.agenda), sorted(position["agenda"]))
        self.same("the discards", sorted(self.discards), sorted(position["discard"]))

    def result(self) -> Result:
        """The most rubles win, then the most markers left over."""
        most = max((self.rubles[seat], self.supply[seat] + self.aside[seat]) for seat in self.seats)
        found = [
            seat for seat in self.seats if (self.rubles[seat], self.supply[seat] + self.aside[seat]) == most
        ]
        return Result(found, [float(self.rubles[seat]) for seat in self.seats])
