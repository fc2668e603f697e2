"""People who sit at browsers: they click what is on their page, and notice what is wrong with it."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from quincunx import games
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.match.match import Match, from_record
from quincunx.text.grammar import WATCHER
from quincunx.web.matches.live_match import LiveMatch
from tests.waiting import PATIENCE, until

if TYPE_CHECKING:
    from fastapi import FastAPI
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

Found = TypeVar("Found")

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}

SEED = "8"
"""The seed of a match that is not among the longest."""

CONTROLS = "button, a, select, textarea, input:not([type=hidden]), [role=button], [role=img]"
UNNAMED = """(controls) => [...document.querySelectorAll(controls)]
  .filter((one) => !one.closest("[hidden]"))
  .filter((one) => ![one.ariaLabel, one.textContent, one.labels?.[0]?.textContent, one.title]
    .some((name) => name?.trim()))
  .map((one) => one.outerHTML.slice(0, 200))"""
DOUBLED = """() => [...document.querySelectorAll("[id], [data-key]")]
  .flatMap((one) => [one.id && `id ${one.id}`, one.dataset.key && `key ${one.dataset.key}`])
  .filter((name, index, all) => name && all.indexOf(name) !== index)"""
PRESS = """(moves) => {
  const button = document.querySelector("button[form=move]:not(:disabled)");
  if (!button) return false;
  button.value = moves;
  button.click();
  return true;
}"""
HIDE_LIKENESSES = """() => {
  const many = new Map(), names = new Map();
  for (const one of document.querySelectorAll("main *")) {
    const name = `${names.get(one.parentElement)} ${one.localName}.${one.getAttribute("class")}`;
    names.set(one, name);
    many.set(name, (many.get(name) ?? 0) + 1);
    one.classList.toggle("a-likeness", many.get(name) > 6 && !one.firstElementChild);
  }
  const sheet = new CSSStyleSheet();
  sheet.insertRule(".a-likeness { visibility: hidden !important }");
  document.adoptedStyleSheets = [sheet];
}"""
COLOURS = "{ runOnly: ['color-contrast', 'link-in-text-block'] }"
MANY = 40
"""The most moves made at once."""
WIDTH = "() => document.documentElement.scrollWidth"
AT_ONCE = """
  const wanted = { "quincunx-pace": "once", "quincunx-roll": "yes" };
  for (const game of %s) wanted[`quincunx-tour-${game}`] = "seen";
  for (const [name, value] of Object.entries(wanted)) {
    localStorage.getItem(name) ?? localStorage.setItem(name, value);
  }
