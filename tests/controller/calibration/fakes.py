"""A camera over an empty mat, without a table: what the main loop shows the desk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from controller.calibration.desk import Calibrating
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface
from vision.camera.frame import Frame, Pixels
from vision.eyes.observation import TileSeen

PATIENCE_S: Final = 60.0
TURN_S: Final = 0.01
IDLE_S: Final = 0.1
"""Between turns while nobody asks the desk: tables of tests stay for the rest of a run, three a worker."""


def until(true: Callable[[], bool]) -> None:
    """Fails where it does not become so."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, "it did not become so"
        time.sleep(0.01)


@dataclass
class FakeWatch:
    """`pixels` is what the camera shows now; each look is another picture."""

    pixels: Pixels | None
    sight: str = "uncalibrated"
    placed: list[Surface] = field(default_factory=list)
    looks: int = 0

    @property
    def frame(self) -> Frame | None:
        self.looks += 1
        return None if self.pixels is None else Frame("fake", self.looks / 10, self.pixels)

    def place(self, surface: Surface) -> None:
        self.placed.append(surface)


@dataclass
class FakeEyes:
    surface: Surface | None = None
    hands: dict[int, tuple[TileSeen, ...]] = field(default_factory=dict)

    def content(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        return self.hands.get(seat, ()) if zone is Zone.HAND else ()


@dataclass
class FakeGame:
    hand: Any = None
    rules: Any = None


@dataclass
class Table:
    """The main loop of a table that does nothing but look."""

    desk: Calibrating
    watch: FakeWatch
    eyes: FakeEyes = field(default_factory=FakeEyes)
    playing: bool = False

    @contextmanager
    def running(self) -> Iterator[Table]:
        ended = threading.Event()

        def turns() -> None:
            while not ended.is_set():
                looks = self.watch.looks
                self.turn()
                time.sleep(TURN_S if self.watch.looks > looks else IDLE_S)

        loop = threading.Thread(target=turns)
        loop.start()
        try:
            yield self
        finally:
            ended.set()
            loop.join()

    def play(self, playing: bool = True) -> None:
        """A hand begins, or ends."""
        self.playing = playing
        since = self.watch.looks
        until(lambda: self.watch.looks >= since + 4)

    def reset(self) -> None:
        """As it was when it began: no picture, no calibration, no hand."""
        self.watch.pixels, self.watch.sight, self.playing = None, "uncalibrated", False
        self.watch.placed.clear()
        self.eyes.surface, self.eyes.hands = None, {}

    def turn(self) -> None:
        watch: Any = self.watch
        eyes: Any = self.eyes
        game: Any = FakeGame()
        self.desk.turn(watch, eyes, game, playing=self.playing)
        if self.watch.placed:
            self.eyes.surface = self.watch.placed[-1]


def row(face: str | None, count: int = 13) -> tuple[TileSeen, ...]:
    """A hand: of one face, or of backs."""
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    odds = ((None if face is None else Tile.parse(face), 0.99),)
    return tuple(TileSeen(n, odds, 26.0 * n - 150, -345.0, 0.0, False, quad) for n in range(count))


def blank(grey: int, noise: float = 0.0) -> Pixels:
    """A picture of one colour."""
    plain = np.full((1520, 2028, 3), grey, np.float64)
    plain += np.random.default_rng(1).normal(0, noise, plain.shape)
    return np.asarray(np.clip(plain, 0, 255), np.uint8)
