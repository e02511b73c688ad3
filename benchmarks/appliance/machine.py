"""A virtual machine with the disk of an image: switched on, asked from outside, its plug pulled."""

from __future__ import annotations

import base64
import errno
import json
import os
import random
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.appliance.disk import How, Medium, Plug
from controller.appliance.description import PORT
from controller.appliance.image.layout import MIB

TOOLS: Final = (
    "mtype",
    "mcopy",
    "sfdisk",
    "debugfs",
    "e2fsck",
    "unsquashfs",
    "mkfs.fat",
)
PACKAGES: Final = "qemu-system-x86 qemu-system-arm ovmf mtools dosfstools fdisk e2fsprogs squashfs-tools"
_FIRMWARE: Final = Path("/usr/share/OVMF/OVMF_CODE_4M.fd")
_EMULATED: Final = (
    "mitigations=off nosoftlockup no_timer_check rcupdate.rcu_cpu_stall_suppress=1 "
    "systemd.default_timeout_start_sec=900"
)
"""Words that spare an emulated machine work, and give a slow one the time that it needs."""
FAST: Final = ("-accel", "tcg,thread=multi", "-smp", "2")
"""Two processors as fast as this computer emulates them, on a clock that is this computer's."""
EXACT: Final = ("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=on", "-smp", "1")
"""One processor and a clock of its own, on which each instruction takes 1 ns however long it took here."""
LOGIN: Final = re.compile(r"\S+ login: ")


@dataclass(frozen=True, slots=True)
class Board:
    """What stands for a kind of computer: QEMU's program and its words, how the kernel calls the serial line,
    and the file of the boot partition that has the kernel's words after a pattern."""

    program: str
    words: tuple[str, ...]
    serial: str
    file: str
    pattern: str


# The processor of a PC is the least that the wheels need: emulation is slower for more.
PC: Final = Board(
    "qemu-system-x86_64",
    ("-machine", "q35", "-cpu", "Nehalem", "-vga", "none"),
    "ttyS0",
    "EFI/debian/grub.cfg",
    r"^linux \S+ (.*)$",
)
# QEMU has no Pi 4 before 9.0: another board with its processor, so of the Pi's own drivers nothing is seen.
PI4: Final = Board(
    "qemu-system-aarch64", ("-machine", "virt", "-cpu", "cortex-a72"), "ttyAMA0", "cmdline.txt", r"^(.*)$"
)


