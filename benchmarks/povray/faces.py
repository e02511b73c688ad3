"""Faces that nobody here drew: the KDE tile sets (GPL: they are measured with, never shipped or trained on),
and public-domain drawings beside the checkout."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.tiles.tile import ALL, Tile
from vision.camera.frame import Pixels

KDE: Final = Path("/usr/share/kmahjongglib/tilesets")
ART: Final = Path(__file__).resolve().parents[3] / "shared" / "art"
SUITS: Final = {"m": "CHARACTER", "p": "ROD", "s": "BAMBOO"}
HONOURS: Final = ("WIND_3", "WIND_2", "WIND_4", "WIND_1", "DRAGON_1", "DRAGON_2", "DRAGON_3")
NAMES: Final = {"m": "Man", "p": "Pin", "s": "Sou"}
ART_HONOURS: Final = ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun")
ROWS: Final = 460
"""Pixels of a face's length."""
RED: Final = (36, 30, 196)
"""Of the fives of sets that have no red ones, BGR."""


@dataclass(frozen=True)
class Drawings:
    """Faces as pictures, the ink alone; `dark`: the ink is light, for dark bodies."""

    name: str
    draw: Callable[[Tile], Pixels]
    dark: bool = False

    def face(self, tile: Tile) -> bytes:
        """A PNG with alpha of the tile's upper surface."""
        return bytes(cv2.imencode(".png", self.draw(tile))[1])

    def relief(self, tile: Tile) -> bytes:
        """A PNG in grey, dark where the ink lies in its grooves."""
        ink = self.draw(tile)[..., 3]
        return bytes(cv2.imencode(".png", cv2.GaussianBlur(255 - ink, (0, 0), 2.5))[1])


def _rendered(source: Path, *words: str) -> Pixels:
    done = subprocess.run(
        ["rsvg-convert", "-h", "1600", *words, str(source)], check=True, capture_output=True
    )
    found = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_UNCHANGED)
    assert found is not None
    return np.asarray(found, np.uint8)


@lru_cache(maxsize=512)
def _kde(name: str, tile: Tile) -> Pixels:
    source = Path(tempfile.gettempdir()) / f"kmahjongg-{name}.svg"
    if not source.exists():
        source.write_bytes(gzip.decompress((KDE / f"{name}.svgz").read_bytes()))
    number = 5 if tile.red else tile.number
    what = HONOURS[number - 1] if tile.honour else f"{SUITS[tile.suit]}_{number}"
    face = _rendered(source, "--export-id", what)
    ys, xs = np.nonzero(face[..., 3])
    if len(ys):
        face = face[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    inner = face[4:-4, 4:-4].copy()  # without the edge of the drawing's own box
    faint = inner[..., 3] < 40
    inner[faint] = 0
    if tile.red:
        inner[..., :3] = RED
    return _on_top(inner, 0.94)


@lru_cache(maxsize=512)
def _art(name: str, tile: Tile) -> Pixels:
    number = 5 if tile.red else tile.number
    what = ART_HONOURS[number - 1] if tile.honour else f"{NAMES[tile.suit]}{number}"
    return _on_top(_rendered(ART / name / f"{what}{'-Dora' if tile.red else ''}.svg"), 0.9)


def _on_top(ink: Pixels, share: float) -> Pixels:
    """The ink in the middle of a tile's whole upper surface, of which it takes `share`."""
    height, width = ROWS, round(ROWS * 26 / 34)
    out = np.zeros((height, width, 4), np.uint8)
    scale = share * min(height / ink.shape[0], width / ink.shape[1])
    small = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    y, x = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    out[y : y + small.shape[0], x : x + small.shape[1]] = small
    return out


def drawings() -> list[Drawings]:
    """The families that this computer has."""

    def kde(name: str) -> Callable[[Tile], Pixels]:
        return lambda tile: _kde(name, tile)

    def art(name: str) -> Callable[[Tile], Pixels]:
        return lambda tile: _art(name, tile)

    found = [
        Drawings(name, kde(name), dark=name == "jade")
        for name in ("default", "traditional", "classic", "jade")
        if (KDE / f"{name}.svgz").exists()
    ]
    found += [Drawings(f"art {n}", art(n), dark=n == "Black") for n in ("Regular", "Black") if ART.is_dir()]
    return found


def absent() -> str | None:
    """A sentence where faces cannot be drawn."""
    if not shutil.which("rsvg-convert") or not KDE.is_dir():
        return (
            "Other people's faces are absent: run `sudo apt install librsvg2-bin kdegames-mahjongg-data-kf5`."
        )
    return None


def sheet(family: Drawings) -> Pixels:
    """All faces of a family on grey, to be looked at."""
    rows = []
    for start in range(0, len(ALL), 9):
        row = []
        for tile in ALL[start : start + 9]:
            face = family.draw(tile)
            share = face[..., 3:] / 255
            ground = 40 if family.dark else 225
            row.append((face[..., :3] * share + ground * (1 - share)).astype(np.uint8))
        blank = np.zeros_like(row[0])
        rows.append(np.hstack(row + [blank] * (9 - len(row))))
    return np.asarray(np.vstack(rows), np.uint8)
