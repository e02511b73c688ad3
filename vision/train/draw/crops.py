"""Crops for the classifier: what the detector would hand over, and what it should not have."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.tiles.tile import Tile, parse_tiles
from vision.faces.makers import HELD, maker
from vision.faces.textures import Style, texture
from vision.nets.detect import CROP_H, CROP_MM_H, CROP_MM_W, CROP_W, warp_crops
from vision.train.draw.abroad.sets import abroad_set
from vision.train.draw.compose import Image, Patch, patch
from vision.train.draw.designs import BACK, FACES, NONE, TileSet, art_set, drawn_set, finished, glyph_set
from vision.train.draw.drawings import H, W
from vision.train.draw.layout import Item, corners
from vision.train.fonts import CHAR_FONTS, HELD_FONT, STRANGE_FONT, TILE_FONTS

TURNS_ALIKE: Final = frozenset((*map(int, parse_tiles("1234589p245689s5z0p0s")), BACK, NONE))
"""Faces that look (nearly) the same upside down: their orientation is not asked for."""
PHOTO_TRAIN: Final = ("leo", "hand", "green_mat")
PHOTO_HELD: Final = ("camerash_even",)
"""Its pictures must not ship, so nothing is trained on them."""
HELD_SEED: Final = HELD
"""Styles of our drawings and other makers' sets with seeds from here on are never trained on."""

Crops = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]
"""N x 64 x 48 x 3 BGR, class, and 1 upside down, 0 upright, -1 not asked for."""


def house_set(style: Style, name: str) -> TileSet:
    """The project's own drawings in a style."""
    faces = [np.array(texture(face, W, style)) for face in FACES]
    faces = [cv2.resize(f, (W, H)) if f.shape[0] != H else f for f in faces]
    body = tuple(int(v) for v in np.median(faces[31].reshape(-1, 3), axis=0)[::-1])
    back = tuple(int(v) for v in np.median(faces[BACK].reshape(-1, 3), axis=0)[::-1])
    return TileSet(name, tuple(faces), body, back)  # type: ignore[arg-type]


