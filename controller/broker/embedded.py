"""What the table's own mosquitto reads: its listeners, and the bridge to a club's broker. Texts only."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from contract.channels import BRIDGED
from contract.topics import Topics
from controller.broker.accounts import ACL, PASSWORDS
from controller.broker.certificates import Pair
from runtime.mosquitto import PID, run_by_us
from runtime.secret import write_secret

if TYPE_CHECKING:
    from controller.broker.broker import Address

HOUSE_ACL: Final = "acl.house"
IDS: Final = "bridge.ids"
"""What the bridge calls itself here and at the club's broker: who knew it could throw the bridge out."""


@dataclass(frozen=True, slots=True)
class Listeners:
    """The two Unix sockets, and host and port for other computers, encrypted with `tls`."""

    house: Path
    screens: Path
    far: tuple[str, int] | None = None
    tls: Pair | None = None


def config_text(folder: Path, listeners: Listeners, bridge: list[str]) -> str:
    """mosquitto.conf of a folder: nobody is anonymous but at the socket of the house."""
    lines = [
        *run_by_us(),
        "per_listener_settings true",
        "persistence false",
        "set_tcp_nodelay true",
        "max_queued_messages 20000",
        "max_queued_bytes 100000000",
        "message_size_limit 1000000",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
        f"pid_file {folder / PID}",
        *_listener(f"0 {listeners.house}", folder, HOUSE_ACL, anonymous=True),
        *_listener(f"0 {listeners.screens}", folder, ACL),
    ]
    if listeners.far is not None:
        host, port = listeners.far
        lines += [*_listener(f"{port} {host}", folder, ACL), *_encryption(listeners.tls)]
    return "\n".join([*lines, *bridge]) + "\n"


def _listener(where: str, folder: Path, acl: str, *, anonymous: bool = False) -> list[str]:
    return [
        f"listener {where}",
        f"allow_anonymous {'true' if anonymous else 'false'}",
        f"password_file {folder / PASSWORDS}",
        f"acl_file {folder / acl}",
    ]


def _encryption(tls: Pair | None) -> list[str]:
    if tls is None:
        return []
    certificate, key = (path.resolve() for path in tls)
    return [f"certfile {certificate}", f"keyfile {key}", "tls_version tlsv1.2"]


def bridge_lines(club: Address, topics: Topics, folder: Path) -> list[str]:
    """What makes a table's mosquitto hand everything on to a club's: nothing is lost while that is away.

    The topics are those that the club's screens read and no command, so that none goes round in a circle.
    """
    here = f"{topics.root}/"
    trust = "bridge_capath /etc/ssl/certs" if club.ca is None else f"bridge_cafile {club.ca}"
    account = [f"remote_username {club.username}", f"remote_password {club.password}"]
    local, remote = _ids(folder / IDS)
    return [
        "connection club",
        f"address {club.host}:{club.port}",
        *([trust] if club.tls else []),
        f"local_clientid {local}",
        f"remote_clientid {remote}",
        *(account if club.username else []),
        "cleansession false",
        "notifications false",
        "keepalive_interval 10",
        "restart_timeout 1 10",
        *(f"topic {name} out 1 {here} {here}" for name in BRIDGED),
        f"topic cmd/+ in 1 {here} {here}",
        # Takes a retained command off the club's broker; # there, since a bridge unsubscribes what it says.
        f"topic # out 1 {here}cleared/ {here}cmd/",
    ]


def _ids(path: Path) -> tuple[str, str]:
    """Kept, because the club's broker keeps commands for the remote one while the table is away."""
    try:
        local, remote = path.read_text("ascii").split()
    except (OSError, ValueError):
        local, remote = secrets.token_hex(16), secrets.token_hex(16)
        write_secret(path, f"{local} {remote}\n")
    return local, remote
