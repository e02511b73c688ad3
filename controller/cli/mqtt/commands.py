"""`jantaku mqtt`: a club's broker, the accounts of devices, and tools for who writes a display."""

from __future__ import annotations

import importlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import click

from contract.roles import Role
from controller.broker.accounts import Account, AccountError, Accounts
from controller.broker.certificates import CertificateError
from controller.broker.errors import BrokerError
from controller.broker.link import show_link, signed_link
from controller.config import ConfigError, present
from runtime.mosquitto import PID
from runtime.reload import changed

ELSEWHERE: Final = {
    "check": ("controller.cli.mqtt.check:check", "Whether a broker does what tables and screens rely on."),
    "watch": ("controller.cli.mqtt.session:watch", "What a table publishes, line by line."),
    "record": ("controller.cli.mqtt.session:record", "Record what a table publishes."),
    "replay": (
        "controller.cli.mqtt.session:replay",
        "Publish again what was recorded: a table without a table.",
    ),
}
F = TypeVar("F", bound=Callable[..., object])


class Group(click.Group):
    """Imports the heavier commands when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *ELSEWHERE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module, name = ELSEWHERE[cmd_name][0].split(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Group)
def mqtt() -> None:
    """Brokers, accounts of devices, and tools for authors of displays (docs/brokers.md)."""


@mqtt.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--club", required=True, help="The club, as in the tables' configuration.")
@click.option("--host", "hosts", multiple=True, help="A name or address of this computer; may be repeated.")
@click.option("--user", help="Who runs the broker (default: mosquitto for root, else yourself).")
@click.option("--listen", help="The one address to serve (default: all).")
@click.option("--port", type=click.IntRange(1, 65535), default=8883, show_default=True)
@click.option(
    "--local-port", type=click.IntRange(1, 65535), default=1883, show_default=True, help="On loopback."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout and nothing else.")
def setup(
    folder: Path, club: str, hosts: tuple[str, ...], user: str | None, as_json: bool, **ports: Any
) -> None:
    """Make or renew the broker of a club in FOLDER: certificates, configuration, access list.

    Run it again to add hosts or to renew a certificate; accounts and the authority stay.

    \b
    Example: sudo jantaku mqtt setup /etc/jantaku --club sakura --host hub.local --host 192.168.1.5
    """
    from controller.broker import club as body  # noqa: PLC0415

    with _one_sentence(as_json):
        made = body.ClubBroker(folder)
        owner = body.checked_user(user or body.usual_user())
        done = made.setup(body.Settings(club=_name(club), hosts=hosts, user=owner, **ports))
    unit = made.folder / body.UNIT
    running = changed(made.pid)
    if as_json:
        click.echo(json.dumps({"ok": True, "folder": str(made.folder), "done": done, "reloaded": running}))
        return
    for sentence in done or ["Nothing has changed."]:
        click.echo(sentence)
    if not running:
        click.echo(f"Start it:  sudo systemctl enable --now {unit}")
    elif done:
        click.echo("Restart it where its certificate or its ports have changed:  "
                   "sudo systemctl restart jantaku-broker")  # fmt: skip


@mqtt.command()
@click.argument("hosts", nargs=-1, required=True)
@click.option("--dir", "folder", type=click.Path(path_type=Path), required=True, help="The club's broker.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path(), help="Where to write it (default: here)."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout and nothing else.")
def certificate(hosts: tuple[str, ...], folder: Path, out: Path, as_json: bool) -> None:
    """Make or renew the certificate with which a table encrypts its pages: web.pem and web.key.

    HOSTS are the names and addresses under which other computers reach the table. On the appliance of a
    table the key is its user's, who alone reads it.

    \b
    Example: sudo jantaku mqtt certificate table-1.local 192.168.1.7 --dir /etc/jantaku
    """
    from controller.appliance.description import USER  # noqa: PLC0415
    from controller.broker.club import ClubBroker  # noqa: PLC0415

    with _one_sentence(as_json):
        made = ClubBroker(folder).certify(hosts, out)
        if os.geteuid() == 0:
            with suppress(LookupError):  # no such user: this is no appliance
                shutil.chown(made.key, USER)
    if as_json:
        click.echo(json.dumps({"ok": True, "certificate": str(made.certificate), "key": str(made.key)}))
        return
    click.echo(f"Made {made.certificate} and {made.key}: name them in web.certificate and web.key.")


@mqtt.group()
def account() -> None:
    """Accounts of devices on a club's broker, or on the table's own."""


def _of_a_broker(command: F) -> F:
    """The options that say which broker's accounts are meant."""
    command = click.option("--json", "as_json", is_flag=True, help="JSON on stdout and nothing else.")(
        command
    )
    command = click.option("--data", type=click.Path(path_type=Path), help="The table's data directory.")(
        command
    )
    command = click.option("--config", type=click.Path(path_type=Path), help="The table's TOML file.")(
        command
    )
    return click.option("--dir", "folder", type=click.Path(path_type=Path), help="A club's broker.")(command)


