"""What `verify` finds: changed people, and a cut-off end, which a hub notes outside the database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from club.hub.config import ConfigError, load
from club.log.desk import Accepted, LogDesk
from club.log.events import Event
from club.log.faults import LogRefusal
from club.log.head import FILE, MISSED, Head
from club.log.people import seal
from club.log.people.people import Details, People
from club.log.store.marks import own
from club.log.store.store import Store
from club.process import start
from controller.cli import main
from tests.club.log.build import created, registered


@dataclass
class Club:
    """A hub's folder and its database, as long as the hub runs."""

    data: Path
    url: str
    store: Store
    desk: LogDesk
    people: People

    def change(self, *statements: str) -> None:
        for statement in statements:
            self.store.write(lambda db, said=statement: db.execute(text(said)))  # type: ignore[misc]

    def verify(self, *more: str) -> Result:
        return CliRunner().invoke(
            main, ["club", "verify", "--data", str(self.data), "--database", self.url, *more]
        )


def opened(data: Path, url: str) -> Club:
    """As a hub opens it."""
    store, head = Store(url), Head(data)
    desk, people = LogDesk(store), People(store, head.people)
    try:
        head.open(desk, store, people)
    except LogRefusal:
        store.close()
        raise
    desk.subscribe(head.entries)
    return Club(data, url, store, desk, people)


@pytest.fixture
def club(ready: str, tmp_path: Path) -> Iterator[Club]:
    data = tmp_path / "data"
    data.mkdir()
    made = opened(data, ready)
    ann = made.people.add(Details("Ann Example", "Riga", "LV", "1234", "ann@example.org"))
    made.people.name_online(ann, "tenhou", "ann777")
    made.people.change(
        made.people.add(Details("Bob Exemple")), Details("Bob Example", given="Bob", family="Example")
    )
    made.people.forget(made.people.add(Details("Eve Example")))
    entered: tuple[list[Event], ...] = ([created()], registered([1]), registered([2]))
    for number, events in enumerate(entered):
        assert isinstance(made.desk.submit(events, "ann", f"k{number}", 0), Accepted)
    yield made
    made.store.close()


def test_a_hub_that_begins_notes_where_log_and_people_are(club: Club) -> None:
    """Also where there was no note, as before an update."""
    note = club.data / FILE
    before = json.loads(note.read_text())
    state = club.desk.state
    assert (before["log"], before["seq"], before["hash"]) == (state.log, 3, state.hash)
    assert (before["change"], before["change_hash"]) == club.people.newest()
    for missing in (False, True):
        if missing:
            note.unlink()
        opened(club.data, club.url).store.close()
        assert json.loads(note.read_text()) == before


def test_people_and_log_are_as_they_were(club: Club) -> None:
    verdict = club.verify()
    assert verdict.exit_code == 0, verdict.output
    assert "All 3 entries are as they were written." in verdict.output
    assert "All 2 people are as they were entered." in verdict.output


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE people SET name = 'Mallory' WHERE id = 1", "Person 1 is not as was entered"),
        ("UPDATE people SET ema = NULL WHERE id = 1", "Person 1 is not as was entered"),
        ("UPDATE people SET contact = 'x' WHERE id = 3", "Person 3 is not as was entered"),
        ("UPDATE people SET given = 'Mallory' WHERE id = 1", "Person 1 is not as was entered"),
        ("UPDATE people SET given = NULL, family = NULL WHERE id = 2", "Person 2 is not as was entered"),
        ("UPDATE people SET family = 'x' WHERE id = 3", "Person 3 is not as was entered"),
        ("UPDATE people SET salt = NULL WHERE id = 2", "Person 2 is not as was entered"),
        ("UPDATE people SET name = NULL, salt = NULL WHERE id = 2", "Person 2 is not as was entered"),
        ("UPDATE names_online SET account = 'mallory'", "Person 1 is not as was entered"),
        ("DELETE FROM names_online", "Person 1 is not as was entered"),
        ("INSERT INTO names_online VALUES ('tenhou', 'x', 3)", "Person 3 is not as was entered"),
        ("INSERT INTO people (id, name) VALUES (77, 'Mallory')", "Person 77 was entered by nobody"),
        ("DELETE FROM people WHERE id = 2", "Person 2 is missing"),
        ("DELETE FROM people_changes WHERE seq = 2", "Change 2 of the people"),
        ("UPDATE people_changes SET digest = '' WHERE seq = 1", "Change 1 of the people"),
        ("DELETE FROM people_changes WHERE seq > 3", "Person 2 is"),
    ],
)
def test_what_was_changed_of_people_is_found_and_named(club: Club, change: str, said: str) -> None:
    club.change(change)
    verdict = club.verify()
    assert verdict.exit_code == 1
    assert said in verdict.output


def test_a_change_and_its_seal_cut_off_together_are_found_by_the_note(club: Club) -> None:
    """The chain ends earlier and is whole."""
    last = club.people.newest()[0]
    club.change("DELETE FROM people WHERE id = 3", f"DELETE FROM people_changes WHERE seq > {last - 2}")
    assert club.people.verify() == 2
    verdict = club.verify()
    assert verdict.exit_code == 1
    assert f"Change {last} of the people" in verdict.output


