"""`jantaku machine flash` and `jantaku machine version`: which firmware the machine has, and another one for
it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click

from controller.cli.machine.desk import MachineConsole, pass_desk
from controller.cli.machine.remote import Remote
from controller.setup.found import ports
from firmware_bridge.device import DeviceLostError
from firmware_bridge.flash import stlink
from firmware_bridge.flash.avrdude import Programmer, program
from firmware_bridge.flash.boot import BootHello
from firmware_bridge.flash.bootloader import Bootloader, FlashError, RealClock
from firmware_bridge.flash.exchange import Reporting
from firmware_bridge.flash.image import Identity, Image, ImageError, identity_of, read_hex, read_image
from firmware_bridge.flash.install import install, opened
from firmware_bridge.flash.sealed import SEALED, KeptSealed, SealedImage, read_sealed
from firmware_bridge.flash.stock import BOOTLOADER, FIRMWARE, Kept, of_release
from firmware_bridge.refusal import EMPTY, refusal
from runtime.version import version as release

NOBODY: Final = (
    "Nothing that we know answers on {port}: switch the machine on and see which port it is with ls -l "
    "/dev/serial/by-id/; a board without our bootloader is written with jantaku machine flash --programmer "
    "usbasp."
)
PORT: Final = click.option("--port", help="The machine's serial port; without: that of the configuration.")


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@PORT
@click.option("--rewired", is_flag=True, help="The table was rewired for the pin map of this firmware.")
@click.option(
    "--programmer",
    help="For a blank board: a programmer by its name for avrdude, such as usbasp; st-link: a NUCLEO-F429ZI.",
)
@click.option("--programmer-port", help="Where a serial programmer is, such as /dev/ttyUSB0.")
@pass_desk
def flash(
    desk: MachineConsole,
    file: Path | None,
    port: str | None,
    rewired: bool,
    programmer: str | None,
    programmer_port: str | None,
) -> None:
    """Write firmware into the machine: that of this release, or FILE (Intel HEX).

    If the machine does not answer with it, its previous firmware is written back. The motor supply must be
    off, so that nothing can move. With --programmer fuses and bootloader are written, too. A NUCLEO-F429ZI
    takes a sealed binary image through the ST-Link on it: --programmer st-link.

    \b
    Example: jantaku machine --config table.toml flash
    """
    with _sentences(desk):
        if desk.served:
            raise FlashError(
                f"A running table has the machine ({desk.config.data}): its page setup.html#machine "
                "writes its firmware, too; or sudo systemctl stop jantaku-table, then try again."
            )
        if programmer == stlink.PROGRAMMER:
            _by_stlink(desk, _port(desk, port), read_sealed(file or of_release(SEALED)))
            return
        image = read_image(file or of_release(FIRMWARE))
        kept = Kept(desk.config.data)
        kept.prepare()
        if programmer is not None:
            _program(desk, Programmer(programmer, programmer_port), image)
            kept.keep(image)
        else:
            _exchange(desk, _port(desk, port), image, kept, rewired)


def _program(desk: MachineConsole, programmer: Programmer, image: Image) -> None:
    desk.say("Writing fuses, bootloader and firmware; this takes some minutes.", step="program")
    program(programmer, image, read_hex(of_release(BOOTLOADER)))
    _say_identity(
        desk, "written", image.identity, "; plug the USB cable in, and see it greet: jantaku machine version"
    )


def _by_stlink(desk: MachineConsole, port: str, image: SealedImage) -> None:
    Kept(desk.config.data).prepare()
    kept = KeptSealed(desk.config.data)
    with opened(port) as line:
        desk.say("Writing the firmware through the ST-Link.", step="program")
        link = stlink.StLink(line, RealClock(), lambda sentence: desk.say(sentence, message=sentence))
        before = kept.image()
        hello = link.run(image, None if before == image else before)
    kept.keep(image)
    _say_identity(desk, "greets", image.identity, f", start {hello.boots}")


def _exchange(desk: MachineConsole, port: str, image: Image, kept: Kept, rewired: bool) -> None:
    with desk.bar("flash") as follow:
        reporting = Reporting(
            lambda sentence: desk.say(sentence, message=sentence), lambda share: follow(round(100 * share))
        )
        hello = install(port, image, kept, reporting, rewired=rewired)
    _say_identity(desk, "greets", image.identity, f", start {hello.boots}")


@click.command()
@PORT
@pass_desk
def version(desk: MachineConsole, port: str | None) -> None:
    """Release, its firmware, the firmware that the machine has, and the one that is kept to go back to.

    Exit code 1: the machine does not answer, or this release cannot move it.
    """
    desk.say(f"{'release':<9} jantaku {release()}", what="release", version=release())
    carried: Identity | None = None
    with suppress(FlashError, ImageError):
        carried = read_image(of_release(FIRMWARE)).identity
    kept = Kept(desk.config.data).image()
    for what, identity in (("carries", carried), ("kept", kept.identity if kept else None)):
        _say_identity(desk, what, identity)
    with _sentences(desk):
        if desk.served:
            with desk.table() as table:
                _served(desk, table)
        else:
            _version(desk, _port(desk, port), carried)


def _served(desk: MachineConsole, table: Remote) -> None:
    report, _ = table.look()
    desk.say(
        f"{'machine':<9} {report.firmware}, protocol {report.protocol}, pin map {report.pins}, as the "
        f"running table says",
        what="machine",
        **report.model_dump(include={"firmware", "protocol", "pins", "boots", "reset"}),
    )


def _version(desk: MachineConsole, port: str, carried: Identity | None) -> None:
    with opened(port) as line:
        present = Bootloader(line, RealClock()).look()
    if isinstance(present, BootHello):
        raise FlashError(EMPTY)
    if present is None:
        raise FlashError(NOBODY.format(port=port))
    running = identity_of(present)
    other = "" if running == carried else "; jantaku machine flash brings the firmware of this release"
    _say_identity(
        desk, "machine", running, f", start {present.boots} after {present.cause.name.lower()}{other}"
    )
    why_not = refusal(present)
    if why_not is not None:
        raise why_not


def _say_identity(desk: MachineConsole, what: str, identity: Identity | None, more: str = "") -> None:
    fields: dict[str, Any] = {} if identity is None else asdict(identity)
    if identity is not None:
        fields["firmware"] = identity.firmware.hex()
        fields["pins"], fields["schema"] = f"{identity.pins:08X}", f"{identity.schema:04X}"
    desk.say(f"{what:<9} {identity or 'none'}{more}", what=what, **fields)


def _port(desk: MachineConsole, port: str | None) -> str:
    """The one that was given, that of the configuration, or the only one there is."""
    configured = desk.config.machine.port if desk.config.machine.kind == "serial" else ""
    if port or configured:
        return port or configured
    found = [each.port for each in ports()]
    if not found:
        raise FlashError(
            "No board is plugged in: plug its USB cable in; ls -l /dev/serial/by-id/ shows it then."
        )
    if len(found) > 1:
        raise FlashError(
            f"Several boards are plugged in: say which is the machine with --port {' or '.join(found)}."
        )
    return found[0]


@contextmanager
def _sentences(desk: MachineConsole) -> Iterator[None]:
    try:
        yield
    except (FlashError, ImageError, DeviceLostError) as error:
        desk.fail(str(error))
