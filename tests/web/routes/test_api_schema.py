"""The API answers any request as its description says. Schemathesis makes up the requests."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from quincunx.web.app import create_app
from tests.waiting import block_until
from tests.web.conftest import NO_LIMITS
from tests.web.servers import in_thread

pytestmark = pytest.mark.slow

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server in a thread, so that its limits can be lifted, and return its address."""
    folder: Path = tmp_path_factory.mktemp("web")
    with in_thread(create_app(f"sqlite:///{folder}/quincunx.db", NO_LIMITS)) as (port, _):
        yield f"http://127.0.0.1:{port}"


class Phase:
    """A match in one phase, and the tokens that it knows: of a seat, of an open seat, of the creator."""

    def __init__(self, address: str, phase: str) -> None:
        self.phase = phase
        self._http = httpx.Client(base_url=address, trust_env=False)
        seats = ["me", "friend"] if phase == "waiting" else ["me", "me"]
        wanted = {"game": "king-of-tokyo", "seats": seats, "wait": phase == "waiting"}
        made = self._http.post("/api/v1/matches", json=wanted).json()
        self.id = made["id"]
        self.tokens = [made["seats"][0]["token"], made["seats"][1]["token"], made["creator"]]
        if phase == "over":
            for token in self.tokens[:2]:
                self._ask("POST", "/leave", token)
            block_until(lambda: self._ask("GET", "", "")["phase"] == "over")

    def _ask(self, method: str, what: str, token: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        sent: dict[str, Any] | None = {} if method == "POST" else None
        answer = self._http.request(method, f"/api/v1/matches/{self.id}{what}", headers=headers, json=sent)
        told: dict[str, Any] = answer.json()
        return told

    def legal(self, token: str) -> tuple[int, list[str]]:
        """Return what the seat of a token has seen, and the moves it may make."""
        told = self._ask("GET", "/moves", token)
        return told.get("at", 0), told.get("moves", [])


@pytest.fixture(scope="module")
def phases(address: str) -> list[Phase]:
    return [Phase(address, phase) for phase in ("waiting", "playing", "over")]


_turns = itertools.cycle(itertools.product(range(3), range(3)))
"""Return the phase that is next, and whose token."""


@schema.exclude(path_regex="/events$").parametrize()
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_the_api_keeps_its_word(case: schemathesis.Case[Any], address: str, phases: list[Phase]) -> None:
    if "match" not in (case.path_parameters or {}):
        case.call_and_validate(base_url=address, checks=CHECKS)
        return
    phase, holder = next(_turns)
    place = phases[phase]
    if place.phase == "waiting" and case.path.endswith(("/join", "/start", "/leave")):
        place = Phase(address, "waiting")  # It is begun or taken after that.
    token = place.tokens[holder]
    case.path_parameters["match"] = place.id
    if case.path.endswith("/moves") and case.method == "POST" and isinstance(case.body, dict):
        at, moves = place.legal(token)
        case.body |= {"at": at, "move": moves[0]} if moves else {}
    headers = {"Authorization": f"Bearer {token}"}
    answer = case.call_and_validate(base_url=address, checks=CHECKS, headers=headers)
    assert answer.status_code != 404


def test_the_api_knows_no_match_of_any_name(address: str) -> None:
    for path in ("", "/moves", "/record"):
        answer = httpx.get(f"{address}/api/v1/matches/0123456789{path}", trust_env=False)
        assert answer.status_code == 404
        assert answer.json() == {"error": "There is no such match here."}
