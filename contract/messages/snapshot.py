"""`state`: the whole public state of a table. No concealed tile is in it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import JsonValue

from contract.messages.machine_view import MachineView
from contract.messages.result import EnterableView, MeldView, ResultView
from contract.messages.tree import SCHEMA, Bound, Count, Model, Points, Seat, Seats, Word
from engine.state.events import Sanction

InRound = Annotated[int, Bound(ge=1, le=4)]
Row = Annotated[str, Bound(pattern=r"^[A-Za-z0-9_.:/-]{0,64}$")]
Address = Annotated[str, Bound(pattern=r"^/evidence/[A-Za-z0-9_.:-]{1,64}/[0-9]{1,9}\.jpg$")]
"""Of a picture on the table's own web server: its game and the line of its journal."""


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


FourSeats = Annotated[list[SeatView], Bound(min_length=4, max_length=4)]


class RoundView(Model):
    wind: Literal["E", "S", "W", "N"]
    number: InRound
    """1..4."""
    honba: Count
    kyotaku: Count
    """Riichi sticks on the table."""


class WallView(Model):
    """Where the dice break the wall (R-WALL-04, R-WALL-05)."""

    seat: int
    """Whose wall it is."""
    stacks: int
    """That stay to the right of the break, as its owner sees it; more than the wall has run on over the wall
    of the player to the left (R-WALL-07)."""


class NextView(Model):
    """The hand that follows the one that was paid, or the first one."""

    wind: Literal["E", "S", "W", "N"]
    number: int
    honba: int
    dealer: int


class Question(Model):
    """A doubt of the table that a player or referee can answer."""

    id: str
    """To be named in the command `answer`."""
    code: str
    """unread_discard, unseen_discard, unread_meld, unseen_set, unread_dora, unread_ura, unread_hand,
    refused_event, contradiction; to be put right on the mat rather than answered: dice_differ, unread_dice,
    too_many_dice, wrong_stick, sticks_differ, hand_count, sets_mixed, opened_hand; what the table waits for
    and does not see: awaits_dice, awaits_deal, awaits_discard, wall_short, awaits_hand, and after a while
    enter_result"""
    seat: int | None = None
    candidates: list[str] = []
    """Tiles it may be, likeliest first; any tile may be answered. Of `sets_mixed` those of which too many
    lie there."""
    faults: list[str] = []
    """Names of the rules that speak against it (`engine.state.faults`)."""
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

    kind: Word
    """Such as kuikae, riichi_noten, ron_in_own_furiten (docs/judge.md)."""
    clause: str
    """Of the rules, such as `R-KUI-02`."""
    seat: Seat | None = None
    """Null where nobody is to blame."""
    penalty: str = ""
    """Row of the penalty table, such as `P-18`; empty where none fits."""
    sanction: str | None = None
    """reminder, dead_hand, chombo, ... or null where nothing follows."""
    minimum: str | None = None
    """The sanction for mitigating circumstances."""
    waived: str | None = None
    """Why there is no sanction though the table has one: saved, rules, second_offender."""
    pictures: list[Address] = []
    """Where evidence is kept: addresses of the pictures of what proves it, on the table's own web server and
    for judges only (docs/evidence.md)."""


class RulingView(Model):
    """What a referee, or all four at the table, ruled against a seat."""

    seat: Seat
    sanction: Sanction
    penalty: Row = ""
    """Row of the penalty table."""
    points: Points = 0
    """Of a fine, taken after uma."""
    hand: Count
    """Number of the hand in the game, from 0."""
    confirmed: Seats = []
    """All four seats where they have settled it themselves (K-PEN-08), none where a referee has ruled."""


class ClockView(Model):
    """`clock`, retained: the time limit of the game. Its left time counts down from `ts_ms` on while it
    runs; `tick` says it once a second by the table's own clock, whatever the display's clock says."""

    kind: Literal["round", "none"] = "none"
    """`none`: the game has no time limit."""
    running: bool = False
    left_ms: Count = 0
    """At `ts_ms`."""
    ts_ms: int = 0
    bonus_ms: int = 0
    """Time granted by the referee, in `left_ms` already (K-TIMER-07)."""
    deals_left: Count | None = None
    """Hands that may still be played, the one in play included; null while there is time."""
    last_hand: bool = False
    """The hand in play, or the next one, is the last."""
    over: bool = False
    """The time has run out."""


class Pause(Model):
    """Somebody stopped the table; what was in motion came to its safe end."""

    by: str
    reason: str = ""
    since_ms: int
    clock: bool = False
    """The clock is stopped for it, too."""


