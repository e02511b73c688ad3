"""What screens and referees ask for, and the answer."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from annotated_types import MaxLen
from pydantic import ConfigDict, Field, JsonValue

from contract.messages.machine_view import ActCode
from contract.messages.seat_panel import Button
from contract.messages.tree import OPEN, Id, Model
from engine.state.events import Sanction

Code = Annotated[
    Literal[
        "ok",
        "duplicate",
        "stale_rev",
        "forbidden",
        "expired",
        "bad_schema",
        "too_large",
        "not_now",
        "retained",
        "fault",
    ],
    OPEN,
]
Name = Literal[
    "win.confirm",
    "win.dispute",
    "panel",
    "answer",
    "dice.enter",
    "undo",
    "settle",
    "result.enter",
    "ruling",
    "rule",
    "penalty",
    "cycle.start",
    "pause",
    "resume",
    "clock.start",
    "clock.pause",
    "clock.add",
    "referee.call",
    "referee.answer",
    "sync",
    "machine.selftest",
    "machine.step",
    "machine.read",
    "machine.act",
    "game.set",
    "game.end",
    "evening.end",
    "player.keep",
    "player.forget",
    "power",
    "assign",
    "assign.end",
    "record.ack",
    "record.again",
    "seat.sign_in",
    "seat.signed",
    "evidence.list",
    "evidence.get",
]
NAMES: Final[tuple[Name, ...]] = get_args(Name)
Seat = Annotated[int, Field(ge=0, le=3)]
Words = Annotated[str, Field(max_length=200)]
Short = Annotated[str, Field(min_length=1, max_length=64)]
GameName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
DAY_MS: Final = 24 * 3_600_000


class Command(Model):
    """`cmd/{device}`: in from screens and referees; never retained. What a `name` takes as its `body` follows
    below; `rule` is the older name of `ruling`."""

    id: Short
    """Its own for each command; a repeat within a day gets the same answer and does nothing."""
    by: Annotated[str, Field(max_length=64)]
    """Who sends it; of a device with an account its name there counts instead."""
    name: Name
    body: dict[str, object] = {}
    if_rev: int | None = None
    """Refused as `stale_rev` when the table has another revision."""
    expires_ms: int | None = None
    """Milliseconds since 1970: refused as `expired` afterwards. MQTT 5's message expiry does the same."""
    reply_to: Words | None = None
    """`.../reply/{device}`; elsewhere nothing is answered. The response topic of MQTT 5 does the same, and a
    device with an account is answered at its own one anyway."""


class Reply(Model):
    """`reply/{device}`: the answer to a command; a repeated command gets the same answer."""

    id: Id
    ok: bool
    code: Code
    """`ok`; `duplicate`: the `id` belongs to another command; `stale_rev`: the table has changed;
    `forbidden`: not this device's to ask; `expired`; `bad_schema`: it is no command; `too_large`; `not_now`;
    `retained`: it was left on the broker; `fault`: the table was stopped before it answered, and whether it
    was carried out only `state` shows."""
    message: str = ""
    """One English sentence for a person."""
    reason: str = ""
    """Why it is refused, for a sentence in the language of the display ([reasons](#reasons)); empty where it
    is not."""
    values: dict[str, JsonValue] = {}
    """What the sentence of the reason names."""
    rev: int
    """Revision of the table at the answer."""


class Body(Model):
    """Nothing: `cycle.start`, `resume`, `sync`, `machine.read` (what the machine has counted comes in the
    topic `machine`), `evening.end` (who plays and by which rules is forgotten; refused while a game is
    played), `assign.end` (the club lets the table go: whoever is there may play)."""

    model_config = ConfigDict(strict=True)


class SeatBody(Body):
    """`win.confirm`, `win.dispute`: the answer of a seat to the previewed result."""

    seat: Seat


class PanelBody(Body):
    """`panel`: a button of a seat."""

    seat: Seat
    button: Annotated[Button, Field(strict=False)]


class AnswerBody(Body):
    """`answer`: what a tile is that the table asks about."""

    question: str
    """Id of the question."""
    tile: str | None
    """Such as `5m`, `0p` (red five), `7z`; null: no face shows there, face down or no tile at all."""


Die = Annotated[int, Field(ge=1, le=6)]


