"""Single tiles as a telephone sees them: standing or lying, aslant, cut out along their edges or nearly so.

`python -m vision.train.draw.close --cache FOLDER` draws the faces of many designs once. `Shelf` takes them
up as they appear, and `close_up` puts one of them before a camera, anew for every step of a training.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.tiles.tile import Tile
from vision.nets.detect import FACES
from vision.train.draw import crops
from vision.train.draw.compose import Image, spoil
from vision.train.draw.designs import BACK, NONE, TileSet
from vision.train.draw.drawings import H, W

DESIGNS: Final = 20
"""Sets in a file."""
KINDS: Final = {"house": 0.03, "near": 0.07, "maker": 0.2, "drawn": 0.63, "glyph": 0.07}
PARTS: Final = 0.07
"""Share of the crops that show a part of a face."""
LEAST_INK: Final = 18.0
"""Standard deviation of a part that is more than bare body."""
BARE: Final = frozenset((int(Tile.parse("5z")), BACK))
"""What may show nothing; other faces are blank only where a font has no drawing of them."""
FINE: Final = 2
"""A crop is drawn so many times as large as it is seen."""
FRAME: Final = np.array([crops.CROP_W, crops.CROP_H]) * FINE
BOX: Final = FRAME * (26 / crops.CROP_MM_W, 34 / crops.CROP_MM_H)
"""The box that was cut out lies in the middle of the frame, as the tile does in a crop of the table."""
Floats = NDArray[np.float32]
Crop = tuple[Image, int, float]
"""64 x 48 x 3, its class, and 1 upside down, 0 upright, -1 not asked for."""


class Shelf:
    """The designs drawn so far."""

    def __init__(self, cache: Path) -> None:
        self._cache, self._files = cache, 0
        self._sets: list[TileSet] = []
        self.look_again()

    def __len__(self) -> int:
        return len(self._sets)

    def look_again(self) -> None:
        """Take up the files that appeared since."""
        while (file := _file(self._cache, self._files)).exists():
            with np.load(file) as data:
                rows = zip(data["faces"], data["inks"].tolist(), strict=True)
                self._sets += [
                    TileSet("", tuple(faces), tuple(body), tuple(back)) for faces, (body, back) in rows
                ]
            self._files += 1

    def crop(self, rng: Generator, lies: bool = False) -> Crop:
        """A close-up of any face of any design, or a part of one; `lies` on a table as `close_up` says."""
        look = self._sets[int(rng.integers(len(self._sets)))]
        if not lies and rng.random() < PARTS:
            return part(rng, look), NONE, -1.0
        face = int(rng.choice(len(FACES), p=SHARES))
        while face not in BARE and look.faces[face].std() < LEAST_INK / 3:
            face = int(rng.choice(len(FACES), p=SHARES))
        image = close_up(rng, look, face, lies)
        over = bool(rng.random() < 0.5)
        turned = -1.0 if face in crops.TURNS_ALIKE else float(over)
        return np.ascontiguousarray(image[::-1, ::-1] if over else image), face, turned


def _shares() -> NDArray[np.float64]:
    """Flowers, of which there is one each, are shown less often than faces."""
    weights = np.ones(len(FACES))
    weights[37:BACK] = 0.4
    return weights / weights.sum()


SHARES: Final = _shares()


def _file(cache: Path, number: int) -> Path:
    return cache / f"designs{number:04d}.npz"


def close_up(rng: Generator, look: TileSet, face: int, lies: bool = False) -> Image:
    """An upright crop of 64 x 48 x 3; where the tile `lies`, of a table seen from above."""
    body, back = (np.array(ink[::-1], np.float32) for ink in (look.body, look.back))
    size, shift = _size(rng) if face < BACK and not lies else (np.ones(2), np.zeros(2))
    if lies:
        quad, lean, tight = _lying(rng)
    else:
        quad, lean, tight = _framed(rng, _quad(rng), _lean(rng), size)
    coarse = rng.uniform(10, 245, 3) + rng.normal(0, 14, (4, 3, 1)) + rng.normal(0, 5, (4, 3, 3))
    width, height = FRAME.tolist()
    canvas = cv2.resize(np.clip(coarse, 0, 255).astype(np.uint8), (width, height))
    split, shades = float(rng.uniform(0.2, 0.95)), rng.uniform(0.55, 1.05, 2)
    layers = ((split, 1.0, back * shades[1]), (0.0, split, body * shades[0]))
    across = quad[1] - quad[0]
    for side in (-1, 1):
        if rng.random() < 0.45:
            beside = quad + side * across * float(rng.uniform(1.0, 1.06)) + rng.normal(0, 1.5, 2)
            other = look.faces[int(rng.integers(BACK))] if rng.random() < 0.6 else None
            _tile(
                canvas,
                beside.astype(np.float32),
                lean,
                layers,
                body * rng.uniform(0.85, 1),
                other,
                size,
                shift,
            )
    _tile(canvas, quad, lean, layers, body, look.faces[face], size, shift)
    if rng.random() < 0.2:
        _cover(rng, canvas, body if rng.random() < 0.7 else rng.uniform(20, 220, 3))
    if tight:
        inner = np.round((FRAME - BOX) / 2).astype(int)
        seen = crops.of_photo(canvas[inner[1] : -inner[1], inner[0] : -inner[0]])
    else:
        seen = np.asarray(cv2.resize(canvas, (crops.CROP_W, crops.CROP_H), interpolation=cv2.INTER_AREA))
    return spoil(seen * _light(rng), rng)


def part(rng: Generator, look: TileSet) -> Image:
    """A crop that shows a circle or a stroke as large as a tile: no tile."""
    texture = look.faces[int(rng.integers(BACK))]
    while True:
        wide = W / float(rng.uniform(2.2, 4.5))
        high = wide * crops.CROP_H / crops.CROP_W
        left, top = (int(rng.uniform(0, room)) for room in (W - wide, H - high))
        window = texture[top : top + round(high), left : left + round(wide)]
        if window.std() > LEAST_INK:
            break
        texture = look.faces[int(rng.integers(BACK))]
    seen = cv2.resize(window, (crops.CROP_W, crops.CROP_H), interpolation=cv2.INTER_AREA).astype(np.float32)
    return spoil(seen * _light(rng), rng)


def photographed(rng: Generator, photo: Image) -> Image:
    """A tight photograph of a tile cut otherwise: nearer or farther on every side, turned, aslant."""
    height, width = photo.shape[:2]
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    low, high = rng.uniform(-0.05, 0.11, 2), 1 - rng.uniform(-0.05, 0.11, 2)
    window = low + corners * (high - low) + rng.normal(0, 0.015, (4, 2))
    turn = _turn(rng, 2.5)
    window = (window * (width, height) - (width / 2, height / 2)) @ turn.T + (width / 2, height / 2)
    goal = (FRAME - BOX) / 2 + corners * BOX
    matrix = cv2.getPerspectiveTransform(window.astype(np.float32), goal.astype(np.float32))
    fine = cv2.warpPerspective(photo, matrix, FRAME.tolist(), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, (crops.CROP_W, crops.CROP_H), interpolation=cv2.INTER_AREA), np.uint8)


def _turn(rng: Generator, usual: float) -> NDArray[np.float64]:
    """2 x 2: by some degrees (standard deviation), seldom by up to 30: boxes do not turn with tiles."""
    angle = rng.uniform(-30, 30) if rng.random() < 0.1 else rng.normal(0, usual)
    return np.asarray(cv2.getRotationMatrix2D((0, 0), float(angle), 1.0)[:, :2], np.float64)


def _quad(rng: Generator) -> NDArray[np.float64]:
    """The corners of a face of 26 x 34 around 0, a little turned and seen aslant."""
    plain = np.array([[-13, -17], [13, -17], [13, 17], [-13, 17]], np.float64)
    turn = _turn(rng, 3.0)
    slants = np.clip(rng.normal(0, 0.07, 2), -0.2, 0.2)
    slanted = plain @ np.array([[1, slants[0]], [slants[1], 1]]) @ turn.T
    return np.asarray(slanted + rng.normal(0, 0.3 if rng.random() < 0.5 else 1.0, (4, 2)))


def _lean(rng: Generator) -> NDArray[np.float64]:
    """How far the sides of the tile reach beyond its face: mostly upwards, where it stands."""
    if rng.random() < 0.3:
        return np.zeros(2)
    up = rng.uniform(0, 16) * (-1 if rng.random() < 0.8 else 1)
    return np.array([rng.normal(0, 7) if rng.random() < 0.6 else 0.0, up if rng.random() < 0.85 else 0.0])


def _size(rng: Generator) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How large the drawing is on its face, and where its middle lies, as shares of the texture."""
    size = (rng.uniform(0.55, 1.05) if rng.random() < 0.75 else 1.0) * np.exp(rng.normal(0, 0.12, 2))
    return size, rng.uniform(-0.45, 0.45, 2) * np.maximum(0, 1 - size)


