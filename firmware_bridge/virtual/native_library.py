"""The firmware compiled for this computer, with a plant around it: built where needed, and loaded.

Needs the sources beside this package, make and a C compiler; the simulated ATmega2560 also avr-gcc and
libsimavr (Debian: make gcc gcc-avr avr-libc libsimavr-dev libelf-dev), the simulated STM32F429ZI
arm-none-eabi-gcc and Unicorn (Debian: gcc-arm-none-eabi libunicorn-dev).
"""

from __future__ import annotations

import binascii
import ctypes
import fcntl
import os
import shutil
import subprocess
from ctypes import (
    POINTER,
    c_bool,
    c_char_p,
    c_double,
    c_int16,
    c_int32,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
)
from functools import cache
from pathlib import Path
from typing import Final

FIRMWARE: Final = Path(__file__).resolve().parents[2] / "hardware" / "firmware"

_POINTER: Final = ctypes.c_void_p
_FUNCTIONS: Final[dict[str, tuple[object, list[object]]]] = {
    "sim_create": (_POINTER, [c_uint64, c_char_p]),
    "sim_free": (None, [_POINTER]),
    "sim_plant": (_POINTER, [_POINTER]),
    "sim_now": (c_uint64, [_POINTER]),
    "sim_run": (None, [_POINTER, c_uint64]),
    "sim_send": (None, [_POINTER, c_char_p, c_uint32]),
    "sim_receive": (c_uint32, [_POINTER, POINTER(c_uint8), POINTER(c_uint64), c_uint32]),
    "sim_reset": (None, [_POINTER, c_uint8]),
    "sim_hang": (None, [_POINTER]),
    "sim_left": (None, [_POINTER, c_uint8, c_uint8]),
    "sim_asleep_us": (c_uint64, [_POINTER]),
    "stm32_break": (None, [_POINTER, c_bool, c_bool]),
    "stm32_dip": (c_bool, [_POINTER, c_uint32]),
    "board_erase": (None, [_POINTER]),
    "board_program": (None, [_POINTER, c_uint32, c_char_p, c_uint32]),
    "board_read": (None, [_POINTER, c_uint32, POINTER(c_uint8), c_uint32]),
    "board_fuses": (None, [_POINTER, c_uint8, c_uint8, c_uint8]),
    "board_cut": (None, [_POINTER]),
    "board_cut_at_page": (None, [_POINTER, c_uint32]),
    "board_dead": (c_bool, [_POINTER]),
    "board_power": (None, [_POINTER]),
    "board_dip": (c_bool, [_POINTER, c_uint32]),
    "plant_ill": (None, [_POINTER, c_uint8, c_uint8]),
    "plant_break": (None, [_POINTER, c_uint8, c_uint8]),
    "plant_touch": (None, [_POINTER, c_uint8, c_uint8]),
    "plant_jam": (None, [_POINTER, c_uint8, c_double, c_int16]),
    "plant_obstacle": (None, [_POINTER, c_uint8, c_double, ctypes.c_int8]),
    "plant_slip": (None, [_POINTER, c_uint8, c_double]),
    "plant_untidy": (None, [_POINTER, c_double, c_double]),
    "plant_wear": (None, [_POINTER, c_uint8, c_double]),
    "plant_estop": (None, [_POINTER, c_bool]),
    "plant_lid": (None, [_POINTER, c_bool]),
    "plant_supply": (None, [_POINTER, c_double, c_double]),
    "plant_driver_fault": (None, [_POINTER, c_bool]),
    "plant_weld": (None, [_POINTER, c_bool]),
    "plant_hatch_blocked": (None, [_POINTER, c_int16]),
    "plant_push": (None, [_POINTER, c_uint8]),
    "plant_takes_walls": (None, [_POINTER, c_bool]),
    "plant_count": (c_uint16, [_POINTER, c_uint8, c_uint8]),
    "plant_remove": (None, [_POINTER, c_uint8, c_int16]),
    "plant_alter": (None, [_POINTER, c_uint8, c_int16, c_uint8]),
    "plant_hand": (None, [_POINTER, c_uint8, c_uint8, c_uint8]),
    "plant_small": (None, [_POINTER, c_uint8]),
    "plant_travel": (None, [_POINTER, c_uint8, c_int32]),
    "plant_rest": (None, [_POINTER]),
    "plant_place": (None, [_POINTER, c_uint8, c_uint8]),
    "plant_position": (c_int32, [_POINTER, c_uint8]),
    "plant_pulses": (c_uint32, [_POINTER, c_uint8]),
    "plant_lost": (c_uint32, [_POINTER, c_uint8]),
    "plant_sunk": (c_uint32, [_POINTER, c_uint8]),
    "plant_get_output": (c_bool, [_POINTER, c_uint8]),
    "plant_input": (c_bool, [_POINTER, c_uint8]),
    "plant_analog": (c_uint16, [_POINTER, c_uint8]),
    "monitor_host": (None, [_POINTER]),
    "monitor_press": (None, [_POINTER]),
    "monitor_break": (None, [_POINTER]),
    "monitor_service": (None, [_POINTER, c_bool]),
    "monitor_violations": (c_uint32, [_POINTER, c_uint8]),
    "monitor_stop_latency_us": (c_uint32, [_POINTER]),
    "monitor_longest_pinch_ms": (c_uint16, [_POINTER]),
    "monitor_most_force_n": (c_double, [_POINTER]),
    "monitor_longest_coast_ms": (c_uint16, [_POINTER]),
}


