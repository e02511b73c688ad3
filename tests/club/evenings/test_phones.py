"""An evening at tables of wood, entered on telephones: every payment is that of the records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from tests.club.evenings.hall import Hub
from tests.club.evenings.organiser import Organiser
from tests.club.evenings.phones import Players, evening
from tests.club.evenings.readers import ema
from tests.club.evenings.test_plain import PEOPLE, name_of
from tests.controller.scored import GAMES, scored

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
SHORT: Final = ("tenhou-16", "tenhou-01")
"""Of two and of eight hands."""


def test_an_evening_is_entered_on_telephones_and_paid_as_recorded(
    hub: Hub, organiser: Callable[..., Organiser]
) -> None:
    games = [scored(path) for path in GAMES if path.stem in SHORT]
    if not games:
        pytest.skip("the recorded games are not on this machine")
    one, other = organiser(), organiser()
    phones = Players(other.driver, other.folder, looks=other.looks)
    totals = evening(one, phones, hub.link, PEOPLE[:8], [games])
    assert {name_of(line): int(line["Score"]) for line in ema(one.exports("ema"))} == totals
