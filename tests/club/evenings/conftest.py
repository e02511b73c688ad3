"""A club's hub in an empty folder, and browsers of their own for whoever organises there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from club.forms.fonts import DEJAVU, NOTO, FontMissingError, found
from tests.club.evenings.hall import Hub, opened
from tests.club.evenings.organiser import Organiser
from tests.controller.broker.client import needs_mosquitto
from tests.controller.browser import chromium, missing


def absent() -> str | None:
    """What an evening needs and this computer lacks, in a sentence."""
    try:
        found(DEJAVU)
        found(NOTO)
    except FontMissingError as error:
        return str(error)
    return needs_mosquitto.kwargs["reason"] if needs_mosquitto.args[0] else missing()


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    if (reason := absent()) is not None:
        pytest.skip(reason)
    with opened(tmp_path) as running:
        yield running


@pytest.fixture
def organiser(hub: Hub, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., Organiser]]:
    """Somebody with a browser of their own: `organiser("sv")` speaks Swedish.

    Pictures of the pages are kept in the folder that `JANTAKU_LOOKS` names.
    """
    looks = Path(os.environ["JANTAKU_LOOKS"]) / request.node.name if "JANTAKU_LOOKS" in os.environ else None
    with ExitStack() as browsers:

        def comes(language: str = "en") -> Organiser:
            own = tmp_path / f"organiser-{len(list(tmp_path.glob('organiser-*')))}"
            downloads = own / "downloads"
            downloads.mkdir(parents=True)
            driver = browsers.enter_context(chromium(own / "profile", downloads=downloads))
            return Organiser(driver, downloads, language, looks and looks / own.name)

        yield comes
