"""The folder of a club's broker: certificates, configuration of mosquitto, accounts, systemd's unit.

`club.json` and the accounts say all; the rest follows from them and is written anew each time, except
the certificate authority, which every device of the club has learned to trust.
"""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from controller.broker.accounts import ACL, PASSWORDS, Accounts
from controller.broker.certificates import (
    RENEW,
    Pair,
    checked_host,
    expires,
    fingerprint,
    hosts_of,
    make_authority,
    make_server,
    signed_by,
)
from controller.broker.errors import BrokerError
from runtime.mosquitto import CONFIG, PID, MissingError, find_mosquitto
from runtime.secret import write_secret
from runtime.stored import Format, StoredError

FILE: Final = "club.json"
FORMAT: Final = Format("club", 1, "setup of a club's broker", "restore it from a copy")
UNIT: Final = "jantaku-broker.service"
AVAHI: Final = "jantaku-broker.avahi.service"
DEBIAN_USER: Final = "mosquitto"
MORE: Final = "conf.d"
"""Folder of what a club adds to its broker's configuration, such as a bridge to a cluster (docs/scale.md)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`hosts` are the names and addresses under which tables and screens reach the broker; `listen` None
    serves all networks of its computer."""

    club: str
    hosts: tuple[str, ...]
    user: str
    listen: str | None = None
    port: int = 8883
    local_port: int = 1883


class ClubBroker:
    """BrokerError: the folder is of no club, or of another one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.ca, self._ca_key = self.folder / "ca.pem", self.folder / "ca.key"
        self._server, self._server_key = self.folder / "server.pem", self.folder / "server.key"
        self.data = self.folder / "data"

    @property
    def pid(self) -> Path:
        return self.data / PID

    def settings(self) -> Settings:
        """What was set up. BrokerError when nothing was."""
        try:
            return _settings(FORMAT.read(self.folder / FILE))
        except FileNotFoundError as error:
            raise BrokerError(
                f"{self.folder} holds no club's broker: make it with `jantaku mqtt setup`."
            ) from error
        except StoredError as error:
            raise BrokerError(str(error)) from error
        except (ValueError, TypeError, KeyError) as error:
            raise BrokerError(str(FORMAT.broken(self.folder / FILE))) from error

    def accounts(self) -> Accounts:
        return Accounts(self.folder, self.settings().club)

    def setup(self, wanted: Settings) -> list[str]:
        """Makes what is missing and renews what has changed; one sentence for each. A second time hosts are
        added; accounts and the authority stay. Raises BrokerError, CertificateError and AccountError."""
        settings = self._merged(wanted)
        lone = [path for path in (self.ca, self._ca_key) if path.exists()]
        if len(lone) == 1:
            raise BrokerError(
                f"Of the certificate authority only {lone[0].name} is in {self.folder}: put the other file "
                "back, or move this one away, too, and every device must learn a new one."
            )
        if not lone and (self.folder / FILE).exists():
            raise BrokerError(
                f"The certificate authority is gone from {self.folder}: put ca.pem and ca.key back from a "
                "copy, or begin anew in another folder, and every device must learn the new one."
            )
        self._folders(settings.user)
        return [*self._authority(settings), *self._certificate(settings), *self._files(settings)]

    def certify(self, hosts: Sequence[str], out: Path) -> Pair:
        """A certificate of the club's authority for the pages of a table with these names and addresses, as
        web.pem and web.key in a folder. Raises BrokerError and CertificateError."""
        club = self.settings().club
        if not self._ca_key.exists():
            raise BrokerError(f"{self._ca_key} is missing: run this where the authority of {club} is kept.")
        pair = Pair(out / "web.pem", out / "web.key")
        out.mkdir(parents=True, exist_ok=True)
        make_server((self.ca, self._ca_key), *pair, [checked_host(host) for host in hosts])
        return pair

    def _merged(self, wanted: Settings) -> Settings:
        hosts = [checked_host(host) for host in wanted.hosts]
        if (self.folder / FILE).exists():
            known = self.settings()
            if known.club != wanted.club:
                raise BrokerError(
                    f"{self.folder} is the broker of the club {known.club}: take another for {wanted.club}."
                )
            hosts = [*known.hosts, *hosts]
        if not hosts:
            raise BrokerError("Say with --host under which name or address the broker is reached.")
        return replace(wanted, hosts=tuple(dict.fromkeys(hosts)))

    def _folders(self, user: str) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.data.mkdir(mode=0o700, exist_ok=True)
            (self.folder / MORE).mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise BrokerError(f"{self.folder} cannot be made ({error.strerror}): choose another.") from error
        for folder in (self.data, self.folder / MORE):
            self._give(folder, user)

    def _authority(self, settings: Settings) -> Iterator[str]:
        if not self.ca.exists():
            make_authority(self.ca, self._ca_key, settings.club)
            yield f"Made the club's certificate authority: copy {self.ca} to every table, and keep "\
                f"{self._ca_key} where nobody else reads it."  # fmt: skip

    def _certificate(self, settings: Settings) -> Iterator[str]:
        why = self._stale(settings)
        if why is not None:
            make_server((self.ca, self._ca_key), self._server, self._server_key, settings.hosts)
            yield f"Made the broker's certificate for {', '.join(settings.hosts)} ({why})."
        self._give(self._server_key, settings.user)

    def _stale(self, settings: Settings) -> str | None:
        """Why the broker's certificate must be made anew; None when it is good."""
        if not self._server.exists():
            return "there was none"
        if not signed_by(self.ca, self._server, self._server_key):
            return "the old one is not of this authority or has ended"
        if hosts_of(self._server) != set(settings.hosts):
            return "its names have changed"
        left = expires(self._server) - datetime.now(UTC)
        return f"the old one ends in {left.days} days" if left < RENEW else None

    def _files(self, settings: Settings) -> Iterator[str]:
        texts = {
            FILE: FORMAT.text(_saved(settings)),
            CONFIG: self.config_text(settings),
            UNIT: self._unit(settings),
            AVAHI: self._avahi(settings),
        }
        for name, text in texts.items():
            path = self.folder / name
            if not path.exists() or path.read_text("utf-8") != text:
                yield f"Wrote {path}."
                write_secret(path, text)
            self._give(path, settings.user)
        Accounts(self.folder, settings.club).write()
        for path in (self.folder / PASSWORDS, self.folder / ACL, *(self.folder / MORE).glob("*.conf")):
            self._give(path, settings.user)

    def config_text(self, settings: Settings) -> str:
        """mosquitto.conf: one encrypted listener, one for programs of this computer; every client signs
        in with an account."""
        where = "" if settings.listen is None else f" {settings.listen}"
        encrypted = [f"certfile {self._server}", f"keyfile {self._server_key}", "tls_version tlsv1.2"]
        return "\n".join([
            f"user {settings.user}",
            "per_listener_settings false",
            "allow_anonymous false",
            f"password_file {self.folder / PASSWORDS}",
            f"acl_file {self.folder / ACL}",
            "# What tables retain they send again: this keeps the queues of archivers, and spares the card.",
            "persistence true",
            f"persistence_location {self.data}/",
            "autosave_interval 300",
            "persistent_client_expiration 1d",
            "set_tcp_nodelay true",
            "max_queued_messages 20000",
            "max_packet_size 1000000",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            f"pid_file {self.pid}",
            f"listener {settings.local_port} 127.0.0.1",
            f"listener {settings.port}{where}",
            *encrypted,
            f"include_dir {self.folder / MORE}",
        ]) + "\n"  # fmt: skip

    def _unit(self, settings: Settings) -> str:
        return f"""[Unit]
Description=MQTT broker of the mahjong club {settings.club}
Wants=network-online.target
After=network-online.target time-sync.target

[Service]
User={settings.user}
ExecStart={_binary()} -c {self.folder / CONFIG}
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=1
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=strict
ReadWritePaths={self.data}

[Install]
WantedBy=multi-user.target
"""

    def _avahi(self, settings: Settings) -> str:
        """What tables with `broker.url = "auto"` look for (controller/broker/discovery.py)."""
        return f"""<?xml version="1.0" standalone="no"?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">Jantaku {escape(settings.club)} on %h</name>
  <service>
    <type>_mqtt._tcp</type>
    <port>{settings.port}</port>
    <txt-record>jantaku={escape(settings.club)}</txt-record>
    <txt-record>tls=1</txt-record>
    <txt-record>host={escape(settings.hosts[0])}</txt-record>
    <txt-record>ca={fingerprint(self.ca)}</txt-record>
  </service>
</service-group>
"""

    @staticmethod
    def _give(path: Path, user: str) -> None:
        """What the broker reads is its user's; only root can give it away."""
        if os.geteuid() == 0:
            shutil.chown(path, user, pwd.getpwnam(user).pw_gid)


