"""Two servers on one database: whoever was too late loses nothing of others, and nothing is told twice."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from quincunx.match.chance import word_hash
from quincunx.web.matches import rematch
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.storage.store import Store
from tests.web.clients import House, Program, Programs, open_house, second_house
from tests.web.conftest import NO_LIMITS

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("pig", "fingers")]


@pytest.fixture
async def houses(any_database: str) -> AsyncIterator[tuple[House, House]]:
    async with (
        open_house(any_database, NO_LIMITS) as house,
        second_house(any_database, NO_LIMITS) as other,
    ):
        yield house, other


def at(house: House, program: Program) -> Program:
    """Return the same token, used at another server."""
    return Program(house, program.match, program.token)


async def stored_moves(house: House, players: Programs) -> list[str]:
    stored = await house.host.registry.store.load(players.match)
    assert stored is not None
    return [move.name for move in stored.moves]


async def test_an_undo_takes_back_nothing_that_its_server_has_not_seen(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("idle-six", "me")
    await players[1].move("gain a")
    assert (await at(other, players[1]).view())["at"] == 1
    for _ in range(4):
        view = await players[1].view()
        move = next(name for name in view["moves"] if name != "done")
        assert (await players[1].move(move)).status_code == 200
    before = await stored_moves(house, players)
    assert (await at(other, players[1]).post("/undo", answer="ask")).status_code == 200
    assert await stored_moves(house, players) == before[:-1]


async def test_a_seat_is_given_to_one_person(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "friend")
    await at(other, players[2]).get()
    joins = [
        players[2].post("/join", name="Ann", secret="a" * 20),
        at(other, players[2]).post("/join", name="Bob", secret="b" * 20),
    ]
    answers = await asyncio.gather(*joins)
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    name = "Ann" if answers[0].status_code == 200 else "Bob"
    stored = await house.host.registry.store.load(players.match)
    assert stored is not None
    assert stored.seats[1].name == name


async def test_a_match_starts_once_with_the_words_of_all(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create(
        "pig", "me", "friend", dice="fair", seed="", wait=False, variant={"goal": 10**6}
    )
    await at(other, players.creator).get()
    ann = Program(house, players.match, (await players[2].post("/join", word="ann")).json()["token"])
    await at(other, players.creator).post("/start", word="another")
    for _ in range(4):
        await players[1].move("roll")
        await players[1].move("hold")
        await ann.move("roll")
        await ann.move("hold")
    stored = await house.host.registry.store.load(players.match)
    assert stored is not None
    assert stored.head.nonce == " ".join(seat.word for seat in stored.seats if seat.word)
    assert len(stored.moves) >= 8
    # Its dice are checked against the words; they would not fit if each server had its own.
    assert LiveMatch(stored).phase == "playing"


async def test_a_rename_reverts_nothing(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    await at(other, players[1]).view()
    assert (await players[1].post("/join", name="Ann", colour="green")).status_code == 200
    assert (await at(other, players[2]).post("/join", name="Bob")).status_code == 200
    for server in houses:
        if server is house and not house.host.registry.store.shared:
            continue  # It hears of the others only when it wants to change something itself.
        seats = (await at(server, players[1]).view())["seats"]
        assert [(seat["name"], seat["colour"]) for seat in seats] == [("Ann", "green"), ("Bob", "blue")]


async def test_who_moves_in_ignorance_is_refused_and_then_sees(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    twin = at(other, players[1])
    await twin.view()
    assert (await players[1].move("roll", 0, "a")).status_code == 200
    assert (await twin.move("hold", 0, "b")).status_code == 409
    assert (await twin.move("roll", 0, "a")).json() == (await players[1].move("roll", 0, "a")).json()
    assert (await twin.view())["at"] == 2


async def test_those_who_choose_at_once_do_so_on_two_servers(shared_database: str) -> None:
    async with (
        open_house(shared_database, NO_LIMITS) as house,
        open_house(shared_database, NO_LIMITS) as other,
    ):
        players = await house.create("fingers", "me", "me")
        twin = at(other, players[2])
        for turn in range(3):
            seen = (await players[1].view())["at"], (await twin.view())["at"]
            answers = await asyncio.gather(
                players[1].move("show 1", seen[0], f"a{turn}"), twin.move("show 2", seen[1], f"b{turn}")
            )
            assert [answer.status_code for answer in answers] == [200, 200]
        assert len(await stored_moves(house, players)) == 6


async def test_consent_is_given_on_another_server(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    await at(other, players[2]).view()
    await players[1].move("hold")
    await players[1].post("/undo", answer="ask")
    answer = await at(other, players[2]).post("/undo", answer="agree")
    assert answer.json() == {"at": 0, "phase": "playing"}
    assert await stored_moves(house, players) == []


async def test_what_two_servers_say_is_all_heard(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    twin = at(other, players[2])
    await twin.view()
    for number in range(3):
        said = [players[1].post("/chat", text=f"a{number}"), twin.post("/chat", text=f"b{number}")]
        assert [answer.status_code for answer in await asyncio.gather(*said)] == [200, 200]
    await twin.post("/chat", text="the last")
    lines = [line["text"] for line in (await twin.view())["chat"]]
    assert sorted(lines) == ["a0", "a1", "a2", "b0", "b1", "b2", "the last"]


async def test_leaving_and_coming_back_are_kept_apart(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    await at(other, players[2]).view()
    await players[2].post("/leave")
    await at(other, players[1]).post("/mute", seat=2)
    stored = await house.host.registry.store.load(players.match)
    assert stored is not None
    assert [seat.away for seat in stored.seats] == [False, True]
    assert stored.seats[0].mutes == {1}


async def test_a_change_that_was_stored_though_the_answer_was_lost_is_not_made_twice(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst moment for a connection to break: after the commit, before its answer."""
    from quincunx.web.storage import writer

    async with open_house(shared_database, NO_LIMITS) as house:
        players = await house.create("idle-six", "me")
        await players[1].move("gain a")
        commit = writer.Writer._commit
        broken: list[bool] = []

        async def break_after(
            self: writer.Writer, batch: list[writer.MatchChange], again: bool = False
        ) -> None:
            if broken:
                return await commit(self, batch, again)
            broken.append(True)
            lost = [replace(change, done=asyncio.Future()) for change in batch]
            await commit(self, lost)
            raise ConnectionError("lost")

        monkeypatch.setattr(writer.Writer, "_commit", break_after)
        assert (await players[1].post("/undo", answer="ask")).json()["at"] == 0
        assert broken
        stored = await house.host.registry.store.load(players.match)
        assert stored is not None
        assert len(stored.take_backs) == 1


