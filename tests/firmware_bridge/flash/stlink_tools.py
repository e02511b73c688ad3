"""Stand-ins for stlink-tools. What they say is copied from version 1.7.0; no board has been written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

PROBE = """Found 1 stlink programmers
  version:    V2J33S25
  serial:     066CFF303430484257251118
  flash:      2097152 (pagesize: 16384)
  sram:       262144
  chipid:     {chip}
  descr:      F42x_F43x
"""


class Tools:
    """`st-info` and `st-flash` first in the path; what was written lies in `flash`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.flash = folder / "flash.bin"
        self._folder = folder / "bin"
        self._folder.mkdir()
        monkeypatch.setenv("PATH", f"{self._folder}{os.pathsep}{os.environ['PATH']}")
        self.say(PROBE.format(chip="0x0419"))
        self._tool(
            "st-flash",
            f'[ "$*" = "--connect-under-reset --reset write $4 0x8000000" ] && cp "$4" {self.flash}',
        )

    def say(self, probe: str) -> None:
        self._tool("st-info", f"cat <<'EOF'\n{probe}EOF")

    def fails(self, says: str) -> None:
        self._tool("st-flash", f"echo '{says}' >&2; exit 1")

    def _tool(self, name: str, does: str) -> None:
        path = self._folder / name
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
