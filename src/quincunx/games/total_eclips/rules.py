"""Total eClips: secret placement, projects A to D, the three algorithms, and the end of a round."""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.total_eclips.board import (
    BONUSES,
    FROM_PROJECTS,
    FROM_TRACK,
    MET_NEED,
    TOOK_PART,
    Board,
    source_kind,
)
from quincunx.games.total_eclips.cards import (
    ALGORITHMS,
    FACES,
    KINDS,
    LEVEL,
    LEVELS,
    MANUFACTURE,
    MOST_ROLLED,
    MOST_TOKENS,
    NO_CARD,
    NOTHING,
    PLACES,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    Project,
)
from quincunx.games.total_eclips.position import (
    AGAIN,
    BONUS,
    BUY,
    DONE,
    ENDED,
    FREE,
    GAIN,
    LAY,
    LOCK,
    MAKE,
    PLACE,
    PUT,
    RAISE,
    REROLL,
    REVEAL,
    ROLL,
    TAKE_BACK,
    Position,
    different,
)
from quincunx.games.total_eclips.words import (
    KIND_NAMES,
    amount,
    counted,
    face_name,
    goods,
    place_title,
    placement,
    roll_name,
)


class TotalEClips(Position):
    """The rules: how a position goes on."""

    def set_up(self, players: int) -> None:
        for _ in range(players):
            board = Board(self.parts)
            board.set_up()
            self.boards.append(board)
        self.cards = [NO_CARD] * PROJECTS
        self.lying = [0] * PROJECTS
        self.left = self.parts.regular[0][:]
        self._start_round()

    def actions(self, seat: int) -> list[int]:
        if seat < 0 or seat >= len(self.boards):
            return []
        board = self.boards[seat]
        if self.phase == BONUS:
            return self._bonus_actions(board) if seat == self.winner else []
        if board.done:
            return []
        if self.phase == PLACE:
            return self._placements(board)
        if self.phase == REROLL:
            return [AGAIN + code for code in different(board.rolled)] + [DONE]
        if self.phase == BUY:
            return self._purchases(board)
        return []

    def move(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            if self.phase == REVEAL:
                self._reveal(action)
                if not self._reveal_more():
                    self._play_places()
            else:
                self._land(action)
            return
        board = self.boards[seat]
        if self.phase == PLACE:
            self._place(board, action)
            if self.all_done():
                self._play_places()
        elif self.phase == REROLL:
            self._choose_reroll(board, action)
        elif self.phase == BUY:
            self._buy(seat, action)
        else:
            self._take_bonus(seat, action)

    # Placing.

    def _start_round(self) -> bool:
        self.round += 1
        self.place = 0
        if self.log is not None:
            self.tell(f"Round {self.round}.")
        return self._reveal_more()

    def _reveal_more(self) -> bool:
        """Fill the empty letters in order, until an End of Stage card lies there (EC-11)."""
        while NO_CARD in self.cards and not self._end_of_stage_lies():
            if len(self.left) > 1:
                self.phase = REVEAL
                return True
            self._reveal(self.left[0] if self.left else self.parts.ends[self.stage])
        return self._start_placing()

    def _end_of_stage_lies(self) -> bool:
        return self.parts.ends[self.stage] in self.cards

    def _reveal(self, card: int) -> None:
        slot = self.cards.index(NO_CARD)
        self.cards[slot] = card
        if card in self.left:
            self.left.remove(card)
        if self.log is not None:
            self.tell(f"{self.parts.projects[card].name} comes up on {place_title(slot)}.")

    def _start_placing(self) -> bool:
        self.phase = PLACE
        for board in self.boards:
            board.done = False
            board.done = len(self._placements(board)) == 1
        return not self.all_done()

    def _placements(self, board: Board) -> list[int]:
        """Each core and token on each place it fits, taking all back, or being done."""
        moves: list[int] = []
        spent = board.spent
        kinds = [kind for kind in range(KINDS) if spent[kind]]
        for place in range(PLACES):
            if kinds and (place >= UNLOCK or self.cards[place] != NO_CARD) and board.room(place) > 0:
                first = PUT + place * KINDS
                for kind in kinds:
                    moves.append(first + kind)
        for token, count in enumerate(board.tokens):
            if count:
                first = LAY + token
                for place in self.parts.tokens[token].fits:
                    if board.takes_token(place):
                        moves.append(first + place * MOST_TOKENS)
        if board.has_placed():
            moves.append(TAKE_BACK)
        moves.append(DONE)
        return moves

    def _place(self, board: Board, action: int) -> None:
        if action == DONE:
            board.done = True
        elif action == TAKE_BACK:
            board.take_back()
        elif action < LAY:
            board.put((action - PUT) % KINDS, (action - PUT) // KINDS)
        else:
            board.lay((action - LAY) % MOST_TOKENS, (action - LAY) // MOST_TOKENS)

    # Rolling.

    def _play_places(self) -> None:
        """All placements are revealed at once (EC-1)."""
        if self.log is not None:
            for seat, board in enumerate(self.boards):
                self.tell(f"{self.colour(seat)} {placement(board)}.")
        if not self._play_place():
            self._next_place()

    def _play_place(self) -> bool:
        """Roll for the place, if it has anything to do; False if nobody has to roll or decide."""
        if self.place < UNLOCK and not self._somebody_takes_part():
            return False
        for board in self.boards:
            board.throw(self.place)
        return self._settle()

    def _next_place(self) -> None:
        """On to the next place or round where somebody has to roll or decide."""
        while True:
            self.place += 1
            if self.place == PLACES and self._end_round():
                return
            if self._play_place():
                return

    def _somebody_takes_part(self) -> bool:
        for board in self.boards:
            if board.count[self.place]:
                return True
        return False

    def _land(self, outcome: int) -> None:
        seat = self.roller()
        board = self.boards[seat]
        if self.log is not None:
            faces = roll_name(self.parts, board.rolling, outcome)
            self.tell(f"{self.colour(seat)} rolls {faces} on {place_title(self.place)}.")
        board.land(outcome)
        if not self._settle():
            self._next_place()

    def _settle(self) -> bool:
        """Go on with the place until somebody has to roll or decide; False when it is done with."""
        if self.roller() != NOTHING:
            self.phase = ROLL
            return True
        if self.contest:
            return self._compare()
        if self._ask_rerolls():
            return True
        return self._count()

    def _ask_rerolls(self) -> bool:
        """Whoever has a re-roll token left here decides, all at once and unseen (EC-13)."""
        asked = False
        for board in self.boards:
            board.done = board.rerolls == 0
            asked = asked or not board.done
        if asked:
            self.phase = REROLL
        return asked

    def _choose_reroll(self, board: Board, action: int) -> None:
        board.choice = NOTHING if action == DONE else action - AGAIN
        board.done = True
        if not self.all_done():
            return
        for seat, other in enumerate(self.boards):
            if other.choice == NOTHING:
                other.rerolls = 0
                continue
            if self.log is not None:
                again = face_name(self.parts, other.choice)
                self.tell(f"{self.colour(seat)} re-rolls a core that shows {again}.")
            other.rerolls -= 1
            other.rolled.remove(other.choice)
            other.rolling.append(other.choice // FACES)
            other.choice = NOTHING
        if not self._settle():
            self._next_place()

    def _count(self) -> bool:
        """Pay x2 faces and add up the FLOPS (EC-3, EC-5)."""
        for seat, board in enumerate(self.boards):
            clips = board.pay_x2(self.place)
            board.flops = board.total(self.place)
            if self.log is not None:
                if clips:
                    self.tell(f"{self.colour(seat)} gets {amount(0, clips)} for x2.")
                if board.rolled or board.flops:
                    self.tell(f"{self.colour(seat)} has {board.flops} FLOPS on {place_title(self.place)}.")
        if self.place < PROJECTS:
            return self._score()
        return self._open_shop()

    # Projects.

    def _score(self) -> bool:
        """Pay everyone who took part by their own FLOPS (EC-8, EC-10)."""
        project = self.project()
        best = NOTHING
        for board in self.boards:
            if board.rolled:
                best = max(best, board.flops)
        if project.end and best < project.need:
            if self.log is not None:
                self.tell(f"{project.name} is not completed: it needs {project.need} FLOPS.")
            self._clear()
            return False
        for seat, board in enumerate(self.boards):
            if board.rolled:
                self._reward(seat, project)
                if board.flops == best:
                    self.contest.append(seat)
        if project.end and self.stage + 1 == self.parts.stages:
            self.finished = True
        if project.bonus.worthless() and not self.lying[self.place]:
            self.contest = []
            self._clear()
            return self._finish_project()
        return self._narrow()

    def _reward(self, seat: int, project: Project) -> None:
        board = self.boards[seat]
        high = board.flops >= project.need
        if project.end and not high:
            return
        trust = project.high_trust if high else project.low_trust
        clips = project.high_clips if high else project.low_clips
        board.earn(trust)
        board.advance(clips, FROM_PROJECTS)
        board.tally[TOOK_PART] += 1
        if high:
            board.tally[MET_NEED] += 1
        if self.log is not None:
            self.tell(f"{project.name} pays {self.colour(seat)} {amount(trust, clips)}.")

    def _compare(self) -> bool:
        """After the re-roll of a tie: only those still highest go on (EC-9)."""
        best = NOTHING
        for seat in self.contest:
            self.boards[seat].flops = self.boards[seat].total(self.place)
            best = max(best, self.boards[seat].flops)
        self.contest = [seat for seat in self.contest if self.boards[seat].flops == best]
        return self._narrow()

    def _narrow(self) -> bool:
        """One is left and wins; else a "win ties" token decides, or they roll again (EC-9)."""
        if len(self.contest) > 1:
            holders = [seat for seat in self.contest if self.boards[seat].wins_ties(self.place)]
            if holders:
                self.contest = holders
        if len(self.contest) > 1:
            if self.log is not None:
                names = " and ".join([self.colour(seat) for seat in self.contest])
                self.tell(f"A tie for the bonus: {names} roll again.")
            for seat in self.contest:
                self.boards[seat].throw_again()
            self.phase = ROLL
            return True
        self.winner = self.contest[0]
        self.contest = []
        return self._award()

    def _award(self) -> bool:
        """The bonus and the Trust lying there; True if the winner is asked something."""
        board = self.boards[self.winner]
        bonus = self.project().bonus
        trust = bonus.trust + self.lying[self.place]
        board.tally[BONUSES] += 1
        board.earn(trust)
        board.advance(bonus.clips, FROM_PROJECTS)
        if bonus.tokens:
            board.tokens[bonus.token] += bonus.tokens
        if self.log is not None:
            self._tell_award(trust)
        self.gains = bonus.cores
        self.unlocks = bonus.unlocks
        self.raises = bonus.raises
        self._clear()
        return self._ask_bonus()

    def _tell_award(self, trust: int) -> None:
        bonus = self.project().bonus
        parts: list[str] = []
        if trust or bonus.clips:
            parts.append(amount(trust, bonus.clips))
        if bonus.tokens:
            name = self.parts.tokens[bonus.token].name
            parts.append(f'{counted(bonus.tokens, "token")} "{name}"')
        gets = f": {' and '.join(parts)}" if parts else ""
        self.tell(f"{self.colour(self.winner)} wins {place_title(self.place)}{gets}.")

    def _clear(self) -> None:
        for board in self.boards:
            board.clear()
            board.flops = 0

    def _ask_bonus(self) -> bool:
        """True if the winner has something to decide; what has one answer is not asked (EC-2, EC-15)."""
        board = self.boards[self.winner]
        bonus = self.project().bonus
        while self.gains:
            kinds = [kind for kind in LEVELS[bonus.core_level] if board.has(kind)]
            if len(kinds) > 1:
                self.phase = BONUS
                return True
            self.gains -= 1
            if kinds:
                self._gain(self.winner, kinds[0])
        if self.unlocks and not self._slots_of_tier(board, bonus.unlock_tier):
            self.unlocks = 0
        if self.unlocks or (self.raises and self._raises(board, bonus.raise_level)):
            self.phase = BONUS
            return True
        self.raises = 0
        self.winner = NOTHING
        return self._finish_project()

    def _slots_of_tier(self, board: Board, tier: int) -> list[int]:
        found: list[int] = []
        for algorithm in range(ALGORITHMS):
            for slot in range(len(board.locked[algorithm])):
                if board.tier(algorithm, slot) == tier:
                    found.append(FREE + algorithm * MOST_ROLLED + slot)
        return found

    def _bonus_actions(self, board: Board) -> list[int]:
        bonus = self.project().bonus
        if self.gains:
            return [GAIN + kind for kind in LEVELS[bonus.core_level] if board.has(kind)]
        if self.unlocks:
            return [*self._slots_of_tier(board, bonus.unlock_tier), DONE]
        return [*self._raises(board, bonus.raise_level), DONE]

    def _raises(self, board: Board, level: int) -> list[int]:
        kinds = board.higher(level)
        return [RAISE + source * KINDS + kind for source in board.raisable(level) for kind in kinds]

    def _take_bonus(self, seat: int, action: int) -> None:
        if self.gains:
            self.gains -= 1
            self._gain(seat, action - GAIN)
        elif self.unlocks:
            self.unlocks = 0 if action == DONE else self.unlocks - 1
            if action != DONE:
                self._free(seat, action - FREE)
        else:
            self.raises = 0 if action == DONE else self.raises - 1
            if action != DONE:
                self._raise(seat, action - RAISE)
        if not self._ask_bonus():
            self._next_place()

    def _finish_project(self) -> bool:
        """Discard the card; True if the last one ends the game at once, by option (EC-16)."""
        if self.project().end and not self.finished:
            self.stage += 1
            self.left = self.parts.regular[self.stage][:]
        self._discard(self.place)
        if self.finished and self.parts.at_once:
            self.phase = ENDED
            return True
        return False

    def _discard(self, slot: int) -> None:
        self.cards[slot] = NO_CARD
        self.lying[slot] = 0

    # Algorithms.

    def _open_shop(self) -> bool:
        """Ask whoever can buy or lock something; a phase without is passed (EC-5)."""
        self.phase = BUY
        for board in self.boards:
            board.locking = False
            board.done = not board.can_buy(self.place)
        return self._shop_open()

    def _shop_open(self) -> bool:
        if not self.all_done():
            return True
        for board in self.boards:
            board.flops = 0
            board.freed[self.place - UNLOCK] = 0
        return False

    def _purchases(self, board: Board) -> list[int]:
        moves: list[int] = []
        if not board.locking:
            if self.place == UNLOCK:
                for algorithm in range(ALGORITHMS):
                    for slot in range(len(board.locked[algorithm])):
                        if board.can_unlock(algorithm, slot):
                            moves.append(FREE + algorithm * MOST_ROLLED + slot)
            elif self.place == MANUFACTURE:
                for index in range(len(self.parts.makes)):
                    if board.can_make(index):
                        moves.append(MAKE + index)
            else:
                for level in range(TOP_LEVEL):
                    if board.can_pay_raise(level):
                        moves += self._raises(board, level)
        for code in different(board.rolled):
            moves.append(LOCK + code)
        moves.append(DONE)
        return moves

    def _buy(self, seat: int, action: int) -> None:
        board = self.boards[seat]
        if action == DONE:
            board.clear()
            board.done = True
        elif action >= LOCK:
            self._lock(seat, action - LOCK)
        elif action >= RAISE:
            board.pay_raise(LEVEL[source_kind((action - RAISE) // KINDS)])
            self._raise(seat, action - RAISE)
        elif action >= MAKE:
            board.make(action - MAKE)
            if self.log is not None:
                self.tell(f"{self.colour(seat)} makes {goods(self.parts, action - MAKE)}.")
        else:
            board.pay_unlock((action - FREE) // MOST_ROLLED, (action - FREE) % MOST_ROLLED)
            self._free(seat, action - FREE)
        if not board.can_buy(self.place):
            board.done = True
        if not self._shop_open():
            self._next_place()

    def _lock(self, seat: int, code: int) -> None:
        self.boards[seat].lock(code, self.place - UNLOCK)
        if self.log is not None:
            core = f"{KIND_NAMES[code // FACES]} showing {face_name(self.parts, code)}"
            self.tell(f"{self.colour(seat)} locks {core} into {place_title(self.place)}.")

    def _free(self, seat: int, choice: int) -> None:
        algorithm = choice // MOST_ROLLED
        # An algorithm that has been counted this round does not count again (EC-6).
        still_counts = algorithm + UNLOCK > self.place
        code = self.boards[seat].unlock(algorithm, choice % MOST_ROLLED, still_counts)
        if self.log is not None:
            core = f"{KIND_NAMES[code // FACES]} showing {face_name(self.parts, code)}"
            self.tell(f"{self.colour(seat)} frees {core} from {place_title(algorithm + UNLOCK)}.")

    def _raise(self, seat: int, choice: int) -> None:
        self.boards[seat].lift(choice // KINDS, choice % KINDS)
        if self.log is not None:
            old = KIND_NAMES[source_kind(choice // KINDS)]
            self.tell(f"{self.colour(seat)} raises {old} to {KIND_NAMES[choice % KINDS]}.")

    def _gain(self, seat: int, kind: int) -> None:
        self.boards[seat].gain(kind)
        if self.log is not None:
            self.tell(f"{self.colour(seat)} gains a core: {KIND_NAMES[kind]}.")

    # The end of a round.

    def _end_round(self) -> bool:
        """Track rewards; the end; else Trust on what nobody completed, and new projects (EC-1, EC-11)."""
        for seat in range(len(self.boards)):
            self._reward_rank(seat)
        if self.finished or self.round >= self.parts.max_rounds:
            self.phase = ENDED
            return True
        for slot in range(PROJECTS):
            self._let_lie(slot)
        for board in self.boards:
            board.end_round()
        return self._start_round()

    def _reward_rank(self, seat: int) -> None:
        board = self.boards[seat]
        track = self.parts.track
        rank = track.rank(board.position)
        board.earn(track.trust[rank])
        board.advance(track.clips[rank], FROM_TRACK)
        if self.log is not None and track.trust[rank] + track.clips[rank]:
            reward = amount(track.trust[rank], track.clips[rank])
            self.tell(f"{self.colour(seat)} gets {reward} for the rank {track.ranks[rank]}.")

    def _let_lie(self, slot: int) -> None:
        card = self.cards[slot]
        if card == NO_CARD:
            return
        if self.lying[slot] and not self.parts.projects[card].end:
            if self.log is not None:
                self.tell(f"{self.parts.projects[card].name} is given up.")
            self._discard(slot)
        else:
            self.lying[slot] += 1

    # The rest of the contract.

    def why_not(self, seat: int, action: int) -> str:
        from quincunx.games.total_eclips.refusals import why_not

        return super().why_not(seat, action) if seat not in self.actors() else why_not(self, seat, action)

    def clone(self) -> "TotalEClips":
        twin = TotalEClips(self.parts)
        self.copy_to(twin)
        return twin

    def determinize(self, seat: int, rng: Rng) -> "TotalEClips":
        """What the others placed or chose in secret is drawn anew."""
        twin = self.clone()
        for other, board in enumerate(twin.boards):
            if other == seat:
                continue
            if self.phase == PLACE:
                twin._guess_placement(board, rng)
            elif self.phase == REROLL and board.done and board.rerolls:
                choices = [*different(board.rolled), NOTHING]
                board.choice = choices[rng.below(len(choices))]
        return twin

    def _guess_placement(self, board: Board, rng: Rng) -> None:
        """Empty while the other still places; any placement once they are done."""
        board.take_back()
        while board.done:
            moves = [move for move in self._placements(board) if move == DONE or move >= PUT]
            move = moves[rng.below(len(moves))]
            if move == DONE:
                return
            self._place(board, move)
