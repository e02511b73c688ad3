"""A club's own tile set: what its faces look like to the classifier, from two photographs.

Every face is drawn near in the classifier's features by moved, turned, re-lit and blurred copies, upright and
upside down. What varies among the copies of a face says nothing of it and counts little (a linear
discriminant with a shrunk covariance). A tile is then read by both what all sets have taught the classifier
and what its features resemble, as two opinions are weighed: logarithms of odds are added by shares.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import ALL, Face, Tile, parse_tiles
from runtime.stored import Format, StoredError
from vision.camera.frame import Pixels
from vision.nets.arrays import read_arrays, write_arrays
from vision.nets.detect import FACES
from vision.nets.load import MODELS

LAYOUT: Final = ("123456789m", "123456789p", "123456789s", "1234567z0m0p0s")
"""Rows in which the tiles are laid, face up and upright; one tile with its back up ends the last row."""
NAME: Final = r"[a-z0-9][a-z0-9_-]{0,31}"
"""What a set may be called: it is a file's name."""
UNNAMED: Final = "any"
"""What belongs to the set of a table that names none is kept under this name."""
SHARE: Final = 0.75
"""Weight of the likeness beside the classifier's own answer, where no second look shows it."""
SHARPNESS: Final = 20.0
"""What a difference of 1 in cosine is worth in logarithms of odds."""
SCALE: Final = 0.1
"""By how much the discriminant's logarithms of odds are scaled, where no second look shows it."""
SHRINK: Final = 0.2
"""Share of the covariance that is the same in all directions: 0.05 to 0.5 read the same."""
ALIKE: Final = 0.55
"""Cosine from which on a crop is rather a tile of the set than none, where no halves of its tiles show it."""
UNLIKE: Final = 0.75
"""Share of the halves of two tiles that are less alike than that: of a drawn set they had 0.48 to 0.72 and
tiles 0.75 to 0.95; tiles of two sets on tables of POV-Ray had 0.68 to 0.95."""
COMPLETE: Final = 0.9
"""Odds that a tile shows one of the enrolled faces, at least, once all tiles of the game are enrolled."""
LEAST_LOG: Final = -12.0
COPIES: Final = 11
Array = NDArray[np.float32]


def _of_version_1(data: dict[str, Any]) -> dict[str, Any]:
    """Means alone, upright, whose cosines were compared."""
    means = _unit(np.asarray(data["means"], np.float32))[None]
    bias = np.zeros(means.shape[:2], np.float32)
    return data | {"means": means, "weights": SHARPNESS * means, "bias": bias, "scale": 1.0, "alike": ALIKE}


def _of_version_2(data: dict[str, Any]) -> dict[str, Any]:
    """It does not say how alike its own tiles are, so every set on the table counts as this one."""
    return data | {"own": -1.0}


FORMAT: Final = Format(
    "tile-set", 3, "tile set", "enrol it again with jantaku enrol", {1: _of_version_1, 2: _of_version_2}
)


class EnrolError(Exception):
    """A set cannot be enrolled or loaded; the message is one sentence that says what to do.

    `code` and `values` say the same as data, for pages in every language; `unread` is a file's.
    """

    def __init__(self, message: str, code: str = "unread", **values: int | str) -> None:
        super().__init__(message)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True)
