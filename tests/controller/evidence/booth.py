"""A table whose journal, eyes and pictures are in the test's hands, with evidence kept beside it."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

import cv2
import numpy as np

from controller.evidence.keeper import Evidence
from controller.evidence.store import Kept, Store, kept
from controller.table.journal import Journal
from controller.table.writer import Accepted, Table
from engine.state import events as ev
from engine.tiles.tile import Tile
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import Zone, to_table
from vision.calibration.surface import Surface
from vision.camera.film import length
from vision.camera.frame import Frame, Pixels
from vision.eyes.observation import TileSeen
from vision.scene.render import Renderer
from vision.scene.scene import Scene

FRAME_S = 1 / 12
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@cache
def surface() -> Surface:
    return calibrate(Renderer().render(Scene(), 0.0))


def tiles(*faces: str | None) -> tuple[TileSeen, ...]:
    """A row that lies in a zone; None is a back."""
    return tuple(
        TileSeen(n + 1, ((None if f is None else Tile.parse(f), 1.0),), 26.0 * n, -345.0, 0.0, False, QUAD)
        for n, f in enumerate(faces)
    )


class StillEyes:
    """What lies in the zones, as the test says it."""

    def __init__(self) -> None:
        self.surface: Surface | None = surface()
        self.zones: dict[tuple[Zone, int], tuple[TileSeen, ...]] = {}

    def content(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        return self.zones.get((zone, seat), ())


class Booth:
    """Every picture is evenly grey: its brightness says when it was taken."""

    def __init__(self, folder: Path, *, hands: bool = False, limit: int = 50_000_000) -> None:
        self.folder = folder
        self.store = Store(folder, limit)
        self.evidence = Evidence(self.store, hands=hands)
        self.eyes = StillEyes()
        self.now = 0.0
        self.grey = 100
        self.begin("a")

    def begin(self, name: str) -> None:
        self.path = self.folder / f"{name}.jsonl"
        self.table = Table(Journal(self.path, durable=False))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.table.close()
        self.evidence.close()

    def happen(self, *events: ev.Event) -> list[int]:
        """Events are accepted; their lines of the journal."""
        done = [self.table.submit(event) for event in events]
        return [one.seq for one in done if isinstance(one, Accepted)]

    def frame(self) -> Frame:
        pixels = np.full((surface().height, surface().width, 3), self.grey, np.uint8)
        return Frame("test", self.now, pixels)

    def turn(self, *, clear: bool = True) -> None:
        """One turn of the main loop, and the thread has done its part."""
        self.now += FRAME_S
        self.feed(self.frame(), clear=clear)
        self.rest()

    def feed(self, frame: Frame | None, *, clear: bool = True) -> None:
        self.evidence.feed(frame, cast("Any", self.eyes), self.table, clear=clear)

    def rest(self) -> None:
        """Until nothing waits for the thread."""
        for _ in range(2000):
            if self.evidence.idle:
                return
            time.sleep(0.002)
        raise AssertionError("The thread of the evidence does not come to rest.")

    def taken(self, wait: bool) -> None:
        """Until the thread has begun with what it was given, where the test has to `wait` for that."""
        for _ in range(2000):
            if not wait or self.evidence._turns.empty():
                return
            time.sleep(0.002)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / FRAME_S)):
            self.turn()

    @property
    def kept(self) -> dict[int, Kept]:
        return kept(self.path)


def seen(file: Path | None) -> Pixels:
    assert file is not None
    found = cv2.imread(str(file), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, np.uint8)


def played(file: Path | None) -> list[Pixels]:
    """What a player shows of a clip at each of its moments: a picture may stay for several."""
    assert file is not None
    capture = cv2.VideoCapture(str(file))
    rate, out = capture.get(cv2.CAP_PROP_FPS), list[Pixels]()
    while True:
        good, frame = capture.read()
        if not good:
            return out + out[-1:] * (length(file.read_bytes()) - len(out))
        moment = round(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000 * rate)
        out += out[-1:] * (moment - len(out))
        out.append(np.asarray(frame, np.uint8))


def brightness(picture: Pixels) -> int:
    """Of most of the picture, in tens."""
    return round(int(np.median(picture)), -1)


def place(picture: Pixels, seat: int, x: float, y: float) -> int:
    """Brightness of a place of the player frame in a picture of the whole table."""
    at = surface().image_points([(*to_table(seat, x, y), 0.0)])[0] * picture.shape[1] / surface().width
    return int(picture[round(at[1]), round(at[0])].max())
