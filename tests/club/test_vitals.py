"""The figures that a monitor receives of a hub."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from club.log.faults import LogRefusal
from club.vitals import Answering, HubVitals
from tests.mine import mine


def table(*troubles: str, online: bool = True, silent: bool = False) -> Any:
    return SimpleNamespace(
        online=online, silent=silent, troubles=[SimpleNamespace(code=code) for code in troubles]
    )


TABLES = [table(), table("late", "other_log"), table("late", silent=True), table(online=False)]


def hub(*, connected: bool, refusal: str | None = None, connections: int = 3) -> Any:
    view = SimpleNamespace(tables=TABLES, refused={"bad_json": 2})
    return SimpleNamespace(
        wire=SimpleNamespace(connected=connected, refusal=refusal, connections=connections),
        hall=SimpleNamespace(view=lambda: view),
        log_queue=[1, 2, 3, 4, 5],
    )


def vitals(trouble: LogRefusal | None = None, **of_hub: Any) -> HubVitals:
    desk: Any = SimpleNamespace(state=SimpleNamespace(seq=41))
    return HubVitals(hub(**of_hub), desk, Answering(lambda: trouble))


GONE = LogRefusal("no_database")


@pytest.mark.parametrize(
    ("connected", "trouble", "wrong"),
    [
        (True, None, []),
        (False, None, ["broker"]),
        (True, GONE, ["database"]),
        (False, GONE, ["broker", "database"]),
    ],
)
def test_what_is_not_well_is_named(connected: bool, trouble: LogRefusal | None, wrong: list[str]) -> None:
    found = vitals(trouble, connected=connected, refusal=None if connected else "5").look()
    assert found.wrong == wrong
    assert found.details == {
        "broker": {"connected": connected, "refused": not connected},
        "database": {"ok": trouble is None},
        "log": {"entries": 41, "waiting": 5},
        "tables": {"known": 4, "online": 2},
    }


def test_the_figures_of_a_monitor() -> None:
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for metric in vitals(connected=True).figures()
        for sample in metric.samples
    }
    assert found == {
        ("jantaku_hub_mqtt_connected",): 1,
        ("jantaku_hub_database_ok",): 1,
        ("jantaku_hub_log_entries",): 41,
        ("jantaku_hub_log_waiting",): 5,
        ("jantaku_hub_tables_known",): 4,
        ("jantaku_hub_tables_online",): 2,
        ("jantaku_hub_mqtt_reconnections_total",): 2,
        ("jantaku_hub_refused_total", "bad_json"): 2,
        ("jantaku_hub_table_troubles", "late"): 2,
        ("jantaku_hub_table_troubles", "other_log"): 1,
    }


def test_before_the_first_connection_there_was_no_other() -> None:
    found = {m.name: m.samples for m in vitals(connected=False, connections=0).figures()}
    assert found["jantaku_hub_mqtt_reconnections"][0].value == 0
    assert found["jantaku_hub_mqtt_connected"][0].value == 0


def test_the_database_is_asked_every_two_seconds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter((0.0, 0.0, 1.9, 2.0, 2.0, 3.9))
    mine(monkeypatch, time, monotonic=lambda: next(now))
    found = iter((None, GONE))
    answering = Answering(lambda: next(found))
    assert [answering.answers() for _ in range(4)] == [True, True, False, False]
