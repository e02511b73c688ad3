"""A table that POV-Ray draws, by its seed, and its pictures in a folder, as each takes a minute."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.povray import faces
from benchmarks.povray.tables import Place, Set, table, truth
from vision.calibration.layout import Layout
from vision.calibration.mat import TILE_H
from vision.camera.frame import Pixels
from vision.scene.demo import demo_scene
from vision.scene.render import Truth
from vision.scene.scene import Scene
from vision.scene.spread import spread
from vision.scene.untidiness import LEVELS

FIELD: Final = 750.0


@dataclass(frozen=True)
class Shown:
    """One table: its picture before a sensor took it, what lies there, and what kind of table it is."""

    pixels: Pixels
    scene: Scene
    truth: list[Truth]
    about: dict[str, object]
    fov: float


def shown(seed: int, length: float) -> Shown:
    """Draws table `seed` with tiles `length` mm long."""
    rng, unit = np.random.default_rng([seed, 4711]), length / TILE_H
    family = faces.drawings()[seed % len(faces.drawings())]
    tiles, place = Set.random(rng, family), Place.random(rng, FIELD)
    mess = str(rng.choice(("tidy", "loose", "messy")))
    scene = spread(demo_scene(seed, mess=LEVELS[mess]), Layout(FIELD / 2 / unit))
    about: dict[str, object] = {"seed": seed, "faces": family.name, "room": place.room, "mess": mess}
    return Shown(
        table(scene, place, tiles, unit), scene, truth(scene, place.camera, unit), about, place.camera.fov
    )


def kept(seed: int, length: float, folder: Path | None) -> Shown:
    """The same, out of `folder` where it lies there."""
    if folder is None:
        return shown(seed, length)
    path = folder / f"{seed}-{length:g}.pickle"
    if path.exists():
        found = pickle.loads(path.read_bytes())
        assert isinstance(found, Shown)
        return found
    made = shown(seed, length)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(made))
    return made
