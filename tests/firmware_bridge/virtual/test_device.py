"""The firmware behind the model: whether this computer has built it before."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.virtual import native_library
from firmware_bridge.virtual.device import BuiltDevice
from firmware_bridge.virtual.saved_state import Left


def test_a_computer_that_has_built_it_before_does_not_wait_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never() -> BuiltDevice:
        raise AssertionError

    monkeypatch.setattr(native_library, "build_folder", lambda: tmp_path)
    assert BuiltDevice(never, never, Left(), wait=False).first
    (tmp_path / "libjantaku_native.so").touch()
    assert not BuiltDevice(never, never, Left(), wait=False).first
