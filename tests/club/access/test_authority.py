"""The table of rights: whole, printed, and what it cannot say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from club.access.authority import MAY, allowed, table, types
from club.access.roles import Grant, Identity, Role
from club.log.events import EVENT, Event

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "access.md"
T = 7


def who(*roles: Role, person: int | None = None, tournament: int | None = None) -> Identity:
    return Identity(1, "anna", person, frozenset(Grant(role, tournament) for role in roles))


def event(kind: str, **fields: Any) -> Event:
    return EVENT.validate_python({"type": kind, "tournament": T} | fields)


def may(identity: Identity, made: Event, log: dict[int, Event] | None = None, *, table: bool = False) -> bool:
    return allowed(identity, made, (log or {}).get, lambda _: table)


SHEET = {"round": 1, "table": 1, "scores": (1, 1, 1, 1)}
CONSENT = {"person": 3, "what": "stream"}


def test_every_event_of_the_vocabulary_has_its_roles() -> None:
    assert sorted(MAY) == sorted(types())


def test_the_document_prints_the_table() -> None:
    """Write it anew with `python -c "from club.access.authority import table; print(table())"`."""
    assert table() in DOCUMENT.read_text("utf-8")


@pytest.mark.parametrize("role", list(Role))
def test_nobody_enters_what_only_tables_tell(role: Role) -> None:
    assert not may(who(role), event("game_opened", round=1, table=1, game="g"))
    assert not may(who(role), event("game_recorded", source="table", **SHEET))


def test_penalties_are_the_referees_alone() -> None:
    fine = event("penalised", person=3, reason="P-43", sanction="reminder")
    assert [role for role in Role if may(who(role), fine)] == [Role.REFEREE, Role.HEAD_REFEREE]


def test_what_a_table_told_is_corrected_by_referees_and_what_people_entered_by_the_director_too() -> None:
    """K-ASSIST-05: the players call a judge; a misread sheet is the organisers' own (K-FAIL-02)."""
    corrected = event("result_corrected", reason="misread", **SHEET)
    referees = [Role.REFEREE, Role.HEAD_REFEREE]
    assert [role for role in Role if may(who(role), corrected, table=True)] == referees
    assert [role for role in Role if may(who(role), corrected)] == [*referees, Role.DIRECTOR]
    log = {5: corrected}
    back = event("reverted", seqs=(5,))
    assert may(who(Role.DIRECTOR), back, log)
    assert not may(who(Role.DIRECTOR), back, log, table=True)
    assert may(who(Role.DIRECTOR, Role.REFEREE), corrected, table=True), "one account with both roles"


def test_a_role_counts_in_its_tournament_and_that_of_the_club_in_all() -> None:
    sheet = event("game_recorded", source="sheet", **SHEET)
    assert may(who(Role.SCOREKEEPER, tournament=T), sheet)
    assert not may(who(Role.SCOREKEEPER, tournament=T + 1), sheet)
    assert may(who(Role.SCOREKEEPER), sheet)
    ban = event("banned", tournament=0, person=3, until_ms=1)
    assert may(who(Role.DIRECTOR), ban)
    assert not may(who(Role.DIRECTOR, tournament=T), ban)


@pytest.mark.parametrize(
    ("person", "granted", "expected"), [(3, True, True), (3, False, True), (4, False, False)]
)
def test_a_player_speaks_for_nobody_else(person: int, granted: bool, expected: bool) -> None:
    own = who(Role.PLAYER, person=person)
    assert may(own, event("consent_changed", granted=granted, **CONSENT)) is expected
    words = {"situation": "s", "decision": "d", "reasons": "r"}
    assert may(own, event("appeal_filed", person=3, **words)) is (person == 3)


def test_organisers_withdraw_a_consent_for_somebody_and_never_give_it() -> None:
    director = who(Role.DIRECTOR, person=9)
    assert may(director, event("consent_changed", granted=False, **CONSENT))
    assert not may(director, event("consent_changed", granted=True, **CONSENT))
    assert may(director, event("consent_changed", granted=True, person=9, what="photo"))


def test_nobody_takes_back_what_they_might_not_have_entered() -> None:
    log = {
        5: event("round_closed", round=1),
        6: event("penalised", person=3, reason="P-43", sanction="reminder"),
        7: event("game_recorded", source="table", **SHEET),
        8: event("reverted", seqs=(6,)),
    }
    director, head = who(Role.DIRECTOR), who(Role.HEAD_REFEREE)
    assert may(director, event("reverted", seqs=(5, 7)), log)
    assert not may(director, event("reverted", seqs=(5, 6)), log)
    assert not may(director, event("reverted", seqs=(8,)), log)
    assert may(head, event("reverted", seqs=(5, 6, 7)), log)
    assert not may(who(Role.REFEREE), event("reverted", seqs=(6,)), log)
