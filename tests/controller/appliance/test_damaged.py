"""A backup in which one bit has changed is refused in one sentence, or gives the same files as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.appliance.backup import BackupError, contents, looked_at, opened, save
from controller.table.journal import Journal
from engine.state import events as ev


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    (tmp_path / "table/games").mkdir(parents=True)
    with Journal(tmp_path / "table/games/a.jsonl") as journal:
        journal.append_event(ev.GameStarted("rrc"), 1)
    return save(tmp_path / "table", tmp_path / "a.zip")[0]


def kept(backup: Path) -> dict[str, bytes]:
    packed, manifest = opened(backup)
    with packed:
        return {each.path: b"".join(contents(packed, each)) for each in manifest.files}


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_is_one_sentence_or_changes_nothing(backup: Path, bit: int) -> None:
    whole, before = backup.read_bytes(), kept(backup)
    refused: list[str] = []
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1 << bit
        backup.write_bytes(changed)
        looked_at(backup)
        try:
            assert kept(backup) == before
        except BackupError as error:
            refused.append(str(error))
    assert len(refused) > len(whole) // 2
    assert all(told.endswith(".") and "\n" not in told for told in refused)
