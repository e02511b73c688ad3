"""Events of a tournament: its people, stages, draws and rounds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from club.log.events.base import (
    CLUB,
    AtTables,
    Code,
    Free,
    HandNo,
    Happening,
    Id,
    Percent,
    Plan,
    Seconds,
    Sha256,
    Sitting,
    Title,
)


class TournamentCreated(Happening):
    """`preset` and `options` are the rules of play (`engine.rules.ruleset.Ruleset.preset`)."""

    type: Literal["tournament_created"] = "tournament_created"
    name: Title
    preset: Code
    options: dict[str, JsonValue] = Field(default_factory=dict)
    plan: Plan = Plan()


class TournamentChanged(Happening):
    """What is None stays. The rules cannot change once a round has started."""

    type: Literal["tournament_changed"] = "tournament_changed"
    name: Title | None = None
    preset: Code | None = None
    options: dict[str, JsonValue] | None = None
    plan: Plan | None = None


class Registered(Happening):
    """Plays from `from_round` on; a substitute of either kind is not ranked (K-SUB-01, K-SUB-02)."""

    type: Literal["registered"] = "registered"
    person: Id
    kind: Literal["player", "permanent", "occasional", "bot"] = "player"
    team: Id | None = None
    from_round: Id = 1


class Paid(Happening):
    """The fee, which can be the confirmation of a place (K-EVENT-07)."""

    type: Literal["paid"] = "paid"
    person: Id


class Withdrew(Happening):
    """Plays no more from this round on."""

    type: Literal["withdrew"] = "withdrew"
    person: Id
    from_round: Id
    reason: Free = ""


class Returned(Happening):
    """Who had withdrawn plays again from this round on."""

    type: Literal["returned"] = "returned"
    person: Id
    from_round: Id


class ConsentChanged(Happening):
    """What a player allows (K-EVENT-09, K-STREAM-02). The narrowest answer counts: of the hand, else of
    the round, else of the event; `hand` needs `round`. `stream` is the own hand in the broadcast,
    `spectators` their watching it.
    """

    type: Literal["consent_changed"] = "consent_changed"
    person: Id
    what: Literal["photo", "video", "stream", "spectators"]
    granted: bool
    round: Id | None = None
    hand: HandNo | None = None


class Banned(Happening):
    """A person may not play until then (K-ORG-02). A ban of the whole club has `tournament` 0. It is
    lifted, never reverted."""

    type: Literal["banned"] = "banned"
    tournament: Literal[0] = CLUB
    person: Id
    until_ms: int
    reason: Free = ""


class BanLifted(Happening):
    type: Literal["ban_lifted"] = "ban_lifted"
    tournament: Literal[0] = CLUB
    person: Id
    reason: Free = ""


class StageAdded(Happening):
    """`stage` counts from 1; its `rounds` follow those of the stages before (K-SEAT-01, K-SEAT-02).

    `carry` is how much of the total so far counts on, `cut` how many players go on, None for all.
    """

    type: Literal["stage_added"] = "stage_added"
    stage: Id
    method: Literal["predetermined", "random", "swiss", "interval", "manual"]
    rounds: Annotated[int, Field(ge=1, le=100)]
    interval: Id | None = None
    carry: Percent = 100
    cut: Annotated[int, Field(ge=4)] | None = None


class TablesReduced(Happening):
    """No more than `tables` from this round on, which never rises again (K-SEAT-06)."""

    type: Literal["tables_reduced"] = "tables_reduced"
    from_round: Id
    tables: Id


class SeedCommitted(Happening):
    """Published before the draw: SHA-256 over the seed with all that is bound (`club.seating.commit`)."""

    type: Literal["seed_committed"] = "seed_committed"
    rounds: tuple[Id, ...]
    commitment: Sha256


class RoundDrawn(Happening):
    """`seed` and `bound` reveal what was committed; both are empty where the organisers seat by hand
    (`method` manual). `byes` sit this round out.
    """

    type: Literal["round_drawn"] = "round_drawn"
    round: Id
    sittings: Annotated[tuple[Sitting, ...], Field(min_length=1)]
    byes: tuple[Id, ...] = ()
    method: Literal["predetermined", "random", "swiss", "interval", "manual"]
    seed: Annotated[str, StringConstraints(max_length=200)] = ""
    bound: dict[str, JsonValue] = Field(default_factory=dict)


class RoundStarted(Happening):
    """The gong (K-GONG-01); lateness and the clock count from the time of the entry."""

    type: Literal["round_started"] = "round_started"
    round: Id


class TimeAdded(AtTables):
    """Extra time, of one table or of all (K-TIMER-07)."""

    type: Literal["time_added"] = "time_added"
    seconds: Seconds
    reason: Free = ""


class RoundClosed(Happening):
    type: Literal["round_closed"] = "round_closed"
    round: Id


class StageClosed(Happening):
    type: Literal["stage_closed"] = "stage_closed"
    stage: Id


class TournamentClosed(Happening):
    """The end of the event, from which the two months for appeals count (K-APPEAL-01)."""

    type: Literal["tournament_closed"] = "tournament_closed"


class TableBound(Happening):
    """Which device stands as this table in the hall; None takes it away."""

    type: Literal["table_bound"] = "table_bound"
    table: Id
    device: Code | None = None
