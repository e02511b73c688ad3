"""Rooms by name, and other people's rooms by seed: what lamp and camera make of the same table."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.scene.lamp_light import Light
from vision.scene.lens import Lens

Room = tuple[Light, Lens]

ROOMS: Final[dict[str, Room]] = {
    "house": (Light(), Lens()),
    "day": (Light(brightness=1.1, warmth=-0.3, gradient=0.4, shadow=0.25, lean=0.6, noise=1.0), Lens()),
    "warm": (Light(brightness=0.8, warmth=0.85, shadow=0.6, noise=2.5), Lens(exposure=0.01)),
    "dim": (
        Light(brightness=0.38, warmth=0.5, vignette=0.3, shadow=0.7, noise=6.0, blur=0.9),
        Lens(exposure=0.033),
    ),
    "glare": (Light(glare=0.6, spread=0.04, lean=0.2, shadow=0.35), Lens(exposure=0.005)),
    "flicker": (Light(flicker=0.5, warmth=0.2, noise=2.5), Lens(exposure=0.003, readout=0.025)),
    "unsharp": (Light(noise=3.0, jpeg=60), Lens(defocus=1.8, exposure=0.02)),
}
"""The house's own camera and light first; every other name exaggerates one fault."""


def room(seed: int) -> Room:
    """Any room, with all faults of lamp and lens at random."""
    rng = np.random.default_rng([seed, 47])
    return Light.harsh(rng), Lens.random(rng)
