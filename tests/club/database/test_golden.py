"""What released programs have left is opened, continued and finished, in both databases."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from sqlalchemy import text

from club.access.roles import Role
from club.access.services import Access
from club.access.sign_in import RefusedError
from club.log.desk import Accepted, LogDesk
from club.log.events import CallClosed, Event, RoundClosed, StageClosed, TournamentClosed
from club.log.faults import LogRefusal
from club.log.people.people import Details, People
from club.log.store.store import Store
from club.log.tournament.finals import final_standings
from tests.club.database.golden import RELEASES, VERSIONS, laid, session
from tests.club.databases import Postgres

T = 1
BEFORE = {6: 20_000, 8: 20_000, 1: 11_000, 3: 11_000, 5: -8_000, 7: -8_000, 2: -23_000, 4: -23_000}
"""Totals after two rounds, as the program that made the file counted them."""
AFTER = {8: 43_000, 3: 34_000, 6: 20_000, 1: 4_000, 7: -8_000, 2: -16_000, 5: -31_000, 4: -46_000}
"""The same after the third, by hand: uma of 15, 5, -5 and -15 thousand, shared where scores are the same."""
ENTRIES = 35


def recipe(version: str) -> ModuleType:
    found = importlib.util.spec_from_file_location("recipe", RELEASES / version / "club" / "recipe.py")
    assert found is not None
    assert found.loader is not None
    made = importlib.util.module_from_spec(found)
    found.loader.exec_module(made)
    return made


@pytest.fixture(params=[(version, kind) for version in VERSIONS for kind in ("sqlite", "postgresql")])
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Store]]:
    version, kind = request.param
    server: Postgres | None = request.getfixturevalue("server") if kind == "postgresql" else None
    store = Store(laid(version, tmp_path, server))
    yield version, store
    store.close()


def totals(desk: LogDesk) -> dict[int, int]:
    return {row.player: int(row.total) for row in final_standings(desk.state.tournament(T)).rows}


def test_its_log_people_and_standings_are_as_they_were(golden: tuple[str, Store]) -> None:
    _, store = golden
    assert store.verify() == ENTRIES
    people = People(store)
    assert people.verify() == 8
    assert people.get()[4] == Details("Дмитро Коваль", club="Riga", country="LV")
    assert 9 not in people.get()
    assert people.online("tenhou") == {"anna777": 1}
    assert totals(LogDesk(store)) == BEFORE


def test_its_accounts_sign_in_and_its_session_goes_on(golden: tuple[str, Store]) -> None:
    version, store = golden
    access, made = Access(store.database), recipe(version)
    now = made.NOW_S + 60
    lite = store.engine.dialect.name == "sqlite"
    found = access.sign_in.session(session(version, lite=lite), now)
    assert found is not None
    assert (found.identity.login, found.identity.person, found.identity.roles()) == (
        "director",
        1,
        frozenset((Role.DIRECTOR,)),
    )
    assert access.sign_in.password("referee", made.PASSWORD, "192.0.2.1", now)
    assert access.sign_in.card("04A2B3C4", "192.0.2.1", now)
    assert access.sign_in.at_table("1", 2, "pin:1234", now) == 2
    with pytest.raises(RefusedError):
        access.sign_in.password("zebedee", made.PASSWORD, "192.0.2.1", now)
    assert access.accounts.add("new") > 4, "the id of the account that was removed is not given again"


def test_its_event_is_continued_and_finished(golden: tuple[str, Store]) -> None:
    version, store = golden
    desk, made = LogDesk(store), recipe(version)
    [call] = desk.state.tournament(T).calls
    start, middle = (30_000,) * 4, (38_000, 22_000, 30_000, 30_000)
    result = made.GameRecorded(
        tournament=T,
        round=3,
        table=1,
        source="table",
        scores=(28_000, 32_000, 38_000, 22_000),
        game="g3.1",
        hands=2,
    )
    rest: list[Event] = [
        CallClosed(tournament=T, call=call, reason="settled"),
        made.hand(3, 1, 1, middle, result.scores),
        result,
        made.hand(3, 2, 0, start, middle),
        result.model_copy(update={"table": 2, "game": "g3.2", "scores": middle, "hands": 1}),
        RoundClosed(tournament=T, round=3),
        StageClosed(tournament=T, stage=1),
        TournamentClosed(tournament=T),
    ]
    assert isinstance(desk.submit(rest, "account-1", "end", made.NOW_S * 1000 + 1000), Accepted)
    assert totals(desk) == AFTER
    assert store.verify() == ENTRIES + len(rest)
    people = People(store)
    assert people.add(Details("Nora New")) == 10
    people.forget(4)
    assert people.verify() == 8
    again = Store(str(store.engine.url.render_as_string(hide_password=False)))
    assert totals(LogDesk(again)) == AFTER
    again.close()


def test_who_was_forgotten_before_stays_so(golden: tuple[str, Store]) -> None:
    _, store = golden
    with pytest.raises(LogRefusal, match="no person"):
        People(store).change(9, Details("Zebedee Quux"))
    with store.engine.connect() as db:
        assert db.execute(text("SELECT count(*) FROM people WHERE salt IS NOT NULL")).scalar() == 8
