"""Passwords in addresses are never shown, and go to no other address."""

from __future__ import annotations

import pytest

from controller.setup.masking import masked, unmasked


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("rtsp://anna:secret@cam/live", "rtsp://anna:***@cam/live"),
        ("mqtts://anna:se:cret@hub:8883", "mqtts://anna:***@hub:8883"),
        ("mqtt://:secret@hub", "mqtt://:***@hub"),
        ("rtsp://anna:se cret@cam", "rtsp://anna:***@cam"),
        ("mqtt://anna@hub", "mqtt://anna@hub"),
        ("/dev/video0", "/dev/video0"),
        ("auto", "auto"),
    ],
)
def test_stars_stand_for_the_password(address: str, seen: str) -> None:
    assert masked(address) == seen
    assert unmasked(seen, address) == address


@pytest.mark.parametrize(
    "asked", ["rtsp://anna:***@evil/live", "rtsp://bea:***@cam/live", "http://anna:***@cam/"]
)
def test_a_kept_password_goes_nowhere_else(asked: str) -> None:
    assert unmasked(asked, "rtsp://anna:secret@cam/live") is None
    assert unmasked(asked, "") is None


def test_a_new_password_and_another_path_are_taken_as_they_are() -> None:
    known = "rtsp://anna:secret@cam/live"
    assert unmasked("rtsp://anna:other@evil/live", known) == "rtsp://anna:other@evil/live"
    assert unmasked("rtsp://anna:***@cam/sub?x=1", known) == "rtsp://anna:secret@cam/sub?x=1"
