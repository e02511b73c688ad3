"""The broker killed again and again during a game: `python -m benchmarks.displays_broker --kills 100`.

A game is played event by event through the journal and published on the embedded broker, about as many events
in a second as four quick players make. Screens stand around it: MQTT clients over WebSocket that connect as
the pages do, and the table screen in a real headless Chromium. At random moments the broker gets SIGKILL. A
screen is right again when it shows a revision that was made after the kill. Afterwards every screen must
show the last snapshot, none may have received an event twice, and the journal must hold every event of the
game. Exit 1 when something falls short.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.progress import Command, Options, each, no_broker, no_browser
from benchmarks.rows import Row
from contract.messages import Info, MachineView, Snapshot
from contract.messages.seat_panel import Lamp
from contract.topics import Topics
from controller.broker.broker import EmbeddedBroker
from controller.bus.farewell import leave
from controller.bus.mqtt import Bus
from controller.bus.publisher import Publisher
from controller.clock import wall_ms
from controller.ending.confirm import Confirmed
from controller.machine.transitions import CycleStep
from controller.public import snapshot as public
from controller.table.journal import Journal
from controller.table.writer import Accepted, Table
from controller.web.server import Web
from engine.state.events import Event
from tests.controller.browser import chromium
from tests.engine.board import Dealer, unseen

RIGHT_S: Final = 3.0
LIMIT_S: Final = 15.0
EVENT_S: Final = 0.12
TOPICS: Final = Topics("home", "table-1")
DARK: Final = dict.fromkeys(range(4), Lamp.OFF)
NOBODY: Final = Confirmed(None, (None,) * 4)


class Shown(Protocol):
    """A screen: `rev` is the revision that it shows."""

    @property
    def rev(self) -> int: ...


class Screen:
    """Connects and subscribes as js/bus.js does."""

    def __init__(self, page: str, guest: tuple[str, str]) -> None:
        self.state: dict[str, Any] = {}
        self.events: Counter[bytes] = Counter()
        self.back = 0
        """Revisions that came after a higher one."""
        client = paho.Client(
            CallbackAPIVersion.VERSION2, f"screen-{secrets.token_hex(8)}", transport="websockets"
        )
        client.reconnect_delay_set(0.4, 0.4)  # type: ignore[arg-type] # as js/bus.js
        client.connect_timeout = 1.5
        client.on_connect = lambda c, *_: c.subscribe(
            [(t, 0) for t in (TOPICS.state, TOPICS.event, TOPICS.tick)]
        )
        client.on_message = self._received
        where = urlsplit(page)
        assert where.hostname is not None
        assert where.port is not None
        client.username_pw_set(*guest)
        client.ws_set_options("/mqtt", {"Origin": page.rstrip("/")})
        client.connect_async(where.hostname, where.port, keepalive=5)
        client.loop_start()
        self._client = client

    @property
    def rev(self) -> int:
        return int(self.state.get("rev", 0))

    def _received(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        message_body = json.loads(message.payload)
        if message.topic == TOPICS.state:
            self.back += message_body["rev"] < self.rev
            self.state = message_body
        elif message.topic == TOPICS.event:
            self.events[bytes(message.payload)] += 1

    def close(self) -> None:
        leave(self._client)


class Page:
    """The table screen in Chromium."""

    def __init__(self, driver: Any, url: str) -> None:
        self._driver = driver
        driver.get(f"{url}table.html?lang=en&theme=dark")

    @property
    def rev(self) -> int:
        script = "return document.querySelector('[data-rev]')?.dataset.rev ?? 0"
        return int(self._driver.execute_script(script))


class Published(Bus):
    """A bus that remembers the last revision."""

    last = 0

    def publish_state(self, snapshot: Snapshot) -> None:
        super().publish_state(snapshot)
        self.last = snapshot.rev


class Evening:
    """The game, published event by event to whoever listens; another follows when it is over."""

    def __init__(self, folder: Path, bus: Published, seed: int) -> None:
        self._folder = folder
        self._bus = bus
        self._seed = seed
        self._publisher = Publisher(bus, wall_ms)
        self._games = 0
        self.submitted: list[list[Event]] = []
        self._events: Iterator[Event] = iter(())
        self._table: Table | None = None

    def go_on(self) -> None:
        """One event, accepted, written and published."""
        self._bus.poll()
        event = next(self._events, None)
        if event is None:
            event = self._begin()
        assert self._table is not None
        outcome = self._table.submit(event)
        assert isinstance(outcome, Accepted), outcome
        self.submitted[-1].append(event)
        self._publisher.event(outcome, self._table.name)
        snapshot = public.snapshot(
            self._table.game,
            public.Stamp("boot", self._table.name),
            public.Surroundings(CycleStep.PLAY, MachineView(state="ready")),
            public.Pending(NOBODY),
            settled=self._table.settled,
        )
        self._publisher.state(snapshot, outcome.game, DARK, window_closed=False)

    @property
    def rev(self) -> int:
        """The last that was published."""
        return self._bus.last

    def _begin(self) -> Event:
        self.close()
        self._games += 1
        dealer = Dealer("rrc", self._seed + self._games)
        dealer.play_game(8)
        self._events = iter(unseen(dealer.events))
        self._table = Table(Journal(self._folder / f"{self._games}.jsonl"))
        self.submitted.append([])
        return next(self._events)

    def close(self) -> None:
        if self._table is not None:
            self._table.close()
            self._table = None

    def lost(self) -> int:
        """Events that were accepted and are not in the journals."""
        missing_ = 0
        for number, events in enumerate(self.submitted, 1):
            table = Table(Journal(self._folder / f"{number}.jsonl"))
            missing_ += sum(a != b for a, b in zip(events, table.events, strict=False))
            missing_ += abs(len(events) - len(table.events))
            table.close()
        return missing_


def rest(evening: Evening, seconds: float) -> None:
    """The game goes on for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        evening.go_on()
        time.sleep(EVENT_S)


