"""What the set-up page receives, and what it sends."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, JsonValue

from contract.messages import Model

RefusalCode = Literal[
    "value",
    "unknown",
    "missing",
    "pair",
    "walls",
    "no_camera",
    "unfit",
    "rules",
    "port",
    "look",
    "masked",
    "fixed",
    "form",
    "toml",
    "file",
    "changed",
    "gone",
    "hand",
    "no_camera_here",
    "busy",
    "forbidden",
    "bad",
    "large",
    "zone",
    "network_time",
    "no_clock",
    "wifi_none",
    "wifi_no_radio",
    "wifi_off",
    "wifi_gone",
    "wifi_password",
    "wifi_address",
    "wifi_slow",
    "wifi_not_allowed",
    "wifi_kind",
    "wifi_failed",
    "wifi_busy",
    "no_board",
    "playing",
    "other",
]
"""Why something is refused; pages have a sentence for each."""
LAST_MS: Final = 253_402_300_800_000
"""The end of the year 9999."""


class SetupRefusal(Model):
    """`key` is the key of the configuration that is to be corrected, empty where no single one is; `message`
    says the same in English."""

    code: RefusalCode
    key: str = ""
    message: str = ""


class SetupKey(Model):
    """One key of the configuration."""

    name: str
    """With its section, as in the file: `camera.fps`."""
    section: str
    kind: Literal["choice", "switch", "number", "text", "list", "rules", "settings"]
    optional: bool
    """It may be left out, which has a meaning of its own."""
    choices: list[str | int]
    titles: list[str]
    """Of the choices, in the language that was asked for; empty where they have none."""
    low: float | None
    high: float | None
    above: bool
    """`low` itself is not allowed."""
    whole: bool
    """Numbers without a fraction."""
    count: int | None
    """So many things stand in a list."""
    secret: bool
    """Its value is never sent."""
    default: JsonValue
    given: bool
    """It stands in the file."""
    value: JsonValue
    """What the file says, else the default; null of a secret."""
    fixed: bool
    """The command line or the club's file says otherwise, which counts before the file."""
    now: JsonValue
    """What counts."""


class SetupOption(Model):
    """A rule option, with its name in the language that was asked for. `value` is what the preset says,
    `chosen` what the file says instead; null: nothing. `several`: its value has parts, or it is a number or a
    word, and its `type` says how it is entered, as in `OptionView` of the host's page."""

    id: str
    title: str
    kind: Literal["choice", "switch", "number", "several"]
    type: str
    choices: list[str | int | bool]
    low: float | None
    step: float | None
    value: JsonValue
    chosen: JsonValue


class SetupSetting(Model):
    """A setting of the machine's firmware. `chosen`: what the file says; null: nothing."""

    name: str
    unit: str
    default: int
    low: int
    high: int
    chosen: int | None


class SetupClock(Model):
    """The time of day of the table's computer: `trouble` says what is wrong with it."""

    now_ms: int
    zone: str
    trouble: Literal["clock_early", "clock_jumped"] | None


class SetupTime(Model):
    """`/setup/time.json`: what of the clock may be set from here. `there`: systemd's timedated answers."""

    there: bool
    zone: bool
    """The time zone may be set."""
    time: bool
    """The time may be set, where the network does not set it."""
    network: bool | None
    """The network sets the clock; null: nobody knows."""
    switches: bool
    """That may be switched on and off."""
    synchronised: bool
    """The clock was set by the network."""


class SetupTimeChange(Model):
    """Sent to `/setup/time`: what is to be set. `at_ms` are milliseconds since 1970."""

    zone: Annotated[str, Field(max_length=64)] | None = None
    network: bool | None = None
    at_ms: Annotated[int, Field(ge=0, lt=LAST_MS)] | None = None


FlashedCode = Literal[
    "flashed",
    "failed",
    "busy",
    "silent",
    "cut",
    "back",
    "wiring",
    "board",
    "port",
    "held",
    "denied",
    "cable",
]


class SetupFlashed(Model):
    """What became of new firmware for the machine: `firmware` is the one that greets now, `message` says in
    English why it does not. `port`, `held`, `denied` and `cable` are those of `machine_lost_...`."""

    code: FlashedCode
    firmware: str = ""
    message: str = ""


