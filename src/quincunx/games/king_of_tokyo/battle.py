"""How hearts are lost: one cause, one blow to all it hits, in the order of the rulebook (KT-21)."""

from quincunx.games.king_of_tokyo.board import (
    ATTACK,
    BURROWING,
    FINISHED,
    HIDE_ROLL,
    HIDE_THREES,
    JETS,
    NO_CAUSE,
    REACT,
    YIELD,
    Board,
)
from quincunx.games.king_of_tokyo.dice import FULL, HEART, THREE, count
from quincunx.games.king_of_tokyo.pieces import BAY, CITY, NOTHING, OUTSIDE, Monster


class Battle(Board):
    """Attacks and other blows, from the hearts threatened to the monsters that fell."""

    def after_blow(self, cause: int) -> None:
        """Go on with whatever the blow interrupted."""
        raise NotImplementedError

    def attack_over(self) -> None:
        """Go on once an attack and what followed from it is done."""
        raise NotImplementedError

    # The attack.

    def attack(self, me: Monster) -> None:
        """Threaten whom the claws reach (KT-5, KT-58) and the neighbours of a fire-breather (KT-29)."""
        everyone = False
        fire = 0
        for held in me.hand:
            held.power.attacks(self, me)
            everyone = everyone or held.power.hits_everyone()
            fire += held.power.hits_neighbours()
        for other in self.others(me):
            if everyone or other.in_tokyo != me.in_tokyo:
                other.attacked = True
                self.threaten(other, self.claws)
        if fire:
            for neighbour in self.neighbours(me):
                self.threaten(neighbour, fire)
        self.strike(ATTACK, me.seat)

    def strike(self, cause: int, dealer: int) -> None:
        """Let all the hearts now threatened be lost together, unless prevented."""
        self.cause = cause
        self.dealer = dealer
        if cause == ATTACK:
            self.offer_dodge()
        else:
            self._defend_from(0)

    def offer_dodge(self) -> None:
        """Jets: yield before the hearts are lost, the City first (KT-26)."""
        for place in (CITY, BAY):
            monster = self.occupant(place)
            if monster is None or not monster.attacked or monster.answered or not monster.dodges():
                continue
            if monster.shielded or monster.ignores(monster.danger):
                continue
            self.phase = JETS
            self.asked = monster.seat
            return
        self._defend_from(0)

    def answer_dodge(self, leaves: bool) -> None:
        monster = self.monsters[self.asked]
        monster.answered = True
        if leaves:
            monster.danger = 0
            self.leave_to_attacker(monster)
        self.offer_dodge()

    def leave_to_attacker(self, monster: Monster) -> None:
        if self.log is not None:
            self.tell(f"{self.name(monster)} yields Tokyo.")
        if monster.place == BAY:
            self.bay_yielded = True
        monster.place = OUTSIDE
        self.yielders.append(monster.seat)

    # One monster after the other defends itself, clockwise from the dealer's left.

    def _defend_from(self, position: int) -> None:
        players = len(self.monsters)
        first = self.active if self.dealer == NOTHING else self.dealer + 1
        while position < players:
            monster = self.monsters[(first + position) % players]
            if monster.danger > 0:
                self.asked = monster.seat
                self.hidden = 0
                if not self._defend(monster):
                    return
            position += 1
        self._lose_hearts()

    def next_defender(self) -> None:
        """Go on with the monster after the one asked."""
        players = len(self.monsters)
        first = self.active if self.dealer == NOTHING else self.dealer + 1
        self._defend_from((self.asked - first) % players + 1)

    def _defend(self, monster: Monster) -> bool:
        """What prevents a loss by itself (KT-22); whether the monster is done with."""
        if monster.shielded or monster.ignores(monster.danger):
            monster.danger = 0
            return True
        return self._hide(monster)

    def _hide(self, monster: Monster) -> bool:
        """Roll for each hiding place in turn on what is left, then look at the armour again."""
        if monster.danger > 0 and self.hidden < monster.hiding_places():
            self.phase = HIDE_ROLL
            self.rolling = min(monster.danger, FULL)
            return False
        self.hiding_dice = 0
        if monster.danger > 0 and monster.ignores(monster.danger):
            monster.danger = 0
        return self.may_not_react(monster)

    def may_not_react(self, monster: Monster) -> bool:
        """Ask for a reaction, if there is one; whether the monster is done with."""
        if monster.danger > 0 and monster.usable(True):
            self.phase = REACT
            return False
        return True

    def hide(self, rolled: int) -> None:
        """Each heart rolled saves one (KT-23); 3s may be rolled again by who can (KT-49)."""
        monster = self.monsters[self.asked]
        saved = min(count(rolled, HEART), monster.danger)
        monster.danger -= saved
        self.rolling = 0
        self.hiding_dice += rolled
        if self.log is not None:
            self.tell(f"{self.name(monster)} hides: {saved} heart{'' if saved == 1 else 's'} saved.")
        self.offer_hiding_threes()

    def offer_hiding_threes(self) -> None:
        monster = self.monsters[self.asked]
        pointless = monster.danger == 0 or monster.ignores(monster.danger)
        if not pointless and count(self.hiding_dice, THREE) and monster.threes_card() != NOTHING:
            self.phase = HIDE_THREES
            return
        self.hidden_enough()

    def hidden_enough(self) -> None:
        self.hidden += 1
        self.hiding_dice = 0
        if self._hide(self.monsters[self.asked]):
            self.next_defender()

    # All hearts are lost at once; then deaths.

    def _lose_hearts(self) -> None:
        for monster in self.monsters:
            monster.lost = min(monster.danger, monster.health)
            monster.danger = 0
            if monster.lost:
                monster.health -= monster.lost
                if self.dealer == self.active:
                    self.harmed = True
                if self.log is not None:
                    hearts = f"{monster.lost} heart{'s' if monster.lost > 1 else ''}"
                    self.tell(f"{self.name(monster)} loses {hearts}: {monster.health}.")
        if self.cause == ATTACK:
            self._leave_tokens()
        fallen: list[Monster] = []
        for monster in self.monsters:
            if monster.lost and monster.health > 0:
                for held in monster.hand:
                    held.power.hurt(self, monster, monster.lost)
            elif monster.lost:
                fallen.append(monster)
        if fallen:
            self._bury(fallen)
            if self.phase == FINISHED:
                return
        if self.cause == ATTACK:
            self.offer_yield()
        else:
            self._blow_over()

    def _leave_tokens(self) -> None:
        """Tokens go to all that were attacked, hurt or not (KT-30)."""
        if self.claws < 1:
            return
        for held in self.monsters[self.active].hand:
            for victim in self.monsters:
                if victim.attacked:
                    held.power.marks(victim)

    def _bury(self, fallen: list[Monster]) -> None:
        """Revive who has a child, eliminate the others, pay the eaters, close the Bay (KT-31 to KT-33)."""
        saved = [monster.saved() for monster in fallen]
        for monster, back in zip(fallen, saved, strict=True):
            self.discard_hand(monster)
            monster.place = OUTSIDE
            if back:
                monster.points = 0
                monster.health = monster.max_health
                if self.log is not None:
                    self.tell(
                        f"{self.name(monster)} had a child: it starts again with {monster.health} hearts."
                    )
            else:
                monster.energy = 0
                monster.shrink = 0
                monster.poison = 0
                monster.extra_turns = 0
                monster.attacked = False
                if self.log is not None:
                    self.tell(f"{self.name(monster)} is out of the game.")
        for monster in self.monsters:
            if monster.health > 0:
                for held in monster.hand:
                    for victim in fallen:
                        if victim is not monster:
                            held.power.monster_fell(self, monster)
        self.close_bay()
        self._end_if_alone()

    def _end_if_alone(self) -> None:
        """One alive wins whatever the points; nobody alive, nobody wins (KT-12)."""
        if self.living() > 1:
            return
        self.forget_blow()
        self.phase = FINISHED
        for monster in self.monsters:
            if monster.health > 0:
                self.winner = monster.seat
        if self.log is not None:
            if self.winner == NOTHING:
                self.tell("No monster is left: nobody wins.")
            else:
                self.tell(f"{self.table.names[self.winner]} is the last monster alive and wins.")

    def wins_by_points(self, end_of_turn: bool = False) -> bool:
        """The test after each group of changes: the active monster first, then clockwise (KT-10, KT-11)."""
        if self.table.wins_at_end_of_turn and not end_of_turn:
            return False
        goal = self.table.goal
        first: Monster | None = None
        for monster in self.monsters:
            if monster.points >= goal and monster.health > 0 and self._before(monster, first):
                first = monster
        if first is None:
            return False
        self.winner = first.seat
        self.phase = FINISHED
        if self.log is not None:
            self.tell(f"{self.name(first)} has {first.points} points and wins.")
        return True

    def _before(self, monster: Monster, other: Monster | None) -> bool:
        """Whether it comes before the other, clockwise from the active monster."""
        players = len(self.monsters)
        return other is None or (monster.seat - self.active) % players < (other.seat - self.active) % players

    def offer_yield(self) -> None:
        """Who lost hearts to the claws in Tokyo may leave, the City first (KT-7, KT-8)."""
        for place in (CITY, BAY):
            monster = self.occupant(place)
            if monster is None or not monster.attacked or monster.answered or monster.lost == 0:
                continue
            self.phase = YIELD
            self.asked = monster.seat
            return
        self._burrow()

    def answer_yield(self, leaves: bool) -> None:
        monster = self.monsters[self.asked]
        monster.answered = True
        if leaves:
            self.leave_to_attacker(monster)
        elif self.log is not None:
            self.tell(f"{self.name(monster)} stays in Tokyo.")
        self.offer_yield()

    def _burrow(self) -> None:
        """Each yielding burrower costs the monster that comes in a heart before it enters (KT-35)."""
        attacker = self.monsters[self.active]
        while self.yielders:
            burrower = self.monsters[self.yielders.pop(0)]
            hearts = 0
            for held in burrower.hand:
                hearts += held.power.yielded()
            if hearts and attacker.health > 0 and not attacker.in_tokyo:
                self.threaten(attacker, hearts)
                self.strike(BURROWING, burrower.seat)
                return
        self.forget_blow()
        self.attack_over()

    def _blow_over(self) -> None:
        if self.cause == BURROWING:
            self._burrow()
            return
        cause = self.cause
        self.forget_blow()
        self.after_blow(cause)

    def forget_blow(self) -> None:
        """Clear what only the blow needed."""
        self.cause = NO_CAUSE
        self.dealer = NOTHING
        self.hidden = 0
        self.hiding_dice = 0
        self.yielders.clear()
        for monster in self.monsters:
            monster.danger = 0
            monster.lost = 0
            monster.attacked = False
            monster.answered = False