class DiceBody(Body):
    """`dice.enter`: what the two dice show, where people build the walls or a bought table raises them and no
    camera reads its dice. Until the first discard, and again where it was wrong (R-WALL-04)."""

    dice: Annotated[tuple[Die, Die], Field(strict=False)]
    seat: Seat | None = None
    """Who enters it; null for the table's own screen."""


class UndoBody(Body):
    """`undo`: takes back the last event of the hand. A referee's counts at once; a seat's is a request, and
    the others agree to it by the same command. A recorded hand only a `ruling` takes back (K-ASSIST-05)."""

    seat: Seat | None = None
    """Who asks or agrees; null for a referee."""
    seq: int | None = None
    """As in `state.undo`: agree to this one and to no other."""
    agree: bool = True
    """False ends the request."""


class CaseBody(Body):
    """`settle`: the four settle a breach themselves that certainly leads to a dead hand or chombo. One asks,
    the others agree by the same command, the offender too (K-PEN-08); for all else a referee comes."""

    seat: Seat
    """Who asks or agrees."""
    offender: Seat
    row: Short
    """Of the penalty table, such as `P-02`."""
    agree: bool = True
    """False ends the request."""


class RulingBody(Body):
    """`ruling`: one event of `engine.state.events` that people decide: penalised, correct, reseated,
    result_entered, riichi_withdrawn, win_withdrawn (docs/referee.md)."""

    event: dict[str, object]
    game: Short | None = None
    """The game it is about, refused where the table plays another one."""
    hands: bool = False
    """`at` and `count` of a `correct` are finished hands of the game instead of events of its log."""


class EntryBody(Body):
    """`result.enter`: how the hand in play ended, at a table without a camera, as somebody there enters it.
    It is previewed and confirmed as every result; entered again it takes the place of the one before."""

    event: dict[str, object]
    """A `result_entered` of `engine.state.events` (docs/referee.md)."""
    seat: Seat | None = None
    """Who enters it; null for the table's own screen."""


class PenaltyBody(Body):
    """`penalty`: a row of the penalty table is applied. A reminder that is repeated in the game costs the
    next fine of the ladder (K-ESC-01)."""

    seat: Seat
    row: Short
    """Such as `P-18`."""
    mild: bool = False
    """The sanction for mitigating circumstances (K-PEN-03)."""
    sanction: Annotated[Sanction, Field(strict=False)] | None = None
    """Where the row leaves it to the referee."""
    points: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """Of a fine."""


class PauseBody(Body):
    """`pause`: game and machine wait until `resume`."""

    reason: Words = ""
    clock: bool = False
    """The clock stops, too (K-JUDGE-02)."""


class StartBody(Body):
    """`clock.start`: the gong. Again while the clock runs it changes nothing."""

    left_ms: Annotated[int, Field(ge=0, le=DAY_MS)] | None = None
    """What the hall's clock has left, where the gong reaches the table late; null: all of its time."""


class StopBody(Body):
    """`clock.pause`."""

    recalled: bool = False
    """The gong was a mistake: the clock has all of its time again and waits for the next one."""


class AddBody(Body):
    """`clock.add`: grants time, or takes time away."""

    ms: Annotated[int, Field(ge=-DAY_MS, le=DAY_MS)]
    last: bool = False
    """The time is over with that, whatever is left of it, and no hand follows the one in play: the round was
    ended early."""


class CallBody(Body):
    """`referee.call`: a silent raised hand (K-EVENT-10)."""

    seat: Seat | None = None


class SettleBody(Body):
    """`referee.answer`: a referee is on the way, or has done what the call was for."""

    id: Short
    """Of the call."""
    done: bool = False


class SelftestBody(Body):
    """`machine.selftest`: of one axis or all, or of everything with somebody who acts."""

    axis: str | None = None
    guided: bool = False
    """Every input and every axis, step by step, as `machine.guide` asks; `axis` is left out then."""


class StepBody(Body):
    """`machine.step`: the answer to a step of the guided self-test. `not_now` where the step is over."""

    step: Annotated[int, Field(ge=1, le=999)]
    """Of `machine.guide`."""
    word: Literal["go", "fails", "skip", "stop"]
    """`go`: hands are away, the machine may move (START means the same); `fails`: it was done, and nothing
    happened; `skip`: this is left out; `stop`: the self-test ends."""


