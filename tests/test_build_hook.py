"""What the wheel carries beside the sources: the firmware, compiled where the wheel is built."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import build_hook
from firmware_bridge.flash.image import read_hex, read_image
from firmware_bridge.flash.sealed import SEALED, read_sealed
from firmware_bridge.flash.stock import BOOTLOADER, FIRMWARE, PACKED
from tests.hardware.conftest import need
from tests.mine import mine

ROOT = Path(__file__).parents[1]


def test_the_firmware_is_compiled_into_the_place_where_it_is_looked_for(tmp_path: Path) -> None:
    need("all")
    placed = build_hook.compile_firmware(ROOT, tmp_path)
    assert {ROOT / place for place in placed.values()} == {PACKED / FIRMWARE, PACKED / BOOTLOADER}
    image = read_image(tmp_path / FIRMWARE)
    assert image.identity.firmware.hex() == build_hook.commit(ROOT).split()[0]
    assert min(read_hex(tmp_path / BOOTLOADER)) == 0x3F000


def test_the_firmware_of_the_other_board_is_compiled_beside_it(tmp_path: Path) -> None:
    need("stm32")
    placed = build_hook.compile_firmware(ROOT, tmp_path, "stm32")
    assert [ROOT / place for place in placed.values()] == [PACKED / SEALED]
    image = read_sealed(tmp_path / SEALED)
    assert image.identity.firmware.hex() == build_hook.commit(ROOT).split()[0]


@pytest.mark.parametrize(("target", "tools"), [("all", "avr"), ("stm32", "arm")])
def test_without_a_compiler_the_build_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, tools: str
) -> None:
    mine(monkeypatch, shutil, which=lambda tool: None if tool.startswith(tools) else tool)
    needed = "sudo apt install make gcc-avr avr-libc" if tools == "avr" else "make gcc-arm-none-eabi"
    with pytest.raises(build_hook.FirmwareError, match=needed):
        build_hook.compile_firmware(ROOT, tmp_path, target)


def test_an_archive_of_the_sources_says_its_commit_without_git(tmp_path: Path) -> None:
    assert build_hook.commit(tmp_path).split()[0] == "00000000"
    (tmp_path / build_hook.COMMIT).parent.mkdir(parents=True)
    (tmp_path / build_hook.COMMIT).write_text("deadbeef 0\n")
    assert build_hook.commit(tmp_path) == "deadbeef 0\n"
