"""The delayed branch: never early, in order, all of it, in bounded memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from controller.delay import BUCKET_S, DelayQueue, Late

DELAY = 300.0


@dataclass
class Studio:
    """A queue, true time, and a clock that may be set back but never runs ahead of time."""

    delay: float = DELAY
    limit: int = 20_000
    time: float = 0.0
    behind: float = -1_000_000.0
    told: dict[bytes, float] = field(default_factory=dict)
    heard: list[tuple[Late, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.queue = DelayQueue(self.delay, lambda: self.time - self.behind, self.limit)

    def tell(self, topic: str) -> bytes:
        payload = str(len(self.told)).encode()
        self.told[payload] = self.time
        self.queue.put(topic, payload, retain=topic != "event")
        return payload

    def wait(self, seconds: float) -> None:
        self.time += seconds
        self.heard += [(late, self.time) for late in self.queue.due()]

    def payloads(self) -> list[bytes]:
        return [late.payload for late, _ in self.heard]


steps = st.lists(
    st.one_of(
        st.sampled_from(["state", "event", "win", "clock", "$status"]),
        st.floats(0, 2),
        st.floats(0, 2 * DELAY),
    ),
    max_size=120,
)


@given(steps, st.floats(0, 3600))
def test_nothing_is_told_early_and_everything_a_bucket_late_at_most(
    does: list[str | float], delay: float
) -> None:
    studio = Studio(delay)
    for step in does:
        if isinstance(step, str):
            studio.tell(step)
        else:
            studio.wait(step)
    for late, at in studio.heard:
        assert at - studio.told[late.payload] >= delay
    studio.wait(delay + 2 * BUCKET_S)
    assert len(studio.queue) == 0


@given(steps)
def test_events_come_all_and_in_order(does: list[str | float]) -> None:
    studio, events = Studio(), []
    for step in does:
        if isinstance(step, str):
            payload = studio.tell(step)
            events += [payload] if step == "event" else []
        else:
            studio.wait(step)
    studio.wait(DELAY + 2 * BUCKET_S)
    assert [late.payload for late, _ in studio.heard if late.topic == "event"] == events


@given(steps)
def test_the_last_word_of_a_retained_topic_is_the_last_that_is_heard(does: list[str | float]) -> None:
    studio, last = Studio(), {}
    for step in does:
        if isinstance(step, str):
            last[step] = studio.tell(step)
        else:
            studio.wait(step)
    studio.wait(DELAY + 2 * BUCKET_S)
    assert {late.topic: late.payload for late, _ in studio.heard} == last


@given(steps, st.lists(st.tuples(st.integers(0, 119), st.floats(0, 10_000)), max_size=5))
def test_a_clock_that_is_set_back_only_makes_it_later(
    does: list[str | float], jumps: list[tuple[int, float]]
) -> None:
    studio = Studio()
    for n, step in enumerate(does):
        studio.behind += sum(by for at, by in jumps if at == n)
        if isinstance(step, str):
            studio.tell(step)
        else:
            studio.wait(step)
    assert all(at - studio.told[late.payload] >= DELAY for late, at in studio.heard)
    assert studio.payloads() == sorted(studio.payloads(), key=int)


@given(st.lists(st.sampled_from(["state", "event", "win"]), max_size=60), st.integers(1, 10))
def test_memory_is_bounded_and_the_newest_stay(topics: list[str], limit: int) -> None:
    studio = Studio(limit=limit)
    for topic in topics:
        payload = studio.tell(topic)
        assert len(studio.queue) <= limit
        studio.time += BUCKET_S
    studio.wait(DELAY + BUCKET_S)
    assert studio.payloads()[-1:] == ([payload] if topics else [])


def test_a_topic_that_never_rests_is_heard_all_the_same() -> None:
    studio = Studio()
    for _ in range(4000):
        studio.tell("state")
        studio.wait(0.1)
    assert studio.heard
    assert len(studio.queue) <= DELAY / BUCKET_S + 2


def test_a_new_game_does_not_hurry_what_waits() -> None:
    studio = Studio()
    studio.tell("win")
    studio.wait(DELAY - 1)
    studio.tell("win")
    studio.tell("state")
    assert not studio.heard
    studio.wait(1 + BUCKET_S)
    assert studio.payloads() == [b"0"]
