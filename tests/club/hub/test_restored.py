"""A hub whose log is restored from an older backup gets again what that log had acknowledged since."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from club.hub.writer import Writer
from club.log.desk import LogDesk
from club.log.events import RoundStarted
from club.log.store.store import Store
from controller.club_link import outbox
from tests.club.hub.evening import Evening, truth
from tests.club.log.build import created, registered
from tests.controller.broker.client import needs_mosquitto

Begin = Callable[..., Evening]


def saved(night: Evening) -> Path:
    """A copy of the database as it is now."""
    copy = night.folder / "backup.db"
    with closing(sqlite3.connect(night.folder / "club-0.db")) as now, closing(sqlite3.connect(copy)) as then:
        now.backup(then)
    return copy


def restored(night: Evening, backup: Path) -> None:
    """A hub that begins with the copy."""
    night.hub.close()
    night.store = Store(f"sqlite:///{backup}")
    night._stores.append(night.store)
    night.desk = LogDesk(night.store)
    night.another_hub()


@needs_mosquitto
def test_hands_that_were_acknowledged_after_the_backup_come_again(evening: Begin) -> None:
    night = evening()
    night.draw()
    assert night.until(lambda: night.view().sitting and night.view().pending is None)
    night.enter(RoundStarted(tournament=1, round=1))
    backup = saved(night)
    assert night.until(lambda: len(night.results) == 1)
    assert night.until(lambda: not len(night.tables[0].club_link.outbox))
    restored(night, backup)
    assert len(truth(night.tables)) > len(night.hands)
    assert night.until(lambda: len(night.results) == 1, play=False)
    wanted = sorted((game, hand, 1) for game, hand in truth(night.tables))
    assert night.until(lambda: len(night.hands) >= len(wanted), play=False)
    assert night.until(lambda: not len(night.tables[0].club_link.outbox), play=False)
    assert sorted(night.hands) == wanted


@needs_mosquitto
def test_what_was_played_before_the_restored_log_began_its_round_waits_for_it(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backup knows of the draw and of no gong: the hands stay at their table until it has sounded."""
    monkeypatch.setattr(outbox, "RESEND_S", 1.0)
    night = evening()
    night.draw()
    assert night.until(lambda: night.view().sitting and night.view().pending is None)
    backup = saved(night)
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.results) == 1)
    assert night.until(lambda: not len(night.tables[0].club_link.outbox))
    restored(night, backup)
    assert night.until(lambda: [t.code for t in night.view().troubles] == ["refused"], play=False)
    assert night.hands == []
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.results) == 1, play=False)
    wanted = sorted((game, hand, 1) for game, hand in truth(night.tables))
    assert night.until(lambda: len(night.hands) >= len(wanted), play=False)
    assert night.until(lambda: not len(night.tables[0].club_link.outbox), play=False)
    assert sorted(night.hands) == wanted


def test_a_log_knows_the_names_of_its_own_entries_only(tmp_path: Path) -> None:
    stores = [Store(f"sqlite:///{tmp_path / name}.db") for name in "ab"]
    desks = [LogDesk(store) for store in stores]
    for desk, person in zip(desks, (1, 2), strict=True):
        desk.submit((created(), *registered((person,))), "director", "first", 0)
    one, other = (Writer(desk, "hub", lambda: 0) for desk in desks)
    assert desks[0].state.seq == desks[1].state.seq
    named = one.newest
    assert one.has(named)
    assert not other.has(named)
    assert desks[0].submit(registered((3,)), "director", "second", 0)
    assert one.has(named)
    for forged in (
        "",
        "1-",
        "0-" + named.partition("-")[2],
        "9" * 40 + "-" + "0" * 24,
        "x-y",
        "²-" + "0" * 24,
    ):
        assert not one.has(forged)
    for store in stores:
        store.close()
