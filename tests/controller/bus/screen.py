"""A screen at the table's broker: commands out, replies in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from contract.messages import Info, Snapshot
from contract.topics import Topics
from controller.bus.gate import Order
from controller.bus.mqtt import Bus
from tests.controller.broker.client import Client, until

TOPICS = Topics("home", "table-1")
INFO = Info(software="test", club="home", table="table-1")
PLAY = Path(__file__).parents[2] / "data" / "snapshots" / "play.json"


class Screen(Client):
    """Commands out, replies in."""

    def command(self, **fields: Any) -> None:
        given = {"id": "1", "by": "screen", "name": "sync", "reply_to": TOPICS.reply("screen")} | fields
        self.say(TOPICS.cmd, json.dumps(given))

    def replies(self) -> list[Any]:
        return self.payloads(TOPICS.reply("screen"))


def received(bus: Bus) -> list[Order]:
    got: list[Order] = []

    def some() -> bool:
        got.extend(bus.poll())
        return bool(got)

    until(some)
    return got


def snapshot(rev: int) -> Snapshot:
    return Snapshot.model_validate_json(PLAY.read_text()).model_copy(update={"rev": rev})