class SetupFirmware(Model):
    """`/setup/firmware`: the machine gets the firmware of this release, and the table begins again."""


class SetupForm(Model):
    """`/setup/form.json`: every key of the configuration."""

    boot: str
    """Another one: the table has begun again."""
    running: bool
    """False: the table cannot begin, and `stopped` says why."""
    stopped: str | None
    in_hand: bool
    """A hand is played."""
    revision: str
    """Of the file; a change names the one that it is made to."""
    path: str
    exists: bool
    pending: bool
    """It is another one than the table has begun with."""
    trouble: SetupRefusal | None
    """Why the file cannot be used as it is."""
    keys: list[SetupKey]
    options: list[SetupOption]
    settings: list[SetupSetting]
    unknown: list[str]
    """Keys in the file that no table knows."""
    far: str | None
    """This page as other computers reach it; null: they do not."""
    clock: SetupClock
    board: bool
    """The machine has firmware that can be exchanged."""
    flashed: SetupFlashed | None
    """Since the program began; null: nobody asked for it."""


class SetupCamera(Model):
    """A camera as `camera.kind` and `camera.source` name it."""

    kind: Literal["v4l2", "picamera"]
    source: str
    name: str


class SetupPort(Model):
    """A port as `machine.port` names it."""

    port: str
    name: str


class SetupFound(Model):
    """`/setup/found.json`: what is connected to the table's computer, and the tile sets that were taught."""

    cameras: list[SetupCamera]
    ports: list[SetupPort]
    sets: list[str]


class SetupAdvice(Model):
    """What would make a picture better: a code for the languages, its values, and the English sentence."""

    code: str
    values: dict[str, JsonValue]
    message: str


class SetupLook(Model):
    """`/setup/look`: a picture of a camera, as a data URL, and what would make it better."""

    picture: str
    width: int
    height: int
    advice: list[SetupAdvice]


class SetupVersion(Model):
    """An earlier content of the file. `at_ms`: until when it held, in milliseconds since 1970. `keys` differ
    from what followed it."""

    number: int
    at_ms: int
    keys: list[str]


class SetupVersions(Model):
    """`/setup/versions.json`: the newest first."""

    versions: list[SetupVersion]


class SetupDone(Model):
    """It is written, or the table begins again; `port` is that of this page then, where it is
    another one."""

    code: Literal["ok"] = "ok"
    revision: str
    port: int | None = None


class SetupChange(Model):
    """Sent to `/setup/change`: keys with their new values; null takes one out of the file. With `anew`
    nothing that stood in the file stays."""

    revision: str
    changes: Annotated[dict[str, JsonValue], Field(max_length=400)]
    anew: bool = False


class SetupBack(Model):
    """Sent to `/setup/back`: an earlier version is to hold again."""

    revision: str
    number: Annotated[int, Field(ge=1)]


class SetupApply(Model):
    """Sent to `/setup/apply`. `anyway`: also in the middle of a hand."""

    anyway: bool = False


class SetupAsk(Model):
    """Sent to `/setup/look`."""

    kind: Literal["v4l2", "picamera", "rtsp", "file"]
    source: Annotated[str, Field(max_length=2000)] = ""
    exposure_ms: Annotated[float, Field(gt=0, le=100)] | None = None


class SetupNetwork(Model):
    """A Wi-Fi network that is seen. `signal` is its strength in per cent; `kind` says what it asks for: no
    password, one (psk, sae), or what cannot be given here."""

    name: str
    signal: int
    joined: bool
    kind: Literal["open", "psk", "sae", "other"]


class SetupWifi(Model):
    """`/setup/wifi.json`: `stands` says why there is no Wi-Fi; `may`: the table may join a network."""

    stands: RefusalCode | None
    may: bool
    networks: list[SetupNetwork]


class SetupJoin(Model):
    """Sent to `/setup/wifi`; an open network has an empty password."""

    name: Annotated[str, Field(min_length=1, max_length=32)]
    password: Annotated[str, Field(max_length=128)] = ""
