"""What the vocabulary is made of: the base of every event, and the values that several of them carry."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from club.log.events import laid_open
from engine.state.events import EndReason

CLUB: Literal[0] = 0
"""The `tournament` of what concerns the whole club, such as bans."""

Id = Annotated[int, Field(ge=1)]
"""Of a person, stage, round or table in the hall; people have no names here."""
Seq = Annotated[int, Field(ge=1)]
"""The number of an earlier entry of the log."""
Seat = Annotated[int, Field(ge=0, le=3)]
"""East of the first hand is 0, then South, West, North."""
HandNo = Annotated[int, Field(ge=0)]
"""0 is the first hand of the game; a hand played again has a number of its own."""
GameId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
"""The table's own name of a game."""
Code = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:/-]{1,64}$")]
"""A word that programs understand: a row of the penalty table, a clause, a method."""
FREE: Final = "free"
ACCOUNT: Final = "account"
"""Marks of fields that an export leaves out or numbers (`club.log.events.export`)."""
Free = Annotated[str, StringConstraints(max_length=4000), FREE]
"""What people write. Write seats and ids, no names: it stays when somebody is forgotten."""
Title = Annotated[str, StringConstraints(max_length=4000)]
"""What is published of an event."""
Account = Annotated[str, StringConstraints(min_length=1, max_length=64), ACCOUNT]
"""Who may sign in."""
Points = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
Percent = Annotated[int, Field(ge=0, le=100)]
Sticks = Annotated[int, Field(ge=0, le=400)]
Seconds = Annotated[int, Field(ge=1, le=86_400)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Because = tuple[Seq, ...]
"""Entries that this one answers: calls, hands with their findings, other rulings."""
Four = tuple[Points, Points, Points, Points]
"""Points by seat."""
Won = tuple[bool, bool, bool, bool]
"""Who has won a hand, by seat."""
People4 = tuple[Id, Id, Id, Id]
"""Persons by seat."""


class LogModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Happening(LogModel):
    """What all events have in common; subclasses add a literal `type`."""

    tournament: Id


class AtTable(Happening):
    """An event at a table in a round."""

    round: Id
    table: Id


class AtTables(Happening):
    """An event at a table in a round, or with None at all tables."""

    round: Id
    table: Id | None = None


class Sitting(LogModel):
    """Who sits down at a table, by seat. ValidationError when somebody would sit twice."""

    table: Id
    players: People4

    @model_validator(mode="after")
    def _four_people(self) -> Self:
        if len(set(self.players)) < 4:
            raise PydanticCustomError(
                "four_people", "Four different people play at table {table}.", {"table": self.table}
            )
        return self


class Official(LogModel):
    """A referee of the event (K-JUDGE-01, K-JUDGE-04); `account` is the one that rules."""

    person: Id
    account: Account
    head: bool = False
    playing: bool = False
    tables: tuple[Id, ...] = ()
    """Those in this referee's care."""


class Plan(LogModel):
    """What is laid down and published of an event, beside the rules of play (K-EVENT-02).

    Dates are ISO 8601. Of contacts and officials only ids are kept: names lie with the people.
    """

    dates: tuple[str, ...] = ()
    timetable: tuple[Title, ...] = ()
    fee: Title = ""
    place: Title = ""
    accreditation: Literal["RR", "CRR", "none"] = "none"
    contacts: tuple[Id, ...] = ()
    scheme: Title = ""
    """The seating scheme as published (K-SEAT-03)."""
    edition: int = 2024
    """Year of the regulation (K-ORG-07)."""
    qualification: bool = False
    open_places: int | None = None
    """Places open to everybody; None for all (K-ACC-02)."""
    games: Annotated[int, Field(ge=0, le=100)] = 0
    capacity: Annotated[int, Field(ge=4)] | None = None
    """Players that are admitted; later registrations wait (K-EVENT-07)."""
    first_table: Annotated[int, Field(ge=1, le=900)] = 1
    """Number of its first table: of two events in one hall the second begins where the first ends."""
    confirmed_by_fee: bool = False
    """Only who has paid is admitted (K-EVENT-07)."""
    telephones: bool = True
    """Players enter the hands of tables without electronics on their telephones; else these stay away
    (K-ASSIST-13)."""
    substitute_result: tuple[int, int] | None = None
    """Points and uma of a replaced player; None for the last place's uma twice (K-SUB-03)."""
    chip: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """What a chip is worth in points; 0 where none are played."""
    late_limit_min: Annotated[int, Field(ge=0)] = 10
    """Minutes after which a late player is replaced (K-LATE-02)."""
    minutes: Annotated[int, Field(ge=1)] = 75
    """Main time of a game (K-TIMER-01)."""
    after: Literal["finish_current_plus_one", "finish_current"] = "finish_current_plus_one"
    delay_s: Annotated[int, Field(ge=300)] = 300
    """Delay of every broadcast (K-STREAM-03)."""
    officials: tuple[Official, ...] = ()
    series: Code | None = None
    teams_by: Literal["sum", "average"] = "sum"
    """How the totals of its members make that of a team."""
    teams_best: Id | None = None
    """How many of its members count, the best ones; None for all."""


class HandWin(LogModel):
    """A win that a hand pays; `source` is the winner itself after a tsumo, `responsible` pays under pao."""

    seat: Seat
    source: Seat
    han: Annotated[int, Field(ge=0, le=laid_open.MOST)]
    fu: Annotated[int, Field(ge=0, le=laid_open.MOST)]
    yakuman: Annotated[int, Field(ge=0, le=laid_open.MOST)] = 0
    responsible: Seat | None = None


class Record(LogModel):
    """One finished hand as the table reports it; seats 0 to 3, points as in `engine.state.events.HandEnded`.

    `deltas` are what the result moves, without the riichi deposits; `riichi` are the seats that laid
    one. `scores` and `sticks` are those after the hand. `moves` are mjai lines of what was laid open,
    to show the hand again; no result and no statistic reads them. `wins` and `called` (seats that called a
    tile) are None where nobody has kept them. Names of players have no place in them.
    """

    dealer: Seat
    wind: Seat
    """Round wind, 0 for East."""
    number: Annotated[int, Field(ge=1, le=4)]
    honba: Annotated[int, Field(ge=0)] = 0
    reason: EndReason
    winners: tuple[Seat, ...] = ()
    wins: tuple[HandWin, ...] | None = None
    called: tuple[Seat, ...] | None = None
    deltas: Four
    scores: Four
    riichi: tuple[Seat, ...] = ()
    sticks: Annotated[int, Field(ge=0)] = 0
    offenders: tuple[Seat, ...] = ()
    """Seats that receive chombo."""
    tenpai: tuple[Seat, ...] = ()
    started_ms: int | None = None
    ended_ms: int | None = None
    findings: Annotated[tuple[JsonValue, ...], Field(max_length=500)] = ()
    """What the table's judge found, as it reports it."""
    moves: Annotated[tuple[dict[str, JsonValue], ...], Field(max_length=1000)] = ()

    @model_validator(mode="before")
    @classmethod
    def _of_older_programs(cls, given: object) -> object:
        """0.1 left wins and calls in the moves alone."""
        moves = given.get("moves") if isinstance(given, dict) else None
        if not isinstance(given, dict) or not isinstance(moves, list | tuple):
            return given
        lines = [line for line in moves if isinstance(line, dict)]
        found = {"wins": laid_open.wins(lines), "called": laid_open.called(lines)}
        return given | {name: value for name, value in found.items() if given.get(name) is None}

    @model_validator(mode="after")
    def _no_names(self) -> Self:
        if any("names" in line or "name" in line for line in self.moves):
            raise ValueError("The moves of a hand name nobody: leave `names` out of `start_game`.")
        return self
