"""A hand is read and valued over HTTP: answers, limits, and whatever else is sent."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.hand.answers import HandReading
from controller.hand.proposal import proposal
from controller.hand.reader import HandReader, NoPictureError
from controller.hand.reading import reading
from controller.web.hand import LARGEST_PICTURE, MINUTE_S, PICTURES, SLOTS, Hands, Pace, worth
from controller.web.hand_server import HandWeb
from engine.explain.words import LANGUAGES
from engine.play.apply import replay
from engine.state.events import GameStarted
from engine.state.hand import Game
from screens import SHARED
from tests.controller.hand.laid import Table

pytestmark = pytest.mark.skipif(
    not (SHARED / "vendor" / "mqtt.js").is_file(),
    reason="the screens' libraries are missing: run `python screens/vendor.py`",
)
HAND: dict[str, Any] = {
    "tiles": "123m456p789s2z2z5s6s",
    "win_tile": "7s",
    "seat": 1,
    "from": 0,
    "dealer": 0,
    "round_wind": "E",
    "riichi": True,
}


class Laid(HandReader):
    """Sees one hand in whatever is a picture to it."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def read(self, content: bytes) -> HandReading:
        if not content.startswith(b"picture"):
            raise NoPictureError
        self.may_go_on.wait(20)
        tiles = Table().lay("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 5s 6s").lay("7s", gap=0.6).tiles
        return reading(tiles, proposal(tiles), (1000, 1000), 1.0)


@pytest.fixture
def reader() -> Laid:
    return Laid()


@pytest.fixture
def web(reader: Laid) -> Iterator[HandWeb]:
    made = HandWeb(Hands(reader=reader), "127.0.0.1", 0)
    made.start()
    yield made
    reader.may_go_on.set()
    made.stop()


