"""The configuration of one table: read once, bounded where it is read, unknown keys refused."""

from __future__ import annotations

import logging
import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, IPvAnyNetwork, ValidationError

from controller.broker.certificates import Pair
from firmware_bridge.settings import outside
from runtime.logs import Level
from words import FIRST, offered

KEPT: Final = "table.toml"
"""Name of the file that the set-up page writes into the data directory."""
GONE: Final = ("websocket", "websocket_port")
"""Of the section `broker`."""
_LOG: Final = logging.getLogger(__name__)


class ConfigError(Exception):
    """The configuration cannot be used; the message is one sentence that says where and why.

    `code` says the same to pages, which know the languages; `key` names what is to be corrected, such as
    `camera.source`. Both are empty where only the sentence knows.
    """

    def __init__(self, message: str, code: str = "", key: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.key = key


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


Number = Annotated[int, Field(ge=0)]
Habits = Literal["tidy", "loose", "messy", "wild"]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")]


class TableSection(Section):
    club: Name = "home"
    name: Name = "table-1"
    preset: str = "rrc"
    options: dict[str, bool | int | str | list[int] | list[str] | dict[str, int]] = {}
    players: tuple[str, str, str, str] = ("A", "B", "C", "D")
    walls: Literal["people", "raised", "dealt"] = "people"
    """Where they come from without a machine of ours: people build them; a bought table raises them, or deals
    the hands, too, and turns the indicator."""
    declare: Literal["auto", "buttons", "tiles"] = "auto"
    """How a win, riichi, nine kinds and noten are declared. tiles: by tiles laid open or turned, too; auto:
    so where there is no machine, or virtual people press no buttons."""
    confirm: Literal["all", "parties", "one", "silence"] = "all"
    """Who accepts a result: all four, those who win or pay, whoever is first, or nobody who disputes it for
    `silence_s`."""
    silence_s: Annotated[float, Field(ge=5, le=120)] = 15.0


class CameraSection(Section):
    kind: Literal["rendered", "v4l2", "picamera", "rtsp", "file", "none"] = "rendered"
    """none: the table sees nothing, and people enter the results."""
    source: str = ""
    """`/dev/video0` for v4l2; a number for picamera, the first by default; `rtsp://host/path` for rtsp;
    a video or a folder of pictures for file."""
    exposure_ms: Annotated[float, Field(gt=0, le=100)] | None = None
    """None leaves the exposure to the camera (v4l2 and picamera)."""
    calibration: Path | None = None
    tile_set: Name | None = None
    """A set that `jantaku enrol` has taught; None: any set."""
    learn: bool = False
    """The table keeps pictures of single tiles of confirmed hands and learns its set from them, if its owner
    agrees; off: none are kept, and those of before are deleted."""
    models: Literal["int8", "fp32"] = "int8"
    """Form of the nets: int8 is the quicker on a Pi 5 and on most computers; fp32 where there is no
    arithmetic for bytes (a Pi 4)."""
    fps: Annotated[float, Field(ge=4, le=30)] = 12.0


class MachineSection(Section):
    kind: Literal["simulated", "serial", "none"] = "simulated"
    """none: people build the walls and throw the dice; a camera sees both."""
    port: str = ""
    jam: Annotated[float, Field(ge=0, le=1)] = 0.15
    """Chance of a jam in a simulated shuffle."""
    simulator: Literal["auto", "firmware", "python"] = "auto"
    """What a simulated machine is: the firmware, compiled for this computer, or its model in Python; auto
    takes the firmware where there is a C compiler."""
    sets: Literal[1, 2] = 2
    """Sets of tiles in the machine: of two, one is sorted while the other is played."""
    settings: dict[str, int] = {}
    """Of the firmware (`firmware_bridge.settings`), where a serial machine needs others than the defaults."""


Pin = Annotated[int, Field(ge=0, le=27)]
Seats = tuple[Pin, Pin, Pin, Pin]


class PanelSection(Section):
    """Numbers of the Pi's lines (BCM); a key closes to ground, a lamp lights when high."""

    kind: Literal["screen", "gpio"] = "screen"
    """Seats declare on touch screens, or with keys and lamps on a Raspberry Pi's header."""
    riichi: Seats = (5, 6, 13, 19)
    win: Seats = (26, 16, 20, 21)
    confirm: Seats = (12, 7, 8, 25)
    dispute: Seats = (24, 23, 18, 17)
    lamps: Seats = (4, 27, 22, 10)
    estop: Pin = 9


Port = Annotated[int, Field(ge=0, le=65535)]


class BrokerSection(Section):
    url: str | None = None
    """None: a mosquitto of our own; `mqtt://[user:password@]host[:port]`, `mqtts://...` with TLS; `auto`: the
    club's, found in the network."""
    user: str = ""
    password: str = ""
    """Of the account, where the URL does not name it."""
    ca: Path | None = None
    """The club's certificate authority (`ca.pem`); None: those that the system trusts."""
    bridge: bool = False
    """Whether the table keeps a mosquitto of its own all the same, which hands everything on to `url`."""
    port: Port = 0
    """Of the table's own broker for other computers; 0: the usual one, or a free one."""


class ClockSection(Section):
    """How long a game lasts, and what follows, say the options `timer.*` of the rules (table.options)."""

    kind: Literal["none", "round"] = "none"
    start: Literal["gong", "first_hand"] = "gong"
    """What starts it: the command `clock.start`, before which no hand begins, or START of the first hand."""


class BroadcastSection(Section):
    delay_s: Annotated[float, Field(ge=0, le=7200)] = 300.0
    """The delay of overlays, and of finished hands for other computers."""
    always: bool = False
    """Every game of the table is broadcast; else those of which its club says so."""


class HomeAssistantSection(Section):
    discovery: bool = False
    """Whether the table shows itself to a Home Assistant on the same broker."""


def _spoken(language: str) -> str:
    if language not in offered("voice"):
        raise ValueError(f"use one of {', '.join(offered('voice'))}")
    return language


class VoiceSection(Section):
    """Spoken announcements on the table's own loudspeaker."""

    enabled: bool = False
    language: Annotated[str, AfterValidator(_spoken)] = FIRST
    volume: Annotated[int, Field(ge=0, le=100)] = 70
    """100: as loud as the program that speaks can."""


Host = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[^\s/@#?]+$")]


class WebSection(Section):
    host: str = "127.0.0.1"
    port: Port = 0
    """0: 8090, or the next free one."""
    announce: bool = True
    """Whether other computers can find the page and the broker (zeroconf), where they are served."""
    certificate: Path | None = None
    key: Path | None = None
    """PEM files with which pages and the table's own broker are encrypted for other computers."""
    names: tuple[Host, ...] = ()
    """Further names and addresses under which browsers reach the pages, such as that of a router that hands
    requests on; those of this computer and of the certificate are known."""

    @property
    def pair(self) -> Pair | None:
        """None: nothing is encrypted."""
        return None if self.certificate is None or self.key is None else Pair(self.certificate, self.key)


class LoggingSection(Section):
    level: Level = "warning"
    """What goes to the log, on stderr: `debug`, `info`, `warning` or `error`."""


class HealthSection(Section):
    readers: tuple[IPvAnyNetwork, ...] = ()
    """Addresses or networks, such as `192.168.1.7` or `10.0.0.0/24`, that may read `/metrics` and the details
    of `/health` beside this computer."""


class EvidenceSection(Section):
    megabytes: Annotated[int, Field(ge=0)] = 500
    """Room on the disk for pictures and clips of all games; 0 keeps none."""
    hands: bool = False
    """Whether they may show standing hands: only with the consent of the players."""


class UpdatesSection(Section):
    index: Annotated[str, Field(max_length=500, pattern=r"^(https?://[^\s]+)?$")] = ""
    """Address of an index of releases; empty: none is looked for in the network."""
    daily: bool = False
    """Looked for every day while nobody plays; else only when somebody asks. Nothing is installed unasked."""


class BackupsSection(Section):
    remind_days: Annotated[int, Field(ge=0, le=3650)] = 21
    """The screens ask for a backup when a game was played so many days ago that none has; 0: never. Of a
    computer that was installed as a table."""


class VirtualSection(Section):
    venue: Number | None = None
    """Tile set, light, cloth, camera and habits of the venue of this number; None: the house's own. What
    follows replaces its parts."""
    style: Number | None = None
    light: str | Number | None = None
    mess: Habits | None = None
    tidiness: Annotated[float, Field(ge=0, le=1)] | None = None
    bump: Annotated[float, Field(ge=0)] | None = None
    """Seconds after the start at which the camera is pushed."""
    tile: Annotated[float, Field(ge=24, le=46)] = 34.0
    """Length of a tile in mm."""
    centre: Annotated[float, Field(ge=0, le=280)] = 0.0
    """Side in mm of a unit that hides the middle of the mat; 0: none does."""
    markers: Literal["all", "rim", "none"] = "all"
    """Which printed markers lie on the mat: all sixteen, the eight on the rim, or none."""
    answers: Number = 9
    """Questions in a hand that the virtual people answer."""
    words: Literal["all", "none"] = "all"
    """What the virtual people say by buttons; none: they lay their tiles open and press nothing, and silence
    accepts a result."""
    fault: Literal["none", "missing", "dim", "dark", "covered", "bumped", "blurred", "frozen"] = "none"


class Config(Section):
    table: TableSection = TableSection()
    camera: CameraSection = CameraSection()
    machine: MachineSection = MachineSection()
    panel: PanelSection = PanelSection()
    broker: BrokerSection = BrokerSection()
    web: WebSection = WebSection()
    voice: VoiceSection = VoiceSection()
    clock: ClockSection = ClockSection()
    broadcast: BroadcastSection = BroadcastSection()
    home_assistant: HomeAssistantSection = HomeAssistantSection()
    evidence: EvidenceSection = EvidenceSection()
    logging: LoggingSection = LoggingSection()
    health: HealthSection = HealthSection()
    updates: UpdatesSection = UpdatesSection()
    backups: BackupsSection = BackupsSection()
    virtual: VirtualSection = VirtualSection()
    data: Path = Path()
    """Where journals are kept; by default the user's state directory."""

    @property
    def scores_only(self) -> bool:
        """A table without a camera and without a machine: people enter how each hand ended."""
        return self.camera.kind == "none"


def default_data() -> Path:
    """The user's state directory (XDG base directories)."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "jantaku"


def kept_file(data: Path | None = None) -> Path:
    """Where the set-up page keeps the configuration of a table that is started without a file: in its data
    directory. It need not be there."""
    return (data or default_data()) / KEPT


def kept(data: Path | None = None) -> Path | None:
    """The same file where it is there."""
    path = kept_file(data)
    return path if path.is_file() else None


def load(path: Path | None) -> Config:
    """The configuration of a TOML file, or the default of a virtual table; ConfigError otherwise."""
    return parse({}, "the configuration") if path is None else parse(values_of(path), str(path))


def present(path: Path | None, data: Path | None = None) -> Config:
    """The same; without a file, that which the set-up page keeps in the data directory, where it is there.
    `data` is that directory, whatever the file says."""
    config = load(path or kept(data))
    return config if data is None else config.model_copy(update={"data": data})


def data_of(path: Path | None, data: Path | None = None) -> Path:
    """The data directory alone, also of a configuration that cannot be used: who looks for the page of a
    table that cannot begin finds it there."""
    if data is not None:
        return data
    try:
        return present(path).data
    except ConfigError:
        said = None
        with suppress(ConfigError):
            said = values_of(path or kept_file()).get("data")
        return Path(said) if isinstance(said, str) else default_data()


def values_of(path: Path, option: str = "--config") -> dict[str, Any]:
    """The content of a TOML file, unchecked; ConfigError where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise ConfigError(f"{path} cannot be read ({reason}); give {option} an existing file.") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is no TOML: {error}.") from error


def parse(values: dict[str, Any], where: str) -> Config:
    """A checked configuration of plain values; `where` names their source in errors."""
    try:
        config = Config.model_validate(_without_gone(values, where))
    except ValidationError as error:
        code, key, sentence = _why(error)
        raise ConfigError(f"{where}: {sentence}", code, key) from error
    if config.camera.kind not in {"rendered", "picamera", "none"} and not config.camera.source:
        message = f"{where}: camera.source is missing; a {config.camera.kind} camera needs it."
        raise ConfigError(message, "missing", "camera.source")
    if config.machine.kind == "serial" and not config.machine.port:
        message = f"{where}: machine.port is missing; a serial machine needs it."
        raise ConfigError(message, "missing", "machine.port")
    if config.broker.bridge and not config.broker.url:
        message = f"{where}: broker.bridge needs broker.url, the broker that receives everything, too."
        raise ConfigError(message, "missing", "broker.url")
    if (config.web.certificate is None) != (config.web.key is None):
        message = f"{where}: web.certificate and web.key belong together; give both or none."
        lacks = "web.certificate" if config.web.certificate is None else "web.key"
        raise ConfigError(message, "pair", lacks)
    wrong = outside(config.machine.settings)
    if wrong is not None:
        raise ConfigError(f"{where}: machine.settings: {wrong}", "value", "machine.settings")
    if config.table.walls != "people" and (config.machine.kind != "none" or config.camera.kind == "none"):
        raise ConfigError(
            f"{where}: table.walls is {config.table.walls!r}, walls of a bought table that a camera sees; "
            "set machine.kind to none and name a camera, or leave table.walls out.",
            "walls",
            "table.walls",
        )
    if (unfit := _unfit(config.camera.kind, config.machine.kind)) is not None:
        code = "no_camera" if config.camera.kind == "none" else "unfit"
        raise ConfigError(f"{where}: camera.kind and machine.kind do not fit; {unfit}", code, "machine.kind")
    return config if config.data != Path() else config.model_copy(update={"data": default_data()})


def _unfit(camera: str, machine: str) -> str | None:
    """Why this camera and this machine make no table; None where they do."""
    if machine == "none":
        return None
    if camera == "none":
        return "a table without a camera has no machine either: its players enter the results."
    if (camera == "rendered") != (machine == "simulated"):
        return (
            "a rendered camera and a simulated machine belong together, since both show the virtual table. "
            "Without a machine, machine.kind is none."
        )
    return None


def _without_gone(values: dict[str, Any], where: str) -> dict[str, Any]:
    """The values without keys that older tables knew: a file that still has them is good, with a notice."""
    broker = values.get("broker")
    if not isinstance(broker, dict) or broker.keys().isdisjoint(GONE):
        return values
    found = [key for key in GONE if key in broker]
    keys = " and ".join(f"broker.{key}" for key in found)
    _LOG.warning(
        "%s: not used any more: %s; browsers reach the broker through the page's own port. Remove it.",
        where,
        keys,
    )
    return values | {"broker": {key: value for key, value in broker.items() if key not in found}}


def _why(error: ValidationError) -> tuple[str, str, str]:
    """Code, key and sentence of the first thing that is wrong."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return "unknown", key, f"{key} is not a known key; remove it or correct its spelling."
    own = ".".join(str(part) for part in first["loc"][: 1 + (first["loc"][0] != "data")])
    return "value", own, f"{key}: {first['msg']} (it says {first['input']!r})."
