"""Who corrects a result over HTTP, and what is said to a director where a referee must."""

from __future__ import annotations

from typing import Any

from club.access.roles import Role
from club.log.events import GameRecorded, RoundStarted
from club.sentences import words
from tests.club.web.stand import EVENT, Stand

T = f"/api/tournaments/{EVENT}"
RIGHT = [46500, 25300, 14100, 34100]


def by_table(stand: Stand) -> None:
    """Table 1 has told its game."""
    stand.tournament()
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    scores = (46500, 25300, 34100, 14100)
    entry = GameRecorded(tournament=EVENT, round=1, table=1, source="table", game="g", hands=0, scores=scores)
    stand.enter(entry)


def correction() -> dict[str, Any]:
    place = {"tournament": EVENT, "round": 1, "table": 1}
    event = {"type": "result_corrected", "scores": RIGHT, "reason": "misread", **place}
    return {"events": [event], "key": "key-0001"}


def test_a_result_that_somebody_else_has_corrected_meanwhile_is_not_written_over(stand: Stand) -> None:
    stand.played()
    director = stand.signed(Role.DIRECTOR)
    read = stand.browser().get(f"{T}/rounds/1").data["tables"][0]["revision"]
    assert director.post("/api/submit", correction() | {"revision": read}).status == 200
    other = correction() | {"revision": read, "key": "key-0002"}
    other["events"] = [dict(event, scores=[30000] * 4) for event in correction()["events"]]
    answer = director.post("/api/submit", other)
    assert (answer.status, answer.data["code"]) == (409, "changed_meanwhile")
    assert answer.data["values"]["difference"] == {"scores": {"now": RIGHT, "sent": [30000] * 4}}
    assert scores(stand) == RIGHT
    fresh = answer.data["values"]["revision"]
    assert director.post("/api/submit", other | {"revision": fresh}).status == 200
    assert scores(stand) == [30000] * 4


def scores(stand: Stand) -> object:
    return stand.browser().get(f"{T}/rounds/1").data["tables"][0]["scores"]


def test_a_director_corrects_what_was_entered_from_a_sheet(stand: Stand) -> None:
    stand.played()
    assert not stand.browser().get(f"{T}/rounds/1").data["tables"][0]["by_table"]
    assert stand.signed(Role.SCOREKEEPER).post("/api/submit", correction()).status == 403
    director = stand.signed(Role.DIRECTOR, tournament=EVENT)
    assert director.post("/api/submit", correction()).status == 200
    assert scores(stand) == RIGHT
    line = director.get(f"{T}/log").data[0]
    assert (line["what"]["type"], line["may"]) == ("result_corrected", True)


def test_what_a_table_told_waits_for_a_referee_and_the_director_is_told_so(stand: Stand) -> None:
    by_table(stand)
    assert stand.browser().get(f"{T}/rounds/1").data["tables"][0]["by_table"]
    director = stand.signed(Role.DIRECTOR)
    answer = director.post("/api/submit", correction())
    assert (answer.status, answer.data["code"]) == (403, "table_recorded")
    assert answer.data["message"] == words("refusal")["table_recorded"]
    assert stand.signed(Role.SCOREKEEPER).post("/api/submit", correction()).data["code"] == "role"
    assert scores(stand) != RIGHT
    assert stand.signed(Role.REFEREE).post("/api/submit", correction()).status == 200
    assert scores(stand) == RIGHT
    assert director.get(f"{T}/log").data[0]["may"] is False, "the referee's word is the referee's"
