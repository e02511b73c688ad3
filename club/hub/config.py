"""The configuration of a club's hub: one TOML file, unknown keys refused."""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, IPvAnyNetwork, ValidationError

from runtime.logs import Level


class ConfigError(Exception):
    """The configuration cannot be used; one sentence says where and why."""


class BusyError(ConfigError):
    """Another hub runs with these data, or its own: whoever starts this one has to choose."""


class NoBrokerError(ConfigError):
    """No broker is named, and this computer has none."""


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BrokerSection(Section):
    url: str = ""
    """`mqtts://hub.local:8883`: the club's broker, made by `jantaku mqtt setup`; empty: one of our own, for
    the tables of this computer only (`club.hub.broker`)."""
    user: str = "hub-club"
    """The account of the role `hub`: `jantaku mqtt account add club --role hub`."""
    password: str = ""
    ca: Path | None = None
    """The club's certificate authority (`ca.pem`); None: those that the system trusts."""


Host = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[^\s/@#?]+$")]


class WebSection(Section):
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    certificate: Path | None = None
    """With `key` the pages are served over TLS only (PEM files)."""
    key: Path | None = None
    names: tuple[Host, ...] = ()
    """Further names and addresses under which browsers reach the pages, such as that of a web server before
    this one; those of this computer and of the certificate are known."""
    proxies: tuple[Host, ...] = ()
    """Addresses of web servers before this one that say for whom they ask (`X-Forwarded-For`)."""


class TableSection(Section):
    sign_in: Literal["none", "offered", "required"] = "offered"
    """Whether a first deal waits until all four have signed in."""
    streams: tuple[str, ...] = ()
    """Tables that are broadcast, by the name of their device."""
    delay_s: Annotated[float, Field(ge=300)] = 300.0
    """The delay of a broadcast behind the tables (K-STREAM-03)."""


class LoggingSection(Section):
    level: Level = "warning"
    """What goes to the log, on stderr: `debug`, `info`, `warning` or `error`."""


class HealthSection(Section):
    readers: tuple[IPvAnyNetwork, ...] = ()
    """Addresses or networks, such as `192.168.1.7` or `10.0.0.0/24`, that may read `/metrics` and the details
    of `/health` beside this computer."""


class UpdatesSection(Section):
    index: Annotated[str, Field(max_length=500, pattern=r"^(https?://[^\s]+)?$")] = ""
    """Address of an index of releases; empty: none is looked for in the network. Of a computer that is the
    club's alone."""
    daily: bool = False
    """Looked for every night; else only when somebody asks. Nothing is installed unasked."""


class Config(Section):
    club: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")] = "home"
    """As in the configuration of the tables (`table.club`)."""
    data: Path = Path()
    """By default the user's state directory."""
    database: str = ""
    """Where the log lies: by default `club.db` in `data`; `postgresql+psycopg://USER@HOST/NAME`."""
    broker: BrokerSection = BrokerSection()
    web: WebSection = WebSection()
    tables: TableSection = TableSection()
    logging: LoggingSection = LoggingSection()
    health: HealthSection = HealthSection()
    updates: UpdatesSection = UpdatesSection()

    @property
    def log(self) -> str:
        """The URL of the database."""
        return self.database or f"sqlite:///{self.data / 'club.db'}"


def load(path: Path | None, overrides: dict[str, Any] | None = None) -> Config:
    """The file's configuration with what the command line says instead; ConfigError otherwise."""
    return _checked(_overlaid({} if path is None else _values(path), overrides or {}), path)


def nearest(path: Path | None, overrides: dict[str, Any], web: WebSection) -> Config:
    """The configuration, or as much of one that cannot be used as its page needs: where the data lie, and
    where it listens, which is `web` where the file does not say it."""
    with suppress(ConfigError):
        return load(path, overrides)
    given = {name: overrides.get(name) for name in ("data", "database", "web")}
    with suppress(ConfigError):
        values = {} if path is None else _values(path)
        return _checked(_overlaid({name: values[name] for name in given if name in values}, given), path)
    given["web"] = web.model_dump() | {k: v for k, v in overrides.get("web", {}).items() if v is not None}
    return _checked(_overlaid({}, given), None)


def _values(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise ConfigError(f"{path} cannot be read ({reason}); give --config an existing file.") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is no TOML: {error}.") from error


def _overlaid(values: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """What is wanted stands in the place of the values; None is no wish."""
    found = dict(values)
    for section, part in wanted.items():
        if isinstance(part, dict):
            said = {key: value for key, value in part.items() if value is not None}
            found[section] = dict(found.get(section) or {}) | said
        elif part is not None:
            found[section] = part
    return found


def _checked(values: dict[str, Any], path: Path | None) -> Config:
    where = "The command line" if path is None else str(path)
    try:
        config = Config.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise ConfigError(
                f"{where}: {key} is not a known key; remove it or correct its spelling."
            ) from error
        raise ConfigError(f"{where}: {key}: {first['msg']} (it says {first['input']!r}).") from error
    return config if config.data != Path() else config.model_copy(update={"data": state_directory()})


def state_directory() -> Path:
    """The user's state directory (XDG base directories)."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "jantaku" / "club"
