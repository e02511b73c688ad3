"""People between two hands: they mix the tiles face down, build four walls and throw the dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.virtual import place
from controller.virtual.gesture import STILL, Carry, Gate, GestureStep, Pace, Reach, edge
from controller.virtual.layout import Layout
from controller.virtual.place import Place
from controller.virtual.placement_noise import Slop
from controller.virtual.plan import HandPlan
from engine.tiles.wall import STACKS, WallPlace
from vision.calibration import mat
from vision.scene.scene import Rest, TileBody

MIX: Final = 4.0
BUILD: Final = 5.0
THROW: Final = 0.8
"""Seconds at human pace; people at a table take longer, and do nothing else in it."""
LOOKED_OVER: Final = (0.8, 2.5)
"""Seconds from the last tile of the walls to the dice, never shorter than the first: a hand goes for them."""
MISTAKE: Final = 0.3
"""Share of hands, at tidiness 0, in which a wall is not built right at once. [estimate]"""
COUNTED: Final = (5.0, 9.0)
"""Seconds until somebody sees it."""
PUT_RIGHT: Final = 1.0
BEFORE_WALL: Final = -185.0
"""Where a stack lies that did not get into its wall, in the player frame."""
PITCH: Final = 42.0
"""Mm between the middles of mixed tiles, which lie flat beside each other."""
ACROSS: Final = 12


def walls_by_people(plan: HandPlan, layout: Layout, *, slop: Slop, pace: Pace) -> list[GestureStep]:
    """The steps from the mat of the hand before to the dice. The tiles of both hands are the same ones."""
    copies = [layout.copies[spot] for spot in layout.copies]
    mixed = [
        place.body(0, copy, lying, Rest.FACE_DOWN)
        for copy, lying in zip(copies, _heap(len(copies), slop), strict=True)
    ]
    lying = layout.walls(built=True)
    rows = [[tile for tile in lying if (tile.z > 0) is upper] for upper in (False, True)]
    wrong = _mistaken(layout, slop)
    rows = [[wrong.get(tile.id, tile) for tile in row] for row in rows]
    steps = [
        _moved("mix", mixed, pace(MIX), dice=True),
        _moved("lower row", rows[0], pace(BUILD)),
        _moved("upper row", rows[1], pace(BUILD), gate=Gate.RAISED),
    ]
    if wrong:
        steps += _put_right([tile for tile in lying if tile.id in wrong], slop, pace)
    for thrown in plan.throws:
        steps += _throw(plan.dealer, thrown, layout, slop, pace)
    return steps


def _mistaken(layout: Layout, slop: Slop) -> dict[int, TileBody]:
    """Tiles that lie otherwise than they should when the walls are built, by their id: the last stack of a
    wall, before it or at the end of another wall, or a tile that was dropped face up."""
    if not slop.chance(MISTAKE * (1.0 - slop.tidiness)):
        return {}
    side, kind = slop.rng.randrange(4), slop.rng.choice(("short", "long", "open"))
    pair = [layout.mat.tiles[layout.copies[WallPlace(side, STACKS - 1, level)].id] for level in (0, 1)]
    if kind == "open":
        return {pair[1].id: replace(pair[1], rest=Rest.FACE_UP)}
    if kind == "short":
        spots = [mat.to_table(side, 20.0 + PITCH * n, BEFORE_WALL) for n in (0, 1)]
        return {t.id: replace(t, x=x, y=y, z=0.0) for t, (x, y) in zip(pair, spots, strict=True)}
    other = (side + 2) % 4
    last = layout.mat.tiles[layout.copies[WallPlace(other, STACKS - 1, 0)].id]
    at, y = mat.to_player(other, last.x, last.y)
    x, y = mat.to_table(other, at - mat.TILE_W - 1.0, y)
    return {tile.id: replace(tile, x=x, y=y) for tile in pair}


def _put_right(tiles: Sequence[TileBody], slop: Slop, pace: Pace) -> list[GestureStep]:
    """Somebody counts, and moves them where they belong."""
    seconds = pace.seen(PUT_RIGHT)
    seat = slop.rng.randrange(4)
    carries = tuple(Carry(tile, 0.3 * seconds, 0.8 * seconds, lift=20.0) for tile in tiles)
    waited = pace(slop.rng.uniform(*COUNTED))
    return [
        GestureStep("counted", still=waited),
        GestureStep("put right", seconds, still=STILL, carries=carries, reaches=(_rub(seat, seconds),)),
    ]


def _heap(count: int, slop: Slop) -> list[Place]:
    """Where mixed tiles lie: anywhere within reach, each turned anyhow."""
    spots = [
        ((n % ACROSS - (ACROSS - 1) / 2) * PITCH, (n // ACROSS - (ACROSS - 1) / 2) * PITCH)
        for n in range(ACROSS * ACROSS)
    ]
    slop.rng.shuffle(spots)
    return [Place(x, y, slop.rng.uniform(-180, 180)) for x, y in spots[:count]]


def _moved(
    name: str, tiles: Sequence[TileBody], seconds: float, *, gate: Gate = Gate.NONE, dice: bool = False
) -> GestureStep:
    """Four people move tiles at once; they take the dice off the mat where they mix."""
    spread = 0.7 * seconds / max(1, len(tiles))
    carries = tuple(
        Carry(tile, 0.1 * seconds + n * spread, 0.3 * seconds + n * spread, lift=0.0)
        for n, tile in enumerate(tiles)
    )
    reaches = tuple(_rub(seat, seconds) for seat in range(4))
    taken = () if dice else None
    return GestureStep(name, seconds, still=STILL, gate=gate, carries=carries, reaches=reaches, dice=taken)


def _rub(seat: int, seconds: float) -> Reach:
    """An arm that goes to and fro before its seat."""
    points = [(0.0, *edge(seat))]
    for n in range(1, 6):
        x = 150.0 * math.sin(2.1 * n + seat)
        points.append((seconds * n / 6, *mat.to_table(seat, x, mat.WALL_Y + 40.0)))
    return Reach(seat, (*points, (seconds, *edge(seat))))


def _throw(dealer: int, thrown: tuple[int, int], layout: Layout, slop: Slop, pace: Pace) -> list[GestureStep]:
    """The dealer looks the walls over, reaches in and lets the dice fall."""
    dice = place.dice_bodies(thrown, slop)
    layout.mat.dice = dice
    seconds = pace.seen(THROW)
    x, y = sum(die.x for die in dice) / len(dice), sum(die.y for die in dice) / len(dice)
    arm = Reach(dealer, ((0.0, *edge(dealer)), (0.6 * seconds, x, y), (seconds, *edge(dealer))))
    waited = max(LOOKED_OVER[0], pace(slop.rng.uniform(*LOOKED_OVER)))
    return [
        GestureStep("looked over", still=waited),
        GestureStep(
            *("dice", seconds), still=STILL, gate=Gate.THROWN, seat=dealer, dice=dice, reaches=(arm,)
        ),
    ]
