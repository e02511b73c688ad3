"""Another club's table: its tile set, room, cloth, camera and the habits of its people as one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Self

import numpy as np

from vision.calibration.layout import Layout
from vision.calibration.mat import MAT_HALF, TILE_D, TILE_H
from vision.faces.makers import maker
from vision.scene.empty_mat import MatLook
from vision.scene.render import Renderer, Style, View
from vision.scene.rig import Rig, pushed
from vision.scene.rooms import ROOMS, Room, room
from vision.scene.untidiness import LEVELS

PUSH: Final = (6.0, -4.0, 1.2)
"""Of a bumped camera: mm along both sides, degrees of roll."""
AIMS: Final = (1.0, 0.75, 0.5, 0.25, 0.0)
"""A camera that does not see the whole mat is put right by a part of how it hangs askew."""
_CORNERS: Final = [
    (x, y, z) for x in (-MAT_HALF, MAT_HALF) for y in (-MAT_HALF, MAT_HALF) for z in (0.0, TILE_D)
]
PEOPLE: Final = tuple(level for level in LEVELS if level != "wild")
"""Habits with which a game is played; of wild tables there are pictures alone."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a game is played; what is not given is as at the house's own table.

    `mess` names habits (`untidiness.LEVELS`), `tidiness` 0..1 is how exactly things are laid down.
    `tile` is the length of its tiles, `centre` the side of a unit that hides the middle of its mat, in mm.
    """

    style: Style = field(default_factory=Style.default)
    room: Room = ROOMS["house"]
    cloth: MatLook = field(default_factory=MatLook)
    view: View = field(default_factory=View)
    mess: str | None = None
    tidiness: float = 0.6
    tile: float = TILE_H
    centre: float = 0.0

    @property
    def layout(self) -> Layout:
        """Where the zones of its mat lie, in units of its tiles."""
        unit = self.tile / TILE_H
        return Layout(MAT_HALF / unit, self.centre / 2 / unit)

    @classmethod
    def of(cls, seed: int) -> Self:
        """The venue number `seed`: everything at random; from `HELD` on none of it was trained on."""
        rng = np.random.default_rng([seed, 61])
        x, y, roll, tilt = (float(v) for v in rng.normal(0.0, (8.0, 8.0, 0.8, 0.5)))
        return cls(
            style=maker(seed),
            room=room(seed),
            cloth=MatLook.random(rng),
            view=_aimed(x, y, roll, tilt),
            mess=str(rng.choice(PEOPLE)),
            tidiness=float(rng.uniform(0.2, 0.9)),
        )

    @classmethod
    def chosen(
        cls,
        venue: int | None = None,
        style: int | None = None,
        light: str | None = None,
        mess: str | None = None,
        tidiness: float | None = None,
        tile: float | None = None,
        centre: float | None = None,
    ) -> Self:
        """The venue of this number, or the house's, with the parts that are named instead; ValueError
        where there is no such light, or no room for such tiles around such a unit."""
        base = cls() if venue is None else cls.of(venue)
        lit = room(int(light)) if light is not None and light.isdecimal() else ROOMS.get(light or "house")
        if lit is None:
            raise ValueError(f"There is no light {light!r}: choose one of {', '.join(ROOMS)}, or a number.")
        found = replace(
            base,
            style=base.style if style is None else maker(style),
            room=base.room if light is None else lit,
            mess=mess or base.mess,
            tidiness=base.tidiness if tidiness is None else tidiness,
            tile=base.tile if tile is None else tile,
            centre=base.centre if centre is None else centre,
        )
        if not found.layout.fits:
            raise ValueError(
                f"Tiles {found.tile:g} mm long around a unit {found.centre:g} mm wide have no room on the "
                "mat: make one of them smaller."
            )
        return found

    def rig(self, seed: int = 0, bumps: Sequence[float] = ()) -> Rig:
        """The camera; at every second of `bumps` it is pushed by `PUSH`. `seed` is of sleeves and noise."""
        light, lens = self.room
        unit = self.tile / TILE_H
        drawn = partial(Renderer, style=self.style, seed=seed, mat=self.cloth, lens=lens)

        def make(view: View, exposure: float) -> Renderer:
            lit = replace(light, brightness=light.brightness * exposure)
            return drawn(view.in_units(unit), light=lit, unit=unit, centre=self.centre)

        x, y, roll = PUSH
        ways = (pushed(self.view, x * n, y * n, roll * n) for n in range(1, len(bumps) + 1))
        return Rig(make, self.view, list(zip(sorted(bumps), ways, strict=True)), self.layout)


def _aimed(x: float, y: float, roll: float, tilt: float) -> View:
    """The house's camera, so many mm and degrees askew, as who hangs it looks whether it sees the mat."""
    views = (pushed(View(), x * share, y * share, roll * share, tilt * share) for share in AIMS)
    return next(view for view in views if view.holds(_CORNERS))
