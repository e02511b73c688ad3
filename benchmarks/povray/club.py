"""A club whose odd set POV-Ray draws: the set laid out twice to be taught, and its ponds by three lights.

Only what is read of a picture is lit; around it the mat is flat, so that a picture takes a sixth of the time.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.povray import faces
from benchmarks.povray.drawing import PLAIN, drawn
from benchmarks.povray.shown import FIELD, Shown
from benchmarks.povray.tables import Place, Set, described, truth
from engine.tiles.tile import Tile
from vision.calibration.layout import Layout
from vision.calibration.mat import TILE_D
from vision.camera.frame import Pixels
from vision.nets.enrol import layout
from vision.photo.places import BELOW, BESIDE
from vision.scene.demo import demo_scene
from vision.scene.scene import Rest, Scene, TileBody
from vision.scene.spread import spread
from vision.scene.untidiness import LEVELS

LIGHTS: Final = 3
"""The looks are taken by the first two; tables stand in all of them by turns."""
LOOKS: Final = 2
QUICK: Final = ("+A0.3", "+AM1", "+R2")
HALF: Final = 21.0
"""Half of a tile's diagonal, mm."""
AROUND: Final = 30.0
"""Cloth that is lit around the tiles, mm."""
POND: Final = 215.0
"""Tiles so near the middle lie in ponds, mm."""
HABITS: Final = ("tidy", "loose", "messy")
COVERED: Final = Tile.parse("1m")
"""What lies on its face shows none."""


@dataclass(frozen=True)
class Club:
    """A set on a mat under a camera, which stays where it is while the lights change."""

    seed: int
    tiles: Set
    places: tuple[Place, ...]

    @classmethod
    def of(cls, seed: int) -> Club:
        """By its seed, which chooses the faces by turns."""
        rng, families = np.random.default_rng([seed, 90210]), faces.drawings()
        tiles, place = Set.random(rng, families[seed % len(families)]), Place.random(rng, FIELD)
        others = [Place.random(rng, FIELD) for _ in range(LIGHTS - 1)]
        lit = [replace(place, room=other.room, lights=other.lights) for other in others]
        return cls(seed, tiles, (place, *lit))

    def look(self, number: int, folder: Path | None) -> Shown:
        """The set laid as the set-up page asks, by hand, in light `number`."""
        return self._shown(f"look{number}", self.places[number], lambda: _laid(self.seed, number), folder)

    def table(self, number: int, folder: Path | None) -> Shown:
        """The ponds of table `number` in the middle of a hand."""
        seed = self.seed * 100 + number
        mess = LEVELS[HABITS[int(np.random.default_rng([seed, 5]).integers(len(HABITS)))]]

        def ponds() -> Scene:
            whole = spread(demo_scene(seed, mess=mess), Layout(FIELD / 2))
            face_up = (b for b in whole.tiles if b.rest is Rest.FACE_UP and not b.z)
            return Scene(tuple(b for b in face_up if max(abs(b.x), abs(b.y)) < POND))

        return self._shown(f"table{number}", self.places[number % LIGHTS], ponds, folder)

    def __hash__(self) -> int:
        return self.seed

    def _shown(self, name: str, place: Place, scene: Callable[[], Scene], folder: Path | None) -> Shown:
        path = None if folder is None else folder / f"club{self.seed}-{name}.pickle"
        if path is not None and path.exists():
            found = pickle.loads(path.read_bytes())
            assert isinstance(found, Shown)
            return found
        lies = scene()
        about: dict[str, object] = {"club": self.seed, "faces": self.tiles.drawings.name, "room": place.room}
        pixels, part = _partly_lit(lies, place, self)
        seen = truth(lies, place.camera, 1.0, (*PLAIN, *part))
        made = Shown(pixels, lies, seen, about, place.camera.fov)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pickle.dumps(made))
        return made


def _partly_lit(scene: Scene, place: Place, club: Club) -> tuple[Pixels, tuple[str, ...]]:
    """The picture of a scene, lit where its tiles lie, elsewhere flat and as bright as the lit cloth; and the
    words for that part."""
    ends = [(b.x + s * HALF, b.y + t * HALF, TILE_D) for b in scene.tiles for s in (-1, 1) for t in (-1, 1)]
    size = place.camera.width, place.camera.height
    seen, more = place.camera.project(ends), AROUND * place.camera.width / FIELD / 2
    left, top = np.maximum(seen.min(axis=0) - more, 0).astype(int).tolist()
    right, low = np.minimum(seen.max(axis=0) + more, size).astype(int).tolist()
    part = (f"+SC{left + 1}", f"+EC{right}", f"+SR{top + 1}", f"+ER{low}")
    text, camera, quality, pictures = described(scene, place, club.tiles, 1.0, (*QUICK, *part))
    lit, flat = drawn(text, camera, quality, pictures)[top:low, left:right], _flat(club)
    shift = np.median(lit, axis=(0, 1)) / np.maximum(np.median(flat[top:low, left:right], axis=(0, 1)), 1)
    out = np.asarray(np.clip(flat * shift, 0, 255), np.uint8)
    out[top:low, left:right] = lit
    return out, part


@lru_cache(maxsize=2)
def _flat(club: Club) -> Pixels:
    """The bare mat without light, by which the camera is calibrated."""
    text, camera, _, pictures = described(Scene(), club.places[0], club.tiles, 1.0, PLAIN)
    return drawn(text, camera, PLAIN, pictures)


def _laid(seed: int, number: int) -> Scene:
    """The rows of the layout, each tile a few mm and degrees beside its place, all of them another way."""
    rng, out = np.random.default_rng([seed, 6, number]), list[TileBody]()
    named, aside = layout(), rng.normal(0, 4, 2)
    for r, row in enumerate(named):
        for c, face in enumerate(row):
            at = np.array([(c - (len(named[0]) - 1) / 2) * BESIDE, ((len(named) - 1) / 2 - r) * BELOW])
            x, y = at + aside + rng.normal(0, 1.5, 2)
            shown = COVERED if face is None else face
            assert isinstance(shown, Tile)
            rest = Rest.FACE_DOWN if face is None else Rest.FACE_UP
            out.append(TileBody(len(out), shown, float(x), float(y), float(rng.normal(0, 2)), rest))
    return Scene(tuple(out))
