"""Camera, keys and lamps of the table in the virtual machine; root runs this there.

It makes devices of the kernel (v4l2loopback, gpio-sim) and does with them what the program outside says over
TCP: pictures go to the camera, keys close and open. What time it is here goes back, and which lamps are lit.
It is written on the card, so it needs the standard library alone.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUTSIDE = "10.0.2.2"
"""The computer around the virtual machine, as QEMU's user network calls it."""
HEAD = struct.Struct(">BI")
"""Kind and length of what comes from outside."""
PICTURE, KEYS = 1, 2
WIDTH, HEIGHT = 1920, 1080
CAMERA = Path("/dev/video0")
LOOK_S = 0.02
CHIP = Path("/sys/kernel/config/gpio-sim/pi")
LABEL = "pinctrl-bcm2711"
"""Of the chip that leads to the header of a Raspberry Pi 4."""
LINES = 28


def make_devices() -> Path:
    """Loads the modules beside this file and makes the chip; gives the folder of its lines."""
    for name in ("videodev", "configfs"):
        subprocess.run(["modprobe", name], check=True)
    subprocess.run(
        ["insmod", HERE / "v4l2loopback.ko", "video_nr=0", "card_label=Rendered", "max_buffers=4"], check=True
    )
    subprocess.run(["insmod", HERE / "gpio_sim.ko"], check=True)
    if not CHIP.parent.exists():
        subprocess.run(["mount", "-t", "configfs", "none", CHIP.parents[1]], check=True)
    (CHIP / "bank").mkdir(parents=True)
    (CHIP / "bank/num_lines").write_text(str(LINES))
    (CHIP / "bank/label").write_text(LABEL)
    (CHIP / "live").write_text("1")
    device, chip = (CHIP / "dev_name").read_text().strip(), (CHIP / "bank/chip_name").read_text().strip()
    return Path("/sys/devices/platform", device, chip)


class Camera:
    """Gives each picture once: v4l2loopback writes over a picture that is still read (0.12.7)."""

    def __init__(self) -> None:
        self._device = os.open(CAMERA, os.O_RDWR)
        # struct v4l2_format of linux/videodev2.h, for V4L2_BUF_TYPE_VIDEO_OUTPUT
        shape = struct.pack("<6I", WIDTH, HEIGHT, int.from_bytes(b"MJPG", "little"), 1, 0, WIDTH * HEIGHT)
        fcntl.ioctl(self._device, 0xC0D05605, struct.pack("<2I", 2, 0) + shape.ljust(200, b"\0"))

    def show(self, picture: bytes) -> None:
        os.write(self._device, picture)


class Header:
    """The lines of the chip: keys that close to ground, and lamps. It is the clock for outside, too."""

    def __init__(self, folder: Path, line: socket.socket, lamps: list[int]) -> None:
        self._folder, self._outside, self._lamps = folder, line, lamps
        self._closed: set[int] = set()
        threading.Thread(target=self._run, daemon=True).start()

    def close(self, lines: list[int]) -> None:
        """These contacts are closed from now on, all others open."""
        self._closed = set(lines)

    def _run(self) -> None:
        """Who claims a line sets its pull, so that of closed contacts is set again and again."""
        before: set[int] = set()
        while True:
            closed = self._closed
            for number in closed:
                self._file(number, "pull").write_text("pull-down")
            for number in before - closed:
                self._file(number, "pull").write_text("pull-up")
            before = closed
            high = [n for n in self._lamps if self._file(n, "value").read_text().strip() == "1"]
            said = {"t": time.monotonic(), "high": high}
            self._outside.sendall(json.dumps(said).encode() + b"\n")
            time.sleep(LOOK_S)

    def _file(self, number: int, name: str) -> Path:
        return self._folder / f"sim_gpio{number}" / name


def ready() -> None:
    """To systemd: the devices are there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"].replace("@", "\0", 1))


def main() -> None:
    folder = make_devices()
    camera = Camera()
    ready()
    while True:
        try:
            line = socket.create_connection((OUTSIDE, int(sys.argv[1])))
            break
        except OSError:
            time.sleep(1.0)
    header, stream = Header(folder, line, [int(n) for n in sys.argv[2:]]), line.makefile("rb")
    while head := stream.read(HEAD.size):
        kind, length = HEAD.unpack(head)
        found = stream.read(length)
        if kind == PICTURE:
            camera.show(found)
        else:
            header.close(json.loads(found))


if __name__ == "__main__":
    main()
