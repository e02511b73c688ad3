"""Forms to print, of a tournament that is being played."""

from __future__ import annotations

import re

import pytest

from club.access.roles import Role
from club.log.events import Penalised
from engine.state.events import Sanction
from tests.club.fonts import installed
from tests.club.web.stand import EVENT, Stand

PATH = f"/api/tournaments/{EVENT}/forms"


pytestmark = pytest.mark.skipif(not installed(), reason="fonts-dejavu-core is needed")


def test_the_organisers_print_every_form(stand: Stand) -> None:
    (player, *_) = stand.played()
    fine = Penalised(
        tournament=EVENT, round=1, table=1, person=player, reason="P-43", sanction=Sanction.FINE, points=-2000
    )
    stand.enter(fine)
    browser = stand.signed(Role.DIRECTOR)
    pages = {"results": 2, "seating": 2, "standings": 1, "poster": 1, "journal": 1, "numbers": 2}
    for kind, count in pages.items():
        answer = browser.get(f"{PATH}/{kind}?language=sv&round=1")
        assert answer.status == 200, kind
        assert answer.headers["content-type"] == "application/pdf"
        assert len(re.findall(rb"/Type /Page\b", answer.body)) == count, kind


def test_nobody_else_does_and_what_there_is_not_is_reported(stand: Stand) -> None:
    stand.played()
    assert stand.browser().get(f"{PATH}/results").status == 401
    assert stand.signed(Role.PLAYER).get(f"{PATH}/results").status == 403
    browser = stand.signed(Role.SCOREKEEPER)
    assert browser.get(f"{PATH}/none").status == 404
    assert browser.get(f"{PATH}/seating?round=9").status == 404
    assert browser.get(f"{PATH}/seating?language=fr").status == 422