def post(web: HandWeb, path: str, body: bytes, **headers: str) -> tuple[int, Any]:
    request = urllib.request.Request(web.urls[0].replace("hand.html", path), body, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            said = error.read().decode()
            return error.code, json.loads(said) if said.startswith("{") else said


def get(web: HandWeb, path: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(web.urls[0].replace("hand.html", path), timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_a_picture_is_answered_by_the_hand_that_it_shows(web: HandWeb) -> None:
    status, found = post(web, "hand/read", b"picture")
    assert status == 200
    assert (len(found["hand"]), found["sets"]) == (13, [])
    assert found["seen"][found["win"]]["tile"] == "7s"
    assert all(0 <= part <= 1 for tile in found["seen"] for corner in tile["quad"] for part in corner)


def test_what_is_no_picture_is_refused_by_one_sentence(web: HandWeb) -> None:
    for body in (b"", b"no such thing", b"\xff\xd8\xff"):
        status, found = post(web, "hand/read", body)
        assert (status, found["code"]) == (415, "no_picture")


def test_a_picture_that_is_too_large_is_not_taken_in(web: HandWeb) -> None:
    line = HTTPConnection("127.0.0.1", int(web.urls[0].rpartition(":")[2].partition("/")[0]), timeout=60)
    line.putrequest("POST", "/hand/read")
    line.putheader("Content-Length", str(LARGEST_PICTURE + 1))
    line.endheaders()
    with closing(line), line.getresponse() as answer:
        assert (answer.status, str(LARGEST_PICTURE) in answer.read().decode()) == (413, True)


def test_other_addresses_take_no_pictures(web: HandWeb) -> None:
    assert post(web, "hand/value", bytes(100_000))[0] == 413


def test_more_pictures_than_there_is_room_for_are_asked_to_come_again(web: HandWeb, reader: Laid) -> None:
    reader.may_go_on.clear()
    answers: list[int] = []
    senders = [
        threading.Thread(target=lambda: answers.append(post(web, "hand/read", b"picture")[0]))
        for _ in range(SLOTS + 2)
    ]
    for sender in senders:
        sender.start()
    while answers.count(503) < 2:
        assert all(status == 503 for status in answers)
    reader.may_go_on.set()
    for sender in senders:
        sender.join()
    assert sorted(answers) == [200] * SLOTS + [503] * 2
    assert post(web, "hand/read", b"picture")[0] == 200


def test_a_picture_that_never_comes_whole_keeps_nobody_out(web: HandWeb) -> None:
    port = int(web.urls[0].rpartition(":")[2].partition("/")[0])
    with ExitStack() as lines:
        for _ in range(SLOTS):
            line = lines.enter_context(closing(HTTPConnection("127.0.0.1", port, timeout=60)))
            line.putrequest("POST", "/hand/read")
            line.putheader("Content-Length", "1000")
            line.endheaders(b"p")
        assert post(web, "hand/read", b"picture")[0] == 200


def test_an_address_may_send_so_many_pictures_in_a_minute() -> None:
    now = 0.0
    pace = Pace(PICTURES, lambda: now)
    assert [pace.allows("a") for _ in range(PICTURES + 1)] == [True] * PICTURES + [False]
    assert pace.allows("b")
    now = MINUTE_S
    assert pace.allows("a")


def test_only_so_many_addresses_are_remembered_those_that_asked_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.web.hand.ADDRESSES", 2)
    pace = Pace(1, lambda: 0.0)
    assert [pace.allows(each) for each in "ab"] == [True, True]
    assert [pace.allows(each) for each in "ab"] == [False, False]
    assert [pace.allows(each) for each in "cb"] == [True, False]
    assert pace.allows("a")


def test_who_sends_too_many_is_told_so(web: HandWeb) -> None:
    answers = [post(web, "hand/read", b"no picture")[0] for _ in range(PICTURES + 1)]
    assert answers == [415] * PICTURES + [429]
    assert post(web, "hand/value", json.dumps(HAND).encode())[0] == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_is_valued_with_its_reasons_in_the_readers_language(web: HandWeb, language: str) -> None:
    status, found = post(web, f"hand/value?lang={language}", json.dumps(HAND).encode())
    assert (status, found["ok"], found["yaku"], found["han"], found["fu"]) == (
        200,
        True,
        [["riichi", 1]],
        1,
        40,
    )
    assert found["points"] == 1300
    assert {"yaku", "fu", "price"} <= {line["topic"] for line in found["reasons"]}


def test_the_rules_are_those_of_the_table() -> None:
    open_tanyao = {**HAND, "tiles": "234m567p2255s", "melds": [{"type": "chi", "tiles": "678s"}]}
    asked = json.dumps({**open_tanyao, "win_tile": "5s", "riichi": False}).encode()
    rrc, japanese = (worth(asked, {"preset": preset}, "en") for preset in ("rrc", "japanese"))
    assert rrc is not None
    assert japanese is not None
    assert rrc.ok
    assert japanese.ok
    assert Hands("classical", options={"classical.x": 1}).rules == {"preset": "rrc", "options": {}}


def test_a_hand_is_valued_by_the_rules_of_the_game_that_is_played() -> None:
    """Those of the host or the club, with their options; a hand that names its rules by these."""
    hands = Hands("rrc", options={"call.open_tanyao": False})
    open_tanyao = {**HAND, "tiles": "234m567p2255s", "melds": [{"type": "chi", "tiles": "678s"}]}
    asked = {**open_tanyao, "win_tile": "5s", "riichi": False}

    def faults(**more: object) -> list[str]:
        found = worth(json.dumps({**asked, **more}).encode(), hands.rules, "en")
        assert found is not None
        return found.faults

    assert faults() == ["NO_YAKU"]
    assert faults(preset="rrc") == []
    game: Game | None = replay([GameStarted("ema")])
    hands.follow(lambda: game)
    assert faults() == []
    game = replay([GameStarted("ema", options={"call.open_tanyao": False})])
    assert faults() == ["NO_YAKU"]
    game = replay([GameStarted("classical")])
    assert faults() == ["NO_YAKU"], "no hand of riichi is valued by those"


def test_why_a_hand_is_no_win_is_said() -> None:
    found = worth(json.dumps({**HAND, "riichi": False}).encode(), {"preset": "rrc"}, "en")
    assert found is not None
    assert (found.ok, found.faults) == (False, ["NO_YAKU"])
    assert (found.points, found.han, found.fu, found.yakuman) == (0, 0, 0, 0)
    assert found.reasons[0].text == "The hand is complete but has no yaku."


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"tiles": "123m"}, "TILE_COUNT"),
        ({"tiles": "7777s123m456p789p"}, "FIVE_COPIES"),
        ({"seat": 9}, "BAD_FIELD"),
    ],
)
def test_a_hand_that_cannot_be_is_reported_by_its_fault(change: dict[str, Any], fault: str) -> None:
    found = worth(json.dumps({**HAND, **change}).encode(), {"preset": "rrc"}, "en")
    assert found is not None
    assert not found.ok
    assert fault in found.faults


def test_what_is_no_question_is_refused(web: HandWeb) -> None:
    for body in (b"", b"[]", b"3", b"[" * 60_000, b"\xff"):
        assert post(web, "hand/value", body)[0] == 400
    assert post(web, "hand/value?lang=xx", json.dumps(HAND).encode())[0] == 400


@given(
    st.dictionaries(
        st.sampled_from([*HAND, "melds", "dora_indicators", "honba", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
            ),
            max_leaves=5,
        ),
    )
)
def test_whatever_is_asked_is_answered(change: dict[str, Any]) -> None:
    found = worth(json.dumps({**HAND, **change}).encode(), {"preset": "rrc"}, "en")
    assert found is not None
    assert found.ok or found.faults


def test_pages_of_other_sites_have_nothing_valued(web: HandWeb) -> None:
    assert post(web, "hand/value", json.dumps(HAND).encode(), origin="http://elsewhere.example")[0] == 403


def test_the_server_of_the_hand_has_its_page_and_no_other(web: HandWeb) -> None:
    assert b"hand.webmanifest" in get(web, "")[1]
    assert json.loads(get(web, "hand.webmanifest")[1])["start_url"] == "hand.html"
    assert get(web, "hand.worker.js")[0] == 200
    assert get(web, "table.html")[0] == 404
    assert get(web, "config.json")[0] == 404
