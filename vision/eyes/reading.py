"""Readings of the regions of one picture: what lies in each of them, two regions at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from runtime.tasks import Part, Pool, Tasks
from vision.calibration.layout import Layout, rect_of
from vision.calibration.mat import Rect, Zone
from vision.calibration.surface import Surface
from vision.calibration.zones import TILED, Region, Scope, owner_of
from vision.camera.frame import Pixels
from vision.eyes.dice import Dice
from vision.eyes.observation import DieSeen, StickSeen
from vision.eyes.sticks import Sticks
from vision.nets.detect import MARGIN, SHIFT
from vision.nets.detection import Detection

THREADS: Final = 2
_Found = Future[list[Detection]]


class Reader(Protocol):
    """Finds tiles with their middle in `region` (table frame, mm); in `stacks` they rather lie upon others.

    It is asked by several threads at the same time.
    """

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, stacks: Sequence[Rect] = ()
    ) -> list[Detection]: ...


@dataclass(frozen=True, slots=True)
class Task:
    """A region to be read, or what `scope` holds of it; not `changed`: only to be surer."""

    region: Region
    changed: bool
    scope: Scope | None = None

    def area(self, layout: Layout) -> Rect | None:
        """Where in the table frame tiles are looked for; None if nowhere."""
        zone = self.region.zone
        if zone not in TILED:
            return None
        whole = rect_of(layout.bounds[zone], self.region.seat)
        return whole if self.scope is None else self.scope.clip(whole)


class Look(NamedTuple):
    """What one reading of a region has found."""

    tiles: Sequence[Detection] = ()
    sticks: tuple[StickSeen, ...] = ()
    dice: tuple[DieSeen, ...] = ()


class Readings:
    """Reads tiles with `detector`, and dice and sticks, until `close`. ModelError if their nets cannot be
    loaded."""

    def __init__(self, detector: Reader, part: Part | None = None) -> None:
        self._detector = detector
        self._dice, self._sticks = Dice(), Sticks()
        self._threads = Pool(part or Tasks().part("readings"), THREADS)

    def close(self) -> None:
        """Ends its threads; safe to call twice."""
        self._threads.shutdown(cancel_futures=True)

    def read(self, tasks: Sequence[Task], pixels: Pixels, surface: Surface) -> Iterator[Look | None]:
        """A look for each task, in order, None where an error of the program kept it from being read; where
        tiles are to be read all over, the mat is read at once."""
        layout = surface.layout
        cost = sum(_cost(area) for task in tasks if (area := task.area(layout)) is not None)
        mat: _Found | None = None
        if cost > _cost(layout.mat):
            mat = self._threads.submit(self._detector.detect, pixels, surface, None, layout.stacks)
        waiting_last = sorted(tasks, key=lambda task: task.region.zone in TILED)
        looks = {task: self._threads.submit(self._look, task, pixels, surface, mat) for task in waiting_last}
        return (looks[task].result() if looks[task].exception() is None else None for task in tasks)

    def _look(
        self, task: Task, pixels: Pixels, surface: Surface, mat: Future[list[Detection]] | None
    ) -> Look:
        region = task.region
        if region.zone is Zone.STICK:
            return Look(sticks=self._sticks.find(pixels, surface, region.seat))
        if region.zone is Zone.CENTRE:
            kept = self._sticks.kept(pixels, surface)
            dice = self._dice.find(pixels, surface, surface.layout.bounds[Zone.CENTRE])
            return Look(
                sticks=kept, dice=tuple(die for die in dice if not surface.layout.hidden(die.x, die.y))
            )
        if region.zone is Zone.COUNTERS:
            return Look(sticks=self._sticks.counters(pixels, surface, region.seat))
        layout = surface.layout
        area = task.area(layout)
        if area is None:
            return Look()
        if mat is not None:
            seen = mat.result()
        else:
            seen = self._detector.detect(pixels, surface, _with_shift(area), layout.stacks)
        return Look([d for d in seen if _belongs(d, task, layout)])


def _with_shift(area: Rect) -> Rect:
    """An area with the room where its tiles may be seen."""
    return Rect(area.left - SHIFT, area.near - SHIFT, area.right + SHIFT, area.far + SHIFT)


def _cost(area: Rect) -> float:
    """What the detector looks at in order to find the tiles of an area, mm2."""
    return (area.right - area.left + 2 * MARGIN) * (area.far - area.near + 2 * MARGIN)


def _belongs(found: Detection, task: Task, layout: Layout) -> bool:
    at = found.x, found.y
    return owner_of(*at, task.region, layout) and (task.scope is None or task.scope.holds(*at))
