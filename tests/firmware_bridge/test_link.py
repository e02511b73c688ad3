from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.device import Answered, DeviceLostError, Greeted, News
from firmware_bridge.frame import LinkFrame, encode
from firmware_bridge.link import HostLink
from firmware_bridge.message import (
    EVENT_QUEUE,
    MAGIC,
    MAJOR,
    MINOR,
    Answer,
    Build,
    Collect,
    Command,
    CommitConfig,
    Configure,
    DiceFell,
    Fault,
    FrameType,
    Heartbeat,
    Home,
    MachineHello,
    Raise,
    Reason,
    Reply,
    Report,
    ResetCause,
    Shuffle,
    Stop,
    ThrowDice,
)
from firmware_bridge.packing import SCHEMA, pack
from firmware_bridge.pins import BOARDS, PIN_HASH
from firmware_bridge.settings import SETTINGS, checksum
from firmware_bridge.virtual.machine_link import MachineLink
from tests.firmware_bridge.ports import BAD, Mangle, Wire, WireEnd

COMMANDS: list[Command] = [Home(), Collect(), Shuffle(), Raise(), ThrowDice()] * 4
REPORTS: list[Report] = [DiceFell((1 + n % 6, 1 + n // 6 % 6)) for n in range(30)]
STEP_S = 0.005
HELLO = MachineHello(
    *(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, checksum({}), b"\0\0\0\0", False, Build.PYTHON),
    *(ResetCause.POWER, 1, 77, 0, 0),
)


class Machine:
    """The machine's end with a list of what it executed."""

    def __init__(self, port: WireEnd, hello: MachineHello = HELLO, reply: Reply | None = None) -> None:
        self.done: list[Command] = []
        self._reply = reply or Reply(Answer.DONE)
        self.link = MachineLink(port, lambda: hello, self._obey)

    def _obey(self, command: Command) -> Reply:
        self.done.append(command)
        return self._reply


class Bench:
    """Both ends, run for some seconds of their common clock."""

    def __init__(self, mangle: Mangle = BAD["perfect"], seed: int = 0, hello: MachineHello = HELLO) -> None:
        self.wire = Wire(mangle, seed)
        self.host = HostLink(self.wire.host, session=seed)
        self.machine = Machine(self.wire.machine, hello)
        self.now = 0.0
        self.news: list[News] = []
        self.lost: list[str] = []

    def run(self, seconds: float, lease: bool = True) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += STEP_S
            self.machine.link.poll(self.now)
            try:
                self.news += self.host.poll(self.now, lease)
            except DeviceLostError as error:
                self.lost.append(str(error))

    @property
    def reports(self) -> list[News]:
        return [n for n in self.news if not isinstance(n, Answered | Greeted)]

    @property
    def answers(self) -> list[Command]:
        return [n.command for n in self.news if isinstance(n, Answered)]


@pytest.mark.parametrize("mangle", BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("seed", range(3))
def test_every_command_and_report_arrives_once_and_in_order(mangle: Mangle, seed: int) -> None:
    bench = Bench(mangle, seed)
    for command in COMMANDS:
        bench.host.send(command)
    bench.run(1.0)
    for report in REPORTS:
        bench.machine.link.report(report)
    for _ in range(100):
        bench.run(1.0)
        if bench.reports == REPORTS and bench.answers == COMMANDS:
            break
    assert bench.machine.done == COMMANDS
    assert bench.answers == COMMANDS
    assert bench.reports == REPORTS


def test_a_refusal_comes_back_with_its_command_and_reason() -> None:
    bench = Bench()
    bench.machine = Machine(bench.wire.machine, reply=Reply(Answer.REFUSED, Reason.UNHOMED))
    bench.host.send(Raise())
    bench.run(1.0)
    assert Answered(Raise(), Reply(Answer.REFUSED, Reason.UNHOMED)) in bench.news


def test_a_silent_machine_is_reported_lost_and_greeted_again() -> None:
    bench = Bench()
    bench.run(0.5)
    assert [type(n) for n in bench.news] == [Greeted]
    bench.wire.unplug(True)
    bench.run(2.5)
    assert bench.lost == [
        "The machine does not answer: check its power, its cable and the port in the configuration."
    ]
    bench.wire.unplug(False)
    bench.machine.link.report(DiceFell((3, 4)))
    bench.run(2.0)
    assert bench.reports == [DiceFell((3, 4))]
    assert bench.host.statistics.lives == 1


def test_a_cable_put_back_or_a_reset_is_met_again_within_two_seconds() -> None:
    bench = Bench()
    bench.run(0.5)
    bench.wire.unplug(True)
    bench.run(1.0)
    bench.wire.unplug(False)
    bench.machine = Machine(bench.wire.machine, replace(HELLO, life=78))
    bench.run(2.0)
    greeted = [n for n in bench.news if isinstance(n, Greeted)]
    assert [(g.hello.life, g.fresh) for g in greeted] == [(77, True), (78, True)]
    bench.host.send(Home())
    bench.run(0.2)
    assert bench.machine.done == [Home()]


def test_a_machine_that_was_reset_is_not_sent_what_its_last_life_had_not_done() -> None:
    bench = Bench()
    bench.run(0.5)
    bench.wire.unplug(True)
    bench.host.send(Raise())
    bench.run(0.3)
    bench.wire.unplug(False)
    bench.machine = Machine(bench.wire.machine, replace(HELLO, life=78))
    bench.run(3.0)
    assert bench.machine.done == []
    assert bench.answers == []


def test_a_command_whose_reply_was_lost_is_not_executed_again_after_the_link_was_down() -> None:
    bench = Bench()
    bench.run(0.5)
    bench.wire.host.unplugged = True
    bench.host.send(Home())
    bench.wire.host.unplugged = False
    bench.host.poll(bench.now)
    bench.now += STEP_S
    bench.machine.link.poll(bench.now)
    assert bench.machine.done == [Home()]
    bench.wire.unplug(True)
    bench.run(5.0)
    bench.wire.unplug(False)
    bench.run(3.0)
    assert bench.machine.done == [Home()]
    assert bench.answers == [Home()]


def test_a_restarted_service_is_not_taken_for_the_old_one() -> None:
    wire = Wire(BAD["perfect"], 0)
    machine = Machine(wire.machine)
    for session in (1, 2):
        host = HostLink(wire.host, session)
        host.send(Home())
        for tick in range(100):
            machine.link.poll(session * 10 + tick / 100)
            host.poll(session * 10 + tick / 100)
    assert machine.done == [Home(), Home()]


REFUSED = [
    (replace(HELLO, major=MAJOR - 1), "firmware is older than this release"),
    (replace(HELLO, major=MAJOR + 1), "firmware is newer than this release"),
    (replace(HELLO, schema=SCHEMA ^ 1), "another version of the protocol"),
    (replace(HELLO, pins=PIN_HASH ^ 1), "built for another wiring"),
    (replace(HELLO, magic=b"XY"), "Something else than the machine answers"),
]


@pytest.mark.parametrize(("hello", "sentence"), REFUSED, ids=[s for _, s in REFUSED])
def test_a_machine_that_must_not_be_moved_is_refused_in_words(hello: MachineHello, sentence: str) -> None:
    bench = Bench(hello=hello)
    bench.host.send(Home())
    bench.run(5.0)
    assert bench.lost
    assert all(sentence in reason for reason in bench.lost)
    assert bench.machine.done == []


@pytest.mark.parametrize("pins", BOARDS)
def test_the_machine_of_each_board_of_the_table_is_moved(pins: int) -> None:
    bench = Bench(hello=replace(HELLO, pins=pins, build=Build.STM32))
    bench.host.send(Home())
    bench.run(1.0)
    assert (bench.lost, bench.machine.done) == ([], [Home()])


def test_another_device_on_the_port_is_distinguished_from_silence() -> None:
    wire = Wire(BAD["perfect"], 0)
    host = HostLink(wire.host)

    def listen() -> None:
        for tick in range(300):
            wire.machine.write(b"$GPGGA,092750.000,5321.6802,N\r\n")
            host.poll(tick / 100)

    with pytest.raises(DeviceLostError, match="Something else than the machine answers"):
        listen()


def test_a_host_with_another_pin_map_is_known_to_the_machine() -> None:
    bench = Bench()
    bench.run(0.5)
    assert bench.machine.link.pins_agree
    foreign = Wire(BAD["perfect"], 0)
    machine = Machine(foreign.machine)
    hello = LinkFrame(FrameType.HELLO, 0, 0, 0, MAGIC + bytes([MAJOR, MINOR]) + bytes(8))
    foreign.host.write(encode(hello))
    machine.link.poll(0.0)
    assert not machine.link.pins_agree


def test_settings_are_sent_where_they_differ_and_only_there() -> None:
    bench = Bench()
    bench.run(1.0)
    assert bench.machine.done == []
    wanted = {"LIFT_SPEED": 1500}
    bench.host = HostLink(bench.wire.host, session=9, settings=wanted)
    bench.run(2.0)
    *values, commit = bench.machine.done
    assert commit == CommitConfig(checksum(wanted))
    keys = [s.name for s in SETTINGS]
    assert values == [Configure(keys.index("LIFT_SPEED"), 1500)], "it has the defaults otherwise"


def test_a_machine_with_unknown_settings_is_sent_all() -> None:
    bench = Bench(hello=replace(HELLO, config=checksum({"LIFT_SPEED": 1400})))
    wanted = {"LIFT_SPEED": 1500}
    bench.host = HostLink(bench.wire.host, session=9, settings=wanted)
    bench.run(2.0)
    *values, commit = bench.machine.done
    assert commit == CommitConfig(checksum(wanted))
    assert values == [Configure(key, wanted.get(s.name, s.default)) for key, s in enumerate(SETTINGS)]


def test_the_lease_runs_out_when_the_service_withholds_it() -> None:
    bench = Bench()
    bench.run(0.5)
    until = bench.machine.link.lease_until
    assert until == pytest.approx(bench.now + 0.3, abs=0.12)
    bench.run(0.5, lease=False)
    assert bench.machine.link.lease_until <= until + 0.01


@pytest.mark.parametrize("after", range(1, 25))
def test_a_machine_after_a_reset_has_its_lease_before_it_gets_a_command(after: int) -> None:
    """Whenever between two heartbeats it happens, and at once."""
    bench = Bench()
    bench.run(0.5 + after * STEP_S)
    reset = bench.now
    leases: list[tuple[float, float]] = []

    def obey(command: Command) -> Reply:
        leases.append((bench.now, bench.machine.link.lease_until))
        return Reply(Answer.DONE)

    bench.machine.link = MachineLink(bench.wire.machine, lambda: replace(HELLO, life=78), obey)
    while len([n for n in bench.news if isinstance(n, Greeted)]) < 2:
        bench.run(STEP_S)
    bench.host.send(Home())
    bench.run(0.2)
    ((at, lease),) = leases
    assert lease >= at
    assert at - reset < 0.05


def test_another_port_is_greeted_at_once() -> None:
    """A machine that was switched on long before does not greet by itself."""
    bench = Bench()
    bench.run(0.1)
    assert bench.host.statistics.lives == 1
    bench.wire = Wire(BAD["perfect"], 1)
    bench.machine = Machine(bench.wire.machine, replace(HELLO, life=78))
    bench.wire.unplug(True)
    bench.machine.link.poll(bench.now)
    bench.wire.unplug(False)
    bench.host.reconnect(bench.wire.host)
    bench.run(0.05)
    assert [n.hello.life for n in bench.news if isinstance(n, Greeted)] == [77, 78]


def test_heartbeats_are_a_tenth_of_a_second_apart() -> None:
    bench = Bench()
    bench.run(0.5)
    before = bench.host.statistics.sent
    bench.run(2.0)
    assert bench.host.statistics.sent - before == pytest.approx(20, abs=1)


def test_a_lease_is_never_longer_than_the_machine_allows() -> None:
    bench = Bench()
    bench.run(0.5)
    bench.wire.host.write(encode(LinkFrame(FrameType.COMMAND, 0, 1, *pack(Heartbeat(60000)))))
    bench.run(STEP_S)
    assert bench.machine.link.lease_until <= bench.now + 0.3


def test_stop_overtakes_what_waits_and_takes_it_back() -> None:
    bench = Bench()
    bench.run(0.5)
    for command in COMMANDS:
        bench.host.send(command)
    bench.host.send(Stop())
    bench.host.send(Home())
    bench.run(1.0)
    assert bench.machine.done[0] == Stop()
    assert set(map(type, bench.machine.done)) == {Stop, Home}
    assert bench.machine.done.count(Home()) == 1


def test_stop_needs_no_handshake_and_is_repeated_until_it_is_acknowledged() -> None:
    bench = Bench(BAD["20 % loss"], 3)
    bench.host.send(Stop())
    bench.run(0.2)
    assert Stop() in bench.machine.done


def test_a_queue_that_nobody_fetches_says_so_once() -> None:
    bench = Bench()
    bench.run(0.5)
    for n in range(EVENT_QUEUE + 10):
        bench.machine.link.report(DiceFell((1 + n % 6, 1)))
    bench.run(3.0)
    faults = [r for r in bench.reports if isinstance(r, Fault)]
    assert [f.code for f in faults] == [0x07]
    assert bench.reports[-1] == faults[0]
    assert len(bench.reports) == EVENT_QUEUE


def test_the_link_measures_itself() -> None:
    bench = Bench()
    bench.run(3.0)
    measured = bench.host.statistics
    assert measured.median_ms == pytest.approx(1000 * STEP_S, abs=0.1)
    assert measured.p99_ms is not None
    assert (measured.damaged, measured.repeated, measured.lives) == (0, 0, 1)
    assert measured.heard > 25
    noisy = Bench(BAD["1 % bit errors"], 2)
    for command in COMMANDS:
        noisy.host.send(command)
    noisy.run(10.0)
    assert noisy.host.statistics.damaged > 0
    assert noisy.host.statistics.repeated > 0
