"""A hub under load: many tables at several times the pace of people, and what is cut meanwhile.

`python -m benchmarks.club_hub --tables 100 --seconds 300 [--faults hub,broker,bridge,network,database]`

Everything is a process of its own: mosquitto with the club's access list, `jantaku club hub`, and the tables
(`benchmarks.club_tables`: all of a table but camera, machine and eyes). At the end the journals of the
tables are set against the log: every finished hand once, with its scores. Delays are from the line in the
table's journal to the line of the feed that a wall screen reads (`/api/live`).
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import pwd
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any, Final

from benchmarks.club_tables import Relay
from benchmarks.progress import Command, Options, Progress, no_broker, passing
from club.log.desk import Accepted, LogDesk
from club.log.events import (
    Event,
    HandRecorded,
    Plan,
    Registered,
    RoundDrawn,
    RoundStarted,
    Sitting,
    StageAdded,
    TournamentCreated,
)
from club.log.people.people import Details, People
from club.log.store.store import Store
from controller.broker.accounts import Account
from controller.broker.club import ClubBroker, Settings
from controller.history.hands import course
from controller.table.journal import read
from engine.play.apply import apply
from runtime.mosquitto import Mosquitto
from tests.ports import free_port

GREEN: Final = {"lost": 0, "twice": 0, "wrong": 0}
SETTLE_S: Final = 90.0
"""For what is still on its way when the tables stop."""
CUT_S: Final = 60.0


@dataclass
class Club:
    """Broker, database and accounts in a folder; everything is ended by `opened`."""

    folder: Path
    tables: int
    speed: float
    plays: bool
    opened: ExitStack
    url: str
    secrets: dict[str, str] = field(default_factory=dict)

    def setup(self) -> None:
        self.files = ClubBroker(self.folder / "broker")
        me = pwd.getpwuid(os.geteuid()).pw_name
        self.wanted = Settings("home", ("127.0.0.1",), me, "127.0.0.1", free_port(), free_port())
        self.files.setup(self.wanted)
        accounts = self.files.accounts()
        for name, table in [("hub-club", None)] + [(f"controller-{t}", t) for t in self.names]:
            account = Account.of(name, table)
            assert account is not None
            self.secrets[name] = accounts.put(account)
        accounts.write()
        self.broker = Mosquitto(self.folder / "broker")
        self.broker.start([("127.0.0.1", self.wanted.local_port)])
        self.opened.callback(self.broker.stop)
        self.relay = Relay("127.0.0.1", self.wanted.local_port)
        self.lone = Relay("127.0.0.1", self.wanted.local_port)
        self.opened.callback(self.relay.close)
        self.opened.callback(self.lone.close)

    @property
    def names(self) -> list[str]:
        return [f"table-{n}" for n in range(1, self.tables + 1)]

    def draw(self) -> None:
        """A tournament of all, drawn and begun."""
        store = Store(self.url)
        people, desk = People(store), LogDesk(store)
        ids = [people.add(Details(f"Player {n}")) for n in range(4 * self.tables)]
        sittings = tuple(
            Sitting(table=n + 1, players=tuple(ids[4 * n : 4 * n + 4])) for n in range(self.tables)
        )
        events: list[Event] = [
            TournamentCreated(tournament=1, name="Load", preset="rrc", plan=Plan(minutes=75)),
            *(Registered(tournament=1, person=person) for person in ids),
            StageAdded(tournament=1, stage=1, method="manual", rounds=1),
            RoundDrawn(tournament=1, round=1, sittings=sittings, method="manual"),
            RoundStarted(tournament=1, round=1),
        ]
        outcome = desk.submit(events, "director", "draw", int(time.time() * 1000))
        assert isinstance(outcome, Accepted), outcome
        store.close()

    def play(self) -> None:
        """The tables, in two processes; table 1 has a wire of its own."""
        for part in range(2):
            rows = [
                {
                    "name": name,
                    "user": f"controller-{name}",
                    "password": self.secrets[f"controller-{name}"],
                    "port": self.lone.port if name == "table-1" else self.relay.port,
                    "seed": 1 + n % 4,
                    "plays": self.plays,
                }
                for n, name in enumerate(self.names)
                if n % 2 == part
            ]
            file = self.folder / f"tables{part}.json"
            file.write_text(json.dumps({"club": "home", "speed": self.speed, "tables": rows}), "utf-8")
            self.child("benchmarks.club_tables", str(self.folder), file.name)

    def child(self, module: str, *arguments: str, **more: Any) -> subprocess.Popen[str]:
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent), "OMP_NUM_THREADS": "1"}
        made = subprocess.Popen(
            [sys.executable, "-m", module, *arguments], env=environment, text=True, **more
        )
        self.opened.callback(end, made)
        return made


def end(process: subprocess.Popen[str]) -> None:
    """In order, else at once."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()