class TileSet:
    """The enrolled faces (K, numbers of FACES) in W ways of lying: `means` of their features (W x K x D,
    unit), and the discriminant between them, `weights` (W x K x D) and `bias` (W x K), whose logarithms of
    odds are multiplied by `scale`. From the cosine `alike` to a mean on a crop rather shows
    a tile of the set than none; most of its own tiles have more than `own`.

    `share` is the weight of likeness, 0..1.
    """

    faces: NDArray[np.int64]
    means: Array
    weights: Array
    bias: Array
    share: float = SHARE
    scale: float = SCALE
    alike: float = ALIKE
    own: float = -1.0

    def weigh(self, odds: Array, features: Array) -> Array:
        """Odds of FACES and "no tile" (N x 47) with what the features (N x D) resemble."""
        return self.mixed(odds, *self.likeness(features))

    def likeness(self, features: Array) -> tuple[Array, Array]:
        """Of features (N x D) the discriminant's log odds (N x K), unscaled, and the best cosine (N x 1)."""
        looks = _unit(features)
        scores = np.einsum("nd,wkd->nwk", looks, self.weights) + self.bias
        nearest = np.einsum("nd,wkd->nwk", looks, self.means).max(axis=(1, 2))
        return np.asarray(scores.max(axis=1), np.float32), np.asarray(nearest[:, None], np.float32)

    def mixed(self, odds: Array, scores: Array, nearest: Array) -> Array:
        """The odds (N x 47) with what `likeness` says."""
        faces = odds[:, self.faces]
        known = faces.sum(axis=1, keepdims=True)
        own = _logs(faces / np.maximum(known, 1e-9))
        mixed = _softmax((1 - self.share) * own + self.share * _log_softmax(self.scale * scores))
        off = _logs(odds[:, -1:]) - _logs(1 - odds[:, -1:])
        none = 1 / (1 + np.exp(-((1 - self.share) * off + self.share * SHARPNESS * (self.alike - nearest))))
        out = (odds / np.maximum(1 - odds[:, -1:], 1e-9)).astype(np.float64)
        least = COMPLETE * min(1.0, len(self.faces) / len(ALL))
        out[:, self.faces] = mixed * np.maximum(out[:, self.faces].sum(axis=1, keepdims=True), least)
        out[:, :-1] = out[:, :-1] * (1 - none) / np.maximum(out[:, :-1].sum(axis=1, keepdims=True), 1e-9)
        out[:, -1:] = none
        return np.asarray(out, np.float32)

    def save(self, path: Path) -> None:
        """Replaces the file as a whole; OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        large = {"means": self.means.astype(np.float16), "weights": self.weights.astype(np.float32)}
        small = {
            "faces": self.faces,
            "bias": self.bias,
            "share": self.share,
            "scale": self.scale,
            "alike": self.alike,
            "own": self.own,
        }
        write_arrays(path, FORMAT, **large, **small, net=net())

    @classmethod
    def load(cls, path: Path) -> TileSet:
        """What `save` wrote. EnrolError if it is missing, something else, or of another net."""
        try:
            file = read_arrays(path, FORMAT)
            faces, seen_by = np.asarray(file["faces"], np.int64), str(file.get("net", ""))
            means, weights, bias = (
                np.asarray(file[name], np.float32) for name in ("means", "weights", "bias")
            )
            share, scale, alike, own = (float(file[name]) for name in ("share", "scale", "alike", "own"))
        except OSError as error:
            raise EnrolError(f"There is no tile set at {path}: enrol it with jantaku enrol.") from error
        except StoredError as error:
            raise EnrolError(str(error)) from error
        except (ValueError, KeyError, TypeError) as error:
            raise EnrolError(str(FORMAT.broken(path))) from error
        if (
            faces.ndim != 1
            or means.ndim != 3
            or means.shape != weights.shape
            or bias.shape != means.shape[:2]
            or means.shape[1:2] != faces.shape
            or not ((faces >= 0) & (faces < len(FACES))).all()
        ):
            raise EnrolError(str(FORMAT.broken(path)))
        if seen_by != net():
            raise EnrolError(f"{path} was enrolled with another release: enrol it again with jantaku enrol.")
        return cls(faces, _unit(means), weights, bias, share, scale, alike, own)


def net() -> str:
    """Which classifier it is: another one sees other features."""
    return hashlib.sha256((MODELS / "classifier.onnx").read_bytes()).hexdigest()


def set_file(data: Path, name: str) -> Path:
    """Where the set of this name is kept in a data directory."""
    return data / "sets" / f"{name}.npz"


def learnt_file(data: Path, name: str) -> Path:
    """Where is kept what the hands of the table have taught of the set."""
    return set_file(data, f"{name}.learnt")


def known_set(data: Path, name: str | None) -> TileSet | None:
    """What a table reads its set with: as its hands have taught it, else as its owner did; `name` None: of
    no name. EnrolError where the owner's cannot be used.

    What hands have taught is left out where it cannot be used, as after an update of the nets: they teach it
    anew.
    """
    learnt = learnt_file(data, name or UNNAMED)
    if learnt.exists():
        with suppress(EnrolError):
            return TileSet.load(learnt)
    return None if name is None else TileSet.load(set_file(data, name))


def named(name: str) -> str:
    """The name of a set; EnrolError for what is none."""
    if not re.fullmatch(NAME, name):
        raise EnrolError(f"{name!r} is no name for a tile set: use small letters, digits, - and _.", "name")
    return name


def layout() -> list[list[Tile | None]]:
    """The faces row by row as they are to be laid; the back is last."""
    out: list[list[Tile | None]] = [list(parse_tiles(row)) for row in LAYOUT]
    out[-1].append(None)
    return out


def copies(crop: Pixels, count: int = COPIES) -> list[Pixels]:
    """The crop (64 x 48 x 3) and `count` moved, turned, re-lit or blurred ones; always the same ones."""
    rng = np.random.default_rng(1)
    return [crop, *(_spoilt(crop, rng) for _ in range(count))]


def _spoilt(crop: Pixels, rng: np.random.Generator) -> Pixels:
    """The crop as another look may show it: off its place, in another light that falls from one side, not
    sharp."""
    height, width = crop.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 3), rng.normal(1, 0.04))
    turn[:, 2] = turn[:, 2] + rng.normal(0, 1.6, 2)
    moved = cv2.warpAffine(crop, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    down, across = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    falls = rng.normal(0, 0.25, 2)
    light = rng.normal(0, 0.1, 3) + rng.normal(0, 0.3) + (falls[0] * down + falls[1] * across)[..., None]
    lit = moved * np.exp(light)
    if rng.random() < 0.3:
        at, strength = rng.uniform(-1, 1, 2), rng.uniform(0, 50)
        lit += strength * np.exp(-((down - at[0]) ** 2 + (across - at[1]) ** 2) / 0.3)[..., None]
    if rng.random() < 0.6:
        lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.4, 1.3))
    return np.asarray(np.clip(lit + rng.normal(0, rng.uniform(0, 5), lit.shape), 0, 255), np.uint8)


Looks = tuple[Face | None, Array]
"""A face and features of crops that show it: W x N x D, in W ways of lying."""


def halves(crops: Sequence[Pixels]) -> list[Pixels]:
    """For each crop and the next one the halves that would meet where the tiles lie side by side."""
    return [
        np.concatenate([one[:, one.shape[1] // 2 :], other[:, : other.shape[1] // 2]], axis=1)
        for one, other in zip(crops, [*crops[1:], *crops[:1]], strict=True)
    ]


def tile_set(seen: Sequence[Looks], none: Array | None = None) -> TileSet:
    """The set of what was seen; a face may come several times. `none` are the features (N x D) of what shows
    no tile. EnrolError if nothing was seen."""
    if not seen:
        raise EnrolError("No tile was seen: give photographs of the tiles of the set.", "no_tiles")
    by_face: dict[int, list[Array]] = {}
    for face, features in seen:
        by_face.setdefault(FACES.index(face), []).append(_unit(features))
    faces = sorted(by_face)
    looks = [np.concatenate(by_face[face], axis=1) for face in faces]
    middles = np.stack([each.mean(axis=1) for each in looks], axis=1)
    off = np.concatenate(
        [(each - each.mean(axis=1, keepdims=True)).reshape(-1, each.shape[-1]) for each in looks]
    )
    weights = _discriminant(middles, off)
    bias = -0.5 * (weights * middles).sum(axis=-1)
    made = TileSet(np.array(faces, np.int64), _unit(middles), weights, bias)
    return made if none is None else replace(made, alike=float(np.quantile(made.likeness(none)[1], UNLIKE)))


def _discriminant(middles: Array, off: Array) -> Array:
    """The middles of the faces (W x K x D) by the inverse of how copies lie around them (`off`, N x D)."""
    size = middles.shape[-1]
    spread = off.T @ off / len(off)
    even = float(np.trace(spread)) / size
    if even < 1e-9:  # each was seen once, and not copied
        return SHARPNESS / SCALE * middles
    spread = (1 - SHRINK) * spread + SHRINK * even * np.eye(size, dtype=np.float32)
    solved = np.linalg.solve(spread, middles.reshape(-1, size).T).T
    return np.asarray(solved.reshape(middles.shape), np.float32)


def _unit(rows: Array) -> Array:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9), np.float32)


def _logs(p: Array) -> Array:
    return np.asarray(np.maximum(np.log(np.maximum(p, 1e-30)), LEAST_LOG), np.float32)


def _log_softmax(z: Array) -> Array:
    z = z - z.max(axis=1, keepdims=True)
    return np.asarray(z - np.log(np.exp(z).sum(axis=1, keepdims=True)), np.float32)


def _softmax(z: Array) -> Array:
    return np.asarray(np.exp(_log_softmax(z)), np.float32)
