"""The figures that a monitor receives of a table."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from controller.loop.vitals import TableVitals
from tests.mine import mine

NOW = 100.0


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    mine(monkeypatch, time, monotonic=lambda: NOW)


class Outbox(list[int]):
    trouble: str | None = None


def vitals(
    *codes: str, connected: bool = True, seen_s: float | None = 1.0, watched: bool = True, stuck: bool = False
) -> TableVitals:
    """`seen_s` is the age of the newest picture."""
    traffic = SimpleNamespace(
        reconnections=2,
        told=3,
        told_bytes=40,
        unheard=5,
        refused_bytes=60,
        commands={"ok": 7, "stale": 8},
        screens=9,
    )
    totals = SimpleNamespace(pictures=10, pictures_s=1.5, turns=12, turns_s=2.5)
    outbox = Outbox([1, 2])
    outbox.trouble = "x" if stuck else None
    bus: Any = SimpleNamespace(connected=connected, traffic=traffic)
    pulse: Any = SimpleNamespace(totals=totals, seen_at=None if seen_s is None else NOW - seen_s)
    alerts: Any = SimpleNamespace(all=[SimpleNamespace(code=code) for code in codes])
    waiting: Any = outbox
    return TableVitals(bus, pulse, waiting, alerts, watched)


@pytest.mark.parametrize(
    ("made", "wrong"),
    [
        (vitals(), []),
        (vitals(connected=False), ["broker"]),
        (vitals("journal", "dark"), ["journal"]),
        (vitals(seen_s=10.0), []),
        (vitals(seen_s=10.01), ["camera"]),
        (vitals(seen_s=None), ["camera"]),
        (vitals(seen_s=None, watched=False), []),
        (vitals("journal", connected=False, seen_s=None), ["broker", "journal", "camera"]),
    ],
)
def test_what_is_not_well_is_named(made: TableVitals, wrong: list[str]) -> None:
    assert made.look().wrong == wrong


def test_the_details_of_a_table() -> None:
    assert vitals("journal", "dark", seen_s=1.234, stuck=True).look().details == {
        "broker": {"connected": True},
        "camera": {"frame_age_s": 1.23},
        "journal": {"ok": False},
        "outbox": {"waiting": 2, "ok": False},
        "alerts": ["dark", "journal"],
    }
    others = vitals(connected=False, seen_s=None).look().details
    assert (others["camera"], others["outbox"]) == ({"frame_age_s": None}, {"waiting": 2, "ok": True})
    assert (others["broker"], others["journal"]) == ({"connected": False}, {"ok": True})


def test_the_figures_of_a_monitor() -> None:
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for metric in vitals("dark").figures()
        for sample in metric.samples
    }
    assert found == {
        ("jantaku_mqtt_reconnections_total",): 2,
        ("jantaku_mqtt_published_messages_total",): 3,
        ("jantaku_mqtt_published_bytes_total",): 40,
        ("jantaku_commands_unheard_total",): 5,
        ("jantaku_commands_refused_bytes_total",): 60,
        ("jantaku_pictures_total",): 10,
        ("jantaku_pictures_seconds_total",): 1.5,
        ("jantaku_turns_total",): 12,
        ("jantaku_turns_seconds_total",): 2.5,
        ("jantaku_commands_total", "ok"): 7,
        ("jantaku_commands_total", "stale"): 8,
        ("jantaku_mqtt_connected",): 1,
        ("jantaku_screens",): 9,
        ("jantaku_outbox_messages",): 2,
        ("jantaku_alert", "dark"): 1,
        ("jantaku_camera_frame_age_seconds",): 1.0,
    }
    blind = {metric.name for metric in vitals(seen_s=None, watched=False).figures()}
    assert "jantaku_camera_frame_age_seconds" not in blind