async def test_the_second_server_on_a_file_is_refused(database: str) -> None:
    from quincunx.core.errors import UserError

    if not database.startswith("sqlite"):
        pytest.skip("this is about SQLite")
    async with open_house(database, NO_LIMITS):
        with pytest.raises(UserError, match=r"Another server uses .*quincunx.db. Stop it, name another file"):
            async with open_house(database, NO_LIMITS):
                pass
    async with open_house(database, NO_LIMITS):
        pass


async def test_many_changes_of_many_matches_never_wait_for_each_other(shared_database: str) -> None:
    async with (
        open_house(shared_database, NO_LIMITS) as house,
        open_house(shared_database, NO_LIMITS) as other,
    ):
        tables = [await house.create("pig", "me", "me") for _ in range(6)]

        async def talk(server: House, table: Programs, number: int) -> int:
            return (await at(server, table[1]).post("/chat", text=str(number))).status_code

        said = [talk(server, table, n) for n in range(4) for table in tables for server in (house, other)]
        assert set(await asyncio.gather(*said)) == {200}
        store = await Store.open(shared_database)
        for table in tables:
            stored = await store.load(table.match)
            assert stored is not None
            assert len(stored.chat) == 8
        await store.close()


async def test_a_match_that_goes_on_from_another_begins_at_all_servers(houses: tuple[House, House]) -> None:
    """One has it in memory before its first roll, the other begins it with the word that is revealed."""
    house, other = houses
    players = await house.create("bitcoin-mining", "random", "random", dice="fair", seed="")
    old = await house.host.registry.get(players.match)
    await house.host.settle(old, 20)
    whole = old.playing()
    new, keys = await rematch.play_on(house.host, old, whole, 20, 0, "here", word_hash("mine"))
    program = Program(house, new.id, keys.seats[0])
    assert (await at(other, program).view())["phase"] == "waiting"
    assert (await program.post("/word", word="mine")).json()["phase"] == "playing"
    await other.host.registry.catch_up_all()
    seen = await other.host.registry.get(new.id)
    assert [step.name for step in seen.playing().steps[:20]] == [step.name for step in whole.steps[:20]]
    assert seen.playing().record().chance == new.playing().record().chance
    assert (await at(other, program).view())["chance"]["words"] == ["mine", ""]
