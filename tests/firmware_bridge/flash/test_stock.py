"""Which image is written, which is kept, and which one the machine goes back to."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.flash import stock
from firmware_bridge.flash.bootloader import FlashError
from firmware_bridge.flash.image import Image, write_hex
from firmware_bridge.flash.stock import FIRMWARE, Kept, of_release
from firmware_bridge.virtual.native_library import BuildError
from tests.firmware_bridge.flash.test_image import BYTES, IDENTITY_1

OURS = Image(BYTES, IDENTITY_1)
LONGER = Image(BYTES + b"\x01", IDENTITY_1)


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "images"
    folder.mkdir()
    monkeypatch.setattr(stock, "PACKED", folder)
    return folder


def put(folder: Path, image: Image) -> None:
    (folder / FIRMWARE).write_text(write_hex(dict(enumerate(image.data))))


def test_a_wheel_brings_its_firmware_and_a_checkout_compiles_it(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stock, "build", lambda target: tmp_path / target)
    assert of_release(FIRMWARE) == tmp_path / "all" / FIRMWARE
    put(packed, OURS)
    assert of_release(FIRMWARE) == packed / FIRMWARE


def test_an_installation_without_firmware_is_one_sentence(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(target: str) -> Path:
        raise BuildError("The firmware's sources are not here: run jantaku from its repository.")

    monkeypatch.setattr(stock, "build", fails)
    with pytest.raises(
        FlashError, match="install the wheel of a release, or give the FILE of one"
    ) as refused:
        of_release(FIRMWARE)
    assert str(refused.value).count(". ") == 0


def test_what_greeted_is_kept(packed: Path, tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    assert kept.image() is None
    kept.prepare()
    kept.keep(OURS)
    assert kept.image() == OURS
    kept.keep(LONGER)
    assert kept.image() == LONGER
    assert [path.name for path in kept.path.parent.iterdir()] == [FIRMWARE]


def test_a_kept_file_that_is_spoilt_is_none(packed: Path, tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.prepare()
    kept.path.write_text(":01")
    assert kept.image() is None
    assert kept.before(LONGER, None) is None


def test_the_machine_goes_back_to_another_firmware_than_the_one_that_fails(
    packed: Path, tmp_path: Path
) -> None:
    """What it has now if that is at hand, else the last that greeted, else that of the release."""
    kept = Kept(tmp_path)
    put(packed, OURS)
    assert kept.before(LONGER, None) == OURS
    assert kept.before(OURS, None) is None
    kept.prepare()
    kept.keep(LONGER)
    assert kept.before(OURS, None) == LONGER
    assert kept.before(LONGER, IDENTITY_1) == OURS


def test_a_folder_of_a_table_that_is_not_there_yet_is_made(packed: Path, tmp_path: Path) -> None:
    kept = Kept(tmp_path / "var" / "table")
    kept.prepare()
    kept.prepare()
    assert list((tmp_path / "var" / "table" / "firmware").iterdir()) == [], "nothing of the probe is left"
    kept.keep(OURS)
    assert kept.path == tmp_path / "var" / "table" / "firmware" / "jantaku.hex"
    assert kept.path.read_text() == write_hex(dict(enumerate(OURS.data)))


def test_where_nothing_can_be_kept_nothing_is_written(packed: Path, tmp_path: Path) -> None:
    (tmp_path / "firmware").write_text("a file")
    with pytest.raises(FlashError) as refused:
        Kept(tmp_path).prepare()
    assert str(refused.value) == (
        f"The firmware cannot be kept in {tmp_path / 'firmware'} (File exists): run the command with sudo, "
        "or give another folder with `jantaku machine --data`."
    )
    assert refused.value.code == "failed"
