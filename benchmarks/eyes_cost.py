"""What the eyes cost: `python -m benchmarks.eyes_cost`.

A full table is drawn by another process, so that the renderer's time and memory are not counted. Printed:
a still picture of a full table to its state (every region read once), the time from a hand's going to the
observation of its discard, the motion gate, one turn of the loop while nothing moves, and the memory of a
process that holds only the eyes. Pictures of 1920 x 1080.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final
from unittest import mock

import cv2
import numpy as np

from benchmarks.progress import Command, Options, Progress
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface
from vision.camera.frame import Frame, Pixels
from vision.eyes import reading
from vision.eyes.eyes import Eyes
from vision.eyes.motion import MotionGate
from vision.eyes.observation import Observation
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer, View
from vision.scene.scene import ArmBody, Scene

FPS: Final = 15.0
WIDTH, HEIGHT = 1920, 1080
PICTURES: Final = 8
"""Pictures of the resting table: the noise of each is another."""
ROUNDS: Final = 9
SEEDS: Final = (3, 7, 11)
EMPTY: Final = "empty"
LAST: Final = 10
"""The tile of the scene that the first pond ends with."""
HAND: Final = 3
"""Pictures of the hand that lays it."""


def draw(folder: Path, seed: int) -> None:
    """The empty mat; a full table before a discard, with the hand that lays it, and PICTURES afterwards."""
    view = View(WIDTH, HEIGHT, 1.44 * HEIGHT)
    after = demo_scene(seed)
    before = replace(after, tiles=tuple(tile for tile in after.tiles if tile.id != LAST))
    laid = after.tiles[LAST]
    laying = replace(after, arms=(ArmBody(0, laid.x, laid.y - 10.0),))
    scenes = {EMPTY: Scene(())}
    scenes |= {f"before{k}": before for k in range(2)}
    scenes |= {f"hand{k}": laying for k in range(HAND)}
    scenes |= {f"after{k}": after for k in range(PICTURES)}
    for k, (name, scene) in enumerate(scenes.items()):
        picture = Renderer(view, seed=seed * 100 + k).render(scene, k / FPS)
        cv2.imwrite(str(folder / f"{name}.png"), picture)


def shown(folder: Path, name: str, count: int) -> list[Pixels]:
    return [np.asarray(cv2.imread(str(folder / f"{name}{k}.png")), np.uint8) for k in range(count)]


class Stopwatch:
    """Keeps the milliseconds inside a function that it wraps, and those of the processor on all threads."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.work: list[float] = []

    def around(self, inner: Callable[..., object]) -> Callable[..., object]:
        def timed(*args: object, **more: object) -> object:
            start, begun = time.perf_counter(), time.process_time()
            try:
                return inner(*args, **more)
            finally:
                self.times.append(1000 * (time.perf_counter() - start))
                self.work.append(1000 * (time.process_time() - begun))

        return timed


def still_table(reader: Detector, surface: Surface, pictures: list[Pixels], threads: int) -> dict[str, float]:
    """Milliseconds from a still picture to the whole state, read by `threads` threads."""
    cost: list[float] = []
    work: list[float] = []
    tiles = 0
    cv2.setNumThreads(threads)
    for _ in range(ROUNDS):
        with mock.patch.object(reading, "THREADS", threads):
            fresh, watch = Eyes(reader, surface), Stopwatch()
        for k in range(round(FPS)):
            with mock.patch.object(Eyes, "_read_ready", watch.around(Eyes._read_ready)):
                out = fresh.feed(Frame("main", k / FPS, pictures[k % len(pictures)]))
            seen = sum(len(o.tiles) for o in out if isinstance(o, Observation))
            if seen:
                tiles = max(tiles, seen)
                break
        cost.append(max(watch.times))
        work.append(max(watch.work))
    return {
        "median ms": round(float(np.median(cost)), 1),
        "least ms": round(min(cost), 1),
        "of the processor, least ms": round(min(work), 1),
        "tiles": tiles,
    }


def withdrawn(reader: Detector, surface: Surface, folder: Path, after: list[Pixels]) -> float:
    """Milliseconds from the last picture that shows the hand to the observation of what it laid down."""
    seeing = Eyes(reader, surface)
    for k, pixels in enumerate([*shown(folder, "before", 2) * 6, *shown(folder, "hand", HAND)]):
        seeing.feed(Frame("main", k / FPS, pixels))
    for n, pixels in enumerate(after):
        start = time.perf_counter()
        observed = seeing.feed(Frame("main", (12 + HAND + n) / FPS, pixels))
        if any(isinstance(o, Observation) and (o.zone, o.seat) == (Zone.POND, 0) for o in observed):
            return round(1000 * ((n + 1) / FPS + time.perf_counter() - start), 1)
    raise AssertionError("The discard was not reported.")


def idle(reader: Detector, surface: Surface, pictures: list[Pixels], seconds: float) -> dict[str, float]:
    """A table where nothing moves: the gate, and the share of one core at FPS pictures a second."""
    seeing, gate = Eyes(reader, surface), Stopwatch()
    for k in range(round(2 * FPS)):
        seeing.feed(Frame("main", k / FPS, pictures[k % len(pictures)]))
    count = round(seconds * FPS)
    with mock.patch.object(MotionGate, "update", gate.around(MotionGate.update)):
        start = time.process_time()
        for k in range(count):
            seeing.feed(Frame("main", 2 + k / FPS, pictures[k % len(pictures)]))
        used = time.process_time() - start
    return {
        "gate, median ms": round(float(np.median(gate.times)), 2),
        "gate, p95 ms": round(float(np.percentile(gate.times, 95)), 2),
        "turn, mean ms": round(1000 * used / count, 2),
        "percent of a core": round(100 * used / count * FPS, 1),
    }


def measured(folder: Path) -> dict[str, object]:
    """All figures; but for the first as on a table with two cores."""
    surface = calibrate(np.asarray(cv2.imread(str(folder / f"{EMPTY}.png")), np.uint8))
    pictures = shown(folder, "after", PICTURES)
    alone = still_table(Detector(colours=Colours()), surface, pictures, 1)
    reader = Detector(threads=reading.THREADS, colours=Colours())
    return {
        "still table, one thread": alone,
        "still table, two threads": still_table(reader, surface, pictures, reading.THREADS),
        "hand withdrawn to observation, ms": withdrawn(reader, surface, folder, pictures),
        "nothing moves": idle(reader, surface, pictures, 20.0),
        "memory, MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def takes(_: Options) -> float:
    return 60


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--draw", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=SEEDS[0])
    args = parser.parse_args()
    if args.draw:
        draw(args.draw, args.seed)
        return
    parser.begin()
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "benchmarks.eyes_cost", "--draw", name, "--seed", str(args.seed)]
        with Progress("the pictures are drawn", 1):
            subprocess.run(command, check=True, timeout=900)
        with Progress("the eyes are measured", 1):
            found = measured(Path(name))
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
