"""The course of a round: secret placement, the rolls of each place in turn, and the end of the round.

Placing, projects, algorithms and rewards have modules of their own.
"""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.total_eclips import state as s
from quincunx.games.total_eclips.codes import AGAIN, BONUS, BUY, DONE, ENDED, PLACE, REROLL, REVEAL, ROLL
from quincunx.games.total_eclips.cores import FACES, KINDS, POWER
from quincunx.games.total_eclips.parts import NOTHING
from quincunx.games.total_eclips.places import NO_CARD, PLACE_NAMES, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules import placing
from quincunx.games.total_eclips.rules import projects as rules_projects
from quincunx.games.total_eclips.rules.algorithms import buy, open_shop, purchases
from quincunx.games.total_eclips.rules.rewards import pay
from quincunx.games.total_eclips.state import Position, Side, different, replaced, without


class TotalEClips(Position):
    """The rules: the engine's contract on top of the position."""

    def set_up(self) -> None:
        for _ in range(self.players):
            side = Side(self.parts)
            side.set_up()
            self.sides.append(side)
        self.left = self.parts.regular[0]
        self._start_round()

    def current_player(self) -> int:
        if self.phase == REVEAL or self.phase == ROLL:
            return CHANCE
        if self.phase == ENDED:
            return TERMINAL
        if self.phase == BONUS:
            return self.winner
        for seat, side in enumerate(self.sides):
            if not side.done:
                return seat
        raise AssertionError("nobody is asked")

    def players_to_move(self) -> list[int]:
        """Return everybody who is not done: all place, re-roll and buy at the same time (EC-1, EC-13)."""
        if self.phase == PLACE or self.phase == REROLL or self.phase == BUY:
            return [seat for seat, side in enumerate(self.sides) if not side.done]
        first = self.current_player()
        return [] if first == TERMINAL else [first]

    def _legal_actions(self, seat: int) -> list[int]:
        if seat < 0 or seat >= self.players:
            return []
        if self.phase == BONUS:
            return rules_projects.bonus_choices(self) if seat == self.winner else []
        side = self.sides[seat]
        if side.done:
            return []
        if self.phase == PLACE:
            return placing.placements(self, side)
        if self.phase == REROLL:
            return [AGAIN + code for code in different(side.rolled)] + [DONE]
        if self.phase == BUY:
            return purchases(self, side)
        return []

    def legal(self, seat: int, action: int) -> bool:
        """Check placings quickly: a search asks before every move of a plan, and most of them place
        something."""
        if self.phase == PLACE and 0 <= seat < self.players:
            side = self.sides[seat]
            return not side.done and placing.may_move(self, side, action)
        return super().legal(seat, action)

    def random_action(self, seat: int, rng: Rng) -> int:
        """Pick a placing quickly: players place most often, and have most moves then."""
        if self.phase == PLACE:
            side = self.sides[seat]
            return placing.pick(self, side, side.has_placed(), rng)
        return super().random_action(seat, rng)

    def move(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            if self.phase == REVEAL:
                self._reveal(action)
                if not self._reveal_more():
                    self._play_places()
                return
            self._land(action)
        elif self.phase == PLACE:
            placing.place(self.sides[seat], action)
            if action == DONE and self.all_done():
                self._play_places()
            return
        elif self.phase == REROLL:
            side = self.sides[seat]
            side.choice = NOTHING if action == DONE else action - AGAIN
            side.done = True
            if not self.all_done():
                return
            self._reroll()
        else:
            asked = buy(self, seat, action) if self.phase == BUY else rules_projects.take_bonus(self, action)
            if not asked:
                self._next_place()
            return
        if not self._settle():
            self._next_place()

    # Dice and draws.

    def sample_outcome(self, rng: Rng) -> int:
        if self.phase == REVEAL:
            return self.left[rng.below(len(self.left))]
        outcome = 0
        for index, kind in enumerate(self.sides[self.roller()].rolling):
            outcome += self.parts.cores[kind].first[rng.below(FACES)] * POWER[index]
        return outcome

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.phase == REVEAL:
            return [(card, 1 / len(self.left)) for card in self.left]
        found = [(0, 1.0)]
        for index, kind in enumerate(self.sides[self.roller()].rolling):
            chances = self.parts.cores[kind].chances
            found = [
                (outcome + face * POWER[index], chance * chances[face])
                for outcome, chance in found
                for face in range(FACES)
                if chances[face] > 0
            ]
        return found

    def possible(self, outcome: int) -> bool:
        if self.phase == REVEAL:
            return outcome in self.left
        rolling = self.sides[self.roller()].rolling
        if outcome < 0 or outcome >= POWER[len(rolling)]:
            return False
        for kind in rolling:
            if self.parts.cores[kind].chances[outcome % FACES] == 0:
                return False
            outcome //= FACES
        return True

    # The start of a round.

    def _start_round(self) -> bool:
        self.round += 1
        self.place = 0
        if self.log is not None:
            self.log_event("round-begun", amounts={"round": self.round})
        return self._reveal_more()

    def _reveal_more(self) -> bool:
        """Fill the empty letters in order, until an End of Stage card lies there (EC-11)."""
        while NO_CARD in self.cards and self.parts.ends[self.stage] not in self.cards:
            if len(self.left) > 1:
                self.phase = REVEAL
                return True
            self._reveal(self.left[0] if self.left else self.parts.ends[self.stage])
        return self._start_placing()

    def _reveal(self, card: int) -> None:
        slot = self.cards.index(NO_CARD)
        self.cards = replaced(self.cards, slot, card)
        if card in self.left:
            self.left = without(self.left, card)
        if self.log is not None:
            self.log_event("project-revealed", pieces=[self.parts.projects[card].slug, PLACE_NAMES[slot]])

    def _start_placing(self) -> bool:
        self.phase = PLACE
        for side in self.sides:
            side.done = not placing.may_place(self, side)
        return not self.all_done()

    # Rolling.

    def _play_places(self) -> None:
        """Reveal all placements at once and play the places (EC-1)."""
        if self.log is not None:
            for seat in range(self.players):
                placing.note_placement(self, seat)
        if not self._play_place():
            self._next_place()

    def _play_place(self) -> bool:
        """Roll for the place, if it has anything to do; False if nobody has to roll or decide."""
        if self.place < UNLOCK and not self._somebody_takes_part():
            return False
        for side in self.sides:
            throw(side, self.place)
        return self._settle()

    def _next_place(self) -> None:
        """Go to the next place or round where somebody has to roll or decide."""
        while True:
            self.place += 1
            if self.place == PLACES and self._end_round():
                return
            if self._play_place():
                return

    def _somebody_takes_part(self) -> bool:
        for side in self.sides:
            if side.count[self.place]:
                return True
        return False

    def _land(self, outcome: int) -> None:
        """Set the faces of the thrown cores: the digits of the outcome, the first core lowest."""
        seat = self.roller()
        side = self.sides[seat]
        rolled = side.rolled[:]
        for kind in side.rolling:
            rolled.append(kind * FACES + outcome % FACES)
            outcome //= FACES
        if self.log is not None:
            pieces = [self.parts.core(code) for code in rolled[len(side.rolled) :]]
            self.log_event("rolled", seat, None, pieces, [PLACE_NAMES[self.place]])
        rolled.sort()
        side.rolled = rolled
        side.rolling = []

    def _settle(self) -> bool:
        """Continue with the place until somebody has to roll or decide; False when it is finished."""
        if self.roller() != NOTHING:
            self.phase = ROLL
            return True
        if self.contest:
            return rules_projects.compare(self)
        if self._ask_rerolls():
            return True
        return self._count()

    def _ask_rerolls(self) -> bool:
        """Ask all with a re-roll token left here, at the same time and in secret (EC-13)."""
        asked = False
        for side in self.sides:
            side.done = side.rerolls == 0
            asked = asked or not side.done
        if asked:
            self.phase = REROLL
        return asked

    def _reroll(self) -> None:
        for seat, side in enumerate(self.sides):
            if side.choice == NOTHING:
                side.rerolls = 0
                continue
            if self.log is not None:
                used = [
                    part.slug
                    for token, part in enumerate(self.parts.tokens)
                    if part.rerolls and side.laid[self.place * len(side.tokens) + token]
                ]
                self.log_event("core-rerolled", seat, None, [self.parts.core(side.choice)], used[:1])
            side.rerolls -= 1
            side.rolled = without(side.rolled, side.choice)
            side.rolling = [side.choice // FACES]
            side.choice = NOTHING

    def _count(self) -> bool:
        """Pay x2 faces and add up the FLOPS (EC-3, EC-5)."""
        for seat, side in enumerate(self.sides):
            clips = x2_faces(side, self.place)
            if clips:
                pay(self, seat, 0, clips, s.FROM_X2, "x2", PLACE_NAMES[self.place])
            side.flops = side.total(self.place)
            if self.log is not None:
                self._note_flops(seat)
        return rules_projects.score(self) if self.place < PROJECTS else open_shop(self)

    def _note_flops(self, seat: int) -> None:
        """Log the parts of the FLOPS, and which tokens worked or did not."""
        side = self.sides[seat]
        place = self.place
        if not side.rolled and not side.flops and not side.laid_on[place]:
            return
        values = self.parts.values
        amounts = {"flops": side.flops, "rolled": sum([values[code] for code in side.rolled])}
        if place >= UNLOCK:
            amounts["locked"] = sum([values[code] for code in side.locked[place - UNLOCK]])
            amounts["freed"] = side.freed[place - UNLOCK]
        amounts["tokens"] = side.token_flops(place)
        used: list[str] = []
        for token, part in enumerate(self.parts.tokens):
            if side.laid[place * len(side.tokens) + token]:
                if not side.works(token, place):
                    self.log_event("token-idle", seat, None, [part.slug, PLACE_NAMES[place]])
                elif part.flops:
                    used.append(part.slug)
        self.log_event("flops-counted", seat, amounts, [PLACE_NAMES[place]], used)

    # The end of a round.

    def _end_round(self) -> bool:
        """Give track rewards; end the game, or else put Trust on projects not completed and start a round
        (EC-1, EC-11)."""
        for seat in range(self.players):
            self._reward_rank(seat)
        if self.finished or self.round >= self.parts.max_rounds:
            rules_projects.end_game(self)
            return True
        for slot in range(PROJECTS):
            rules_projects.let_lie(self, slot)
        for seat in range(self.players):
            self._clear_tokens(seat)
        return self._start_round()

    def _reward_rank(self, seat: int) -> None:
        track = self.parts.track
        rank = track.rank(self.sides[seat].position)
        if track.trust[rank] or track.clips[rank]:
            pay(self, seat, track.trust[rank], track.clips[rank], s.FROM_TRACK, "rank", track.ranks[rank])

    def _clear_tokens(self, seat: int) -> None:
        """Put tokens back into the hand, or drop them if single-use (EC-12)."""
        side = self.sides[seat]
        if not any(side.laid_on):
            return
        if self.log is not None:
            kinds = len(side.tokens)
            pieces: list[str] = []
            for index, count in enumerate(side.laid):
                pieces += [self.parts.tokens[index % kinds].slug] * count
            kind = "tokens-returned" if self.parts.reusable else "tokens-gone"
            self.log_event(kind, seat, {"tokens": len(pieces)}, pieces)
        if self.parts.reusable:
            placing.return_tokens(side)
        else:
            side.laid = [0] * len(side.laid)
            side.laid_on = [0] * PLACES

    def returns(self) -> list[float]:
        winners = self.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    # Copies.

    def clone(self) -> "TotalEClips":
        return TotalEClips(self.parts, self.players, self)

    def has_hidden_info(self, seat: int) -> bool:
        for other, side in enumerate(self.sides):
            if other != seat and self._has_secret(side):
                return True
        return False

    def _has_secret(self, side: Side) -> bool:
        """Whether others cannot know what this player has placed or chosen."""
        if self.phase == PLACE:
            return side.done or side.has_placed()
        return self.phase == REROLL and side.done and side.rerolls > 0

    def resample_hidden(self, seat: int, rng: Rng) -> "TotalEClips":
        """Draw anew what the others placed or chose in secret."""
        twin = self.clone()
        for other, side in enumerate(twin.sides):
            if other == seat or not self._has_secret(side):
                continue
            if self.phase == PLACE:
                placing.guess_placement(twin, side, rng)
            else:
                choices = [*different(side.rolled), NOTHING]
                side.choice = choices[rng.below(len(choices))]
        return twin

    def reopen_secret_choices(self, seat: int) -> None:
        for other, side in enumerate(self.sides):
            if other == seat or not self._has_secret(side):
                continue
            side.done = False
            if self.phase == PLACE:
                placing.take_back(side)


def throw(side: Side, where: int) -> None:
    """Take the cores of a place into the hand to roll them."""
    side.rerolls = 0
    if not side.count[where]:
        return
    side.count[where] = 0
    rolling: list[int] = []
    for kind in range(KINDS):
        for _ in range(side.placed[where * KINDS + kind]):
            rolling.append(kind)
        side.placed[where * KINDS + kind] = 0
    side.rolling = rolling
    if side.laid_on[where]:
        side.rerolls = side.rerolls_on(where)


def x2_faces(side: Side, where: int) -> int:
    """Return the number of x2 that pay, as they stand after re-rolls; locked ones only by option (EC-3)."""
    clips = 0
    x2 = side.parts.x2
    for code in side.rolled:
        if x2[code]:
            clips += 1
    if side.parts.x2_locked_pays and where >= UNLOCK:
        for code in side.locked[where - UNLOCK]:
            if x2[code]:
                clips += 1
    return clips
