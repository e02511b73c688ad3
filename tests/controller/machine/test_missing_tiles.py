"""The cycle where tiles of a set are missing, or rows hold only a part of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from firmware_bridge.message import (
    NONE,
    Close,
    Collect,
    DiceFell,
    Flag,
    Home,
    MachineState,
    Raise,
    Shuffle,
    Sorter,
    Status,
    ThrowDice,
)
from tests.controller.machine.cycles import WALLS, S, Script, follow, status


def short_of_tiles(state: MachineState, mat: int = NONE) -> Status:
    return replace(status(state, drum=0, rows=0, mat=mat), fault=0x60)


SORTS: Script = [(status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE)]
MISSED: Script = [
    (short_of_tiles(S.FAULT), [], CycleStep.SHUFFLE),
    (status(S.READY, drum=0), [Collect(0)], CycleStep.COLLECT),
    (status(S.INTAKE, drum=0), [], CycleStep.INTAKE),
    (Trigger.START, [Close()], CycleStep.CLOSE),
    *SORTS,
]
"""Tiles are missing, somebody brings them, and the machine sorts again."""


def test_the_hatch_opens_for_missing_tiles_before_anything_is_sorted_again() -> None:
    follow(
        Cycle(),
        [
            *SORTS,
            *MISSED,
            (status(S.STAGED, rows=0), [Raise()], CycleStep.RAISE),
        ],
    )


def test_tiles_missed_twice_are_looked_for_no_longer_and_what_is_there_is_taken_out() -> None:
    """One lies alone in a stacker, say: whatever people push in, it stays missing."""
    once: Script = [
        (short_of_tiles(S.FAULT), [], CycleStep.SHUFFLE),
        (short_of_tiles(S.FAULT), [], CycleStep.SHUFFLE),
    ]
    hatch: Script = [
        (status(S.INTAKE, drum=0), [], CycleStep.INTAKE),
        (Trigger.START, [Close()], CycleStep.CLOSE),
        (status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE),
    ]
    follow(
        Cycle(),
        [
            (status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE),
            *once,
            (status(S.READY, drum=0), [Collect(0)], CycleStep.COLLECT),
            *hatch,
            *once,
            (replace(status(S.READY, drum=0), flags=Flag.BEGUN), [], CycleStep.WAIT),
            (Trigger.START, [Raise()], CycleStep.WAIT),
            (status(S.RAISING, drum=0), [], CycleStep.WAIT),
            (status(S.PRESENTED, drum=0, mat=0), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            *hatch,
            *once,
            (status(S.READY, drum=0), [Collect(0)], CycleStep.COLLECT),
        ],
    )


def test_where_the_rows_hold_nothing_the_hatch_opens_however_often_tiles_were_missed() -> None:
    """The firmware raises no empty rows: START would be refused again and again."""
    cycle = Cycle()
    follow(cycle, [(status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE)])
    for _ in range(3):
        follow(cycle, MISSED)


def test_what_the_rows_hold_rises_where_the_other_set_lies_in_the_drum() -> None:
    """E63: the firmware says which set is where, and nobody opens the hatch for the missing tiles first."""
    reported = replace(status(S.FAULT, drum=1), fault=0x63, row_set=0, sorter=Sorter.SORTING)
    part = Status(S.READY, Sorter.EMPTY, 1, 0)
    follow(
        Cycle(sets=2),
        [
            *SORTS,
            *MISSED,
            (reported, [], CycleStep.SHUFFLE),
            (part, [], CycleStep.WAIT),
            (Trigger.START, [Raise()], CycleStep.WAIT),
            (replace(part, state=S.RAISING), [], CycleStep.WAIT),
            (status(S.PRESENTED, drum=1, mat=0), [], CycleStep.WAIT),
            (Trigger.START, [Shuffle()], CycleStep.COLLECT),
            (status(S.PRESENTED, rows=1, mat=0), [Collect(0)], CycleStep.COLLECT),
        ],
    )


def test_walls_that_rose_mean_that_no_tile_is_missed() -> None:
    cycle = Cycle()
    for _ in range(3):
        follow(
            cycle,
            [
                *SORTS,
                *MISSED,
                (status(S.STAGED, rows=0), [Raise()], CycleStep.RAISE),
                (WALLS, [ThrowDice()], CycleStep.THROW),
                (status(S.PRESENTED, mat=0), [], CycleStep.THROW),
                (DiceFell((3, 4)), [], CycleStep.PLAY),
                (Trigger.HAND_OVER, [], CycleStep.WAIT),
                (Trigger.START, [Collect(0)], CycleStep.COLLECT),
                (status(S.INTAKE), [], CycleStep.INTAKE),
                (Trigger.START, [Close()], CycleStep.CLOSE),
            ],
        )


def test_tiles_missed_during_a_hand_are_taken_in_after_it_and_then_the_other_set() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(1)
    follow(
        cycle,
        [
            (short_of_tiles(S.FAULT, mat=1), [], CycleStep.PLAY),
            (status(S.PRESENTED, drum=0, mat=1), [], CycleStep.PLAY),
            (Trigger.HAND_OVER, [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            (status(S.INTAKE, drum=0), [], CycleStep.INTAKE),
            (Trigger.START, [Close()], CycleStep.CLOSE),
            (status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE),
            (status(S.STAGED, rows=0), [], CycleStep.WAIT),
            (Trigger.START, [Collect(1)], CycleStep.COLLECT),
        ],
    )


@pytest.mark.parametrize("homed", [True, False])
def test_a_service_that_starts_while_tiles_are_missing_opens_the_hatch_for_them(homed: bool) -> None:
    """Whoever opened the lid to look for them has to home the machine."""
    cycle = Cycle()
    follow(cycle, [(short_of_tiles(S.FAULT), [], CycleStep.BOOT)])
    if homed:
        follow(cycle, [(status(S.READY, drum=0), [Collect(0)], CycleStep.COLLECT)])
        return
    follow(
        cycle,
        [
            (status(S.UNHOMED, drum=0), [Home()], CycleStep.HOMING),
            (status(S.READY, drum=0), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
        ],
    )


def test_a_part_of_a_set_rises_before_the_other_one_is_sorted() -> None:
    """Players took three walls of set 0; the drum holds set 1."""
    part = Status(S.READY, Sorter.EMPTY, 1, 0)
    cycle = Cycle(sets=2)
    follow(
        cycle,
        [
            (part, [], CycleStep.WAIT),
            (Trigger.START, [Raise()], CycleStep.WAIT),
            (Trigger.START, [], CycleStep.WAIT),
            (replace(part, state=S.RAISING), [], CycleStep.WAIT),
            (Trigger.START, [], CycleStep.WAIT),
            (status(S.PRESENTED, drum=1, mat=0), [], CycleStep.WAIT),
            (Trigger.START, [Shuffle()], CycleStep.COLLECT),
            (status(S.PRESENTED, rows=1, mat=0), [Collect(0)], CycleStep.COLLECT),
        ],
    )


def test_the_hatch_opens_for_the_rest_of_the_set_in_the_rows() -> None:
    cycle = Cycle(sets=2)
    follow(
        cycle,
        [
            (Status(S.READY, Sorter.EMPTY, NONE, 1), [], CycleStep.WAIT),
            (Trigger.START, [Collect(1)], CycleStep.COLLECT),
        ],
    )


def test_a_set_that_lacks_tiles_among_those_of_the_other_opens_the_hatch() -> None:
    mixed = replace(status(S.FAULT, drum=0, rows=0), fault=0x62)
    follow(
        Cycle(),
        [
            (status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE),
            (mixed, [], CycleStep.SHUFFLE),
            (status(S.READY, drum=0), [Collect(0)], CycleStep.COLLECT),
        ],
    )
