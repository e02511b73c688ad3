"""A plug that is pulled between two steps of an update."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from upkeep.versions import Versions


class PowerCutError(Exception):
    """The plug was pulled."""


class CutVersions(Versions):
    """Each change of a link is a step; `step` raises PowerCutError where the power fails before it."""

    def __init__(self, place: Path, step: Callable[[], None]) -> None:
        super().__init__(place)
        self._step = step

    def _point(self, link: str, version: str) -> None:
        self._step()
        super()._point(link, version)

    def _remove(self, link: str) -> None:
        self._step()
        super()._remove(link)
