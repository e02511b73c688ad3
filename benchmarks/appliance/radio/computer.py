"""The virtual machine with its radios: what lies on its card."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from benchmarks.appliance.game import KEPT, SETTINGS, prepared
from benchmarks.appliance.machine import Disk
from benchmarks.appliance.radio import inside
from controller.appliance.description import USER
from upkeep.computer import STATE

PACKAGES: Final = {"hostapd": "hostapd", "iw": "iw", "busybox": "busybox-static"}
"""What gives the image its networks -> Debian's package of it; the libraries are on the image."""
_PLACE: Final = f"{STATE}/radio"
_CHANGED: Final = "changed/etc/upper"
_UNITS: Final = f"{_CHANGED}/systemd/system"
_POINTS: Final = ";".join(f"interface-name:wlan{n + 1}" for n in range(len(inside.NETWORKS)))
"""Radios of access points, which are not the computer's own."""


def fetched(folder: Path) -> dict[str, bytes]:
    """The programs, from Debian's packages for this computer's processor."""
    subprocess.run(["apt-get", "download", "-q", *PACKAGES.values()], cwd=folder, check=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(package), str(folder / "all")], check=True)
    return {name: _program(folder / "all", name).read_bytes() for name in PACKAGES}


def _program(folder: Path, name: str) -> Path:
    return next(path for path in folder.glob(f"**/*bin/{name}") if path.is_file())


def prepare(disk: Disk, port: int, programs: Mapping[str, bytes]) -> None:
    """Writes on a new card what makes its networks, which connects to `port` outside, and a table that is
    set up."""
    program = Path(inside.__file__)
    unit = (
        "[Unit]\nBefore=jantaku-table.service\n[Service]\nType=notify\nNotifyAccess=all\n"
        f"ExecStart=/usr/bin/python3 {_PLACE}/{program.name} {port}\n"
    )
    drop_in = "[Unit]\nRequires=jantaku-radio.service\nAfter=jantaku-radio.service\n"
    disk.put(
        {
            **prepared(SETTINGS),
            **{f"{KEPT}{_PLACE}/{name}": text for name, text in programs.items()},
            f"{KEPT}{_PLACE}/{program.name}": program.read_bytes(),
            f"{_CHANGED}/NetworkManager/conf.d/air.conf": f"[keyfile]\nunmanaged-devices={_POINTS}\n",
            f"{_UNITS}/jantaku-radio.service": unit,
            f"{_UNITS}/jantaku-table.service.d/radio.conf": drop_in,
        },
        disk.user(USER),
    )
