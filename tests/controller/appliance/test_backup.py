"""Backups: made while the table runs, without the hand that is played; put back as a whole or not at all."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from click.testing import CliRunner

from controller.appliance import backup as packing
from controller.appliance import restore as putting
from controller.appliance.backup import BackupError, make, opened, save, wanted
from controller.appliance.restore import restore
from controller.appliance.running_hand import without_running_hand
from controller.cli import main
from controller.config import load
from controller.table.games import Games
from controller.table.journal import read
from engine.play.apply import replay
from engine.state import events as ev
from runtime.clock import CLOCK
from tests.controller.history.test_hands import game, write

SECRET = "correct-horse-battery"
SETTINGS = f"""# the old password was {SECRET}-1
[broker]
url = "mqtts://controller:{SECRET}-2@hub.local:8883"
password = "{SECRET}-3"  # {SECRET}-4
[camera]
kind = "rtsp"
source = "rtsp://eye:{SECRET}-5@10.0.0.9/1"
[machine]
kind = "none"
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Of a table in the middle of its second game's second hand; its journals know every tile."""
    made = tmp_path / "table"
    write(made / "games", "g000001-a", game(1, seen=True)).close()
    write(made / "games", "g000002-b", game(2, seen=True, finish=False)).close()
    for name, text in {
        "table.toml": SETTINGS,
        "table.toml.~1~": SETTINGS,
        "host.json": '{"names": ["Anna"]}',
        "calibration.json": "{}",
        "clock-seen.json": "{}",
        "lock": "",
        "broker/accounts.json": f'"{SECRET}-6"',
        "broker/here": f"http://localhost {SECRET}-7",
        "games/g000002-b.world.json": "the walls",
        "games/g000002-b.jsonl.aside": "the walls",
        "games/g000002-b/picture.jpg": "a hand",
        "sets/green.taught": "lessons",
        "tables/two/games/g000001-c.jsonl": "another table",
    }.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text)
    with closing(sqlite3.connect(made / "outbox.sqlite")) as kept:
        kept.execute("CREATE TABLE sent (a)")
    return made


def packed(data: Path, *, whole: bool = True) -> zipfile.ZipFile:
    out = io.BytesIO()
    make(data, out, whole=whole)
    return zipfile.ZipFile(out)


def names(found: zipfile.ZipFile) -> set[str]:
    return set(found.namelist()) - {packing.MANIFEST}


GAMES = {"games/g000001-a.jsonl", "games/g000002-b.jsonl"}
TAKEN = GAMES | {"table.toml", "host.json", "calibration.json", "sets/green.taught", "outbox.sqlite"}


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


