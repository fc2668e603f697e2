"""Fair dice commit first: the commitment is shown before any word is given, and every word gets in."""

import datetime
import re

import pytest
from markupsafe import escape

from quincunx.match import proof, record
from quincunx.match.chance import FairDice, word_hash
from quincunx.match.match import Match, verify
from quincunx.web.matches import rematch
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.tokens import Keys
from tests.web.clients import Browser, House, Program, Programs

pytestmark = pytest.mark.anyio


async def table(house: House, *seats: str, **more: object) -> Programs:
    return await house.create("bitcoin-mining", *seats, **{"dice": "fair", "seed": "", "wait": True, **more})


async def take(programs: Programs, seat: int, **given: str) -> Program:
    """Let a friend join, and give a word or its hash."""
    answer = await programs[seat].post("/join", name=f"Friend {seat}", **given)
    assert answer.status_code == 200, answer.text
    return Program(programs.creator.house, programs.match, answer.json()["token"])


async def dice_of(house: House, match: str) -> FairDice:
    live = await house.host.registry.get(match)
    dice = playing(live).chance.own
    assert isinstance(dice, FairDice)
    return dice


def playing(live: LiveMatch) -> Match:
    assert live.match is not None
    return live.match


async def let_time_run_out(house: House, match: str) -> None:
    live = await house.host.registry.get(match)
    live.head.reveal_by = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC).isoformat()


async def test_the_commitment_is_in_every_answer_before_a_word_is_given(house: House) -> None:
    async with house.http() as http:
        asked = {"game": "bitcoin-mining", "seats": ["me", "friend"]}
        made = (await http.post("/api/v1/matches", json=asked)).json()
    live = await house.host.registry.get(made["id"])
    assert live.match is None
    assert made["commitment"] == live.head.chance().header().commitment
    friend = Program(house, made["id"], made["seats"][1]["token"])
    watcher = house.watcher(made["id"])
    assert (await watcher.view())["chance"]["commitment"] == made["commitment"]
    assert (await friend.post("/join", word="mine")).json()["commitment"] == made["commitment"]


async def test_the_words_of_all_get_in_also_the_creators_by_start(house: House) -> None:
    programs = await table(house, "me", "friend", "friend")
    await take(programs, 2, word="two")
    await take(programs, 3, word="three")
    assert (await programs[1].view())["phase"] == "waiting"
    assert (await programs.creator.post("/start", word="one")).json()["phase"] == "playing"
    chance = (await programs[1].view())["chance"]
    assert (chance["nonce"], chance["words"]) == ("one two three", ["one", "two", "three"])
    assert (await dice_of(house, programs.match)).nonce == "one two three"


async def test_a_program_at_a_table_of_several_is_asked_unless_it_says_otherwise(house: House) -> None:
    wanted = {"dice": "fair", "seed": ""}
    asked = await house.create("bitcoin-mining", "me", "me", **wanted)
    assert (await asked[1].view())["phase"] == "waiting"
    for seat in (1, 2):
        await asked[seat].post("/word", word=f"word {seat}")
    assert (await dice_of(house, asked.match)).words == ["word 1", "word 2"]
    unasked = await house.create("bitcoin-mining", "me", "me", **wanted, wait=False)
    assert (await unasked[1].view())["phase"] == "playing"
    live = await house.host.registry.get(unasked.match)
    assert proof.wordless() in proof.not_proved(playing(live).record())
    assert str(escape(proof.wordless())) in await house.browser().open(f"/m/{unasked.match}")


async def test_a_program_alone_gives_its_hash_with_the_table(house: House) -> None:
    given = {"dice": "fair", "seed": "", "hash": word_hash("mine")}
    alone = await house.create("bitcoin-mining", "me", "greedy", **given)
    assert (await alone[1].view())["chance"]["missing"] == [1]
    assert (await alone[1].post("/word", word="mine")).json()["phase"] == "playing"
    assert (await dice_of(house, alone.match)).words == ["mine", ""]


async def test_it_begins_when_all_words_are_in(house: House) -> None:
    programs = await table(house, "me", "friend")
    assert (await programs[1].view())["chance"]["missing"] == [1, 2]
    await take(programs, 2)
    assert (await programs[1].view())["chance"]["missing"] == [1]
    assert (await programs[1].post("/word", word="one")).json()["phase"] == "playing"
    assert (await dice_of(house, programs.match)).words == ["one", ""]