"""
"""The settings of somebody who waits for nothing and wants no tour."""


SAME_WORD = "crypto.getRandomValues = (numbers) => numbers.fill(7)"
"""The word that a browser adds to the dice, so that a test plays the same match every time."""


class Served:
    """A running server: its address, and a look behind the pages.

    The server runs in a thread of this process. What changes while a match is played is therefore looked at
    inside the server's own loop, and when nobody but a person is to move: what is seen then lasts.
    """

    def __init__(self, url: str, app: "FastAPI", loop: asyncio.AbstractEventLoop, log: Path) -> None:
        self.url = url
        self.app = app
        self.log = log
        self._loop = loop

    def live(self, name: str) -> LiveMatch:
        live: LiveMatch = self.app.state.host.registry._live[name]
        return live

    def match(self, name: str) -> Match:
        return self.live(name).playing()

    def look(self, name: str, find: Callable[[LiveMatch], Found]) -> Found:
        """Return the answer of `find` for a match in which no bot is to move."""

        async def at_rest() -> Found:
            return find(await until(lambda: self._at_rest(name)))

        return asyncio.run_coroutine_threadsafe(at_rest(), self._loop).result(PATIENCE)

    def _at_rest(self, name: str) -> LiveMatch | None:
        """Return the match, if it is in memory, nobody changes it, and no bot is to move."""
        live: LiveMatch | None = self.app.state.host.registry.at_hand(name)
        return live if live and not live.lock.locked() and live.next_bot() is None else None

    def position(self, name: str, seat: int = WATCHER) -> int:
        """Return the number of steps that seat may know of, as its page counts them."""
        return self.look(name, lambda live: live.position(seat))

    def is_over(self, name: str) -> bool:
        return self.look(name, lambda live: live.playing().over)

    def moves(self, name: str, seat: int) -> list[str]:
        """Return a seat's legal moves, by name."""

        def find(live: LiveMatch) -> list[str]:
            game, state = live.game, live.playing().state
            return [game.say(state, seat, action) for action in state.legal_actions(seat)]

        return self.look(name, find)

    def advice(self, name: str, seat: int | None = None) -> tuple[int, str]:
        """Return the seat, or the first that is to move, and the move that the game's own bot would make
        there, by name."""

        def find(live: LiveMatch) -> tuple[int, str]:
            match = live.playing()
            mover = (
                next(each for each in match.state.players_to_move() if each != CHANCE)
                if seat is None
                else seat
            )
            return mover, _advised(match, match.state, mover, f"advice {len(match.steps)}")[1]

        return self.look(name, find)

    def script(self, name: str, turns: int = 0) -> "Script":
        """Return all moves that the game's own bot would make at every seat to the end of the match, or for a
        number of turns. The dice are known, since they follow from the match's seed."""
        return _script(from_record(self.look(name, lambda live: live.playing().record())), turns)

    def play_unseen(self, name: str, script: "Script") -> None:
        """Make these moves for people while nobody looks at the match."""

        async def play() -> None:
            host, live = self.app.state.host, self.live(name)
            for seat, moves in script:
                request = f"unseen {live.position(seat)}"
                await host.move(live, seat, "; ".join(moves), live.position(seat), request)
                # Who has just looked away may still be connected, and then `settle` waits for nobody.
                await until(lambda: self._at_rest(name))

        asyncio.run_coroutine_threadsafe(play(), self._loop).result(PATIENCE)


def _advised(match: Match, state: State, seat: int, seed: str) -> tuple[int, str]:
    """Return the action that the game's own bot chooses, and its name."""
    game = match.game
    action = ask(game.bots.policy(), state, seat, Rng(seed), game.header.secrets)
    return action, game.say(state, seat, action)


Script = list[tuple[int, list[str]]]
"""The seats that move, and their moves until dice fall or somebody else decides, in order."""


def _script(match: Match, turns: int) -> Script:
    script: Script = []
    while not match.over and len(script) != (turns or -1):
        seat = match.state.current_player()
        if seat == CHANCE:
            match.advance()
            continue
        moves: list[str] = []
        while seat in match.state.players_to_move() and len(moves) < MANY:
            moves.append(_advised(match, match.state, seat, f"script {len(match.steps)}")[1])
            match.play(seat, moves[-1])
        script.append((seat, moves))
    return script


