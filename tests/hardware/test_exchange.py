"""One firmware for another at a simulated board, and what becomes of firmware that does not greet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware_bridge.flash.bootloader import Bootloader, BusyMachineError, FlashError
from firmware_bridge.flash.exchange import Exchange, Reporting
from firmware_bridge.flash.image import Image, identity_of
from firmware_bridge.message import MachineHello, MachineState
from hardware.sim.board import Board, firmware, prepared, running
from hardware.sim.rig import Rig
from tests.hardware.conftest import Make, need, raising


@pytest.fixture(autouse=True)
def simulator() -> None:
    need("sim")


class Person:
    """Reads what is said, and switches the machine off and on when asked."""

    def __init__(self, board: Board, switches: bool = True) -> None:
        self.read: list[str] = []
        self._board, self._switches = board, switches

    def says(self, sentence: str) -> None:
        self.read.append(sentence)
        if sentence.startswith("Switch the machine off and on") and self._switches:
            self._board.at(2.0, self._board.power)


def exchanged(board: Board, new: Image, before: Image | None, person: Person) -> MachineHello:
    shares: list[float] = []
    hello = Exchange(board, board, Reporting(person.says, shares.append)).run(new, before)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    return hello


def runs(board: Board) -> object:
    board.read()
    found = Bootloader(board, board).look()
    return identity_of(found) if isinstance(found, MachineHello) else found


def test_the_new_firmware_greets() -> None:
    with running(firmware("other")) as board:
        person = Person(board)
        hello = exchanged(board, firmware(), firmware("other"), person)
        assert identity_of(hello) == firmware().identity == runs(board)
        assert person.read == []


@pytest.mark.slow
@pytest.mark.parametrize("bad", ["mute", "falls"])
@pytest.mark.parametrize("reset_line", [False, True])
def test_firmware_that_does_not_greet_makes_way_for_the_one_before(bad: str, reset_line: bool) -> None:
    """One that is mute keeps its watchdog quiet: without a line to RESET a person is asked."""
    with running(firmware()) as board:
        board.reset_line = reset_line
        person = Person(board)
        with pytest.raises(FlashError, match="has its firmware from before again"):
            Exchange(board, board, Reporting(person.says, lambda share: None)).run(firmware(bad), firmware())
        assert runs(board) == firmware().identity
        asked = any(said.startswith("Switch the machine off and on") for said in person.read)
        assert asked is (bad == "mute" and not reset_line)


@pytest.mark.slow
def test_where_nobody_switches_the_machine_off_the_sentence_says_what_to_do() -> None:
    with running(firmware()) as board:
        person = Person(board, switches=False)
        exchange = Exchange(board, board, Reporting(person.says, lambda share: None), hand_s=3.0)
        with pytest.raises(FlashError, match="switch the machine off and on"):
            exchange.run(firmware("mute"), firmware())
        assert person.read[-1].startswith("Switch the machine off and on within 3 seconds")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "says"), [(None, "none is kept to go back to"), ("falls", "Neither the new firmware")]
)
def test_without_firmware_that_greets_the_bootloader_waits_for_the_next(
    before: str | None, says: str
) -> None:
    with prepared() as board:
        person = Person(board)
        kept = None if before is None else firmware(before)
        with pytest.raises(FlashError, match=says):
            Exchange(board, board, Reporting(person.says, lambda share: None)).run(firmware("mute"), kept)
        board.power()
        exchanged(board, firmware(), None, person)
        assert runs(board) == firmware().identity


CUTS: dict[str, Callable[[Board], None]] = {
    "power": lambda board: board.at(1.0, board.cut),
    "power in a page": lambda board: board.cut_at_page(30),
    "cable": lambda board: board.at(1.0, lambda: setattr(board, "silent", True)),
}


@pytest.mark.parametrize("kind", CUTS)
def test_what_is_cut_off_is_one_sentence_and_the_next_one_ends_well(kind: str) -> None:
    with running(firmware()) as board:
        CUTS[kind](board)
        with pytest.raises(FlashError, match="fell silent at"):
            exchanged(board, firmware("other"), firmware(), Person(board))
        board.silent = False
        board.power()
        assert (
            identity_of(exchanged(board, firmware("other"), None, Person(board)))
            == firmware("other").identity
        )


class OnItsClock:
    """Waits in the time of a machine that goes on meanwhile."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    def now(self) -> float:
        return self._rig.now

    def sleep(self, seconds: float) -> None:
        self._rig.live(round(seconds * 1e6))


def test_a_machine_that_moves_takes_no_firmware_and_goes_on(machine: Make) -> None:
    rig = raising(machine)
    rig.run(0.5)
    with pytest.raises(BusyMachineError, match="emergency stop") as refused:
        Bootloader(rig, OnItsClock(rig)).enter(0.2)
    assert refused.value.code == "busy"
    assert rig.until(lambda: rig.status.state is MachineState.PRESENTED, 30)
    assert (rig.faults, rig.unsafe()) == ([], {})
