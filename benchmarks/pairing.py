"""Readings of rendered tables set against their truth: what was missed, misread and invented."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from engine.tiles.tile import Face, Tile
from vision.calibration.by_markers import calibrate
from vision.calibration.surface import Surface
from vision.nets.detection import Detection
from vision.scene.render import Renderer, Truth, View
from vision.scene.scene import Scene, TileBody

SHOWN = 0.86
"""A tile counts if this share of its top can be seen; tiles less visible may be read or not."""
NEAR_MM = 8.0
LEANING_MM = 20.0
"""A tile that leans is seen so far from the corner on which it stands."""


@dataclass
class Score:
    """Counts over pictures of one kind."""

    tiles: int = 0
    found: int = 0
    right: int = 0
    reds: int = 0
    reds_right: int = 0
    leaning: int = 0
    ghosts: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    places: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    heights: list[bool] = field(default_factory=list)
    upright: list[bool] = field(default_factory=list)
    perfect: int = 0
    pictures: int = 0

    def report(self) -> dict[str, object]:
        def part(values: list[float], share: float) -> float:
            return round(float(np.quantile(values, share)), 3) if values else 0.0

        return {
            "pictures": self.pictures,
            "pictures without any fault": self.perfect,
            "tiles": self.tiles,
            "missed": self.tiles - self.found,
            "misread": self.found - self.right,
            "share right": round(self.right / max(1, self.tiles), 5),
            "fives of plain and red": f"{self.reds_right} of {self.reds}",
            "leaning tiles read": self.leaning,
            "ghosts": dict(self.ghosts),
            "wrong": dict(self.wrong.most_common(12)),
            "place error mm (median, 99 %, worst)": [part(self.places, q) for q in (0.5, 0.99, 1)],
            "angle error degrees (median, 99 %, worst)": [part(self.turns, q) for q in (0.5, 0.99, 1)],
            "margin (0.1 %, 1 %, median)": [part(self.margins, q) for q in (0.001, 0.01, 0.5)],
            "height right": round(float(np.mean(self.heights)), 4) if self.heights else None,
            "upside down right": round(float(np.mean(self.upright)), 4) if self.upright else None,
        }


def surface_of(view: View) -> Surface:
    """The calibration that a picture of the empty mat gives."""
    fov = math.degrees(2 * math.atan(view.width / 2 / view.focal))
    return calibrate(Renderer(view).render(Scene(), 0.0), fov)


def check(score: Score, found: list[Detection], scene: Scene, truth: list[Truth]) -> None:
    """Pair detections with the tiles of the scene, the nearest first, and count.

    A tile that leans on another need not be reported, but is no ghost where its face is reported rightly.
    """
    free = list(found)
    faults = 0
    order = sorted(zip(scene.tiles, truth, strict=True), key=lambda pair: -pair[1].visible)
    for body, true in order:
        if not _lies(body):
            continue
        near = min(free, key=lambda d: math.hypot(d.x - body.x, d.y - body.y), default=None)
        hit = near is not None and math.hypot(near.x - body.x, near.y - body.y) < NEAR_MM
        if near is not None and hit:
            free.remove(near)
        if true.visible < SHOWN:
            continue
        score.tiles += 1
        if near is None or not hit:
            faults += 1
            score.wrong[f"{_name(true.tile)} missed"] += 1
            continue
        faults += compare(score, near, body, true)
    leaning = [seen for seen in free if _leans(seen, scene, truth)]
    score.leaning += len(leaning)
    free = [seen for seen in free if seen not in leaning]
    for ghost in free:
        on_end = any(not _lies(b) and math.hypot(b.x - ghost.x, b.y - ghost.y) < 25 for b in scene.tiles)
        sure = "sure" if ghost.odds[0][1] > 0.9 else "unsure"
        score.ghosts[f"{'standing or askew' if on_end else 'elsewhere'}, {sure}"] += 1
    score.perfect += faults == 0 and not free
    score.pictures += 1


def _name(face: Face | None) -> str:
    return "back" if face is None else str(face)


def _leans(seen: Detection, scene: Scene, truth: list[Truth]) -> bool:
    """Whether it is a tile that leans on another, rightly read."""
    return any(
        body.bank and true.tile == seen.tile and math.hypot(seen.x - body.x, seen.y - body.y) < LEANING_MM
        for body, true in zip(scene.tiles, truth, strict=True)
    )


def _lies(body: TileBody) -> bool:
    """Whether a tile can be read: flat on its face or back, not tipped."""
    return body.flat and not body.pitch and not body.bank


def compare(score: Score, seen: Detection, body: TileBody, true: Truth) -> int:
    """Count one tile that was found; 1 if its face was misread."""
    score.found += 1
    score.places.append(math.hypot(seen.x - body.x, seen.y - body.y))
    score.turns.append(abs(math.remainder(seen.angle - body.angle, 180.0)))
    score.heights.append((seen.height > 30) == (body.z > 10))
    if isinstance(true.tile, Tile) and true.tile.honour and true.tile.number != 5:
        score.upright.append(abs(math.remainder(seen.angle - body.angle, 360.0)) < 90)
    right = seen.tile == true.tile
    score.right += right
    if isinstance(true.tile, Tile) and true.tile.number == 5 and not true.tile.honour:
        score.reds += 1
        score.reds_right += right
    if not right:
        score.wrong[f"{_name(true.tile)}>{_name(seen.tile)} {seen.odds[0][1]:.2f}"] += 1
        return 1
    score.margins.append(seen.margin)
    return 0
