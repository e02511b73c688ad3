"""The guided self-test without a machine: words, stale answers, times and a reset."""

from __future__ import annotations

import pytest

from controller.machine.selftest.acts import FIRST
from controller.machine.selftest.guide import STEP_S, WATCH_MS, Guide, Word
from firmware_bridge.device import Answered, Greeted
from firmware_bridge.message import (
    MAGIC,
    MAJOR,
    MINOR,
    Answer,
    Build,
    MachineHello,
    MachineState,
    Reply,
    ResetCause,
    Status,
    Stop,
    Telemetry,
    Watch,
)
from firmware_bridge.pins import Input

WATCHED = Answered(Watch(WATCH_MS), Reply(Answer.DONE))
HELLO = MachineHello(
    *(MAGIC, MAJOR, MINOR, 0, 0, 0, bytes(4), False), *(Build.AVR, ResetCause.POWER, 1, 7, 0, 0)
)


def bits(*inputs: Input) -> bytes:
    return sum(1 << one for one in inputs).to_bytes(5, "little")


def telemetry(asserted: bytes, released: bytes) -> Telemetry:
    return Telemetry((0,) * 9, (0,) * 8, 0, asserted, released)


def asked(act: str = "estop") -> Guide:
    """At the first step; earlier ones were left out."""
    guide = Guide(0.0)
    for _ in range(40):
        guide.feed(WATCHED)
        if guide.view is not None and guide.view.act == act:
            return guide
        if guide.view is not None:
            guide.say(guide.view.step, Word.SKIP)
    raise AssertionError(act)


def of(guide: Guide, name: str) -> str:
    return next(part.how for part in guide.parts if part.part == name)


def test_it_begins_with_a_stop_and_asks_for_one_act_after_the_other() -> None:
    guide = Guide(0.0)
    assert guide.take() == [Stop(), Watch(WATCH_MS)]
    assert guide.take() == []
    guide.feed(WATCHED)
    assert guide.view is not None
    assert (guide.view.step, guide.view.act, guide.view.waits_for) == (1, "estop", ("ESTOP",))
    assert guide.view.words == ("fails", "skip", "stop")


def test_a_step_ends_when_its_input_was_on_and_is_off_again() -> None:
    guide = asked()
    guide.feed(telemetry(bits(Input.ESTOP), bits(Input.ESTOP)))
    guide.feed(Status(MachineState.ESTOP, inputs=bits(Input.ESTOP)))
    assert guide.view is not None
    assert (guide.view.act, guide.view.seen) == ("estop", ("ESTOP",)), "it is still pressed"
    guide.feed(Status(MachineState.ESTOP))
    guide.feed(WATCHED)
    assert guide.view.act == "lid"
    assert of(guide, "ESTOP") == "works"


@pytest.mark.parametrize(("on", "how"), [(True, "stuck_on"), (False, "stuck_off")])
def test_an_act_after_which_nothing_happened_names_its_input(*, on: bool, how: str) -> None:
    guide = asked()
    guide.feed(telemetry(bits(Input.ESTOP) if on else bytes(5), bytes(5) if on else bits(Input.ESTOP)))
    assert guide.say(1, Word.FAILS)
    assert of(guide, "ESTOP") == how


def test_what_is_left_out_is_not_named() -> None:
    guide = asked()
    guide.feed(telemetry(bytes(5), bits(Input.ESTOP)))
    assert guide.say(1, Word.SKIP)
    assert of(guide, "ESTOP") == "not_tried"


def test_one_of_two_inputs_of_an_act_may_fail() -> None:
    guide = asked("entry")
    view = guide.view
    assert view is not None
    guide.feed(telemetry(bits(Input.ENTRY0), bits(Input.ENTRY0, Input.BACK_UP0)))
    guide.feed(Status(MachineState.UNHOMED))
    assert guide.view is not None
    assert (guide.view.step, guide.view.seen) == (view.step, ("ENTRY0",))
    assert guide.say(view.step, Word.FAILS)
    assert (of(guide, "ENTRY0"), of(guide, "BACK_UP0")) == ("works", "stuck_off")


def test_an_answer_to_a_step_that_is_over_counts_for_nothing() -> None:
    guide = asked("lid")
    assert not guide.say(1, Word.FAILS)
    assert not guide.say(2, Word.GO), "no such answer there"
    guide.say(2, Word.SKIP)
    assert not guide.say(2, Word.SKIP), "the next step is not asked for yet"
    guide.feed(WATCHED)
    assert guide.say(3, Word.SKIP)


def test_a_step_is_left_out_when_nobody_is_there() -> None:
    guide = asked()
    guide.tick(STEP_S - 1)
    assert guide.view is not None
    assert guide.view.act == "estop"
    guide.tick(STEP_S)
    guide.feed(WATCHED)
    assert guide.view.act == "lid"
    assert of(guide, "ESTOP") == "not_tried"


def test_nothing_is_switched_on_where_the_stop_did_not_answer() -> None:
    guide = asked()
    guide.feed(telemetry(bytes(5), bits(Input.ESTOP)))
    guide.say(1, Word.FAILS)
    for _ in FIRST[1:]:
        guide.feed(WATCHED)
        assert guide.view is not None
        assert guide.say(guide.view.step, Word.SKIP)
    guide.feed(WATCHED)
    assert guide.view is not None
    assert guide.view.act == "drum", "the motors are left out"


def test_a_reset_of_the_machine_ends_it() -> None:
    guide = asked("entry")
    guide.take()
    guide.feed(Greeted(HELLO, fresh=False))
    assert not guide.over
    guide.feed(Greeted(HELLO, fresh=True))
    assert (guide.over, guide.view, guide.act) == (True, None, None)
    assert guide.take() == [Stop(), Watch(0)]
    assert not guide.say(3, Word.STOP)
