"""What is connected to this computer, for choosing by name: cameras, serial ports; taught tile sets."""

from __future__ import annotations

import importlib.util
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path("/")
_SERIAL: Final = "dev/serial/by-id"
_SOCKETS: Final = "dev/serial/by-path"
_CAMERAS: Final = "sys/class/video4linux"


class FoundCamera(NamedTuple):
    """A camera as `camera.kind` and `camera.source` name it."""

    kind: str
    source: str
    name: str


class FoundPort(NamedTuple):
    """A port as `machine.port` names it."""

    port: str
    name: str


def cameras(root: Path = ROOT) -> list[FoundCamera]:
    """The cameras of V4L2 by their order, each once; then those of a Pi's own connector."""
    return [*_v4l2(root), *_picamera()]


def _v4l2(root: Path) -> Iterator[FoundCamera]:
    folder = root / _CAMERAS
    named = [each for each in _listed(folder) if re.fullmatch(r"video\d+", each.name)]
    for each in sorted(named, key=lambda path: int(path.name[5:])):
        if _text(each / "index") not in {"", "0"} or _text(each / "name").startswith(
            ("bcm2835-", "pispbe", "rp1-", "rpi", "unicam")
        ):
            continue  # a camera's second device has no pictures; a Pi's codecs are no cameras
        yield FoundCamera("v4l2", f"/dev/{each.name}", _text(each / "name") or each.name)


def _picamera() -> list[FoundCamera]:
    """Needs the library that Debian has for it."""
    if importlib.util.find_spec("picamera2") is None:
        return []
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - on a Pi only

        listed = Picamera2.global_camera_info()
    except (ImportError, OSError, RuntimeError):
        return []
    return [
        FoundCamera("picamera", str(each.get("Num", n)), str(each.get("Model", n)))
        for n, each in enumerate(listed)
    ]


def ports(root: Path = ROOT) -> list[FoundPort]:
    """Serial ports under the names that stay when they are plugged elsewhere. Boards of one make whose chip
    has no number (a CH340) share such a name, and either may have it: then all are named by their sockets."""
    makes, sockets = _devices(root / _SERIAL), _devices(root / _SOCKETS)
    if sockets.keys() <= makes.keys():
        return [FoundPort(f"/{_SERIAL}/{name}", _maker(name)) for name in makes.values()]
    return [FoundPort(f"/{_SOCKETS}/{name}", _socket(name)) for name in sockets.values()]


def _devices(folder: Path) -> dict[Path, str]:
    """Device -> the first of its names there."""
    return {each.resolve(): each.name for each in reversed(_listed(folder))}


def _socket(name: str) -> str:
    """Which one it is, of a name such as `platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.3:1.0-port0`."""
    return re.sub(r"^.*usb(v\d)?-|-port\d+$", "", name)


def _maker(name: str) -> str:
    """Who made it and what it is, of a name such as `usb-Arduino_LLC_Arduino_Mega_2560-if00`."""
    plain = re.sub(r"^(usb|pci|platform)-", "", name)
    return re.sub(r"-(if|port)\d+.*$", "", plain).replace("_", " ")


def sets(data: Path) -> list[str]:
    """Names of the tile sets that were taught."""
    names = (path.stem for path in _listed(data / "sets") if path.suffix == ".npz")
    return [name for name in names if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,31}", name)]


def zone(root: Path = ROOT) -> str:
    """The time zone of this computer by its name, such as Europe/Kyiv; else how it is called now."""
    try:
        target = str((root / "etc/localtime").readlink())
    except OSError:
        target = ""
    return target.partition("zoneinfo/")[2] or _text(root / "etc/timezone") or time.tzname[0]


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""
