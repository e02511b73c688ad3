"""A backup in which one bit has changed is refused in one sentence, or gives the same files as before."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from controller.appliance.backup import (
    MANIFEST,
    BackupError,
    _manifest,
    contents,
    looked_at,
    opened,
    save,
)
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
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in refused)


def test_a_manifest_without_end_is_not_read(tmp_path: Path) -> None:
    """Some kilobytes on a stick that would fill the memory of who looks at them."""
    file = tmp_path / "jantaku-table-east-20261127-011438.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, b" " * 60_000_000 + b"{}")
    with zipfile.ZipFile(file) as packed:
        packed.read = lambda *_: pytest.fail("it is read")  # type: ignore[method-assign]
        with pytest.raises(ValueError, match="too large"):
            _manifest(packed, file)
    assert looked_at(file) is None
    with pytest.raises(BackupError):
        opened(file)