def _framed(
    rng: Generator, quad: NDArray[np.float64], lean: NDArray[np.float64], size: NDArray[np.float64]
) -> tuple[Floats, Floats, bool]:
    """The quad and the lean in the frame, and whether nothing beyond the box is seen.

    The box encloses the tile, but not quite; it may cut off what is bare of the face.
    """
    hull = np.vstack([quad, quad + lean])
    low, high = hull.min(axis=0), hull.max(axis=0)
    bare = 0.04 + 0.4 * np.maximum(0, 1 - size)
    wild = rng.random() < 0.35
    slack = rng.uniform(-bare, 0.2, (2, 2)) if wild else np.maximum(rng.normal(0, 0.03, (2, 2)), -bare)
    span = high - low
    low, high = low - slack[0] * span, high + slack[1] * span
    grow = BOX / (high - low)
    placed = (quad - (low + high) / 2) * grow + FRAME / 2
    return placed.astype(np.float32), (lean * grow).astype(np.float32), bool(rng.random() < 0.6)


def _lying(rng: Generator) -> tuple[Floats, Floats, bool]:
    """As `_framed`: found within 2.6 mm and 7 degrees, its sides hardly seen."""
    turn = cv2.getRotationMatrix2D((0, 0), float(np.clip(rng.normal(0, 2.5), -7, 7)), 1.0)[:, :2]
    grow = FRAME / (crops.CROP_MM_W, crops.CROP_MM_H) * rng.normal(1, 0.025)
    quad = (
        np.array([[-13, -17], [13, -17], [13, 17], [-13, 17]]) @ turn.T
        + np.clip(rng.normal(0, 1, 2), -2.6, 2.6)
    ) * grow
    return (quad + FRAME / 2).astype(np.float32), (rng.normal(0, 2, 2) * grow).astype(np.float32), False


