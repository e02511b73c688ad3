"""At the display of a seat the four settle a breach themselves (K-PEN-08)."""

from __future__ import annotations

import pytest

from contract.messages import SettleRequest
from engine.play.apply import replay
from engine.state import events as ev
from engine.state.events import Sanction
from tests.controller.given import hand
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]
ASKED = SettleRequest(
    by="seat1",
    seat=2,
    row="P-02",
    sanction=Sanction.DEAD_HAND,
    hand=0,
    agreed=[False, True, False, False],
    since_ms=0,
)


@pytest.fixture
def pad(stand: Stand) -> Stand:
    """The display of the seat in the North, in play."""
    game = replay((ev.GameStarted("rrc"), *hand().events[:12]))
    assert game is not None
    stand.web.follow(lambda: ("g", game))
    stand.publish("play")
    stand.open("seat.html", seat="3")
    stand.wait(lambda: stand.find("[data-settle]"))
    return stand


def test_a_seat_names_who_and_what_and_the_others_are_asked(pad: Stand) -> None:
    pad.click('[data-settle="open"]')
    pad.wait(lambda: pad.find("[data-row]"))
    rows = pad.values(".settle-pad [data-row]", "data-row")
    assert {"P-02", "P-14", "P-30"} <= set(rows)
    assert not {"P-01", "P-25", "P-42"} & set(rows), "those are for a referee"
    assert not pad.find("[data-row]:enabled"), "first who"
    pad.click('[data-offender="2"]')
    pad.click('[data-row="P-02"]:enabled')
    (command,) = pad.commands()
    assert (command.name, command.body) == ("settle", {"seat": 3, "offender": 2, "row": "P-02"})


@pytest.mark.parametrize(("button", "more"), [("yes", {}), ("no", {"agree": False})])
def test_a_seat_that_is_asked_agrees_or_refuses(pad: Stand, button: str, more: dict[str, bool]) -> None:
    state = pad.publish("play", settle=ASKED)
    pad.click('[data-settle="asked"]')
    name = state.seats[2].name
    pad.wait(lambda: pad.texts("[data-settle-asked]") == [f"{name}: Dead hand? 1 of 4 agree"])
    pad.click(f'.settle-pad [data-settle="{button}"]')
    (command,) = pad.commands()
    assert (command.name, command.body) == ("settle", {"seat": 3, "offender": 2, "row": "P-02", **more})


def test_who_has_agreed_waits_for_the_others(pad: Stand) -> None:
    pad.publish("play", settle=ASKED.model_copy(update={"agreed": [False, False, False, True]}))
    pad.click('[data-settle="open"]')
    pad.wait(lambda: pad.find("[data-settle-asked]"))
    assert not pad.find('.settle-pad [data-settle="yes"]')
    pad.publish("idle_paid")
    pad.wait(lambda: not pad.find("[data-settle]"))
    assert not pad.find(".settle-pad"), "between two hands there is nothing to settle"
