"""Forged headers change nothing: only a proxy that the operator named says who asks, and by which name."""

import re
from pathlib import Path

import httpx
import pytest

from quincunx.web.app import create_app
from quincunx.web.server.gate import address_of, origin_of
from quincunx.web.server.limits import Limits
from tests.web.clients import House, open_house
from tests.web.servers import serving

pytestmark = pytest.mark.anyio

FORGED = {"host": "evil.example", "x-forwarded-for": "192.0.2.77", "x-forwarded-proto": "https"}


def at(client: str, **more: object) -> dict[str, object]:
    return {"type": "http", "scheme": "http", "client": (client, 1), "server": ("10.0.0.1", 8000), **more}


def test_a_link_begins_with_an_address_of_ours_whatever_the_request_says() -> None:
    def origin(host: str, **more: object) -> str:
        return origin_of(at("192.0.2.1", headers=[(b"host", host.encode())], **more))

    for ours in ("192.168.1.5:8000", "localhost:8000", "[::1]:8000", "127.0.0.1"):
        assert origin(ours) == f"http://{ours}"
    for forged in (
        "evil.example",
        "localhost@evil.example",
        "127.0.0.1/x",
        "evil.example#localhost",
        "[",
        "1:x",
        "",
    ):
        assert origin(forged) == "http://10.0.0.1:8000", forged
    assert origin("evil.example", server=("::1", 80)) == "http://[::1]"


def test_a_visitor_with_many_addresses_of_one_network_is_one() -> None:
    assert address_of(at("2001:db8::1")) == address_of(at("2001:db8::ffff:1")) == "2001:db8::/64"
    assert address_of(at("2001:db8:0:1::1")) != "2001:db8::/64"
    assert address_of(at("::ffff:192.0.2.1")) == address_of(at("192.0.2.1")) == "192.0.2.1"
    assert address_of({"type": "http", "client": None}) == ""


async def test_a_forged_address_does_not_escape_the_limits(database: str) -> None:
    async with open_house(database, Limits(rate=0.001, burst=5)) as house:
        asked = [
            {"x-forwarded-for": f"192.0.2.{number}", "forwarded": "for=192.0.2.9"} for number in range(7)
        ]
        statuses = [(await house.http().get("/health", headers=headers)).status_code for headers in asked]
        assert statuses == [200] * 5 + [429] * 2


async def test_a_forged_name_is_in_no_link(house: House) -> None:
    asked = {"game": "idle-six", "seats": ["me"]}
    made = await house.http().post("/api/v1/matches", json=asked, headers=FORGED)
    assert "evil" not in made.text
    match = made.json()["id"]
    for path in (f"/m/{match}", f"/m/{match}/part", "/", "/matches", "/openapi.json"):
        answer = await house.http().get(path, headers=FORGED)
        assert answer.status_code == 200
        assert "evil" not in answer.text + str(answer.headers), path
        assert "secure" not in answer.headers.get("set-cookie", "").lower()


async def test_a_named_proxy_is_believed(database: str) -> None:
    app = create_app(database, Limits(rate=0.001, burst=5), proxies="127.0.0.1")
    async with app.router.lifespan_context(app):
        http = House(app).http()
        headers = [{**FORGED, "x-forwarded-for": f"192.0.2.{number}"} for number in range(7)]
        answers = [await http.get("/matches", headers=each) for each in headers]
        assert [answer.status_code for answer in answers] == [200] * 7
        assert "secure" in answers[0].headers["set-cookie"].lower()


def test_a_real_server_believes_the_proxy_on_its_own_machine_only_if_it_is_named(tmp_path: Path) -> None:
    asked = {"game": "idle-six", "seats": ["me"]}

    def link(address: str) -> str:
        made = httpx.post(f"{address}/api/v1/matches", json=asked, headers=FORGED, trust_env=False)
        return re.sub("/m/.*", "", made.json()["seats"][0]["link"])

    with serving(tmp_path) as server:
        assert link(server.address) == server.address
    with serving(tmp_path, "--proxy", "127.0.0.1") as server:
        assert link(server.address) == "https://evil.example"
