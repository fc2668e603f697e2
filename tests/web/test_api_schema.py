"""Whatever is sent to the API, it answers as its description says. Schemathesis makes up what to send."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from quincunx.web.app import create_app
from quincunx.web.serve import listen
from tests.web.conftest import NO_LIMITS
from tests.web.servers import free_port

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread, so that its limits can be lifted."""
    folder: Path = tmp_path_factory.mktemp("web")
    port = free_port()
    config = uvicorn.Config(create_app(f"sqlite:///{folder}/quincunx.db", NO_LIMITS), log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listen("127.0.0.1", port)]})
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def match(address: str) -> dict[str, str]:
    """A match that is going on, and the token of a seat in it."""
    made = httpx.post(f"{address}/api/v1/matches", json={"game": "idle-six"}, trust_env=False).json()
    return {"id": made["id"], "token": made["seats"][0]["token"]}


@schema.exclude(path_regex="/events$").parametrize()
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_the_api_keeps_its_word(case: schemathesis.Case[Any], address: str, match: dict[str, str]) -> None:
    case.call_and_validate(base_url=address, checks=CHECKS)
    if "match" in (case.path_parameters or {}):
        case.path_parameters["match"] = match["id"]
        token = {"Authorization": f"Bearer {match['token']}"}
        case.call_and_validate(base_url=address, checks=CHECKS, headers=token)
