from __future__ import annotations

import pytest

from contract.messages.seat_panel import Button, Lamp
from controller.virtual.gesture import Pace
from controller.virtual.seats import GAME_REST, VirtualPanel


def pressed(panel: VirtualPanel, until: float) -> list[tuple[int, Button]]:
    out = []
    for i in range(round(until * 10) + 1):
        out += [(s.seat, s.button) for s in panel.poll(i / 10)]
    return out


def test_every_seat_that_is_asked_confirms_after_a_moment() -> None:
    panel = VirtualPanel("any")
    panel.poll(0.0)
    for seat in range(4):
        panel.show(seat, Lamp.ASK_CONFIRM)
        panel.show(seat, Lamp.ASK_CONFIRM)
    assert pressed(panel, 3.9) == [], "a result takes a moment to read"
    assert sorted(pressed(panel, 8.0)) == [(seat, Button.CONFIRM) for seat in range(4)]
    assert not panel.paid, "lamps still ask"
    for seat in range(4):
        panel.show(seat, Lamp.OFF)
    assert panel.paid


def test_hasty_people_read_fast() -> None:
    panel = VirtualPanel("any", Pace(4.0))
    panel.show(1, Lamp.ASK_CONFIRM)
    assert pressed(panel, 2.0) == [(1, Button.CONFIRM)]


def test_one_of_those_asked_starts() -> None:
    panel = VirtualPanel("any")
    for seat in range(4):
        panel.show(seat, Lamp.ASK_START)
    assert pressed(panel, 4.0) == [(0, Button.START)]


@pytest.mark.parametrize("before", [False, True])
def test_after_a_game_they_look_at_how_it_ended_before_they_start_another(before: bool) -> None:
    """Whether the lamp asks before the last tile lies, or after it."""
    panel = VirtualPanel("any")
    panel.poll(0.0)
    if before:
        panel.show(0, Lamp.ASK_START)
    panel.game(over=True)
    panel.show(0, Lamp.ASK_START)
    assert pressed(panel, GAME_REST - 0.1) == []
    assert pressed(panel, GAME_REST + 1) == [(0, Button.START)]
    panel.game(over=False)
    panel.show(0, Lamp.OFF)
    panel.show(0, Lamp.ASK_START)
    assert pressed(panel, GAME_REST + 5) == [(0, Button.START)]


def test_a_lamp_that_goes_on_asking_is_answered_again() -> None:
    panel = VirtualPanel("any")
    panel.show(2, Lamp.ASK_START)
    assert len(pressed(panel, 14.0)) == 2 + 1


def test_a_word_is_heard_once() -> None:
    panel = VirtualPanel("any")
    panel.say(1, Button.RON, 0.5)
    assert not panel.silent
    assert pressed(panel, 0.4) == []
    assert pressed(panel, 3.0) == [(1, Button.RON)]
    assert panel.silent


def test_a_lamp_of_no_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 3"):
        VirtualPanel("any").show(4, Lamp.TURN)
