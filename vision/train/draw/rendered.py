"""Material from the project's own renderer: `python -m vision.train.draw.rendered --cache FOLDER`.

Writes chunks like `vision.train.material`, from number `--first` on; random tables, cameras and lights,
some of them in the default style. Seeds from HELD on are kept for the benchmarks.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.tiles.tile import ALL, Face
from vision.calibration.markers import MARKERS
from vision.calibration.mat import MAT_HALF, TILE_D, to_player, to_table
from vision.faces.makers import HELD, maker
from vision.scene.arm import shoulder
from vision.scene.demo import STICKS, demo_scene
from vision.scene.render import Lens, Light, MatLook, Renderer, Style, Truth, View
from vision.scene.scene import ArmBody, DieBody, Rest, Scene, StickBody, TileBody
from vision.scene.untidiness import Mess
from vision.train.draw import crops
from vision.train.draw.compose import Patch
from vision.train.draw.designs import BACK, FACES
from vision.train.draw.layout import SIDE, Item, Points, layout
from vision.train.material import CHUNK, Chunk, Crop, pack, save

SCENES: Final = 3
"""Tables drawn in one room: cloth and wood take longer to draw than the tiles on them."""
SQUARES: Final = 20
"""Patches cut from a picture."""
HOUSE: Final = 0.3
"""Share of the rooms with the set of this table."""
DARK: Final = 0.3
"""Share of the rooms where a set with a dark body is looked for; few makers have one."""
REACHING: Final = 0.55
"""Share of the tables over which people reach: tiles lie beside fingers, sleeves and their shadows."""
BESIDE: Final = 0.5
"""Share of the squares of such a picture that are cut out along an arm."""
TIPPED: Final = 0.12
"""Share of the tiles laid face up that lean or are knocked over: they are no tiles to be read."""
UNTIDY: Final = 0.6
"""Share of the tables in the middle of a hand with far more mess than people leave."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A rendered picture with its truth."""

    pixels: NDArray[np.uint8]
    view: View
    scene: Scene
    truth: list[Truth]


def random_view(rng: Generator) -> View:
    """A camera above the mat that sees all of it."""
    width, height = [(2028, 1520), (2028, 1520), (1920, 1080), (1640, 1232)][int(rng.integers(4))]
    z = float(rng.uniform(900, 1500))
    focal = height / float(rng.uniform(850, 950)) * z
    x, y = (float(v) for v in rng.normal(0, 30, 2))
    aim = math.degrees(math.atan2(1, z))
    tilt, pan = -y * aim + float(rng.normal(0, 0.7)), -x * aim + float(rng.normal(0, 0.7))
    return View(width, height, focal, x, y, z, tilt, pan, float(rng.normal(0, 2)), float(rng.normal(0, 0.01)))


def random_scene(rng: Generator) -> Scene:
    """Groups of tiles anywhere on the mat, sticks and dice."""
    tiles: list[TileBody] = []
    for left in (-375.0, -125.0, 125.0):
        for far in (375.0, 125.0, -125.0):
            for item in layout(rng):
                _lay(rng, tiles, item, left + 20, far - 20)
    sticks = tuple(
        StickBody(k, int(rng.choice(STICKS)), *_spot(rng), float(rng.uniform(0, 360)))
        for k in range(int(rng.integers(0, 5)))
    )
    dice = tuple(DieBody(k, int(rng.integers(1, 7)), *_spot(rng, 60), 20.0) for k in range(2))
    return Scene(tuple(tiles), sticks, dice)


def _spot(rng: Generator, reach: float = 330.0) -> tuple[float, float]:
    x, y = rng.uniform(-reach, reach, 2)
    return float(x), float(y)


def _arms(rng: Generator, tiles: Sequence[TileBody]) -> tuple[ArmBody, ...]:
    """One to three people reach for tiles that lie anywhere."""
    if rng.random() >= REACHING:
        return ()
    out = []
    for seat in rng.permutation(4)[: int(rng.integers(1, 4))].tolist():
        tile = tiles[int(rng.integers(len(tiles)))]
        x, y = (float(v) for v in rng.normal((tile.x, tile.y), 30.0))
        out.append(ArmBody(seat, x, y, float(rng.uniform(20, 50))))
    return tuple(out)


def _lay(rng: Generator, tiles: list[TileBody], item: Item, left: float, far: float) -> None:
    x, y = left + item.x, far - item.y
    if max(abs(x), abs(y)) > MAT_HALF - 12:
        return
    shown = FACES[item.face] if item.face >= 0 else None
    face: Face = ALL[len(tiles) % 34] if shown is None else shown
    rest = Rest.STANDING if item.face < 0 else Rest.FACE_DOWN if item.face == BACK else Rest.FACE_UP
    z = 0.0
    if item.face >= 0 and item.top > 30:
        below = rest if item.on_face else Rest.FACE_DOWN
        tiles.append(TileBody(len(tiles), face, x, y, item.angle, below))
        z = TILE_D
    body = TileBody(len(tiles), face, x, y, item.angle, rest, z)
    tiles.append(_tipped(rng, body) if rest is Rest.FACE_UP and rng.random() < TIPPED else body)


