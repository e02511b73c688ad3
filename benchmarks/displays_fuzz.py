"""Random and mutated payloads on every topic that a table reads: nothing breaks, no stranger changes a thing.

    python -m benchmarks.displays_fuzz [--messages 100000] [--seed 1]

The messages go through the same door as those of the broker (`Bus`, its gate, the service's main loop), only
the network is left out. Devices without the right to ask for something must not move the game, its journal,
the clock or a pause; every other message gets one answer or none, and the service lives on.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import paho.mqtt.client as paho

from benchmarks.progress import Command, Options, Progress
from contract.messages import Info, Snapshot
from contract.roles import Role
from contract.topics import Topics
from controller.broker.broker import Address
from controller.bus.authority import MAY
from controller.bus.examples import COMMANDS
from controller.bus.mqtt import Bus
from controller.sentences.refusals import Refusal
from tests.controller.desk import Desk, FakeBus
from tests.controller.given import unpaid

TOPICS: Final = Topics("home", "table-1")
TURN: Final = 200
"""Messages between two turns of the main loop."""
UNENTITLED: Final = tuple(f"{role}-x" for role in Role if not any(role in may for may in MAY.values()))
"""Accounts that may ask for nothing."""
OTHERS: Final = ("", "stranger", "seat", "seat7-x", "referees", "house/..", "#", "+", "a/b/c", "\u00e9\u4e2d")


class Line(Bus):
    """A bus whose broker is the benchmark: what it would publish is counted."""

    def __init__(self) -> None:
        info = Info(software="fuzz", club="home", table="table-1")
        super().__init__(TOPICS, Address("127.0.0.1", 1), info, "boot")
        self.sent: Counter[str] = Counter()

    def _send(self, topic: str, payload: bytes, **_: Any) -> None:
        json.loads(payload or b"null")
        kind = topic.removeprefix(f"{TOPICS.root}/").partition("/")[0]
        self.sent[kind if topic.startswith(TOPICS.root) else "elsewhere"] += 1

    def hear(self, topic: str, payload: bytes, *, retain: bool, properties: Any) -> None:
        """As paho calls for a message."""
        message = paho.MQTTMessage(topic=topic.encode("utf-8", "replace"))
        message.payload, message.retain = payload, retain
        message.properties = properties
        self._on_message(self._client, None, message)


class Properties:
    """Of MQTT 5, as paho gives them."""

    def __init__(self, rng: random.Random) -> None:
        if rng.random() < 0.5:
            self.ResponseTopic = rng.choice([TOPICS.reply("x"), TOPICS.state, "#", "", "\x00", TOPICS.cmd])
        if rng.random() < 0.5:
            self.CorrelationData = rng.randbytes(rng.randrange(9))


class FuzzBus(FakeBus):
    """What the desk's service talks to: the real bus, with the desk's notes of what was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.line = Line()

    def poll(self) -> Any:
        return self.line.poll()

    def answer(self, order: Any, why_not: Refusal | None = None) -> None:
        self.line.answer(order, why_not)

    def publish_state(self, snapshot: Snapshot) -> None:
        self.states[:] = [snapshot]
        self.line.publish_state(snapshot)


class FuzzDesk(Desk):
    BUS = FuzzBus


@dataclass
class Outcome:
    """What came of it: answers by code, seconds, and what must not have happened."""

    messages: int
    seconds: float = 0.0
    codes: Counter[str] = field(default_factory=Counter)
    unheard: int = 0
    crashes: list[str] = field(default_factory=list)
    unauthorised: list[str] = field(default_factory=list)
    elsewhere: int = 0

    @property
    def passed(self) -> bool:
        return not (self.crashes or self.unauthorised or self.elsewhere)


