"""The shapes of a tournament as pages receive it. People are ids; points are exact."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

Exact = int | str
"""A whole number, or a fraction such as `1000/3`."""
Four = list[int]
"""By seat."""


class Line(TypedDict):
    """A tournament in the list."""

    id: int
    name: str
    dates: list[str]
    place: str
    players: int
    playing: int | None
    played: int | None
    rounds: int
    off: list[int]
    closed: bool
    lately_ms: int


class Criterion(TypedDict):
    id: str
    clause: str
    ok: bool
    found: str
    needed: str


class Deviation(TypedDict):
    option: str
    value: Any
    permitted: bool


class Accreditation(TypedDict):
    criteria: list[Criterion]
    deviations: list[Deviation]
    size: str
    rating: Literal["RR", "CRR", "none"]


class StageLine(TypedDict):
    stage: int
    method: str
    rounds: int
    interval: int | None
    carry: Any
    cut: int | None
    first: int
    closed: bool


class Commitment(TypedDict):
    commitment: str
    ts_ms: int


class Draw(TypedDict):
    """Where a round stands, and what was committed for it."""

    round: int
    stage: int | None
    state: Literal["off", "coming", "drawn", "playing", "closed"]
    minutes: int
    method: str | None
    committed: Commitment | None
    tables_count: int


class Overview(Line):
    """All that is published of a tournament before its games and beside them."""

    preset: str
    options: dict[str, Any]
    rules: str
    accreditation: Accreditation
    needs: list[str]
    plan: dict[str, Any]
    stages: list[StageLine]
    draws: list[Draw]
    admitted: list[int]
    waiting: list[int]
    teams: dict[str, int]
    team_names: dict[str, str]
    substitutes: list[int]
    away: list[int]


class PlayerResult(TypedDict):
    """What a game gave to a player."""

    player: int
    place: int
    points: Exact
    penalties: Exact
    substitute: int | None
    total: Exact


class Table(TypedDict):
    """A game as far as it is. `lacks` is what the rules need of its result and nobody has said."""

    table: int
    players: list[int]
    registered: list[int]
    scores: Four
    sticks: int
    hands: int
    finished: bool
    differs: bool
    counts: bool
    revision: str
    by_table: bool
    won: list[bool] | None
    chips: Four | None
    lacks: list[str]
    extra_s: int


class TableWithFinals(Table):
    finals: list[PlayerResult] | None


class Seating(Draw):
    """A round: who sits where, how far its games are, and the proof of its draw."""

    byes: list[int]
    seed: str | None
    bound: Any
    started_ms: int | None
    tables: list[TableWithFinals]


class HandRound(TypedDict):
    wind: Literal["E", "S", "W", "N"]
    number: int
    honba: int
    kyotaku: int


class PlayedHand(TypedDict):
    """A finished hand in one line."""

    hand: int
    round: HandRound
    reason: str
    winners: list[int]
    net: Four
    riichi: list[int]
    ended_ms: int | None
    replay: bool


class Game(TableWithFinals):
    """A game hand by hand."""

    start: int
    list: list[PlayedHand]


class Patch(TypedDict):
    op: Literal["replace"]
    path: str
    value: Any


class Frame(TypedDict):
    """An event of a hand, and the parts of the picture that it changes (JSON Patch)."""

    at_ms: int | None
    type: str
    data: dict[str, Any]
    changes: list[Patch]


class Replay(TypedDict):
    """A finished hand move by move, from its first picture on."""

    first: dict[str, Any]
    frames: list[Frame]
    game: str
    hand: int
    hands: int


class Lack(TypedDict):
    round: int
    table: int
    needs: list[str]


class SeatFinal(TypedDict):
    player: int
    substitute: int | None
    place: int
    tied: int
    points: Exact
    base: Exact
    uma: Exact
    oka: Exact
    chips: Exact
    yakitori: Exact
    chombo: Exact
    lateness: Exact
    fines: Exact
    penalties: Exact
    total: Exact


class GameFinal(TypedDict):
    round: int
    table: int
    players: list[SeatFinal]


class Row(TypedDict):
    """A line of the standings."""

    place: int
    player: int
    total: Exact
    carried: Exact
    points: Exact
    uma: Exact
    oka: Exact
    chips: Exact
    yakitori: Exact
    fixed: Exact
    chombo: Exact
    lateness: Exact
    fines: Exact
    penalties: Exact
    games: int
    absences: int
    places: list[int]
    mean_place: Exact | None
    rounds: dict[str, Exact]
    counted: list[int] | None


class WrongSum(TypedDict):
    round: int
    table: int
    points: int
    expected: int


class Check(TypedDict):
    ok: bool
    total: Exact
    expected: Exact
    parts: dict[str, Exact]
    wrong: list[WrongSum]


class Sums(TypedDict):
    """The standings, exact, with the finals of each game and the check of the sums."""

    games: list[GameFinal]
    standings: list[Row]
    check: Check
    lacks: list[Lack]


class Standings(Sums):
    """`seq` is the entry of the log up to which they count."""

    seq: int


class Exported(Sums):
    """`called_off` are the rounds that were not played, or not to their end."""

    called_off: list[int]


class Share(TypedDict):
    count: int
    of: int


class Mean(TypedDict):
    total: Exact
    count: int


class Statistics(TypedDict):
    hands: int
    win: Share
    tsumo: Share
    deal_in: Share
    riichi: Share
    riichi_won: Share
    riichi_dealt_in: Share
    called: Share
    called_won: Share
    tenpai: Share
    drawn: Share
    win_points: Mean
    deal_in_points: Mean
    chombo: Share
    places: list[Share]
    mean_place: Mean
    points: Mean
    below_zero: Share
