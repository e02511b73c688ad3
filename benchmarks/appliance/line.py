"""The line of people to their table: its broker, by the way of its pages, with the account of the house."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.appliance.machine import Machine
from contract.roles import Role
from controller.broker.accounts import Account

PEOPLE: Final = Account.named("people", Role.HOUSE)
SECRET: Final = "written-on-the-card-before"
ACCOUNT: Final = f"{PEOPLE.name}:{SECRET}"


class Line:
    """Connects again by itself where the table restarts."""

    def __init__(
        self, machine: Machine, topics: Mapping[str, int], receive: Callable[[str, dict[str, Any]], None]
    ) -> None:
        """`receive` gets messages of `topics` (below the table's root -> QoS); an empty one is {}."""
        found = machine.asked("config.json")
        assert found is not None
        where, self._root = urlsplit(machine.page), json.loads(found)["root"]
        asked = [(f"{self._root}/{name}", qos) for name, qos in topics.items()]

        def received(_client: object, _data: object, message: paho.MQTTMessage) -> None:
            said = json.loads(message.payload) if message.payload else {}
            receive(message.topic.removeprefix(f"{self._root}/"), said)

        self._client = paho.Client(CallbackAPIVersion.VERSION2, transport="websockets")
        self._client.username_pw_set(PEOPLE.name, SECRET)
        self._client.ws_set_options("/mqtt", {"Origin": machine.page.rstrip("/")})
        self._client.on_connect = lambda client, *_: client.subscribe(asked)
        self._client.on_message = received
        self._client.connect(where.hostname or "", where.port or 0)
        self._client.loop_start()

    def send(self, name: str, body: dict[str, Any]) -> None:
        """To the topic of this name below the root."""
        self._client.publish(f"{self._root}/{name}", json.dumps(body), 1)

    def close(self) -> None:
        with suppress(OSError):
            self._client.disconnect()
        self._client.loop_stop()
