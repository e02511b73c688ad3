"""Appeals after an event: when they are accepted and who decides them (K-APPEAL)."""

from __future__ import annotations

from club.log.events import AppealDecided, AppealFiled, Event
from club.log.faults import LogRefusal
from club.log.steps.sanctions import APPEAL_MONTHS, months_later
from club.log.tournament.tournament import Tournament
from club.referee.asked import DecideAppeal, FileAppeal


def until(tournament: Tournament) -> int | None:
    """When the time for appeals ends, milliseconds since 1970; None before the event ended (K-APPEAL-01)."""
    return None if tournament.closed is None else months_later(tournament.closed.ts_ms, APPEAL_MONTHS)


def filed(tournament: Tournament, asked: FileAppeal) -> tuple[Event, ...]:
    return (AppealFiled(tournament=tournament.id, **asked.model_dump()),)


def decided(tournament: Tournament, asked: DecideAppeal) -> tuple[Event, ...]:
    """The word of the majority. LogRefusal for a judge of the event, and for tied votes (K-APPEAL-02)."""
    own = sorted({official.account for official in tournament.plan.officials} & asked.votes.keys())
    if own:
        raise LogRefusal("judged", by=", ".join(own))
    yes = sum(asked.votes.values())
    if 2 * yes == len(asked.votes):
        raise LogRefusal("tied")
    event = AppealDecided(
        tournament=tournament.id,
        appeal=asked.appeal,
        board=tuple(asked.votes),
        upheld=2 * yes > len(asked.votes),
        explanation=f"{yes}:{len(asked.votes) - yes}. {asked.explanation}",
    )
    return (event,)
