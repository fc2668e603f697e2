"""Total eClips in a terminal: projects, every side with its slots, the track, prices, and the player's
odds."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.games.total_eclips import names
from quincunx.games.total_eclips.cards import Project
from quincunx.games.total_eclips.codes import BONUS, BUY, ENDED, PLACE, REROLL, ROLL
from quincunx.games.total_eclips.cores import KIND_NAMES, LEVEL_NAMES, TOP_LEVEL
from quincunx.games.total_eclips.help.question import question
from quincunx.games.total_eclips.odds import reached
from quincunx.games.total_eclips.parts import Parts, Price
from quincunx.games.total_eclips.places import ALGORITHMS, NO_CARD, PLACE_NAMES, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.snapshot import seen_by
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import WATCHER, Voice, count

LEGEND = {
    "FLOPS": "what your cores roll: spent at once where they are rolled",
    "2T 1c": "2 Trust, which you keep until you spend it, and 1 clip: a step on the track",
    "A B C D": "the projects' places; the others are Unlock, Manufacture and Upgrade",
    "m1 m2 m3": "Millennium cores of level I, II and III; multi, ai and quantum are of level IV",
    "T4 m1:0": "slot T4, where a core is locked: its face, 0, counts every round; `·` is an open slot",
    "takes 2": "how many cores can still be placed there",
    "UN2 MA0 UP1": "the same of an opponent, for Unlock, Manufacture and Upgrade",
    "a: 3 m1, 2 plus-2; up: m2": "a whole placement on one line; then `done`",
}
STYLES = {"red": "bold red", "yellow": "bold yellow", "blue": "bold blue", "black": "bold"}
NARROW, WIDE = 72, 116
"""The widths of the layouts: below the first each project takes two lines; from the second on two sides fit
beside each other."""

LONGEST_NAME = 12
"""The length up to which a name is never shortened."""


def draw(state: TotalEClips, seat: int, voice: Voice) -> RenderableType:
    seen = seen_by(state, seat)
    if voice.look.low:
        return low(seen, seat, voice)
    parts: list[RenderableType] = [headline(seen, seat, voice), projects(seen, voice)]
    parts += [track(seen, voice), sides(seen, seat, voice), prices(seen.parts)]
    if seen.phase == PLACE and seat >= 0:
        parts.append(your_odds(seen, seat))
    return Group(*parts)


def low(state: TotalEClips, seat: int, voice: Voice) -> RenderableType:
    """Return the position for a screen with few lines: supplies are left out, and prices are shown only when
    they count."""
    parts: list[RenderableType] = [headline(state, seat, voice), projects(state, voice)]
    return Group(*parts, *low_sides(state, seat, voice), *low_help(state, seat, voice))


def low_sides(state: TotalEClips, viewer: int, voice: Voice) -> list[Text]:
    """Return a line for each player, and the viewer's own slots, for a screen with few lines."""
    lines: list[Text] = []
    for seat, side in enumerate(state.sides):
        has_rolled = side.rolling or side.rolled or (side.flops and state.phase == BUY)
        if has_rolled:
            line = _stands(state, seat, voice).append_text(_roll(state, side, dot(voice)))
        else:
            line = _has(state, seat, viewer, voice) if seat == viewer else _opponent(state, seat, voice)
        lines.append(line)
        if seat == viewer:
            own = [_slots(state, side, algorithm, voice) for algorithm in range(ALGORITHMS)]
            lines += [Text("  ").append_text(slots) for slots in own]
    return lines


def _opponent(state: TotalEClips, seat: int, voice: Voice) -> Text:
    """Return an opponent's line: if it is too long, in fewer words, then with the tokens counted, then with a
    long name shortened."""
    side, room = state.sides[seat], Text(f"{dot(voice)}{_room(state.sides[seat])}", "dim")
    line = _has(state, seat, WATCHER, voice).append_text(room)
    held = names.listing(side.tokens, names.token_names(state.parts))
    for tokens in (names.pieces(held), count(len(held), "token")):
        if len(line) > voice.look.width:
            cores = names.pieces(names.listing(side.spent, KIND_NAMES)) or "no cores"
            line = (
                _stands(state, seat, voice)
                .append(dot(voice).join(["", cores, *([tokens] if held else [])]))
                .append_text(room)
            )
    over = len(line) - voice.look.width
    if over > 0:
        name = Text(voice.names[seat], style(state, seat))
        rest = line[len(name) :]
        name.truncate(max(LONGEST_NAME, len(name) - over), overflow="ellipsis")
        line = name.append_text(rest)
    return line


