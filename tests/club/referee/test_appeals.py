"""Appeals after an event: until when, by whom they are decided, and what a vote says (K-APPEAL)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from club.log.events import AppealDecided, AppealFiled, Official
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.tournament.tournament import Tournament
from club.referee.acting import RefereeActions, events
from club.referee.appeals import until
from club.referee.ruling import Who
from tests.club.log.states import finished
from tests.club.log.values import T

DAY = 24 * 3600 * 1000


def over() -> Tournament:
    """An event that ended on 1 January 1970, and that ann has judged."""
    tournament = finished().tournament(T)
    officials = (Official(person=1, account="ann", head=True), Official(person=2, account="bo"))
    return replace(tournament, plan=tournament.plan.model_copy(update={"officials": officials}))


def unasked(seq: int) -> LogEntry:
    """No hand of the log is looked at for an appeal."""
    raise AssertionError(seq)


def act(name: str, **body: Any) -> Any:
    (event,) = events(RefereeActions(over(), Who("ann"), unasked), name, body)
    return event


def test_there_are_two_months_from_the_end() -> None:
    tournament = over()
    assert tournament.closed is not None
    assert until(replace(tournament, closed=None)) is None
    assert until(tournament) == 59 * DAY + tournament.closed.ts_ms % DAY


def test_an_appeal_says_what_was_asked() -> None:
    said = {"person": 2, "about": 7, "situation": "a", "decision": "b", "reasons": "c"}
    assert act("file_appeal", **said) == AppealFiled.model_validate({"tournament": T, **said})


@pytest.mark.parametrize(
    ("votes", "upheld", "count"),
    [
        ({"cy": True}, True, "1:0"),
        ({"cy": False}, False, "0:1"),
        ({"cy": True, "di": True, "ed": False}, True, "2:1"),
        ({"cy": False, "di": True, "ed": False}, False, "1:2"),
    ],
)
def test_the_majority_decides(votes: dict[str, bool], upheld: bool, count: str) -> None:
    event = act("decide_appeal", appeal=9, votes=votes, explanation="So it was.")
    assert event == AppealDecided(
        tournament=T, appeal=9, board=tuple(votes), upheld=upheld, explanation=f"{count}. So it was."
    )


@pytest.mark.parametrize(
    ("votes", "code", "values"),
    [
        ({"cy": True, "di": False}, "tied", {}),
        ({"cy": True, "bo": True, "ann": False}, "judged", {"by": "ann, bo"}),
    ],
)
def test_tied_votes_and_judges_of_the_event_decide_nothing(
    votes: dict[str, bool], code: str, values: dict[str, str]
) -> None:
    with pytest.raises(LogRefusal) as refused:
        act("decide_appeal", appeal=9, votes=votes, explanation="x")
    assert (refused.value.code, refused.value.values) == (code, values)
