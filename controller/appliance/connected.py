"""What is plugged into this computer while it is installed, so that nobody is asked for it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from controller.appliance.description import BOARDS
from controller.setup.found import ROOT, cameras

_PORTS: Final = "sys/class/tty"


def usb_cameras(root: Path = ROOT) -> list[str]:
    """Their devices; those of a Pi's own connector have names of their own."""
    found = [each.source for each in cameras(root) if each.kind == "v4l2"]
    return [
        source for source in found if _usb(root / "sys/class/video4linux" / Path(source).name) is not None
    ]


def boards(root: Path = ROOT) -> list[str]:
    """Serial ports of boards that may be the machine."""
    folder = root / _PORTS
    known = {(maker, kind) for maker, kinds, _ in BOARDS for kind in kinds.split("|")}
    listed = sorted(folder.iterdir()) if folder.is_dir() else []
    return [f"/dev/{each.name}" for each in listed if _usb(each) in known]


def _usb(device: Path) -> tuple[str, str] | None:
    """Maker and kind of the USB device that a device belongs to; None where it is none."""
    try:
        place = (device / "device").resolve(strict=True)
    except OSError:
        return None
    for folder in (place, *place.parents):
        if (folder / "idVendor").is_file():
            return (folder / "idVendor").read_text().strip(), (folder / "idProduct").read_text().strip()
    return None