def _stands(state: TotalEClips, seat: int, voice: Voice) -> Text:
    """Return a player's marker and Trust, in few words."""
    side = state.sides[seat]
    line = Text.assemble(
        (voice.names[seat], style(state, seat)), f" {state.parts.track.label(side.position)}"
    )
    return line.append(f"{dot(voice)}{side.trust}T", "green")


def _room(side: Side) -> str:
    """Return how many cores each algorithm still takes: `UN2 MA0 UP1`."""
    slots = zip(PLACE_NAMES[UNLOCK:], side.parts.slots, side.locked, strict=True)
    return " ".join(f"{name[:2].upper()}{len(tiers) - len(locked)}" for name, tiers, locked in slots)


def low_help(state: TotalEClips, seat: int, voice: Voice) -> list[Text]:
    """Return the odds of the player's placement, or what the current algorithm sells."""
    if state.phase == PLACE and seat >= 0:
        side = state.sides[seat]
        placed = [f"{name}: {reached(state, side, place)}" for place, name, _ in _placement(side)]
        return [Text(dot(voice).join(placed), "cyan")] if placed else []
    if state.place < UNLOCK or state.phase not in (ROLL, REROLL, BUY):
        return []
    return [
        Text(f"Prices: {', '.join(sold(state.parts)[state.place - UNLOCK]).replace(' clips', 'c')}", "dim")
    ]


def dot(voice: Voice) -> str:
    return " · " if voice.look.unicode else " - "


def headline(state: TotalEClips, seat: int, voice: Voice) -> Text:
    """Return the round, the stage and the current decision."""
    text = Text.assemble(
        (f"Round {state.round}", "bold"),
        dot(voice),
        f"stage {state.stage + 1}",
        dot(voice),
        (question(state, seat, voice), "bold"),
    )
    waiting = [voice.names[other] for other in state.players_to_move() if other >= 0 and other != seat]
    if waiting:
        named = Text(f"{dot(voice)}waiting for {', '.join(waiting)}", "dim")
        counted = Text(f"{dot(voice)}waiting for {len(waiting)}", "dim")
        for more in (named, counted):
            if not voice.look.low or len(text) + len(more) <= voice.look.width:
                return text.append_text(more)
    return text


def projects(state: TotalEClips, voice: Voice) -> RenderableType:
    """Return the four cards: need, rewards below and from the need on, Trust lying there, bonus."""
    if voice.look.width < NARROW:
        return Group(*[_narrow_project(state, slot) for slot in range(PROJECTS)])
    known = [state.parts.projects[card] for card in state.cards if card != NO_CARD]
    width = max((len(project.name) for project in known), default=len("project"))
    heading = f"needs below {'met':7} on it the most FLOPS win"
    if voice.look.low:
        # Columns are closer here; if that is not enough, a name is cut before anything that counts.
        heading = "needs below met   on it most FLOPS win"
        longest = max((len(_bonus(project)) for project in known), default=0)
        width = min(width, voice.look.width - longest - len(f"A  {heading}") + len("most FLOPS win"))
    lines = [Text(f"  {'project':{width}} {heading}", "dim")] if known else [Text("No projects now.", "dim")]
    for slot, card in enumerate(state.cards):
        line = Text.assemble((PLACE_NAMES[slot].upper(), _current(state, slot)), " ")
        if card == NO_CARD:
            if not voice.look.low:
                lines.append(line.append("no card", "dim"))
            continue
        project = state.parts.projects[card]
        name = Text(project.name, "bold red" if project.end else "bold")
        name.truncate(width, overflow="ellipsis", pad=True)
        low = names.short_amount(project.low_trust, project.low_clips) or "-"
        high = names.short_amount(project.high_trust, project.high_clips)
        lying = f"{state.lying[slot]}T" if state.lying[slot] else ""
        line.append_text(name).append(f" {project.need:<5} {low:5} {high:{5 if voice.look.low else 7}} ")
        line.append(f"{lying:5} ", "green")
        lines.append(line.append(_bonus(project)))
    return Group(*lines)


