"""When the last backup was made, as it is noted beside the state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runtime.stored import StoredError
from upkeep import places
from upkeep.places import FORMAT, NOTE, Last, note, noted, read


def test_the_last_backup_is_known_again(tmp_path: Path) -> None:
    assert noted(tmp_path) is None
    note(17, Path("/srv/a.zip"), tmp_path)
    note(18, Path("/srv/b.zip"), tmp_path)
    assert noted(tmp_path) == Last(18, "/srv/b.zip")
    note(19, Path("/srv/c.zip"), tmp_path / "nowhere")
    assert noted(tmp_path / "nowhere") is None, "a disk that cannot be written stops nothing"


@pytest.mark.parametrize("body", [{"file": "a"}, {"at_ms": 1}, {"at_ms": "x", "file": "a"}, {"at_ms": []}])
def test_a_note_that_says_no_time_or_file_is_one_sentence_and_none(
    tmp_path: Path, body: dict[str, object]
) -> None:
    FORMAT.write(tmp_path / NOTE, body)
    with pytest.raises(StoredError, match="make another backup"):
        read(tmp_path / NOTE)
    assert noted(tmp_path) is None


@pytest.mark.parametrize("there", [True, False])
def test_a_stick_is_plugged_in_where_its_label_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    monkeypatch.setattr(places, "STICK_DEVICE", str(tmp_path / "JANTAKU"))
    if there:
        (tmp_path / "JANTAKU").touch()
    assert places.plugged() is there


def test_a_note_is_read_by_the_next_version(tmp_path: Path) -> None:
    note(17, Path("/srv/a.zip"), tmp_path)
    text = (tmp_path / "last-backup.json").read_text()
    assert json.loads(text) == {"format": "jantaku-last-backup/1", "at_ms": 17, "file": "/srv/a.zip"}
