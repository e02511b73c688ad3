"""The simulated machine besides its cycle: settings, black box, counters, self-test, single axes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from firmware_bridge import message as m
from firmware_bridge.message import NONE, Answer, Command, Fault, Outcome, Reason, Reply, Report, Verdict
from firmware_bridge.pins import ENDS, STEPPERS, Analog, Axis, Input
from firmware_bridge.settings import SETTINGS, checksum

RECORDS: Final = 64
"""Faults that the black box holds."""
BURST: Final = 16
"""Reports queued at once; the firmware's queue holds 32."""
SUPPLY_MV: Final = 24000
TEMPERATURE: Final = 250
"""Tenths of a degree."""
DONE: Final = Reply(Answer.DONE)


def refused(reason: Reason) -> Reply:
    return Reply(Answer.REFUSED, reason)


class Workshop:
    """`send` sends a report; `test_s` is the time that a self-test takes for each part."""

    def __init__(self, send: Callable[[Report], None], test_s: float) -> None:
        self._send = send
        self._test_s = test_s
        self._values = {s.name: s.default for s in SETTINGS}
        self._half: dict[str, int] = {}
        self._faults: deque[Fault] = deque(maxlen=RECORDS)
        self._parts: Iterator[Report] = iter(())
        self._part_s = self._since_part = 0.0
        self._watch_s = self._since_watch = 0.0
        self._positions = dict.fromkeys(STEPPERS, 0)
        self.supply = False
        """The motors have theirs."""
        self._changed = 0
        """Inputs that changed since somebody watches, by bit; nothing in this model is asserted for long."""

    @property
    def config(self) -> int:
        """Checksum of the settings in force."""
        return checksum(self._values)

    @property
    def half_configured(self) -> bool:
        return bool(self._half)

    def record(self, fault: Fault) -> None:
        self._faults.append(fault)

    def touch(self, inputs: Iterable[Input]) -> None:
        for one in inputs:
            self._changed |= 1 << one

    def step(self, passed: float, waiting: int) -> None:
        """Lets `passed` seconds go by; `waiting` reports have not been fetched."""
        self._since_part += passed
        while self._since_part >= self._part_s and waiting < BURST:
            part = next(self._parts, None)
            if part is None:
                break
            self._send(part)
            self._since_part = 0.0 if self._part_s else self._since_part
            waiting += 1
        self._since_watch += passed
        if self._watch_s and self._since_watch >= self._watch_s:
            self._since_watch = 0.0
            self._send(self._telemetry())

    def obey(self, command: Command, action: int) -> Reply | None:
        """None for a command of the cycle; `action` is the number of what it may begin."""
        match command:
            case m.Configure(key, value):
                return self._configure(key, value)
            case m.CommitConfig(crc):
                return self._commit(crc)
            case m.Watch(period_ms):
                self._watch_s, self._changed = period_ms / 1000, 0
                return DONE
            case m.ReadCounters():
                self._send(m.Counters(0, 1, 0, 0, len(self._faults), 0, 0, 0, 0, 0))
                return DONE
            case m.ReadFaults():
                return self._begin(0.0, [replace(f, outcome=Outcome.RECORDED) for f in self._faults], action)
            case m.SelfTest(axis):
                self.touch(_operated(axis))
                return self._begin(self._test_s, _parts(axis), action)
            case m.Jog(axis, forward, hold_ms):
                speed = self._values["HOME_SPEED"] * (1 if forward else -1)
                return self._shift(axis, speed * min(hold_ms, 500) // 1000)
            case m.Move(axis, target):
                return self._shift(axis, target - self._positions.get(Axis(axis), 0))
        return None

    def _configure(self, key: int, value: int) -> Reply:
        if key >= len(SETTINGS) or not SETTINGS[key].low <= value <= SETTINGS[key].high:
            return refused(Reason.ARGUMENT)
        self._half = {**(self._half or self._values), SETTINGS[key].name: value}
        return DONE

    def _commit(self, crc: int) -> Reply:
        values, self._half = self._half or self._values, {}
        if checksum(values) != crc:
            return refused(Reason.CONFIG)
        self._values = values
        return DONE

    def _begin(self, seconds: float, parts: list[Report], action: int) -> Reply:
        self._part_s, self._since_part = seconds, 0.0
        self._parts = iter([*parts, m.Done(action)])
        return Reply(Answer.ACCEPTED, action=action)

    def _shift(self, axis: int, steps: int) -> Reply:
        if axis >= len(Axis):
            return refused(Reason.ARGUMENT)
        if Axis(axis) in self._positions:
            self._positions[Axis(axis)] = max(0, min(32767, self._positions[Axis(axis)] + steps))
        return DONE

    def _telemetry(self) -> m.Telemetry:
        analogs = [0] * len(Analog)
        analogs[Analog.SUPPLY], analogs[Analog.TEMPERATURE] = SUPPLY_MV * self.supply, TEMPERATURE
        asserted, released = self._changed | self.supply << Input.MOTOR_POWER, (1 << len(Input)) - 1
        bits = asserted.to_bytes(5, "little"), released.to_bytes(5, "little")
        return m.Telemetry(tuple(self._positions.values()), tuple(analogs), 0, *bits)


def _operated(axis: int) -> list[Input]:
    """The inputs that the axes of a self-test operate."""
    ends = [end for slide, both in ENDS.items() if axis in (NONE, slide) for end in both]
    more = {Axis.CENTRE: Input.HATCH_CLOSED, Axis.DRUM: Input.DRUM_TACH}
    return ends + [one for mover, one in more.items() if axis in (NONE, mover)]


def _parts(axis: int) -> list[Report]:
    axes = [a for a in Axis if axis in (NONE, a)]
    tested: list[Report] = [m.PartTested(a, NONE, Verdict.PASS, 100) for a in axes]
    if axis == NONE:
        tested += [m.PartTested(NONE, i, Verdict.PASS, 1) for i in Input]
    return tested
