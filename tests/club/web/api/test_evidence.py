"""Pictures of a table's evidence on the club's web server: a real broker, real seams, and every role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from club.access.roles import Role
from club.log.events import HandOpened
from tests.club.web.gallery import Gallery, clip, photo
from tests.club.web.stand import Answer, Browser
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import Club

pytestmark = needs_mosquitto
TABLE = "/api/tournaments/1/desk/rounds/1/tables/1"
REFEREES = {Role.REFEREE, Role.HEAD_REFEREE}


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    club = Club(tmp_path_factory.mktemp("club"))
    made = Gallery(club, tmp_path_factory.mktemp("gallery"))
    yield made
    made.close()
    club.close()


@pytest.fixture(scope="module")
def referee(gallery: Gallery) -> Browser:
    return gallery.signed(Role.REFEREE)


def test_a_referee_gets_the_picture_that_the_table_has_kept(gallery: Gallery, referee: Browser) -> None:
    answer = referee.get(f"{TABLE}/evidence/{gallery.over}.jpg")
    assert (answer.status, answer.headers["content-type"], answer.body) == (200, "image/jpeg", photo())
    assert answer.headers["cache-control"] == "no-store"
    film = referee.get(f"{TABLE}/evidence/{gallery.over}.avi")
    assert (film.status, film.headers["content-type"], film.body) == (200, "video/x-msvideo", clip())


def test_the_pictures_of_each_hand_are_listed(gallery: Gallery, referee: Browser) -> None:
    (first,) = referee.get(f"{TABLE}/hands/0/evidence").data
    assert (first["line"], first["type"], first["picture"], first["clip"]) == (
        *(gallery.over, "hand_ended", True),
        True,
    )
    assert [each["line"] for each in referee.get(f"{TABLE}/hands/1/evidence").data] == [gallery.playing]
    assert referee.get(f"{TABLE}/hands/7/evidence").data == []


def test_every_other_role_gets_nothing(gallery: Gallery) -> None:
    addresses = [
        f"{TABLE}/hands/0/evidence",
        *(f"{TABLE}/evidence/{gallery.over}.{kind}" for kind in ("jpg", "avi")),
    ]
    for person, role in enumerate(Role, 900):
        browser = gallery.signed(role, person)
        expected = 200 if role in REFEREES else 403
        for path in addresses:
            answer = browser.get(path)
            assert (role, path, answer.status) == (role, path, expected)
            assert (role in REFEREES) or (b"\xff\xd8" not in answer.body)
    for path in addresses:
        assert Browser(gallery.server.port).get(path).status == 401


def test_who_plays_at_the_table_does_not_look_at_it(gallery: Gallery) -> None:
    player = gallery.signed(Role.REFEREE, gallery.evening.persons[2])
    answer = player.get(f"{TABLE}/evidence/{gallery.over}.jpg")
    assert (answer.status, answer.data["code"]) == (403, "own_table")
    assert player.get(TABLE.replace("tables/1", "tables/2") + "/hands/0/evidence").status == 200


def test_what_is_not_there_is_said_in_a_sentence(gallery: Gallery, referee: Browser) -> None:
    def fetched(path: str) -> tuple[int, str]:
        answer: Answer = referee.get(path)
        return answer.status, answer.data["message"]

    nothing = "The table gives no picture: Nothing of this is kept any more."
    assert fetched(f"{TABLE}/evidence/3.jpg") == (404, nothing)
    assert fetched(f"{TABLE}/evidence/{gallery.playing}.avi") == (404, nothing)
    assert fetched(f"{TABLE}/evidence/99999999999.jpg")[0] == 404
    assert fetched(TABLE.replace("tables/1", "tables/9") + "/evidence/3.jpg")[0] == 404


def test_standing_hands_in_play_are_seen_after_a_judge_has_opened_all_four(
    gallery: Gallery, referee: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery.table.club_link._lender, "_bare", True)
    path = f"{TABLE}/evidence/{gallery.playing}.jpg"
    for seat in range(4):
        answer = referee.get(path)
        assert (answer.status, "open the hands first" in answer.data["message"]) == (404, True)
        gallery.evening.enter(
            HandOpened(tournament=1, round=1, table=1, hand=1, seat=seat, reason="tiles are counted")
        )
    assert referee.get(path).body == photo()


def test_a_table_that_is_away_is_said_so_at_once_and_what_is_kept_is_shown(tmp_path: Path) -> None:
    club = Club(tmp_path / "club")
    gallery = Gallery(club, tmp_path)
    try:
        referee = gallery.signed(Role.REFEREE)
        assert referee.get(f"{TABLE}/evidence/{gallery.over}.jpg").status == 200
        gallery.cut()
        answer = referee.get(f"{TABLE}/evidence/{gallery.playing}.jpg")
        assert (answer.status, answer.data["message"]) == (
            503,
            "This table is not there: its pictures can be seen when it is back.",
        )
        assert referee.get(f"{TABLE}/hands/0/evidence").status == 503
        assert referee.get(f"{TABLE}/evidence/{gallery.over}.jpg").body == photo()
    finally:
        gallery.close()
        club.close()
