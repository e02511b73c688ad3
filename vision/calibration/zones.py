"""The regions that the eyes watch: five of each seat and the centre, on the table and in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.layout import Layout
from vision.calibration.markers import MARKERS, QUIET
from vision.calibration.mat import MAT_HALF, TILE_D, TILE_H, Rect, Zone, to_player, to_table
from vision.calibration.surface import Surface

Outline = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the mat that is read at once. HAND stands for the strip of hand and melds;
    the CENTRE is seat 0's."""

    zone: Zone
    seat: int


TILED: Final = (Zone.POND, Zone.WALL, Zone.HAND)
"""Where tiles are looked for."""
REGIONS: Final = (
    *(Region(zone, seat) for zone in (Zone.POND, Zone.HAND, Zone.STICK, Zone.WALL) for seat in range(4)),
    Region(Zone.CENTRE, 0),
    *(Region(Zone.COUNTERS, seat) for seat in range(4)),
)
"""In the order in which they are read when several are ready: what the game waits for first."""
CARD: Final = max(m.side for m in MARKERS if max(abs(m.x), abs(m.y)) > MAT_HALF) / 2 + QUIET + 4.0
"""Half of a marker's card on the rim, mm, with some play: an arm that hides it changes black and white."""
CUT_MM: Final = 3.0
"""So much of the mat's edge may lie beyond the picture: sets are laid further in."""
RIM_NEAR: Final = 17.0
RIM_FAR: Final = 37.0
"""The band of the wooden rim, mm from the field, where only arms are seen; tiles lean and cast shadows over
its beginning."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the table frame that one reading covers: tiles with their middle in `rect`."""

    rect: Rect

    def holds(self, x: float, y: float) -> bool:
        return self.rect.holds(x, y)

    def clip(self, area: Rect) -> Rect | None:
        """What the scope covers of `area`; None if nothing."""
        r = self.rect
        part = Rect(
            max(area.left, r.left), max(area.near, r.near), min(area.right, r.right), min(area.far, r.far)
        )
        return part if part.left < part.right and part.near < part.far else None


def scope_of(surface: Surface, box: tuple[float, float, float, float]) -> Scope:
    """The tiles that pixels between (left, top) and (right, bottom) may belong to."""
    left, top, right, bottom = box
    ends = [(left, top), (right, top), (right, bottom), (left, bottom)]
    at = surface.table_points(ends * 2, np.repeat([0.0, 2 * TILE_D], 4))
    (x0, y0), (x1, y1) = at.min(axis=0).tolist(), at.max(axis=0).tolist()
    return Scope(Rect(x0 - TILE_H / 2, y0 - TILE_H / 2, x1 + TILE_H / 2, y1 + TILE_H / 2))


def corners(rect: Rect, seat: int) -> tuple[tuple[float, float], ...]:
    """Far left, far right, near right, near left as the owner sees them, in the table frame."""
    at = (rect.left, rect.far), (rect.right, rect.far), (rect.right, rect.near), (rect.left, rect.near)
    return tuple(to_table(seat, x, y) for x, y in at)


def outline(surface: Surface, rect: Rect, seat: int, z: float = 0.0) -> Outline:
    """4 x 2 pixels of a rectangle of the player frame, `z` mm above the cloth."""
    return surface.image_points([(x, y, z) for x, y in corners(rect, seat)])


def hull(surface: Surface, region: Region) -> Outline:
    """N x 2 pixels: the convex outline of everything that may stand in a region."""
    top = {Zone.STICK: 5.0, Zone.COUNTERS: 12.0, Zone.CENTRE: 17.0, Zone.WALL: 2 * TILE_D}.get(
        region.zone, TILE_D
    )
    rect = surface.layout.bounds[region.zone]
    points = np.concatenate([outline(surface, rect, region.seat, z) for z in (0.0, top)])
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)


def rim(surface: Surface) -> list[Outline]:
    """The wooden parts of the rim band in pixels: two on every side, between the markers."""
    edge = surface.plan.field / 2
    card, near, far = surface.of_mm((CARD, edge + RIM_NEAR, edge + RIM_FAR)).tolist()
    halves = Rect(-far + card, -far, -card, -near), Rect(card, -far, far - card, -near)
    top = float(surface.of_mm(surface.plan.rim))
    return [outline(surface, half, seat, top) for seat in range(4) for half in halves]


def cut_off(surface: Surface) -> tuple[str, ...]:
    """The edges of the picture, "left", "right", "upper" and "lower", beyond which the mat goes on."""
    ends = (-surface.layout.half, 0.0, surface.layout.half)
    rim = [(x, y, z) for x in ends for y in ends for z in (0.0, TILE_D) if x or y]
    px, play = surface.image_points(rim), CUT_MM * surface.scale()
    over = {
        "left": -px[:, 0].min(),
        "right": px[:, 0].max() - surface.width + 1,
        "upper": -px[:, 1].min(),
        "lower": px[:, 1].max() - surface.height + 1,
    }
    return tuple(edge for edge, by in over.items() if by > play)


def owner_of(x: float, y: float, region: Region, layout: Layout) -> bool:
    """A tile with its middle at (x, y) of the table frame lies in the region and in no other of its kind.

    The ponds' right ends reach over the beginnings of their neighbours' ponds and wall strips.
    """
    px, py = to_player(region.seat, x, y)
    if not layout.bounds[region.zone].holds(px, py):
        return False
    return region.zone is not Zone.POND or px >= _FIRST_LEFT


_FIRST_LEFT: Final = -96.0
"""Further left than half a tile from its place no first tile of a pond row lies."""
