"""The events of Total eClips as sentences. Pieces and causes are names of game.toml, places and faces."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.games.total_eclips.names import amount, cost, in_words, place_title
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import PLACE_NAMES
from quincunx.text.grammar import Voice, count, listed
from quincunx.text.phrasing import Teller


class EClipsTeller(Teller[Parts]):
    """The sentence of one event for one reader."""

    def named(self, word: str) -> str:
        if word in PLACE_NAMES:
            return place_title(word)
        for token in self.numbers.tokens:
            if token.slug == word:
                return f'"{token.name}"'
        return next((project.name for project in self.numbers.projects if project.slug == word), word)

    def core(self) -> str:
        """Return a core with its face, the first of the pieces."""
        kind, face = self.event.pieces[0].split()
        return showing(kind, face, self.numbers)

    def slot(self) -> str:
        """Return the slot of a core: its tier and algorithm follow the core among the pieces."""
        return f"{self.event.pieces[1].upper()} of {self.piece(2)}"

    def price(self) -> str:
        """Return the price paid to an algorithm; gifts of a project are free."""
        if self.event.causes[0] not in PLACE_NAMES:
            return f"free of cost{self.because()}"
        return f"for {cost(self.amounts['flops'], self.amounts['trust'])}"

    def off_the_track(self) -> str:
        """Return a sentence about clips that no longer move the marker."""
        lost = self.amounts["clips"] - self.amounts["moved"]
        return f" The track ends, so {count(lost, 'clip is', 'clips are')} lost." if lost else ""

    def bonus(self) -> str:
        """Return the bonus of the event, and how much of it is meant."""
        name, slug = self.event.pieces[0], self.event.causes[0]
        project = next(project for project in self.numbers.projects if project.slug == slug)
        part = next(part for part in project.bonus if part.name == name)
        some = "" if self.amounts[name] == part.count else f"{self.amounts[name]} of "
        return f'{some}"{part.text}" of {project.name}'

    def position(self) -> str:
        return self.numbers.track.label(self.amounts["position"])

    def stopped(self) -> str:
        rounds = self.amounts["stopped"]
        return f" (stopped after {rounds} rounds)" if rounds else ""


def showing(kind: str, face: str, numbers: Parts) -> str:
    """Return a core with its face in a sentence."""
    shown = {"0": "a blank", "x2": "x2"}.get(face, face)
    return f"{in_words([kind], numbers)} showing {shown}"


def narrate(seat: int, move: Move, voice: Voice, numbers: Parts) -> str:
    """Return a sentence for a move that logs nothing: placing, and secret decisions."""
    match (move.verb, *move.words):
        case ("put", piece, "on", place):
            return f"{voice.does(seat, 'places')} {in_words([piece], numbers)} on {place_title(place)}."
        case ("take", "back"):
            return f"{voice.does(seat, 'takes')} everything back."
        case ("reroll", kind, face):
            return f"{voice.does(seat, 'chooses')} to roll {showing(kind, face, numbers)} again."
    return f"{voice.does(seat, 'is')} done."


def tell(event: Event, voice: Voice, numbers: Parts) -> str:
    return KINDS[event.kind](EClipsTeller(event, voice, numbers))


def placed(t: EClipsTeller) -> str:
    by_place: dict[str, list[str]] = {}
    for piece, place in zip(t.event.pieces[::2], t.event.pieces[1::2], strict=True):
        by_place.setdefault(place, []).append(piece)
    where = "; ".join(f"{in_words(here, t.numbers)} on {t.named(place)}" for place, here in by_place.items())
    held = f" and {t.form('keeps')} {t.many('kept', 'core')} back" if t.amounts["kept"] else ""
    return f"{t.does('puts')} {where or 'nothing anywhere'}{held}."


def rolled(t: EClipsTeller) -> str:
    faces = " ".join(core.split()[1] for core in t.event.pieces)
    return f"{t.does('rolls')} {faces} on {t.named(t.event.causes[0])}."


def core_rerolled(t: EClipsTeller) -> str:
    token = f": token {t.named(t.event.causes[0])}" if t.event.causes else ""
    return f"{t.does('re-rolls')} {t.core()}{token}."


def flops_counted(t: EClipsTeller) -> str:
    """Tell the parts of the FLOPS too, if they are more than the roll."""
    made = [f"{t.amounts[name]} {name}" for name in ("rolled", "locked", "freed") if t.amounts.get(name)]
    if t.amounts["tokens"]:
        tokens = listed([t.named(token) for token in t.event.causes])
        made.append(f"{t.amounts['tokens']} from {tokens}")
    of = f": {', '.join(made)}" if made and not (len(made) == 1 and t.amounts["rolled"]) else ""
    return f"{t.does('has')} {t.amounts['flops']} FLOPS on {t.piece()}{of}."


def paid(t: EClipsTeller) -> str:
    piece, cause = t.event.pieces[0], t.event.causes[0]
    reason = f"the rank {piece}" if cause == "rank" else t.named(cause)
    for_what = {"bonus": ", the bonus", "lying": ", the Trust lying there"}.get(piece, "")
    gets = f"{t.does('gets')} {amount(t.amounts['trust'], t.amounts['clips'])}"
    return f"{gets}: {reason}{for_what}.{t.off_the_track()}"


def tied(t: EClipsTeller) -> str:
    tie = f"{t.does('is')} tied with {t.amounts['flops']} FLOPS"
    return f"{tie} on {t.named(t.event.causes[0])} and {t.form('rolls')} again."


def made(t: EClipsTeller) -> str:
    things = t.many("clips", "clip") if t.amounts["clips"] else t.many("cores", "core")
    more = t.many("lost", "core more is", "cores more are")
    short = f" {more} not in the supply." if t.amounts["lost"] else ""
    return f"{t.does('makes')} {things} {t.price()}.{short}{t.off_the_track()}"


def core_raised(t: EClipsTeller) -> str:
    old, new, *where = t.event.pieces
    on = f" on {place_title(where[0])}" if where else ""
    raised = f"{in_words([old], t.numbers)}{on} to {in_words([new], t.numbers)}"
    return f"{t.does('raises')} {raised} {t.price()}."


def last_project_completed(t: EClipsTeller) -> str:
    when = "at once" if t.amounts["at-once"] else "with this round"
    return f"The last project is completed: the game ends {when}."


def game_ended(t: EClipsTeller) -> str:
    stopped = ": no more are played" if t.amounts["stopped"] else ""
    return f"The game is over after {t.many('round', 'round')}{stopped}."


KINDS: dict[str, Callable[[EClipsTeller], str]] = {
    # A round.
    "round-begun": lambda t: f"Round {t.amounts['round']}.",
    "stage-begun": lambda t: f"Stage {t.amounts['stage']} begins.",
    "project-revealed": lambda t: f"{t.piece()} comes up on {t.piece(1)}.",
    "placed": placed,
    "trust-laid": lambda t: (
        f"{t.piece()} is not completed and gets 1 Trust: {t.amounts['lying']} lying there."
    ),
    "project-given-up": lambda t: (
        f"{t.piece()} is given up, with the {t.amounts['lying']} Trust lying there."
    ),
    "tokens-returned": lambda t: f"{t.does('takes')} {in_words(t.event.pieces, t.numbers)} back.",
    "tokens-gone": lambda t: f"{t.does('has')} used up {in_words(t.event.pieces, t.numbers)}.",
    # Rolls.
    "rolled": rolled,
    "core-rerolled": core_rerolled,
    "flops-counted": flops_counted,
    "token-idle": lambda t: f"{t.whose()} token {t.piece()} does not work on {t.piece(1)}.",
    "paid": paid,
    "rank-reached": lambda t: f"{t.does('reaches')} {t.position()}.",
    # Projects.
    "project-unmet": lambda t: f"{t.piece()} is not completed: it needs {t.amounts['need']} FLOPS.",
    "unpaid": lambda t: f"{t.does('gets')} nothing{t.because()} needs {t.amounts['need']} FLOPS.",
    "tied": tied,
    "tie-rolled": lambda t: f"{t.does('has')} {t.amounts['flops']} FLOPS in the tie.",
    "tie-token-used": lambda t: (
        f"{t.does('wins')} the tie against those without a token {t.named(t.event.causes[0])}."
    ),
    "project-won": lambda t: f"{t.does('wins')} {t.piece()} on {t.piece(1)} with {t.amounts['flops']} FLOPS.",
    "project-completed": lambda t: f"{t.piece()} is completed and discarded.",
    "tokens-gained": lambda t: f"{t.does('gets')} {t.many('tokens', 'token')} {t.piece()}{t.because()}.",
    "core-gained": lambda t: f"{t.does('gains')} {in_words(t.event.pieces[:1], t.numbers)}{t.because()}.",
    # A bonus that the winner cannot use: no such core in the supply, in a slot, or to raise.
    "bonus-lost": lambda t: f"{t.does('loses')} {t.bonus()}: there is no such core.",
    "bonus-declined": lambda t: f"{t.does('does')} not want {t.bonus()}.",
    # Algorithms.
    "flops-unspent": lambda t: f"{t.does('loses')} {t.amounts['flops']} unspent FLOPS on {t.piece()}.",
    "core-freed": lambda t: f"{t.does('frees')} {t.core()} from {t.slot()} {t.price()}.",
    "made": made,
    "core-raised": core_raised,
    "core-locked": lambda t: f"{t.does('locks')} {t.core()} into {t.slot()}.",
    # The end.
    "last-project-completed": last_project_completed,
    "game-ended": game_ended,
    "furthest": lambda t: f"{t.does('is')} furthest: {t.position()}{t.stopped()}",
    "more-trust": lambda t: (
        f"Level at {t.position()}; {t.voice.whom(t.event.seat)} {t.form('has')} more Trust{t.stopped()}"
    ),
    "shared-win": lambda t: (
        f"A shared win at {t.position()} with {t.amounts['trust']} Trust each{t.stopped()}"
    ),
}