def _tile(
    canvas: Image,
    quad: Floats,
    lean: Floats,
    layers: tuple[tuple[float, float, Floats], ...],
    body: Floats,
    texture: Image | None,
    size: NDArray[np.float64],
    shift: NDArray[np.float64],
) -> None:
    """The sides of a tile in layers, and its face over the quad; blank without a texture."""
    if lean.any():
        for low, high, ink in layers:
            hull = cv2.convexHull(np.vstack([quad + lean * low, quad + lean * high]))
            cv2.fillConvexPoly(canvas, np.round(hull).astype(np.int32), ink.tolist(), cv2.LINE_AA)
    ring = np.round(quad).astype(np.int32)
    if texture is None:
        cv2.fillConvexPoly(canvas, ring, body.tolist(), cv2.LINE_AA)
        return
    middle = np.array([W, H]) * (0.5 - shift / size)
    flat = middle + np.array([[-W, -H], [W, -H], [W, H], [-W, H]]) / 2 / size
    matrix = cv2.getPerspectiveTransform(flat.astype(np.float32), quad)
    seen = cv2.warpPerspective(
        texture, matrix, canvas.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, ring, 255)
    cv2.copyTo(seen, mask, canvas)


def _cover(rng: Generator, canvas: Image, ink: Floats) -> None:
    """The corner of another tile, or a hand, over up to a sixth of the crop."""
    width, height = FRAME
    reach = rng.uniform(0.05, 0.42, 2) if rng.random() < 0.7 else np.array([1.0, rng.uniform(0.05, 0.2)])
    if reach.prod() > 1 / 6:
        reach /= np.sqrt(6 * reach.prod())
    x, y = (bool(v) for v in rng.integers(2, size=2))
    far = np.array([width * reach[0], height * reach[1]])
    plain = np.array([[-9, -9], [far[0], -9], [far[0], far[1]], [-9, far[1]]]) + rng.normal(0, 3, (4, 2))
    ring = np.where([x, y], FRAME - plain, plain)
    cv2.fillConvexPoly(
        canvas, np.round(ring).astype(np.int32), (ink * rng.uniform(0.8, 1.05)).tolist(), cv2.LINE_AA
    )


def _light(rng: Generator) -> Floats:
    """Gains of a crop's pixels: of a lamp more or less warm, from one side."""
    warm = float(rng.normal(0, 0.1))
    light = np.array([1 - warm, 1, 1 + 0.6 * warm], np.float32) * float(np.exp(rng.normal(-0.05, 0.2)))
    along = np.linspace(-1, 1, crops.CROP_W, dtype=np.float32)[None, :, None] * float(rng.normal(0, 0.1))
    down = np.linspace(-1, 1, crops.CROP_H, dtype=np.float32)[:, None, None] * float(rng.normal(0, 0.07))
    return np.asarray(light * (1 + along + down), np.float32)


def draw(cache: Path, number: int, rng: Generator, kinds: Mapping[str, float] = KINDS) -> None:
    """Write the faces of 20 designs so that a reader sees all of them or nothing."""
    sets = [crops.training_set(rng, kinds) for _ in range(DESIGNS)]
    part = _file(cache, number).with_suffix(".part.npz")
    np.savez(
        part,
        faces=np.stack([look.faces for look in sets]),
        inks=np.array([(look.body, look.back) for look in sets]),
    )
    part.rename(_file(cache, number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--wider", action="store_true", help="half of the sets as made for other countries")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    kinds = crops.WIDER if args.wider else KINDS
    for number in range(args.first, args.first + args.files):
        draw(args.cache, number, np.random.default_rng([args.seed, 6, number]), kinds)
        print(number, flush=True)


if __name__ == "__main__":
    main()
