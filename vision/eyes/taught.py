"""What people said of doubtful tiles: the next such tile of the table's set is read without asking.

A lesson is what a tile that somebody named looks like to the classifier. It settles a doubt about a tile that
looks the same, and no more: a clear reading outweighs it, a later answer about the same look replaces it, and
the oldest lessons are forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import Tile
from runtime.stored import Format, NewerError, StoredError, put_aside
from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels
from vision.nets.arrays import read_arrays, write_arrays
from vision.nets.detect import CROP_H, CROP_MM_H, CROP_MM_W, CROP_W, FACES, NO_TILE, Detector, Likeness
from vision.nets.enrol import EnrolError, net

ALIKE: Final = 0.88
"""Cosine of the features of two crops from which on they show the same face: on rendered tables half of all
pairs of one face have more than 0.91, of faces that are mistaken for each other none has more than 0.84."""
WEIGHT: Final = 4.0
"""Log odds that a lesson is worth: 0.4 become 0.97, and 0.001 stay under 0.06."""
DOUBT: Final = 0.01
"""Odds of a face below which the eyes were in no doubt about it: such an answer teaches nothing."""
MOST: Final = 60
"""Lessons that are kept."""
FORMAT: Final = Format("lessons", 1, "file of lessons", "answers teach the eyes anew")
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lesson:
    """`looks`: the unit features (2 x D) of the crop that was named, and of the same upside down."""

    face: int
    looks: Array


class Taught:
    """An enrolled set, or none, with the lessons of answers: a `Likeness` for the detector."""

    def __init__(self, enrolled: Likeness | None = None) -> None:
        self._enrolled = enrolled
        self.lessons: tuple[Lesson, ...] = ()

    def use(self, enrolled: Likeness | None) -> None:
        """Reads with another set from now on, while threads read."""
        self._enrolled = enrolled

    def weigh(self, odds: Array, features: Array) -> Array:
        """Odds of FACES and "no tile" (N x 47) with what the features (N x D) resemble."""
        enrolled = self._enrolled
        if enrolled is not None:
            odds = enrolled.weigh(odds, features)
        if not self.lessons:
            return odds
        alike = np.zeros(odds.shape, bool)
        for lesson in self.lessons:
            alike[:, lesson.face] |= _likeness(_unit(features), lesson) >= ALIKE
        out = odds * np.exp(WEIGHT * alike)
        return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)

    def learn(self, face: int, looks: Array) -> None:
        """A tile that looks so (2 x D, as of a `Lesson`) is `face`, whatever was said of its like before."""
        looks = _unit(looks)
        kept = [one for one in self.lessons if one.face == face or _likeness(looks, one).max() < ALIKE]
        self.lessons = (*kept, Lesson(face, looks))[-MOST:]

    def save(self, path: Path) -> None:
        """OSError when it cannot be written; what was there before is left then."""
        path.parent.mkdir(parents=True, exist_ok=True)
        faces = np.array([one.face for one in self.lessons], np.int64)
        looks = np.array([one.looks for one in self.lessons], np.float16)
        write_arrays(path, FORMAT, faces=faces, looks=looks, net=net())

    def load(self, path: Path) -> None:
        """What `save` wrote; nothing where there is no such file, or one of another net, which sees other
        features. What is broken is put aside; EnrolError for a newer program's."""
        try:
            file = read_arrays(path, FORMAT)
            if str(file["net"]) != net():
                return
            rows = zip(file["faces"].tolist(), np.asarray(file["looks"], np.float32), strict=True)
            self.lessons = tuple(Lesson(face, _unit(looks)) for face, looks in rows)
        except FileNotFoundError:
            return
        except NewerError as error:
            raise EnrolError(str(error)) from error
        except OSError as error:
            raise EnrolError(f"{path} cannot be read ({error.strerror}): mend the disk.") from error
        except (StoredError, ValueError, KeyError, TypeError):
            put_aside(path, FORMAT.broken(path))


@dataclass(frozen=True, slots=True)
class Teacher:
    """Shows the detector's set what people named; `path` is where the lessons are kept."""

    detector: Detector
    taught: Taught
    path: Path

    def teach(self, pixels: Pixels, quad: Sequence[tuple[float, float]], tile: Tile) -> None:
        """Somebody says that the quad of the picture shows `tile`. OSError when it cannot be kept.

        Nothing is learnt where the eyes see no tile now or were in no doubt about this one.
        """
        crop = cut(pixels, quad)
        crops = np.stack([crop, np.ascontiguousarray(crop[::-1, ::-1])])
        odds, face = self.detector.classify(crops)[0], FACES.index(tile)
        if odds[NO_TILE] > 0.5 or odds[face] < DOUBT:
            return
        self.taught.learn(face, self.detector.features(crops))
        self.taught.save(self.path)


def cut(pixels: Pixels, quad: Sequence[tuple[float, float]]) -> Pixels:
    """The upright crop, 64 x 48 x 3, of the tile whose corners are `quad` (clockwise from its top left)."""
    scale = CROP_W / CROP_MM_W
    x, y = (CROP_MM_W - TILE_W) / 2 * scale, (CROP_MM_H - TILE_H) / 2 * scale
    inner = np.array([[x, y], [CROP_W - x, y], [CROP_W - x, CROP_H - y], [x, CROP_H - y]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), inner)
    return np.asarray(
        cv2.warpPerspective(pixels, matrix, (CROP_W, CROP_H), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _likeness(looks: Array, lesson: Lesson) -> Array:
    """The cosine (N) of unit features (N x D) to the lesson, whichever way up."""
    return np.asarray((looks @ lesson.looks.T).max(axis=1), np.float32)


def _unit(rows: Array) -> Array:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float32)