def test_a_stick_that_cannot_be_written_says_so_and_keeps_what_it_has(data: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be written"):
        save(data, tmp_path / "none/backup.zip")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture
def file(data: Path, tmp_path: Path) -> Path:
    return save(data, tmp_path / "backup.zip")[0]


def test_a_backup_takes_the_place_of_the_data_which_are_kept(data: Path, file: Path) -> None:
    (data / "host.json").write_text('{"names": ["Bo"]}')
    before = contents(data)
    aside = restore(file, data)
    assert aside is not None
    assert contents(aside) == before
    with zipfile.ZipFile(file) as found:
        assert contents(data) == {name: found.read(name) for name in names(found)}
    assert [each.name for each in data.parent.glob(".*")] == []
    assert restore(file, data) != aside, "twice within a second is no trouble either"


def test_a_new_computer_gets_it_where_nothing_was(file: Path, tmp_path: Path) -> None:
    assert restore(file, tmp_path / "new") is None
    assert (tmp_path / "new/broker/accounts.json").read_text() == f'"{SECRET}-6"'
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_a_hosts_backup_leaves_accounts_and_pictures_as_they_are(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "host.zip"
    with file.open("wb") as out:
        make(data, out, whole=False)
    (data / "broker/accounts.json").write_text("newer")
    (data / "games/g000003-c.jsonl").write_text("later")
    restore(file, data)
    assert (data / "broker/accounts.json").read_text() == "newer"
    assert (data / "games/g000002-b/picture.jpg").read_text() == "a hand"
    assert not (data / "games/g000003-c.jsonl").exists()


def rewritten(file: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None]) -> None:
    """The backup with other contents, whose own checksums are right."""
    with zipfile.ZipFile(file) as found:
        every = {name: found.read(name) for name in found.namelist()}
    manifest = json.loads(every.pop(packing.MANIFEST))
    change(manifest, every)
    with zipfile.ZipFile(file, "w") as out:
        for name, text in every.items():
            out.writestr(name, text)
        out.writestr(packing.MANIFEST, json.dumps(manifest))


def newer(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["format"] = "jantaku-backup/7"


def another_format(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["format"] = "jantaku-world/1"


def changed_file(_: dict[str, Any], every: dict[str, bytes]) -> None:
    every["host.json"] = every["host.json"].replace(b"Anna", b"Anno")


def longer_file(_: dict[str, Any], every: dict[str, bytes]) -> None:
    every["host.json"] += b" "


def missing_file(_: dict[str, Any], every: dict[str, bytes]) -> None:
    del every["host.json"]


def outside(manifest: dict[str, Any], every: dict[str, bytes]) -> None:
    manifest["files"][0]["path"] = "../../evil.toml"
    every["../../evil.toml"] = b"evil"


def of_nobody(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["kind"] = "cat"


def no_list(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["files"] = 7


WRONG = [newer, another_format, changed_file, longer_file, missing_file, outside, of_nobody, no_list]


@pytest.mark.parametrize("change", WRONG)
def test_what_is_no_whole_backup_changes_nothing(change: Any, data: Path, file: Path) -> None:
    rewritten(file, change)
    before = contents(data)
    with pytest.raises(BackupError) as refused:
        restore(file, data)
    assert str(refused.value).endswith(".")
    assert contents(data) == before
    assert {each.name for each in data.parent.iterdir()} == {"table", "backup.zip"}


@pytest.mark.parametrize("cut", [0, 100, -10])
def test_a_file_that_ends_early_is_refused(cut: int, data: Path, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:cut])
    before = contents(data)
    with pytest.raises(BackupError, match="backup"):
        restore(file, data)
    assert contents(data) == before


def test_a_table_that_runs_is_left_alone(data: Path, file: Path) -> None:
    release = Games(data).lock()
    with pytest.raises(BackupError, match="stop it first"):
        restore(file, data)
    release()
    restore(file, data)


def test_a_disk_without_room_is_told_before_anything_is_written(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(putting, "room", lambda _: 10)
    before = contents(data)
    with pytest.raises(BackupError, match="MB of room"):
        restore(file, data)
    assert contents(data) == before


class Cut(BaseException):
    """The plug is pulled: nothing after it happens, not even what cleans up."""


def test_a_power_cut_leaves_the_old_data_or_the_new(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data / "host.json").write_text("old")
    before = contents(data)
    with zipfile.ZipFile(file) as found:
        after = {name: found.read(name) for name in names(found)}
    remove = shutil.rmtree
    for system_call in ("fsync", "chown", "rename"):
        for turn in range(30):
            left = [turn]
            true = getattr(os, system_call)

            def counted(*given: Any, left: list[int] = left, true: Any = true, **named: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    raise Cut
                return true(*given, **named)

            def cleaned(*given: Any, left: list[int] = left, **named: Any) -> None:
                if left[0] >= 0:
                    remove(*given, **named)

            with monkeypatch.context() as patched:
                patched.setattr(os, system_call, counted)
                patched.setattr(shutil, "rmtree", cleaned)
                try:
                    restore(file, data)
                except Cut:
                    pass
                else:
                    break
            assert contents(data) in (before, after)
            assert before in [contents(each) for each in data.parent.iterdir()], "the old data are somewhere"
    restore(file, data)
    assert contents(data) == after


@pytest.fixture
def stranger(file: Path) -> Path:
    def elsewhere(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
        manifest["machine"], manifest["computer"] = "0" * 16, "west"

    rewritten(file, elsewhere)
    return file


def test_another_computers_backup_is_named_and_asked_about(data: Path, stranger: Path) -> None:
    before = contents(data)
    words = ["restore", str(stranger), "--data", str(data)]
    refused = CliRunner().invoke(main, words, input="n\n")
    assert refused.exit_code == 1
    assert "table on “west” of 20" in refused.output
    assert contents(data) == before
    told = CliRunner().invoke(main, words, input="y\n")
    assert told.exit_code == 0
    assert "What was there lies in" in told.output
    assert CliRunner().invoke(main, [*words, "--yes"]).exit_code == 0


def test_the_own_one_is_put_back_without_a_question(data: Path, tmp_path: Path) -> None:
    saved = CliRunner().invoke(main, ["backup", str(tmp_path), "--data", str(data)])
    assert saved.exit_code == 0, saved.output
    (file,) = tmp_path.glob("jantaku-table-*.zip")
    assert str(file) in saved.output
    told = CliRunner().invoke(main, ["restore", str(file), "--data", str(data)])
    assert (told.exit_code, "another computer" in told.output) == (0, False)
    packed, manifest = opened(file)
    packed.close()
    assert manifest.whole


def test_what_is_used_wrongly_is_said_in_a_sentence(data: Path, tmp_path: Path) -> None:
    for words in (
        ["backup", str(tmp_path / "a.zip"), "--keep", "2", "--data", str(data)],
        ["backup", str(tmp_path), "--data", str(tmp_path)],
        ["restore", str(tmp_path / "none.zip")],
    ):
        told = CliRunner().invoke(main, words)
        assert told.exit_code == 2
        assert told.stderr.startswith("jantaku: ")
        assert told.stderr.count("\n") == 1