def photo_rows(photos: Path, groups: tuple[str, ...]) -> list[tuple[str, int, Image]]:
    """(group, face, upright crop) of the real photographs."""
    out = []
    with (photos / "crops" / "labels.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["group"] in groups and row["landscape"] == "0":
                image = cv2.imread(str(photos / row["file"]))
                out.append((row["group"], int(Tile.parse(row["label"])), image))
    return out


def photo_set(rng: Generator, rows: list[tuple[str, int, Image]], base: TileSet) -> TileSet:
    """A set whose faces are photographs where there are any, else those of `base`."""
    faces = list(base.faces)
    for face in range(34):
        mine = [image for _, label, image in rows if label == face]
        if mine:
            faces[face] = cv2.resize(mine[int(rng.integers(len(mine)))], (W, H), interpolation=cv2.INTER_AREA)
    return TileSet("photo", tuple(faces), base.body, base.back)


KINDS: Final = {"house": 0.06, "near": 0.12, "maker": 0.34, "drawn": 0.43, "glyph": 0.05}
"""Shares of the kinds of sets in the composed material."""
WIDER: Final = {"house": 0.06, "near": 0.06, "maker": 0.18, "drawn": 0.12, "glyph": 0.03, "abroad": 0.55}
"""The same, half of them sets as they are made for other countries (`vision.train.draw.abroad`)."""


def training_set(rng: Generator, kinds: Mapping[str, float] = KINDS) -> TileSet:
    """A design to train on: this table's, one near it, another maker's, a drawn one or a font's tiles."""
    kind = str(rng.choice(list(kinds), p=list(kinds.values())))
    number = int(rng.integers(HELD_SEED))
    match kind:
        case "house":
            return house_set(Style.default(), kind)
        case "near":
            return house_set(Style.random(np.random.default_rng(number)), kind)
        case "maker":
            made = house_set(maker(number), kind)
            return finished(rng, made) if rng.random() < 0.6 else made
        case "drawn":
            return drawn_set(rng, kind)
        case "abroad":
            return abroad_set(rng, kind)
        case _:
            return glyph_set(rng, kind, TILE_FONTS[int(rng.integers(len(TILE_FONTS)))])


def held_sets(rng: Generator, art: Path | None) -> dict[str, list[TileSet]]:
    """Designs kept out of training, by kind."""
    out = {
        "house styles": [
            house_set(Style.random(np.random.default_rng(HELD_SEED + k)), "h") for k in range(8)
        ],
        "other makers": [house_set(maker(HELD_SEED + k), "m") for k in range(24)],
        "brush font": [drawn_set(rng, "b", (HELD_FONT,)) for _ in range(6)],
        "abroad": [abroad_set(np.random.default_rng([HELD_SEED, k]), "a") for k in range(24)],
    }
    if art is not None:
        light, dark = (243, 238, 224), (40, 40, 40)
        out["public-domain art"] = [art_set(art / "Regular", light, (205, 130, 30))]
        out["public-domain art, dark bodies"] = [art_set(art / "Black", dark, (150, 100, 30))]
    return out


def new_sets(rng: Generator) -> list[TileSet]:
    """Sets for the temperature: new ones of the trained kinds, as many in a hand that is not trained on."""
    return [
        *(drawn_set(rng, "c", CHAR_FONTS) for _ in range(8)),
        *(house_set(Style.random(np.random.default_rng(HELD_SEED // 2 + k)), "c") for k in range(4)),
        *(drawn_set(rng, "c", (STRANGE_FONT,)) for _ in range(8)),
        *(abroad_set(rng, "c") for _ in range(8)),
        *(abroad_set(rng, "c", (STRANGE_FONT,)) for _ in range(4)),
    ]


def cut(p: Patch, x: float, y: float, angle: float, grow: float = 1.0) -> Image:
    """The upright 48 x 64 crop around (x, y) mm of a patch, resampled as the detector does."""
    quad = corners(x, y, angle, (CROP_MM_W * grow, CROP_MM_H * grow))
    return np.asarray(warp_crops(p.image, p.to_px, quad)[0], np.uint8)


def of_photo(image: Image) -> Image:
    """A tight photograph of a tile as the crop that the detector would hand over."""
    w, h = round(CROP_W * 26 / CROP_MM_W), round(CROP_H * 34 / CROP_MM_H)
    small = cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA)
    x, y = (CROP_W - w) // 2, (CROP_H - h) // 2
    return cv2.copyMakeBorder(small, y, CROP_H - h - y, x, CROP_W - w - x, cv2.BORDER_REPLICATE)


def from_patch(rng: Generator, p: Patch, copies: int = 2) -> list[tuple[Image, int, float]]:
    """Jittered crops of the tiles of a patch, and places where no tile is centred."""
    out = []
    for item in p.items:
        if not (14 < item.seen[0] < 194 and 14 < item.seen[1] < 194):
            continue
        label = NONE if item.face < 0 or item.visible < 0.6 else item.face
        if label != NONE and item.visible < 0.86:
            continue
        if label == NONE and _shows_another(p, *item.seen, item.angle):
            continue
        for _ in range(copies):
            out.append(_tile_crop(rng, p, item, label))
    for _ in range(max(1, round(0.13 * len(out)))):
        spot = _nowhere(rng, p)
        if spot is not None:
            out.append((cut(p, *spot), NONE, -1.0))
    return out


def _tile_crop(rng: Generator, p: Patch, item: Item, label: int) -> tuple[Image, int, float]:
    turned = bool(rng.random() < 0.5)
    x, y = np.clip(rng.normal(0, 1.0, 2), -2.6, 2.6) + item.seen
    angle = item.angle + (180 if turned else 0) + float(np.clip(rng.normal(0, 2.5), -7, 7))
    crop = cut(p, float(x), float(y), angle, float(rng.normal(1.01, 0.025)))
    return crop, label, -1.0 if label in TURNS_ALIKE else float(turned)


def _nowhere(rng: Generator, p: Patch) -> tuple[float, float, float] | None:
    """A place and angle that is no tile: between tiles, across one, on clutter or the bare mat."""
    angle = float(rng.uniform(0, 360))
    tiles = [i for i in p.items if i.face >= 0]
    how = rng.random()
    if tiles and how < 0.65:
        item = tiles[int(rng.integers(len(tiles)))]
        if how < 0.4:
            way, far = rng.uniform(0, 2 * math.pi), rng.uniform(9.5, 19)
            x, y = item.seen[0] + far * math.cos(way), item.seen[1] + far * math.sin(way)
            angle = item.angle + float(rng.choice([0, 0, 90])) + float(rng.normal(0, 3))
        else:
            x, y = item.seen
            angle = item.angle + float(rng.choice([-1, 1])) * float(rng.uniform(35, 90))
    elif p.clutter and how < 0.85:
        x, y = p.clutter[int(rng.integers(len(p.clutter)))]
    else:
        x, y = (float(v) for v in rng.uniform(0, 208, 2))
    return None if _shows_another(p, float(x), float(y), angle) else (float(x), float(y), angle)


def _shows_another(p: Patch, x: float, y: float, angle: float) -> bool:
    """Whether a crop there would show a tile, such as the one that covers the one meant."""
    tiles = [i for i in p.items if i.face >= 0 and i.visible >= 0.6]
    close = [i for i in tiles if math.hypot(i.seen[0] - x, i.seen[1] - y) < 9.5]
    return any(abs(math.remainder(i.angle - angle, 180)) < 33 for i in close)


def chunk(rng: Generator, sets: list[TileSet], count: int) -> Crops:
    """`count` crops from random patches of random sets."""
    images = np.empty((count, CROP_H, CROP_W, 3), np.uint8)
    labels, turned = np.empty(count, np.int64), np.empty(count, np.float32)
    n = 0
    while n < count:
        for image, label, turn in from_patch(rng, patch(rng, sets[int(rng.integers(len(sets)))])):
            if n < count:
                images[n], labels[n], turned[n] = image, label, turn
                n += 1
    return images, labels, turned
