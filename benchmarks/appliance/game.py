"""The game in a virtual machine: events that a display outside received, and those that its disk has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.appliance.machine import Machine
from controller.appliance.description import PORT, TABLE_FILE
from controller.table.journal import read
from upkeep.computer import TABLE_DATA

KEPT = "kept"
SETTINGS = f"""\
[table]
preset = "tenhou"

[machine]
kind = "simulated"
simulator = "python"

[web]
host = "0.0.0.0"
port = {PORT}
"""
"""Of a table that virtual players play at."""


def prepared(seed: int) -> dict[str, str]:
    """Files on the data partition of a table that is set up, and plays as fast as a table that stays can."""
    unit = f"""\
[Service]
ExecStart=
ExecStart=/opt/jantaku/current/bin/jantaku run --data {TABLE_DATA} --no-browser --speed 20 --seed {seed}
"""
    return {
        f"{KEPT}{TABLE_FILE}": SETTINGS,
        "changed/etc/upper/systemd/system/jantaku-table.service.d/fast.conf": unit,
    }


class Ear:
    """A display outside: game and line of each event that it received."""

    def __init__(self, machine: Machine) -> None:
        self.received: dict[tuple[str, int], str] = {}
        found = machine.asked("config.json")
        assert found is not None
        config: Mapping[str, Any] = json.loads(found)
        where, self._root = urlsplit(machine.page), config["root"]
        self._client = paho.Client(CallbackAPIVersion.VERSION2, transport="websockets")
        self._client.username_pw_set(config["guest"]["device"], config["guest"]["key"])
        self._client.ws_set_options("/mqtt", {"Origin": machine.page.rstrip("/")})
        self._client.on_connect = self._listen
        self._client.on_message = lambda _client, _data, message: self._receive(message.payload)
        self._client.connect(where.hostname or "", where.port or 0)
        self._client.loop_start()

    def _listen(self, *_: object) -> None:
        self._client.subscribe(f"{self._root}/event", 0)

    def _receive(self, payload: bytes | bytearray) -> None:
        event = json.loads(payload)
        self.received[event["game"], event["seq"]] = event["type"]

    def close(self) -> None:
        with suppress(OSError):
            self._client.disconnect()
        self._client.loop_stop()


def journals(folder: Path) -> dict[str, dict[int, str]]:
    """Game -> line -> kind of event, of a copy of the table's data. JournalError."""
    out: dict[str, dict[int, str]] = {}
    for path in sorted((folder / "games").glob("*.jsonl")):
        events = (record for record in read(path).records if record.event is not None)
        out[path.stem] = {record.seq: str(record.body["type"]) for record in events}
    return out


def lost(received: Mapping[tuple[str, int], str], there: Mapping[str, Mapping[int, str]]) -> list[str]:
    """A sentence for each event that was received and is not on the disk."""
    return [
        f"{kind} of {game}, line {seq}"
        for (game, seq), kind in received.items()
        if there.get(game, {}).get(seq) != kind
    ]


def abandoned(there: Mapping[str, Mapping[int, str]]) -> list[str]:
    """Games that another one followed before they had ended."""
    return [game for game in sorted(there)[:-1] if "game_ended" not in there[game].values()]