async def test_a_word_can_be_changed_until_all_are_in(house: House) -> None:
    programs = await table(house, "me", "friend")
    await programs[1].post("/word", hash=word_hash("first"))
    await programs[1].post("/word", word="second")
    await take(programs, 2)
    assert (await dice_of(house, programs.match)).words == ["second", ""]
    refused = await programs[1].post("/word", word="third")
    assert refused.status_code == 409


async def test_devices_keep_their_words_until_all_are_in_and_then_reveal_them(house: House) -> None:
    programs = await table(house, "me", "friend")
    friend = await take(programs, 2, hash=word_hash("theirs"))
    await programs[1].post("/word", hash=word_hash("mine"))
    live = await house.host.registry.get(programs.match)
    view = await friend.view()
    assert (view["phase"], view["chance"]["missing"]) == ("waiting", [1, 2])
    assert 25 <= view["chance"]["reveal_in"] <= 30
    assert view["chance"]["hashes"] == [word_hash("mine"), word_hash("theirs")]
    assert (await friend.post("/word", word="another")).status_code == 422
    assert (await friend.post("/word", hash=word_hash("another"))).status_code == 422
    assert (await friend.post("/word", word="theirs")).json()["phase"] == "waiting"
    # What one device has revealed is not shown to another that could still keep its own.
    assert "theirs" not in (await programs[1].get()).text
    house.host.registry.drop(live)
    assert (await programs[1].post("/word", word="mine")).json()["phase"] == "playing"
    assert (await programs[1].post("/word", word="mine")).status_code == 200
    dice = await dice_of(house, programs.match)
    assert (dice.words, dice.nonce) == (["mine", "theirs"], "mine theirs")
    assert dice.hashes == [word_hash("mine"), word_hash("theirs")]


async def test_without_a_word_that_is_not_revealed_it_goes_on_when_time_is_up(house: House) -> None:
    programs = await table(house, "me", "friend")
    friend = await take(programs, 2, hash=word_hash("theirs"))
    await programs[1].post("/word", word="mine")
    # Open words are fixed, too, before anyone reveals another.
    assert (await friend.view())["chance"]["hashes"] == [word_hash("mine"), word_hash("theirs")]
    early = await programs.creator.post("/start")
    assert early.status_code == 409
    assert "Friend 2 has 30 seconds left" in early.json()["error"].replace("29", "30")
    assert (await house.watcher(programs.match).post("/start")).status_code == 403
    await let_time_run_out(house, programs.match)
    assert (await friend.post("/start")).json()["phase"] == "playing"
    dice = await dice_of(house, programs.match)
    assert (dice.words, dice.hashes) == (["mine", ""], ["", word_hash("theirs")])
    house.host.registry.drop(await house.host.registry.get(programs.match))
    assert (await dice_of(house, programs.match)).header() == dice.header()


async def test_start_may_give_a_hash_or_reveal_one(house: House) -> None:
    programs = await table(house, "me", "greedy")
    await programs.creator.post("/start", hash=word_hash("mine"))
    assert (await programs[1].view())["chance"]["missing"] == [1]
    assert (await programs[1].post("/word", word="mine")).json()["phase"] == "playing"
    programs = await table(house, "me", "friend")
    await programs[1].post("/word", hash=word_hash("mine"))
    assert (await programs.creator.post("/start", word="mine")).json()["phase"] == "playing"
    dice = await dice_of(house, programs.match)
    assert (dice.words, dice.hashes) == (["mine", ""], [word_hash("mine"), ""])


@pytest.mark.parametrize(
    "given",
    [{"word": "a", "hash": word_hash("a")}, {"hash": "A" * 64}, {"hash": "ab"}],
)
async def test_what_is_neither_a_word_nor_a_hash_is_refused_and_changes_nothing(
    house: House, given: dict[str, str]
) -> None:
    programs = await table(house, "me", "friend")
    for refused in (
        await programs[1].post("/word", **given),
        await programs[2].post("/join", **given),
        await programs.creator.post("/start", **given),
    ):
        assert refused.status_code == 422
    live = await house.host.registry.get(programs.match)
    assert [(seat.taken, seat.bot, seat.pledge) for seat in live.seats] == [(True, "", ""), (False, "", "")]


