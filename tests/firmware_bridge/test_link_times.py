"""The service's end of the link, frame by frame: what it says and when, and what it makes of answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.device import Answered, DeviceLostError, Greeted, News, Trouble
from firmware_bridge.frame import Decoder, LinkFrame, encode, tag
from firmware_bridge.link import PRESS_S, HostLink
from firmware_bridge.message import (
    HOLD_MS,
    MAGIC,
    MAJOR,
    MINOR,
    Answer,
    Collect,
    Command,
    CommitConfig,
    Configure,
    DiceFell,
    FrameType,
    Heartbeat,
    Home,
    HostHello,
    MachineHello,
    MachineState,
    Press,
    Raise,
    Reason,
    Reply,
    Shuffle,
    Status,
    Stop,
)
from firmware_bridge.packing import SCHEMA, code_of, pack
from firmware_bridge.pins import PIN_HASH
from tests.firmware_bridge.test_link import HELLO

SESSION = 7
TAG = tag(SESSION, HELLO.life)
BEAT = (FrameType.COMMAND, code_of(Heartbeat))


class Service:
    """Its wire in the test's hands, and its clock."""

    def __init__(self) -> None:
        self.link = HostLink(self, SESSION)
        self.now = 100.0
        self._incoming = b""
        self._decoder = Decoder()
        self._sent = b""

    def read(self) -> bytes:
        data, self._incoming = self._incoming, b""
        return data

    def write(self, data: bytes) -> None:
        self._sent += data

    def receives(self, *frames: LinkFrame, lease: bool = True) -> list[News]:
        """What it makes of these."""
        self._incoming += b"".join(map(encode, frames))
        return self.link.poll(self.now, lease)

    def said(self) -> list[LinkFrame]:
        """Since it was asked last."""
        data, self._sent = self._sent, b""
        return self._decoder.feed(data)

    def after(self, seconds: float, *frames: LinkFrame, lease: bool = True) -> list[LinkFrame]:
        """What it says then, to these."""
        self.now += seconds
        self.receives(*frames, lease=lease)
        return self.said()


def hello(changed: MachineHello = HELLO) -> LinkFrame:
    return LinkFrame(FrameType.HELLO, 0, 0, *pack(changed))


def status() -> LinkFrame:
    return LinkFrame(FrameType.EVENT, 0, 0, *pack(Status(MachineState.READY)))


def answer(number: int, command: Command, reply: Reply, its: int = TAG) -> LinkFrame:
    return LinkFrame(FrameType.REPLY, its, number, code_of(type(command)), pack(reply)[1])


def event(number: int, its: int = TAG) -> LinkFrame:
    return LinkFrame(FrameType.EVENT, number, its, *pack(DiceFell((1, 2))))


def kinds(frames: list[LinkFrame]) -> list[FrameType]:
    return [frame.type for frame in frames]


def beatless(frames: list[LinkFrame]) -> list[LinkFrame]:
    return [frame for frame in frames if (frame.type, frame.code) != BEAT]


@pytest.fixture
def service() -> Service:
    """One that the machine has greeted, with its first heartbeat gone."""
    made = Service()
    made.receives(hello())
    made.receives(hello())
    made.said()
    return made


def test_it_greets_four_times_a_second_until_it_is_answered() -> None:
    service = Service()
    greeting = LinkFrame(
        FrameType.HELLO, 0, 0, *pack(HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, SESSION))
    )
    assert service.after(0.0) == [greeting]
    assert service.after(0.24) == []
    assert service.after(0.02) == [greeting]
    assert service.after(0.24) == []
    assert service.after(0.02) == [greeting]


def test_the_first_answer_is_greeted_again_at_once_and_the_second_is_news() -> None:
    service = Service()
    service.after(0.0)
    assert service.receives(hello()) == []
    assert kinds(service.said()) == [FrameType.HELLO]
    assert service.receives(hello()) == [Greeted(HELLO, True)]
    assert [(f.type, f.code) for f in service.said()] == [BEAT], "the lease goes first"
    assert service.receives(hello()) == [], "it is known by now"


def test_two_services_never_take_each_other_for_one() -> None:
    sessions = {HostLink(Service())._hello.session for _ in range(64)}
    assert len(sessions) > 32
    assert all(0 <= session < 0x10000 for session in sessions)


def test_heartbeats_have_numbers_of_their_own_and_the_longest_lease(service: Service) -> None:
    said = []
    for _ in range(256):
        service.now += 0.05
        service.receives(status())
        assert service.said() == []
        said += service.after(0.051, status())
    assert {frame.payload for frame in said} == {pack(Heartbeat(HOLD_MS))[1]}
    assert {frame.seq for frame in said} == {0}
    assert [frame.ack for frame in said] == [*range(2, 256), 1, 2]


def test_no_heartbeat_goes_while_the_lease_is_withheld(service: Service) -> None:
    assert service.after(0.2, status(), lease=False) == []
    assert [(f.type, f.code) for f in service.after(0.0)] == [BEAT]


