"""The binary: its size, its load with nine steppers at 4 kHz, its answers meanwhile; the core's coverage."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.progress import Progress
from firmware_bridge.frame import Decoder, LinkFrame, encode
from firmware_bridge.message import HOLD_MS, FrameType, Heartbeat, Shuffle
from firmware_bridge.packing import pack
from firmware_bridge.virtual.native_library import FIRMWARE, build, lacking
from hardware.sim.rig import BINARIES, Rig

LOAD_S = 1.0
TRIPS = 1000
LOOK_US = 100


LOADS = {"simavr": "load.elf", "unicorn": "stm32load.bin"}


def loads() -> None:
    """Of each chip that can be simulated here."""
    for kind in LOADS:
        why_not = lacking(BINARIES[kind][0])
        if why_not is None:
            load(kind)
        else:
            print(f"{kind}: {why_not}")


def load(kind: str) -> None:
    """See hardware/firmware/avr/load.c; `kind` says whose binary."""
    print(f"{kind}:")
    with Rig(kind, firmware=LOADS[kind]) as rig:
        for slide in range(9):
            rig.travel(slide, 1_000_000)
        rig.run(0.8)  # a new STM32 makes its settings ready first
        share, pulses = rig.busy(LOAD_S)
        times = sorted(_trips(rig))
        rig.run(6.5 - rig.now)
        lost = sum(rig.lost(s) for s in range(9))
        made = [rig.pulses(s) for s in range(9)]
    print(f"nine steppers at {min(pulses) / LOAD_S:.0f} steps/s: {share:.1%} of the processor (<= 40 %)")
    print(f"  {min(made)} of 20000 steps each, {lost} lost by a rotor (0)")
    print(
        f"  {len(times)} heartbeats of 10 bytes answered by 8 meanwhile: median {_part(times, 0.5):.2f} ms, ",
        end="",
    )
    print(f"p99 {_part(times, 0.99):.2f} ms (<= 5), longest {times[-1]:.2f} ms")
    with Rig(kind, step_ms=5) as rig:
        rig.left(drum=0)
        rig.ready()
        rig.ask(Shuffle())
        rig.run(2.0)
        share, _ = rig.busy(LOAD_S)
    print(f"sorting: {share:.1%} of the processor", flush=True)


def _part(times: list[float], share: float) -> float:
    return times[int(share * (len(times) - 1))]


def _trips(rig: Rig) -> list[float]:
    """Milliseconds from the first bit of a heartbeat to the last of its answer, at moments of any phase."""
    chance, decoder, times = random.Random(1), Decoder(), []
    for trip in range(TRIPS):
        number, began, answered = trip % 255 + 1, rig.now, None
        rig.write(encode(LinkFrame(FrameType.COMMAND, 0, number, *pack(Heartbeat(HOLD_MS)))))
        while answered is None and rig.now < began + 0.1:
            rig.live(LOOK_US)
            for byte, at in rig.read_stamped():
                if any(f.type is FrameType.ACK and f.ack == number for f in decoder.feed(byte)):
                    answered = at
        times.append(1000 * ((answered or rig.now) - began))
        rig.live(chance.randrange(2000))
    return times


def size() -> None:
    folder = build("all")
    command = ["make", "-s", "-C", str(FIRMWARE), f"BUILD={folder}", "size"]
    print(subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip())


def coverage() -> None:
    """Lines of the core that the tests reach, by gcov."""
    if shutil.which("gcov") is None:
        sys.exit("machine: gcov is absent: run `sudo apt install gcc`")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["make", "-s", "-C", str(FIRMWARE), f"BUILD={folder}", "COVERAGE=1", "native"], check=True
        )
        tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/hardware"]
        left_out = ["--deselect", "tests/hardware/test_binary.py", "-k", "not binary and not simavr"]
        environment = os.environ | {"JANTAKU_FIRMWARE_BUILD": folder, "COVERAGE": "1"}
        with Progress("the tests of the firmware", 1):
            subprocess.run([*tests, *left_out], env=environment, check=False, stdout=subprocess.DEVNULL)
        notes = sorted(Path(folder, "host/core").rglob("*.gcda"))
        total = reached = 0
        for note in notes:
            out = subprocess.run(
                ["gcov", "-n", "-o", str(note.parent), str(note)], capture_output=True, text=True, check=False
            ).stdout
            percent, lines = _lines(out)
            total, reached = total + lines, reached + round(percent * lines / 100)
            print(f"  {note.stem:14} {percent:6.1f} % of {lines}")
        print(f"lines of the core reached by the tests: {reached / total:.1%} (>= 90 %)", flush=True)


def _lines(report: str) -> tuple[float, int]:
    """Of the first file in a report of gcov: `Lines executed:97.50% of 40`."""
    line = next(x for x in report.splitlines() if x.startswith("Lines executed"))
    percent, _, count = line.removeprefix("Lines executed:").partition("% of ")
    return float(percent), int(count)
