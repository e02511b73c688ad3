"""Pictures of the tiles of confirmed hands, kept beside the set of a table: single tiles, never the table."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

import cv2
import numpy as np

from engine.tiles.tile import Face
from runtime.stored import Format, NewerError, StoredError, put_aside
from vision.nets.arrays import read_arrays, write_arrays
from vision.nets.detect import CROP_H, CROP_W, FACES
from vision.photo.enrol import Shown

MOST: Final = 48
"""Hands that are kept, the newest: some 25 MB, and a face of which a set has one is among them 20 times."""
FORMAT: Final = Format("hand-tiles", 1, "file of a hand's tiles", "the eyes learn from the other hands")


class Album:
    """One folder; a file holds the tiles of a hand, and is named by the hand's number."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __len__(self) -> int:
        return len(self._files())

    def add(self, shown: Sequence[Shown]) -> None:
        """Keeps the tiles of one more hand, and lets go of the oldest hands beyond MOST. OSError."""
        files = self._files()
        number = int(files[-1].stem) + 1 if files else 0
        faces = np.array([FACES.index(face) for face, _ in shown], np.int64)
        crops = np.array([crop for _, crop in shown], np.uint8).reshape(-1, CROP_H, CROP_W, 3)
        write_arrays(self._folder / f"{number:06}.npz", FORMAT, faces=faces, crops=crops)
        for path in files[: max(0, len(files) + 1 - MOST)]:
            path.unlink(missing_ok=True)

    def hands(self) -> dict[int, list[Shown]]:
        """The tiles of each hand by its number. What is broken is put aside, and what a newer program wrote
        left alone; OSError."""
        found = {}
        for path in self._files():
            try:
                found[int(path.stem)] = read(path)
            except NewerError:
                continue
            except StoredError as error:
                put_aside(path, error)
        return found

    def faces(self) -> dict[int, tuple[Face | None, ...]]:
        """The faces alone, as of `hands`."""
        return {number: tuple(face for face, _ in hand) for number, hand in self.hands().items()}

    def pack(self, out: IO[bytes]) -> int:
        """Writes a zip of all tiles, each a PNG named by its face, its hand and its number, as `jantaku enrol
        --crops` reads them; how many tiles that are. OSError."""
        count = 0
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
            for number, hand in self.hands().items():
                for place, (face, crop) in enumerate(hand):
                    name = f"{'back' if face is None else face}-{number:06}-{place:03}.png"
                    packed.writestr(zipfile.ZipInfo(name), cv2.imencode(".png", crop)[1].tobytes())
                    count += 1
        return count

    def forget(self) -> None:
        """Deletes all of it. OSError."""
        for path in self._files():
            path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(path for path in self._folder.glob("*.npz") if path.stem.isdecimal())


def read(path: Path) -> list[Shown]:
    """The tiles of a hand. OSError, StoredError."""
    file = read_arrays(path, FORMAT)
    try:
        faces, crops = np.asarray(file["faces"], np.int64), np.asarray(file["crops"], np.uint8)
        if crops.shape != (len(faces), CROP_H, CROP_W, 3) or not ((faces >= 0) & (faces < len(FACES))).all():
            raise FORMAT.broken(path)
    except (ValueError, KeyError, TypeError) as error:
        raise FORMAT.broken(path) from error
    return [(FACES[face], crop) for face, crop in zip(faces.tolist(), crops, strict=True)]