class Door:
    """The door through which people come in."""

    def __init__(self, served: Served, chromium: "Browser") -> None:
        self.served = served
        self._chromium = chromium
        self.people: list[Person] = []

    def person(self, size: dict[str, int] | None = None, patient: bool = False, **options: Any) -> "Person":
        """Return somebody with a browser of their own; one who is `patient` has the default settings."""
        context = self._chromium.new_context(viewport=size or DESKTOP, base_url=self.served.url, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(SAME_WORD)
        if not patient:
            context.add_init_script(AT_ONCE % list(games.GAMES))
        person = Person(context, self.served, options.get("java_script_enabled", True))
        self.people.append(person)
        return person

    def close(self) -> None:
        complaints = [complaint for person in self.people for complaint in person.complaints]
        for person in self.people:
            person.context.close()
        assert not complaints, complaints


class Person:
    def __init__(self, context: "BrowserContext", served: Served, scripts: bool) -> None:
        self.context = context
        self.served = served
        self.ready = "#match[data-shows]" if scripts else "#match"
        """The page of a match whose script, if it may run, is at work: before, keys are lost."""
        self.complaints: list[str] = []
        self.page = self._open()

    def _open(self) -> "Page":
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: "ConsoleMessage") -> None:
        # A refused move is answered with 409 or 422, which browsers note down as errors.
        if message.type in ("error", "warning") and "status of 4" not in message.text:
            self.complaints.append(message.text)

    @property
    def match(self) -> str:
        """Return the match that is on the page."""
        return self.page.url.split("/m/")[1].split("/")[0].split("?")[0]

    @property
    def at(self) -> int:
        return int(self.page.locator("#match").get_attribute("data-at") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator("#match").get_attribute("data-phase") == "over"

    def see(self, at: int) -> None:
        """Wait until the page shows the position after that many steps which its seat may know of."""
        self.page.locator(f'#match[data-at="{at}"]').wait_for()

    def be_past(self, before: int) -> None:
        """Wait until the page shows another position. It may wait for the same person's dice again."""
        self.page.locator(f'#match:not([data-at="{before}"])').wait_for()

    def look_away(self) -> str:
        """Go to a page where nothing happens, and return the address to come back to."""
        url = self.page.url
        self.page.goto("/static/quincunx.svg")
        return url

    def come_back(self) -> None:
        """Close the page and open it again."""
        url = self.page.url
        self.page.close()
        self.page = self._open()
        self.page.goto(url)

    def play_now(self, title: str) -> None:
        """Start a match against bots from the lobby, which asks nothing before the first roll."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play {title} now").click()
        self.page.locator(f'{self.ready}:not([data-phase="waiting"])').wait_for()

    def begin(self) -> None:
        self.page.get_by_role("button", name="Begin", exact=True).click()
        self.page.locator('#match:not([data-phase="waiting"])').wait_for()

    def set_table(self, game: str, kinds: list[str], names: list[str] | None = None) -> None:
        """Set a table from the lobby, with these at the seats."""
        form = self.open_set_up(game)
        if len(kinds) > 1:
            seats = form.locator("select[name=seat]")
            for number in range(seats.count()):
                seats.nth(number).select_option(kinds[number] if number < len(kinds) else "")
        form.get_by_text("Dice, and a variant of your own").click()
        form.locator("select[name=dice]").select_option("seed")
        form.locator("input[name=seed]").fill(SEED)
        for number, name in enumerate(names or []):
            form.locator("input[name=name]").nth(number).fill(name)
        form.get_by_role("button", name="Set the table").click()
        self.page.wait_for_url("**/m/*")
        hand_over = self.page.get_by_role("button", name="I am ")
        self.page.locator(self.ready).or_(hand_over).first.wait_for()

    def open_set_up(self, game: str) -> "Locator":
        """Open the page where a table is set, by its link in the lobby, and return its form."""
        self.page.goto("/")
        self.page.locator(f'a[href="/games/{game}/new"]').click()
        # Whoever counts the seats at once would count those of the lobby: none.
        self.page.wait_for_url(f"**/games/{game}/new")
        return self.page.locator("form.set-up")

    def make(self, move: str) -> None:
        """Make a move: on the board if it can be made there, else by its button or in its text field."""
        before = self.at
        if not (self._press_on_board(move) or self._pick_on_board(move) or self._place_on_board(move)):
            self._say(move)
        self.be_sure(before)

    def make_at_once(self, moves: list[str]) -> None:
        """Make several moves in one request, pressed from inside the page: a whole match has hundreds of
        them."""
        before = self.at
        if not self.page.evaluate(PRESS, "; ".join(moves)):
            self.make(moves[0])
        self.be_sure(before)

    def be_sure(self, before: int) -> None:
        """Wait until the move is made; if the page asks whether it is meant, say yes."""
        made = self.page.locator(f'#match:not([data-at="{before}"])')
        made.or_(self.page.locator("dialog.question[open]")).first.wait_for()
        if self.page.locator("dialog.question[open]").count():
            self.page.get_by_role("button", name="Yes").click()
        self.be_past(before)

    def _press_on_board(self, move: str) -> bool:
        on_board = f':is(#board, #decision) :is([data-move="{move}"], button[form=move][value="{move}"])'
        found = self.page.locator(on_board).locator("visible=true")
        if not found.count():
            return False
        found.first.focus()
        self.page.keyboard.press("Enter")
        return True

    def _pick_on_board(self, move: str) -> bool:
        verb, *words = move.split()
        here = ":is(#board, #decision)"
        button = self.page.locator(f'{here} button[form=pick][value="{verb}"]')
        picks = [self.page.locator(f'{here} input[form=pick][value="{word}"]') for word in words]
        if not button.count() or not all(pick.count() for pick in picks):
            return False
        for pick in self.page.locator(f"{here} input[form=pick]:checked").all():
            pick.uncheck(force=True)
        for pick in picks:
            pick.first.check(force=True)
        button.first.click()
        return True

    def _place_on_board(self, move: str) -> bool:
        """Pick a piece, then press where it goes: `put m1 on unlock`."""
        verb, piece, *where = [*move.split(), "", ""]
        place = " ".join(filter(None, where))
        here = ":is(#board, #decision)"
        button = self.page.locator(f'{here} button[form=pick][value="{place}"]').locator("visible=true")
        pick = self.page.locator(f'{here} input[form=pick][type=radio][value="{piece}"]')
        hidden = self.page.locator(f'{here} input[form=pick][type=hidden][value="{verb}"]')
        if not (place and hidden.count() and pick.count() and button.count()):
            return False
        if not pick.is_checked():
            pick.check(force=True)
        button.first.click()
        return True

    def step_away(self) -> None:
        """Let a bot play on."""
        self.choose("Step away")
        back = self.page.get_by_role("button", name="Take my seat back")
        back.or_(self.page.locator(".ending")).first.wait_for()

    def choose(self, name: str) -> None:
        """Press a button in the menu, which folds it."""
        self.page.locator("#settings > summary").click()
        self.page.locator("#settings").get_by_role("button", name=name).click()

    def let_the_house_play(self) -> None:
        """Let a bot play to the end of the match while nobody looks, and come back."""
        name = self.match
        self.step_away()
        address = self.look_away()
        assert self.served.is_over(name)
        self.page.goto(address)
        self.page.locator(".ending").wait_for()

    def unfold_moves(self) -> None:
        """Unfold the list of moves, which is folded where a board offers them too."""
        moves = self.page.locator("#moves")
        if moves.get_attribute("open") is None:
            moves.locator("summary").first.click()

    def _say(self, move: str) -> None:
        self.unfold_moves()
        group = self.page.locator(f"#group-{move.split()[0]}")
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        button = group.locator(f'button[value="{move}"]')
        if button.count():
            button.click()
        else:
            group.locator("input[type=text]").fill(move)
            group.locator("form button").click()

    def faults(self, sizes: Iterable[dict[str, int]]) -> dict[str, list[str]]:
        """Return the faults of any impact that axe-core finds on the page at these sizes, by day and by
        night.

        A theme changes nothing but colours: by night only these are looked at, and at a few of what is alike.
        """
        found: dict[str, list[str]] = {}
        for theme, rules in (("light", "{}"), ("dark", COLOURS)):
            self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            for size in sizes:
                self.page.set_viewport_size(size)  # type: ignore[arg-type]
                if theme == "dark":
                    self.page.evaluate(HIDE_LIKENESSES)
                found[f"{size['width']} {theme}"] = self._faults(rules)
                self.page.evaluate("document.adoptedStyleSheets = []")
        return {where: faults for where, faults in found.items() if faults}

    def _faults(self, options: str) -> list[str]:
        axe = pytest.importorskip("axe_playwright_python")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
        found = self.page.evaluate(f"axe.run(document, {{ resultTypes: ['violations'], ...{options} }})")
        return [
            f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    def look_around(self) -> None:
        """Check that everything has a name, nothing sticks out, and events are read aloud."""
        page = self.page
        assert page.evaluate(UNNAMED, CONTROLS) == []
        assert page.evaluate(DOUBLED) == []
        assert page.evaluate(WIDTH) <= (page.viewport_size or DESKTOP)["width"]
        assert page.locator("[aria-live]").count()
