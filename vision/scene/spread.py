"""A scene laid out as on the mat of 750 mm with tiles of 34 mm, moved to where it lies on another mat."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from vision.calibration.layout import STANDARD, STICK_REACH, Layout
from vision.calibration.mat import HAND_Y, MELD_Y, ZONES, Rect, Zone, to_player, to_table
from vision.scene.scene import Rest, Scene, StickBody, TileBody

FIRST_LEFT: Final = -96.0
"""Further left no tile of a pond lies, but the right end of the neighbour's pond does."""
_POND: Final = ZONES[Zone.POND]
_TILED: Final = {
    **{zone: ZONES[zone] for zone in (Zone.WALL, Zone.HAND, Zone.MELD)},
    Zone.POND: Rect(FIRST_LEFT, _POND.near, _POND.right, _POND.far),
}


def spread(scene: Scene, layout: Layout) -> Scene:
    """The same table on a mat of another size, or around a unit in its middle: hands, sets and walls go with
    its edge, ponds and sticks with the unit."""
    if layout == STANDARD:
        return scene
    tiles = tuple(moved(body, layout) for body in scene.tiles)
    return replace(scene, tiles=tiles, sticks=tuple(_stick(stick, layout) for stick in scene.sticks))


@lru_cache(maxsize=4096)
def moved(body: TileBody, layout: Layout) -> TileBody:
    """One tile of it.

    Where the zones of two seats meet, as beside a corner of the walls, it is of the one nearer whose middle
    it lies.
    """
    for zone, rect in _TILED.items():
        at = ((seat, *to_player(seat, body.x, body.y)) for seat in range(4))
        held = [(seat, x, y) for seat, x, y in at if rect.holds(x, y)]
        if zone is Zone.HAND:
            held = [each for each in held if not _of_set(body, each[2])]
        if held:
            seat, x, y = min(held, key=lambda each: abs(each[1]))
            there = to_table(seat, *layout.place(zone, x, y))
            return replace(body, x=there[0], y=there[1])
    return body


def _of_set(body: TileBody, y: float) -> bool:
    """Whether a tile of the strip along the edge lies as those of sets do; the zones of both overlap."""
    return body.rest is not Rest.STANDING and abs(y - MELD_Y) < abs(y - HAND_Y)


def _stick(stick: StickBody, layout: Layout) -> StickBody:
    for zone, rect in ((Zone.STICK, STICK_REACH), (Zone.COUNTERS, ZONES[Zone.COUNTERS])):
        for seat in range(4):
            at = to_player(seat, stick.x, stick.y)
            if rect.holds(*at):
                x, y = to_table(seat, *layout.place(zone, *at))
                return replace(stick, x=x, y=y)
    return stick
