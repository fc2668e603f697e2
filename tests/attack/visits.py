"""Hostile requests to every address of the server, in its pages and its API."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import httpx

from quincunx.web.matches.tokens import VISITOR, Keys, cookie_name, csrf
from tests.attack.made_up import as_json, broken, changed, repeats, rubbish, rubbish_text
from tests.waiting import until

VISITOR_NAME = "somebody-who-means-no-good"
Fields = dict[str, Any]


@dataclass(frozen=True)
class Address:
    """An address of the server, with a correct request to it. A word that begins with `@` is replaced by its
    current value when it is sent (`Scene.fill`)."""

    method: str
    path: str
    fields: Fields = field(default_factory=dict)
    slow: bool = False
    """Whether a correct request makes much work, so that it is sent seldom."""

    @property
    def is_form(self) -> bool:
        return self.method == "POST" and not self.path.startswith("/api/")


MOVING = {"move": "@move", "at": "@at", "request": "@request", "take_backs": 0}
VARIANT = {"tokyo": {"start_turn": 1}}
TABLE = {
    **{"game": "king-of-tokyo", "seats": ["me", "normal"], "names": ["Ann"], "dice": "seed", "seed": "7"},
    **{"clock": 60, "variant": VARIANT, "public": True, "hints": True, "wait": False},
}
FORM = {
    **{"game": "king-of-tokyo", "seat": ["me", "friend"], "name": ["Ann", ""], "dice": "seed", "seed": "7"},
    **{"clock": "60", "variant": "[tokyo]\nstart_turn = 1\n", "public": "1", "hints": "1", "colour": "red"},
}
MATCH = "/m/@match"
API = "/api/v1/matches"
OF_MATCH = f"{API}/@match"
GAME = "king-of-tokyo"
LOOKS = [
    *("/", "/matches", f"/games/{GAME}", f"/games/{GAME}/new", f"/games/{GAME}/picture.svg", "/docs"),
    *("/settings", "/static/style.css", "/health", "/ready", "/metrics", "/openapi.json"),
    *("/desk", f"/desk/{GAME}", f"/desk/{GAME}/0123456789abcdef", "/desk/kept/0123456789"),
    *("/api/v1/games", "/api/v1/bots", f"{MATCH}/seat/@token"),
    *(MATCH + what for what in ("", "/tour", "/replay", "/result.svg", "/record.json", "/sit")),
    *(OF_MATCH + what for what in ("", "/moves", "/record", "/chances")),
]
ADDRESSES = [
    *(Address("GET", path) for path in LOOKS),
    Address("GET", f"{MATCH}/part", {"seat": "1", "last": ""}),
    Address("GET", f"{MATCH}/replay", {"at": "3", "eyes": "1"}),
    Address("GET", f"{MATCH}/frames", {"first": "0", "eyes": "1"}),
    Address("GET", f"{MATCH}/analysis", slow=True),
    Address("GET", f"{OF_MATCH}/why", {"line": 3}, slow=True),
    Address("GET", f"/games/{GAME}/pictures.svg", {"theme": "dark"}),
    Address("POST", API, TABLE),
    Address("POST", API, {"game": "idle-six", "seats": ["me"]}),
    Address("POST", f"{OF_MATCH}/join", {"name": "Ann", "colour": "red", "word": "w", "secret": "s" * 16}),
    Address("POST", f"{OF_MATCH}/start", {"word": "w", "hash": "", "request": "@request"}),
    Address("POST", f"{OF_MATCH}/word", {"word": "w", "hash": "0" * 64}),
    *(Address("POST", f"{OF_MATCH}/moves", MOVING) for _ in range(4)),
    Address("POST", f"{OF_MATCH}/undo", {"answer": "ask", "take_backs": 0, "request": "@request"}),
    Address("POST", f"{OF_MATCH}/chat", {"text": "hello", "request": "@request"}),
    Address("POST", f"{OF_MATCH}/mute", {"seat": 2, "on": True}),
    Address("POST", f"{OF_MATCH}/leave", {"seat": 1}),
    Address("POST", f"{OF_MATCH}/return"),
    Address("POST", f"{OF_MATCH}/hint", slow=True),
    Address("POST", "/matches", FORM),
    Address("POST", f"{MATCH}/join", {"token": "@token", "name": "Ann", "colour": "red", "word": "w"}),
    Address("POST", f"{MATCH}/start", {"word-1": "w", "hash-1": ""}),
    Address("POST", f"{MATCH}/word", {"word-1": "w", "hash-1": "0" * 64}),
    *(Address("POST", f"{MATCH}/move", {**MOVING, "seat": "1", "takes": "0"}) for _ in range(4)),
    Address("POST", f"{MATCH}/undo", {"seat": "1", "answer": "ask", "takes": "0"}),
    Address("POST", f"{MATCH}/chat", {"seat": "1", "text": "hello", "request": "@request"}),
    Address("POST", f"{MATCH}/mute", {"seat": "1", "whom": "2", "on": "1"}),
    Address("POST", f"{MATCH}/look", {"toggle": "dice", "on": "1"}),
    Address("POST", f"{MATCH}/play-on", {"at": "3", "seat": "1"}),
    *(Address("POST", MATCH + what, {"seat": "1"}) for what in ("/leave", "/return", "/resign", "/rematch")),
    *(Address("POST", MATCH + what, {"seat": "1"}) for what in ("/delete", "/forget", "/close-help")),
    Address("POST", f"{MATCH}/why", {"seat": "1", "line": "3"}, slow=True),
    Address("POST", "/settings", {"theme": "dark", "numbers": "plain", "back": "/"}),
    Address("POST", f"/desk/{GAME}/runs", {"base": '{"tokyo": {"start_turn": 1}}', "players": "2",
            "bot": "greedy", "games": "100", "n.tokyo.start_turn": "1"}, slow=True),
    Address("POST", "/desk/kept/0123456789/rename", {"title": "Mine"}),
    Address("POST", "/desk/kept/0123456789/matches", {"seat": ["me", "normal"]}),
]  # fmt: skip
QUICK = [each for each in ADDRESSES if not each.slow]
SLOW = [each for each in ADDRESSES if each.slow]
SELDOM = 0.002
"""The share of slow requests that are sent: each keeps a core busy for a second or more."""
HEADERS = [
    *(
        "accept",
        "accept-language",
        "authorization",
        "content-length",
        "content-type",
        "cookie",
        "expect",
        "host",
    ),
    *("last-event-id", "origin", "sec-fetch-site", "x-forwarded-for", "x-forwarded-proto"),
]


@dataclass(frozen=True)
class Visit:
    """A request, before current values are filled in."""

    address: Address
    fields: Any
    kind: str
    """The format of its body: `json`, `form`, `file` or `none`."""
    path: str
    query: Fields
    headers: dict[str, str]
    match: int
    """The match of the scene."""
    holder: int
    """The holder of the token."""
    broken: bytes | None = None


def visit(rng: random.Random, slow: bool = False) -> Visit:
    address = rng.choice(SLOW if slow and rng.random() < SELDOM else QUICK)
    right = address.fields
    wrong = rng.randrange(10)
    fields = changed(rng, right) if wrong < 6 and right else right
    kind = "form" if address.is_form else "json" if address.method == "POST" else "none"
    path, headers, data = address.path, dict[str, str](), None
    if wrong == 6:
        kind = rng.choice(["json", "form", "file", "none"])
        fields = rubbish(rng) if kind == "json" else fields
    elif wrong == 7:
        parts = path.split("/")
        parts[rng.randrange(1, len(parts))] = rubbish_text(rng)
        path = "/".join(parts)
    elif wrong == 8:
        headers = {rng.choice(HEADERS): rubbish_text(rng) for _ in range(2)}
    elif wrong == 9:
        data = broken(rng, body(kind, fields)[0])
    query = fields if address.method == "GET" and isinstance(fields, dict) else {}
    return Visit(address, fields, kind, path, query, headers, rng.randrange(3), rng.randrange(4), data)


def body(kind: str, fields: Any) -> tuple[bytes, str]:
    """Return the bytes of a request's body, and the name of their type."""
    if kind == "json":
        return as_json(fields), "application/json"
    if kind == "none" or not isinstance(fields, dict):
        return b"", ""
    if kind == "form":
        return _urlencoded(fields), "application/x-www-form-urlencoded"
    parts = []
    for name, value in fields.items():
        file = '; filename="x.toml"' if name == "variant" else ""
        head = f'--cut\r\ncontent-disposition: form-data; name="{name}"{file}\r\n\r\n{value}\r\n'
        parts.append(head.encode(errors="surrogatepass"))
    return b"".join([*parts, b"--cut--\r\n"]), "multipart/form-data; boundary=cut"