def kill(broker: EmbeddedBroker, evening: Evening, screens: list[Shown]) -> list[float]:
    """Seconds until each screen was right again; LIMIT_S for one that was not."""
    rev, pid = evening.rev, broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    began = time.monotonic()
    took = [LIMIT_S] * len(screens)
    waiting = set(range(len(screens)))
    last_event = began
    while waiting and time.monotonic() - began < LIMIT_S:
        if time.monotonic() - last_event >= EVENT_S:
            last_event = time.monotonic()
            evening.go_on()
        for n in [n for n in waiting if screens[n].rev > rev]:
            took[n] = round(time.monotonic() - began, 2)
            waiting.discard(n)
        time.sleep(0.02)
    return took


def measure(kills: int, count: int, seed: int, folder: Path) -> Iterator[Row]:
    """What is asked for, and found."""
    rng, took = random.Random(seed), list[list[float]]()
    with ExitStack() as opened:
        broker = EmbeddedBroker(folder / "broker", TOPICS)
        opened.callback(broker.stop)
        broker.start()
        web = Web(TOPICS, broker.address)
        opened.callback(web.stop)
        web.start()
        bus = Published(TOPICS, broker.address, Info(software="", club="home", table="table-1"), "boot")
        opened.callback(bus.close)
        bus.start()
        guest = broker.address.guest
        assert guest is not None
        listeners = [Screen(web.url, guest) for _ in range(count)]
        for listener in listeners:
            opened.callback(listener.close)
        screens: list[Shown] = [*listeners]
        screens.append(Page(opened.enter_context(chromium(folder / "profile", whole=True)), web.url))
        evening = Evening(folder, bus, seed)
        opened.callback(evening.close)
        rest(evening, 5.0)
        for _ in each("kills", range(kills)):
            took.append(kill(broker, evening, screens))
            rest(evening, rng.uniform(0.0, 1.5))
        rest(evening, 1.0)
        time.sleep(1.0)
        wrong = sum(screen.rev != evening.rev for screen in screens)
        evening.close()
    yield from _rows(took)
    yield Row("accepted events that are not in the journal", 0, evening.lost(), most=True)
    twice = sum(times > 1 for listener in listeners for times in listener.events.values())
    yield Row("events that a screen received twice", 0, twice, most=True)
    yield Row("revisions that went back on a screen", 0, sum(s.back for s in listeners), most=True)
    yield Row("screens that show another revision at the end", 0, wrong, most=True)


def _rows(took: list[list[float]]) -> Iterator[Row]:
    """`took`: by kill and screen, the page in Chromium last."""
    slowest = [max(each) for each in took]
    in_time = sum(seconds <= RIGHT_S for seconds in slowest)
    yield Row("kills after which every screen was right in time", len(took), in_time)
    yield Row("the slowest screen after a kill, s", RIGHT_S, max(slowest), most=True)
    yield Row("the usual screen after a kill, s", RIGHT_S, _median(took), most=True)
    page = max(t[-1] for t in took)
    yield Row("the slowest page in Chromium after a kill, s", RIGHT_S, page, most=True)


def _median(took: list[list[float]]) -> float:
    every = sorted(seconds for each in took for seconds in each)
    return every[len(every) // 2]


def takes(options: Options) -> float:
    return float(30 + 4 * options.kills)


def main() -> int:
    parser = Command(__doc__, takes)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--screens", type=int, default=12, help="besides the one in Chromium")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.begin()
    parser.need(no_browser(), no_broker())
    with tempfile.TemporaryDirectory() as folder:
        rows = list(measure(given.kills, given.screens, given.seed, Path(folder)))
    if given.json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        for row in rows:
            print(row)
    return 0 if all(row.reached for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