def _tipped(rng: Generator, body: TileBody) -> TileBody:
    """The tile knocked over, or leaning on whatever is beside it."""
    how = int(rng.integers(3))
    if how == 0:
        return replace(body, rest=Rest.EDGE)
    slope = float(rng.choice([-1, 1]) * rng.uniform(25, 65))
    return replace(body, bank=slope) if how == 1 else replace(body, pitch=slope)


def _style(rng: Generator) -> Style:
    if rng.random() < HOUSE:
        return Style.default()
    style = maker(int(rng.integers(HELD)))
    if rng.random() < DARK:
        while not style.dark:
            style = maker(int(rng.integers(HELD)))
    return style


def _mess(rng: Generator) -> Mess:
    mess = Mess.random(rng)
    if rng.random() >= UNTIDY:
        return mess
    leaning, stacked, knocked = (float(v) for v in rng.uniform(0, (0.25, 0.12, 0.1)))
    return replace(mess, leaning=leaning, stacked=stacked, knocked=knocked, askew=float(rng.uniform(0, 0.4)))


def shoot(rng: Generator) -> Iterator[Shot]:
    """Random tables in one room with one set; two thirds in the middle of a hand, from tidy to wild."""
    mat = MatLook() if rng.random() < 0.4 else MatLook.random(rng)
    light, lens = (Light.harsh(rng), Lens.random(rng)) if rng.random() < 0.75 else (Light(), Lens())
    view = random_view(rng)
    draw = Renderer(view, _style(rng), light, int(rng.integers(1 << 30)), mat, lens)
    for _ in range(SCENES):
        scene = demo_scene(int(rng.integers(HELD)), mess=_mess(rng))
        if rng.random() < 0.35:
            scene = random_scene(rng)
        scene = replace(scene, arms=_arms(rng, scene.tiles))
        yield Shot(draw.render(scene, float(rng.uniform(0, 100))), view, scene, draw.truth(scene))


def patches(rng: Generator, shot: Shot) -> Iterator[Patch]:
    """Random squares of the picture on the plane of the tile tops, some on that of the stacks."""
    middles = np.array([true.quad.mean(axis=0) for true in shot.truth])
    seen = {plane: shot.view.unproject(middles, plane) for plane in (TILE_D, 2 * TILE_D)}
    for _ in range(SQUARES):
        left, near = _corner(rng, shot.scene.arms)
        plane = 2 * TILE_D if rng.random() < 0.3 else TILE_D
        yield _square(shot, left, near, plane, seen[plane])


def _corner(rng: Generator, arms: Sequence[ArmBody]) -> tuple[float, float]:
    """The lower left corner of a square anywhere, or somewhere along an arm."""
    low, high = -395.0, 395.0 - SIDE
    if not arms or rng.random() >= BESIDE:
        x, y = rng.uniform(low, high, 2)
        return float(x), float(y)
    arm = arms[int(rng.integers(len(arms)))]
    tip = np.array(to_player(arm.seat, arm.x, arm.y))
    spot = tip + float(rng.uniform(-0.1, 0.9)) * (shoulder(tip[0]) - tip) + rng.normal(0, 50, 2)
    x, y = np.clip(np.array(to_table(arm.seat, *spot.tolist())) - SIDE / 2, low, high)
    return float(x), float(y)


def _square(shot: Shot, left: float, near: float, plane: float, seen: Points) -> Patch:
    """The square whose lower left corner is given; `seen` is where tops appear on its plane, N x 2 mm."""
    far = near + SIDE
    mm = np.array([[x, y] for y in np.linspace(near, far, 5) for x in np.linspace(left, left + SIDE, 5)])
    px = shot.view.project(np.column_stack([mm, np.full(len(mm), plane)]))
    here = np.column_stack([mm[:, 0] - left, far - mm[:, 1]])
    to_px, _ = cv2.findHomography(here, px, 0)
    items = []
    close = np.abs(seen - (left + SIDE / 2, near + SIDE / 2)).max(axis=1) <= SIDE
    for k in np.flatnonzero(close).tolist():
        body, true = shot.scene.tiles[k], shot.truth[k]
        lies = body.flat and not body.pitch and not body.bank
        face = FACES.index(true.tile) if lies else -1
        item = Item(body.x - left, far - body.y, body.angle, face, body.z + TILE_D)
        item.seen, item.visible = (float(seen[k, 0]) - left, far - float(seen[k, 1])), true.visible
        items.append(item)
    small: tuple[StickBody | DieBody, ...] = (*shot.scene.sticks, *shot.scene.dice)
    others = [(m.x, m.y) for m in MARKERS] + [(b.x, b.y) for b in small]
    return Patch(shot.pixels, np.asarray(to_px), items, [(x - left, far - y) for x, y in others])


def draw_chunk(rng: Generator) -> Chunk:
    cut: list[Crop] = []
    squares: list[Patch] = []
    while len(cut) < CHUNK:
        for shot in shoot(rng):
            for p in patches(rng, shot):
                cut += crops.from_patch(rng, p)
                squares.append(p)
    return pack(cut, squares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--chunks", type=int, default=40)
    parser.add_argument("--cache", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for number in range(args.first, args.first + args.chunks):
        save(args.cache, number, draw_chunk(np.random.default_rng([args.seed, 5, number])))
        print(number, flush=True)


if __name__ == "__main__":
    main()
