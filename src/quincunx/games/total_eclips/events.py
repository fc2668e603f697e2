"""The events of Total eClips as sentences. Pieces and causes are names of game.toml, places and faces."""

from collections import Counter
from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.names import (
    amount,
    core_title,
    cost,
    face_word,
    in_words,
    place_title,
    showing,
    token_title,
)
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import PLACE_NAMES
from quincunx.text.grammar import Voice, count, listed
from quincunx.text.phrasing import Teller


class EClipsTeller(Teller[Parts]):
    """The sentence of one event for one reader."""

    def named(self, word: str) -> str:
        if word in PLACE_NAMES:
            return place_title(word)
        if any(token.slug == word for token in self.numbers.tokens):
            return token_title(word, self.numbers)
        return next((project.name for project in self.numbers.projects if project.slug == word), word)

    def cause(self) -> str:
        return self.named(self.event.causes[0])

    def kind(self) -> list[str]:
        """Return the kind of core of the first piece, which also names its face."""
        return self.event.pieces[0].split()[:1]

    def core(self) -> str:
        """Return a core with its face, the first of the pieces."""
        kind, face = self.event.pieces[0].split()
        return showing(kind, face, self.numbers)

    def slot(self) -> str:
        """Return the slot of a core: its tier and algorithm follow the core among the pieces."""
        return f"slot {self.event.pieces[1].upper()} of {self.piece(2)}"

    def price(self) -> str:
        """Return the price paid to an algorithm; gifts of a project are free."""
        if self.event.causes[0] not in PLACE_NAMES:
            return f"for free, the bonus of {self.cause()}"
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
        return f'{some}the bonus "{part.text}"'

    def position(self) -> str:
        return self.numbers.track.label(self.amounts["position"])

    def stopped(self) -> str:
        rounds = self.amounts["stopped"]
        return f" (stopped after {count(rounds, 'round')})" if rounds else ""


def narrate(seat: int, move: Move, voice: Voice, numbers: Parts) -> str:
    """Return a sentence for a move that logs nothing: placing, and secret decisions."""
    match (move.verb, *move.words):
        case ("put", piece, "on", place):
            return f"{voice.does(seat, 'places')} {in_words([piece], numbers)} on {place_title(place)}."
        case ("take", "back"):
            return f"{voice.does(seat, 'takes')} everything back."
        case ("reroll", kind, face):
            return f"{voice.does(seat, 're-rolls')} a {showing(kind, face, numbers)}."
    return f"{voice.does(seat, 'is')} done."


def tell(event: Event, voice: Voice, numbers: Parts) -> str:
    # A project may be called "Hello, World!".
    return KINDS[event.kind](EClipsTeller(event, voice, numbers)).replace("!.", "!")


def placed(t: EClipsTeller) -> str:
    """Tell how many cores and tokens lie where; the board shows which."""
    lying: dict[str, Counter[str]] = {}
    for piece, place in zip(t.event.pieces[::2], t.event.pieces[1::2], strict=True):
        lying.setdefault(place, Counter())["core" if piece in KIND_NAMES else "token"] += 1
    where = [
        f"{listed([count(many, thing) for thing, many in here.items()])} on {t.named(place)}"
        for place, here in lying.items()
    ]
    held = f"; {t.amounts['kept']} kept back" if t.amounts["kept"] else ""
    return f"{t.does('places')} {', '.join(where) or 'nothing'}{held}."


def rolled(t: EClipsTeller) -> str:
    faces = listed([face_word(core.split()[1]) for core in t.event.pieces])
    return f"{t.does('rolls')} {faces} on {t.cause()}."


def core_rerolled(t: EClipsTeller) -> str:
    token = f" with a {t.cause()}" if t.event.causes else ""
    return f"{t.does('re-rolls')} a {t.core()}{token}."


def flops_counted(t: EClipsTeller) -> str:
    """Tell the parts of the FLOPS too, if they are more than the roll."""
    words = {"rolled": "rolled", "locked": "locked", "freed": "unlocked", "tokens": "from tokens"}
    made = [f"{t.amounts[name]} {word}" for name, word in words.items() if t.amounts.get(name)]
    of = f" ({', '.join(made)})" if made and not (len(made) == 1 and t.amounts["rolled"]) else ""
    return f"{t.does('has')} {t.amounts['flops']} FLOPS on {t.piece()}{of}."


def paid(t: EClipsTeller) -> str:
    piece = t.event.pieces[0]
    got = amount(t.amounts["trust"], t.amounts["clips"])
    if t.event.causes[0] == "rank":
        got = f"{got} from the track ({piece})"
    elif piece == "lying":
        got = f"the {got} that lay there"
    else:
        got = f"{got} {'as the bonus' if piece == 'bonus' else f'for {t.cause()}'}"
    return f"{t.does('gets')} {got}.{t.off_the_track()}"