def test_a_command_is_said_again_later_and_later_and_then_the_handshake_begins_anew(
    service: Service,
) -> None:
    service.link.send(Home())
    begun, frames = service.now, []
    while service.now < begun + 2.5:
        frames += [(service.now - begun, frame) for frame in beatless(service.after(0.001, status()))]
    times = [at for at, frame in frames if frame.type is FrameType.COMMAND]
    assert times == pytest.approx([0.001, 0.031, 0.091, 0.211, 0.451, 0.931], abs=0.004)
    assert {frame for _, frame in frames if frame.type is FrameType.COMMAND} == {
        LinkFrame(FrameType.COMMAND, 1, TAG, *pack(Home()))
    }
    greeted = [at for at, frame in frames if frame.type is FrameType.HELLO]
    assert greeted == pytest.approx([1.891, 2.141, 2.391], abs=0.008)
    assert service.link.statistics.repeated == 5
    service.receives(hello())
    assert beatless(service.said()) == [LinkFrame(FrameType.COMMAND, 1, TAG, *pack(Home()))]


def test_a_press_that_nobody_answers_is_forgotten_after_half_a_second(service: Service) -> None:
    service.link.send(Press())
    service.link.send(Home())
    begun, codes = service.now, []
    while service.now < begun + 1.2:
        codes += [(service.now - begun, frame.code) for frame in beatless(service.after(0.001, status()))]
    assert max(at for at, code in codes if code == code_of(Press)) < PRESS_S
    assert min(at for at, code in codes if code == code_of(Home)) == pytest.approx(PRESS_S, abs=0.02)


def test_one_command_is_under_way_at_a_time_and_each_has_the_next_number(service: Service) -> None:
    done = Reply(Answer.DONE)
    for number in [*range(1, 256), 1, 2]:
        service.link.send(Home())
        service.link.send(Raise())
        (sent,) = beatless(service.after(0.001, status()))
        assert (sent.seq, sent.code) == (number, code_of(Home))
        assert service.link.under_way == Home()
        assert beatless(service.after(0.001)) == []
        service.link.drop()
        service.link._queue.clear()
        assert service.link.under_way is None
    assert service.receives(answer(2, Home(), done)) == [], "it was given up"


@pytest.mark.parametrize(("number", "its"), [(2, TAG), (0, TAG), (1, TAG ^ 1)])
def test_a_reply_to_something_else_answers_nothing(service: Service, number: int, its: int) -> None:
    service.link.send(Home())
    service.receives()
    refused = Reply(Answer.REFUSED, Reason.BUSY)
    assert service.receives(answer(number, Home(), refused, its)) == []
    assert service.receives(answer(1, Home(), refused)) == [Answered(Home(), refused)]
    assert service.receives(answer(1, Home(), refused)) == [], "once"


def test_stop_is_said_until_it_is_acknowledged_and_nothing_else_before(service: Service) -> None:
    for number in [*range(1, 256), 1]:
        service.link.send(Shuffle())
        service.link.send(Stop())
        service.link.send(Collect(0))
        stop = LinkFrame(FrameType.STOP, 0, number, code_of(Stop))
        assert beatless(service.after(0.0, status())) == [stop]
        assert beatless(service.after(0.029)) == []
        assert beatless(service.after(0.002)) == [stop]
        service.receives(LinkFrame(FrameType.ACK, 0, number ^ 1, code_of(Stop)))
        assert beatless(service.after(0.031)) == [stop]
        acknowledged = LinkFrame(FrameType.ACK, 0, number, code_of(Stop))
        assert [frame.code for frame in beatless(service.after(0.031, acknowledged))] == [code_of(Collect)]
        service.link.drop()


def test_an_event_is_reported_once_acknowledged_each_time_and_never_out_of_turn(service: Service) -> None:
    def reported(number: int, its: int = TAG) -> tuple[int, list[LinkFrame]]:
        count = len(service.receives(event(number, its)))
        return count, beatless(service.said())

    def acknowledged(number: int) -> list[LinkFrame]:
        return [LinkFrame(FrameType.ACK, TAG, number, code_of(DiceFell))]

    assert reported(2) == (0, [])
    assert reported(1, TAG ^ 1) == (0, [])
    for number in [*range(1, 256), 1]:
        assert reported(number) == (1, acknowledged(number))
        assert reported(number) == (0, acknowledged(number))
        assert reported((number + 1) % 255 + 1) == (0, [])
    assert reported(255) == (0, [])


def test_nothing_is_reported_of_a_machine_that_has_not_answered_yet() -> None:
    service = Service()
    assert service.receives(status()) == []
    assert service.receives(LinkFrame(FrameType.EVENT, 1, tag(SESSION, 0), *pack(DiceFell((1, 2))))) == []
    service.receives(hello())
    assert service.receives(status()) == [Status(MachineState.READY)]


