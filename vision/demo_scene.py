"""A plausible table in the middle of a hand, laid out as the mat has it: for pictures and tests."""

from __future__ import annotations

import random

from engine.tile import Tile, full_set
from vision.mat import (
    HAND_LEFT,
    HAND_Y,
    MELD_RIGHT,
    MELD_Y,
    POND_LEFT,
    POND_ROW_Y,
    STICK_Y,
    TILE_D,
    TILE_H,
    TILE_W,
    WALL_LEFT,
    WALL_Y,
    WIN_GAP,
    to_table,
    turn,
)
from vision.scene import ArmBody, DieBody, Rest, Scene, StickBody, TileBody

MESS_MM = 0.8
MESS_DEG = 1.2


class Table:
    """Lays one tile after the other, each a little untidy."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.stock = list(full_set())
        self.rng.shuffle(self.stock)
        self.tiles: list[TileBody] = []

    def lay(self, seat: int, x: float, y: float, angle: float, rest: Rest, z: float = 0.0) -> None:
        face: Tile = self.stock.pop()
        dx, dy = (self.rng.gauss(0, MESS_MM) for _ in range(2))
        tx, ty = to_table(seat, x + dx * 0.3, y + dy)
        bent = turn(seat, angle + self.rng.gauss(0, MESS_DEG))
        self.tiles.append(TileBody(len(self.tiles), face, tx, ty, bent, rest, z))

    def pond(self, seat: int, count: int, riichi: int | None) -> None:
        x = POND_LEFT
        for i in range(count):
            row = min(i // 6, 2)
            x = POND_LEFT if i % 6 == 0 and i < 18 else x
            flat = i == riichi
            width = TILE_H if flat else TILE_W
            self.lay(seat, x + width / 2, POND_ROW_Y[row], 90.0 if flat else 0.0, Rest.FACE_UP)
            x += width + 0.4

    def hand(self, seat: int, count: int, open_: bool) -> None:
        rest = Rest.FACE_UP if open_ else Rest.STANDING
        for i in range(count):
            gap = WIN_GAP if i == 13 else 0.0
            self.lay(seat, HAND_LEFT + (i + 0.5) * (TILE_W + 0.3) + gap, HAND_Y, 0.0, rest)

    def meld(self, seat: int, sideways: int) -> None:
        x = MELD_RIGHT
        for i in reversed(range(3)):
            width, drop = (TILE_H, (TILE_H - TILE_W) / 2) if i == sideways else (TILE_W, 0.0)
            x -= width
            self.lay(seat, x + width / 2, MELD_Y - drop, 90.0 if drop else 0.0, Rest.FACE_UP)

    def wall(self, seat: int, stacks: range, shown: int | None = None) -> None:
        for i in stacks:
            x = WALL_LEFT + (i + 0.5) * TILE_W
            self.lay(seat, x, WALL_Y, 0.0, Rest.FACE_DOWN)
            self.lay(seat, x, WALL_Y, 0.0, Rest.FACE_UP if i == shown else Rest.FACE_DOWN, TILE_D)


def demo_scene(seed: int = 1, arm: bool = False) -> Scene:
    """136 tiles at most: four walls partly drawn, ponds, two melds, hands, sticks and dice."""
    table = Table(seed)
    for seat, (count, riichi) in enumerate(((11, None), (10, 7), (9, None), (8, 2))):
        table.pond(seat, count, riichi)
    table.meld(0, 0)
    table.meld(2, 1)
    for seat, count in enumerate((10, 13, 10, 13)):
        table.hand(seat, count, open_=seat == 3 and seed % 2 == 0)
    table.wall(1, range(0, 6))
    table.wall(2, range(9, 17), shown=13)
    table.wall(3, range(0, 3))
    sticks = tuple(StickBody(i, 1000, *to_table(s, 1.0, STICK_Y), turn(s, 0.6)) for i, s in enumerate((1, 3)))
    extra = (
        StickBody(7, 100, *to_table(0, 262.0, -262.0), 12.0),
        StickBody(8, 5000, *to_table(0, 262.0, -280.0), 3.0),
    )
    dice = DieBody(0, 5, 10.0, 8.0, 20.0), DieBody(1, 1, -12.0, -6.0, 63.0)
    arms = (ArmBody(1, 150.0, 60.0),) if arm else ()
    return Scene(tuple(table.tiles), (*sticks, *extra), dice, arms)
