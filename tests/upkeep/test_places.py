"""When the last backup was made, as it is noted beside the state."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.stored import StoredError
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