def tied(t: EClipsTeller) -> str:
    return f"{t.does('is')} tied at {t.amounts['flops']} FLOPS and {t.form('rolls')} again for the bonus."


def made(t: EClipsTeller) -> str:
    things = (
        t.many("clips", "clip") if t.amounts["clips"] else in_words(["m1"] * t.amounts["cores"], t.numbers)
    )
    more = t.many("lost", "core more is", "cores more are")
    short = f" {more} not in the supply." if t.amounts["lost"] else ""
    return f"{t.does('makes')} {things} {t.price()}.{short}{t.off_the_track()}"


def core_raised(t: EClipsTeller) -> str:
    old, new, *where = t.event.pieces
    on = f" on {place_title(where[0])}" if where else ""
    raised = f"{in_words([old], t.numbers)}{on} to {core_title(new, t.numbers).removesuffix(' core')}"
    return f"{t.does('upgrades')} {raised} {t.price()}."


def core_locked(t: EClipsTeller) -> str:
    return f"{t.does('locks')} a {t.core()} into {t.slot()}: {t.amounts['flops']} FLOPS there every round."


def last_project_completed(t: EClipsTeller) -> str:
    when = "The game ends at once" if t.amounts["at-once"] else "This round is the last"
    return f"The last project is completed. {when}."


def game_ended(t: EClipsTeller) -> str:
    stopped = ", the most that are played" if t.amounts["stopped"] else ""
    return f"The game is over after {t.many('round', 'round')}{stopped}."


KINDS: dict[str, Callable[[EClipsTeller], str]] = {
    # A round.
    "round-begun": lambda t: f"Round {t.amounts['round']}.",
    "stage-begun": lambda t: f"Stage {t.amounts['stage']} begins.",
    "project-revealed": lambda t: f"New on {t.piece(1)}: {t.piece()}.",
    "placed": placed,
    "trust-laid": lambda t: f"Nobody completed {t.piece()}: {t.amounts['lying']} Trust now lies there.",
    "project-given-up": lambda t: (
        f"Nobody completed {t.piece()} again: it is discarded with its {t.amounts['lying']} Trust."
    ),
    "tokens-returned": lambda t: f"{t.does('takes')} back {t.many('tokens', 'token')}.",
    "tokens-gone": lambda t: f"{t.does('has')} used up {in_words(t.event.pieces, t.numbers)}.",
    # Rolls.
    "rolled": rolled,
    "core-rerolled": core_rerolled,
    "flops-counted": flops_counted,
    "token-idle": lambda t: f"{t.whose()} {t.piece()} does not work on {t.piece(1)}: its core is not there.",
    "paid": paid,
    "rank-reached": lambda t: f"{t.does('reaches')} {t.position()}.",
    # Projects.
    "project-unmet": lambda t: f"{t.piece()} stays: nobody reached {t.amounts['need']} FLOPS.",
    "unpaid": lambda t: f"{t.does('gets')} nothing: {t.cause()} needs {t.amounts['need']} FLOPS.",
    "tied": tied,
    "tie-rolled": lambda t: f"{t.does('rolls')} {t.amounts['flops']} FLOPS in the tie.",
    "tie-token-used": lambda t: f"{t.does('wins')} the tie with a {t.cause()}.",
    "project-won": lambda t: f"{t.does('has')} the most FLOPS on {t.piece(1)}, {t.amounts['flops']}.",
    "project-completed": lambda t: f"{t.piece()} is completed.",
    "tokens-gained": lambda t: (
        f"{t.does('gets')} {in_words(t.event.pieces[:1] * t.amounts['tokens'], t.numbers)} as the bonus."
    ),
    "core-gained": lambda t: f"{t.does('gets')} {in_words(t.event.pieces[:1], t.numbers)} as the bonus.",
    # A bonus that the winner cannot use: no such core in the supply, in a slot, or to raise.
    "bonus-lost": lambda t: f"{t.does('loses')} {t.bonus()}: there is no core for it.",
    "bonus-declined": lambda t: f"{t.does('does')} not take {t.bonus()}.",
    # Algorithms.
    "flops-unspent": lambda t: f"{t.does('leaves')} {t.amounts['flops']} FLOPS unspent on {t.piece()}.",
    "core-freed": lambda t: (
        f"{t.does('unlocks')} {t.slot()} {t.price()}: {in_words(t.kind(), t.numbers)} comes free."
    ),
    "made": made,
    "core-raised": core_raised,
    "core-locked": core_locked,
    # The end.
    "last-project-completed": last_project_completed,
    "game-ended": game_ended,
    "furthest": lambda t: f"{t.does('is')} furthest on the track, at {t.position()}{t.stopped()}",
    "more-trust": lambda t: (
        f"Level at {t.position()}; {t.voice.whom(t.event.seat)} {t.form('has')} more Trust{t.stopped()}"
    ),
    "shared-win": lambda t: (
        f"A shared win at {t.position()} with {t.amounts['trust']} Trust each{t.stopped()}"
    ),
}
