"""The moves of Nomenklatura: their names, what they cost or bring, and why one is refused."""

from quincunx.core.errors import nearest
from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.question import bid_for, card_title, card_words
from quincunx.games.nomenklatura.rules.bidding import own_share
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import score
from quincunx.games.nomenklatura.state import act, at, choice_of, kind_of
from quincunx.text.grammar import Voice, count, listed

MOVES = [
    MoveName("bid TOTAL", "Raise the bid to that total; you place the difference on the track."),
    MoveName("markers COUNT", "How many of your picked-up markers pay for the bid."),
    MoveName("pass", "Leave the bid."),
    MoveName("take CARD", "Take a card from the agenda and carry it out."),
    MoveName("place REGION", "Place what the card says in that region."),
    MoveName("remove PLAYER REGION", "Remove one of that player's markers there."),
    MoveName("reduce REGION", "Redistribution: remove one marker of everybody there."),
    MoveName("swap REGION PLAYER REGION", "Exchange: your marker here for theirs there."),
    MoveName("ride REGION REGION", "Railroad: your markers go from the one to the other."),
    MoveName("buy PLAYER REGION", "Buy-out: pay for all of that player's markers there."),
    MoveName("sell REGION", "Liquidation: sell all your markers there."),
    MoveName("set-aside", "Reserves: keep markers for the next consolidation."),
    MoveName("partner PLAYER", "Partnership: who places one beside you."),
    MoveName("bring REGION", "Move one of your markers from there."),
    MoveName("mark REGION", "Move the Consolidation Marker there."),
    MoveName("discard CARDS", "Archive: discard those cards; `discard none` keeps all."),
    MoveName("stop", "Do no more of what is optional."),
    MoveName("order PLAYERS", "The first turn order (chance)."),
    MoveName("flip CARD", "The next card of the agenda (chance)."),
    MoveName("look CARD", "The next card of the deck, for the Archive (chance)."),
]
ALONE = {s.PASS: "pass", s.STOP: "stop", s.SET_ASIDE: "set-aside"}
WITH_NUMBER = {s.BID: "bid", s.MARKERS: "markers"}
WITH_REGION = {s.PLACE: "place", s.REDUCE: "reduce", s.SELL: "sell", s.BRING: "bring", s.MARK: "mark"}
WITH_PLAYER_AND_REGION = {s.REMOVE: "remove", s.BUY: "buy"}
BIDDING = {"bid", "pass", "markers"}
FILLERS = {"in", "from", "to", "with", "for", "at", "the", "of", "player"}


# Reading and writing moves