def _urlencoded(fields: Fields) -> bytes:
    text = {
        name: [str(each) for each in value] if isinstance(value, list) else _say(value)
        for name, value in fields.items()
    }
    return urlencode(text, doseq=True, errors="surrogatepass").encode()


def _say(value: Any) -> str:
    return as_json(value).decode() if isinstance(value, dict | int | float) else str(value)


class Scene:
    """The tables that are attacked: waiting, in play and over, with all tokens that open them."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.sent = 0
        self._numbers: Iterator[int] = itertools.count()
        self.matches: list[tuple[str, list[str], str]] = []

    async def begin(self) -> None:
        """Set the tables anew."""
        self.matches = []
        for seats, wait in ((["me", "friend"], True), (["me", "me"], False), (["me", "normal"], False)):
            made = (await self._ask("POST", API, {"game": GAME, "seats": seats, "wait": wait})).json()
            tokens = [seat["token"] for seat in made["seats"]]
            self.matches.append((made["id"], tokens, made["creator"]))
        over, (token, *_), _ = self.matches[2]
        await self._ask("POST", f"{API}/{over}/leave", {}, token)

        async def is_over() -> bool:
            told = await self._ask("GET", f"{API}/{over}", None, token)
            return bool(told.json()["phase"] == "over")

        await until(is_over)

    async def _ask(self, method: str, path: str, sent: Any, token: str = "") -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self._let_in(method, path, json=sent, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer

    async def _let_in(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Return the answer, repeating the request while the server asks to come later."""

        async def answered() -> httpx.Response | None:
            answer = await self.http.request(method, path, **sent)
            return None if answer.status_code == 429 else answer

        answer: httpx.Response = await until(answered)
        return answer

    async def send(self, visit: Visit) -> httpx.Response:
        """Send a request, repeating it while the server asks to come later."""
        match, tokens, creator = self.matches[visit.match % len(self.matches)]
        token = [*tokens, creator, ""][visit.holder % (len(tokens) + 2)]
        known: Fields = {"@match": match, "@token": token, "@request": f"r{next(self._numbers)}"}
        if visit.fields is not visit.address.fields or "@move" in str(visit.fields):
            known |= await self._now(match, token)
        fields = _filled(visit.fields, known)
        if visit.address.is_form and isinstance(fields, dict):
            fields = {"csrf": csrf(VISITOR_NAME), **fields}
        data, content = body(visit.kind, fields)
        keys = Keys(dict(enumerate(tokens)), creator).write() if visit.holder < 3 else ""
        headers = {"cookie": f"{VISITOR}={VISITOR_NAME}; {cookie_name(match)}={keys}; tables={match}-1"}
        headers |= {"content-type": content} if content else {}
        headers |= {"authorization": f"Bearer {token}"} if visit.address.path.startswith("/api/") else {}
        headers |= {name: _header(value) for name, value in visit.headers.items()}
        encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        path = "/".join(quote(str(known.get(part, part)), safe="", errors="surrogatepass")
                        for part in visit.path.split("/"))  # fmt: skip
        query = f"?{_urlencoded(visit.query).decode()}" if visit.query else ""
        data = data if visit.broken is None else visit.broken
        asked = path[:6000] + query[:6000]
        answer = await self._let_in(visit.address.method, asked, content=data, headers=encoded)
        self.sent += 1
        return answer

    async def _now(self, match: str, token: str) -> Fields:
        headers = {"authorization": f"Bearer {token}"}
        answer = await self.http.get(f"{API}/{match}/moves", headers=headers)
        told = answer.json() if answer.status_code == 200 else {}
        return {"@at": told.get("at", 0), "@move": (told.get("moves") or ["keep all"])[0]}


def _filled(value: Any, known: Fields, depth: int = 0) -> Any:
    """Return the fields with current values; what lies deep, made up to be deep, stays as it is."""
    if isinstance(value, dict) and depth < 10:
        return {key: _filled(each, known, depth + 1) for key, each in value.items()}
    if isinstance(value, list) and depth < 10:
        return [_filled(each, known, depth + 1) for each in value]
    return known.get(value, value) if isinstance(value, str) else value


def _header(value: str) -> str:
    """Return a text that a header can carry."""
    return "".join(
        c for c in value.encode(errors="replace").decode("latin-1") if c.isprintable() or c == "\t"
    )[:3000]


def complaint(answer: httpx.Response) -> str:
    """Return what is wrong with an answer; empty if nothing is."""
    if answer.status_code >= 500:
        return f"{answer.status_code}: {answer.text[:300]}"
    if answer.status_code >= 400 and (again := repeats(answer.text) if len(answer.text) < 8000 else ""):
        return f"repeats {again}"
    return ""