@account.command()
@click.argument("name")
@click.option("--role", type=click.Choice([role.value for role in Role]), required=True)
@click.option("--seat", type=click.IntRange(0, 3), help="The seat of a display.")
@click.option("--table", help="The one table it belongs to (default: all of the club).")
@click.option("--link", help="Address of the table's web page: prints the link that signs a browser in.")
@_of_a_broker
def add(name: str, role: str, seat: int | None, table: str | None, link: str | None, **where: Any) -> None:
    """Make an account for one device and print its secret, this once.

    \b
    Example: jantaku mqtt account add anna --role referee --dir /etc/jantaku
             jantaku mqtt account add east --role seat --seat 0 --table table-1 --link http://table-1.local:8090
    """
    with _changing(where) as accounts:
        named = Account.named(name, Role(role), seat, table and _name(table))
        secret = accounts.add(named)
    _print_secret(named, secret, link, where["as_json"])


@account.command()
@click.argument("device")
@click.option("--link", help="Address of the table's web page: prints the link that signs a browser in.")
@_of_a_broker
def rotate(device: str, link: str | None, **where: Any) -> None:
    """Give an account another secret and print it, this once; the old one is void."""
    with _changing(where) as accounts:
        secret = accounts.rotate(device)
    named = Account.of(device)
    assert named is not None
    _print_secret(named, secret, link, where["as_json"])


@account.command()
@click.argument("device")
@_of_a_broker
def remove(device: str, **where: Any) -> None:
    """Remove an account: its device can no longer connect."""
    with _changing(where) as accounts:
        accounts.remove(device)
    text = json.dumps({"ok": True, "removed": device}) if where["as_json"] else f"Removed {device}."
    click.echo(text)


@account.command(name="list")
@_of_a_broker
def list_(**where: Any) -> None:
    """All accounts, one a line; secrets are not kept and cannot be shown."""
    with _one_sentence(where["as_json"]):
        accounts, _ = _accounts(where)
    for each in accounts:
        fields = {"device": each.name, "role": each.role, "seat": each.seat, "table": each.table}
        line = f"{each.name:<28} {each.role:<11} {each.table or 'all tables'}"
        click.echo(json.dumps(fields) if where["as_json"] else line)


def _accounts(where: dict[str, Any]) -> tuple[Accounts, Path]:
    """Those that are meant, and the file that names the process of their broker."""
    from contract.topics import Topics  # noqa: PLC0415
    from controller.broker import broker  # noqa: PLC0415
    from controller.broker.club import ClubBroker  # noqa: PLC0415

    if where["folder"] is not None:
        club = ClubBroker(where["folder"])
        return club.accounts(), club.pid
    config = present(where["config"], where["data"])
    folder = config.data / "broker"
    folder.mkdir(parents=True, exist_ok=True)
    topics = Topics(config.table.club, config.table.name)
    return broker.embedded_accounts(folder, topics), folder / PID


@contextmanager
def _changing(where: dict[str, Any]) -> Iterator[Accounts]:
    """Accounts that are written, and read by the broker that runs, after the body."""
    with _one_sentence(where["as_json"]):
        accounts, pid = _accounts(where)
        yield accounts
        accounts.write()
    if not changed(pid):
        click.echo(
            "It counts from the broker's next start; where it runs: sudo systemctl reload jantaku-broker",
            err=True,
        )


def _print_secret(named: Account, secret: str, link: str | None, as_json: bool) -> None:
    address = None if link is None else signed_link(link, named, secret)
    if as_json:
        click.echo(json.dumps({"ok": True, "device": named.name, "secret": secret, "link": address}))
        return
    click.echo(f"user      {named.name}\npassword  {secret}")
    if address is not None:
        show_link(address)
    click.echo("It is shown this once; `jantaku mqtt account rotate` makes another.", err=True)


def _name(text: str) -> str:
    """The name of a club or of a table, as the configuration takes it."""
    from pydantic import TypeAdapter, ValidationError  # noqa: PLC0415

    from controller.config import Name  # noqa: PLC0415

    try:
        return TypeAdapter(Name).validate_python(text)
    except ValidationError as error:
        raise AccountError(
            f"{text!r} is no name of a club or table: small letters, digits, - and _, 32 at most."
        ) from error


@contextmanager
def _one_sentence(as_json: bool) -> Iterator[None]:
    try:
        yield
    except (AccountError, BrokerError, CertificateError, ConfigError) as error:
        fail(str(error), as_json)
    except PermissionError as error:
        fail(f"{error.filename} may not be written: run this with sudo, or as its owner.", as_json)


def fail(sentence: str, as_json: bool) -> NoReturn:
    """One sentence on stderr, with --json on stdout, too; exit status 2."""
    if as_json:
        click.echo(json.dumps({"ok": False, "message": sentence}))
    click.echo(f"jantaku: {sentence}", err=True)
    raise SystemExit(2)
