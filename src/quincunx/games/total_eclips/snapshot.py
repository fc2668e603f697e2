"""What must be true of every position, and the sentence for what is not."""

from quincunx.games.total_eclips.board import Board
from quincunx.games.total_eclips.cards import (
    KINDS,
    NO_CARD,
    NOTHING,
    PLACES,
    PROJECTS,
    UNLOCK,
)
from quincunx.games.total_eclips.position import BONUS, BUY, ENDED, PLACE, REROLL, REVEAL, ROLL
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.words import KIND_NAMES, PLACE_NAMES, place_title, tokens_on


def problem(state: TotalEClips) -> str:
    """What is impossible about a position; empty if it is sound."""
    wrong = _cards(state) or _phase(state)
    for seat, board in enumerate(state.boards):
        wrong = wrong or _board(state, seat, board)
    return wrong


def _cards(state: TotalEClips) -> str:
    parts = state.parts
    if not 0 <= state.stage < parts.stages:
        return f"there are {parts.stages} stages, so there is no stage {state.stage + 1}."
    end = parts.ends[state.stage]
    lying = [card for card in state.cards if card != NO_CARD]
    if len(set(lying)) < len(lying):
        return "a project lies on two letters."
    if any(parts.projects[card].stage > state.stage for card in lying):
        return "a project of a later stage lies on the board."
    if any(parts.projects[card].end and card != end for card in lying):
        return "an End of Stage card of a past stage lies on the board."
    if any(card in lying or card not in parts.regular[state.stage] for card in state.left):
        return "the deck holds a card that lies on the board or is of another stage."
    if len(set(state.left)) < len(state.left):
        return "the deck holds a card twice."
    if end in lying and state.left:
        return "the End of Stage card comes last, but its stage has cards in the deck."
    for slot, card in enumerate(state.cards):
        most = 0 if card == NO_CARD else 1
        if state.lying[slot] > most and card != end:
            return f"{place_title(slot)} cannot hold {state.lying[slot]} Trust."
    return ""


def _phase(state: TotalEClips) -> str:
    phase, boards = state.phase, state.boards
    if phase != ENDED and state.place == PLACES:
        return "a round has a place that is played."
    if phase in (REVEAL, PLACE) and state.place != 0:
        return "before the first roll of a round the place is `a`."
    if phase == REVEAL and (
        NO_CARD not in state.cards or len(state.left) < 2 or state.parts.ends[state.stage] in state.cards
    ):
        return "no project is to be revealed now."
    if phase == BUY and not UNLOCK <= state.place < PLACES:
        return "buying happens on an algorithm."
    if phase in (PLACE, REROLL, BUY) and all(board.done for board in boards):
        return "everybody is done, so the round should have gone on."
    if (phase == ROLL) != any(board.rolling for board in boards):
        return "cores are in the air in the phase `roll`, and only then."
    if phase not in (ROLL, REROLL, BUY) and any(board.rolled for board in boards):
        return "rolled cores lie on a place in the phases `roll`, `reroll` and `buy` only."
    if phase in (ROLL, REROLL, BONUS) and state.place < PROJECTS and state.cards[state.place] == NO_CARD:
        return f"there is no card on {place_title(state.place)}."
    if (phase == BONUS) != (state.winner != NOTHING) or state.winner >= len(boards):
        return "a winner takes a bonus in the phase `bonus`, and only then."
    if (phase == BONUS) != (state.gains + state.unlocks + state.raises > 0):
        return "a bonus is decided in the phase `bonus`, and only then."
    return _bonus(state) or _tie(state) or _end(state)


def _bonus(state: TotalEClips) -> str:
    if state.phase != BONUS:
        return ""
    if state.place >= PROJECTS:
        return "a bonus is won on a project."
    bonus = state.project().bonus
    if state.gains > bonus.cores or state.unlocks > bonus.unlocks or state.raises > bonus.raises:
        return "the card does not give so much of a bonus."
    if not state.actions(state.winner):
        return "the winner has nothing to decide."
    return ""


