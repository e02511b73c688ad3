"""`jantaku machine`: the machine without a game, real or virtual."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from contract.messages import MachineReport, Phase
from controller.cli.machine.desk import MachineConsole, pass_desk
from controller.cli.machine.flash import flash, version
from controller.cli.machine.held_key import held_key
from controller.cli.machine.selftest import axis_named, homed, selftest
from controller.config import ConfigError, present
from controller.history.fairness import evenness
from controller.machine import machine_views
from controller.machine.operator import Operator
from controller.sentences import machine_faults as words
from controller.table.journal import JournalError, restore
from controller.table.names import journals
from firmware_bridge.faults import ALL, NO_FAULT, FaultClass, MachineFault, fault_named, fault_of
from firmware_bridge.message import (
    NONE,
    Close,
    Collect,
    DiceFell,
    Fault,
    Jog,
    Raise,
    Service,
    Shuffle,
    Sorter,
    Telemetry,
    ThrowDice,
    Watch,
)
from firmware_bridge.pins import STEPPERS, Axis
from words import offered

SORT_S: Final = 240.0
MOVE_S: Final = 30.0
LOOK_S: Final = 2.0
AT_REST: Final = (Phase.IDLE, Phase.FINISHED)
DEALT: Final = (Phase.DEAL, Phase.PLAY)
LONGEST_HOLD_MS: Final = 500
KEY_S: Final = 0.3
"""A jog is repeated before the machine lets go of the key."""


@click.group()
@click.option("--config", type=click.Path(path_type=Path), help="The table's TOML file; without: virtual.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on stdout and nothing else.")
@click.option("--data", type=click.Path(path_type=Path), help="Where the table keeps its games.")
@click.option(
    "--language", type=click.Choice(offered("table")), default="en", help="Language of the remedies."
)
@click.pass_context
def machine(ctx: click.Context, config: Path | None, as_json: bool, data: Path | None, language: str) -> None:
    """Status, homing, a cycle, self-test, single axes, faults and firmware of the machine.

    Without --config this is a virtual machine, switched on again for each command. While the table runs,
    status, cycle, selftest and version ask the table; stop it for home, jog and flash. Exit code 0: done; 1:
    the machine did not do it; 2: wrong use.

    \b
    Example: jantaku machine --config table.toml selftest
    """
    try:
        ctx.obj = MachineConsole(present(config, data), as_json, language)
    except ConfigError as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error


machine.add_command(flash)
machine.add_command(version)
machine.add_command(selftest)


@machine.command()
@pass_desk
def status(desk: MachineConsole) -> None:
    """What answers on the port, its state, and how good the link is."""
    if desk.served:
        with desk.table() as table:
            report, _ = table.look()
    else:
        with desk.operator(desk.config.machine.sets) as operator:
            operator.watch(LOOK_S)
            report = machine_views.report(operator.hello, operator.status, operator.statistics)
    said = words.sentences(report, desk.language)
    fields = report.model_dump(exclude={"table_schema", "alerts", "tested", "testing"})
    desk.say("\n".join([*_how(report), *said]), ok=not said, messages=said, served=desk.served, **fields)
    if said:
        raise SystemExit(1)


def _how(report: MachineReport) -> list[str]:
    link = report.link
    sets = {"in the drum": report.drum_set, "in the rows": report.row_set, "on the mat": report.standing_set}
    places = ", ".join(f"set {n} {where}" for where, n in sets.items() if n is not None)
    # A machine that was just switched on has not looked into its rows yet.
    blind = not report.homed and report.sorter == "empty"
    rows = "not known before homing" if blind else report.sorter
    build = f"{report.firmware} ({report.build}), protocol {report.protocol}, pin map {report.pins}"
    who = f"{build}, start {report.boots} after {report.reset}" if report.build else "unknown"
    trips = "" if link.median_ms is None else f"median {link.median_ms:.1f} ms, p99 {link.p99_ms:.1f} ms, "
    return [
        f"state     {report.state}, rows {rows}, motor supply {'on' if report.supply else 'off'}",
        f"sets      {places or ('not known before homing' if blind else 'on the table')}",
        f"firmware  {who}",
        f"link      {trips}{link.damaged} damaged, {link.repeated} repeated",
        f"homed     {' '.join(report.homed) or 'no axis'}",
        f"inputs    {' '.join(report.inputs) or 'none asserted'}",
    ]


@machine.command()
@pass_desk
def home(desk: MachineConsole) -> None:
    """Clear a latched fault and find the zero of every axis."""
    with desk.operator() as operator:
        homed(desk, operator)


@machine.command()
@click.option("--cycles", default=1, show_default=True, help="How many cycles, one after the other.")
@pass_desk
def cycle(desk: MachineConsole, cycles: int) -> None:
    """Home, collect, sort, raise and throw: everything between two hands, without a game.

    With a running table: presses START and follows it to the dice.
    """
    if desk.served:
        _press_start(desk)
        return
    with desk.operator(desk.config.machine.sets) as operator:
        homed(desk, operator)
        for _ in range(cycles):
            _cycle(desk, operator)


def _press_start(desk: MachineConsole) -> None:
    """Follows a running table from START to the dice; people push the tiles in and press START again."""
    with desk.table() as table:
        _, state = table.look()
        if state.phase not in AT_REST and state.machine.state != "intake":
            desk.fail(f"The table does not wait for START now ({state.phase.value}): see its screen.")
        table.ask("cycle.start")
        begun = time.monotonic()
        while state.phase not in DEALT:
            state = table.next_state((state.phase, state.machine.state), SORT_S)
            seconds = time.monotonic() - begun
            fields = {"phase": state.phase.value, "state": state.machine.state, "dice": state.dice}
            label = f"{state.phase.value}, {state.machine.state}"
            desk.say(f"{label:<24} {seconds:6.1f} s", ok=True, seconds=round(seconds, 2), **fields)
            if state.machine.state in ("fault", "estop"):
                desk.fail("The machine stopped.", fault_of(state.machine.fault))
            if state.machine.state == "intake" and not desk.virtual:
                click.pause("Push the tiles in, take your hands away and press a key.", err=True)
                table.ask("cycle.start")


def _cycle(desk: MachineConsole, operator: Operator) -> None:
    now = operator.status
    assert now is not None
    if now.drum_set == NONE:
        chosen = (
            now.standing_set if now.standing_set != NONE else 1 - now.row_set if now.row_set != NONE else 0
        )
        desk.do(operator, "open the hatch", Collect(chosen), MOVE_S)
        if not desk.virtual:
            click.pause("Push the tiles in, take your hands away and press a key.", err=True)
            operator.press()
        desk.do(operator, "close the hatch", Close(), MOVE_S)
        operator.watch(0.5)
    if operator.status is not None and operator.status.sorter is not Sorter.STAGED:
        desk.do(operator, "shuffle and stack", Shuffle(), SORT_S)
        operator.watch(0.5)
    desk.do(operator, "raise the walls", Raise(), MOVE_S)
    ended = operator.do(ThrowDice(), MOVE_S)
    dice = next(list(report.dice) for report in ended.reports if isinstance(report, DiceFell))
    desk.say(f"{'dice':<24} {dice[0]} + {dice[1]}", ok=True, step="dice", dice=dice)
    operator.watch(0.5)
    if operator.status is not None and operator.status.drum_set != NONE:
        desk.do(operator, "sort the other set", Shuffle(), SORT_S)


@machine.command()
@click.argument("axis")
@click.argument("direction", type=click.Choice(["forward", "back"]))
@click.option("--seconds", type=click.FloatRange(0.05, 10.0), help="Move for so many seconds, without a key.")
@pass_desk
def jog(desk: MachineConsole, axis: str, direction: str, seconds: float | None) -> None:
    """Move one AXIS at homing speed while a key is held, or for some seconds.

    It stops at its end switch, within half a second after the key is released, and when this program ends.
    """
    chosen, forward = axis_named(axis), direction == "forward"
    by_key = seconds is None and sys.stdin.isatty()
    with desk.operator() as operator:
        operator.do(Service(True), MOVE_S)
        operator.tell(Watch(100))
        if by_key:
            _jog_by_key(desk, operator, chosen, forward)
        else:
            _jog_for(desk, operator, chosen, forward, seconds or 0.5)
        operator.do(Service(False), MOVE_S)


def _jog_by_key(desk: MachineConsole, operator: Operator, axis: Axis, forward: bool) -> None:
    click.echo(f"Hold the space bar to move {axis.name}; q ends.", err=True)
    with held_key(sys.stdin.fileno()) as pressed:
        while (key := pressed(KEY_S)) != "q":
            if key == " ":
                operator.do(Jog(axis, forward, LONGEST_HOLD_MS), MOVE_S)
            _where(desk, operator, axis, 0.1)


def _jog_for(desk: MachineConsole, operator: Operator, axis: Axis, forward: bool, seconds: float) -> None:
    left = seconds
    while left > 0:
        hold = min(left, KEY_S)
        operator.do(Jog(axis, forward, round(1000 * min(hold + 0.1, 0.5))), MOVE_S)
        _where(desk, operator, axis, hold)
        left -= hold


def _where(desk: MachineConsole, operator: Operator, axis: Axis, seconds: float) -> None:
    telemetry = [n for n in operator.watch(seconds) if isinstance(n, Telemetry)]
    if telemetry and axis in STEPPERS:
        position = telemetry[-1].positions[STEPPERS.index(axis)]
        desk.say(f"{axis.name} {position} steps", ok=True, axis=axis.name, position=position)


@machine.command()
@pass_desk
def blackbox(desk: MachineConsole) -> None:
    """What the machine has counted, and its last faults, oldest first.

    The faults survive a reset, but not a loss of the supply.
    """
    with desk.operator() as operator:
        counters, records = operator.remembered()
    desk.say(
        f"since built  {counters.cycles} sets sorted, {counters.boots} starts, {counters.watchdogs} by the "
        f"watchdog, {counters.recovered} faults recovered, {counters.latched} for a person",
        ok=True,
        **asdict(counters),
    )
    for fault in records:
        _record(desk, fault)


def _record(desk: MachineConsole, fault: Fault) -> None:
    what, axis = fault_of(fault.code), "" if fault.axis == NONE else Axis(fault.axis).name
    state, at = fault.state.name.lower(), fault.at_ms / 1000
    desk.say(
        f"{what.code}  {what.name:<18} {axis:<7} {state} {at:.1f} s after its start, "
        f"detail {fault.detail}, {fault.current} mA",
        **{"code": what.code, "name": what.name, "axis": axis or None, "state": state, "at_s": at},
        **{"detail": fault.detail, "current": fault.current, "cycle": fault.cycle},
    )


@machine.command()
@pass_desk
def fairness(desk: MachineConsole) -> None:
    """How even dice and shuffle were in all games that this table has kept."""
    games = []
    for path in journals(desk.config.data / "games"):
        try:
            games.append(restore(path))
        except JournalError as error:
            click.echo(str(error), err=True)
    tests = evenness(games, desk.config.machine.sets)
    for test in tests:
        verdict = "too few" if test.p is None else "suspicious" if test.suspicious else "even"
        figures = f"chi-square {test.chi_square:.1f} of {test.freedom}" + (
            "" if test.p is None else f", p {test.p:.3f}"
        )
        desk.say(
            f"{test.name:<32} {verdict:<10} {figures}, {test.observed} seen",
            **{"ok": not test.suspicious, "test": test.name, "verdict": verdict, "p": test.p},
            **{"chi_square": round(test.chi_square, 3), "freedom": test.freedom, "observed": test.observed},
        )
    raise SystemExit(1 if any(test.suspicious for test in tests) else 0)


@machine.command()
@click.argument("code", required=False)
@pass_desk
def faults(desk: MachineConsole, code: str | None) -> None:
    """All faults with who clears them and what to do, or one, such as E21."""
    for fault in ALL if code is None else [_asked(code)]:
        kind = fault.kind
        assert kind is not None
        remedy = words.remedy(fault, desk.language)
        who = {FaultClass.RETRY: f"itself, {kind.attempts}x"}.get(kind.cls, kind.cls.name.lower())
        fields = {"code": fault.code, "name": kind.name, "class": kind.cls.name.lower(), "lane": fault.lane}
        desk.say(
            f"{fault.code}  {kind.name:<18} {who:<10} {remedy}",
            **fields,
            attempts=kind.attempts,
            remedy=remedy,
        )


def _asked(code: str) -> MachineFault:
    try:
        fault = fault_named(code)
    except ValueError:
        fault = NO_FAULT
    if fault.kind is None:
        raise click.UsageError(f"There is no fault {code}: jantaku machine faults lists them all.")
    return fault