def _binary() -> str:
    try:
        return find_mosquitto()
    except MissingError as error:
        raise BrokerError("The MQTT broker is missing: run `sudo apt install mosquitto`.") from error


def _saved(settings: Settings) -> dict[str, Any]:
    return {
        "club": settings.club,
        "hosts": list(settings.hosts),
        "user": settings.user,
        "listen": settings.listen,
        "port": settings.port,
        "local_port": settings.local_port,
    }


def _settings(found: dict[str, Any]) -> Settings:
    """Of `_saved`; KeyError, TypeError or ValueError for anything else."""
    if not isinstance(found["hosts"], list):
        raise TypeError("hosts is no list")
    return Settings(
        club=str(found["club"]),
        hosts=tuple(str(host) for host in found["hosts"]),
        user=str(found["user"]),
        listen=None if found["listen"] is None else str(found["listen"]),
        port=int(found["port"]),
        local_port=int(found["local_port"]),
    )


def usual_user() -> str:
    """Debian's own user for the broker where we may give files to it, else whoever runs this."""
    if os.geteuid():
        return getpass.getuser()
    try:
        return pwd.getpwnam(DEBIAN_USER).pw_name
    except KeyError:
        return "root"


def checked_user(user: str) -> str:
    """BrokerError for a user who does not exist."""
    try:
        return pwd.getpwnam(user).pw_name
    except KeyError:
        raise BrokerError(f"There is no user {user} on this computer.") from None