class ActBody(Body):
    """`machine.act`: one of `state.machine.acts`, as it stands there; another one is `not_now`. As START it
    is the press of a person who sees the machine."""

    act: Annotated[ActCode, Field(strict=False)]
    lane: Seat | None = None
    set: Annotated[int, Field(ge=0, le=1)] | None = None


class PersonBody(Body):
    """A player of `assign`."""

    id: Annotated[int, Field(ge=0, le=2**53)]
    """Of the person in the club."""
    name: Annotated[str, Field(min_length=1, max_length=60)]
    """To be shown at the table, and nowhere else kept."""


LONGEST_NAME: Final = next(
    each.max_length for each in PersonBody.model_fields["name"].metadata if isinstance(each, MaxLen)
)


class AssignBody(Body):
    """`assign`: who plays the next game of this table, and by which rules. Before its first hand it may be
    replaced; `not_now` while a game with hands is played, `bad_schema` for rules that this table cannot play.
    The game begins with `clock.start`."""

    id: Short
    """Of this sitting; the same again changes nothing."""
    tournament: Annotated[int, Field(ge=0, le=2**53)]
    round: Annotated[int, Field(ge=1, le=999)]
    label: Annotated[str, Field(min_length=1, max_length=16)]
    """The number on the table."""
    players: Annotated[list[PersonBody], Field(min_length=4, max_length=4)]
    """By seat: East of the first hand, then its right neighbour, and so on."""
    preset: Short
    options: dict[str, object] = {}
    clock: Literal["round", "none"] = "round"
    sign_in: Literal["none", "offered", "required"] = "offered"
    """Whether the first deal waits for all four to have signed in."""
    stream: bool = False
    """The table is broadcast."""


class AckBody(Body):
    """`record.ack`: the club's log has it."""

    game: GameName
    hand: Annotated[int, Field(ge=0, le=9999)] | None = None
    """Null: the result of the game."""
    rev: Annotated[int, Field(ge=0)]
    """That the log has. A higher one than the table's: the log has something else under it, so the table
    sends its own again under the next."""
    log: Short | None = None
    """The newest entry that the log has, by the club's name for it; `assigned.log` says it again."""


class AgainBody(Body):
    """`record.again`: the club's log has no entry of the name in `assigned.log`, because it was restored from
    a backup. Whatever this table has sent to that log comes again, and the log knows what it has."""

    log: Short
    """With which the ids of its sittings begin."""
    closed: Annotated[list[int], Field(max_length=10_000)] = []
    """Tournaments that are over: nothing of these."""


class SignInBody(Body):
    """`seat.sign_in`: somebody holds a card to the seat's display, shows a code, or types a PIN."""

    seat: Seat
    token: Annotated[str, Field(min_length=1, max_length=256)]
    """`pin:0457`, `card:04a2...` or `link:...` of a code; handed on to the club, kept nowhere."""


class SignedBody(Body):
    """`seat.signed`: the club's answer to a sign-in."""

    seat: Seat
    ok: bool
    person: int | None = None
    """Whose token it was; null: nobody's."""
    table: Annotated[str, Field(max_length=16)] | None = None
    """Where that person belongs, by the number on the table, if not here."""
    place: Seat | None = None
    """The seat where that person belongs."""
    wait_s: Annotated[int, Field(ge=0, le=3600)] = 0
    """After too many tries: so long the next one is refused whatever it is."""


class EvidenceListBody(Body):
    """`evidence.list`: of which lines of a hand pictures are kept. The game is one that the club has
    assigned; the answer comes at `evidence/{device}`."""

    game: GameName
    hand: Annotated[int, Field(ge=0, le=9999)]
    """0 is the first of the game."""


class EvidenceGetBody(Body):
    """`evidence.get`: a piece of a kept picture or clip, from `offset` on; it comes at
    `evidence/{device}`."""

    game: GameName
    line: Annotated[int, Field(ge=0, le=10**9)]
    """Of the journal."""
    clip: bool = False
    """The clip in place of the picture."""
    offset: Annotated[int, Field(ge=0, le=2**31)] = 0
    opened: bool = False
    """A judge has opened all hands of the hand in play in the club's log (K-JUDGE-10). Only then a table that
    keeps pictures with standing hands gives those of the hand in play."""
