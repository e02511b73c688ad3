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
        self.machine = f"{self.root}/machine"
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
    """A win or draw was declared, or the last discard can no longer be won on: hands are laid open."""
    CONFIRM = "confirm"
    """A result is previewed and waits for the seats."""
    FINISHED = "finished"


class PondTile(Model):
    tile: str | None
    """Such as `5m`, `0p` (red five), `7z`; null while it could not be read."""
    sideways: bool = False
    """Riichi was declared with it."""
    called: bool = False
    """Taken by another player; stays in the history, is not in the pond any more."""


class MeldView(Model):
    type: Literal["chi", "pon", "daiminkan", "shouminkan", "ankan"]
    tiles: list[str]
    """All three or four, by kind."""
    called: str | None = None
    """The tile taken from `source`; of a shouminkan the one of its pon; null for an ankan."""
    source: int | None = None
    """The seat it was taken from."""


class SeatView(Model):
    seat: int
    """0..3 in play order; 0 was East in the first hand."""
    name: str
    wind: Literal["E", "S", "W", "N"]
    score: int
    """Points now; deposits on the table are already taken off."""
    riichi: Literal["no", "declared", "paid"] = "no"
    """`declared` until the stick is paid."""
    pond: list[PondTile] = []
    """All discards in their order."""
    melds: list[MeldView] = []
    concealed: int = 0
    """How many tiles the seat holds unseen."""
    dead: bool = False
    """The hand was ruled dead: it only draws and discards."""
    ready: bool = False
    """Chinese Classical: a ready hand is declared."""
    flowers: list[str] = []
    """Chinese Classical: flowers `1f`..`4f` and seasons `1g`..`4g` laid beside the sets."""
    confirmed: bool | None = None
    """In phase `confirm`: true, false (disputes) or not yet answered."""


class RoundView(Model):
    wind: Literal["E", "S", "W", "N"]
    number: int
    """1..4."""
    honba: int
    kyotaku: int
    """Riichi sticks on the table."""


class WinView(Model):
    seat: int
    source: int
    """Who discarded the tile; the winner itself after a tsumo."""
    tiles: list[str]
    """The concealed part without the winning tile."""
    melds: list[MeldView] = []
    win_tile: str
    yaku: list[tuple[str, int]]
    """Id of the yaku and its han; 13 for each yakuman."""
    dora: int = 0
    """Han of indicators and kan dora."""
    red: int = 0
    """Han of red fives."""
    ura: int = 0
    han: int
    fu: int
    fu_parts: list[tuple[str, int]] = []
    """Parts by name, before rounding."""
    limit: str | None = None
    """mangan, haneman, baiman, sanbaiman, yakuman or null."""
    yakuman: int = 0
    """How many yakuman; 0 for a counted one."""
    points: int
    """Value without honba and sticks."""
    deltas: list[int]
    """What this win moves, by seat."""


class CountedView(Model):
    """A hand as Chinese Classical counts it; after a mahjong all four are counted."""

    seat: int
    source: int | None = None
    """Of the winner: who gave the last tile, itself from the wall; null for the others."""
    tiles: list[str]
    """The concealed part, the winner's without the winning tile."""
    melds: list[MeldView] = []
    flowers: list[str] = []
    win_tile: str | None = None
    base: list[tuple[str, int]] = []
    """Base values by id with their points, one entry each time."""
    doubles: list[tuple[str, int]] = []
    """Doubles by id with their factors, one entry each time."""
    limit: str | None = None
    """Id of the limit hand; it has neither base values nor doubles."""
    points: int
    """Sum of the base values times the doubles; of a limit hand the limit."""
    value: int
    """What is settled: `points`, no more than the limit, rounded up to tens."""


class ResultView(Model):
    """The previewed (phase `confirm`) or last paid result of a hand; in phase `show` what is known of it."""

    reason: str
    """win, exhaustive, nagashi, kyuushu_kyuuhai, suufon_renda, suucha_riichi, suukaikan, sanchahou,
    chombo or redeal."""
    wins: list[WinView] = []
    """In riichi."""
    counted: list[CountedView] = []
    """In Chinese Classical: the four hands by seat; empty where nobody has won."""
    transfers: list[tuple[int, int, int]] = []
    """In Chinese Classical: payer, receiver and points of the six pairs of seats."""
    again: bool = False
    """The hand does not count and is played again."""
    tenpai: list[bool] = [False, False, False, False]
    shown: list[list[str] | None] = [None, None, None, None]
    """Hands laid open, by seat."""
    deltas: list[int]
    """What the result moves in all, by seat; more than zero in sum when sticks are collected."""
    offenders: list[int] = []
    """Seats that receive chombo."""
    paid: bool = False
    """Whether the points have moved."""


