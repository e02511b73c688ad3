"""Draws by the organisers: committed before, revealed after, and checked by anybody."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from club.access.roles import Role
from club.hub.desired_state import wanted
from club.log.events import (
    GameRecorded,
    Registered,
    RoundClosed,
    RoundStarted,
    StageAdded,
    TournamentChanged,
    TournamentCreated,
)
from club.log.events.base import Plan
from club.log.people.people import Details
from club.seating.apart import Apart
from club.seating.draw import Method, draw
from tests.club.web.stand import EVENT, Browser, Stand

T = f"/api/tournaments/{EVENT}"


def event(stand: Stand, method: str, rounds: int, players: int = 16, clubs: int = 4) -> Browser:
    ids = [stand.people.add(Details(f"Player {n}", club=f"Club {n % clubs}")) for n in range(players)]
    stand.enter(TournamentCreated(tournament=EVENT, name="Cup", preset="rrc"))
    stand.enter(*(Registered(tournament=EVENT, person=person) for person in ids))
    stage: dict[str, Any] = {"type": "stage_added", "tournament": EVENT, "stage": 1}
    stand.enter(StageAdded(**stage | {"method": method, "rounds": rounds}))
    return stand.signed(Role.DIRECTOR)


def play(stand: Stand, number: int) -> None:
    stand.enter(RoundStarted(tournament=EVENT, round=number))
    for table in stand.desk.state.tournaments[EVENT].rounds[number].games:
        scores = (40000 + 100 * table, 30000, 29000, 21000 - 100 * table)
        stand.enter(GameRecorded(tournament=EVENT, round=number, table=table, source="sheet", scores=scores))
    stand.enter(RoundClosed(tournament=EVENT, round=number))


def test_the_seed_is_committed_to_before_and_proves_the_draw_after(stand: Stand) -> None:
    director = event(stand, "random", 2)
    early = director.post(f"{T}/rounds/1/draw")
    assert (early.status, early.data["code"]) == (409, "no_commitment")
    assert director.post(f"{T}/rounds/1/commit").status == 200
    (coming,) = stand.browser().get(T).data["draws"]
    published = coming["committed"]["commitment"]
    assert director.post(f"{T}/rounds/1/draw").status == 200
    answer = stand.browser().get(f"{T}/rounds/1").data
    bound = answer["bound"] | {"seed": answer["seed"]}
    text = json.dumps(bound, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == published
    seated = sorted(person for table in answer["tables"] for person in table["players"])
    assert seated == sorted(stand.desk.state.tournaments[EVENT].admitted)


def test_what_an_older_program_committed_to_is_drawn_as_it_would_have(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub was updated between commitment and draw."""
    director = event(stand, "predetermined", 4)
    with monkeypatch.context() as older:
        older.setattr("club.draws.VERSION", 1)
        director.post(f"{T}/rounds/1/commit")
    assert director.post(f"{T}/rounds/1/draw").status == 200
    rounds = [stand.browser().get(f"{T}/rounds/{number}").data for number in range(1, 5)]
    bound, seed = rounds[0]["bound"], rounds[0]["seed"]
    assert "version" not in bound
    apart = Apart(rather_not=[range(first, 17, 4) for first in range(1, 5)])
    expected = draw(
        bound["players"], 4, Method.PREDETERMINED, constraints=apart, seed=seed, last=bound["last"], version=1
    )
    found = [[tuple(table["players"]) for table in one["tables"]] for one in rounds]
    assert found == [list(tables) for tables in expected.rounds]


def test_a_seed_is_known_to_nobody_before_it_is_revealed(stand: Stand) -> None:
    director = event(stand, "random", 2)
    director.post(f"{T}/rounds/1/commit")
    paths = (T, "/api/tournaments", f"{T}/people", "/api/me", "/api/accounts")
    seen = b"".join(director.get(path).body for path in paths)
    director.post(f"{T}/rounds/1/draw")
    seed = director.get(f"{T}/rounds/1").data["seed"]
    assert len(seed) == 64
    assert seed.encode() not in seen


def test_a_predetermined_stage_is_drawn_at_once_and_nobody_meets_twice(stand: Stand) -> None:
    director = event(stand, "predetermined", 5)
    assert director.post(f"{T}/rounds/1/commit").status == 200
    assert len(director.post(f"{T}/rounds/1/draw").data["seqs"]) == 5
    met = [
        pair
        for number in range(1, 6)
        for table in director.get(f"{T}/rounds/{number}").data["tables"]
        for pair in ((a, b) for a in table["players"] for b in table["players"] if a < b)
    ]
    assert len(met) == len(set(met)) == 5 * 4 * 6


def test_of_two_events_in_one_hall_the_second_begins_where_the_first_ends(stand: Stand) -> None:
    director = event(stand, "predetermined", 2)
    stand.enter(TournamentChanged(tournament=EVENT, plan=Plan(first_table=5)))
    director.post(f"{T}/rounds/1/commit")
    assert director.post(f"{T}/rounds/1/draw").status == 200
    for number in (1, 2):
        answer = director.get(f"{T}/rounds/{number}").data["tables"]
        assert [table["table"] for table in answer] == [5, 6, 7, 8]
    assert sorted(wanted(stand.desk.state)) == ["table-5", "table-6", "table-7", "table-8"]


def test_a_swiss_round_follows_the_results(stand: Stand) -> None:
    director = event(stand, "swiss", 3, clubs=16)  # those of one club are kept apart, whatever they won
    for number in (1, 2):
        assert director.post(f"{T}/rounds/{number}/commit").status == 200
        assert director.post(f"{T}/rounds/{number}/draw").status == 200, number
        if number == 1:
            unplayed = director.post(f"{T}/rounds/2/commit")
            assert unplayed.status == 200
            assert director.post(f"{T}/rounds/2/draw").data["code"] == "round_open"
            play(stand, 1)
    order = [row["player"] for row in director.get(f"{T}/standings").data["standings"]]
    first = director.get(f"{T}/rounds/2").data["tables"][0]["players"]
    assert max(order.index(player) for player in first) < 8


def test_who_withdraws_between_commitment_and_draw_makes_a_new_commitment_necessary(stand: Stand) -> None:
    director = event(stand, "random", 2, players=17)
    director.post(f"{T}/rounds/1/commit")
    one = stand.desk.state.tournaments[EVENT].admitted[0]
    gone = {"type": "withdrew", "tournament": EVENT, "person": one, "from_round": 1}
    assert director.post("/api/submit", {"events": [gone], "key": "withdraw-1"}).status == 200
    assert director.post(f"{T}/rounds/1/draw").data["code"] == "commitment"
    assert director.post(f"{T}/rounds/1/commit").status == 200
    assert director.post(f"{T}/rounds/1/draw").status == 200


def test_only_the_director_draws_and_only_rounds_there_are(stand: Stand) -> None:
    director = event(stand, "manual", 2)
    assert stand.signed(Role.HEAD_REFEREE).post(f"{T}/rounds/1/commit").status == 403
    assert director.post(f"{T}/rounds/9/commit").status == 404
    assert (
        director.post(f"{T}/rounds/1/commit").data["message"]
        == "The rounds of this stage are seated by hand."
    )