class RefereeCall(Model):
    id: str
    """To be named in `referee.answer`."""
    seat: int | None = None
    """Who called; null where the call came from no seat."""
    by: str
    since_ms: int
    answered: bool = False
    """A referee is on the way."""


class UndoRequest(Model):
    """Takes the last event of the hand back once all four agree, or a referee says so (K-ASSIST-04)."""

    by: str
    seq: int
    """Line of the journal that would be taken back, as in `event`."""
    type: str
    """Its name, as in `event`."""
    seat: int | None = None
    """Whose event it is."""
    agreed: list[bool]
    """Who has agreed, by seat."""
    since_ms: int


class SettleRequest(Model):
    """The players settle a breach themselves once all four agree, the offender too (K-PEN-08)."""

    by: str
    seat: int
    """Whose breach."""
    row: str
    """Of the penalty table."""
    sanction: Sanction
    """dead_hand or chombo."""
    hand: int
    """Number of the hand in the game, from 0."""
    agreed: list[bool]
    """Who has agreed, by seat."""
    since_ms: int


class SightCode(StrEnum):
    """What the camera sees of the mat; anything but `ok` and `none` means that the game is not followed."""

    OK = "ok"
    NONE = "none"
    """The table has no camera, and people enter the results."""
    MISSING = "missing"
    """The camera gives no pictures."""
    DARK = "dark"
    COVERED = "covered"
    MOVED = "moved"
    """Since it was calibrated."""
    UNCALIBRATED = "uncalibrated"
    """Nobody has said yet where the mat lies."""
    BLURRED = "blurred"
    FROZEN = "frozen"
    """The same picture again and again."""


class Alert(Model):
    """Something a person should know: `code` for translation, `message` one English sentence. Where
    something is refused, `reason` and `values` say why as in a `Reply`."""

    code: str
    """One of the [codes of alerts](#codes-of-alerts)."""
    message: str
    reason: str = ""
    values: dict[str, JsonValue] = {}


class Standing(Model):
    seat: int
    place: int
    score: int
    points: float
    """Result after uma and oka, in thousands; in Chinese Classical what was won, in thousands."""
    uma: int = 0
    """For the place."""
    oka: int = 0
    penalty: int = 0
    """What rulings take after uma, 0 or less."""


class Snapshot(Model):
    """`state`, retained: complete and public. A screen that has seen only this is right."""

    table_schema: str = SCHEMA
    boot: str
    """One run of the service."""
    game: str
    rev: int
    """Grows with every change but one of `machine` alone, so that a command's `if_rev` stays true while the
    machine works."""
    ts_ms: int
    phase: Phase
    preset: str
    """Name of the rules."""
    rules: Literal["riichi", "classical"] = "riichi"
    """The game that is played: riichi or Chinese Classical."""
    enterable: EnterableView | None = None
    """Null before the first game and in Chinese Classical, whose results nobody enters."""
    round: RoundView | None = None
    """Null before the first hand."""
    dealer: Seat | None = None
    turn: Seat | None = None
    """Whose move it is; null when nobody's or unsure."""
    tiles_left: Count | None = None
    """Tiles in the live wall."""
    loose: int | None = None
    """Chinese Classical: loose tiles that lie ready, 0 to 2."""
    dice: tuple[int, int] | None = None
    """The last throw of this hand."""
    wall: WallView | None = None
    """Null until the dice have fallen."""
    dora: list[str] = []
    """Indicators, not the dora themselves."""
    ura: list[str] = []
    """Indicators under them, once turned."""
    seats: FourSeats
    result: ResultView | None = None
    questions: list[Question] = []
    """What a person can answer."""
    findings: list[FindingView] = []
    """What the judge found in this hand."""
    rulings: list[RulingView] = []
    """What was ruled in this game, in its order."""
    machine: MachineView
    sight: SightCode = SightCode.OK
    alerts: list[Alert] = []
    standings: list[Standing] = []
    """After the game."""
    hands_played: Count = 0
    next: NextView | None = None
    """Between two hands; null in play and after the last one."""
    clock: ClockView | None = None
    """Null where the game has no time limit."""
    paused: Pause | None = None
    """Game and machine wait: nothing on the mat becomes an event meanwhile."""
    calls: list[RefereeCall] = []
    """Calls for a referee that are not settled yet."""
    undo: UndoRequest | None = None
    """Somebody asks to take the last event of the hand back."""
    settle: SettleRequest | None = None
    """The players are about to settle a breach themselves."""
    drawn: bool = False
    """The table has drawn who sits where in this game."""
