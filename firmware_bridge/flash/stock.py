"""Where images come from: the one of this release, and the last one that greeted, which is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware_bridge.flash.bootloader import FlashError
from firmware_bridge.flash.image import Identity, Image, ImageError, read_image, write_hex
from firmware_bridge.flash.sealed import SEALED
from firmware_bridge.virtual.native_library import BuildError, build
from runtime.stored import replace_file

PACKED: Final = Path(__file__).parent / "images"
"""Compiled when the wheel was built (`build_hook.py`); a checkout compiles its own."""
FIRMWARE: Final = "jantaku.hex"
BOOTLOADER: Final = "boot.hex"


def of_release(name: str) -> Path:
    """The file of this release. FlashError where there is none and none can be compiled."""
    if (PACKED / name).exists():
        return PACKED / name
    try:
        return build("stm32" if name == SEALED else "all") / name
    except BuildError as error:
        raise FlashError(
            f"This installation carries no firmware ({str(error).rstrip('.')}): install the wheel of a "
            f"release, "
            "or give the FILE of one."
        ) from error


class Kept:
    """The image in a table's data that greeted last."""

    def __init__(self, data: Path) -> None:
        self.path = data / "firmware" / FIRMWARE

    def image(self) -> Image | None:
        """None where nothing whole is kept."""
        try:
            return read_image(self.path)
        except ImageError:
            return None

    def before(self, new: Image, running: Identity | None) -> Image | None:
        """What to go back to from `new`: the firmware that runs now, if we have it, else one that greeted."""
        known = [image for image in self._known() if image != new]
        same = (image for image in known if image.identity == running)
        return next(same, known[0] if known else None)

    def prepare(self) -> None:
        """Before anything is written. FlashError where nothing can be kept."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            (self.path.parent / "probe").touch()
            (self.path.parent / "probe").unlink()
        except OSError as error:
            raise FlashError(
                f"The firmware cannot be kept in {self.path.parent} ({error.strerror}): run the command "
                f"with sudo, or "
                "give another folder with `jantaku machine --data`."
            ) from error

    def keep(self, image: Image) -> None:
        replace_file(self.path, write_hex(dict(enumerate(image.data))).encode("ascii"))

    def _known(self) -> Iterator[Image]:
        kept = self.image()
        if kept is not None:
            yield kept
        if (PACKED / FIRMWARE).exists():
            yield read_image(PACKED / FIRMWARE)
