"""What passes between a table and its club beside the commands: who sits there, and what was played."""

from __future__ import annotations

from typing import Literal

from contract.messages.snapshot import FindingView, RoundView, RulingView, Standing
from contract.messages.tree import Model


class SignView(Model):
    """Who has signed in at a seat; `wrong`: that person belongs elsewhere, or nobody knows the token."""

    state: Literal["open", "signed", "wrong"] = "open"
    person: int | None = None
    table: str | None = None
    """Where that person belongs: the number on the table."""
    place: int | None = None
    """The seat where that person belongs."""
    wait_s: int = 0
    """After too many tries: so long, from this answer on, the next one is refused."""
    tries: int = 0
    """Answers of the club for this seat; two of the same kind are told apart by it."""


class AssignedView(Model):
    """`assigned`, retained: what the club has assigned to this table. Empty where nothing is."""

    id: str
    game: str
    """The game of the table that it became."""
    tournament: int
    round: int
    label: str
    players: list[int]
    """By seat."""
    names: list[str]
    sign_in: Literal["none", "offered", "required"]
    signed: list[SignView]
    """By seat."""
    stream: bool = False
    log: str | None = None
    """The newest entry of the club's log, as the last acknowledgement named it."""


class HandWin(Model):
    """A win that the result of a hand pays."""

    seat: int
    source: int
    """Who discarded the tile; the winner itself after a tsumo."""
    han: int
    fu: int
    yakuman: int = 0
    """How many yakuman; 0 for a counted one."""
    responsible: int | None = None
    """The seat that answers for a yakuman under pao (R-PAO); null for none."""


class RecordMessage(Model):
    """`record/{game}/{hand}`, retained until the club has acknowledged it: a finished hand of an assigned
    game. It is made of the journal on the table's disk, so an outage or a kill loses nothing."""

    boot: str
    game: str
    hand: int
    """0 is the first of the game."""
    rev: int
    """A correction is the same hand with a higher one."""
    withdrawn: bool = False
    """A referee took the hand out of the game; what follows is empty then."""
    assignment: str
    tournament: int
    assigned_round: int
    label: str
    players: list[int]
    """By seat."""
    round: RoundView | None = None
    dealer: int | None = None
    reason: str = ""
    """As in `state.result`."""
    winners: list[int] = []
    wins: list[HandWin] = []
    """In riichi, with what each is worth."""
    called: list[int] | None = None
    """Seats that called a tile; null for a hand that does not count."""
    deltas: list[int] = []
    """What its result moved, without the riichi deposits."""
    scores: list[int] = []
    """After it."""
    offenders: list[int] = []
    """Seats that the rulings of the hand call to account with chombo."""
    tenpai: list[int] = []
    """Seats that showed tenpai at a draw."""
    riichi: list[int] = []
    """Seats whose deposit was paid."""
    sticks: int = 0
    """Deposits that stay on the table."""
    findings: list[FindingView] = []
    rulings: list[RulingView] = []
    """Made while it was played."""
    started_ms: int | None = None
    ended_ms: int | None = None
    mjai: list[str] = []
    """Its course in lines of mjai, of the tiles only those that were laid open."""


class ResultMessage(Model):
    """`result/{game}`, retained until the club has acknowledged it: an assigned game is over."""

    boot: str
    game: str
    rev: int
    withdrawn: bool = False
    """A correction says that the game goes on."""
    assignment: str
    tournament: int
    assigned_round: int
    label: str
    players: list[int]
    hands: int = 0
    scores: list[int] = []
    """Points at the end, before uma."""
    sticks_left: int = 0
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
    assignment: str
    seat: int
    token: str


class KeptView(Model):
    """A line of the journal of which a picture or a clip is kept (docs/evidence.md)."""

    line: int
    ts_ms: int
    type: str
    """Of the event, as in the topic `event`; or `refused`, or `question`."""
    seat: int | None = None
    picture: bool
    clip: bool


class EvidenceMessage(Model):
    """`evidence/{device}`, not retained, for the club's hub only: `kept` answers `evidence.list`; `size`,
    `offset` and `data` answer `evidence.get`."""

    boot: str
    id: str
    """Of the command."""
    game: str
    kept: list[KeptView] = []
    size: int = 0
    """Bytes of the whole file: a picture is a JPEG, a clip an AVI of JPEGs."""
    offset: int = 0
    data: str = ""
    """The bytes from `offset` on in base64, 98304 at most."""