class Question(Model):
    """A doubt of the table that a player or referee can answer."""

    id: str
    """To be named in the command `answer`."""
    code: str
    """unread_discard, unread_meld, unread_dora, unread_hand, refused_event, contradiction; to be put right
    on the mat rather than answered: dice_differ, unread_dice, wrong_stick, hand_count; what the table waits
    for and does not see: awaits_dice, awaits_discard, awaits_hand"""
    seat: int | None = None
    candidates: list[str] = []
    """Tiles it may be, likeliest first; any tile may be answered."""
    faults: list[str] = []
    """Names of the rules that speak against it (`engine.faults`)."""
    quad: list[tuple[float, float]] | None = None
    """Where it lies, in pixels of the picture that `eyes` speaks of."""
    values: list[int] = []
    """What the eyes read of the dice or the sticks that it is about; of a hand how many of its tiles are
    seen and how many there should be."""
    assumed: str | None = None
    """Nobody has answered, and play went on: the tile that counts until somebody does."""
    pictures: list[str] = []
    """As of a finding: the picture of the moment at which it was asked."""


class FindingView(Model):
    """A rule that was broken in this hand, as the judge found it; what follows is people's to rule."""

    kind: str
    """Such as kuikae, riichi_noten, ron_in_own_furiten (docs/judge.md)."""
    clause: str
    """Of the rules, such as `R-KUI-02`."""
    seat: int | None = None
    """Null where nobody is to blame."""
    penalty: str = ""
    """Row of the penalty table, such as `P-18`; empty where none fits."""
    sanction: str | None = None
    """reminder, dead_hand, chombo, ... or null where nothing follows."""
    minimum: str | None = None
    """The sanction for mitigating circumstances."""
    waived: str | None = None
    """Why there is no sanction though the table has one: saved, rules, second_offender."""
    pictures: list[str] = []
    """Where evidence is kept: addresses of the pictures of what proves it, on the table's own web server and
    for its own computer only (docs/evidence.md)."""


class MachineView(Model):
    state: str
    """State of the machine in small letters: ready, sorting, raising, fault, ..."""
    progress: float = 0.0
    """0..1 of what runs."""
    fault: int = 0
    """Stable number of a fault, 0 for none."""
    cause: str = ""
    """Name of the fault, such as LANE_JAM; empty for none. Its remedy is in the catalogues of the screens."""
    lane: int | None = None
    """Lane of the fault, 0 to 3; null where it has none."""
    hatch_open: bool = False
    """The centre is open: hands may push tiles in."""
    stacks: list[int] = [0, 0, 0, 0]
    """Stacks of two that each lane has counted while it sorts."""


class Alert(Model):
    """Something a person should know: `code` for translation, `message` one English sentence."""

    code: str
    message: str


class Standing(Model):
    seat: int
    place: int
    score: int
    points: float
    """Result after uma and oka, in thousands; in Chinese Classical what was won, in thousands."""


class Snapshot(Model):
    """`state`, retained: complete and public. A screen that has seen only this is right."""

    table_schema: str = SCHEMA
    boot: str
    """One run of the service."""
    game: str
    rev: int
    """Grows with every change."""
    ts_ms: int
    phase: Phase
    preset: str
    """Name of the rules."""
    rules: Literal["riichi", "classical"] = "riichi"
    """The game that is played: riichi or Chinese Classical."""
    round: RoundView | None = None
    """Null before the first hand."""
    dealer: int | None = None
    turn: int | None = None
    """Whose move it is; null when nobody's or unsure."""
    tiles_left: int | None = None
    """Tiles in the live wall."""
    loose: int | None = None
    """Chinese Classical: loose tiles that lie ready, 0 to 2."""
    dice: tuple[int, int] | None = None
    dora: list[str] = []
    """Indicators, not the dora themselves."""
    ura: list[str] = []
    """Indicators under them, once turned."""
    seats: list[SeatView]
    result: ResultView | None = None
    questions: list[Question] = []
    findings: list[FindingView] = []
    """What a person can answer."""
    machine: MachineView
    sight: str = "ok"
    """ok, missing, dark, covered or moved."""
    alerts: list[Alert] = []
    standings: list[Standing] = []
    """After the game."""
    hands_played: int = 0


class EventMessage(Model):
    """`event`, not retained: for sound and animation. `type` is the snake-case event name
    (`discarded`, `called`, `riichi_declared`, `win_declared`, `dora_revealed`, ...)."""

    seq: int
    rev: int
    ts_ms: int
    type: str
    data: dict[str, object]


class Command(Model):
    """`cmd`: in from screens and referees; never retained.

    Names: `panel` {seat, button}; `answer` {question, tile}; `rule` {event}, an event of `engine.events` that
    people decide: penalised, correct, reseated, result_entered, riichi_withdrawn, win_withdrawn;
    `cycle.start`; `machine.selftest` {axis}, of one axis or all; `sync`.
    """

    id: str
    """Its own for each command; a repeat gets the same answer."""
    by: str
    """Who sends it."""
    name: Literal["panel", "answer", "rule", "cycle.start", "machine.selftest", "sync"]
    body: dict[str, object] = {}
    if_rev: int | None = None
    """Refused as `stale_rev` when the table has another revision."""
    reply_to: str | None = None
    """`.../reply/{device}`; elsewhere nothing is answered."""


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
    """One English sentence for a person."""
    rev: int
    """Revision of the table at the answer."""