class HubProcess:
    """`jantaku club hub`, which may be killed and comes back."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self.port = free_port()
        self.starts = 0
        self.memory_mb: list[float] = []
        self.process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        club = self._club
        self.starts += 1
        url = f"mqtt://hub-club:{club.secrets['hub-club']}@127.0.0.1:{club.wanted.local_port}"
        code = "from controller.cli import main; main()"
        process = subprocess.Popen(
            [sys.executable, "-c", code, "club", "hub", "--broker", url, "--data", str(club.folder / "hub"),
             "--database", club.url, "--port", str(self.port), "--json"],
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent), "OMP_NUM_THREADS": "1"},
            text=True,
            stdout=subprocess.PIPE,
            stderr=(club.folder / "hub.log").open("a"),
        )  # fmt: skip
        club.opened.callback(end, process)
        assert process.stdout is not None
        line = process.stdout.readline()
        assert '"started"' in line, (club.folder / "hub.log").read_text("utf-8")
        return process

    def kill(self) -> None:
        """As a power cut, and a start."""
        self.process.kill()
        self.process.wait()
        self.process = self._start()

    def look(self) -> None:
        """Notes how much memory it has."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        except OSError:
            return
        found = [line for line in status.splitlines() if line.startswith("VmRSS")]
        if found:
            self.memory_mb.append(int(found[0].split()[1]) / 1024)


class Wall(threading.Thread):
    """Reads the feed as a wall screen does: when each table's number of hands was shown."""

    def __init__(self, hub: HubProcess) -> None:
        super().__init__(daemon=True)
        self._hub = hub
        self.shown: dict[tuple[str, int], float] = {}
        self.stopping = False

    def run(self) -> None:
        while not self.stopping:
            try:
                for line in self._lines():
                    self._take(line)
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)

    def _lines(self) -> Iterator[str]:
        link = http.client.HTTPConnection("127.0.0.1", self._hub.port, timeout=30)
        link.request("GET", "/api/live")
        answer = link.getresponse()
        while line := answer.readline():
            yield line.decode()

    def _take(self, line: str) -> None:
        now = time.time()
        if not line.startswith("data:"):
            return
        views = json.loads(line[5:])
        for name, view in views.items():
            if name.startswith("table/") and isinstance(view, dict) and view.get("hands"):
                self.shown.setdefault((name.removeprefix("table/"), int(view["hands"])), now)


@dataclass
class Truth:
    """Scores after each hand, as the journals of the tables say; `ended` is when it was confirmed."""

    hands: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    ended: dict[tuple[str, int], float] = field(default_factory=dict)


def truth(club: Club) -> Truth:
    out = Truth()
    for name in club.names:
        for path in (club.folder / name / "games").glob("*.jsonl"):
            records = read(path).records
            found = course(path.stem, records) if any(r.kind == "assigned" for r in records) else None
            for number, (_, after) in enumerate(() if found is None else found.spans):
                assert found is not None
                out.hands[path.stem, number] = reduce(apply, found.log[1:after], found.start).scores
                out.ended[name, number + 1] = (found.at_ms(found.log[after - 1]) or 0) / 1000
    return out


def compare(club: Club, played: Truth) -> dict[str, int]:
    """What the log has of it."""
    store = Store(club.url)
    events = [e.event for e in store.read() if isinstance(e.event, HandRecorded)]
    store.verify()
    store.close()
    times = Counter((e.game, e.hand) for e in events)
    recorded = {(e.game, e.hand): tuple(e.record.scores) for e in events}
    return {
        "played": len(played.hands),
        "recorded": len(recorded),
        "lost": len(played.hands.keys() - recorded.keys()),
        "twice": sum(count - 1 for count in times.values()),
        "wrong": sum(recorded.get(key, row) != row for key, row in played.hands.items()),
    }


