"""The published contract: topics and payloads, as typed models (see docs/mqtt.md).

Payloads carry codes and numbers, never display text; the screens know the languages. No payload
here carries a concealed tile.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

SCHEMA = "1.0"


class Topics:
    """Names under `jantaku/1/{club}/{table}/`."""

    def __init__(self, club: str, table: str) -> None:
        self.root = f"jantaku/1/{club}/{table}"
        self.info = f"{self.root}/$info"
        self.status = f"{self.root}/$status"
        self.state = f"{self.root}/state"
        self.event = f"{self.root}/event"
        self.eyes = f"{self.root}/eyes"
        self.tick = f"{self.root}/tick"
        self.cmd = f"{self.root}/cmd"

    def reply(self, device: str) -> str:
        return f"{self.root}/reply/{device}"


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Phase(StrEnum):
    IDLE = "idle"
    COLLECT = "collect"
    SHUFFLE = "shuffle"
    RAISE = "raise"
    DICE = "dice"
    DEAL = "deal"
    PLAY = "play"
    SHOW = "show"
    """A win or draw was declared; hands are being laid open."""
    CONFIRM = "confirm"
    """A result is previewed and waits for the seats."""
    FINISHED = "finished"


class PondTile(Model):
    tile: str | None
    sideways: bool = False
    called: bool = False
    """Taken by another player; stays in the history, is not in the pond any more."""


class MeldView(Model):
    type: Literal["chi", "pon", "daiminkan", "shouminkan", "ankan"]
    tiles: list[str]
    called: str | None = None
    source: int | None = None


class SeatView(Model):
    seat: int
    name: str
    wind: Literal["E", "S", "W", "N"]
    score: int
    riichi: Literal["no", "declared", "paid"] = "no"
    pond: list[PondTile] = []
    melds: list[MeldView] = []
    concealed: int = 0
    confirmed: bool | None = None
    """In phase `confirm`: true, false (disputes) or not yet answered."""


class RoundView(Model):
    wind: Literal["E", "S", "W", "N"]
    number: int
    honba: int
    kyotaku: int


class WinView(Model):
    seat: int
    source: int
    tiles: list[str]
    melds: list[MeldView] = []
    win_tile: str
    yaku: list[tuple[str, int]]
    dora: int = 0
    red: int = 0
    ura: int = 0
    han: int
    fu: int
    fu_parts: list[tuple[str, int]] = []
    limit: str | None = None
    yakuman: int = 0
    points: int
    deltas: list[int]


class ResultView(Model):
    """The previewed (phase `confirm`) or last paid result of a hand."""

    reason: str
    wins: list[WinView] = []
    tenpai: list[bool] = [False, False, False, False]
    shown: list[list[str] | None] = [None, None, None, None]
    deltas: list[int]
    paid: bool = False


class Question(Model):
    """A doubt of the table that a player or referee can answer."""

    id: str
    code: str
    """unread_discard, unread_meld, unread_dora, unread_hand, refused_event, contradiction"""
    seat: int | None = None
    candidates: list[str] = []
    faults: list[str] = []
    quad: list[tuple[float, float]] | None = None


class MachineView(Model):
    state: str
    progress: float = 0.0
    fault: int = 0
    lane: int | None = None


class Alert(Model):
    """Something a person should know: `code` for translation, `message` one English sentence."""

    code: str
    message: str


class Standing(Model):
    seat: int
    place: int
    score: int
    points: float
    """Result after uma and oka, in thousands."""


class Snapshot(Model):
    """`state`, retained: complete and public. A screen that has seen only this is right."""

    table_schema: str = SCHEMA
    boot: str
    game: str
    rev: int
    ts_ms: int
    phase: Phase
    preset: str
    round: RoundView | None = None
    dealer: int | None = None
    turn: int | None = None
    tiles_left: int | None = None
    dice: tuple[int, int] | None = None
    dora: list[str] = []
    ura: list[str] = []
    seats: list[SeatView]
    result: ResultView | None = None
    questions: list[Question] = []
    machine: MachineView
    sight: str = "ok"
    alerts: list[Alert] = []
    standings: list[Standing] = []
    hands_played: int = 0


class EventMessage(Model):
    """`event`, not retained: for sound and animation. `type` is the snake-case event name
    (`discarded`, `called`, `riichi_declared`, `win_declared`, `dora_revealed`, ...)."""

    seq: int
    rev: int
    ts_ms: int
    type: str
    data: dict[str, object]


class SeenTile(Model):
    tile: str | None
    p: float
    quad: list[tuple[float, float]]


class SeenZone(Model):
    zone: str
    seat: int
    quad: list[tuple[float, float]]
    """Outline of the zone in image pixels."""
    moving: bool
    tiles: list[SeenTile]
    sticks: int = 0


class Eyes(Model):
    """`eyes`, retained: what was recognised, to be drawn over `/camera.jpg`."""

    ts_ms: int
    width: int
    height: int
    sight: str
    zones: list[SeenZone]
    questions: list[Question] = []


class Command(Model):
    """`cmd`: in from screens and referees; never retained.

    Names: `panel` {seat, button}; `answer` {question, tile}; `cycle.start`; `sync`.
    """

    id: str
    by: str
    name: Literal["panel", "answer", "cycle.start", "sync"]
    body: dict[str, object] = {}
    if_rev: int | None = None
    reply_to: str | None = None


class Info(Model):
    """`$info`, retained: what this table is."""

    table_schema: str = SCHEMA
    software: str
    club: str
    table: str
    preset: str = ""
    web: str | None = None
    """Address of the screens."""


class Status(Model):
    """`$status`, retained; the last will says `online: false` when the service vanishes."""

    online: bool
    boot: str
    reason: str | None = None
    """`stopped` after an orderly end, None while running or lost."""


class Tick(Model):
    """`tick`, once a second, not retained: the service's main loop is alive and stands at `rev`."""

    ts_ms: int
    rev: int


class Reply(Model):
    """`reply/{device}`: the answer to a command; a repeated command gets the same answer."""

    id: str
    ok: bool
    code: Literal["ok", "duplicate", "stale_rev", "bad_schema", "not_now", "retained"]
    message: str = ""
    rev: int
