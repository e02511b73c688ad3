"""`jantaku machine selftest`: what the machine can try alone, or everything with somebody who helps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from contract.messages import MachineReport, PartView
from controller.cli.machine.desk import MachineConsole, pass_desk
from controller.cli.machine.guided import followed, guided_by_hand, guided_by_table
from controller.machine import machine_views
from controller.machine.operator import Operator
from controller.sentences import machine_faults as words
from firmware_bridge.message import NONE, ClearFault, Home, MachineState, PartTested, SelfTest, Service
from firmware_bridge.pins import Axis

HOME_S: Final = 60.0
MOVE_S: Final = 30.0
TEST_S: Final = 300.0


@click.command()
@click.argument("axis", required=False)
@click.option(
    "--guided/--alone",
    default=None,
    help="With somebody at the machine, or only what the machine can test alone. [guided at a terminal]",
)
@pass_desk
def selftest(desk: MachineConsole, axis: str | None, guided: bool | None) -> None:
    """Try every axis and sensor, or one AXIS such as LIFT2, and report.

    Guided, it tries all 40 inputs: each step asks for one act, shows where, and goes on when the machine has
    seen it; before anything moves it asks again. Keep hands away then. With --json a step is a line, and go,
    fails, skip or stop are read from stdin, a word a line. Exit code 1: something does not work.

    \b
    Example: jantaku machine --config table.toml selftest --guided
    """
    chosen = None if axis is None else axis_named(axis)
    if axis is not None and guided:
        raise click.UsageError("The guided self-test tries all axes: leave out AXIS, or --guided.")
    tested: Sequence[PartView]
    if guided or (guided is None and axis is None and desk.spoken_to):
        tested = followed(desk, guided_by_table if desk.served else guided_by_hand)
    else:
        tested = _test_of_table(desk, chosen) if desk.served else _test_by_hand(desk, chosen)
    for part in tested:
        desk.say(
            f"{part.verdict:<8} {part.part:<14} {_how(desk, part)}",
            ok=part.verdict != "fail",
            **part.model_dump(exclude_defaults=True),
        )
    failed = sum(part.verdict == "fail" for part in tested)
    if not desk.as_json:
        click.echo(f"{len(tested)} parts, {failed} failed; the machine needs homing now.")
    raise SystemExit(1 if failed else 0)


def _how(desk: MachineConsole, part: PartView) -> str:
    """A measured value, and in words how it fails."""
    if part.how in ("", "works"):
        return str(part.measured) if part.measured or not part.how else ""
    return words.selftest(part.how, desk.language)


def homed(desk: MachineConsole, operator: Operator) -> None:
    """Clears what stands, and homes where nobody knows where the axes are."""
    assert operator.status is not None
    if operator.status.state in (MachineState.FAULT, MachineState.ESTOP):
        desk.do(operator, "clear the fault", ClearFault(), MOVE_S)
        operator.watch(0.5)
    if operator.status.state is MachineState.UNHOMED:
        desk.do(operator, "home", Home(), HOME_S)
        operator.watch(0.5)


def _test_by_hand(desk: MachineConsole, axis: Axis | None) -> Sequence[PartView]:
    with desk.operator() as operator:
        homed(desk, operator)
        operator.do(Service(True), MOVE_S)
        with desk.progress("self-test") as follow:
            ended = operator.do(SelfTest(NONE if axis is None else axis), TEST_S, follow)
        operator.do(Service(False), MOVE_S)
    return [machine_views.part(report) for report in ended.reports if isinstance(report, PartTested)]


def _test_of_table(desk: MachineConsole, axis: Axis | None) -> Sequence[PartView]:
    def over(news: object) -> MachineReport | None:
        return news if isinstance(news, MachineReport) and not news.testing else None

    with desk.table() as table:
        reply = table.ask("machine.selftest", axis=None if axis is None else axis.name)
        if not reply.ok:
            desk.fail(words.why_not(reply, desk.language))
        return table.wait(over, TEST_S).tested


def axis_named(name: str) -> Axis:
    """click.UsageError where there is no such axis."""
    try:
        return Axis[name.upper()]
    except KeyError as error:
        raise click.UsageError(
            f"There is no axis {name}: one of {', '.join(a.name for a in Axis)}."
        ) from error
