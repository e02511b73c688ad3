"""What root writes of a wish, pages read, whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from runtime.clock import CLOCK
from upkeep.progress import FILE, RUN, FoundBackup, Progress, ProgressFile, latest

BACKUP = FoundBackup(
    of="table",
    place="stick",
    file="a.zip",
    computer="east",
    own=True,
    at_ms=5,
    version="0.2.0",
    whole=False,
    size=7,
)


def test_each_step_and_the_end_are_read_as_they_were_written(tmp_path: Path) -> None:
    written, begun = ProgressFile("restore", tmp_path), CLOCK.now_ms()
    assert (latest(tmp_path), written.step) == (None, "")
    written.doing("reading", "a.zip")
    found = latest(tmp_path)
    assert found is not None
    assert begun <= found.at_ms <= CLOCK.now_ms()
    assert found == Progress(what="restore", at_ms=found.at_ms, step="reading", detail="a.zip")
    written.doing("stopping")
    written.ended("foreign", "It is another's.", "west", [BACKUP], "0.3.0")
    found = latest(tmp_path)
    assert found is not None
    assert begun <= found.at_ms <= CLOCK.now_ms()
    assert (found.what, found.step, found.code) == ("restore", "stopping", "foreign")
    assert (found.message, found.detail, found.release) == ("It is another's.", "west", "0.3.0")
    assert found.backups == [BACKUP]


def test_what_ends_well_says_no_more_than_that(tmp_path: Path) -> None:
    ProgressFile("look", tmp_path).ended()
    found = latest(tmp_path)
    assert found is not None
    assert found == Progress(what="look", at_ms=found.at_ms, code="done")
    assert (found.step, found.message, found.detail, found.backups, found.release) == ("", "", "", [], "")


def test_the_folder_is_made_once_and_anybody_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    before = os.umask(0)
    try:
        ProgressFile("look", folder).doing("reading")
        ProgressFile("look", folder).ended()
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert [file.name for file in folder.iterdir()] == [FILE] == ["progress.json"]


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file")
    ProgressFile("look", tmp_path / "run").ended()
    ProgressFile("look", tmp_path / "no" / "folder").ended()
    assert latest(tmp_path / "run") is None
    assert latest(tmp_path / "no" / "folder") is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"what": "look"}', '{"what": "cook", "at_ms": 1}'])
def test_what_is_no_progress_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert latest(tmp_path) is None


def test_it_lies_where_it_goes_with_the_power() -> None:
    """/run is in memory: what was done before the computer was switched on is no news."""
    assert Path("/run/jantaku-care") == RUN