_TOOLS: Final = {
    "native": ("make", "cc"),
    "sim": ("make", "cc", "avr-gcc"),
    "all": ("make", "avr-gcc"),
    "stm32": ("make", "arm-none-eabi-gcc"),
    "armsim": ("make", "cc", "arm-none-eabi-gcc"),
}
_PACKAGES: Final = {
    "native": "make gcc",
    "stm32": "make gcc-arm-none-eabi",
    "armsim": "make gcc gcc-arm-none-eabi libunicorn-dev",
}
_UNICORN: Final = Path("/usr/include/unicorn/unicorn.h")
_ONLY: Final = {"board": "simavr", "stm32": "unicorn"}
"""Functions of one chip's library, by how their names begin."""
_TARGETS: Final = {"native": "native", "simavr": "sim", "unicorn": "armsim"}


class BuildError(Exception):
    """Says which compiler or library to install, or why the firmware does not compile."""


def build_folder() -> Path:
    """Where the products go: JANTAKU_FIRMWARE_BUILD, or a folder of the user's cache for these sources."""
    named = os.environ.get("JANTAKU_FIRMWARE_BUILD")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    cached = (Path(base) if base else Path.home() / ".cache") / "jantaku"
    return cached / f"firmware-{binascii.crc32(str(FIRMWARE).encode()):08x}"


def lacking(target: str) -> str | None:
    """What a target of the Makefile cannot be made for want of, in one sentence."""
    if not (FIRMWARE / "Makefile").exists():
        return "The firmware's sources are not here: run jantaku from its repository."
    missing = [tool for tool in _TOOLS[target] if shutil.which(tool) is None]
    if target == "armsim" and not _UNICORN.exists():
        missing.append("libunicorn")
    if not missing:
        return None
    packages = _PACKAGES.get(target, "make gcc gcc-avr avr-libc libsimavr-dev libelf-dev")
    return f"{' and '.join(missing)} missing: sudo apt install {packages}"


def built(kind: str) -> bool:
    """Whether the library of `native`, `simavr` or `unicorn` was built before, perhaps of older sources."""
    return (build_folder() / f"libjantaku_{kind}.so").exists()


@cache
def build(target: str) -> Path:
    """Makes a target of the Makefile and gives the folder of the products. BuildError with one sentence."""
    why_not = lacking(target)
    if why_not is not None:
        raise BuildError(why_not)
    folder = build_folder()
    folder.mkdir(parents=True, exist_ok=True)
    # Tests run in several processes.
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            ["make", f"-j{os.cpu_count() or 1}", "-C", str(FIRMWARE), f"BUILD={folder}", target],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        log = folder / f"{target}.log"
        log.write_text(done.stdout + done.stderr, encoding="utf-8")
        errors = [line.strip() for line in done.stderr.splitlines() if "error" in line.lower()]
        said = errors[0] if errors else "make failed"
        raise BuildError(f"The firmware does not build ({said}): all of it is in {log}.")
    return folder


@cache
def load(kind: str) -> ctypes.CDLL:
    """The library of `native`, `simavr` or `unicorn`, its functions typed."""
    folder = build(_TARGETS[kind])
    library = ctypes.CDLL(str(folder / f"libjantaku_{kind}.so"))
    for name, (result, arguments) in _FUNCTIONS.items():
        if kind != _ONLY.get(name.split("_")[0], kind):
            continue
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