def test_after_half_a_second_without_a_word_it_greets_and_after_two_it_says_so(service: Service) -> None:
    assert kinds(service.after(0.5)) == [FrameType.COMMAND]
    assert kinds(service.after(0.01)) == [FrameType.HELLO]
    service.now += 1.49
    service.receives()
    service.now += 0.01
    with pytest.raises(DeviceLostError) as lost:
        service.receives()
    assert lost.value.trouble is Trouble.SILENT
    service.now += 1.99
    service.receives()
    service.now += 0.02
    with pytest.raises(DeviceLostError):
        service.receives()


def test_bytes_that_are_no_frames_are_a_stranger_until_a_frame_comes(service: Service) -> None:
    service._incoming = b"ok T:21.0\r\n"
    service.receives()
    service.now += 2.01
    with pytest.raises(DeviceLostError) as lost:
        service.receives()
    assert lost.value.trouble is Trouble.STRANGER
    service.now += 2.01
    with pytest.raises(DeviceLostError) as lost:
        service.receives()
    assert lost.value.trouble is Trouble.SILENT
    service._incoming = b"noise\0"
    service.receives()
    service.receives(status())
    service.now += 2.01
    with pytest.raises(DeviceLostError) as lost:
        service.receives()
    assert lost.value.trouble is Trouble.SILENT


def test_a_machine_that_is_refused_is_asked_again_a_second_later(service: Service) -> None:
    with pytest.raises(DeviceLostError):
        service.receives(hello(replace(HELLO, schema=SCHEMA ^ 1)))
    assert service.after(0.48, status()) == []
    assert service.after(0.48, status()) == []
    assert kinds(service.after(0.05, status())) == [FrameType.HELLO]


def test_a_machine_after_a_reset_has_numbers_from_one_again(service: Service) -> None:
    service.link.send(Home())
    service.receives(event(1))
    reborn = replace(HELLO, life=HELLO.life + 1)
    its = tag(SESSION, reborn.life)
    service.receives(hello(reborn))
    assert service.receives(hello(reborn)) == [Greeted(reborn, True)]
    service.said()
    assert service.receives(event(1, its)) == [DiceFell((1, 2))]
    service.link.send(Raise())
    service.said()
    (sent,) = beatless(service.after(0.001))
    assert (sent.seq, sent.ack, sent.code) == (1, its, code_of(Raise))
    assert service.link.statistics.lives == 2


def test_settings_go_before_what_waited() -> None:
    service = Service()
    service.link = HostLink(service, SESSION, {"HOME_SPEED": 900})
    service.link.send(Home())
    service.receives(hello())
    service.receives(hello())
    order: list[LinkFrame] = []
    while not order or order[-1].code != code_of(Home):
        order += beatless(service.said())[-1:]
        service.receives(
            LinkFrame(FrameType.REPLY, TAG, order[-1].seq, order[-1].code, pack(Reply(Answer.DONE))[1])
        )
    assert [frame.seq for frame in order] == [1, 2, 3]
    assert [frame.code for frame in order] == [code_of(c) for c in (Configure, CommitConfig, Home)]


def test_it_counts_what_it_says_and_receives(service: Service) -> None:
    before = service.link.statistics
    assert (before.sent, before.heard, before.damaged, before.repeated) == (2, 2, 0, 0)
    assert (before.median_ms, before.p99_ms) == (None, None)
    service.receives(status(), event(1))
    service._incoming = b"\x05junk\0"
    service.receives()
    after = service.link.statistics
    assert (after.sent, after.heard, after.damaged) == (3, 4, 1)


class Beats:
    """Heartbeats that are acknowledged after so many milliseconds, and what the link makes of them."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._number = 1
        service.receives(LinkFrame(FrameType.ACK, 0, 1, code_of(Heartbeat)))
        service.link._trips.clear()

    def go(self, count: int, ms: float) -> None:
        for _ in range(count):
            self._number = self._number % 255 + 1
            assert len(self.service.after(0.1001, status())) == 1
            acknowledged = LinkFrame(FrameType.ACK, 0, self._number, code_of(Heartbeat))
            assert self.service.after(ms / 1000, acknowledged, acknowledged) == []

    @property
    def median_ms(self) -> float | None:
        return self.service.link.statistics.median_ms

    @property
    def p99_ms(self) -> float | None:
        return self.service.link.statistics.p99_ms


def test_the_way_there_and_back_is_measured_over_the_last_thousand_heartbeats(service: Service) -> None:
    beats = Beats(service)
    beats.go(501, 10)
    beats.go(499, 30)
    assert beats.median_ms == pytest.approx(10)
    beats.go(1, 30)
    assert beats.median_ms == pytest.approx(20)


def test_of_a_hundred_ways_one_may_be_longer_than_the_99th_percentile(service: Service) -> None:
    beats = Beats(service)
    beats.go(98, 10)
    beats.go(1, 60)
    beats.go(1, 90)
    assert beats.median_ms == pytest.approx(10)
    assert beats.p99_ms == pytest.approx(60)
