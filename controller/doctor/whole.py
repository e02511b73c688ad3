"""The whole report on a table: its computer, its broker, its camera."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from controller.config import Config
from controller.doctor import broker, checks
from upkeep.finding import Finding, Level

if TYPE_CHECKING:
    from vision.camera.frame import Frame


AGAIN_S: Final = 120.0
EYES: Final = frozenset(("camera", "picture", "calibration", "edges", "markers", "tiles"))
"""The checks that are about the camera."""


def examined(config: Config, frames: Sequence[Frame] | None = None, *, camera: bool = True) -> list[Finding]:
    """In the order in which one mends it. `frames` were taken just now; None: the camera is free, and some
    seconds of pictures are taken."""
    machine = checks.Machine()
    found = [*checks.findings(config, machine), *broker.findings(config, machine)]
    if not camera or any(each.check == "packages" and each.level is Level.FAULT for each in found):
        return found
    from controller.doctor import eyes  # noqa: PLC0415 - needs the camera libraries

    return [*found, *eyes.findings(config, frames)]


class Doctor:
    """Examines a table that does not begin, as often as it is called. The camera is looked through once, and
    again when the last look is `AGAIN_S` old, as that takes seconds."""

    def __init__(self, nearest: Callable[[], Config]) -> None:
        """`nearest` gives the configuration, or as much of it as can be used."""
        self._nearest = nearest
        self._seen: tuple[float, Config, list[Finding]] | None = None

    def __call__(self) -> list[Finding]:
        config, now, seen = self._nearest(), time.monotonic(), self._seen
        if seen is None or seen[1] != config or now >= seen[0] + AGAIN_S:
            seen = self._seen = now, config, self._eyes(config)
        return [*examined(config, camera=False), *seen[2]]

    def _eyes(self, config: Config) -> list[Finding]:
        """The page is there whatever the camera does."""
        try:
            return [each for each in examined(config) if each.check in EYES]
        except Exception:
            logging.getLogger(__name__).exception("The camera cannot be examined.")
            return []
