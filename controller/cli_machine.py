"""`jantaku machine`: the machine without a game, real or virtual."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click

from controller import machine as words
from controller.config import Config, ConfigError, load
from controller.fairness import evenness
from controller.journal import JournalError, restore
from controller.operator import Operator, OperatorError, real_time, simulated_time
from engine.explain.words import LANGUAGES
from firmware_bridge.device import Device, DeviceLostError
from firmware_bridge.faults import KINDS, LANES, FaultClass, kind_of, written
from firmware_bridge.left import Left
from firmware_bridge.message import (
    NONE,
    ClearFault,
    Close,
    Collect,
    Command,
    DiceFell,
    Flag,
    Home,
    Jog,
    MachineState,
    PartTested,
    Raise,
    SelfTest,
    Service,
    Shuffle,
    Sorter,
    Status,
    Telemetry,
    ThrowDice,
    Verdict,
    Watch,
)
from firmware_bridge.native_library import BuildError
from firmware_bridge.pins import PIN_HASH, STEPPERS, Axis, Input
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.simulator import Faults
from firmware_bridge.virtual_device import virtual_device

HOME_S: Final = 60.0
SORT_S: Final = 240.0
MOVE_S: Final = 30.0
TEST_S: Final = 300.0
KEY_S: Final = 0.3
"""A jog is repeated before the machine lets go of the key."""


class Nobody:
    """A virtual table without people; its dice fall as they like."""

    def collected(self) -> None:
        """Nobody watches."""

    def raised(self) -> None:
        """Nobody watches."""

    def dice(self) -> tuple[int, int]:
        return random.randint(1, 6), random.randint(1, 6)


@click.group()
@click.option("--config", type=click.Path(path_type=Path), help="The table's TOML file; without: virtual.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on stdout and nothing else.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", help="Of the remedies.")
@click.pass_context
def machine(ctx: click.Context, config: Path | None, as_json: bool, language: str) -> None:
    """Status, homing, a cycle, self-test, single axes and faults of the machine.

    Without --config for a virtual machine. Stop the table's service first: the port serves one
    program at a time. Exit code 0: done; 1: the machine did not do it; 2: wrong use.

    \b
    Example: jantaku machine --config table.toml selftest
    """
    try:
        ctx.obj = Desk(load(config), as_json, language)
    except ConfigError as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from error


class Desk:
    """What all subcommands share: the configuration, how to speak, and the machine."""

    def __init__(self, config: Config, as_json: bool, language: str) -> None:
        self.config = config
        self.as_json = as_json
        self.language = language

    def say(self, text: str, **fields: Any) -> None:
        """One line: the text for people, or the fields as JSON."""
        click.echo(json.dumps(fields, ensure_ascii=False) if self.as_json else text)

    @property
    def virtual(self) -> bool:
        return self.config.machine.kind == "simulated"

    @contextmanager
    def operator(self, sets: int = 1) -> Iterator[Operator]:
        """A connected operator; exit status 1 with one sentence when the machine does not do it. Of two
        `sets` one lies sorted in a virtual machine."""
        operator: Operator | None = None
        device: Device | None = None
        try:
            device = self._device(sets)
            device.open()
            operator = Operator(device, simulated_time() if self.virtual else real_time)
            operator.connect()
            yield operator
        except (DeviceLostError, OperatorError, BuildError) as error:
            faults = [] if operator is None else operator.faults
            self._failed(str(error), faults[-1].code if faults else 0)
            raise SystemExit(1) from error
        finally:
            if device is not None:
                device.close()

    def _device(self, sets: int) -> Device:
        machine = self.config.machine
        if not self.virtual:
            return SerialDevice(machine.port)
        nobody, jams = Nobody(), Faults(jam=machine.jam)
        seed = random.randrange(1 << 16)
        return virtual_device(machine.simulator, nobody, seed, jams, Left.evening(sets), sets, 1.0, wait=True)

    def _failed(self, sentence: str, fault: int) -> None:
        remedy = words.remedy(fault, self.language) if words.cause(fault) else ""
        if self.as_json:
            found = {"fault": written(fault), "cause": words.cause(fault), "remedy": remedy} if fault else {}
            click.echo(json.dumps({"ok": False, "message": sentence, **found}, ensure_ascii=False))
        click.echo(f"{sentence} {written(fault)}: {remedy}" if remedy else sentence, err=True)

    @contextmanager
    def progress(self, label: str) -> Iterator[Callable[[Status], None]]:
        """A bar on a terminal that follows the machine's own share of the work."""
        if self.as_json or not sys.stderr.isatty():
            yield _silent
            return
        with click.progressbar(length=100, label=label, file=sys.stderr) as bar:

            def follow(status: Status) -> None:
                bar.update(max(0, status.percent - bar.pos))

            yield follow

    def do(self, operator: Operator, label: str, command: Command, limit: float) -> float:
        """A command with its bar and its line; the seconds it took."""
        with self.progress(label) as follow:
            ended = operator.do(command, limit, follow)
        self.say(f"{label:<24} {ended.seconds:6.1f} s", ok=True, step=label, seconds=round(ended.seconds, 2))
        return ended.seconds


