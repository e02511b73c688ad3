"""What the subcommands of `jantaku machine` share: which machine, and how to speak."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from contract.topics import Topics
from controller.broker.choice import address_of
from controller.broker.errors import BrokerError
from controller.cli.machine.remote import Remote, RemoteError
from controller.config import Config
from controller.machine.operator import Operator, OperatorError, RefusedError, real_time, simulated_time
from controller.sentences import machine_faults as words
from controller.table.games import Games
from firmware_bridge.device import Device, DeviceLostError
from firmware_bridge.faults import NO_FAULT, MachineFault, fault_of
from firmware_bridge.message import Command, Status
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.virtual.device import virtual_device
from firmware_bridge.virtual.native_library import BuildError
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults


class Nobody:
    """A virtual table without people; its dice fall as they like."""

    def collected(self) -> None:
        """Nobody watches."""

    def raised(self) -> None:
        """Nobody watches."""

    def dice(self) -> tuple[int, int]:
        return random.randint(1, 6), random.randint(1, 6)


class MachineConsole:
    """The configuration, the language, and the machine: that of a running table or one of our own."""

    def __init__(self, config: Config, as_json: bool, language: str) -> None:
        self.config = config
        self.as_json = as_json
        self.language = language
        self.served = Games(config.data).running
        """A running table has the machine; who moves it by hand stops the table first."""

    def say(self, text: str, **fields: Any) -> None:
        """One line: the text for people, or the fields as JSON."""
        click.echo(json.dumps(fields, ensure_ascii=False) if self.as_json else text)

    @property
    def spoken_to(self) -> bool:
        """Somebody sits at a terminal, reads, and may press keys."""
        return not self.as_json and sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def virtual(self) -> bool:
        return self.config.machine.kind == "simulated"

    @contextmanager
    def operator(self, sets: int = 1) -> Iterator[Operator]:
        """A connected operator; exit status 1 with one sentence when the machine does not do it. Of two
        `sets` one lies sorted in a virtual machine."""
        if self.served:
            self.fail(f"A running table has the machine ({self.config.data}): stop it first, then try again.")
        operator: Operator | None = None
        device: Device | None = None
        try:
            device = self._device(sets)
            device.open()
            operator = Operator(device, simulated_time() if self.virtual else real_time)
            operator.connect()
            yield operator
        except RefusedError as error:
            self.fail(f"{error.name}: {words.refused(error.reason, self.language)}")
        except DeviceLostError as error:
            self.fail(str(error) if self.language == "en" else words.lost(error.trouble, self.language))
        except (OperatorError, BuildError) as error:
            faults = [] if operator is None else operator.faults
            self.fail(str(error), fault_of(faults[-1].code) if faults else NO_FAULT)
        finally:
            if device is not None:
                device.close()

    @contextmanager
    def table(self) -> Iterator[Remote]:
        """The running table; exit status 1 with one sentence when it does not do it."""
        topics = Topics(self.config.table.club, self.config.table.name)
        try:
            with Remote(topics, address_of(self.config, topics)) as remote:
                yield remote
        except (BrokerError, RemoteError) as error:
            self.fail(str(error))

    def _device(self, sets: int) -> Device:
        machine = self.config.machine
        if not self.virtual:
            return SerialDevice(machine.port, machine.settings)
        nobody, jams = Nobody(), Faults(jam=machine.jam)
        seed = random.randrange(1 << 16)
        return virtual_device(machine.simulator, nobody, seed, jams, Left.evening(sets), sets, 1.0, wait=True)

    def fail(self, sentence: str, fault: MachineFault = NO_FAULT) -> NoReturn:
        """One sentence, with the remedy of a fault where there is one; exit status 1."""
        remedy = words.remedy(fault, self.language)
        if self.as_json:
            found = {"fault": fault.code, "cause": fault.name, "remedy": remedy} if fault else {}
            self.say("", ok=False, message=sentence, **found)
        click.echo(f"{sentence} {fault.code}: {remedy}" if remedy else sentence, err=True)
        raise SystemExit(1)

    @contextmanager
    def bar(self, label: str) -> Iterator[Callable[[int], None]]:
        """A bar on a terminal that follows a percentage."""
        if self.as_json or not sys.stderr.isatty():
            yield _silent
            return
        with click.progressbar(length=100, label=label, file=sys.stderr) as bar:

            def follow(percent: int) -> None:
                bar.update(max(0, percent - bar.pos))

            yield follow

    @contextmanager
    def progress(self, label: str) -> Iterator[Callable[[Status], None]]:
        """A bar that follows the machine's own share of the work."""
        with self.bar(label) as follow:
            yield lambda status: follow(status.percent)

    def do(self, operator: Operator, label: str, command: Command, limit: float) -> float:
        """A command with its bar and its line; the seconds it took."""
        with self.progress(label) as follow:
            ended = operator.do(command, limit, follow)
        self.say(f"{label:<24} {ended.seconds:6.1f} s", ok=True, step=label, seconds=round(ended.seconds, 2))
        return ended.seconds


def _silent(percent: int) -> None:
    """No terminal, no bar."""


pass_desk = click.make_pass_decorator(MachineConsole)
