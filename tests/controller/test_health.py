"""What `health` says of the computer, and which displays are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bus.presence import MOST, Screens
from controller.health import Pulse, Traffic, temperature


class Seconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_figures_are_those_of_ten_seconds(tmp_path: Path) -> None:
    seconds = Seconds()
    pulse = Pulse("boot", tmp_path, seconds)
    assert pulse.due(Traffic, 1) is not None
    for number in range(120):
        pulse.picture(0.010)
        pulse.turn(0.002 if number else 0.050)
    seconds.now += 9.9
    assert pulse.due(Traffic, 2) is None
    seconds.now += 0.1
    figures = pulse.due(lambda: Traffic(reconnections=2, commands={"ok": 3}), 3)
    assert figures is not None
    assert (figures.pictures, figures.eyes_ms, figures.turn_ms, figures.uptime_s) == (12.0, 10.0, 50.0, 10)
    assert (figures.reconnections, figures.commands, figures.ts_ms) == (2, {"ok": 3}, 3)
    assert figures.free_mb > 0
    seconds.now += 10
    quiet = pulse.due(Traffic, 4)
    assert quiet is not None
    assert (quiet.pictures, quiet.eyes_ms, quiet.turn_ms) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("zones", "degrees"), [((), None), (("48200", "51950"), 52.0), (("no number",), None)]
)
def test_the_hottest_zone_counts(tmp_path: Path, zones: tuple[str, ...], degrees: float | None) -> None:
    for number, text in enumerate(zones):
        (tmp_path / f"thermal_zone{number}").mkdir()
        (tmp_path / f"thermal_zone{number}" / "temp").write_text(f"{text}\n")
    assert temperature(tmp_path) == degrees


def test_displays_come_and_go() -> None:
    screens = Screens()
    for device in ("wall-a", "table-b", "wall-a"):
        screens.receive(device, b'{"screen": "wall"}')
    assert len(screens) == 2
    screens.receive("wall-a", b"")
    screens.receive("seat0-c", b'{"screen": ""}')
    screens.receive("seat1-c", b"no json")
    assert len(screens) == 1
    for number in range(MOST + 5):
        screens.receive(str(number), b'{"screen": "x"}')
    assert len(screens) == MOST
    screens.forget()
    assert len(screens) == 0
