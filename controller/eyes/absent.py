"""A table without a camera: nothing is seen, and nothing is wrong with that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contract.messages import SightCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contract.messages import Eyes, Question
    from engine.tiles.tile import Tile
    from vision.eyes.observation import Observation


class NoEyes:
    """What stands in the place of the `Watch`."""

    frame: Final = None
    sight: Final = SightCode.NONE
    calibrated: Final = True

    def look(self, now: float) -> list[Observation]:
        del now
        return []

    def lying(self) -> Sequence[Observation]:
        return ()

    def teach(self, quad: Sequence[tuple[float, float]] | None, tile: Tile) -> None:
        """Nobody learns."""

    def report(self, questions: Sequence[Question]) -> Eyes | None:
        del questions
        return None