def faults(
    club: Club, hub: HubProcess, wanted: set[str], seconds: float, kills: int
) -> list[threading.Thread]:
    """Each in a thread of its own, over the time of the run."""
    rng = random.Random(1)

    def kill() -> None:
        for _ in range(kills):
            time.sleep(rng.uniform(0.2, 1.6) * seconds / kills / 2)
            hub.kill()

    def broker() -> None:
        for _ in range(3):
            time.sleep(seconds / 4)
            if club.broker.pid is not None:
                os.kill(club.broker.pid, signal.SIGKILL)

    def cut(wire: Relay, for_s: float) -> Callable[[], None]:
        def act() -> None:
            time.sleep(seconds / 5)
            wire.cut()
            time.sleep(for_s)
            wire.mend()

        return act

    every: dict[str, Callable[[], None]] = {
        "hub": kill,
        "broker": broker,
        "bridge": cut(club.relay, min(CUT_S, seconds / 4)),
        "network": cut(club.lone, seconds / 2),
    }
    threads = [threading.Thread(target=act, daemon=True) for name, act in every.items() if name in wanted]
    for thread in threads:
        thread.start()
    return threads


def database(folder: Path, opened: ExitStack, wanted: set[str], seconds: float) -> str:
    """SQLite, or a PostgreSQL that is restarted in the middle."""
    if "database" not in wanted:
        return f"sqlite:///{folder / 'club.db'}"
    from tests.club.databases import postgres  # noqa: PLC0415 - only where PostgreSQL is wished

    server = postgres()
    opened.callback(server.stop)
    timer = threading.Timer(seconds / 2, server.restart)
    timer.daemon = True
    timer.start()
    return server.create()


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    wanted = set(filter(None, arguments.faults.split(",")))
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="jantaku-club-")))
        url = database(folder, opened, wanted, arguments.seconds)
        club = Club(folder, arguments.tables, arguments.speed, not arguments.entered, opened, url)
        club.setup()
        club.draw()
        hub = HubProcess(club)
        wall = Wall(hub)
        wall.start()
        club.play()
        begun = time.monotonic()
        running = faults(club, hub, wanted, arguments.seconds, arguments.kills)
        with passing("seconds", arguments.seconds):
            while time.monotonic() - begun < arguments.seconds or any(t.is_alive() for t in running):
                time.sleep(1.0)
                hub.look()
        with Progress("what is still on its way", 1):
            played = settled(club)
        wall.stopping = True
        delays = sorted(wall.shown[key] - at for key, at in played.ended.items() if key in wall.shown)
        return {
            "tables": arguments.tables,
            "speed": arguments.speed,
            "seconds": round(time.monotonic() - begun),
            "faults": sorted(wanted),
            "hub_starts": hub.starts,
            "broker_starts": club.broker.starts,
            **compare(club, played),
            "shown": len(delays),
            "p50_s": round(statistics.median(delays), 3) if delays else None,
            "p95_s": round(delays[int(len(delays) * 0.95)], 3) if delays else None,
            "max_s": round(delays[-1], 3) if delays else None,
            "hub_mb": round(max(hub.memory_mb, default=0.0)),
        }


def settled(club: Club) -> Truth:
    """What was played until everything of it is in the log, or the patience is over."""
    until = time.monotonic() + SETTLE_S
    while True:
        played = truth(club)
        if not compare(club, played)["lost"] or time.monotonic() > until:
            return played
        time.sleep(2.0)


def takes(options: Options) -> float:
    return float(options.seconds + 60 + options.tables / 4)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--speed", type=float, default=4.0)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--faults", default="", help="hub,broker,bridge,network,database")
    parser.add_argument("--kills", type=int, default=50, help="Of the hub, where it is among the faults.")
    parser.add_argument("--entered", action="store_true", help="Hands are entered, not played: more of them.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that its children end, too
    given = parser.begin()
    parser.need(no_broker())
    found = run(given)
    print(json.dumps(found))
    if any(found[name] != wanted for name, wanted in GREEN.items()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
