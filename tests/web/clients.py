"""Programs and browsers that visit a server, without a network."""

import contextlib
import itertools
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from quincunx.web import app as applications
from quincunx.web.app import create_app
from quincunx.web.matches.service import MatchService
from quincunx.web.server.limits import Limits

HERE = "http://quincunx.test"
_requests = itertools.count()


class House:
    """A server, and its visitors."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    @property
    def host(self) -> MatchService:
        host: MatchService = self.app.state.host
        return host

    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE, trust_env=False)

    async def create(self, game: str, *seats: str, **more: Any) -> "Programs":
        """Create a match, and return a program at each of its seats that a person takes."""
        asked = {"game": game, "seats": list(seats), "dice": "seed", "seed": "7", **more}
        answer = await self.http().post("/api/v1/matches", json=asked)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        people = {seat["seat"]: Program(self, made["id"], seat["token"]) for seat in made["seats"]}
        return Programs(made["id"], people, Program(self, made["id"], made["creator"]))

    def watcher(self, match: str) -> "Program":
        return Program(self, match, "")

    def browser(self) -> "Browser":
        return Browser(self.http())


class Program:
    """A program with one token of one match."""

    def __init__(self, house: House, match: str, token: str) -> None:
        self.house = house
        self.match = match
        self.token = token
        self.path = f"/api/v1/matches/{match}"

    async def get(self, what: str = "") -> httpx.Response:
        async with self.house.http() as http:
            return await http.get(self.path + what, headers=self._headers())

    async def post(self, what: str, **body: Any) -> httpx.Response:
        async with self.house.http() as http:
            return await http.post(self.path + what, json=body, headers=self._headers())

    async def view(self) -> dict[str, Any]:
        answer = await self.get()
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    async def move(self, name: str, at: int | None = None, request: str = "") -> httpx.Response:
        at = (await self.view())["at"] if at is None else at
        return await self.post("/moves", move=name, at=at, request=request or f"r{next(_requests)}")

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


class Programs:
    """The programs at the seats of one match, by the number of their seat."""

    def __init__(self, match: str, people: dict[int, Program], creator: Program) -> None:
        self.match = match
        self.people = people
        self.creator = creator

    def __getitem__(self, seat: int) -> Program:
        return self.people[seat]


class Browser:
    """A browser without scripts: pages and forms, cookies kept."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.page = ""
        self.status = 0
        self.path = ""

    async def open(self, path: str) -> str:
        return self._saw(await self.http.get(path, follow_redirects=True))

    async def send(self, path: str, /, **fields: Any) -> str:
        """Fill in and send a form of the page that is open."""
        found = re.search(r'name="csrf" value="([^"]*)"', self.page)
        fields = {"csrf": found[1] if found else "", **fields}
        return self._saw(await self.http.post(path, data=fields, follow_redirects=True))

    async def play_now(self, game: str, **fields: Any) -> str:
        """Go from the lobby to the match, and press `Begin` where it is asked for words first."""
        await self.open("/")
        await self.send("/matches", game=game, **fields)
        if ">Begin</button>" in self.page:
            await self.send(f"{self.path}/start")
        return self.page

    @property
    def match(self) -> str:
        return self.path.split("/")[2]

    def hidden(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page)
        assert found, f"no hidden field {name}"
        return found[1]

    def _saw(self, answer: httpx.Response) -> str:
        self.page, self.status, self.path = answer.text, answer.status_code, answer.url.path
        return self.page


@contextlib.asynccontextmanager
async def open_house(database: str, limits: Limits, pace: float = 0.0) -> AsyncIterator[House]:
    app = create_app(database, limits, pace)
    async with app.router.lifespan_context(app):
        yield House(app)


@contextlib.asynccontextmanager
async def second_house(database: str, limits: Limits, pace: float = 0.0) -> AsyncIterator[House]:
    """Start another server on the same database. It ignores the lock of SQLite, so that two servers can be
    tested on a file, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(applications, "locked", lambda _: contextlib.nullcontext())
        async with open_house(database, limits, pace) as house:
            yield house
