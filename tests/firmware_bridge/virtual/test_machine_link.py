"""The machine's end of the link, byte by byte: whom it answers, with what, and what it executes."""

from __future__ import annotations

import pytest

from firmware_bridge.frame import Decoder, LinkFrame, encode, tag
from firmware_bridge.message import (
    MAGIC,
    MAJOR,
    MINOR,
    Answer,
    Collect,
    Command,
    FrameType,
    Home,
    HostHello,
    Reason,
    Reply,
)
from firmware_bridge.packing import SCHEMA, code_of, pack
from firmware_bridge.pins import PIN_HASH
from firmware_bridge.virtual.machine_link import MachineLink
from tests.firmware_bridge.test_link import HELLO


class Machine:
    """Its wire in the test's hands; each command is answered with its number."""

    def __init__(self) -> None:
        self.executed: list[Command] = []
        self._incoming = b""
        self._decoder = Decoder()
        self._sent = b""
        self.link = MachineLink(self, lambda: HELLO, self._obey)

    def read(self) -> bytes:
        data, self._incoming = self._incoming, b""
        return data

    def write(self, data: bytes) -> None:
        self._sent += data

    def _obey(self, command: Command) -> Reply:
        self.executed.append(command)
        return Reply(Answer.ACCEPTED, Reason.NONE, len(self.executed))

    def receives(self, *frames: LinkFrame) -> list[LinkFrame]:
        """What it says to these."""
        self._incoming += b"".join(encode(frame) for frame in frames)
        self.link.poll(0.0)
        said, self._sent = self._decoder.feed(self._sent), b""
        return said


def greeting(session: int) -> LinkFrame:
    return LinkFrame(FrameType.HELLO, 0, 0, *pack(HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, session)))


def command(session: int, number: int, what: Command) -> LinkFrame:
    return LinkFrame(FrameType.COMMAND, number, tag(session, HELLO.life), *pack(what))


def reply(session: int, number: int, what: Command, action: int) -> LinkFrame:
    _, payload = pack(Reply(Answer.ACCEPTED, Reason.NONE, action))
    return LinkFrame(FrameType.REPLY, tag(session, HELLO.life), number, code_of(type(what)), payload)


@pytest.fixture
def machine() -> Machine:
    """Switched on, and met by the session 7."""
    made = Machine()
    made.receives()
    made.receives(greeting(7))
    return made


def test_it_greets_once_when_it_is_switched_on_and_then_only_who_greets_it() -> None:
    machine = Machine()
    assert [frame.type for frame in machine.receives()] == [FrameType.HELLO]
    assert machine.receives() == []
    assert [frame.type for frame in machine.receives(greeting(7))] == [FrameType.HELLO]
    assert machine.receives() == []


def test_before_anybody_greeted_it_nothing_is_executed_or_answered() -> None:
    machine = Machine()
    machine.receives()
    assert machine.receives(command(0, 1, Home()), command(7, 1, Home())) == []
    assert machine.executed == []


def test_the_first_command_is_executed_once_and_its_reply_is_said_again_word_for_word(
    machine: Machine,
) -> None:
    first = command(7, 1, Home())
    assert machine.receives(first) == [reply(7, 1, Home(), 1)]
    assert machine.receives(first) == [reply(7, 1, Home(), 1)]
    assert machine.receives(first, first) == [reply(7, 1, Home(), 1)] * 2
    assert machine.executed == [Home()]
    assert machine.link.repeated == 3


def test_another_session_gets_no_reply_that_was_for_the_one_before(machine: Machine) -> None:
    machine.receives(command(7, 1, Home()))
    machine.receives(greeting(8))
    assert machine.receives(command(8, 1, Collect())) == [reply(8, 1, Collect(), 2)]
    assert machine.receives(command(8, 1, Collect())) == [reply(8, 1, Collect(), 2)]
    assert machine.executed == [Home(), Collect()]
    assert machine.receives(command(7, 2, Home())) == []
    assert machine.executed == [Home(), Collect()]


def test_the_same_session_that_greets_again_finds_its_last_reply(machine: Machine) -> None:
    machine.receives(command(7, 1, Home()))
    machine.receives(greeting(7))
    assert machine.receives(command(7, 1, Home())) == [reply(7, 1, Home(), 1)]
    assert machine.receives(command(7, 2, Collect())) == [reply(7, 2, Collect(), 2)]
    assert machine.executed == [Home(), Collect()]


def test_an_old_number_that_comes_late_is_neither_executed_nor_answered(machine: Machine) -> None:
    for number in (1, 2, 3):
        machine.receives(command(7, number, Home()))
    assert machine.receives(command(7, 2, Collect()), command(7, 0, Collect())) == []
    assert machine.executed == [Home()] * 3
