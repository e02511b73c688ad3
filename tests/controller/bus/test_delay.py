"""The delayed branch: never early, in order, all of it, in bounded memory."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from contract.messages import EventMessage, Info
from contract.topics import Topics
from controller.broker.broker import EmbeddedBroker
from controller.bus.delay import BUCKET_S, DelayQueue, Late
from controller.bus.mqtt import Bus
from tests.controller.broker.client import needs_mosquitto, until
from tests.controller.club import Member, settled

DELAY = 300.0
TOPICS = Topics("home", "table-1")


@dataclass
class Studio:
    """A queue, true time, and a clock that may be set back but never runs ahead of time."""

    delay: float = DELAY
    limit: int = 20_000
    time: float = 0.0
    behind: float = -1_000_000.0
    sent: dict[bytes, float] = field(default_factory=dict)
    received: list[tuple[Late, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.queue = DelayQueue(self.delay, lambda: self.time - self.behind, self.limit)

    def send(self, topic: str) -> bytes:
        payload = str(len(self.sent)).encode()
        self.sent[payload] = self.time
        self.queue.put(topic, payload, retain=topic != "event")
        return payload

    def wait(self, seconds: float) -> None:
        self.time += seconds
        self.received += [(late, self.time) for late in self.queue.due()]

    def payloads(self) -> list[bytes]:
        return [late.payload for late, _ in self.received]


steps = st.lists(
    st.one_of(
        st.sampled_from(["state", "event", "win", "clock", "$status"]),
        st.floats(0, 2),
        st.floats(0, 2 * DELAY),
    ),
    max_size=120,
)


@settings(deadline=None)
@given(steps, st.floats(0, 3600))
def test_nothing_is_sent_early_and_everything_a_bucket_late_at_most(
    does: list[str | float], delay: float
) -> None:
    studio = Studio(delay)
    for step in does:
        if isinstance(step, str):
            studio.send(step)
        else:
            studio.wait(step)
    for late, at in studio.received:
        assert at - studio.sent[late.payload] >= delay
    studio.wait(delay + 2 * BUCKET_S)
    assert len(studio.queue) == 0


@settings(deadline=None)
@given(steps)
def test_events_come_all_and_in_order(does: list[str | float]) -> None:
    studio, events = Studio(), []
    for step in does:
        if isinstance(step, str):
            payload = studio.send(step)
            events += [payload] if step == "event" else []
        else:
            studio.wait(step)
    studio.wait(DELAY + 2 * BUCKET_S)
    assert [late.payload for late, _ in studio.received if late.topic == "event"] == events


@settings(deadline=None)
@given(steps)
def test_the_last_word_of_a_retained_topic_is_the_last_that_is_received(does: list[str | float]) -> None:
    studio, last = Studio(), {}
    for step in does:
        if isinstance(step, str):
            last[step] = studio.send(step)
        else:
            studio.wait(step)
    studio.wait(DELAY + 2 * BUCKET_S)
    assert {late.topic: late.payload for late, _ in studio.received} == last


@settings(deadline=None)
@given(steps, st.lists(st.tuples(st.integers(0, 119), st.floats(0, 10_000)), max_size=5))
def test_a_clock_that_is_set_back_only_makes_it_later(
    does: list[str | float], jumps: list[tuple[int, float]]
) -> None:
    studio = Studio()
    for n, step in enumerate(does):
        studio.behind += sum(by for at, by in jumps if at == n)
        if isinstance(step, str):
            studio.send(step)
        else:
            studio.wait(step)
    assert all(at - studio.sent[late.payload] >= DELAY for late, at in studio.received)
    assert studio.payloads() == sorted(studio.payloads(), key=int)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["state", "event", "win"]), max_size=60), st.integers(1, 10))
def test_memory_is_bounded_and_the_newest_stay(topics: list[str], limit: int) -> None:
    studio = Studio(limit=limit)
    for topic in topics:
        payload = studio.send(topic)
        assert len(studio.queue) <= limit
        studio.time += BUCKET_S
    studio.wait(DELAY + BUCKET_S)
    assert studio.payloads()[-1:] == ([payload] if topics else [])


def test_a_topic_that_never_rests_is_received_all_the_same() -> None:
    studio = Studio()
    for _ in range(4000):
        studio.send("state")
        studio.wait(0.1)
    assert studio.received
    assert len(studio.queue) <= DELAY / BUCKET_S + 2


def test_a_new_game_does_not_hurry_what_waits() -> None:
    studio = Studio()
    studio.send("win")
    studio.wait(DELAY - 1)
    studio.send("win")
    studio.send("state")
    assert not studio.received
    studio.wait(1 + BUCKET_S)
    assert studio.payloads() == [b"0"]


def sent(watcher: Member) -> list[str]:
    return [m.topic.partition("delayed/")[2] for m in watcher.received if "delayed/" in m.topic]


@needs_mosquitto
def test_a_broadcast_receives_the_table_later_and_nothing_after_a_restart(tmp_path: Path) -> None:
    """Whatever the wall clock does, and whatever an earlier run of the service had not told yet."""
    broker = EmbeddedBroker(tmp_path, TOPICS)
    broker.start()
    wall, mono = [1e9], [0.0]
    watcher = Member(broker.address)
    first = service(broker, wall, mono)
    first.publish_event(EventMessage(game="g", seq=1, rev=1, ts_ms=1, type="called", data={}))
    first.keep(TOPICS.state, b'{"rev": 1}')
    for jump in (0.0, 1e6, -1e6):
        wall[0] += jump
        mono[0] += DELAY / 4
        first.poll()
    assert not settled_topics(watcher, "delayed/")
    first.close()
    second = service(broker, wall, mono)
    mono[0] += DELAY / 2
    second.poll()
    assert not settled_topics(watcher, "delayed/")
    second.keep(TOPICS.state, b'{"rev": 7}')
    second.publish_event(EventMessage(game="g", seq=2, rev=7, ts_ms=1, type="called", data={}))
    mono[0] += DELAY + 1
    second.poll()
    assert until(lambda: set(sent(watcher)) == {"$status", "event", "state"})
    assert sent(watcher).count("event") == 1
    assert [m.payload for m in watcher.received if m.topic == TOPICS.delayed("state")] == [b'{"rev": 7}']
    late = Member(broker.address)
    assert until(lambda: TOPICS.delayed("state") in late.topics())
    assert TOPICS.delayed("event") not in settled(late)
    for each in (watcher, late):
        each.close()
    second.close()
    broker.stop()


def service(broker: EmbeddedBroker, wall: list[float], mono: list[float]) -> Bus:
    """A run of the service, with a wall clock and one that only goes on."""
    late = DelayQueue(DELAY, lambda: mono[0])
    info = Info(software="", club="home", table="table-1")
    bus = Bus(TOPICS, broker.address, info, secrets.token_hex(4), lambda: wall[0], late=late)
    bus.start()
    assert until(lambda: bus.connected)
    return bus


def settled_topics(member: Member, part: str) -> list[str]:
    return [topic for topic in settled(member) if part in topic]
