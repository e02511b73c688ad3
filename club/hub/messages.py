"""What tables say, as the hub reads it: models of its own over the JSON of the topics (docs/mqtt.md).

Fields may be added by a newer table, so what is unknown is left out. Whatever else does not fit is refused
as a whole, with one sentence.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import (
    Base64Bytes,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    ValidationError,
)

Seat = Annotated[int, Field(ge=0, le=3)]
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Text = Annotated[str, StringConstraints(max_length=400)]
Row = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:/-]{0,64}$")]
Count = Annotated[int, Field(ge=0, le=2**53)]
Points = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
Points4 = tuple[Points, Points, Points, Points]
People4 = tuple[Count, Count, Count, Count]
Address = Annotated[str, StringConstraints(pattern=r"^/evidence/[A-Za-z0-9_.:-]{1,64}/[0-9]{1,9}\.jpg$")]
"""Of a picture on the table's own web server: its game and the line of its journal."""
Wind = Literal["E", "S", "W", "N"]
SMALL: Final = 8192
"""Bytes of what is not a record."""
LARGE: Final = 262_144
"""Bytes of a record; the longest hands have under 30 000."""
T = TypeVar("T", bound="Message")


class Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class BadMessageError(ValueError):
    """A message that is refused; `reason` is a word to count it under, the text one clear sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class Status(Message):
    online: bool


class Tick(Message):
    left_ms: Count | None = None


class Clock(Message):
    kind: Literal["round", "none"]
    running: bool = False
    left_ms: Count = 0
    bonus_ms: int = 0
    deals_left: Count | None = None
    last_hand: bool = False
    over: bool = False


class Mini(Message):
    """Of one seat: wind, dealer, score, riichi."""

    w: Wind
    d: Literal[0, 1]
    s: Points
    x: Literal[0, 1]


class Alert(Message):
    code: Name
    message: Text = ""
    reason: Text = ""
    values: dict[str, JsonValue] = {}
    since_ms: Count
    seat: Seat | None = None


class Finding(Message):
    """What the table's judge found in the hand in play; `pictures` of it may be kept there."""

    kind: Name
    clause: Text = ""
    seat: Seat | None = None
    penalty: Text = ""
    sanction: Text | None = None
    minimum: Text | None = None
    waived: Text | None = None
    pictures: tuple[Address, ...] = ()


class State(Message):
    """What a referee sees of a table: its public state."""

    phase: Name
    round: dict[str, JsonValue] | None = None
    dealer: Seat | None = None
    turn: Seat | None = None
    tiles_left: Count | None = None
    dora: tuple[Text, ...] = ()
    ura: tuple[Text, ...] = ()
    seats: Annotated[tuple[dict[str, JsonValue], ...], Field(min_length=4, max_length=4)]
    paused: dict[str, JsonValue] | None = None
    hands_played: Count = 0
    findings: tuple[Finding, ...] = ()


class Judged(Message):
    """`judged`: what referees see of a hand that is being played."""

    findings: tuple[Finding, ...] = ()


class SignState(Message):
    state: Literal["open", "signed", "wrong"] = "open"
    person: Count | None = None
    table: Text | None = None
    place: Seat | None = None


class Assigned(Message):
    id: Name
    game: Name
    tournament: Count
    round: Count
    label: Name
    players: People4
    signed: tuple[SignState, SignState, SignState, SignState] = (SignState(),) * 4
    log: Name | None = None


class Round(Message):
    wind: Wind
    number: Annotated[int, Field(ge=1, le=4)]
    honba: Count = 0


class OfGame(Message):
    """Of which game of which sitting."""

    game: Name
    assignment: Name
    rev: Annotated[int, Field(ge=0, le=10_000)]
    withdrawn: bool = False
    tournament: Count
    assigned_round: Count
    label: Name
    players: People4


class Ruling(Message):
    """Against a seat; `confirmed` are the seats that settled it themselves, none for a referee's."""

    seat: Seat
    sanction: Name
    penalty: Row = ""
    points: Points = 0
    hand: Count = 0
    confirmed: Annotated[tuple[Seat, ...], Field(max_length=4)] = ()


Rulings = Annotated[tuple[Ruling, ...], Field(max_length=200)]


class Won(Message):
    """A win of a hand, as `HandWin` of the log."""

    seat: Seat
    source: Seat
    han: Annotated[int, Field(ge=0, le=1000)]
    fu: Annotated[int, Field(ge=0, le=1000)]
    yakuman: Annotated[int, Field(ge=0, le=1000)] = 0
    responsible: Seat | None = None


class Played(OfGame):
    """`record/{game}/{hand}`."""

    hand: Annotated[int, Field(ge=0, le=9999)]
    round: Round | None = None
    dealer: Seat | None = None
    reason: Name | Literal[""] = ""
    winners: tuple[Seat, ...] = ()
    wins: Annotated[tuple[Won, ...], Field(max_length=4)] | None = None
    called: Annotated[tuple[Seat, ...], Field(max_length=4)] | None = None
    """A table of 0.1 sends neither: both are in its `mjai`."""
    deltas: Points4 | tuple[()] = ()
    scores: Points4 | tuple[()] = ()
    riichi: tuple[Seat, ...] = ()
    sticks: Annotated[int, Field(ge=0, le=400)] = 0
    offenders: tuple[Seat, ...] = ()
    tenpai: tuple[Seat, ...] = ()
    findings: Annotated[tuple[JsonValue, ...], Field(max_length=200)] = ()
    rulings: Rulings = ()
    started_ms: Count | None = None
    ended_ms: Count | None = None
    mjai: Annotated[
        tuple[Annotated[str, StringConstraints(max_length=4000)], ...], Field(max_length=1000)
    ] = ()


class Result(OfGame):
    """`result/{game}`."""

    hands: Count = 0
    scores: Points4 | tuple[()] = ()
    sticks_left: Annotated[int, Field(ge=0, le=400)] = 0
    rulings: Rulings = ()


class SignIn(Message):
    assignment: Name
    seat: Seat
    token: Annotated[str, StringConstraints(min_length=1, max_length=256)]


class Kept(Message):
    """A line of a table's journal of which a picture or a clip is kept."""

    line: Count
    ts_ms: Count
    type: Name
    seat: Seat | None = None
    picture: bool
    clip: bool


class Evidence(Message):
    """`evidence/{device}`: what a table keeps of a hand, or a piece of a file (docs/mqtt.md)."""

    id: Annotated[str, StringConstraints(max_length=64)]
    kept: Annotated[tuple[Kept, ...], Field(max_length=2000)] = ()
    size: Count = 0
    offset: Count = 0
    data: Base64Bytes = b""


class Reply(Message):
    id: Annotated[str, StringConstraints(max_length=64)]
    ok: bool
    code: Name
    message: Text = ""
    reason: Text = ""
    values: dict[str, JsonValue] = {}

    @property
    def why(self) -> dict[str, JsonValue]:
        """Why it is refused: pages say the reason with its values, programs the message."""
        message = self.message or self.code
        return {"code": self.code, "reason": self.reason, "values": self.values, "message": message}


def read(model: type[T], payload: bytes, limit: int = SMALL) -> T:
    """A message; BadMessageError for anything else."""
    if len(payload) > limit:
        raise BadMessageError("too_large", f"It has {len(payload)} bytes, {limit} at most.")
    try:
        return model.model_validate_json(payload)
    except ValidationError as error:
        first: Any = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadMessageError("malformed", f"{where or 'the whole'}: {first['msg']}"[:200]) from error
