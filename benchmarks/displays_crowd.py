"""Fifty screens on one table: `python -m benchmarks.displays_crowd --minutes 10 --seed 1`.

Plays as `benchmarks.road` does, at speed 1 with the table screen open, and lets a crowd come and go every
half minute: fifty MQTT clients over WebSocket, through the web server, that subscribe to what a table screen
does. Screens draw elsewhere: what they cost the table's computer is what is sent to them, so one process
takes the bytes of all fifty from their sockets and lets them fall. Both halves see the same game and the
same load. What counts is the table's road, from letting a tile go to the document of the table screen; its
median and 95th percentile with the crowd may be a tenth longer than without. Exit 1 when they are not.
"""

from __future__ import annotations

import argparse
import json
import os
import selectors
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.progress import Command, Options, no_broker, no_browser, passing
from benchmarks.road import PAGE, Notes, Passage, Watch, appearances, clock_ahead, figures, match, noting
from controller.assembly.resuming import Wishes
from controller.assembly.run import loop, start
from controller.config import parse
from tests.controller.browser import chromium

CLIENTS: Final = 50
BLOCK_S: Final = 30.0
SETTLE_S: Final = 4.0
"""Coming and going itself is not measured."""
LIMIT: Final = 1.10
RECEIVED: Final = ("$status", "tick", "state", "event")
HANDFUL: Final = 1 << 16


def listen(page: str) -> None:
    """The crowd's own process: `on` and `off` by lines of the standard input, answered when it is so."""
    with urllib.request.urlopen(f"{page}config.json") as answer:
        config = json.load(answer)
    with selectors.DefaultSelector() as waiting:
        waiting.register(sys.stdin, selectors.EVENT_READ)
        while True:
            for key, _ in waiting.select():
                if key.data is not None:
                    os.read(key.fd, HANDFUL)
                elif line := sys.stdin.readline():
                    _turn(waiting, page, config, there=line.strip() == "on")
                    print("so", flush=True)
                else:
                    return


def _turn(waiting: selectors.BaseSelector, page: str, config: dict[str, Any], *, there: bool) -> None:
    """Everybody goes, and a crowd comes anew where one is wanted."""
    for key in [key for key in waiting.get_map().values() if key.data is not None]:
        waiting.unregister(key.fileobj)
        key.data.disconnect()
    for _ in range(CLIENTS if there else 0):
        client = _listener(page, config)
        sock = client.socket()
        assert sock is not None
        waiting.register(sock.fileno(), selectors.EVENT_READ, client)


def _listener(page: str, config: dict[str, Any]) -> paho.Client:
    """A guest that has subscribed; it never needs to say anything again, so its socket is only emptied."""
    where, root = urlsplit(page), config["root"]
    client = paho.Client(CallbackAPIVersion.VERSION2, transport="websockets")
    client.username_pw_set(config["guest"]["device"], config["guest"]["key"])
    client.ws_set_options("/mqtt", {"Origin": page.rstrip("/")})
    subscribed: list[bool] = []

    def subscribe(*_: object) -> None:
        client.subscribe([(f"{root}/{name}", 0) for name in RECEIVED])

    client.on_connect = subscribe
    client.on_subscribe = lambda *_: subscribed.append(True)
    client.connect(where.hostname or "", where.port or 0, keepalive=0)
    while not subscribed:
        client.loop(0.1)
    return client


@dataclass(frozen=True, slots=True)
class Block:
    """Half a minute with or without the crowd; wall-clock seconds."""

    crowded: bool
    since: float
    until: float


@dataclass
class Crowd:
    """Comes and goes in a thread of its own, so that the table does not wait for it."""

    listeners: subprocess.Popen[str]
    blocks: list[Block] = field(default_factory=list)
    _stopping: threading.Event = field(default_factory=threading.Event)

    def live(self) -> None:
        crowded = False
        while not self._stopping.is_set():
            self._switch(crowded)
            self._stopping.wait(SETTLE_S)
            since = time.time()
            self._stopping.wait(BLOCK_S)
            self.blocks.append(Block(crowded, since, time.time()))
            crowded = not crowded

    def stop(self) -> None:
        self._stopping.set()

    def _switch(self, crowded: bool) -> None:
        assert self.listeners.stdin is not None
        assert self.listeners.stdout is not None
        self.listeners.stdin.write("on\n" if crowded else "off\n")
        self.listeners.stdin.flush()
        self.listeners.stdout.readline()


@contextmanager
def crowd(page: str) -> Iterator[Crowd]:
    command = [sys.executable, "-m", "benchmarks.displays_crowd", "--listen", page]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as listeners:
        made = Crowd(listeners)
        thread = threading.Thread(target=made.live, daemon=True)
        thread.start()
        try:
            yield made
        finally:
            made.stop()
            thread.join()
            listeners.stdin.close()  # type: ignore[union-attr]


def measure(seed: int, minutes: float) -> tuple[list[Passage], list[Block]]:
    """Plays for so long; the last discard is left out, as it may be under way."""
    notes = Notes()
    with tempfile.TemporaryDirectory() as folder, noting(notes), ExitStack() as opened:
        config = parse({"data": Path(folder) / "data"}, "The benchmark")
        running = start(config, Wishes(seed=seed, new=True))
        opened.callback(running.close)
        driver = opened.enter_context(chromium(Path(folder) / "profile", whole=True))
        driver.get(f"{running.url}table.html")
        driver.execute_script(PAGE)
        ahead = clock_ahead(driver)
        watch, end = Watch(running, notes, None), time.monotonic() + 60 * minutes
        with crowd(running.url) as people, passing("seconds", 60 * minutes):
            loop(running, lambda accepted: watch.turn(accepted) and time.monotonic() < end)
        return match(watch.deeds[:-1], appearances(driver, ahead), notes), people.blocks


def report(passages: Sequence[Passage], blocks: Sequence[Block]) -> dict[str, Any]:
    """Figures of both halves in ms, and how much longer the road was with the crowd."""
    halves: dict[bool, list[float]] = {False: [], True: []}
    missed = 0
    for way in passages:
        block = next((b for b in blocks if b.since <= way.deed.released < b.until), None)
        if block is None:
            continue
        if way.total is None:
            missed += 1
        else:
            halves[block.crowded].append(way.total)
    if not all(halves.values()):
        return {"missed": missed, "reached": False}
    alone, crowded = figures(halves[False]), figures(halves[True])
    longer = {name: round(crowded[name] / alone[name], 3) for name in ("median", "p95")}
    return {
        "missed": missed,
        "alone": alone,
        "with the crowd": crowded,
        "longer": longer,
        "reached": not missed and all(ratio <= LIMIT for ratio in longer.values()),
    }


def takes(options: Options) -> float:
    return float(40 + 60 * options.minutes)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--json", action="store_true")
    options.add_argument("--listen", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.listen:
        listen(given.listen)
        return 0
    options.begin()
    options.need(no_browser(), no_broker())
    found = report(*measure(given.seed, given.minutes))
    print(
        json.dumps(found) if given.json else "\n".join(f"{what:<16}{value}" for what, value in found.items())
    )
    return 0 if found["reached"] else 1


if __name__ == "__main__":
    sys.exit(main())
