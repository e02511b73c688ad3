"""The program in an image: what is done in the new system is the same each time it is built."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.appliance.image.inside import Inside
from controller.appliance.image.target import PC
from controller.appliance.updates.make import pack
from tests.controller.appliance.updates.test_real import wheel


class Built(Inside):
    """Writes down what would be run there, and which of the files it names are there then."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        (root / "opt").mkdir(parents=True)
        self.ran: list[Sequence[str]] = []

    def run(self, command: Sequence[str]) -> int:
        wheels = [word for word in command if word.endswith(".whl")]
        assert all((self.root / word.lstrip("/")).is_file() for word in wheels)
        self.ran.append(command)
        return 0


def test_pip_which_writes_down_where_a_wheel_lay_finds_it_at_the_same_place(tmp_path: Path) -> None:
    release = pack([wheel(tmp_path, "0.2.0")], tmp_path, PC.kind("bookworm"))
    first, second = Built(tmp_path / "first"), Built(tmp_path / "second")
    assert [each.program(release, PC, "bookworm") for each in (first, second)] == ["0.2.0", "0.2.0"]
    assert first.ran == second.ran
    assert "/opt/.release/wheels/jantaku-0.2.0-py3-none-any.whl" in first.ran[1]
    assert list((first.root / "opt").iterdir()) == [], "nothing of it stays"


def test_the_list_of_fonts_holds_for_folders_of_the_time_that_an_image_gives_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fontconfig takes a list that was made for a folder of another time for an old one: a browser would read
    every font at each start, 0.3 s of a fast processor."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    built = Built(tmp_path)
    folders = [tmp_path / "usr/share/fonts", tmp_path / "usr/share/fonts/truetype/dejavu"]
    folders[1].mkdir(parents=True)
    built.fonts()
    assert [each.stat().st_mtime_ns for each in folders] == [1_700_000_000_000_000_000] * 2
    assert built.ran == [("fc-cache", "--system-only", "--force")]
