"""Which game goes on after a restart, and who may use the data directory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.table.games import WORLD, Games
from controller.table.journal import JournalError
from controller.table.names import order
from engine.state import events as ev
from runtime.clock import Clock


def begun(games: Games, *events: ev.Event, saved: dict[str, Any] | None = None) -> Path:
    path = games.new()
    table = games.open(path)
    for event in (ev.GameStarted("rrc"), *events):
        table.submit(event)
    table.close()
    if saved is not None:
        games.keep_world(path, saved)
    return path


def world(finished: bool) -> dict[str, Any]:
    return {"world": {"finished": finished}, "machine": 3}


def test_an_empty_directory_has_no_game(tmp_path: Path) -> None:
    assert Games(tmp_path / "none").unfinished() is None


def test_games_are_counted(tmp_path: Path) -> None:
    games = Games(tmp_path)
    names = []
    for _ in range(3):
        names.append(games.new().stem)
        begun(games)
    assert [order(name)[0] for name in names] == [1, 2, 3]


def test_the_newest_game_goes_on(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = begun(games)
    assert games.unfinished() == path
    path.with_name("g000099-20260101-000000-00000000.jsonl").touch()
    assert games.unfinished() is None


def test_a_new_game_is_named_by_its_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.table.games.CLOCK", Clock(lambda: 1_800_000_000.25, lambda: 0.0))
    name = Games(tmp_path).new().name
    assert name.startswith("g000001-20270115-080000-")
    assert name.endswith(".jsonl")


@pytest.mark.parametrize("year", [1970, 2025, 2090])
@pytest.mark.parametrize("there", ["20261101-200000-000bbbb", "20991231-235959-999cccc", "Saturday"])
def test_whatever_the_clock_says_the_last_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: int, there: str
) -> None:
    """Also where it is right again by then, and beside journals of older releases and of people."""
    games = Games(tmp_path)
    games.folder.mkdir(parents=True)
    over = games.open(games.folder / f"{there}.jsonl")
    over.submit(ev.GameStarted("rrc"))
    over.close()
    with monkeypatch.context() as patch:
        moment = ((year - 1970) * 365.25 + 40) * 86_400
        patch.setattr("controller.table.games.CLOCK", Clock(lambda: moment, lambda: 0.0))
        interrupted = begun(games)
    assert f"-{year}" in interrupted.name
    assert games.unfinished() == interrupted
    later = begun(games)
    assert games.unfinished() == later


def test_the_number_of_a_game_that_was_put_aside_is_not_given_again(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = begun(games)
    path.rename(path.with_name(f"{path.name}.aside"))
    assert order(games.new().stem)[0] == 2


def test_a_table_that_runs_is_seen_from_outside(tmp_path: Path) -> None:
    games = Games(tmp_path)
    assert games.running is False
    release = games.lock()
    assert games.running is True
    release()
    assert games.running is False


def test_a_virtual_game_is_over_when_its_people_have_left(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = begun(games, saved=world(finished=False))
    assert games.unfinished() == path
    assert games.world(path) == world(finished=False)
    games.keep_world(path, world(finished=True))
    assert games.unfinished() is None


@pytest.mark.parametrize("spoil", [b"", b"{", b"[]", b'{"saved": {"world": {}}, "digest": "0"}', b"\xff"])
def test_a_damaged_world_is_one_sentence(tmp_path: Path, spoil: bytes) -> None:
    games = Games(tmp_path)
    path = begun(games, saved=world(finished=False))
    path.with_suffix(WORLD).write_bytes(spoil)
    with pytest.raises(JournalError, match=r"is damaged, or .*: begin another game with --new\."):
        games.unfinished()


def test_a_changed_world_is_a_damaged_one(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = begun(games, saved=world(finished=False))
    file = path.with_suffix(WORLD)
    file.write_text(file.read_text().replace("false", "true"))
    with pytest.raises(JournalError, match="is damaged"):
        games.world(path)


def test_a_damaged_journal_is_one_sentence(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = begun(games)
    path.write_bytes(path.read_bytes().replace(b"rrc", b"ema"))
    with pytest.raises(JournalError, match="damaged in line 1"):
        games.unfinished()


def test_one_table_a_directory(tmp_path: Path) -> None:
    release = Games(tmp_path).lock()
    with pytest.raises(JournalError, match="Another running table uses the data directory"):
        Games(tmp_path).lock()
    release()
    Games(tmp_path).lock()()


def test_a_directory_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match=r"cannot be used .*: give another with --data"):
        Games(tmp_path / "file" / "data").lock()
