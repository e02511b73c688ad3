"""Games, hands and movements for the tests of `Service`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from contract.messages import Phase
from contract.messages.seat_panel import Button
from controller.table.journal import read
from controller.virtual.plan import HandPlan, PlayedPlan
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.tiles.tile import Tile
from firmware_bridge.message import DiceFell, MachineState, WallsPresented
from tests.controller.desk import Desk
from tests.flows.truth import Performance, Timeline

S = MachineState
FIRST_DRAW: tuple[ev.Event, ...] = (
    ev.GameStarted("rrc"),
    ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4),
    ev.DiceThrown((3, 4)),
    ev.Dealt(),
    ev.DoraRevealed(Tile.parse("4s")),
    ev.Drawn(0),
)
"""A game up to the first tile that East draws; concealed tiles are unknown."""
WALLS = WallsPresented((17, 17, 17, 17))


@cache
def plan(seed: int = 1) -> PlayedPlan:
    return PlayedPlan(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed)


def hand(index: int = 0) -> HandPlan:
    found = plan().hand(index)
    assert found is not None
    return found


def unpaid() -> tuple[ev.Event, ...]:
    """A game whose first hand waits for its payment."""
    return (ev.GameStarted("rrc"), *hand().events[:-1])


def shuffle(desk: Desk) -> None:
    """From START to the dice."""
    desk.machine(S.READY)
    desk.collect()
    desk.machine(S.SORTING, S.STAGED, S.RAISING)
    desk.give(WALLS)
    desk.machine(S.PRESENTED)
    desk.give(DiceFell((3, 4)))
    desk.turn()


def last_hand() -> tuple[ev.Event, ...]:
    """A game whose last hand waits for its payment."""
    events: list[ev.Event] = [ev.GameStarted("rrc")]
    index = 0
    while (found := plan().hand(index)) is not None:
        events += found.events
        index += 1
    return tuple(events[:-1])


def timeline(desk: Desk) -> Timeline:
    performance = Performance(desk.game, 1.0)
    performance.perform(hand().events)
    return sorted(performance.timeline, key=lambda entry: entry[0])


def perform(desk: Desk, given: Timeline) -> Iterable[int]:
    """Feeds the timeline, stopping after each input."""
    for n, (t, one) in enumerate(given):
        while desk.now + 0.25 < t:
            desk.turn()
        desk.give(one)
        desk.turn(max(0.0, t - desk.now))
        yield n


def ended(desk: Desk) -> list[ev.Event]:
    """Waits for the result, pays it, and gives every event in the journal."""
    for _ in range(120):
        desk.turn()
        if desk.shown.phase is Phase.CONFIRM:
            break
    desk.press(Button.CONFIRM, 0, 1, 2, 3)
    desk.turn()
    desk.turn()
    return read(desk.path).events
