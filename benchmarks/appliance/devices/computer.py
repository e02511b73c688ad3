"""The virtual machine with all its devices: what lies on its card, and what is plugged into it."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Final

from benchmarks.appliance.devices import inside
from benchmarks.appliance.devices.kernel import modules
from benchmarks.appliance.game import KEPT, prepared
from benchmarks.appliance.machine import EXACT, PI4, Disk, Machine
from controller.appliance.description import PORT, USER
from controller.appliance.image.target import TARGETS
from controller.config import PanelSection
from upkeep.computer import STATE

CABLE: Final = "machine.sock"
BOARD: Final = replace(PI4, words=("-machine", "virt", "-cpu", "cortex-a76"))
"""With the processor of a Raspberry Pi 5, which has arithmetic for bytes."""
REVISION: Final = "0xc03112"
"""Of a Raspberry Pi 4 Model B with 4 GB, as its boot loader writes it into the device tree."""
_SETTINGS: Final = f"""\
[table]
preset = "{{preset}}"

[camera]
kind = "v4l2"
source = "{inside.CAMERA}"

[machine]
kind = "serial"
port = "/dev/ttyUSB0"

[panel]
kind = "gpio"

[web]
host = "0.0.0.0"
port = {PORT}
"""
_PLACE: Final = f"{STATE}/devices"
_UNITS: Final = "changed/etc/upper/systemd/system"


def prepare(disk: Disk, port: int, preset: str, folder: Path) -> None:
    """Writes on a new card what makes its devices, which connects to `port` outside, and a table that uses
    them. Modules of the kernel are built in `folder`."""
    found = modules(disk.kernel(), TARGETS["pi4"], "bookworm", folder)
    program, lamps = Path(inside.__file__), " ".join(map(str, PanelSection().lamps))
    unit = (
        "[Unit]\nBefore=jantaku-table.service\n[Service]\nType=notify\n"
        f"ExecStart=/usr/bin/python3 {_PLACE}/{program.name} {port} {lamps}\n"
    )
    drop_in = "[Unit]\nRequires=jantaku-devices.service\nAfter=jantaku-devices.service\n"
    disk.put(
        {
            **prepared(_SETTINGS.format(preset=preset)),
            **{f"{KEPT}{_PLACE}/{path.name}": path.read_bytes() for path in (*found, program)},
            f"{_UNITS}/jantaku-devices.service": unit,
            f"{_UNITS}/jantaku-table.service.d/devices.conf": drop_in,
        },
        disk.user(USER),
    )


def started(disk: Disk, work: Path, more: str) -> Machine:
    """Switched on, with a serial cable at USB of which the other end is the socket `CABLE` in `work`."""
    cable = work / CABLE
    cable.unlink(missing_ok=True)
    devices = [
        *("-chardev", f"socket,id=cable,path={cable},server=on,wait=off"),
        *("-device", "qemu-xhci", "-device", "usb-serial,chardev=cable"),
    ]
    devices += ["-dtb", str(_described(work))]
    return Machine(disk, work, more=more, board=BOARD, pace=EXACT, devices=devices)


def _described(work: Path) -> Path:
    """The board's device tree, with the revision of a Raspberry Pi in it, which gpiozero asks for."""
    file = work / "board.dtb"
    board = [BOARD.program, *BOARD.words, *EXACT, "-m", "2048", "-display", "none"]
    board[board.index("virt")] += f",dumpdtb={file}"
    subprocess.run(board, check=True, capture_output=True)
    subprocess.run(["fdtput", "-p", "-t", "x", file, "/system", "linux,revision", REVISION], check=True)
    return file