def _bonus(project: Project) -> str:
    return ", ".join(filter(None, ["End of Stage" if project.end else "", names.bonus_text(project)]))


def _narrow_project(state: TotalEClips, slot: int) -> Text:
    card = state.cards[slot]
    text = Text.assemble((PLACE_NAMES[slot].upper(), _current(state, slot)), " ")
    if card == NO_CARD:
        return text.append("no card", "dim")
    project = state.parts.projects[card]
    text.append(project.name, "bold red" if project.end else "bold")
    text.append(f"\n  {project.need}+: {names.short_amount(project.high_trust, project.high_clips)}")
    low = names.short_amount(project.low_trust, project.low_clips)
    if low:
        text.append(f", below {low}")
    if project.bonus:
        text.append(f"; bonus {names.bonus_text(project)}")
    if state.lying[slot]:
        text.append(f"; {state.lying[slot]}T lying", "green")
    return text


def _current(state: TotalEClips, place: int) -> str:
    """Return the style of a place's name: reversed while it is played."""
    return "bold reverse" if state.phase in (ROLL, REROLL, BONUS, BUY) and place == state.place else "bold"


def track(state: TotalEClips, voice: Voice) -> Text:
    """Return the ranks up to the one after the leader's, the players on them, and their rewards each
    round."""
    ranks = [state.parts.track.rank(side.position) for side in state.sides]
    text = Text("Track ", "dim")
    for rank, name in enumerate(state.parts.track.ranks[: max(ranks) + 2]):
        if rank:
            text.append(" > ", "dim")
        here = [seat for seat, other in enumerate(ranks) if other == rank]
        text.append(name, "" if here else "dim")
        for seat in here:
            text.append(f" {voice.names[seat]}", style(state, seat))
        reward = names.short_amount(state.parts.track.trust[rank], state.parts.track.clips[rank])
        if here and reward:
            text.append(f" +{reward}", "green")
    return text


def style(state: TotalEClips, seat: int) -> str:
    return STYLES[state.parts.colours[seat]]


def sides(state: TotalEClips, viewer: int, voice: Voice) -> RenderableType:
    drawn = [side_of(state, seat, viewer, voice) for seat in range(state.players)]
    if voice.look.width < WIDE:
        return Group(*drawn)
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    for first in range(0, len(drawn), 2):
        table.add_row(*drawn[first : first + 2])
    return table


def side_of(state: TotalEClips, seat: int, viewer: int, voice: Voice) -> Text:
    """Return one player: the marker, Trust, cores, tokens, supply, slots, and the current roll."""
    side, parts = state.sides[seat], state.parts
    text = _has(state, seat, viewer, voice)
    supply = names.pieces(names.listing(side.supply, KIND_NAMES)) or "empty"
    text.append(f"\n  supply: {supply if parts.limited else 'without limit'}", "dim")
    for algorithm in range(ALGORITHMS):
        text.append("\n  ")
        text.append_text(_slots(state, side, algorithm, voice))
    if state.phase in (ROLL, REROLL, BUY, BONUS, ENDED) and side.has_placed():
        text.append(f"\n  on the board: {_placed(side)}", "dim")
    if side.rolling or side.rolled or (side.flops and state.phase == BUY):
        text.append_text(_roll(state, side, "\n  "))
    return text


def _has(state: TotalEClips, seat: int, viewer: int, voice: Voice) -> Text:
    """Return a player's name and possessions: the marker, Trust, cores and tokens."""
    side, parts = state.sides[seat], state.parts
    name = voice.names[seat] + (" (you)" if seat == viewer and voice.names[seat] != "You" else "")
    label = parts.track.label(side.position)
    text = Text.assemble((name, style(state, seat)), f" {label}", (f" ({side.position})", "dim"))
    text.append(f"{dot(voice)}{side.trust} Trust", "green")
    text.append(f"{dot(voice)}cores: {names.pieces(names.listing(side.spent, KIND_NAMES)) or 'none'}")
    held = names.pieces(names.listing(side.tokens, names.token_names(parts)))
    if held:
        text.append(f"{dot(voice)}tokens: {held}")
    return text


