"""`jantaku install` and `jantaku uninstall`: this computer becomes the appliance of a table, and back."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from controller.appliance.carry_out import StepError, carry_out
from controller.appliance.connected import boards, usb_cameras
from controller.appliance.description import HUB_PORT, PORT, UNNAMED, Appliance
from controller.appliance.steps import Step, installing, line_of, removing, written
from runtime.version import version
from upkeep.computer import CURRENT, PLACE, STICK_LABEL, TABLE_DATA

DESKTOP: Final = Path("/etc/systemd/system/display-manager.service")
SYSTEMD: Final = Path("/run/systemd/system")


@click.command()
@click.option("--hub", is_flag=True, help="A club's hub, too.")
@click.option("--no-table", is_flag=True, help="No table: with --hub a computer for the club only.")
@click.option("--no-kiosk", is_flag=True, help="Nothing on this computer's own screen.")
@click.option(
    "--security-updates", is_flag=True, help="Debian's security updates are installed by themselves."
)
@click.option(
    "--name", help="Name of the computer in the network (default: jantaku where nobody has named it yet)."
)
@click.option("--dry-run", is_flag=True, help="Print each file and command, and do nothing.")
def install(
    hub: bool, no_table: bool, no_kiosk: bool, security_updates: bool, name: str | None, dry_run: bool
) -> None:
    """Make this computer a table that is started by its switch: users, names of devices, services, screen.

    Run it as root, on Debian or Raspberry Pi OS Lite. A second run changes nothing, and a table that runs
    goes on.

    \b
    Example: sudo jantaku install
             sudo jantaku install --dry-run
             sudo jantaku install --hub --no-table --no-kiosk
    """
    if no_table and not hub:
        raise _wrong("Nothing is left to install: leave --no-table out, or add --hub.")
    asked = name if name is not None else _given_name()
    folder = Path(sys.executable).parent.parent
    beside = folder.parent == PLACE
    appliance = Appliance(
        program=PLACE / CURRENT / "bin/jantaku" if beside else folder / "bin/jantaku",
        version=folder.name if beside else None,
        table=not no_table,
        hub=hub,
        kiosk=not (no_kiosk or no_table),
        security=security_updates,
        name=None if asked == socket.gethostname() else asked,
        camera=len(usb_cameras()) == 1,
        machine=len(boards()) == 1,
    )
    appliance = _with_missing(appliance)
    if not dry_run and (trouble := _unfit(appliance)) is not None:
        raise _wrong(trouble)
    _do(installing(appliance), dry_run)
    if not dry_run:
        host = f"{asked or socket.gethostname()}.local"
        if appliance.table:
            click.echo(f"The table runs. Set it up on its screen, or at http://{host}:{PORT}/setup.html;")
            click.echo(f"an account for that: sudo jantaku link setup.html --data {TABLE_DATA}")
        if appliance.hub:
            click.echo(
                f"The club's pages are at http://{host}:{HUB_PORT}/. Its first director's link comes on a"
            )
            click.echo(
                f"stick called {STICK_LABEL} that you plug in; it is in `journalctl -u jantaku-hub`, too."
            )


@click.command()
@click.option("--data", is_flag=True, help="Delete games, settings, accounts and users as well.")
@click.option("--yes", is_flag=True, help="With --data: do not ask.")
@click.option("--dry-run", is_flag=True, help="Print each step, and do nothing.")
def uninstall(data: bool, yes: bool, dry_run: bool) -> None:
    """Undo `jantaku install`. Games and settings stay, unless --data is given.

    \b
    Example: sudo jantaku uninstall
    """
    if not dry_run and os.geteuid() != 0:
        raise _wrong("Removing services needs root: sudo jantaku uninstall")
    if data and not (yes or dry_run):
        click.confirm("Delete all games, settings and accounts of this computer for good?", abort=True)
    _do(removing(data=data), dry_run)
    if not (data or dry_run):
        click.echo(f"Games and settings stay in {TABLE_DATA.parent} and /etc/jantaku.")


def _do(steps: Iterable[Step], dry_run: bool) -> None:
    """What is to be done is said first, as a whole, then each step that is not done already."""
    wanted = list(steps)
    if dry_run:
        click.echo(written(wanted), nl=False)
        return
    click.echo(f"{len(wanted)} steps; what is there already is left alone:")
    for step in wanted:
        click.echo(f"  {line_of(step)}")
    try:
        changed = carry_out(wanted, lambda line: click.echo(f"> {line}"))
    except StepError as error:
        raise _wrong(str(error), 1) from error
    if not changed:
        click.echo("Everything was so already.")


def _given_name() -> str | None:
    """Where nobody has named the computer."""
    return "jantaku" if socket.gethostname().partition(".")[0] in UNNAMED else None


def _with_missing(appliance: Appliance) -> Appliance:
    return replace(appliance, missing=tuple(each for each in appliance.packages if not _installed(each)))


def _installed(package: str) -> bool:
    try:
        asked = ["dpkg-query", "-W", "-f", "${db:Status-Status}", package]
        found = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError:
        return False
    return found.stdout == "installed"


def _unfit(appliance: Appliance) -> str | None:
    """Why this computer cannot be one, with what to do; None where it can."""
    if os.geteuid() != 0:
        return "Installing services needs root: sudo jantaku install; --dry-run shows what it would do."
    if not SYSTEMD.is_dir() or shutil.which("apt-get") is None:
        return "This needs Debian or Raspberry Pi OS with systemd; elsewhere see docs/service.md."
    if not appliance.installed.is_file() or hidden(appliance.installed):
        first = PLACE / version()
        return (
            f"The program lies in {appliance.installed.parent}, where no service may read it. Install it: "
            f"sudo python3 -m venv --system-site-packages {first}, "
            f"sudo {first}/bin/pip install 'jantaku[club,pi]', sudo {first}/bin/jantaku install."
        )
    if appliance.kiosk and DESKTOP.exists():
        return (
            "A desktop is installed, and would fight for the screen: sudo systemctl disable --now "
            "display-manager, then install again; or use --no-kiosk."
        )
    return None


def hidden(program: Path) -> bool:
    """Whether a program lies where services see nothing: in a home, among temporary files, or in a folder
    that is closed to others."""
    whole = program.resolve()
    if any(whole.is_relative_to(place) for place in ("/home", "/root", "/tmp", "/run/user")):
        return True
    return any(not folder.stat().st_mode & 0o001 for folder in whole.parents)


def _wrong(sentence: str, code: int = 2) -> SystemExit:
    click.echo(f"jantaku: {sentence}", err=True)
    return SystemExit(code)
