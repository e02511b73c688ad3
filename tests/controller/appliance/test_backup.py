"""Backups: made while the table runs, without the hand that is played."""

from __future__ import annotations

import errno
import io
import os
import resource
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from controller.appliance import backup as packing
from controller.appliance.backup import BackupError, looked_at, make, save, wanted
from controller.appliance.running_hand import without_running_hand
from controller.config import load
from controller.table.games import Games
from controller.table.journal import read
from engine.play.apply import replay
from engine.state import events as ev
from runtime.clock import CLOCK
from tests.controller.appliance.saved import GAMES, SECRET, TAKEN, names, packed
from tests.controller.history.test_hands import game, write
from tests.mine import mine


def test_it_has_what_a_table_needs_and_the_hosts_own_has_no_accounts(data: Path) -> None:
    assert names(packed(data)) == TAKEN | {"broker/accounts.json"}
    assert names(packed(data, whole=False)) == TAKEN


def text_of(found: zipfile.ZipFile) -> str:
    return "\n".join(found.read(name).decode("utf-8", "replace") for name in found.namelist())


def test_the_hosts_backup_has_no_secret_and_still_makes_a_table(data: Path, tmp_path: Path) -> None:
    found = packed(data, whole=False)
    assert SECRET not in text_of(found)
    (tmp_path / "bare.toml").write_bytes(found.read("table.toml"))
    config = load(tmp_path / "bare.toml")
    assert (config.broker.url, config.broker.password) == ("mqtts://controller@hub.local:8883", "")
    assert config.camera.source == "rtsp://eye@10.0.0.9/1"


@pytest.mark.parametrize("whole", [True, False])
def test_no_line_of_the_hand_that_is_played_leaves_the_table(data: Path, whole: bool) -> None:
    lines = (data / "games/g000002-b.jsonl").read_bytes().splitlines(keepends=True)
    (start,) = [n for n, line in enumerate(lines) if b'"hand_started"' in line][1:]
    found = packed(data, whole=whole)
    assert found.read("games/g000002-b.jsonl") == b"".join(lines[:start])
    assert found.read("games/g000001-a.jsonl") == (data / "games/g000001-a.jsonl").read_bytes()
    dealt = next(line for line in lines[start:] if b'"dealt"' in line)
    assert dealt not in text_of(found).encode()


def test_what_is_left_of_the_game_goes_on(data: Path, tmp_path: Path) -> None:
    found = packed(data)
    again = tmp_path / "again/games"
    again.mkdir(parents=True)
    for name in GAMES:
        (again.parent / name).write_bytes(found.read(name))
    games = Games(again.parent)
    path = games.unfinished()
    assert path is not None
    table = games.open(path)
    assert table.game is not None
    assert table.game.in_play is None
    assert sum(isinstance(event, ev.HandEnded) for event in table.events) == 1
    table.close()


def corrected(folder: Path, ended: int) -> Path:
    """A game whose hand number `ended` has its end taken back, after another one had begun."""
    events = game(3, seen=True, finish=False)
    table = write(folder, "g000001-a", events)
    at = [n for n, event in enumerate(events) if isinstance(event, ev.HandEnded)][ended]
    table.submit(ev.Correct(at, len(events) - at, ()))
    assert table.game is not None
    assert table.game.in_play is not None, "that hand is played again"
    table.close()
    return folder / "g000001-a.jsonl"


@pytest.mark.parametrize("ended", [0, 1])
def test_a_hand_that_is_open_again_stays_out_as_well(ended: int, tmp_path: Path) -> None:
    path = corrected(tmp_path, ended)
    left = without_running_hand(path)
    assert left is not None
    assert left.count(b'"type":"hand_started"') == ended
    assert left.count(b'"type":"dealt"') == ended


def test_every_moment_of_a_game_leaves_only_hands_that_are_over(tmp_path: Path) -> None:
    events = game(2, seen=True)
    for length in range(1, len(events) + 1, 7):
        write(tmp_path / str(length), "g000001-a", events[:length]).close()
        path = tmp_path / str(length) / "g000001-a.jsonl"
        left = without_running_hand(path)
        assert left is not None
        path.write_bytes(left)
        kept = replay(read(path).events, trust=True)
        assert kept is not None
        assert kept.in_play is None
        over = sum(isinstance(event, ev.HandEnded) for event in events[:length])
        assert left.count(b'"type":"hand_started"') == over


def test_a_damaged_journal_of_the_last_game_stays_out(data: Path) -> None:
    path = data / "games/g000002-b.jsonl"
    path.write_bytes(path.read_bytes()[:2000] + b"xx" + path.read_bytes()[2002:])
    assert "games/g000002-b.jsonl" not in names(packed(data))


