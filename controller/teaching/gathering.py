"""The tiles of a hand as they lie when its result waits to be confirmed, cut out of the picture."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from controller.teaching.known import known
from vision.calibration.mat import Zone
from vision.photo.read import tile_crop

if TYPE_CHECKING:
    from engine.state.hand import Game
    from vision.camera.frame import Frame, Pixels
    from vision.eyes.eyes import Eyes
    from vision.eyes.observation import TileSeen
    from vision.photo.enrol import Shown

ZONES: Final = (Zone.POND, Zone.MELD, Zone.HAND, Zone.WALL)


class Gathering:
    """Owns the crops of one hand until the result is confirmed or withdrawn."""

    def __init__(self) -> None:
        self._lay: dict[tuple[Zone, int], list[tuple[TileSeen, Pixels]]] = {}

    def look(self, frame: Frame | None, eyes: Eyes) -> None:
        """Cuts out the tiles of each zone once nothing moves there; None: of no picture."""
        if frame is None:
            return
        for place in product(ZONES, range(4)):
            if place not in self._lay and eyes.rests(*place):
                tiles = eyes.wall(place[1]) if place[0] is Zone.WALL else eyes.content(*place)
                self._lay[place] = [(tile, tile_crop(frame.pixels, tile.quad)) for tile in tiles]

    def taken(self, game: Game | None) -> list[Shown]:
        """The crops with the faces that the game knows, as it was just before the hand was paid."""
        if game is None or game.hand is None:
            return []
        out: list[Shown] = []
        for (zone, seat), lay in self._lay.items():
            crops = {tile.track: crop for tile, crop in lay}
            faces = known(game.hand, zone, seat, [tile for tile, _ in lay])
            out += [(face, crops[tile.track]) for face, tile in faces]
        return out

    def clear(self) -> None:
        """No result waits any more."""
        self._lay.clear()
