"""Another table of the same name at one broker: both show it, until one of them goes."""

from __future__ import annotations

from contract.messages import Status
from controller.broker.broker import EmbeddedBroker
from controller.bus.mqtt import Bus
from controller.bus.namesake import AGAIN_S, HELD_S, Namesake
from tests.controller.broker.client import needs_mosquitto, until
from tests.controller.bus.screen import INFO, TOPICS


def status(boot: str, *, online: bool = True) -> bytes:
    return Status(online=online, boot=boot).model_dump_json().encode()


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_is_retained_and_what_this_run_says_itself_tells_of_nobody() -> None:
    here = Namesake("a", Clock())
    assert not here.received(status("a"), retained=False)
    assert not here.received(status("before"), retained=True), "a run that was killed"
    assert not here.received(b"no status", retained=False)
    assert not here.there


def test_the_end_of_an_earlier_run_is_answered_and_tells_of_nobody() -> None:
    here = Namesake("a", Clock())
    assert here.received(status("before", online=False), retained=False)
    assert not here.there


def test_two_go_on_hearing_each_other_without_a_flood() -> None:
    clock = Clock()
    here = Namesake("a", clock)
    assert here.received(status("b"), retained=False)
    assert [here.received(status("b"), retained=False) for _ in range(5)] == [False] * 5
    clock.now += AGAIN_S
    assert here.due()
    assert not here.due()
    clock.now += HELD_S
    assert not here.there, "it was not heard for long"


def test_it_is_over_when_the_other_one_goes() -> None:
    here = Namesake("a", Clock())
    here.received(status("b"), retained=False)
    assert here.there
    assert here.received(status("b", online=False), retained=False)
    assert not here.there


@needs_mosquitto
def test_both_tables_of_one_name_at_one_broker_are_reported(broker: EmbeddedBroker) -> None:
    first = Bus(TOPICS, broker.address, INFO, "boot-1")
    first.start()
    assert until(lambda: first.connected)
    assert not first.namesake
    second = Bus(TOPICS, broker.address, INFO, "boot-2")
    second.start()
    try:
        assert until(lambda: first.namesake)
        assert until(lambda: second.namesake)
    finally:
        second.close()
    assert until(lambda: not first.namesake)
    first.close()