@dataclass(frozen=True, slots=True)
class Disk:
    """The file of an image as a disk; what lies on it is read and written without mounting."""

    path: Path

    @classmethod
    def of(cls, image: Path, path: Path, size: int) -> Disk:
        """A card of `size` bytes with the image on it."""
        subprocess.run(["cp", "--sparse=always", str(image), str(path)], check=True)
        with path.open("r+b") as file:
            file.truncate(size)
        return cls(path)

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Begin and size of each partition in bytes."""
        table = json.loads(
            subprocess.check_output(["sfdisk", "--json", str(self.path)], stderr=subprocess.DEVNULL)
        )
        return [(each["start"] * 512, each["size"] * 512) for each in table["partitiontable"]["partitions"]]

    def boot_file(self, name: str, to: Path) -> Path:
        """Copies a file of the first partition."""
        subprocess.run(["mcopy", "-n", "-o", "-i", f"{self.path}@@{MIB}", f"::{name}", str(to)], check=True)
        return to

    @property
    def board(self) -> Board:
        """The kind of computer that it starts."""
        return PC if self._boot_text(PC.file) else PI4

    def words(self) -> str:
        """With which the image starts its kernel."""
        board = self.board
        found = re.search(board.pattern, self._boot_text(board.file), re.MULTILINE)
        assert found is not None
        return found[1]

    def _boot_text(self, name: str) -> str:
        """A text of the first partition; empty where there is none."""
        asked = ["mtype", "-i", f"{self.path}@@{MIB}", f"::{name}"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout

    def user(self, name: str) -> int:
        """The number of a user of the system on it."""
        begin = self.parts[1][0]
        asked = ["unsquashfs", "-o", str(begin), "-cat", str(self.path), "etc/passwd"]
        lines = subprocess.check_output(asked, text=True).splitlines()
        return next(int(line.split(":")[2]) for line in lines if line.startswith(f"{name}:"))

    def kernel(self) -> str:
        """The version of its kernel, such as 6.1.0-57-arm64."""
        asked = ["unsquashfs", "-o", str(self.parts[1][0]), "-l", str(self.path), "usr/lib/modules"]
        lines = subprocess.check_output(asked, text=True).splitlines()
        return next(found[1] for line in lines if (found := re.search(r"usr/lib/modules/([^/]+)", line)))

    def data(self, to: Path) -> Path:
        """A copy of the data partition, mended as the computer mends it when it is switched on."""
        begin, size = self.parts[2]
        with self.path.open("rb") as card, to.open("wb") as part:
            part.truncate(size)
            for first, end in _written(card.fileno(), begin, begin + size):
                at = first
                while at < end:
                    at += os.copy_file_range(card.fileno(), part.fileno(), end - at, at, at - begin)
        subprocess.run(["e2fsck", "-p", str(to)], stdout=subprocess.DEVNULL, check=False)
        return to

    def put(self, files: Mapping[str, str | bytes], owner: int) -> None:
        """Writes files of a user on the data partition, with their folders, before it was ever used."""
        folders: list[str] = []
        for name in files:
            path = Path(name)
            folders += [str(each) for each in reversed(path.parents) if str(each) not in (*folders, "/", ".")]
        lines = [f"mkdir {folder}" for folder in folders]
        with_text = self.path.with_suffix(".text")
        for number, (name, text) in enumerate(files.items()):
            file = Path(f"{with_text}{number}")
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
            lines += [f"write {file} {name}", f"sif {name} mode 0100644"]
        owned = [name for name in (*folders, *files) if "/jantaku" in name and "/lib/" in name]
        lines += [f"sif {name} {kind} {owner}" for name in owned for kind in ("uid", "gid")]
        subprocess.run(
            ["debugfs", "-w", "-f", "-", f"{self.path}?offset={self.parts[2][0]}"],
            input="\n".join(lines).encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )

    def folder(self, name: str, to: Path) -> Path:
        """Copies a folder of the data partition as it is after the next start."""
        part = self.data(to.with_suffix(".part"))
        shutil.rmtree(to, ignore_errors=True)
        to.mkdir(parents=True)
        asked = ["debugfs", "-R", f"rdump {name} {to}", str(part)]
        subprocess.run(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return to / Path(name).name


class Machine:
    """Of two gigabytes, which is switched on once. Its files lie in the folder `work`."""

    def __init__(
        self,
        disk: Disk,
        work: Path,
        *,
        firmware: bool = False,
        more: str = "",
        stick: Path | None = None,
        board: Board | None = None,
        pace: Sequence[str] = FAST,
        devices: Sequence[str] = (),
    ) -> None:
        """`firmware`: it starts as a PC does, by UEFI, shim and GRUB, which takes minutes in emulation; else
        with the same kernel, initrd and words at once. `more`: words for the kernel, where it does so.
        `stick`: the file of a stick that is plugged in. `board`: another than the usual one of its disk.
        `pace`: how it is emulated. `devices`: QEMU's words for more of them."""
        self.work = work
        self.log = work / "serial.log"
        self.log.write_bytes(b"")
        self._monitor = work / "monitor.sock"
        self._monitor.unlink(missing_ok=True)
        self._plugs: list[Plug] = []
        media = [*self._medium(disk.path, "d"), "-device", "virtio-blk-pci,drive=d,write-cache=on"]
        if stick is not None:
            media += [*self._medium(stick, "s"), "-device", "qemu-xhci", "-device", "usb-storage,drive=s"]
        self.port = _free_port()
        board = board or disk.board
        begins = self._firmware() if firmware else self._kernel(disk, more)
        self.begun = time.monotonic()
        self._process = subprocess.Popen(
            [
                *(board.program, *board.words, *pace),
                *("-m", "2048", "-display", "none", "-no-reboot", *begins),
                *("-device", "virtio-gpu-pci"),
                *media,
                *devices,
                *("-netdev", f"user,id=n,hostfwd=tcp:127.0.0.1:{self.port}-:{PORT}"),
                *("-device", "virtio-net-pci,netdev=n", "-device", "virtio-rng-pci"),
                *("-serial", f"file:{self.log}", "-monitor", f"unix:{self._monitor},server,nowait"),
            ],
            stdin=subprocess.DEVNULL,
            stderr=(work / "qemu.log").open("ab"),
        )

    def _medium(self, file: Path, name: str) -> list[str]:
        socket_path = self.work / f"{name}.sock"
        socket_path.unlink(missing_ok=True)
        self._plugs.append(Plug(Medium(file), socket_path))
        return ["-blockdev", f"driver=nbd,server.type=unix,server.path={socket_path},node-name={name}"]

    def pull(self, how: How, rng: random.Random) -> tuple[int, int]:
        """The power fails, for disk and stick: as `Plug.pull`, of both together."""
        found = [plug.pull(how, rng) for plug in self._plugs]
        return sum(unflushed for unflushed, _ in found), sum(reached for _, reached in found)

    def _kernel(self, disk: Disk, more: str) -> list[str]:
        kernel = disk.boot_file("vmlinuz", self.work / "vmlinuz")
        initrd = disk.boot_file("initrd.img", self.work / "initrd.img")
        words = f"{disk.words()} console={disk.board.serial} {_EMULATED} {more}"
        return ["-kernel", str(kernel), "-initrd", str(initrd), "-append", words]

    def _firmware(self) -> list[str]:
        kept = self.work / "efi-vars.fd"
        shutil.copyfile(_FIRMWARE.with_name("OVMF_VARS_4M.fd"), kept)
        flash = "if=pflash,format=raw"
        return ["-drive", f"{flash},readonly=on,file={_FIRMWARE}", "-drive", f"{flash},file={kept}"]

    @property
    def page(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def said(self) -> str:
        """On the serial line, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.log.read_text("utf-8", errors="replace"))

    def colours(self) -> int:
        """How many colours its screen shows, looked at every 97th pixel; 0 before there is one. A text
        console has 16 at most."""
        picture = self.work / "screen.ppm"
        if not self._monitor.exists():
            return 0
        with closing(socket.socket(socket.AF_UNIX)) as line:
            line.settimeout(20)
            line.connect(str(self._monitor))
            _prompt(line)
            line.sendall(f"screendump {picture}\n".encode())
            _prompt(line)
        _, _, _, pixels = picture.read_bytes().split(b"\n", 3)
        return len({pixels[at : at + 3] for at in range(0, len(pixels), 3 * 97)})

    def asked(self, name: str, account: str | None = None) -> bytes | None:
        """What a page answers, to an `account` (its name, a colon and its secret) or to anybody; None where
        nothing does."""
        headers = {} if account is None else authorised(account)
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.page + name, headers=headers), timeout=20
            ) as answer:
                return bytes(answer.read())
        except (OSError, ValueError):
            return None

    def answered(
        self, name: str, account: str, body: Mapping[str, Any] | None = None, within: float = 20.0
    ) -> tuple[int, dict[str, Any]]:
        """Status and JSON that an account gets, who posts `body` where it is given. OSError where nothing
        answers, ValueError where it is no JSON."""
        headers = {**authorised(account), "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.page + name, sent, headers)
        try:
            with urllib.request.urlopen(asked, timeout=within) as answer:
                return int(answer.status), dict(json.loads(answer.read()))
        except urllib.error.HTTPError as error:
            return error.code, dict(json.loads(error.read()))

    def health(self) -> dict[str, Any] | None:
        found = self.asked("health")
        return None if found is None else dict(json.loads(found))

    def version(self, account: str) -> str | None:
        """Of the program that answers, to an account of the house; None where none does."""
        found = self.asked("care.json", account)
        return None if found is None else str(json.loads(found)["version"])

    def seconds_to(self, true: Any, within: float) -> float | None:
        """From the switch until something is so; None where it is not in time, or the machine has ended."""
        while time.monotonic() - self.begun < within and self._process.poll() is None:
            if true():
                return time.monotonic() - self.begun
            time.sleep(0.5)
        return None

    def close(self) -> None:
        """The machine is gone at once; what had reached its media is settled by `pull` before."""
        self._process.kill()
        self._process.wait()
        for plug in self._plugs:
            plug.close()


def authorised(account: str) -> dict[str, str]:
    """The header of a request with an account (RFC 7617)."""
    return {"Authorization": f"Basic {base64.b64encode(account.encode()).decode()}"}


def _written(file: int, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Begin and end of each part of a sparse file that was written."""
    at = begin
    while at < end:
        try:
            at = os.lseek(file, at, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # there is none after it
                return
            raise
        hole = min(os.lseek(file, at, os.SEEK_HOLE), end)
        if at < end:
            yield at, hole
        at = hole


def _prompt(line: socket.socket) -> None:
    """Reads what QEMU's monitor answers, to its end."""
    said = b""
    while not said.endswith(b"(qemu) "):
        part = line.recv(4096)
        if not part:
            raise OSError("The virtual machine has ended.")
        said += part


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