def _tie(state: TotalEClips) -> str:
    contest, boards = state.contest, state.boards
    if any(not 0 <= seat < len(boards) for seat in contest) or len(set(contest)) < len(contest):
        return "a tie is broken by different seats at the table."
    if not contest:
        return ""
    if state.phase != ROLL or state.place >= PROJECTS or len(contest) < 2:
        return "a tie is broken by two or more who roll for a project."
    if any(not boards[seat].rolled and not boards[seat].rolling for seat in contest):
        return "somebody breaks a tie without cores."
    return ""


def _end(state: TotalEClips) -> str:
    phase = state.phase
    last = state.parts.stages - 1
    if state.finished and (state.stage < last or phase not in (ROLL, REROLL, BONUS, BUY, ENDED)):
        return "the last project is not completed yet."
    if phase == ENDED and not state.finished and state.round < state.parts.max_rounds:
        return "the game ends with the last project or after the last round."
    return ""


def _board(state: TotalEClips, seat: int, board: Board) -> str:
    who = f"seat {seat + 1}"
    parts = board.parts
    used = board.cores()
    for kind in range(KINDS):
        total = used[kind] + board.supply[kind]
        if parts.limited and (board.supply[kind] < 0 or total != parts.cores[kind].count):
            return f"{who} has {used[kind]} {KIND_NAMES[kind]}, but there are {parts.cores[kind].count} each."
    counts = board.spent + board.placed + board.tokens + board.laid + board.tally + board.freed
    if min([*counts, board.trust, board.rerolls, board.flops]) < 0:
        return f"{who} has less than nothing of something."
    if not 0 <= board.position <= parts.track.last:
        return f"{who} stands on {board.position}, but the track ends at {parts.track.last}."
    for algorithm, codes in enumerate(board.locked):
        slots = len(parts.slots[algorithm])
        rolled = len(board.rolled) + len(board.rolling) if state.place == UNLOCK + algorithm else 0
        if len(codes) + rolled > slots:
            return f"{who} has more cores on {PLACE_NAMES[UNLOCK + algorithm]} than its {slots} slots."
    return _placement(state, who, board) or _decision(state, who, board)


def _placement(state: TotalEClips, who: str, board: Board) -> str:
    parts = board.parts
    for place in range(PLACES):
        title = place_title(place)
        if board.count[place] != sum(board.placed[place * KINDS : (place + 1) * KINDS]):
            return f"{who} has miscounted the cores on {title}."
        waiting = state.phase == PLACE or place > state.place
        if board.count[place] and not waiting:
            return f"{who} has cores waiting on {title}, which has been rolled."
        if board.count[place] and place < PROJECTS and state.cards[place] == NO_CARD:
            return f"{who} has cores on {title}, where no card lies."
        # Slots may have been opened since, never closed before they are rolled.
        if board.room(place) < 0:
            return f"{who} has more cores on {title} than it takes."
        tokens = tokens_on(board, place)
        if any(tokens) and place < PROJECTS and waiting and not board.count[place]:
            return f"{who} has tokens on {title} without a core."
        if any(count and place not in parts.tokens[token].fits for token, count in enumerate(tokens)):
            return f"{who} has a token on {title} that does not fit there."
        if parts.tokens_per_place and sum(tokens) > parts.tokens_per_place:
            return f"{who} has more tokens on {title} than it takes."
    if len(board.rolled) + len(board.rolling) > parts.project_cores and state.place < PROJECTS:
        return f"{who} rolls more cores than a project takes."
    return ""


def _decision(state: TotalEClips, who: str, board: Board) -> str:
    if state.phase == REVEAL and (any(board.placed) or any(board.laid)):
        return f"{who} has placed something before all projects are revealed."
    if board.choice != NOTHING and not (
        state.phase == REROLL and board.done and board.rerolls and board.choice in board.rolled
    ):
        return f"{who} has chosen a core to re-roll that cannot be chosen."
    if not board.done and state.phase in (REROLL, BUY):
        if state.phase == REROLL and not (board.rerolls and board.rolled):
            return f"{who} has nothing to re-roll."
        if state.phase == BUY and not board.can_buy(state.place):
            return f"{who} has nothing to buy or lock."
    if board.flops and state.phase in (REVEAL, PLACE, REROLL, BONUS):
        return f"{who} has FLOPS before any are counted."
    return ""
