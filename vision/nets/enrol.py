"""A club's own tile set: what its faces look like to the classifier, from two photographs.

Of every face the mean of the classifier's features is kept, over the photographs and slightly moved,
turned and re-lit copies. A tile is then read by both what all sets have taught the classifier and what
its features resemble, as two opinions are weighed: logarithms of odds are added by shares.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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
LEAST_SHARE: Final = 0.5
MOST_SHARE: Final = 0.75
"""Weight of the likeness beside the classifier's own answer: most where that is wrong for the whole set."""
SHARPNESS: Final = 20.0
"""What a difference of 1 in cosine is worth in logarithms of odds."""
ALIKE: Final = 0.55
"""Cosine from which on a crop is a tile of the set rather than none: measured, tiles have 0.8 to 0.95 and
halves of two tiles 0.5 to 0.65."""
COMPLETE: Final = 0.9
"""Odds that a tile shows one of the enrolled faces, at least, once all tiles of the game are enrolled."""
LEAST_LOG: Final = -12.0
COPIES: Final = 8
Array = NDArray[np.float32]


FORMAT: Final = Format("tile-set", 1, "tile set", "enrol it again with jantaku enrol")


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
    """Means of the features of the enrolled faces: `faces` (K, numbers of FACES), `means` (K x D, unit).

    `share` is the weight of likeness, 0..1.
    """

    faces: NDArray[np.int64]
    means: Array
    share: float = LEAST_SHARE

    def weigh(self, odds: Array, features: Array) -> Array:
        """Odds of FACES and "no tile" (N x 47) with what the features (N x D) resemble."""
        likeness = _unit(features) @ self.means.T
        faces = odds[:, self.faces]
        known = faces.sum(axis=1, keepdims=True)
        own = _logs(faces / np.maximum(known, 1e-9))
        mixed = _softmax((1 - self.share) * own + self.share * _log_softmax(SHARPNESS * likeness))
        none = odds[:, -1:]
        off = _logs(none) - _logs(1 - none)
        unlike = SHARPNESS * (ALIKE - likeness.max(axis=1, keepdims=True))
        none = 1 / (1 + np.exp(-((1 - self.share) * off + self.share * unlike)))
        out = (odds / np.maximum(1 - odds[:, -1:], 1e-9)).astype(np.float64)
        least = COMPLETE * min(1.0, len(self.faces) / len(ALL))
        out[:, self.faces] = mixed * np.maximum(out[:, self.faces].sum(axis=1, keepdims=True), least)
        out[:, :-1] = out[:, :-1] * (1 - none) / np.maximum(out[:, :-1].sum(axis=1, keepdims=True), 1e-9)
        out[:, -1:] = none
        return np.asarray(out, np.float32)

    def save(self, path: Path) -> None:
        """Replaces the file as a whole; OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        means = self.means.astype(np.float16)
        write_arrays(path, FORMAT, faces=self.faces, means=means, share=self.share, net=net())

    @classmethod
    def load(cls, path: Path) -> TileSet:
        """What `save` wrote. EnrolError if it is missing, something else, or of another net."""
        try:
            file = read_arrays(path, FORMAT)
            faces, means = np.asarray(file["faces"], np.int64), np.asarray(file["means"], np.float32)
            share, seen_by = float(file["share"]), str(file.get("net", ""))
        except OSError as error:
            raise EnrolError(f"There is no tile set at {path}: enrol it with jantaku enrol.") from error
        except StoredError as error:
            raise EnrolError(str(error)) from error
        except (ValueError, KeyError, TypeError) as error:
            raise EnrolError(str(FORMAT.broken(path))) from error
        if (
            faces.ndim != 1
            or means.shape[:1] != faces.shape
            or not ((faces >= 0) & (faces < len(FACES))).all()
        ):
            raise EnrolError(str(FORMAT.broken(path)))
        if seen_by != net():
            raise EnrolError(f"{path} was enrolled with another release: enrol it again with jantaku enrol.")
        return cls(faces, _unit(means), share)


def net() -> str:
    """Which classifier it is: another one sees other features."""
    return hashlib.sha256((MODELS / "classifier.onnx").read_bytes()).hexdigest()


def set_file(data: Path, name: str) -> Path:
    """Where the set of this name is kept in a data directory."""
    return data / "sets" / f"{name}.npz"


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


def copies(crop: Pixels) -> list[Pixels]:
    """The crop (64 x 48 x 3) and COPIES moved, turned, re-lit or blurred ones; always the same ones."""
    rng = np.random.default_rng(1)
    height, width = crop.shape[:2]
    out = [crop]
    for k in range(COPIES):
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 3), rng.normal(1, 0.03))
        turn[:, 2] = turn[:, 2] + rng.normal(0, 1, 2)
        moved = cv2.warpAffine(crop, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        lit = moved * np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.12))
        soft = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.4, 1.2)) if k % 3 == 0 else lit
        out.append(np.asarray(np.clip(soft, 0, 255), np.uint8))
    return out


def tile_set(seen: Sequence[tuple[Face | None, Array]], known: float = 1.0) -> TileSet:
    """The set of (face, features of crops: N x D); a face may come several times. EnrolError if none came.

    `known` is the share of them that the classifier reads without the set.
    """
    if not seen:
        raise EnrolError("No tile was seen: give photographs of the tiles of the set.", "no_tiles")
    by_face: dict[int, list[Array]] = {}
    for face, features in seen:
        by_face.setdefault(FACES.index(face), []).append(_unit(features))
    faces = sorted(by_face)
    means = np.stack([np.concatenate(by_face[face]).mean(axis=0) for face in faces])
    share = MOST_SHARE - (MOST_SHARE - LEAST_SHARE) * known
    return TileSet(np.array(faces, np.int64), _unit(means), share)


def _unit(rows: Array) -> Array:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float32)


def _logs(p: Array) -> Array:
    return np.asarray(np.maximum(np.log(np.maximum(p, 1e-30)), LEAST_LOG), np.float32)


def _log_softmax(z: Array) -> Array:
    z = z - z.max(axis=1, keepdims=True)
    return np.asarray(z - np.log(np.exp(z).sum(axis=1, keepdims=True)), np.float32)


def _softmax(z: Array) -> Array:
    return np.asarray(np.exp(_log_softmax(z)), np.float32)
