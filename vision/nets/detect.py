"""Tiles in a picture: where they lie, how they are turned and what they show.

The picture is rectified to the plane of the tile tops at 34 pixels a tile's length (1 a mm of tiles of 34 mm;
all lengths here are such units); a small fully convolutional
net marks the middles of tiles with their angle and height; upright crops at the camera's own
resolution go to a classifier of the faces, the back and "no tile". See `models/README.md`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from engine.tiles.tile import ALL, Face, Flower, Tile
from vision.calibration.mat import TILE_D, TILE_H, TILE_W, Rect
from vision.camera.frame import Pixels
from vision.nets.blank import Colours, in_walls, weigh_blanks
from vision.nets.cloth import Colour, colour_of
from vision.nets.detection import Detection
from vision.nets.gaps import overlapping, rooms
from vision.nets.heatmap import Spot, peaks, quads
from vision.nets.load import MODELS, session, temperature
from vision.nets.placed import HIGH_BACK, HIGH_PRIOR, Answered, Plane, placed
from vision.nets.rows import continued

Floats = NDArray[np.float64]

CROP_W: Final = 48
CROP_H: Final = 64
CROP_MM_W: Final = 30.0
CROP_MM_H: Final = 40.0
"""A crop is 2 to 3 mm wider than the tile on every side, so that its edges show."""
LATTICE: Final = 8
"""Regions grow to multiples of 8 mm, so that the same place falls on the same cell whatever the region."""
MARGIN: Final = 40.0
"""What the net sees around a region, mm."""
WARM: Final = 0.25
CLEAR_FACE: Final = 0.95
"""On a mat, where the scale is known, only faces of such odds are reported below this score: a tile beside
a turned one, or one as dark as the cloth, may have a middle of 0.15."""
LEAST_FACE: Final = 0.75
LEAST_BACK: Final = 0.9
"""Odds of a tile, by both nets together, below which it is not reported: between dark tiles and hands middles
are faint, and a leaning tile is doubtful to both (169 rendered tables)."""
FAINT: Final = 0.5
SURE_FACE: Final = 0.88
"""Below the first score, as middles of leaning tiles have, a face needs these odds (379 rendered tables)."""
CLEAR_BACK: Final = 0.7
SURE_BACK: Final = 0.97
"""A back is reported from this score on, or from this odds: the end of a standing tile is warm, too."""
SURE_IN_ROW: Final = 0.9
"""Odds of a face from which it is reported where a row leaves room for it, though no middle was found."""
MOST_OVERLAP: Final = 0.25
"""Two tiles cannot share more of their tops than this; the better one stays."""
SHIFT: Final = 8.0
"""How far beside its place a tile upon another may be seen on the plane of the others, mm: a camera 0.9 m
above the mat, a tile 400 mm away from below it."""
UNSURE: Final = 0.95
"""Odds below which a crop is looked at again (188 doubtful tiles of rendered tables: one look misread 13,
two 7; shifted or larger second looks showed nothing new)."""
CLEAR: Final = 0.75
"""Heat of the least clear of the tiles of rendered tables: from here on the middle costs no score."""
SUREST: Final = 0.99
"""No heat counts for more: a classifier that is certain still has its way."""
FACES: Final[tuple[Face | None, ...]] = (*ALL, *Flower, None)
"""What the classes of the classifier mean; one more is "no tile" and the last answer "upside down"."""
NO_TILE: Final = len(FACES)
FLOWERS_FEWER: Final = 0.25
"""A set has one of each flower and four of every other tile."""
_BACK: Final = FACES.index(None)
_WHITE: Final = FACES.index(Tile.parse("5z"))
_FLOWERS: Final = [number for number, face in enumerate(FACES) if isinstance(face, Flower)]
_CROP: Final = np.array([[0, 0], [CROP_W, 0], [CROP_W, CROP_H], [0, CROP_H]], np.float32) - 0.5


class Likeness(Protocol):
    """What is known of one tile set: `vision.nets.enrol.TileSet`."""

    def weigh(self, odds: NDArray[np.float32], features: NDArray[np.float32]) -> NDArray[np.float32]:
        """The odds (N x K) with what was learnt of their features (N x D) weighed in."""
        ...


class Detector:
    """Reads tiles with the two models in `models_dir`, those of an enrolled set better with `tile_set`.

    Flowers and seasons are reported only with `flowers`: on most tables there are none. `colours` are those
    of the set of one table, which is seen again and again. ModelError if the models cannot be loaded.
    """

    def __init__(
        self,
        models_dir: Path | None = None,
        threads: int = 1,
        tile_set: Likeness | None = None,
        flowers: bool = False,
        colours: Colours | None = None,
    ) -> None:
        self._set, self._flowers, self._colours = tile_set, flowers, colours
        self._folder, self._threads = models_dir or MODELS, threads
        self._find = session(self._folder / "detector.onnx", threads)
        self._read = session(self._folder / "classifier.onnx", threads)
        self._temperature = temperature(self._read, self._folder / "classifier.onnx")

    def detect(
        self, pixels: Pixels, surface: Plane, region: Rect | None = None, stacks: Sequence[Rect] = ()
    ) -> list[Detection]:
        """The tiles that seem to have their middle in `region` (table frame, mm; None is the whole mat).

        What lies upon another tile seems to lie up to SHIFT beside its place. In `stacks` tiles rather lie
        upon others. Tiles that lie with the back up have the face None; what the classifier takes for no
        tile is left out.
        """
        region = region or surface.layout.mat
        wide = _around(region)
        to_px, pixels = surface.homography(TILE_D, wide), _fours(pixels)
        seen = self._spots(pixels, to_px, wide)
        spots = [s for s in seen if region.holds(s.x, s.y)]
        if not spots:
            return []
        cloth = colour_of(pixels, to_px, wide, seen, surface.layout.half)
        walled = np.array([any(rect.holds(s.x, s.y) for rect in stacks) for s in spots])
        answers = self._of_the_set(spots, cloth, pixels, to_px)
        answers[walled] = in_walls(answers[walled], _WHITE, _BACK)
        in_row = _in_rows(spots, answers, walled)
        answered = (_read(s, a, row) for s, a, row in zip(spots, answers, in_row, strict=True))
        kept = _without_doubles([t for t in answered if t is not None])
        return placed(self._filled(kept, cloth, pixels, to_px), surface, to_px, stacks)

    def spots(self, pixels: Pixels, surface: Plane) -> list[Spot]:
        """The middles of all that has the shape of a tile on the mat, whatever it shows."""
        wide = _around(surface.layout.mat)
        found = self._spots(_fours(pixels), surface.homography(TILE_D, wide), wide)
        return [spot for spot in found if surface.layout.mat.holds(spot.x, spot.y)]

    def _filled(
        self, tiles: list[Answered], cloth: Colour | None, pixels: Pixels, to_px: Floats
    ) -> list[Answered]:
        """The same with the tiles that rows of faces leave room for, where all of a room are sure."""
        found = rooms([t.spot for t in tiles if t.odds[0][0] is not None])
        if not found:
            return tiles
        spots = list(chain(*found))
        answers = self._of_the_set(spots, cloth, pixels, to_px)
        read = iter([_read(s, a) for s, a in zip(spots, answers, strict=True)])
        for room in found:
            new = [t for t in islice(read, len(room)) if t is not None and _sure_face(t)]
            if len(new) == len(room):
                tiles = [t for t in tiles if not overlapping(t.spot, room)] + new
        return tiles

    def _of_the_set(
        self, spots: Sequence[Spot], cloth: Colour | None, pixels: Pixels, to_px: Floats
    ) -> NDArray[np.float32]:
        """What is said of the tiles at `spots` beside others of their set."""
        crops = warp_crops(pixels, to_px, quads(spots, CROP_MM_W, CROP_MM_H))
        answers = self._looked_twice(crops)
        answers[:, :-1] = weigh_blanks(crops[..., :3], answers[:, :-1], _WHITE, _BACK, self._colours, cloth)
        return answers

    def _looked_twice(self, crops: Pixels) -> NDArray[np.float32]:
        """What `_answers` says; crops that leave doubt are looked at upside down, too."""
        answers = self._answers(crops)
        doubtful = answers[:, :-1].max(axis=1) < UNSURE
        if doubtful.any():
            again = self._answers(crops[doubtful, ::-1, ::-1])
            again[:, -1] = 1 - again[:, -1]
            answers[doubtful] = (answers[doubtful] + again) / 2
        return answers

    def classify(self, crops: Pixels) -> NDArray[np.float32]:
        """N x 64 x 48 x 3 upright crops as N x 48: odds of FACES and "no tile", then of "upside down"."""
        return self._answers(crops)

    def glances(self, crops: Pixels) -> NDArray[np.float32]:
        """Like `classify`, by the classifier of close-ups: tiles seen aslant or not cut out well."""
        net, heat = self._read_close
        return self._odds(np.asarray(net.run(["answer"], {"image": _fours(crops)})[0], np.float32), heat)

    def close_ups(self, views: Pixels, power: float) -> NDArray[np.float32]:
        """N x V x 64 x 48 x 3, V views of each of N tiles of a photograph, as `classify` answers.

        The classifier of close-ups counts twice, that of the mat, the better one where the box shows a face
        alone, once. Their mean odds are raised to `power`. Enrolled sets are compared with the first view.
        """
        count, each = views.shape[:2]
        crops = {"image": _fours(views.reshape(-1, *views.shape[2:]))}
        odds = np.zeros((count, NO_TILE + 2), np.float32)
        for (net, heat), weight in ((self._read_close, 2 / 3), ((self._read, self._temperature), 1 / 3)):
            seen = self._odds(np.asarray(net.run(["answer"], crops)[0], np.float32), heat)
            odds += weight * seen.reshape(count, each, -1).mean(axis=1)
        odds[:, _FLOWERS] *= FLOWERS_FEWER
        faces = odds[:, :-1] ** power
        odds[:, :-1] = faces / faces.sum(axis=1, keepdims=True)
        if self._set is not None:
            odds[:, :-1] = self._set.weigh(odds[:, :-1], self.features(views[:, 0]))
        return odds

    def features(self, crops: Pixels) -> NDArray[np.float32]:
        """N x 64 x 48 x 3 upright crops as N x 1344: what the faces of a set are distinguished by."""
        return self.seen(crops)[1]

    def seen(self, crops: Pixels) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """N x 64 x 48 x 3 crops as odds of FACES and "no tile" (N x 47) without any set, and as features."""
        answer, features = self._read.run(["answer", "features"], {"image": _fours(crops)})
        odds = self._odds(np.asarray(answer, np.float32), self._temperature)
        return odds[:, :-1], np.asarray(features, np.float32)

    def _spots(self, pixels: Pixels, to_px: Floats, wide: Rect) -> list[Spot]:
        size = (round(wide.right - wide.left), round(wide.far - wide.near))
        to_mm = np.array([[1, 0, wide.left + 0.5], [0, -1, wide.far - 0.5], [0, 0, 1.0]])
        flat = cv2.warpPerspective(pixels, to_px @ to_mm, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return _middles(self._find, np.asarray(flat, np.uint8), wide)

    def middles(self, flat: Pixels, wide: Rect) -> list[Spot]:
        """The middles of tiles in a photograph of `wide`, at 1 px a mm, its sides multiples of 8 px.

        Standing tiles seen aslant count, which on the mat are none to be read.
        """
        return _middles(self._find_anywhere, flat, wide)

    @cached_property
    def _find_anywhere(self) -> ort.InferenceSession:
        return session(self._folder / "photographs.onnx", self._threads)

    @cached_property
    def _read_close(self) -> tuple[ort.InferenceSession, float]:
        path = self._folder / "closeups.onnx"
        net = session(path, self._threads)
        return net, temperature(net, path)

    def _answers(self, crops: Pixels) -> NDArray[np.float32]:
        outputs = ["answer"] if self._set is None else ["answer", "features"]
        out = [np.asarray(part, np.float32) for part in self._read.run(outputs, {"image": _fours(crops)})]
        odds = self._odds(out[0], self._temperature)
        if self._set is not None:
            odds[:, :-1] = self._set.weigh(odds[:, :-1], out[1])
        return odds

    def _odds(self, logits: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
        faces = logits[:, :-1] / temperature
        if not self._flowers:
            faces[:, _FLOWERS] = -np.inf
        faces = np.exp(faces - faces.max(axis=1, keepdims=True))
        faces /= faces.sum(axis=1, keepdims=True)
        turned = 1 / (1 + np.exp(-logits[:, -1:]))
        return np.concatenate([faces, turned], axis=1)


def _fours(images: Pixels) -> Pixels:
    """Pictures (... x W x 3, or so already) as nets take them: with a fourth byte, which counts nothing.

    Four bytes a pixel are cut out and convolved faster than three.
    """
    if images.shape[-1] == 4:
        return images
    rows = cv2.cvtColor(images.reshape(-1, *images.shape[-2:]), cv2.COLOR_BGR2BGRA)
    return np.asarray(rows, np.uint8).reshape(*images.shape[:-1], 4)


def _around(region: Rect) -> Rect:
    low = [math.floor((v - MARGIN) / LATTICE) * LATTICE for v in (region.left, region.near)]
    high = [math.ceil((v + MARGIN) / LATTICE) * LATTICE for v in (region.right, region.far)]
    return Rect(low[0], low[1], high[0], high[1])


def _middles(net: ort.InferenceSession, flat: Pixels, wide: Rect) -> list[Spot]:
    (out,) = net.run(None, {"image": _fours(flat)[None]})
    return peaks(np.asarray(out, np.float32)[0], wide)


def _without_doubles(tiles: list[Answered]) -> list[Answered]:
    """The surest of tiles that would overlap. What is no tile takes no place from one."""
    ranked = sorted(tiles, key=lambda t: -t.score * t.odds[0][1])
    return [ranked[k] for k in _apart([one.spot for one in ranked])]


def _apart(spots: Sequence[Spot]) -> list[int]:
    """The numbers of those that lie in none before them."""
    if not spots:
        return []
    tops = quads(spots, TILE_W, TILE_H).astype(np.float32)
    at = np.array([complex(spot.x, spot.y) for spot in spots])
    near = np.abs(at[:, None] - at) < TILE_H
    kept: list[int] = []
    for k, top in enumerate(tops):
        shared = (cv2.intersectConvexConvex(tops[n], top)[0] for n in kept if near[k, n])
        if all(area <= MOST_OVERLAP * TILE_W * TILE_H for area in shared):
            kept.append(k)
    return kept


def warp_crops(pixels: Pixels, to_px: Floats, rings: Floats) -> Pixels:
    """N x 64 x 48 x C: what lies in `rings`, N x 4 x 2 mm of the plane of `to_px` from the top left on."""
    seen = cv2.perspectiveTransform(rings.reshape(1, -1, 2), to_px).reshape(-1, 4, 2).astype(np.float32)
    out = np.empty((len(seen), CROP_H, CROP_W, pixels.shape[2]), np.uint8)
    for ring, crop in zip(seen, out, strict=True):
        matrix = cv2.getPerspectiveTransform(ring, _CROP)
        cv2.warpPerspective(pixels, matrix, (CROP_W, CROP_H), crop, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return out


def _weighed(answer: NDArray[np.float32], heat: float) -> NDArray[np.float32]:
    """The answer about a face, times the other net's odds of there being a tile: they see other things.

    Of backs this says nothing: the end of a standing tile is warm, too.
    """
    sure = min(heat, SUREST)
    tile, none = (1 - float(answer[NO_TILE])) * sure, float(answer[NO_TILE]) * (1 - sure)
    out = answer.copy()
    out[:NO_TILE] *= tile / (tile + none) / max(1 - float(answer[NO_TILE]), 1e-6)
    out[NO_TILE] = none / (tile + none)
    return out


def _sure_face(tile: Answered) -> bool:
    face, odds = tile.odds[0]
    return face is not None and odds >= SURE_IN_ROW


def _in_rows(spots: Sequence[Spot], answers: NDArray[np.float32], walled: NDArray[np.bool_]) -> list[float]:
    """How likely each spot is the back of a tile by those beside it in its wall; 0 where it stands alone."""
    out = [0.0] * len(spots)
    odds = [1 - float(_weighed(a, s.heat)[NO_TILE]) for s, a in zip(spots, answers, strict=True)]
    ranked = sorted(np.flatnonzero(walled).tolist(), key=lambda k: -odds[k])
    alone = [ranked[k] for k in _apart([spots[k] for k in ranked])]
    rows = continued([spots[k] for k in alone], [odds[k] for k in alone])
    for k, row in zip(alone, rows.tolist(), strict=True):
        if answers[k, :NO_TILE].argmax() == _BACK and row > odds[k]:
            out[k] = row
    return out


def _read(spot: Spot, answer: NDArray[np.float32], in_row: float = 0.0) -> Answered | None:
    """None where the classifier sees no tile, and no row of backs says otherwise."""
    if in_row >= LEAST_BACK:
        answer = answer.copy()
        answer[:NO_TILE] *= in_row / max(1 - float(answer[NO_TILE]), 1e-6)
        answer[NO_TILE] = 1 - in_row
        spot = replace(spot, heat=max(spot.heat, CLEAR))
    best = np.argsort(-answer[:NO_TILE])[:5].tolist()
    back = FACES[best[0]] is None
    if spot.heat < WARM and (back or answer[best[0]] < CLEAR_FACE):
        return None
    weighed = _weighed(answer, spot.heat)
    if 1 - weighed[NO_TILE] < (LEAST_BACK if back else LEAST_FACE):
        return None
    answer = answer if back else weighed
    no_tile, face = float(answer[NO_TILE]), float(answer[best[0]])
    score = min(1.0, spot.heat / CLEAR) * (1 - no_tile)
    if back:
        doubtful = score < CLEAR_BACK and face < SURE_BACK
    else:
        doubtful = spot.heat < FAINT and face + float(answer[_BACK]) < SURE_FACE
    if no_tile > face or doubtful:
        return None
    odds = tuple((FACES[k], float(answer[k])) for k in best)
    angle = math.remainder(spot.angle + (180.0 if answer[-1] > 0.5 else 0.0), 360.0)
    return Answered(spot, odds, angle, score, spot.high + (HIGH_BACK if odds[0][0] is None else HIGH_PRIOR))