def _silent(status: Status) -> None:
    """No terminal, no bar."""


pass_desk = click.make_pass_decorator(Desk)


@machine.command()
@pass_desk
def status(desk: Desk) -> None:
    """What answers on the port, how it stands and how good the link is."""
    with desk.operator() as operator:
        operator.watch(2.0)
        hello, now = operator.hello, operator.status
        assert hello is not None
        assert now is not None
        link = operator.statistics
        remedy = words.remedy(now.fault, desk.language) if words.cause(now.fault) else ""
        asserted = [i.name for i in Input if int.from_bytes(now.inputs, "little") >> i & 1]
        fields: dict[str, Any] = {
            "ok": not now.fault,
            "state": now.state.name.lower(),
            "fault": written(now.fault) if now.fault else None,
            "remedy": remedy,
            "sorter": now.sorter.name.lower(),
            "sets": {"drum": now.drum_set, "rows": now.row_set, "mat": now.standing_set},
            "homed": [axis.name for axis in STEPPERS if now.homed >> axis & 1],
            "inputs": asserted,
            "supply": Flag.SUPPLY in now.flags,
            "build": hello.build.name.lower(),
            "firmware": hello.firmware.hex() + ("+" if hello.dirty else ""),
            "protocol": f"{hello.major}.{hello.minor}",
            "pins": f"{PIN_HASH:08X}",
            "boots": hello.boots,
            "reset": hello.cause.name.lower(),
            "link": asdict(link),
        }
        text = "\n".join(
            [
                f"state     {fields['state']}, rows {fields['sorter']}"
                + (f", fault {fields['fault']}: {remedy}" if now.fault else ""),
                f"firmware  {fields['firmware']} ({fields['build']}), protocol {fields['protocol']}, "
                f"pin map {fields['pins']}, start {hello.boots} after {fields['reset']}",
                f"link      median {link.median_ms or 0:.1f} ms, p99 {link.p99_ms or 0:.1f} ms, "
                f"{link.damaged} damaged, {link.repeated} repeated",
                f"inputs    {' '.join(asserted)}",
            ]
        )
        desk.say(text, **fields)
        if now.fault:
            raise SystemExit(1)


@machine.command()
@pass_desk
def home(desk: Desk) -> None:
    """Clear what stands and find the zero of every axis."""
    with desk.operator() as operator:
        _homed(desk, operator)


def _homed(desk: Desk, operator: Operator) -> None:
    assert operator.status is not None
    if operator.status.state in (MachineState.FAULT, MachineState.ESTOP):
        desk.do(operator, "clear the fault", ClearFault(), MOVE_S)
        operator.watch(0.5)
    if operator.status.state is MachineState.UNHOMED:
        desk.do(operator, "home", Home(), HOME_S)
        operator.watch(0.5)


@machine.command()
@click.option("--cycles", default=1, show_default=True, help="How many, one after the other.")
@pass_desk
def cycle(desk: Desk, cycles: int) -> None:
    """Home, collect, sort, raise and throw: everything between two hands, without a game."""
    with desk.operator(desk.config.machine.sets) as operator:
        _homed(desk, operator)
        for _ in range(cycles):
            _cycle(desk, operator)


