"""What a thousand tables ask of a broker: `python -m benchmarks.club_scale --engine nats --tables 1000`.

Many tables publish the recorded sample session at once at the pace of people, each from another moment on,
with its delayed branch and a record for each hand; a hundred tables share the bridge of a club. A hub for
each club receives what hubs receive, at another node where there are several. Delays are those of `tick`,
which carries the time at which it was sent. Everything runs on this computer; figures are per server process.
"""

from __future__ import annotations

import gzip
import heapq
import json
import multiprocessing
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.progress import Command, Options, no_broker, passing
from club.hub.mqtt_client import RECEIVED
from club.scale.cluster import Cluster, Node
from club.scale.folder import SECRETS, write
from contract.channels import root_of
from runtime.mosquitto import find_mosquitto
from tests.ports import free_port

SAMPLE: Final = Path(__file__).resolve().parents[1] / "controller" / "sample" / "session.jsonl.gz"
CLUB: Final = 100
"""Tables of a club."""
RECORD: Final = {"mjai": ["x" * 80] * 75}
"""A finished hand in size: about six kilobytes."""
DELAYED: Final = ("state", "event", "win")
Message = tuple[float, str, bytes, bool, int]


def messages() -> list[Message]:
    """Time, topic below the table's root, payload, retained, QoS of everything that a table publishes."""
    with gzip.open(SAMPLE, "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file][1:]
    found: list[Message] = []
    for line in lines:
        payload = b"" if line["payload"] is None else json.dumps(line["payload"]).encode()
        found.append((line["t"], line["topic"], payload, line["retain"], 0))
        if line["topic"] in DELAYED:
            found.append((line["t"], f"delayed/{line['topic']}", payload, line["retain"], 0))
        if line["topic"] == "win":
            found.append((line["t"], "record/g/0", json.dumps(RECORD).encode(), True, 1))
    return found


def publish(ports: list[int], clubs: dict[str, str], tables: int, seconds: float) -> None:
    """Every table of every club, in a process of its own."""
    session = messages()
    length = session[-1][0] + 1
    clients = {c: client(ports[n % len(ports)], f"bridge-{c}", s) for n, (c, s) in enumerate(clubs.items())}
    time.sleep(8)
    start, due = time.monotonic(), []
    for number in range(tables):
        at = random.Random(number).random() * length
        first = next((i for i, message in enumerate(session) if message[0] >= at), 0)
        due.append((session[first][0] - at, number, first))
    heapq.heapify(due)
    names = list(clubs)
    while due and due[0][0] < seconds:
        when, number, index = heapq.heappop(due)
        time.sleep(max(0.0, start + when - time.monotonic()))
        t, topic, payload, retain, qos = session[index]
        if topic == "tick":
            payload = json.dumps({"ts_ms": time.time() * 1000}).encode()
        club = names[number // CLUB]
        clients[club].publish(f"{root_of(club, f'table-{number}')}/{topic}", payload, qos, retain)
        index = (index + 1) % len(session)
        gap = session[index][0] - t
        heapq.heappush(due, (when + (gap if gap >= 0 else 1.0), number, index))
    print(json.dumps({"late_s": round(time.monotonic() - start - seconds, 2)}), flush=True)
    time.sleep(3)
    for each in clients.values():
        each.disconnect()


def client(port: int, user: str, secret: str) -> paho.Client:
    made = paho.Client(CallbackAPIVersion.VERSION2, f"{user}-{os.getpid()}", protocol=paho.MQTTv311)
    made.username_pw_set(user, secret)
    made.max_queued_messages_set(0)
    made.connect_async("127.0.0.1", port, keepalive=30)
    made.loop_start()
    return made


class Ears:
    """The hubs of all clubs."""

    def __init__(self, ports: list[int], clubs: dict[str, str]) -> None:
        self.delays: list[float] = []
        self.received = 0
        self.counts = False
        self.clients = []
        for n, (club, secret) in enumerate(clubs.items()):
            made = client(ports[(n + 1) % len(ports)], f"hub-{club}", secret)
            made.on_message = self._on_message
            made.on_connect = lambda c, *_, club=club: c.subscribe(
                [(f"{root_of(club, '+')}/{name}", qos) for name, qos in RECEIVED]
            )
            self.clients.append(made)

    def _on_message(self, _c: Any, _d: Any, message: paho.MQTTMessage) -> None:
        if not self.counts:
            return
        self.received += 1
        if message.topic.endswith("/tick"):
            self.delays.append(time.time() * 1000 - json.loads(message.payload)["ts_ms"])


@contextmanager
def running(command: list[str], folder: Path, name: str) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)


def nats(folder: Path, clubs: list[str], opened: ExitStack) -> tuple[list[int], dict[str, str], list[int]]:
    """Ports of MQTT, secrets, process numbers."""
    found = shutil.which("nats-server")
    if found is None:
        raise SystemExit("nats-server is not there: apt install nats-server")
    nodes = [
        Node(f"node{n}", "127.0.0.1", "127.0.0.1", free_port(), free_port(), free_port()) for n in (1, 2, 3)
    ]
    list(write(folder, Cluster(nodes, clubs, data=str(folder / "data")), None))
    pids = [
        opened.enter_context(running([found, "-c", str(folder / f"{n.name}.conf")], folder, n.name)).pid
        for n in nodes
    ]
    time.sleep(10)
    return [n.mqtt_port for n in nodes], json.loads((folder / SECRETS).read_text("utf-8")), pids


def mosquitto(
    folder: Path, clubs: list[str], opened: ExitStack
) -> tuple[list[int], dict[str, str], list[int]]:
    """The same of one mosquitto that lets everybody in."""
    port = free_port()
    lines = [f"listener {port} 127.0.0.1", "allow_anonymous true", "persistence false"]
    lines += ["set_tcp_nodelay true", "max_queued_messages 20000", "log_type error"]
    (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n", "utf-8")
    command = [str(find_mosquitto()), "-c", str(folder / "mosquitto.conf")]
    pid = opened.enter_context(running(command, folder, "mosquitto")).pid
    time.sleep(1)
    return [port], {f"{role}-{club}": "-" for role in ("hub", "bridge") for club in clubs}, [pid]


def cost(pid: int) -> tuple[float, float]:
    """Seconds of processor time so far, and MB of memory."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(engine: str, tables: int, seconds: float) -> dict[str, Any]:
    clubs = [f"club-{n}" for n in range(-(-tables // CLUB))]
    with tempfile.TemporaryDirectory() as made, ExitStack() as opened:
        start = {"nats": nats, "mosquitto": mosquitto}[engine]
        ports, secrets, pids = start(Path(made), clubs, opened)
        ears = Ears(ports, {club: secrets[f"hub-{club}"] for club in clubs})
        bridges = {club: secrets[f"bridge-{club}"] for club in clubs}
        teller = multiprocessing.get_context("spawn").Process(
            target=publish, args=(ports, bridges, tables, seconds + 30)
        )
        teller.start()
        time.sleep(30)  # retained topics of all tables are there, leaders elected
        before, ears.counts = [cost(pid) for pid in pids], True
        with passing("seconds", seconds):
            time.sleep(seconds)
        ears.counts, after = False, [cost(pid) for pid in pids]
        teller.join()
        for each in ears.clients:
            each.disconnect()
    session = messages()
    each_second = len(session) / session[-1][0]
    delays = sorted(ears.delays) or [float("nan")]
    return {
        "engine": engine,
        "tables": tables,
        "sent a second": round(tables * each_second),
        "kB a second": round(tables * sum(len(m[2]) for m in session) / session[-1][0] / 1000),
        "received by hubs a second": round(ears.received / seconds),
        "ticks that came": round(len(ears.delays) / (tables * seconds), 3),
        "delay, median ms": round(statistics.median(delays), 1),
        "delay, p95 ms": round(delays[int(len(delays) * 0.95)], 1),
        "cores a server": [round((a[0] - b[0]) / seconds, 2) for a, b in zip(after, before, strict=True)],
        "MB a server": [round(a[1]) for a in after],
    }


def takes(options: Options) -> float:
    return float(options.seconds + 75)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--engine", choices=("mosquitto", "nats"), default="mosquitto")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.begin()
    if given.engine == "mosquitto":
        parser.need(no_broker())
    json.dump(measure(given.engine, given.tables, given.seconds), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
