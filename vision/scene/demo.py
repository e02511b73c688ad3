"""A plausible table in the middle of a hand, laid out as the mat has it: for pictures and tests."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from engine.tiles.tile import Tile, full_set
from vision.calibration.mat import (
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
from vision.scene.scene import ArmBody, DieBody, Rest, Scene, StickBody, TileBody
from vision.scene.untidiness import Mess

USUAL = Mess()
LEAN = 45.0
"""Degrees at which a tile of 26 x 20 mm rests on the edge of its neighbour."""
STICKS = (100, 500, 1000, 5000, 10000, -1000, -10000)
CORNER_X, CORNER_Y = 268.0, -268.0
"""Middle of the things in a player's right corner, between wall and sets."""


class Table:
    """Lays one tile after the other, each a little untidy."""

    def __init__(self, seed: int, mess: Mess) -> None:
        self.rng = random.Random(seed)
        self.mess = mess
        self.stock = list(full_set())
        self.rng.shuffle(self.stock)
        self.tiles: list[TileBody] = []

    def lay(
        self, seat: int, x: float, y: float, angle: float, rest: Rest, z: float = 0.0, bank: float = 0.0
    ) -> None:
        face: Tile = self.stock.pop()
        dx, dy = (self.rng.gauss(0, self.mess.offset) for _ in range(2))
        tx, ty = to_table(seat, x + dx * 0.3, y + dy)
        bent = turn(seat, angle + self.rng.gauss(0, self.mess.tilt))
        self.tiles.append(TileBody(len(self.tiles), face, tx, ty, bent, rest, z, 0.0, bank))

    def pond(self, seat: int, count: int, riichi: int | None) -> None:
        x = POND_LEFT
        slope = 0.0
        for i in range(count):
            row = min(i // 6, 2)
            if i % 6 == 0 and i < 18:
                x = POND_LEFT
                slope = self.rng.gauss(0, self.mess.drift) if self.mess.drift else 0.0
            y = POND_ROW_Y[row] + (x - POND_LEFT) * math.tan(math.radians(slope))
            x = self._discard(seat, x, y, slope, i == riichi)
            x += 0.4 + (self.rng.expovariate(1 / self.mess.gap) if self.mess.gap else 0.0)

    def _discard(self, seat: int, left: float, y: float, slope: float, sideways: bool) -> float:
        """One tile of a pond from `left` on; where the next may begin."""
        angle, width = (90.0 + slope, TILE_H) if sideways else (slope, TILE_W)
        if self._chance(self.mess.flipped):
            angle += 180.0
        if self._chance(self.mess.askew):
            bent = self.rng.choice((-1, 1)) * self.rng.uniform(15, 40)
            angle += bent
            width = TILE_W * math.cos(math.radians(bent)) + TILE_H * abs(math.sin(math.radians(bent)))
        rest, z, bank = Rest.FACE_UP, 0.0, 0.0
        if left > POND_LEFT and not sideways:
            if self._chance(self.mess.leaning):
                angle, bank, width = slope, -LEAN, TILE_W * math.cos(math.radians(LEAN)) + TILE_D
            elif self._chance(self.mess.stacked):
                z, left = TILE_D, left - TILE_W * 0.6
            elif self._chance(self.mess.knocked):
                rest, width = Rest.EDGE, TILE_H
        middle = left + (TILE_W * math.cos(math.radians(LEAN)) if bank else width) / 2
        self.lay(seat, middle, y, angle, rest, z, bank)
        return left + width

    def _chance(self, share: float) -> bool:
        """No number is drawn for what never happens, so that adding a habit changes no other table."""
        return bool(share) and self.rng.random() < share

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

    def lowered(self, seat: int, stack: int) -> None:
        """The last tile laid is the upper one of `stack`: it goes beside the wall (R-WALL-11)."""
        if self._chance(self.mess.lowered):
            x, y = to_table(seat, WALL_LEFT + (stack + 1.5) * TILE_W + self.rng.uniform(0.5, 8.0), WALL_Y)
            self.tiles[-1] = replace(self.tiles[-1], x=x, y=y, z=0.0)

    def dice(self, dealer: int) -> tuple[DieBody, ...]:
        """The dice in the middle where they fell, or put away into the dealer's right corner."""
        if not self._chance(self.mess.corner):
            return DieBody(0, 5, 10.0, 8.0, 20.0), DieBody(1, 1, -12.0, -6.0, 63.0)
        out = []
        for i in range(2):
            x, y = to_table(dealer, CORNER_X + self.rng.uniform(-30, 30), CORNER_Y + 24 + 22 * i)
            out.append(DieBody(i, self.rng.randint(1, 6), x, y, self.rng.uniform(0, 90)))
        return tuple(out)

    def sticks(self, dealer: int) -> tuple[StickBody, ...]:
        """Honba sticks beside the dice, and sticks of any value that somebody left lying."""
        out: list[StickBody] = []
        if self._chance(self.mess.corner):
            for k in range(self.rng.randint(1, 3)):
                x, y = to_table(dealer, CORNER_X + self.rng.gauss(0, 3), CORNER_Y - 9.0 * k)
                out.append(StickBody(20 + k, 100, x, y, turn(dealer, self.rng.gauss(0, 4))))
        for k in range(self.mess.litter):
            seat = self.rng.randrange(4)
            x, y = to_table(seat, self.rng.uniform(-215, -190), self.rng.uniform(-195, -140))
            out.append(
                StickBody(30 + k, self.rng.choice(STICKS), x, y, turn(seat, self.rng.uniform(65, 115)))
            )
        return tuple(out)


def demo_scene(seed: int = 1, arm: bool = False, mess: Mess = USUAL) -> Scene:
    """136 tiles at most: four walls partly drawn, ponds, two melds, hands, sticks and dice."""
    table = Table(seed, mess)
    for seat, (count, riichi) in enumerate(((11, None), (10, 7), (9, None), (8, 2))):
        table.pond(seat, count, riichi)
    table.meld(0, 0)
    table.meld(2, 1)
    for seat, count in enumerate((10, 13, 10, 13)):
        table.hand(seat, count, open_=seat == 3 and seed % 2 == 0)
    table.wall(1, range(0, 6))
    table.wall(2, range(9, 17), shown=13)
    table.lowered(2, 16)
    table.wall(3, range(0, 3))
    sticks = tuple(StickBody(i, 1000, *to_table(s, 1.0, STICK_Y), turn(s, 0.6)) for i, s in enumerate((1, 3)))
    extra = (
        StickBody(7, 100, *to_table(0, 262.0, -262.0), 12.0),
        StickBody(8, 5000, *to_table(0, 262.0, -280.0), 3.0),
    )
    dealer = seed % 4
    dice = table.dice(dealer)
    more = table.sticks(dealer)
    arms = (ArmBody(1, 150.0, 60.0),) if arm else ()
    return Scene(tuple(table.tiles), (*sticks, *(() if mess.corner else extra), *more), dice, arms)