def test_a_database_that_is_written_meanwhile_is_that_of_one_moment(tmp_path: Path) -> None:
    """A hub's; both accounts together always have 1000, and what was deleted is gone."""
    file, done = tmp_path / "club.db", threading.Event()
    with closing(sqlite3.connect(file, isolation_level=None)) as log:
        log.executescript(
            "PRAGMA journal_mode = WAL; CREATE TABLE a (n INT, x); INSERT INTO a VALUES (400, ''), (600, '')"
        )
        log.execute("INSERT INTO a VALUES (0, ?)", ("forgotten-person" * 100,))
        log.execute("DELETE FROM a WHERE n = 0")

    def work() -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as log:
            while not done.is_set():
                log.execute("BEGIN IMMEDIATE")
                log.execute("UPDATE a SET n = n + 1 WHERE rowid = 1")
                log.execute("UPDATE a SET n = n - 1 WHERE rowid = 2")
                log.execute("COMMIT")

    writer = threading.Thread(target=work)
    writer.start()
    try:
        for turn in range(5):
            copy = tmp_path / f"copy{turn}"
            copy.write_bytes(packed(tmp_path).read("club.db"))
            assert b"forgotten-person" not in copy.read_bytes()
            with closing(sqlite3.connect(copy)) as kept:
                assert kept.execute("SELECT sum(n) FROM a").fetchone() == (1000,)
    finally:
        done.set()
        writer.join()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (sqlite3.SQLITE_FULL, "full"),
        (sqlite3.SQLITE_IOERR | 3 << 8, "worn"),
        (sqlite3.SQLITE_READONLY, "read_only"),
        (sqlite3.SQLITE_BUSY, "other"),
        (sqlite3.SQLITE_CORRUPT, "broken_data"),
    ],
)
def test_only_damaged_data_are_called_damaged(
    number: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence says that they are damaged, and to restore a backup or to reset."""

    def fails(*_: Any, **__: Any) -> Any:
        error = sqlite3.OperationalError("as SQLite says it")
        error.sqlite_errorcode = number
        raise error

    (tmp_path / "club.db").touch()
    monkeypatch.setattr(sqlite3, "connect", fails)
    with pytest.raises(BackupError, match="cannot be copied") as told:
        save(tmp_path, tmp_path / "a.zip")
    assert told.value.code == code


def test_a_copy_that_does_not_fit_says_nothing_of_the_data(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "club.db")) as log:
        log.execute("CREATE TABLE a AS SELECT randomblob(200000) AS x")
        log.commit()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(BackupError) as told:
            save(tmp_path, tmp_path / "a.zip")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert told.value.code in {"worn", "full"}


def test_the_clubs_note_is_never_ahead_of_its_log(tmp_path: Path) -> None:
    for name in ("club.db", "club.head"):
        (tmp_path / name).touch()
    order = packed(tmp_path).namelist()
    assert order.index("club.head") < order.index("club.db")


@pytest.mark.parametrize(
    "path",
    [
        "../table.toml",
        "games/../lock",
        "/etc/passwd",
        "/table.toml",
        "games/../../table.toml",
        "",
        "lock",
        "broker/here",
        ".table.toml.1f.new",
        "commands.sqlite",
    ],
)
def test_nothing_else_is_ever_part_of_a_backup(path: str) -> None:
    assert not wanted("table", PurePosixPath(path), whole=True)


def test_data_of_nobody_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="holds no data"):
        make(tmp_path, io.BytesIO(), whole=True)


def test_a_folder_keeps_the_newest(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "holiday.zip").touch()
    made = []
    for day in range(4):
        monkeypatch.setattr(CLOCK, "now_ms", lambda day=day: 86_400_000 * day)
        made.append(save(data, stick, keep=2)[0])
    assert set(stick.iterdir()) == {*made[-2:], stick / "holiday.zip"}
    assert (made[-1].stat().st_mode & 0o777) == 0o600


DAY_MS = 86_400_000


@pytest.mark.parametrize(
    ("days", "left"),
    [
        ((8, 9, 0), {9 * DAY_MS, 0}),
        ((9, 9, 1, 2), {1 * DAY_MS, 2 * DAY_MS}),
        ((5, 0, 6), {5 * DAY_MS, 6 * DAY_MS}),
    ],
    ids=["1970", "a clock that was ahead", "a clock that was behind"],
)
def test_the_backup_just_made_stays_whatever_the_clock_says(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: tuple[int, ...], left: set[int]
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for day in days:
        monkeypatch.setattr(CLOCK, "now_ms", lambda day=day: DAY_MS * day)
        assert save(data, stick, keep=2)[0].exists()
    made = {manifest.at_ms for each in stick.iterdir() if (manifest := looked_at(each)) is not None}
    assert made == left


def test_another_computer_of_the_same_name_keeps_its_own(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Computers that nobody has named are called the same, and one stick goes round all of them."""
    stick = tmp_path / "stick"
    stick.mkdir()
    for day, computer in enumerate(("west", "west", "east", "east", "east")):
        monkeypatch.setattr(packing, "machine", lambda computer=computer: computer)
        monkeypatch.setattr(CLOCK, "now_ms", lambda day=day: DAY_MS * day)
        save(data, stick, keep=2)
    found = [manifest for each in sorted(stick.iterdir()) if (manifest := looked_at(each)) is not None]
    assert [(each.machine, each.at_ms // DAY_MS) for each in found] == [
        ("west", 0),
        ("west", 1),
        ("east", 3),
        ("east", 4),
    ]


def test_a_backup_is_written_under_its_last_name_before_it_is_said_to_be_there(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAT writes size and place of a file with the file: synchronised under its first name alone, it was
    empty under its last one in a virtual machine whose plug was pulled."""
    synced: list[str] = []
    sync = os.fsync

    def syncs(file: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{file}"))  # noqa: PTH115
        sync(file)

    mine(monkeypatch, os, fsync=syncs)
    file, _ = save(data, tmp_path)
    assert synced[-2:] == [str(file), str(tmp_path)]


def test_a_stick_that_is_pulled_while_it_is_written(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says so; a later backup removes the half that was written to the stick."""
    stick = tmp_path / "stick"
    stick.mkdir()

    def pulled(*_: Any, **__: Any) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as gone:
        mine(gone, os, fsync=pulled)
        gone.setattr(Path, "unlink", pulled)
        with pytest.raises(BackupError, match="cannot be written") as told:
            save(data, stick, keep=2)
    assert told.value.code == "worn"
    (half,) = stick.iterdir()
    monkeypatch.setattr(CLOCK, "now_ms", lambda: DAY_MS * 10)
    file, _ = save(data, stick, keep=2)
    assert set(stick.iterdir()) == {file, half}, "another program may be writing it"
    os.utime(half, (0, 0))
    file, _ = save(data, stick, keep=1)
    assert list(stick.iterdir()) == [file]


def test_a_backup_that_goes_is_none_any_more_before_it_is_deleted(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power may fail while its blocks are given back: then a later backup removes what is left of it."""
    stick = tmp_path / "stick"
    stick.mkdir()
    old, _ = save(data, stick)
    os.utime(old, (0, 0))
    monkeypatch.setattr(CLOCK, "now_ms", lambda: DAY_MS * 30_000)
    with monkeypatch.context() as cut:
        cut.setattr(Path, "unlink", lambda *_, **__: pytest.fail("the power fails"))
        with pytest.raises(pytest.fail.Exception):
            save(data, stick, keep=1)
    new, half = sorted(stick.iterdir(), key=lambda each: each.name, reverse=True)
    assert (half.name, looked_at(new) is not None) == (f".{old.name}.new", True)
    save(data, stick, keep=1)
    assert not half.exists()


def test_a_stick_that_cannot_be_written_says_so_and_keeps_what_it_has(data: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be written"):
        save(data, tmp_path / "none/backup.zip")


@pytest.fixture
def bad_sector(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of files of which the disk gives nothing any more."""
    names: list[str] = []
    open_as_ever = Path.open

    def opened(path: Path, *args: Any, **more: Any) -> Any:
        if path.name in names:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return open_as_ever(path, *args, **more)

    monkeypatch.setattr(Path, "open", opened)
    return names


@pytest.mark.parametrize("name", ["g000001-a.jsonl", "g000002-b.jsonl", "host.json"])
def test_of_a_disk_that_fails_all_is_saved_that_can_be_read(
    data: Path, tmp_path: Path, bad_sector: list[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What was saved before stays, however many are to be kept."""
    stick = tmp_path / "stick"
    stick.mkdir()
    before, _ = save(data, stick, keep=1)
    monkeypatch.setattr(CLOCK, "now_ms", lambda: DAY_MS * 30_000)
    bad_sector.append(name)
    with pytest.raises(BackupError, match=f"has all but .*{name}, which cannot be read") as failed:
        save(data, stick, keep=1)
    assert failed.value.code == "worn"
    (rest,) = set(stick.iterdir()) - {before}
    with zipfile.ZipFile(rest) as saved:
        assert {Path(each).name for each in TAKEN} - {Path(each).name for each in saved.namelist()} == {name}
    with pytest.raises(BackupError, match="the card makes errors"):
        make(data, io.BytesIO(), whole=False)


def test_a_backup_that_fails_leaves_no_half(data: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (data / "outbox.sqlite").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises(BackupError):
        save(data, stick)
    assert list(stick.iterdir()) == []
