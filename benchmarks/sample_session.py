"""A short virtual game as a table publishes it, for who writes a display: `jantaku mqtt replay` plays it.

    python -m benchmarks.sample_session controller/sample/session.jsonl.gz

A virtual table with one set of tiles plays it as fast as it can, with machine, camera and eyes. Its people
are hurried then: time is stretched to the pace of people while they act. What is sent all the time is kept
now and then, the reading of the camera's picture where it reads something else.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from unittest import mock

from benchmarks.progress import Command, Options, Progress
from contract.topics import Topics
from controller.assembly.resuming import FAST_PACE, Wishes
from controller.assembly.run import loop, start
from controller.bus.mqtt import Bus
from controller.bus.session import Recorder
from controller.config import parse
from engine.state.events import Event

NAMES: Final = ("Akira", "Olena", "Sven", "Mei")
SEED: Final = 6
"""An East game of four hands: a win with calls and riichi, an exhaustive draw, two wins."""
BEGINS_MS: Final = 1_790_000_000_000
WORKS: Final = ("collect", "shuffle", "raise", "dice")
"""Phases whose pace is the machine's."""
EVERY_S: Final = {"eyes": 16.0, "machine": 4.0, "health": 40.0}
"""Between two messages that are kept, at least."""
STUCK_S: Final = 600.0
"""Table seconds in which nothing is accepted: a game that the eyes have lost."""


class Writer:
    """Records what a bus publishes; `now` is the time of the session in seconds."""

    def __init__(self, file: Any, topics: Topics) -> None:
        self.now = self._table = 0.0
        self._pace = FAST_PACE
        self._root = topics.root
        self._kept: dict[str, tuple[float, object]] = {}
        self.recorder = Recorder(file, topics.root, lambda: self.now)

    def turn(self, table: float) -> None:
        """The table's clock has gone on."""
        self.now += (table - self._table) * self._pace
        self._table = table

    def publish(self, topic: str, payload: bytes, *, retain: bool) -> None:
        body = json.loads(payload) if payload else None
        if isinstance(body, dict) and "ts_ms" in body:
            body["ts_ms"] = BEGINS_MS + round(self.now * 1000)
        name = topic.removeprefix(f"{self._root}/")
        if name == "state" and body is not None:
            self._pace = 1.0 if body["phase"] in WORKS else FAST_PACE
        if self._news(name, body):
            self.recorder.received(topic, b"" if body is None else json.dumps(body).encode(), retain)

    def _news(self, name: str, body: Any) -> bool:
        """Whether a message is to be kept."""
        if name not in EVERY_S:
            return True
        at, before = self._kept.get(name, (-EVERY_S[name], None))
        what, due = _said(name, body), self.now >= at + EVERY_S[name]
        if not (due and what != before if name == "eyes" else due or what != before):
            return False
        self._kept[name] = self.now, what
        return True


def _said(name: str, body: dict[str, Any]) -> object:
    """What is news in a message that comes all the time."""
    if name == "eyes":
        zones = body["zones"]
        return [body["sight"], *([z["sticks"], z["dice"], *(t["tile"] for t in z["tiles"])] for z in zones)]
    return body.get("state")


def make(path: Path, seed: int) -> int:
    """Writes the session of a seed; how many messages it has."""
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        table = {"options": {"game.length": "tonpuusen"}, "players": NAMES}
        wanted = {"data": Path(folder) / "data", "table": table, "machine": {"sets": 1}}
        config = parse(wanted, "The sample")
        topics = Topics(config.table.club, config.table.name)
        writer = Writer(opened.enter_context(gzip.open(path, "wt", encoding="utf-8")), topics)
        send = Bus._send

        def sent(bus: Bus, topic: str, payload: bytes, *, retain: bool = False, **more: Any) -> None:
            writer.publish(topic, payload, retain=retain)
            send(bus, topic, payload, retain=retain, **more)

        opened.enter_context(mock.patch.object(Bus, "_send", sent))
        running = start(config, Wishes(seed=seed, speed=0.0, new=True))
        opened.callback(running.close)
        news = 0.0

        def watch(accepted: tuple[Event, ...]) -> bool:
            nonlocal news
            now = running.clock.now()
            writer.turn(now)
            news = now if accepted else news
            if now > news + STUCK_S:
                raise RuntimeError(f"The game is stuck: {running.service.questions}")
            return not running.finished

        with Progress("the game", 1):
            loop(running, watch)
        report = running.report()
        if report is None or not report.equal:
            raise RuntimeError("The eyes have not followed the game: take another seed.")
        return writer.recorder.count


def takes(_: Options) -> float:
    return 120


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("path", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.begin()
    count = make(asked.path, asked.seed)
    print(f"{count} messages, {asked.path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
