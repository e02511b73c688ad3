"""A blank board: fuses, bootloader and firmware through a programmer, by avrdude."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.flash.boot import EXTENDED_FUSE, HIGH_FUSE, LOCK, LOW_FUSE
from firmware_bridge.flash.bootloader import FlashError
from firmware_bridge.flash.image import Image, whole_chip

LONGEST_S: Final = 600
"""ArduinoISP at 19200 baud writes and reads 40 kB in two minutes."""


@dataclass(frozen=True, slots=True)
class Programmer:
    """`kind` as `avrdude -c ?` lists it; a serial one has a port, and perhaps another speed than usual."""

    kind: str
    port: str | None = None
    baud: int | None = None

    @property
    def words(self) -> tuple[str, ...]:
        port = () if self.port is None else ("-P", self.port)
        return ("-c", self.kind, *port, *(() if self.baud is None else ("-b", str(self.baud))))


def steps(programmer: Programmer, image: Path) -> Iterator[tuple[str, ...]]:
    """The commands, in their order. The fuses go first: with them the EEPROM outlives the erasure of the
    chip, and a chip that runs slowly as delivered takes the rest quickly."""
    avrdude = ("avrdude", "-p", "m2560", *programmer.words)
    fuses = {"lfuse": LOW_FUSE, "hfuse": HIGH_FUSE, "efuse": EXTENDED_FUSE}
    yield (*avrdude, *(word for name, value in fuses.items() for word in ("-U", f"{name}:w:{value:#04x}:m")))
    yield (*avrdude, "-e", "-U", f"flash:w:{image}:i", "-U", f"lock:w:{LOCK:#04x}:m")


def program(programmer: Programmer, image: Image, bootloader: Mapping[int, int]) -> None:
    """FlashError with one sentence when avrdude does not do it."""
    if shutil.which("avrdude") is None:
        raise FlashError("A programmer needs avrdude, which is missing: sudo apt install avrdude.")
    with tempfile.TemporaryDirectory(prefix="jantaku-flash-") as folder:
        whole = Path(folder) / "whole.hex"
        whole.write_text(whole_chip(image, bootloader), "ascii")
        for step in steps(programmer, whole):
            _run(step, programmer)


def _run(words: tuple[str, ...], programmer: Programmer) -> None:
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", check=False, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired:
        raise FlashError(
            f"avrdude was not done after {LONGEST_S // 60} minutes: check the programmer's plug, and try "
            f"again."
        ) from None
    if done.returncode:
        raise FlashError(sentence(done.stdout + done.stderr, programmer))


_KNOWN: Final = (
    (
        r"permission denied|access denied|insufficient permissions|operation not permitted",
        "The programmer may not be opened by this user: give the command with sudo.",
    ),
    (
        r"resource busy|device or resource",
        "The programmer is held by another program: `sudo fuser -v {port}` says which; end it and try again.",
    ),
    (
        r"can't find programmer|unknown programmer|programmer \S+ not found|valid programmers are",
        "avrdude knows no programmer {kind}: `avrdude -c ?` lists those that it knows.",
    ),
    (
        r"initialization failed|target doesn't answer|target detection failed|invalid device signature|"
        r"device signature = 0x(000000|ffffff)",
        "The board does not answer the programmer: check the six-pole plug (ICSP, pin 1) and the board's "
        "power.",
    ),
    (
        r"expected signature|double check chip",
        "The board is no Arduino Mega 2560 (its chip has another signature), and nothing was written: check "
        "which "
        "board the programmer is plugged into.",
    ),
    (
        r"verification error|verification mismatch|content mismatch",
        "The chip does not hold what was written: measure its 5 V, shorten the programmer's cable, and try "
        "again.",
    ),
    (
        r"unable to open|can't open|could not find|did not find|no such file|not in sync|not responding|"
        r"cannot find|timeout",
        "No programmer {kind} answers{where}: plug it in, and check --programmer and --programmer-port.",
    ),
)
"""What avrdude's words mean, the first that fits."""


def sentence(said: str, programmer: Programmer) -> str:
    """One sentence for a person of what avrdude said when it failed."""
    where = "" if programmer.port is None else f" at {programmer.port}"
    for pattern, meaning in _KNOWN:
        if re.search(pattern, said, re.IGNORECASE):
            return meaning.format(
                kind=programmer.kind, where=where, port=programmer.port or "/dev/bus/usb/*/*"
            )
    last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "no word")
    command = " ".join(("avrdude", "-p", "m2560", *programmer.words, "-v"))
    return f"avrdude failed ({last}): try again, and see more with `{command}`."
