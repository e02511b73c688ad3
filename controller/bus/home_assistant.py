"""A table as a device of Home Assistant, which finds it by itself on the broker that both use.

One retained description (MQTT device discovery, Home Assistant 2024.11 or later) with sensors that read
the table's own topics; nothing can be moved from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, Protocol

from contract.messages import Info, Phase
from contract.topics import Topics
from controller.broker.accounts import HOME_ASSISTANT

BIRTH: Final = f"{HOME_ASSISTANT}/status"
"""Sends `online` when Home Assistant has started, and has forgotten what was not sent since."""


class BusPort(Protocol):
    """What of the bus is used here."""

    def keep(self, topic: str, payload: bytes) -> None: ...

    def listen(self, topic: str, received: Callable[[bytes], None]) -> None: ...


def config_topic(info: Info) -> str:
    return f"{HOME_ASSISTANT}/device/{_identity(info)}/config"


def description(topics: Topics, info: Info) -> dict[str, Any]:
    """The device and its sensors, as Home Assistant reads it from `config_topic`."""
    return {
        "device": {
            "identifiers": [_identity(info)],
            "name": f"Mahjong table {info.table}",
            "manufacturer": "Jantaku",
            "sw_version": info.software,
            **({"configuration_url": info.web} if info.web else {}),
        },
        "origin": {"name": "jantaku", "sw_version": info.software},
        "availability": [
            {
                "topic": topics.status,
                "value_template": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "components": {
            name: {
                "unique_id": f"{_identity(info)}_{name}",
                "state_topic": topics.state,
                **component,
            }
            for name, component in _components(topics).items()
        },
    }


def _components(topics: Topics) -> dict[str, dict[str, Any]]:
    return {
        "phase": {
            "platform": "sensor",
            "name": "Phase",
            "icon": "mdi:cards-playing-outline",
            "device_class": "enum",
            "options": [phase.value for phase in Phase],
            "value_template": "{{ value_json.phase }}",
        },
        "round": {
            "platform": "sensor",
            "name": "Round",
            "icon": "mdi:compass-outline",
            "value_template": "{{ value_json.round.wind ~ value_json.round.number ~ '-' ~ "
            "value_json.round.honba if value_json.round else None }}",
        },
        **{f"score_{seat}": _score(seat) for seat in range(4)},
        "clock": {
            "platform": "sensor",
            "name": "Time left",
            "state_topic": topics.clock,
            "device_class": "duration",
            "unit_of_measurement": "min",
            "value_template": "{{ (value_json.left_ms / 60000) | round(1) if value_json.kind == 'round' "
            "else None }}",
        },
        **_warnings(),
    }


def _warnings() -> dict[str, dict[str, Any]]:
    on_off = "{{{{ 'ON' if {} else 'OFF' }}}}"
    called = "value_json.calls | default([]) | rejectattr('answered') | list"
    return {
        "problem": {
            "platform": "binary_sensor",
            "name": "Problem",
            "device_class": "problem",
            "value_template": on_off.format("value_json.alerts or value_json.machine.fault"),
        },
        "referee": {
            "platform": "binary_sensor",
            "name": "Referee called",
            "icon": "mdi:whistle-outline",
            "value_template": on_off.format(called),
        },
    }


def _score(seat: int) -> dict[str, Any]:
    return {
        "platform": "sensor",
        "name": f"Score of seat {seat + 1}",
        "icon": "mdi:scoreboard-outline",
        "state_class": "measurement",
        "unit_of_measurement": "points",
        "value_template": f"{{{{ value_json.seats[{seat}].score }}}}",
    }


def show(bus: BusPort, topics: Topics, info: Info, *, wanted: bool) -> None:
    """Before the bus is started: shows the table to Home Assistant, or takes an earlier description back."""
    topic = config_topic(info)
    payload = json.dumps(description(topics, info)).encode() if wanted else b""
    bus.keep(topic, payload)
    if wanted:
        bus.listen(BIRTH, lambda said: bus.keep(topic, payload) if said == b"online" else None)


def _identity(info: Info) -> str:
    return f"jantaku_{info.club}_{info.table}"
