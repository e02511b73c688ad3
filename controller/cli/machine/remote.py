"""A running table as a program beside it sees it: by its topics and commands, as any other screen."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Final, Self, TypeVar

import paho.mqtt.client as paho
from pydantic import BaseModel

from contract.messages import Command, MachineReport, Phase, Reply, Snapshot
from contract.topics import Topics
from controller.broker.broker import Address
from controller.bus.farewell import leave

ANSWER_S: Final = 5.0
"""A table that runs answers within a turn of its main loop and has its retained topics out."""
SILENT: Final = "The running table does not answer: look at its screen, or stop it and try again."


T = TypeVar("T")


class RemoteError(Exception):
    """The running table does not do it; one sentence."""


class Remote:
    """Used as a context; `report` and `state` are the newest, None before the first came."""

    def __init__(self, topics: Topics, address: Address) -> None:
        name = f"cli-{secrets.token_hex(4)}"
        self._address = address
        self._by = name
        self._reply_to = topics.reply(address.username or name)
        self._cmd = topics.cmd_of(address.username) if address.username else topics.cmd
        self._inbox: SimpleQueue[BaseModel] = SimpleQueue()
        self._kinds: dict[str, type[BaseModel]] = {
            topics.machine: MachineReport,
            topics.state: Snapshot,
            self._reply_to: Reply,
        }
        self._client = address.client(client_id=secrets.token_hex(16), clean_session=True)
        self.report: MachineReport | None = None
        self.state: Snapshot | None = None

    def __enter__(self) -> Self:
        """RemoteError when the broker refuses the account."""
        client = self._client
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        try:
            client.connect(*self._address.target, keepalive=10)
        except OSError as error:
            raise RemoteError(SILENT) from error
        client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        leave(self._client)

    def ask(self, name: Any, **body: object) -> Reply:
        """The table's answer to a command; RemoteError when there is none."""
        command = Command(id=secrets.token_hex(8), by=self._by, name=name, body=body, reply_to=self._reply_to)
        self._client.publish(self._cmd, command.model_dump_json(), qos=1)
        return self.wait(lambda news: news if isinstance(news, Reply) and news.id == command.id else None)

    def wait(self, found: Callable[[BaseModel], T | None], limit: float = ANSWER_S) -> T:
        """The first news that `found` makes something of; RemoteError when none comes within the limit."""
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            try:
                news = self._inbox.get(timeout=left)
            except Empty:
                break
            if isinstance(news, MachineReport):
                self.report = news
            elif isinstance(news, Snapshot):
                self.state = news
            result = found(news)
            if result is not None:
                return result
        raise RemoteError(SILENT)

    def look(self) -> tuple[MachineReport, Snapshot]:
        """How the machine and the table stand now."""

        def both(_: object) -> tuple[MachineReport, Snapshot] | None:
            return None if self.report is None or self.state is None else (self.report, self.state)

        return self.wait(both)

    def next_state(self, known: tuple[Phase, str], limit: float) -> Snapshot:
        """The newest snapshot as soon as its phase or the machine's state is not what is `known`."""

        def another(_: object = None) -> Snapshot | None:
            seen = self.state
            return seen if seen is not None and (seen.phase, seen.machine.state) != known else None

        return another() or self.wait(another, limit)

    def _on_connect(self, client: paho.Client, *_: object) -> None:
        for topic in self._kinds:
            client.subscribe(topic, qos=1)

    def _on_message(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        try:
            self._inbox.put(self._kinds[message.topic].model_validate_json(message.payload))
        except ValueError:
            return  # a table of another release; it will be missed
