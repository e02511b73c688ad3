"""The broker of a club that names none: mosquitto as a child, for the tables of this computer alone.

Nobody is anonymous there. Two accounts have rights: the hub's, whose secret is new at every start, and that
of the tables, which lies in a file that its owner alone can read.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path
from typing import Final

from club.hub.config import ConfigError, NoBrokerError
from club.hub.mqtt_client import Address
from contract.channels import PREFIX
from runtime.mosquitto import CONFIG, PID, MissingError, Mosquitto, StartError, free_port, run_by_us
from runtime.secret import new_secret, password_hash, write_secret
from runtime.stored import replace_file
from runtime.tasks import Part

HOST: Final = "127.0.0.1"
USUAL: Final = 1883
"""Taken where it is free."""
PORT: Final = "ports"
JOIN: Final = "join.toml"
"""What a table of this computer needs to join: `jantaku run --join FILE`."""
TABLES: Final = "bridge"
"""The account of all tables: each has a broker of its own for its pages, which hands everything on."""
TEXT: Final = """per_listener_settings false
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
persistence false
set_tcp_nodelay true
max_queued_messages 20000
max_packet_size 1000000
log_dest stderr
log_type error
pid_file {folder}/{pid}
listener {port} {host}
"""
RIGHTS: Final = """user {hub}
topic read {club}/#
topic write {club}/+/cmd/{hub}

user {tables}
topic readwrite {club}/#
"""


class Broker:
    """Its port stays the same for the life of `folder`, so that tables find it again. It ends with this
    process, and is started again when it ends by itself. `account` is the hub's."""

    def __init__(self, folder: Path, club: str, account: str = "hub-club", part: Part | None = None) -> None:
        self._folder, self._club = folder.resolve(), club
        self._child = Mosquitto(self._folder, part)
        self._port = USUAL
        self._account = account
        self._secret = new_secret()

    @property
    def address(self) -> Address:
        """The address of the broker with the hub's account."""
        return Address(HOST, self._port, user=self._account, password=self._secret)

    @property
    def url(self) -> str:
        return f"mqtt://{HOST}:{self._port}"

    @property
    def joins(self) -> str:
        """The command of a virtual table."""
        return f"./jantaku run --join {shlex.quote(str(self._folder / JOIN))} --table table-1"

    @property
    def pid(self) -> int | None:
        """The process, None while it is down."""
        return self._child.pid

    def start(self) -> None:
        """Returns when it answers. ConfigError: no binary, no room, or its port is taken."""
        try:
            self._configure()
        except (OSError, ValueError) as error:
            raise ConfigError(f"{self._folder} cannot be used ({error}): delete it and try again.") from error
        try:
            self._child.start([(HOST, self._port)])
        except MissingError as error:
            raise NoBrokerError(
                "The MQTT broker is missing: run `sudo apt install mosquitto`, or name one with --broker URL."
            ) from error
        except StartError as error:
            raise ConfigError(
                f"mosquitto did not start on port {self._port} ({error}): end the program that holds it, or "
                f"delete {self._folder / PORT} to get another."
            ) from error

    def stop(self) -> None:
        """Stops the broker; safe to call twice."""
        self._child.stop()

    def _configure(self) -> None:
        """Everything that mosquitto reads, and the file of the tables."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.chmod(0o700)
        remembered = self._folder / PORT
        if not remembered.exists():
            replace_file(remembered, str(free_port(HOST, USUAL)).encode())
        self._port = int(remembered.read_text("ascii").split()[0])
        secrets = {self._account: self._secret, TABLES: self._secret_of_tables()}
        rights = RIGHTS.format(club=f"{PREFIX}/{self._club}", hub=self._account, tables=TABLES)
        text = TEXT.format(folder=self._folder, pid=PID, port=self._port, host=HOST)
        files = {
            "passwords": "".join(f"{name}:{password_hash(secret)}\n" for name, secret in secrets.items()),
            "acl": rights,
            CONFIG: "\n".join([*run_by_us(), text]),
            JOIN: self._join(secrets[TABLES]),
        }
        for name, content in files.items():
            write_secret(self._folder / name, content)

    def _secret_of_tables(self) -> str:
        """It stays, because tables outlive their hub. ValueError: the file of the tables is not one."""
        path = self._folder / JOIN
        if not path.exists():
            return new_secret()
        broker = tomllib.loads(path.read_text("utf-8")).get("broker")
        secret = broker.get("password") if isinstance(broker, dict) else None
        if not isinstance(secret, str) or not secret:
            raise ValueError(f"{path} names no password")
        return secret

    def _join(self, secret: str) -> str:
        return (
            "# How tables of this computer join the club; it holds a secret.\n"
            f"[table]\nclub = {json.dumps(self._club)}\n\n"
            f"[broker]\nurl = {json.dumps(self.url)}\nbridge = true\n"
            f"user = {json.dumps(TABLES)}\npassword = {json.dumps(secret)}\n"
        )