def _cycle(desk: Desk, operator: Operator) -> None:
    now = operator.status
    assert now is not None
    if now.drum_set == NONE:
        chosen = (
            now.standing_set if now.standing_set != NONE else 1 - now.row_set if now.row_set != NONE else 0
        )
        desk.do(operator, "open the hatch", Collect(chosen), MOVE_S)
        if not desk.virtual:
            click.pause("Push the tiles in, take your hands away and press a key.", err=True)
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
@click.argument("axis", required=False)
@pass_desk
def selftest(desk: Desk, axis: str | None) -> None:
    """Try every axis and sensor, or one AXIS such as LIFT2, and report. Keep hands away."""
    chosen = NONE if axis is None else _axis(axis)
    with desk.operator() as operator:
        _homed(desk, operator)
        operator.do(Service(True), MOVE_S)
        with desk.progress("self-test") as follow:
            ended = operator.do(SelfTest(chosen), TEST_S, follow)
        operator.do(Service(False), MOVE_S)
    tested = [report for report in ended.reports if isinstance(report, PartTested)]
    for part in tested:
        name = Input(part.input).name if part.input != NONE else Axis(part.axis).name
        verdict = part.verdict.name.lower()
        desk.say(
            f"{verdict:<8} {name:<14} {part.measured}",
            **{"ok": part.verdict is not Verdict.FAIL, "part": name, "verdict": verdict},
            measured=part.measured,
        )
    failed = sum(part.verdict is Verdict.FAIL for part in tested)
    if not desk.as_json:
        click.echo(f"{len(tested)} parts, {failed} failed; the machine needs homing now.")
    raise SystemExit(1 if failed else 0)


def _axis(name: str) -> Axis:
    try:
        return Axis[name.upper()]
    except KeyError as error:
        raise click.UsageError(
            f"There is no axis {name}: one of {', '.join(a.name for a in Axis)}."
        ) from error


@machine.command()
@click.argument("axis")
@click.argument("direction", type=click.Choice(["forward", "back"]))
@click.option("--seconds", default=0.5, show_default=True, type=click.FloatRange(0.05, 10.0))
@pass_desk
def jog(desk: Desk, axis: str, direction: str, seconds: float) -> None:
    """Move one AXIS at homing speed for some seconds; it stops at its end switch, and with this program."""
    chosen = _axis(axis)
    with desk.operator() as operator:
        operator.do(Service(True), MOVE_S)
        operator.tell(Watch(100))
        left = seconds
        while left > 0:
            hold = min(left, KEY_S)
            operator.do(Jog(chosen, direction == "forward", round(1000 * min(hold + 0.1, 0.5))), MOVE_S)
            told = [n for n in operator.watch(hold) if isinstance(n, Telemetry)]
            left -= hold
            if told and chosen in STEPPERS:
                position = told[-1].positions[STEPPERS.index(chosen)]
                desk.say(f"{chosen.name} {position} steps", ok=True, axis=chosen.name, position=position)
        operator.do(Service(False), MOVE_S)


@machine.command()
@click.option("--data", type=click.Path(path_type=Path), help="Where journals are kept.")
@pass_desk
def fairness(desk: Desk, data: Path | None) -> None:
    """How even dice and shuffle were in all games that this table has kept."""
    games = []
    for path in sorted(((data or desk.config.data) / "games").glob("*.jsonl")):
        try:
            games.append(restore(path))
        except JournalError as error:
            click.echo(str(error), err=True)
    tests = evenness(games, desk.config.machine.sets)
    for test in tests:
        verdict = "too few" if test.p is None else "suspicious" if test.suspicious else "even"
        told = f"chi-square {test.chi_square:.1f} of {test.freedom}" + (
            "" if test.p is None else f", p {test.p:.3f}"
        )
        desk.say(
            f"{test.name:<32} {verdict:<10} {told}, {test.observed} seen",
            **{"ok": not test.suspicious, "test": test.name, "verdict": verdict, "p": test.p},
            **{"chi_square": round(test.chi_square, 3), "freedom": test.freedom, "observed": test.observed},
        )
    raise SystemExit(1 if any(test.suspicious for test in tests) else 0)


@machine.command()
@click.argument("code", required=False)
@pass_desk
def faults(desk: Desk, code: str | None) -> None:
    """All faults with who clears them and what to do, or one, such as E21."""
    numbers = [k.number + lane for k in KINDS for lane in range(LANES if k.per_lane else 1)]
    if code is not None:
        numbers = [
            number for number in numbers if written(number) == f"E{code.upper().removeprefix('E'):0>2}"
        ]
        if not numbers:
            raise click.UsageError(f"There is no fault {code}: jantaku machine faults lists them all.")
    for number in numbers:
        kind, lane = kind_of(number)
        remedy = words.remedy(number, desk.language)
        who = {FaultClass.RETRY: f"itself, {kind.attempts}x"}.get(kind.cls, kind.cls.name.lower())
        fields = {"code": written(number), "name": kind.name, "class": kind.cls.name.lower(), "lane": lane}
        desk.say(
            f"{written(number)}  {kind.name:<18} {who:<10} {remedy}",
            **fields,
            attempts=kind.attempts,
            remedy=remedy,
        )