def decode(state: Nomenklatura, seat: int, action: int) -> Move:
    """Return a move or an outcome by its name; raise ValueError or LookupError if the number names none."""
    if seat == CHANCE:
        return _decode_chance(state, action)
    ids, kind, choice = state.setup.region_ids, kind_of(action), choice_of(action)
    if kind in ALONE and choice == 0:
        return Move(ALONE[kind])
    if kind in WITH_NUMBER:
        return Move(WITH_NUMBER[kind], str(choice))
    if kind in WITH_REGION:
        return Move(WITH_REGION[kind], ids[choice])
    if kind in WITH_PLAYER_AND_REGION:
        return Move(WITH_PLAYER_AND_REGION[kind], _seat(state, choice % s.SEATS), ids[choice // s.SEATS])
    if kind == s.TAKE:
        return Move("take", state.setup.card_ids[choice])
    if kind == s.PARTNER:
        return Move("partner", _seat(state, choice))
    if kind == s.RIDE:
        return Move("ride", ids[choice // s.REGIONS], ids[choice % s.REGIONS])
    if kind == s.SWAP:
        mine, theirs = divmod(choice // s.SEATS, s.REGIONS)
        return Move("swap", ids[mine], _seat(state, choice % s.SEATS), ids[theirs])
    if kind == s.DISCARD and choice < 1 << len(state.top):
        chosen = [state.setup.card_ids[card] for index, card in enumerate(state.top) if choice >> index & 1]
        return Move("discard", *(chosen or ["none"]))
    raise ValueError(f"there is no move {action}")


def _seat(state: Nomenklatura, seat: int) -> str:
    """Return a player's number as moves name it."""
    return str(range(1, state.players + 1)[seat])


def _decode_chance(state: Nomenklatura, outcome: int) -> Move:
    if state.phase == s.FIRST_ORDER:
        places = range(state.players - 1, -1, -1)
        return Move("order", *(_seat(state, outcome // s.SEATS**place % s.SEATS) for place in places))
    if not 0 <= outcome < state.setup.consolidation:
        raise ValueError(f"there is no card {outcome}")
    return Move(_draw(state), state.setup.card_ids[outcome])


def drawn_from(state: Nomenklatura) -> list[list[str]]:
    """Return the cards left in the deck."""
    if state.phase == s.FIRST_ORDER:
        return []
    return [[state.setup.card_ids[card] for card in state.deck]]


def _draw(state: Nomenklatura) -> str:
    return "flip" if state.phase == s.FLIP else "look"


def encode(state: Nomenklatura, seat: int, move: Move) -> int:
    """Return the move or outcome of that name, whether or not it is legal; raise IllegalMove if there is
    none."""
    verb, words = move.verb, [word for word in move.words if word not in FILLERS]
    if seat == CHANCE:
        return _encode_chance(state, move, words)
    for kind, name in ALONE.items():
        if verb == name and not words:
            return act(kind)
    for kind, name in WITH_NUMBER.items():
        if verb == name and len(words) == 1:
            return act(kind, _number(words[0]))
    for kind, name in WITH_REGION.items():
        if verb == name and len(words) == 1:
            return act(kind, region(state, words[0]))
    for kind, name in WITH_PLAYER_AND_REGION.items():
        if verb == name and len(words) == 2:
            return act(kind, at(player(state, words[0]), region(state, words[1])))
    if verb == "take" and words:
        return act(s.TAKE, _card(state, "-".join(words)))
    if verb == "partner" and len(words) == 1:
        return act(s.PARTNER, player(state, words[0]))
    if verb == "ride" and len(words) == 2:
        return act(s.RIDE, region(state, words[0]) * s.REGIONS + region(state, words[1]))
    if verb == "swap" and len(words) == 3:
        regions = region(state, words[0]) * s.REGIONS + region(state, words[2])
        return act(s.SWAP, regions * s.SEATS + player(state, words[1]))
    if verb == "discard" and words:
        return act(s.DISCARD, _cards_looked_at(state, words))
    raise IllegalMove(f"`{move}` is not a move{nearest(str(move), [name.pattern for name in MOVES])}")


def _encode_chance(state: Nomenklatura, move: Move, words: list[str]) -> int:
    if move.verb == "order" and state.phase == s.FIRST_ORDER:
        code = 0
        for word in words:
            code = code * s.SEATS + player(state, word)
        return code
    if move.verb == _draw(state) and words:
        return _card(state, "-".join(words))
    due = {s.FIRST_ORDER: "order PLAYERS", s.FLIP: "flip CARD", s.CARD: "look CARD"}.get(state.phase)
    raise IllegalMove(f"`{move}` cannot come up here" + (f"; `{due}` is due." if due else "."))


def _cards_looked_at(state: Nomenklatura, names: list[str]) -> int:
    if names == ["none"]:
        return 0
    found = 0
    for name in names:
        wanted = _card(state, name)
        if wanted not in state.top:
            raise IllegalMove(f"You have not looked at `{name}`.")
        found |= 1 << state.top.index(wanted)
    return found


def region(state: Nomenklatura, name: str) -> int:
    """Return a region by its id, or by the beginning of it."""
    return _find(name, state.setup.region_ids, "region")


def player(state: Nomenklatura, word: str) -> int:
    """Return a seat by its number, which counts from 1."""
    if not word.isdecimal() or not 1 <= int(word) <= state.players:
        raise IllegalMove(f"`{word}` is no player; there are players 1 to {state.players}.")
    return int(word) - 1


def _card(state: Nomenklatura, name: str) -> int:
    """Return a card by its id, or by the beginning of it."""
    return _find(name, state.setup.card_ids, "card")


def _find(name: str, known: list[str], what: str) -> int:
    if name in known:
        return known.index(name)
    fitting = [index for index, other in enumerate(known) if other.startswith(name)]
    if len(fitting) == 1:
        return fitting[0]
    raise IllegalMove(f"There is no {what} `{name}`{nearest(name, known)}")


def _number(word: str) -> int:
    if not word.isdecimal() or int(word) >= s.STRIDE:
        raise IllegalMove(f"`{word}` is not an amount.")
    return int(word)


# Reasons for refusing a move


def why_not(state: Nomenklatura, seat: int, move: Move, voice: Voice) -> str:
    bidding = state.phase in (s.TURN_BID, s.MERGER_BID)
    if bidding and move.verb in BIDDING and seat != state.bidder:
        if not state.may_bid(seat):
            return f"You have no markers in {bid_for(state)}, so you do not bid for it."
        if state.passed >> seat & 1:
            return "You have passed, so you are out of this bid."
    if seat != state.current_player():
        return "It is not your move."
    if bidding:
        return _why_not_bid(state, seat, move)
    if move.verb in BIDDING:
        return "There is no bid now."
    if state.phase == s.CARD:
        return _why_not_answer(state, seat, move)
    if move.verb != "take":
        return "Take a card from the agenda first."
    card = _card(state, move.words[0])
    if card == state.setup.consolidation:
        return card_words(state, seat, card, state.setup.cards[card].obstacle(state, seat))
    return f"{state.setup.card_names[card]} is not on the agenda."


def _why_not_bid(state: Nomenklatura, seat: int, move: Move) -> str:
    if move.verb not in BIDDING:
        return "Bid a total, or pass."
    if state.pending:
        fewest, most = state.fewest_markers(seat, state.pending), state.most_markers(seat, state.pending)
        return f"From {fewest} to {most} markers can go into your bid of {state.pending}."
    if move.verb == "markers":
        return "Name the total of your bid first."
    total = int(move.words[0])
    if total <= state.highest_bid():
        if state.highest == s.NO_SEAT:
            return "The first bid is at least 1."
        return f"The highest bid is {state.highest_bid()}: bid more, or pass."
    markers = f" and {count(state.seats[seat].hand, 'marker')}" if state.seats[seat].hand else ""
    more = total - state.seats[seat].bid
    return f"You have ${state.seats[seat].rubles}{markers}; a bid of {total} takes {more}."


def _why_not_answer(state: Nomenklatura, seat: int, move: Move) -> str:
    name, card = card_title(state.setup, state.card), state.setup.cards[state.card]
    if move.verb == "take":
        return f"Finish {name} first."
    if move.verb == "stop":
        return f"This part of {name} must be done if it can be."
    there = 0
    if move.verb in WITH_PLAYER_AND_REGION.values():
        there = state.here(player(state, move.words[0]), region(state, move.words[1]))
    return card_words(state, seat, state.card, card.refusal(state, encode(state, seat, move)), there)


# Moves in words


def words(state: Nomenklatura, seat: int, move: Move, voice: Voice) -> str:
    """Return a legal move as an instruction; it needs no more than what everybody sees."""
    setup, my = state.setup, voice.whose(seat)
    places = [setup.region_names[region(state, word)] for word in move.words if word in setup.region_ids]
    match move.verb:
        case "bid":
            return f"Bid {move.words[0]}"
        case "markers":
            rubles = state.pending - state.seats[seat].bid - int(move.words[0])
            return f"Pay with {laid_out(rubles, int(move.words[0]))}"
        case "take":
            return f"Take {card_title(setup, _card(state, move.words[0]))}"
        case "partner":
            return f"Choose {voice.whom(player(state, move.words[0]))} as partner"
        case "discard":
            told = [setup.card_names[_card(state, word)] for word in move.words if word != "none"]
            return f"Discard {listed(told)}" if told else "Keep all cards"
        case "mark":
            return f"Move the Consolidation Marker to {places[0]}"
        case "swap":
            theirs = voice.whose(player(state, move.words[1]))
            return f"Swap {my} marker in {places[0]} for {theirs} in {places[1]}"
        case "pass" | "stop":
            return move.verb.capitalize()
    return _carrying_out(state, seat, move, places, voice)


def _carrying_out(state: Nomenklatura, seat: int, move: Move, places: list[str], voice: Voice) -> str:
    """Return a move that places, removes or trades markers, with how many and for how much."""
    rules, after, my = state.setup.cards[state.card], try_out(state, seat, move), voice.whose(seat)
    if move.verb == "set-aside":
        return f"Set {count(int(after.seats[seat].aside - state.seats[seat].aside), 'marker')} aside"
    owner, where = seat, region(state, move.words[-1 if move.verb in WITH_PLAYER_AND_REGION.values() else 0])
    if move.verb in WITH_PLAYER_AND_REGION.values():
        owner = player(state, move.words[0])
    change = abs(int(after.here(owner, where) - state.here(owner, where)))
    rubles = abs(int(after.seats[seat].rubles - state.seats[seat].rubles))
    some = "marker" if change == 1 else f"{change} markers"
    match move.verb:
        case "place":
            return f"Place {change} in {places[0]}"
        case "remove":
            given = rules.amounts.get("give_up", 0)
            price = f", giving up {given} in {state.setup.region_names[rules.region]}" if given else ""
            return f"Remove {change} of {voice.whose(owner)} markers in {places[0]}{price}"
        case "reduce":
            return f"Remove {rules.amounts['remove']} of everybody's markers in {places[0]}"
        case "ride":
            return f"Send {count(change, 'marker')} from {places[0]} to {places[1]}"
        case "buy":
            return f"Buy {voice.whose(owner)} {some} in {places[0]} for ${rubles}"
        case "sell":
            return f"Sell {my} {some} in {places[0]} for ${rubles}"
    return f"Bring {count(change, 'marker')} from {places[0]}"


def laid_out(rubles: int, markers: int) -> str:
    """Return rubles and markers, as far as there are any."""
    return listed([*[f"${rubles}"] * (rubles > 0), *[count(markers, "marker")] * (markers > 0)])


def explain(state: Nomenklatura, seat: int, move: Move, voice: Voice) -> str:
    """Return the cost or effect of a legal move in a few words."""
    bid = state.seats[seat].bid
    match move.verb:
        case "take":
            return state.setup.card_texts[_card(state, move.words[0])]
        case "bid":
            more, back = bid_places(state, seat, int(move.words[0]))
            sign = "" if state.seats[seat].hand else "$"
            return f"pay {sign}{more}" + (f", {sign}{back} back" if back else "")
        case "markers":
            return f"and ${state.pending - bid - int(move.words[0])}"
        case "pass":
            return "what you placed stays on the track" if bid else "you pay nothing"
        case "set-aside":
            return "for the next consolidation; they do not score"
        case "discard":
            return "the others go back on the deck in the same order"
        case "stop" | "partner":
            return ""
    return brings(state, try_out(state, seat, move), seat)


def brings(state: Nomenklatura, after: Nomenklatura, seat: int) -> str:
    """Return what a later position has brought a seat: rubles at once, and at each scoring."""
    now = after.seats[seat].rubles - state.seats[seat].rubles
    income = score(after)[seat] - score(state)[seat]
    told = [f"{_signed(now)} now"] * bool(now) + [f"{_signed(income)} a round"] * bool(income)
    return ", ".join(told)


def bid_places(state: Nomenklatura, seat: int, total: int) -> tuple[int, int]:
    """Return how much a bid places, and how much of that on the bidder's own space."""
    more = total - state.seats[seat].bid
    return more, own_share(state, seat, more)


def try_out(state: Nomenklatura, seat: int, move: Move) -> Nomenklatura:
    """Return the position after this part of the card alone."""
    after = state.clone()
    after.setup.cards[after.card].do(after, encode(state, seat, move))
    return after


def _signed(amount: int) -> str:
    return f"{'-' if amount < 0 else '+'}${abs(amount)}"