def _placed(side: Side) -> str:
    both = [(place, names.cores_on(side, place) + names.tokens_on(side, place)) for place in range(PLACES)]
    return "; ".join(
        f"{names.pieces(here)} on {names.place_title(PLACE_NAMES[place])}" for place, here in both if here
    )


def _slots(state: TotalEClips, side: Side, algorithm: int, voice: Voice) -> Text:
    """Return the slots from the left: open ones as dots, locked cores with the face they keep."""
    tiers = side.parts.slots[algorithm]
    locked = side.locked[algorithm]
    name = names.place_title(PLACE_NAMES[UNLOCK + algorithm])
    text = Text(name.ljust(len("Manufacture")), _current(state, UNLOCK + algorithm))
    empty = "·" if voice.look.unicode else "."
    text.append("".join(f" T{tier} {empty}" for tier in reversed(tiers[len(locked) :])))
    cores = [side.parts.core(code).replace(" ", ":") for code in locked]
    kept = [f" T{tier} {core}" for tier, core in zip(tiers, cores, strict=False)]
    text.append("".join(reversed(kept)), "magenta")
    flops = sum(side.parts.values[code] for code in locked) + side.freed[algorithm]
    if flops:
        text.append(f" = {flops}", "cyan")
    return text.append(f"{dot(voice)}takes {len(tiers) - len(locked)}", "dim")


def _roll(state: TotalEClips, side: Side, before: str) -> Text:
    text = Text(f"{before}{names.place_title(PLACE_NAMES[state.place])}: ", "bold")
    if side.rolling:
        text.append(f"rolling {', '.join(KIND_NAMES[kind] for kind in side.rolling)} ", "yellow")
    for code in side.rolled:
        text.append(f"[{side.parts.core(code)}]", "black on white")
        text.append(" ")
    if state.phase == BUY:
        text.append(f"{side.flops} FLOPS", "bold cyan")
    return text


def prices(parts: Parts) -> Text:
    """Return the price list of every algorithm."""
    text = Text("Prices in FLOPS and Trust (T)", "dim")
    for name, things in zip(PLACE_NAMES[UNLOCK:], sold(parts), strict=True):
        text.append(f"\n  {names.place_title(name).ljust(len('Manufacture'))} {', '.join(things)}", "dim")
    return text


def sold(parts: Parts) -> list[list[str]]:
    """Return what each algorithm sells, in FLOPS and Trust: `T4 6+1T`."""
    tiers = sorted({tier for tiers in parts.slots for tier in tiers})
    return [
        [f"T{tier} {_price(parts.unlock_prices[tier])}" for tier in tiers],
        [f"{names.goods(reward)} {_price(reward)}" for reward in parts.makes],
        [
            f"{LEVEL_NAMES[level]} to {LEVEL_NAMES[level + 1]} {_price(parts.upgrade_prices[level])}"
            for level in range(TOP_LEVEL)
        ],
    ]


def _price(price: Price) -> str:
    return f"{price.flops}+{price.trust}T" if price.trust else str(price.flops)


def your_odds(state: TotalEClips, seat: int) -> RenderableType:
    """Return the player's placement so far, and the chance to reach each threshold with it."""
    side, ranks = state.sides[seat], state.parts.track
    rows = _placement(side)
    if not rows:
        rank = ranks.rank(side.position)
        brings = names.amount(ranks.trust[rank], ranks.clips[rank])
        return Text(f"You have placed nothing yet. Your rank brings {brings} at the end of the round.", "dim")
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(overflow="fold")
    table.add_row(*[Text(heading, "dim") for heading in ("your placement", "", "chances")])
    for place, name, here in rows:
        chance = Text(reached(state, side, place), "cyan")
        table.add_row(Text(name, "bold"), Text(here or "locked cores alone"), chance)
    return table


def _placement(side: Side) -> list[tuple[int, str, str]]:
    """Return each place where something of the side's will count, its name, and the pieces there."""
    return [
        (
            place,
            names.place_title(PLACE_NAMES[place]).removeprefix("project "),
            names.pieces(names.cores_on(side, place) + names.tokens_on(side, place)),
        )
        for place in range(PLACES)
        if side.count[place] or side.laid_on[place] or (place >= UNLOCK and side.total(place))
    ]
