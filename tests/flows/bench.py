"""A virtual table whose parts are killed while it plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, start
from controller.config import parse
from runtime.tasks import Part
from tests.killing import until

TOLD_S, BACK_S = 1.0, 5.0


AWAY = "mqtt://127.0.0.1:1"


def begin(folder: Path, **wishes: Any) -> Running:
    sections = {"broker": {"url": AWAY}, "voice": {"enabled": True}, "data": folder}
    config = parse({**sections, "machine": {"simulator": "python"}}, "the test")
    return start(config, Wishes(**{"speed": 20.0, "seed": 3, **wishes}))


class Bench:
    """A virtual table that runs."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.state_topic = running.service._parts.bus._topics.state

    def part(self, name: str) -> Part:
        return next(part for part in self.running.tasks.parts if part.name == name)

    @property
    def alerts(self) -> list[str]:
        """Codes of the alerts that the screens received last."""
        kept, _ = self.running.service._parts.bus._retained[self.state_topic]
        return [alert["code"] for alert in json.loads(kept)["alerts"]]

    def alerted(self, name: str, failures: int) -> None:
        """The part fails once more, and the screens receive its alert in time."""
        part = self.part(name)
        assert until(lambda: part.failures > failures, BACK_S, self.running.step), name
        assert until(lambda: f"part_failed_{name}" in self.alerts, TOLD_S, self.running.step), self.alerts

    def lying(self) -> list[bytes]:
        """The lines of the journal as they lie on the disk."""
        folder = self.running.service._parts.data / "games"
        return (folder / f"{self.running.service.table.name}.jsonl").read_bytes().splitlines()
