"""Which game goes on after a restart, and who may use the data directory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.table.games import WORLD, Games
from controller.table.journal import JournalError
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


def test_names_sort_by_time(tmp_path: Path) -> None:
    games = Games(tmp_path)
    first = games.new().name.split("-")
    second = games.new().name.split("-")
    assert (first[:2], first[2][:3]) <= (second[:2], second[2][:3])


def test_the_newest_game_goes_on(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = begun(games)
    assert games.unfinished() == path
    path.with_name("99999999-000000-000.jsonl").touch()
    assert games.unfinished() is None


def test_a_new_game_is_named_by_its_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.table.games.CLOCK", Clock(lambda: 1_800_000_000.25, lambda: 0.0))
    name = Games(tmp_path).new().name
    assert name.startswith("20270115-080000-250")
    assert name.endswith(".jsonl")


@pytest.mark.parametrize("years", [-50, -1])
def test_a_clock_that_goes_back_hides_no_interrupted_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, years: int
) -> None:
    games = Games(tmp_path)
    first = games.new()
    games.folder.mkdir(parents=True, exist_ok=True)
    first.touch()
    (games.folder / "20260516-a.jsonl").touch()
    moment = (2026 + years - 1970) * 365 * 86_400_000
    monkeypatch.setattr("controller.table.games.CLOCK", Clock(lambda: moment / 1000))
    second = games.new()
    second.touch()
    assert second.name > first.name
    assert games.new().name > second.name


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