def fuzz(messages: int = 100_000, seed: int = 1) -> Outcome:
    """Half of the messages come to a table from strangers alone, half to another one from everybody."""
    rng, outcome = random.Random(seed), Outcome(messages)
    began = time.perf_counter()
    with Progress("messages", messages) as progress:
        for free in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                _one_table(Path(folder), messages // 2, rng, free, outcome, progress)
    outcome.seconds = time.perf_counter() - began
    return outcome


def _one_table(
    folder: Path, messages: int, rng: random.Random, free: bool, outcome: Outcome, progress: Progress
) -> None:
    desk = FuzzDesk(folder, unpaid()[:40])
    assert isinstance(desk.bus, FuzzBus)
    desk.turn()
    before = _stands(desk)
    for start in range(0, messages, TURN):
        for _ in range(min(TURN, messages - start)):
            _one(desk.bus.line, rng, free, outcome)
        try:
            desk.turn()
        except Exception as error:
            outcome.crashes.append(f"main loop: {error!r}")
            break
        if not free and _stands(desk) != before:
            outcome.unauthorised.append(f"after {start + TURN} messages")
            before = _stands(desk)
        progress.step(TURN)
    traffic = desk.bus.line.traffic
    outcome.codes.update(traffic.commands)
    outcome.unheard += traffic.unheard
    outcome.elsewhere += desk.bus.line.sent["elsewhere"]
    desk.service.close()


def _stands(desk: Desk) -> tuple[Any, ...]:
    """What only people with the right to it may change."""
    shown = desk.shown
    log = desk.game.log
    return (len(log), desk.game.scores, shown.paused, shown.clock, shown.rulings)


def _one(line: Line, rng: random.Random, free: bool, outcome: Outcome) -> None:
    topic, payload = _topic(rng, free), _payload(rng)
    try:
        line.hear(topic, payload, retain=rng.random() < 0.1, properties=Properties(rng))
    except Exception as error:
        outcome.crashes.append(f"{topic} {payload[:80]!r}: {error!r}")


def _topic(rng: random.Random, free: bool) -> str:
    """Of all that a table subscribes to; free ones are of the judges and the open door, too."""
    entitled = [TOPICS.cmd, TOPICS.cmd_of("house-x"), TOPICS.cmd_of("referee-x"), TOPICS.cmd_of("seat1-x")]
    devices = [*UNENTITLED, *OTHERS]
    others = [
        TOPICS.status,
        f"{TOPICS.root}/alert/{rng.choice(['', 'x', 'call-1', 'a/b'])}",
        f"{TOPICS.root}/presence/{rng.choice(devices)}",
        f"{TOPICS.root}/{_text(rng)}",
    ]
    if free and rng.random() < 0.5:
        return rng.choice(entitled)
    return f"{TOPICS.cmd}/{rng.choice(devices)}" if rng.random() < 0.7 else rng.choice(others)


def _payload(rng: random.Random) -> bytes:
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    command = rng.choice(COMMANDS).model_dump(mode="json")
    command["id"] = f"{rng.getrandbits(40):x}" if rng.random() < 0.8 else "again"
    command["expires_ms"] = command["if_rev"] = None
    if kind >= 3:
        _mutate(command, rng)
    whole = json.dumps(command).encode()
    return _damaged(whole, rng) if kind == 2 else whole


def _damaged(whole: bytes, rng: random.Random) -> bytes:
    """Bytes lost, changed or doubled."""
    data = bytearray(whole)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(data) or 1)
        match rng.randrange(4):
            case 0 if data:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randrange(9)]
            case 2:
                data[at:at] = data[at : at + rng.randrange(40)]
            case _:
                data = data[: at + 1] * rng.choice([1, 1, 60])
    return bytes(data)


def _mutate(command: dict[str, Any], rng: random.Random) -> None:
    """Other values, other types, other fields, at any depth."""
    for _ in range(rng.randrange(1, 4)):
        where: dict[str, Any] = command
        while (inner := [v for v in where.values() if isinstance(v, dict)]) and rng.random() < 0.6:
            where = rng.choice(inner)
        key = rng.choice([*where, _text(rng)])
        if rng.random() < 0.2:
            where.pop(key, None)
        else:
            where[key] = _value(rng, 3)


def _value(rng: random.Random, depth: int) -> Any:
    plain = [
        None,
        True,
        rng.randrange(-3, 6),
        rng.getrandbits(70),
        -rng.random() * 1e300,
        float("nan"),
        _text(rng),
        rng.choice(["ron", "P-18", "5m", "penalised", "correct", "fine", "\ud800", "x" * 5000]),
    ]
    if depth and rng.random() < 0.3:
        return [_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if depth and rng.random() < 0.3:
        return {_text(rng): _value(rng, depth - 1) for _ in range(rng.randrange(4))}
    return rng.choice(plain)


def _text(rng: random.Random) -> str:
    return "".join(
        chr(rng.choice([rng.randrange(32, 127), rng.randrange(1, 0xD7FF)])) for _ in range(rng.randrange(8))
    )


def takes(options: Options) -> float:
    return float(10 + options.messages / 1500)


def main() -> int:
    parser = Command("Random messages on every topic that a table reads.", takes)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.begin()
    found = fuzz(asked.messages, asked.seed)
    each = 1e6 * found.seconds / found.messages
    print(f"{found.messages} messages in {found.seconds:.1f} s, {each:.0f} us each: {dict(found.codes)}")
    bad = f"crashes {len(found.crashes)}, without authority {len(found.unauthorised)}"
    print(f"{bad}, written elsewhere {found.elsewhere}")
    for line in [*found.crashes, *found.unauthorised][:20]:
        print(line)
    return 0 if found.passed else 1


if __name__ == "__main__":
    sys.exit(main())