async def test_a_start_that_is_refused_late_changes_nothing(house: House) -> None:
    """A word that cannot be written, given openly after its hash: the open seat was a bot's by then."""
    programs = await table(house, "me", "friend")
    assert (await programs[1].post("/word", hash=word_hash(" odd "))).status_code == 200
    assert (await programs.creator.post("/start", word=" odd ")).status_code == 422
    live = await house.host.registry.get(programs.match)
    assert [(seat.taken, seat.bot) for seat in live.seats] == [(True, ""), (False, "")]
    assert (await programs[2].post("/join", name="Bob")).status_code == 200


async def test_who_has_no_seat_has_no_word(house: House) -> None:
    programs = await table(house, "friend", "friend")
    assert (await programs.creator.post("/start", word="mine")).status_code == 422
    assert (await programs.creator.post("/start")).json()["phase"] == "playing"


async def test_dice_from_a_seed_say_who_chose_it(house: House) -> None:
    for seed, by in (("7", "Ann"), ("", "the server")):
        programs = await house.create("bitcoin-mining", "me", "friend", names=["Ann"], dice="seed", seed=seed)
        assert (await house.watcher(programs.match).view())["chance"]["seed_by"] == by
        page = await house.browser().open(f"/m/{programs.match}/seat/{programs[2].token}")
        assert f"The dice come from a seed that {by} chose. Whoever knows it knows every roll." in page
        assert (await programs[1].post("/word", word="mine")).status_code == 409


async def test_against_the_house_the_commitment_comes_before_the_first_roll(house: House) -> None:
    ann = house.browser()
    await ann.open("/")
    page = await ann.send("/matches", game="king-of-tokyo", seat=["me", "greedy"], wait="1")
    live = await house.host.registry.get(ann.match)
    assert live.match is None
    assert live.head.chance().header().commitment in page
    assert "could compute the coming rolls" in page
    assert 'name="word-1"' in page
    await ann.send(f"/m/{ann.match}/start", **{"word-1": "abracadabra"})
    assert (await dice_of(house, ann.match)).words == ["abracadabra", ""]


async def test_friends_see_the_commitment_where_they_are_asked_for_their_word(house: House) -> None:
    ann, bob = house.browser(), house.browser()
    await ann.open("/")
    page = await ann.send("/matches", game="bitcoin-mining", seat=["me", "friend"], name=["Ann", ""])
    match = ann.match
    link = re.search(r'class="seat-link".*?value="[^"]*(/m/\w+/seat/\w+)"', page)
    assert link
    live = await house.host.registry.get(match)
    commitment = live.head.chance().header().commitment
    assert commitment in page
    joining = await bob.open(link[1])
    assert commitment in joining
    assert 'data-word="2"' in joining
    await bob.send(f"/m/{match}/join", token=bob.hidden("token"), name="Bob", hash=word_hash("bobs"))
    assert live.match is None
    await ann.send(f"/m/{match}/word", **{"hash-1": word_hash("anns")})
    page = await bob.open(f"/m/{match}")
    assert 'data-reveal="1 2"' in page
    await bob.send(f"/m/{match}/word", **{"word-2": "bobs"})
    await ann.open(f"/m/{match}")
    await ann.send(f"/m/{match}/word", **{"word-1": "anns"})
    assert (await dice_of(house, match)).words == ["anns", "bobs"]


async def test_page_and_api_show_the_digest_of_the_record(house: House) -> None:
    programs = await house.create("bitcoin-mining", "greedy", "random", dice="fair", seed="")
    live = await house.host.registry.get(programs.match)
    await house.host.settle(live, 20)
    async with house.http() as http:
        text = (await http.get(f"/m/{programs.match}/record.json")).content
    saved = record.decode(text, "record.json")
    assert verify(saved).over
    view = await house.watcher(programs.match).view()
    assert view["result"]["digest"] == saved.digest == record.digest(saved)
    page = await house.browser().open(f"/m/{programs.match}")
    assert saved.digest in page
    assert "data-check" in page


async def test_a_word_that_cannot_be_written_is_refused(house: House) -> None:
    programs = await table(house, "me", "friend")
    async with house.http() as http:
        answer = await http.post(
            f"{programs[1].path}/word",
            content=b'{"word": "\\ud800"}',
            headers={"content-type": "application/json", "authorization": f"Bearer {programs[1].token}"},
        )
    assert answer.status_code == 422
    ann = house.browser()
    await ann.open("/")
    await ann.send("/matches", game="idle-six", seat="me", wait="1")
    await ann.send(f"/m/{ann.match}/start", **{"word-1": "x" * 500})
    assert (await dice_of(house, ann.match)).words == ["x" * 64]


