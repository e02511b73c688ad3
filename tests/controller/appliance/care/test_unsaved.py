"""Games that have lain in no backup for long are spoken of, and a backup ends that."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.appliance.care import unsaved as module
from controller.appliance.care.unsaved import LOOKS_MS, Unsaved, oldest_ms, unsaved
from upkeep.computer import TABLE_DATA
from upkeep.places import note

DAY_MS = 86_400_000
T0 = 1_800_000_000_000


class Table:
    """Games that were played on some days, and a clock."""

    def __init__(self, root: Path) -> None:
        self.root, self.now_ms = root, T0
        (root / "games").mkdir()
        self.missing = Unsaved(21, root, root, lambda: self.now_ms)

    def played(self, day: int) -> Path:
        path = self.root / f"games/g{day + 1:06}-20270101-000000-00000000.jsonl"
        path.write_text("{}\n")
        os.utime(path, ns=(0, (T0 + day * DAY_MS) * 1_000_000))
        return path

    def saved(self, day: float) -> None:
        note(int(T0 + day * DAY_MS), Path("/media/jantaku/x.zip"), self.root)

    def on(self, day: float) -> bool:
        """Whether something is missing on that day."""
        self.now_ms = int(T0 + day * DAY_MS)
        return self.missing()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_three_weeks_after_a_game_that_no_backup_has(table: Table) -> None:
    assert not table.on(0), "nothing was played"
    table.played(1)
    assert not table.on(21.9)
    table.played(20)
    assert table.on(22)
    table.saved(22.5)
    assert not table.on(22.6), "a backup ends it at once"
    assert not table.on(400), "who does not play needs no other"
    table.played(401)
    assert not table.on(421.9)
    assert table.on(422)


def test_the_days_begin_with_the_oldest_game_after_the_last_backup(table: Table) -> None:
    days = {day: table.played(day) for day in (0, 3, 5, 9)}
    assert oldest_ms(table.root, 0) == T0
    assert oldest_ms(table.root, T0 + 3 * DAY_MS) == T0 + 5 * DAY_MS
    assert oldest_ms(table.root, T0 + 9 * DAY_MS) is None
    assert oldest_ms(table.root / "none", 0) is None
    days[0].unlink()
    table.saved(4)
    assert not table.on(25.9)
    assert table.on(26)


def test_it_looks_seldom(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(module, "oldest_ms", lambda data, saved: looks.append(saved))
    for second in range(0, 2 * LOOKS_MS, 10_000):
        table.on(second / DAY_MS)
    assert looks == [0, 0]


def test_nobody_is_asked_who_does_not_want_it_or_whose_computer_is_their_own(tmp_path: Path) -> None:
    assert isinstance(unsaved(21, TABLE_DATA), Unsaved)
    for days, data in ((0, TABLE_DATA), (21, tmp_path)):
        never = unsaved(days, data)
        assert not isinstance(never, Unsaved)
        assert not never()
