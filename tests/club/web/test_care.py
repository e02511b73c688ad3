"""Upkeep of a club's computer over HTTP: for its director alone, and not while a round is played."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from club.access.roles import Role
from club.log.events import GameRecorded, RoundClosed, RoundStarted
from club.web.care import Upkeep
from tests.club.web.stand import EVENT, Browser, Stand


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path)
    yield made
    made.close()


def codes(browser: Browser) -> list[tuple[int, str]]:
    """Of a look, a wish, a look into the network and both files."""
    asked = [browser.get("/care.json"), browser.post("/care", {"what": "backup", "place": "here"})]
    asked += [
        browser.post("/care/look", {}),
        *(browser.get(f"/host/{what}.zip") for what in ("backup", "support")),
    ]
    return [(each.status, each.data["code"]) for each in asked]


def test_a_stranger_and_whoever_does_not_direct_the_club_are_refused(stand: Stand) -> None:
    others = [stand.signed(role) for role in Role if role not in (Role.DIRECTOR, Role.PLAYER)]
    of_one_event = stand.signed(Role.DIRECTOR, tournament=EVENT)
    for browser in (stand.browser(), *others, of_one_event):
        assert codes(browser) == [(403, "forbidden")] * 5
    assert stand.computer.started == []


def test_the_director_looks_after_it(stand: Stand) -> None:
    director = stand.signed(Role.DIRECTOR)
    assert director.get("/care.json").data["here"] is True
    assert director.post("/care", {"what": "backup", "place": "here"}).data == {"code": "ok"}
    assert stand.computer.started == ["jantaku-care@backup:here.service"]


def test_another_site_s_page_that_the_director_has_open_asks_for_nothing(stand: Stand) -> None:
    director = stand.signed(Role.DIRECTOR)
    director.csrf = "guessed"
    answer = director.post("/care", {"what": "reset"})
    assert (answer.status, answer.data["code"], stand.computer.started) == (403, "forbidden", [])


@pytest.mark.parametrize("what", ["reset", "back"])
def test_what_stops_the_hub_waits_for_the_round(stand: Stand, what: str) -> None:
    director = stand.signed(Role.DIRECTOR)
    stand.tournament()
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    assert director.post("/care", {"what": what}).data == {"code": "round"}
    assert director.post("/care", {"what": "backup", "place": "here"}).data == {"code": "ok"}
    stand.computer.started.clear()
    scores = (46500, 25300, 34100, 14100)
    for table in (1, 2):
        stand.enter(GameRecorded(tournament=EVENT, round=1, table=table, source="sheet", scores=scores))
    stand.enter(RoundClosed(tournament=EVENT, round=1))
    assert director.post("/care", {"what": what}).data == {"code": "ok"}


def test_a_backup_is_downloaded_with_the_log_and_without_the_brokers_passwords(
    stand: Stand, tmp_path: Path
) -> None:
    (tmp_path / "broker").mkdir()
    (tmp_path / "broker/join.toml").write_text("password = 'secret'")
    answer = stand.signed(Role.DIRECTOR).get("/host/backup.zip")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.body)) as packed:
        assert sorted(packed.namelist()) == ["backup.json", "club.db"]
        packed.extract("club.db", tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "out/club.db")) as log:
        assert log.execute("PRAGMA quick_check").fetchone() == ("ok",)


def test_a_report_is_downloaded(stand: Stand) -> None:
    answer = stand.signed(Role.DIRECTOR).get("/host/support.zip")
    assert answer.status == 200
    with zipfile.ZipFile(io.BytesIO(answer.body)) as packed:
        assert {"about.json", "doctor.txt", "log.txt", "files.txt"} <= set(packed.namelist())


def test_what_cannot_be_made_says_why(tmp_path: Path) -> None:
    made = Stand(tmp_path)
    made.upkeep = Upkeep(made.computer.desk, tmp_path / "nothing")
    made.restart()
    answer = made.signed(Role.DIRECTOR).get("/host/backup.zip")
    made.close()
    assert answer.status == 500
    assert b"holds no data" in answer.body


def test_beside_a_table_its_page_looks_after_both(tmp_path: Path) -> None:
    made = Stand(tmp_path)
    made.upkeep = Upkeep(None, tmp_path)
    made.restart()
    director = made.signed(Role.DIRECTOR)
    found = director.get("/care.json").status, director.get("/host/backup.zip").status
    made.close()
    assert found == (404, 200)
