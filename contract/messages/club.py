"""What passes between a table and its club beside the commands: who sits there, and what was played."""

from __future__ import annotations

from typing import Annotated, Literal

from contract.messages.result import HandWin
from contract.messages.snapshot import FindingView, RoundView, RulingView, Standing
from contract.messages.tree import Bound, Count, FourPoints, Id, Model, People, Seat, Seats, Word

HandNumber = Annotated[int, Bound(ge=0, le=9999)]
Revision = Annotated[int, Bound(ge=0, le=10_000)]
Sticks = Annotated[int, Bound(ge=0, le=400)]
Line = Annotated[str, Bound(max_length=4000)]
Lines = Annotated[list[Line], Bound(max_length=1000)]
Token = Annotated[str, Bound(min_length=1, max_length=256)]
Base64 = Annotated[str, Bound(max_length=200_000)]


class SignView(Model):
    """Who has signed in at a seat; `wrong`: that person belongs elsewhere, or nobody knows the token."""

    state: Literal["open", "signed", "wrong"] = "open"
    person: Count | None = None
    table: str | None = None
    """Where that person belongs: the number on the table."""
    place: Seat | None = None
    """The seat where that person belongs."""
    wait_s: int = 0
    """After too many tries: so long, from this answer on, the next one is refused."""
    tries: int = 0
    """Answers of the club for this seat; two of the same kind are distinguished by it."""


FourSigns = Annotated[list[SignView], Bound(min_length=4, max_length=4)]


class AssignedView(Model):
    """`assigned`, retained: what the club has assigned to this table. Empty where nothing is."""

    id: Word
    game: Word
    """The game of the table that it became."""
    tournament: Count
    round: Count
    label: Word
    players: People
    """By seat."""
    names: list[str]
    sign_in: Literal["none", "offered", "required"]
    signed: FourSigns
    """By seat."""
    stream: bool = False
    log: Word | None = None
    """The newest entry of the club's log, as the last acknowledgement named it."""


Wins = Annotated[list[HandWin], Bound(max_length=4)]


class RecordMessage(Model):
    """`record/{game}/{hand}`, retained until the club has acknowledged it: a finished hand of an assigned
    game. It is made of the journal on the table's disk, so an outage or a kill loses nothing."""

    boot: str
    game: Word
    hand: HandNumber
    """0 is the first of the game."""
    rev: Revision
    """A correction is the same hand with a higher one."""
    withdrawn: bool = False
    """A referee took the hand out of the game; what follows is empty then."""
    assignment: Word
    tournament: Count
    assigned_round: Count
    label: Word
    players: People
    """By seat."""
    round: RoundView | None = None
    dealer: Seat | None = None
    reason: str = ""
    """As in `state.result`."""
    winners: Seats = []
    wins: Wins = []
    """In riichi, with what each is worth."""
    called: Seats | None = None
    """Seats that called a tile; null for a hand that does not count."""
    deltas: FourPoints = []
    """What its result moved, without the riichi deposits."""
    scores: FourPoints = []
    """After it."""
    offenders: Seats = []
    """Seats that the rulings of the hand call to account with chombo."""
    tenpai: Seats = []
    """Seats that showed tenpai at a draw."""
    riichi: Seats = []
    """Seats whose deposit was paid."""
    sticks: Sticks = 0
    """Deposits that stay on the table."""
    findings: list[FindingView] = []
    rulings: list[RulingView] = []
    """Made while it was played."""
    started_ms: Count | None = None
    ended_ms: Count | None = None
    mjai: Lines = []
    """Its course in lines of mjai, of the tiles only those that were laid open."""


class ResultMessage(Model):
    """`result/{game}`, retained until the club has acknowledged it: an assigned game is over."""

    boot: str
    game: Word
    rev: Revision
    withdrawn: bool = False
    """A correction says that the game goes on."""
    assignment: Word
    tournament: Count
    assigned_round: Count
    label: Word
    players: People
    hands: Count = 0
    scores: FourPoints = []
    """Points at the end, before uma."""
    sticks_left: Sticks = 0
    """Deposits that nobody got."""
    by_time: bool = False
    standings: list[Standing] = []
    rulings: list[RulingView] = []
    """All of the game."""
    ended_ms: int | None = None


class JudgedMessage(Model):
    """`judged`, retained, for referees: what the judge finds while a hand of an assigned game is played.
    Nobody at the table is helped by it (K-ASSIST-02): `state.findings` says it when the hand is over."""

    boot: str
    game: str
    hand: int
    """Number of the hand in the game, from 0."""
    findings: list[FindingView]


class SignInMessage(Model):
    """`sign_in`, not retained, for the club's hub only: somebody signs in at a seat."""

    boot: str
    assignment: Word
    seat: Seat
    token: Token


class KeptView(Model):
    """A line of the journal of which a picture or a clip is kept (docs/evidence.md)."""

    line: Count
    ts_ms: Count
    type: Word
    """Of the event, as in the topic `event`; or `refused`, or `question`."""
    seat: Seat | None = None
    picture: bool
    clip: bool


KeptLines = Annotated[list[KeptView], Bound(max_length=2000)]


class EvidenceMessage(Model):
    """`evidence/{device}`, not retained, for the club's hub only: `kept` answers `evidence.list`; `size`,
    `offset` and `data` answer `evidence.get`."""

    boot: str
    id: Id
    """Of the command."""
    game: str
    kept: KeptLines = []
    size: Count = 0
    """Bytes of the whole file: a picture is a JPEG, a clip an AVI of JPEGs."""
    offset: Count = 0
    data: Base64 = ""
    """The bytes from `offset` on in base64, 98304 at most."""
