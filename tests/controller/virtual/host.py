"""A service in miniature for the virtual table: a machine that always works and lamps in order."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from contract.messages.seat_panel import Lamp
from controller.panel.panel import PanelSignal
from controller.virtual.gesture import Gate
from controller.virtual.world import VirtualTable
from vision.calibration import mat
from vision.scene.scene import Rest, Scene, TileBody

FRAME = 0.1


class Host:
    """Drives a world frame by frame and answers every gate; `signals` is what was pressed."""

    def __init__(self, world: VirtualTable, now: float = 0.0) -> None:
        self.world = world
        self.now = now
        self.signals: list[PanelSignal] = []

    def frames(self, seconds: float = math.inf) -> Iterator[Scene]:
        """A scene per frame until the world is finished."""
        end = self.now + seconds
        while not self.world.finished and self.now < end:
            self.now += FRAME
            self.answer()
            self.signals += self.world.panel.poll(self.now)
            self.world.step(self.now)
            yield self.world.scene(self.now)

    def answer(self) -> None:
        step = self.world.current
        if step is None:
            return
        panel = self.world.panel
        if step.gate is Gate.COLLECTED:
            for seat in range(4):
                panel.show(seat, Lamp.OFF)
            self.world.collected()
        elif step.gate is Gate.RAISED:
            self.world.raised()
        elif step.gate is Gate.THROWN:
            self.world.dice()
        elif step.gate is Gate.ASKED_TENPAI:
            for seat in range(4):
                panel.show(seat, Lamp.ASK_TENPAI)
        elif step.gate is Gate.PAID:
            for seat in range(4):
                panel.show(seat, Lamp.OFF if seat in panel.confirmed else Lamp.ASK_CONFIRM)


def overlaps(tiles: tuple[TileBody, ...], shrink: float = 1.0) -> list[tuple[TileBody, TileBody]]:
    """Pairs of tiles that interpenetrate by more than `shrink` mm."""
    grid: dict[tuple[int, int], list[TileBody]] = defaultdict(list)
    for tile in tiles:
        grid[int(tile.x // 50), int(tile.y // 50)].append(tile)
    out = []
    for (gx, gy), here in grid.items():
        near = [t for dx in (-1, 0, 1) for dy in (-1, 0, 1) for t in grid.get((gx + dx, gy + dy), ())]
        out += [(a, b) for a in here for b in near if a.id < b.id and _meet(a, b, shrink)]
    return out


def _size(tile: TileBody) -> tuple[float, float, float]:
    if tile.rest is Rest.STANDING:
        return mat.TILE_W, mat.TILE_D, mat.TILE_H
    return mat.TILE_W, mat.TILE_H, mat.TILE_D


def _corners(tile: TileBody, shrink: float) -> list[tuple[float, float]]:
    w, h, _ = _size(tile)
    w, h = (w - shrink) / 2, (h - shrink) / 2
    a = math.radians(tile.angle)
    cos, sin = math.cos(a), math.sin(a)
    return [
        (tile.x + x * cos - y * sin, tile.y + x * sin + y * cos)
        for x, y in ((w, h), (-w, h), (-w, -h), (w, -h))
    ]


def _meet(a: TileBody, b: TileBody, shrink: float) -> bool:
    if a.z + _size(a)[2] <= b.z + shrink or b.z + _size(b)[2] <= a.z + shrink:
        return False
    first, second = _corners(a, shrink), _corners(b, shrink)
    for angle in (a.angle, a.angle + 90, b.angle, b.angle + 90):
        x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        one = [px * x + py * y for px, py in first]
        two = [px * x + py * y for px, py in second]
        if max(one) <= min(two) or max(two) <= min(one):
            return False
    return True