async def reveal(house: House, alone: Browser) -> FairDice:
    """Let the device of somebody who plays alone give the hash of `mine`, and reveal it now."""
    live = await house.host.registry.get(alone.match)
    assert live.phase == "waiting"
    assert 'data-reveal="1"' in alone.page
    assert f'data-commitment="{live.head.chance().header().commitment}"' in alone.page
    # Another server, or this one when it comes again, knows no less.
    house.host.registry.drop(live)
    await alone.send(f"/m/{alone.match}/word", **{"word-1": "mine"})
    dice = await dice_of(house, alone.match)
    assert (dice.words[0], dice.hashes[0]) == ("mine", word_hash("mine"))
    return dice


async def finish_alone(house: House, alone: Browser) -> None:
    await alone.send(f"/m/{alone.match}/leave")
    live = await house.host.registry.get(alone.match)
    await house.host.settle(live, 20)
    assert live.phase == "over"


async def test_who_plays_alone_is_asked_nothing_and_their_device_gives_a_word(house: House) -> None:
    """In a match against bots, in a rematch of it and in one that goes on from a position of it."""
    alone, given = house.browser(), {"hash": word_hash("mine")}
    await alone.open("/")
    await alone.send("/matches", game="king-of-tokyo", seat=["me", "normal"], **given)
    assert 'name="word-1"' not in alone.page
    first = await reveal(house, alone)
    await finish_alone(house, alone)
    old = alone.match
    await alone.open(f"/m/{old}")
    await alone.send(f"/m/{old}/rematch", **given)
    again = await reveal(house, alone)
    await alone.open(f"/m/{old}/replay?at=9")
    await alone.send(f"/m/{old}/play-on", at="9", seat="1", **given)
    later = await reveal(house, alone)
    assert len({dice.commitment for dice in (first, again, later)}) == 3
    await finish_alone(house, alone)
    saved = record.decode((await alone.http.get(f"/m/{alone.match}/record.json")).content, "record.json")
    before = record.decode((await alone.http.get(f"/m/{old}/record.json")).content, "record.json")
    assert saved.branch == record.Branch(9, old, before.digest)
    assert saved.moves[:9] == before.moves[:9]
    assert verify(saved).over


async def test_without_a_script_who_plays_alone_begins_at_once_and_reads_what_that_leaves_open(
    house: House,
) -> None:
    alone = house.browser()
    await alone.open("/")
    await alone.send("/matches", game="king-of-tokyo", seat=["me", "normal"])
    assert (await house.host.registry.get(alone.match)).phase == "playing"
    assert str(escape(proof.wordless())) in alone.page
    for wrong in ("x" * 64, "abc"):
        await alone.open("/")
        await alone.send("/matches", game="king-of-tokyo", seat=["me", "normal"], hash=wrong)
        assert alone.status == 422


async def test_a_rematch_asks_everybody_for_a_word(house: House) -> None:
    programs = await table(house, "me", "friend", wait=False)
    friend = await take(programs, 2)
    for program in (programs[1], friend):
        await program.post("/leave")
    await house.host.settle(await house.host.registry.get(programs.match), 20)
    old = await house.host.registry.get(programs.match)
    tokens = {0: programs[1].token, 1: friend.token}
    new, first = await rematch.rematch(house.host, old, Keys({0: tokens[0]}))
    assert (new.phase, [seat.pledge for seat in new.seats]) == ("waiting", ["", ""])
    _, second = await rematch.rematch(house.host, old, Keys({1: tokens[1]}))
    assert new.phase == "waiting"
    at_first = Program(house, new.id, first.seats[0])
    assert (await at_first.view())["chance"]["missing"] == [1, 2]
    await at_first.post("/word", hash=word_hash("one"))
    await Program(house, new.id, second.seats[1]).post("/word", word="two")
    assert (await at_first.post("/word", word="one")).json()["phase"] == "playing"
    assert (await dice_of(house, new.id)).words == ["one", "two"]


async def test_two_at_one_screen_are_asked_again_in_a_rematch(house: House) -> None:
    both = house.browser()
    await both.play_now("bitcoin-mining", seat=["me", "me"], name=["Ann", "Bob"])
    live = await house.host.registry.get(both.match)
    for seat in (0, 1):
        await house.host.leave(live, seat, seat)
    await house.host.settle(live, 20)
    await both.open(f"/m/{both.match}")
    page = await both.send(f"/m/{both.match}/rematch", seat="1")
    assert 'name="word-1"' in page
    assert 'name="word-2"' in page
