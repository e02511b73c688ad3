"""What lies beside `state`: what a small display or a watchman needs without reading all of it."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from contract.messages.result import ResultView
from contract.messages.seat_panel import Button, Lamp
from contract.messages.snapshot import RoundView, RulingView
from contract.messages.tree import SCHEMA, Count, Model, Points, Seat, Word


class EventMessage(Model):
    """`event`, not retained: for sound and animation. `type` is one of the [events](#events)."""

    game: str
    """As in `state`."""
    seq: int
    """Line of the game's journal: it grows within a game and begins again with the next."""
    rev: int
    """Of the snapshot that shows what it changed."""
    ts_ms: int
    type: str
    data: dict[str, object]
    """Its fields, as the table's journal writes them, without what only a player knows: dealt hands and drawn
    tiles."""


class Info(Model):
    """`$info`, retained: what this table is."""

    table_schema: str = SCHEMA
    software: str
    club: str
    table: str
    preset: str = ""
    web: str | None = None
    """Address of the screens."""
    ui: str = ""
    """Version of the screens' files: a screen that was loaded with another one loads itself again."""
    capabilities: list[str] = []
    """What this table has and others may not: `clock`, `delayed`, `evidence`, `home_assistant`, `keys`,
    `machine`."""


class Status(Model):
    """`$status`, retained; the last will says `online: false` when the service vanishes."""

    online: bool
    boot: str
    reason: str | None = None
    """`stopped` after an orderly end, `failed` after an error of the program, None while running or lost."""


class Tick(Model):
    """`tick`, once a second, not retained: the service's main loop is alive and stands at `rev`."""

    ts_ms: int
    rev: int
    left_ms: Count | None = None
    """Left time of the clock now; null without a time limit."""


class WinMessage(Model):
    """`win`, retained: the result of the last hand, first as it is proposed and then as it was paid; a draw
    is sent the same way. Empty from the next deal on. For displays that do not read `state.result`."""

    boot: str
    game: str
    rev: int
    """Of the snapshot with which this came."""
    hand: int
    """Number of the hand in the game, from 0."""
    proposed: bool
    """The seats are asked to confirm it; no point has moved."""
    result: ResultView


class SeatMessage(Model):
    """`seat/{0..3}`, retained: what one seat is asked for. No concealed tile and no wait is in it."""

    boot: str
    rev: int
    """Of the snapshot with which this came."""
    seat: int
    score: int
    place: int
    """1..4 if the game ended now; ties share the better one."""
    diffs: list[int]
    """By seat, how many points this seat is ahead of each; its own is 0."""
    wind: Literal["E", "S", "W", "N"]
    dealer: bool
    riichi: Literal["no", "declared", "paid"]
    turn: bool
    asked: Literal["confirm", "reveal", "question"] | None = None
    """`confirm` the result, `reveal` the hand or say noten, or answer a question of the table."""
    lamp: Lamp = Lamp.OFF
    """What the lamp of the seat's keys shows."""
    buttons: list[Button] = []
    """Buttons that mean something now; whether the word is allowed, the table says when it is given."""
    penalties: list[RulingView] = []
    """What was ruled against the seat in this game."""


class MiniMessage(Model):
    """`mini/{0..3}`, retained: the same in a few bytes, for seven segments and e-paper; 256 at most."""

    r: int
    """Revision."""
    w: Literal["E", "S", "W", "N"]
    """Wind."""
    d: Literal[0, 1]
    """Dealer."""
    s: Points
    """Score."""
    p: int
    """Place."""
    x: Literal[0, 1]
    """Riichi."""
    t: Literal[0, 1]
    """Its turn."""


class SeatScore(Model):
    name: str
    wind: Literal["E", "S", "W", "N"]
    score: int
    place: int
    """1..4 if the game ended now; ties share the better one."""
    riichi: bool


class ScoreMessage(Model):
    """`score`, retained: the whole table in a few hundred bytes, for a scoreboard or a line of text in a
    broadcast. It changes with scores, riichi and hands, and not with every discard."""

    boot: str
    rev: int
    """Of the snapshot with which this came."""
    game: str
    round: RoundView | None
    """Null before the first hand."""
    dealer: int | None
    hands_played: int
    seats: tuple[SeatScore, SeatScore, SeatScore, SeatScore]
    """In play order, by number of the seat."""


class AlertMessage(Model):
    """`alert/{id}`, retained: one thing that a person should see to; empty once it is settled. An `id` is the
    code, of a call for the referee `call-` and the call's own."""

    boot: str
    code: Word
    """For translation: of a call `referee_called`, of a pause `paused`, else as in `state.alerts`."""
    message: str
    """One English sentence."""
    reason: str = ""
    """As in `state.alerts`."""
    values: dict[str, JsonValue] = {}
    since_ms: Count
    seat: Seat | None = None
    """Where it is, if it is at a seat."""


class Health(Model):
    """`health`, retained, every ten seconds: how the table's computer and its connection fare. Counters begin
    with the run of the service, means are over the last ten seconds."""

    boot: str
    ts_ms: int
    uptime_s: int
    pictures: float = 0.0
    """Of the camera, a second."""
    eyes_ms: float = 0.0
    """Reading one picture, in the mean."""
    turn_ms: float = 0.0
    """The slowest turn of the main loop."""
    load: float = 0.0
    """Of the computer in the last minute, 1.0 for each busy core."""
    temperature: float | None = None
    """Of the processor in degrees Celsius; null where nothing measures it."""
    free_mb: int = 0
    """Room left on the disk of the data directory."""
    memory_mb: int = 0
    """Of the service."""
    reconnections: int = 0
    """To the broker."""
    screens: int = 0
    """Displays that say they are there."""
    commands: dict[str, int] = {}
    """Answers given, by code."""
    unheard: int = 0
    """Messages that were no command, had no answer's address or came too fast."""
    refused_bytes: int = 0
    """In all that was refused."""
    told: int = 0
    """Messages published."""
    told_bytes: int = 0


class Presence(Model):
    """`presence/{device}`, retained, from a display: the only thing that displays publish. Its last will is
    an empty payload."""

    screen: str
    """Which page or device it is, such as `table`, `wall` or `e-paper`."""
    since_ms: int | None = None
    ui: str = ""
    """As in `$info`, of the files it was loaded with."""