def test_the_seals_of_somebody_who_is_forgotten_tell_nothing(club: Club) -> None:
    """Who guesses the name cannot try it: the salt is gone."""
    with club.store.engine.connect() as db:
        rows = db.execute(text("SELECT digest FROM people_changes WHERE person = 3 ORDER BY seq")).all()
        assert db.execute(text("SELECT salt FROM people WHERE id = 3")).scalar() is None
    assert [bool(row.digest) for row in rows] == [True, False]
    guess = [None] * 4
    assert rows[0].digest != seal.digest(b"", 3, ["Eve Example", *guess], [])
    one, two = seal.salt(), seal.salt()
    assert seal.digest(one, 3, ["Eve"], []) != seal.digest(two, 3, ["Eve"], [])


@pytest.mark.parametrize("left", [2, 1])
def test_a_log_whose_end_was_cut_off_is_found_by_the_note(club: Club, left: int) -> None:
    club.change(f"DELETE FROM entries WHERE seq > {left}")
    assert club.store.verify() == left
    verdict = club.verify()
    assert verdict.exit_code == 1
    assert "Entry 3, which this hub has written, is missing" in verdict.output


def test_it_stays_found_when_a_hub_has_gone_on_with_it(club: Club) -> None:
    club.change("DELETE FROM entries WHERE seq > 2")
    club.store.close()
    again = opened(club.data, club.url)
    assert (club.data / MISSED).exists()
    assert isinstance(again.desk.submit(registered([4]), "ann", "k9", 0), Accepted)
    verdict = again.verify()
    assert verdict.exit_code == 1
    assert "Entry 3, which this hub has written, is missing" in verdict.output
    (club.data / MISSED).unlink()
    assert again.verify().exit_code == 0
    again.store.close()


def test_a_note_that_is_behind_finds_nothing_missing(club: Club) -> None:
    """It is written after the entry: a power cut may lose it."""
    note = (club.data / FILE).read_bytes()
    assert isinstance(club.desk.submit(registered([4]), "ann", "k9", 0), Accepted)
    (club.data / FILE).write_bytes(note)
    assert club.verify().exit_code == 0


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b'{"seq": "many"}', b"\xff\xfe"])
def test_half_a_note_says_nothing(club: Club, note: bytes) -> None:
    (club.data / FILE).write_bytes(note)
    assert club.verify().exit_code == 0


def test_a_note_is_for_its_owner_only_and_names_nobody(club: Club) -> None:
    assert (club.data / FILE).stat().st_mode & 0o777 == 0o600
    answer = json.loads((club.data / FILE).read_text())
    assert (answer["version"], answer["seq"], answer["hash"]) == (1, 3, club.desk.state.hash)
    assert "Ann" not in (club.data / FILE).read_text()


def test_a_note_of_a_newer_program_is_left_as_it_is(club: Club) -> None:
    (club.data / FILE).write_text('{"version": 2, "more": 1}')
    verdict = club.verify()
    assert verdict.exit_code == 1
    assert "newer version of the program (2)" in verdict.output
    assert (club.data / FILE).read_text() == '{"version": 2, "more": 1}'


def test_a_database_in_which_nothing_is_left_is_not_begun_anew(club: Club, tmp_path: Path) -> None:
    with pytest.raises(LogRefusal, match="this hub has written 3 entries"):
        opened(club.data, f"sqlite:///{tmp_path}/other.db")


def test_a_log_written_anew_is_found(club: Club, tmp_path: Path) -> None:
    other = opened(tmp_path, f"sqlite:///{tmp_path}/other.db")
    for number in range(4):
        events = registered([number]) if number else [created(place="elsewhere")]
        assert isinstance(other.desk.submit(events, "ann", f"k{number}", 0), Accepted)
    other.store.close()
    again = opened(club.data, other.url)
    verdict = again.verify()
    assert verdict.exit_code == 1
    assert "another one than this hub has written" in verdict.output
    again.store.close()


def test_a_database_of_another_club_is_not_opened(tmp_path: Path) -> None:
    wanted = {"data": tmp_path, "club": "sakura", "broker": {"url": "mqtt://127.0.0.1:1"}, "web": {"port": 0}}
    start(load(None, wanted)).close.close()
    other = load(None, wanted | {"club": "home"})
    with pytest.raises((LogRefusal, ConfigError), match="is that of the club sakura, not of home"):
        start(other)
    result = CliRunner().invoke(main, ["club", "rename", "home", "--data", str(tmp_path)])
    assert result.output == "The database is that of the club home, which was sakura.\n"
    start(other).close.close()


def test_who_owns_a_database_is_noted_once(club: Club) -> None:
    own(club.store, "sakura")
    own(club.store, "sakura")
    with pytest.raises(LogRefusal, match="jantaku club rename home"):
        own(club.store, "home")
