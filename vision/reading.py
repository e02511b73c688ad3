"""Readings of the regions of one picture: what lies in each of them, two regions at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from vision.detect import MARGIN
from vision.dice import Dice
from vision.frame import Pixels
from vision.mat import MAT_HALF, TILE_D, Rect, Zone, to_player
from vision.observation import Detection, DieSeen, StickSeen
from vision.sticks import Sticks
from vision.surface import Surface
from vision.zones import DICE_REACH, LAYERS, Layer, Region, Scope, owner_of, rect_of

THREADS: Final = 2
SAME_MM: Final = 14.0
"""Two detections nearer than this are one tile."""
_Found = Future[list[Detection]]
_MAT: Final = Rect(-MAT_HALF, -MAT_HALF, MAT_HALF, MAT_HALF)


class Reader(Protocol):
    """Finds tiles with their middle in `region` (table frame, mm); `plane` is the height of their tops.

    It is asked by several threads at the same time.
    """

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, plane: float = TILE_D
    ) -> list[Detection]: ...


@dataclass(frozen=True, slots=True)
class Task:
    """A region to be read, or what `scope` holds of it; not `changed`: only to be surer."""

    region: Region
    changed: bool
    scope: Scope | None = None

    def areas(self) -> list[tuple[Layer, Rect]]:
        """Where in the table frame tiles of each layer are looked for."""
        layers = LAYERS.get(self.region.zone, ())
        wholes = [(layer, rect_of(layer.rect, self.region.seat)) for layer in layers]
        if self.scope is None:
            return wholes
        return [(layer, part) for layer, whole in wholes if (part := self.scope.clip(whole)) is not None]


class Look(NamedTuple):
    """What one reading of a region has found."""

    tiles: Sequence[Detection] = ()
    sticks: tuple[StickSeen, ...] = ()
    dice: tuple[DieSeen, ...] = ()


class Readings:
    """Reads tiles with `detector`, and dice and sticks. ModelError if their nets cannot be loaded."""

    def __init__(self, detector: Reader) -> None:
        self._detector = detector
        self._dice, self._sticks = Dice(), Sticks()
        self._threads = ThreadPoolExecutor(THREADS, "readings")

    def read(self, tasks: Sequence[Task], pixels: Pixels, surface: Surface) -> Iterator[Look]:
        """A look for each task, in order; where tiles are to be read all over, the mat is read at once."""
        low = [area for task in tasks for layer, area in task.areas() if layer.plane == TILE_D]
        mat: _Found | None = None
        if sum(map(_cost, low)) > _cost(_MAT):
            mat = self._threads.submit(self._detector.detect, pixels, surface)
        looks = [self._threads.submit(self._look, task, pixels, surface, mat) for task in reversed(tasks)]
        return (look.result() for look in reversed(looks))

    def _look(
        self, task: Task, pixels: Pixels, surface: Surface, mat: Future[list[Detection]] | None
    ) -> Look:
        region = task.region
        if region.zone is Zone.STICK:
            return Look(sticks=self._sticks.find(pixels, surface, region.seat))
        if region.zone is Zone.CENTRE:
            kept = self._sticks.kept(pixels, surface)
            return Look(sticks=kept, dice=self._dice.find(pixels, surface, DICE_REACH))
        if region.zone is Zone.COUNTERS:
            return Look(sticks=self._sticks.counters(pixels, surface, region.seat))
        found: list[Detection] = []
        for layer, area in task.areas():
            if mat is not None and layer.plane == TILE_D:
                seen = mat.result()
            else:
                seen = self._detector.detect(pixels, surface, area, layer.plane)
            found += [d for d in seen if _belongs(d, task, layer)]
        return Look(_once(found))


def _cost(area: Rect) -> float:
    """What the detector looks at in order to find the tiles of an area, mm2."""
    return (area.right - area.left + 2 * MARGIN) * (area.far - area.near + 2 * MARGIN)


def _belongs(found: Detection, task: Task, layer: Layer) -> bool:
    at = found.x, found.y
    inside = layer.rect.holds(*to_player(task.region.seat, *at)) and owner_of(*at, task.region)
    return inside and (task.scope is None or task.scope.holds(*at))


def _once(found: Sequence[Detection]) -> list[Detection]:
    """Without second detections of a tile: the better score stays."""
    out: list[Detection] = []
    for one in sorted(found, key=lambda d: -d.score):
        if all(math.hypot(one.x - d.x, one.y - d.y) >= SAME_MM for d in out):
            out.append(one)
    return out
