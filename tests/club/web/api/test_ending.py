"""Ending something before its time over HTTP: the preview is what is entered, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from club.access.roles import Role
from club.draws import Draw
from club.forms.forms import Sheet
from club.forms.words import Words
from club.hub.table_status import WallClock
from club.log.events import (
    GameRecorded,
    RoundClosed,
    RoundDrawn,
    RoundsCalledOff,
    RoundShortened,
    RoundStarted,
    StageAdded,
    TimeAdded,
)
from club.log.events.export import exported
from club.log.tournament.tournament import Tournament
from club.web.api.forms import Filled
from tests.club.web.stand import EVENT, Answer, Browser, Stand

AT = f"/api/tournaments/{EVENT}/ending"
SCORES = ((46500, 25300, 34100, 14100), (38000, 31000, 29000, 22000))
REASON = "The caretaker closes at ten."


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path)
    yield made
    made.close()


@pytest.fixture
def director(stand: Stand) -> Browser:
    stand.tournament(rounds=4)
    return stand.signed(Role.DIRECTOR)


def play(stand: Stand, *tables: int) -> None:
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    for table in tables:
        result = GameRecorded(
            tournament=EVENT, round=1, table=table, source="sheet", scores=SCORES[table - 1]
        )
        stand.enter(result)


def confirm(browser: Browser, seen: str, **body: Any) -> Answer:
    return browser.post(AT, {"reason": REASON, "key": "confirmed-1", "seen": seen, **body})


def test_an_evening_of_four_rounds_ends_after_one(stand: Stand, director: Browser) -> None:
    play(stand, 1, 2)
    stand.enter(RoundClosed(tournament=EVENT, round=1))
    body = {"what": "event", "finished": True}
    shown = director.post(f"{AT}/preview", body)
    assert shown.status == 200
    effect = shown.data
    assert (effect["rounds"], effect["closes"], effect["games"], effect["changes"], effect["ok"]) == (
        *([2, 3, 4], None, [], False, True),
    )
    assert [line["places"] for line in effect["lines"]] == [[n, n] for n in range(1, 9)]
    assert stand.desk.state.tournament(EVENT).closed is None, "a preview enters nothing"
    entered = confirm(director, effect["seen"], **body)
    assert entered.status == 200
    assert confirm(director, effect["seen"], **body).data == entered.data, "sent again it counts once"
    found = stand.desk.state.tournament(EVENT)
    assert found.closed is not None
    overview = director.get(f"/api/tournaments/{EVENT}").data
    assert (overview["off"], overview["closed"], overview["playing"]) == ([2, 3, 4], True, None)
    assert [each["state"] for each in overview["draws"]] == ["closed", "off", "off", "off"]
    games = next(each for each in overview["accreditation"]["criteria"] if each["id"] == "games")
    assert (games["found"], games["ok"]) == ("1", False)
    line = next(each for each in director.get(f"/api/tournaments/{EVENT}/log").data if each["reason"])
    assert (line["what"]["type"], line["what"]["rounds"], line["reason"]) == (
        *("rounds_called_off", "2, 3, 4", REASON),
    )
    assert line["by"].startswith("director")


def test_what_was_confirmed_is_refused_where_its_effect_is_another_by_now(
    stand: Stand, director: Browser
) -> None:
    play(stand, 1)
    body = {"what": "round", "number": 1, "finished": True}
    answer = director.post(f"{AT}/preview", body).data
    assert [(game["table"], game["finished"], game["counts"]) for game in answer["games"]] == [
        (1, True, True),
        (2, False, False),
    ]
    stand.enter(GameRecorded(tournament=EVENT, round=1, table=2, source="sheet", scores=SCORES[1]))
    refused = confirm(director, answer["seen"], **body)
    assert (refused.status, refused.data["code"]) == (409, "effect_changed")
    assert not stand.desk.state.tournament(EVENT).off
    again = director.post(f"{AT}/preview", body).data
    assert confirm(director, again["seen"], **body).status == 200


def test_the_log_keeps_what_a_round_called_off_took_from_whom(stand: Stand, director: Browser) -> None:
    play(stand, 1)
    body = {"what": "round", "number": 1}
    answer = director.post(f"{AT}/preview", body).data
    assert answer["changes"]
    assert confirm(director, answer["seen"], **body).status == 200
    event = stand.desk.state.tournament(EVENT).log[-1].event
    assert isinstance(event, RoundsCalledOff)
    assert [line.model_dump(mode="json") for line in event.effect] == answer["lines"]
    assert director.get(f"/api/tournaments/{EVENT}/standings").data["standings"] == []
    assert not any(
        figures["hands"] for figures in director.get(f"/api/tournaments/{EVENT}/statistics").data.values()
    )


@pytest.mark.parametrize("clock", [True, False])
def test_a_round_that_is_played_ends_with_the_hand_in_play(
    stand: Stand, director: Browser, clock: bool
) -> None:
    """By the clock of the hall, or without a hub by the time since the gong."""
    play(stand, 1)
    stand.now_s += 60 * 60
    stand.enter(TimeAdded(tournament=EVENT, round=1, seconds=300))
    if clock:
        left = {"left_ms": 25 * 60_000, "ts_ms": int(stand.now_s * 1000) - 5 * 60_000, "main_ms": 75 * 60_000}
        stand.hall.set_clocks((WallClock(tournament=EVENT, round=1, state="running", **left),))
    body = {"what": "time", "number": 1, "ends": True}
    answer = director.post(f"{AT}/preview", body).data
    assert (answer["seconds"], answer["changes"], len(answer["lines"])) == (20 * 60, False, 4)
    stand.now_s += 30
    assert confirm(director, answer["seen"], **body).status == 200
    event = stand.desk.state.tournament(EVENT).log[-1].event
    assert isinstance(event, RoundShortened)
    assert (event.seconds, event.ends, event.reason) == (20 * 60 - 30, True, REASON)


def test_a_round_that_is_played_is_left_some_minutes(stand: Stand, director: Browser) -> None:
    """Of the 75 half an hour has gone."""
    play(stand, 1)
    stand.now_s += 30 * 60
    body = {"what": "time", "number": 1, "minutes": 20}
    answer = director.post(f"{AT}/preview", body).data
    assert answer["seconds"] == (75 - 30 - 20) * 60


def test_a_coming_round_is_shortened(stand: Stand, director: Browser) -> None:
    body = {"what": "time", "number": 2, "minutes": 45}
    answer = director.post(f"{AT}/preview", body).data
    assert answer["seconds"] == 30 * 60
    assert confirm(director, answer["seen"], **body).status == 200
    draws = director.get(f"/api/tournaments/{EVENT}").data["draws"]
    assert [(each["round"], each["minutes"]) for each in draws] == [(1, 75), (2, 45)]


def test_only_who_may_and_only_after_the_preview(stand: Stand, director: Browser) -> None:
    body = {"what": "event"}
    head = stand.signed(Role.HEAD_REFEREE)
    assert head.post(f"{AT}/preview", body).status == 403, "the head referee ends no event"
    assert head.post(f"{AT}/preview", {"what": "round", "number": 1}).status == 200
    for role in (Role.REFEREE, Role.SCOREKEEPER, Role.PLAYER):
        assert stand.signed(role).post(f"{AT}/preview", {"what": "round", "number": 1}).status == 403
    event = {"type": "rounds_called_off", "tournament": EVENT, "rounds": [1], "reason": "x"}
    direct = director.post("/api/submit", {"events": [event], "key": "directly-1"})
    assert (direct.status, direct.data["code"]) == (422, "effect_first")
    blank = director.post(AT, {**body, "reason": "  ", "seen": "x", "key": "confirmed-1"})
    assert (blank.status, blank.data["values"]["field"]) == (422, "reason")
    assert stand.browser().post(f"{AT}/preview", body).status in (401, 403)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (None, 422),
        ([], 422),
        ({"what": "lunch"}, 422),
        ({"what": "round", "number": -1}, 422),
        ({"what": "round", "number": 99}, 409),
        ({"what": "stage", "number": 7}, 409),
        ({"what": "time", "number": 1, "minutes": 600}, 409),
        ({"what": "time", "number": 0, "minutes": 1}, 409),
        ({"what": "time", "number": 1, "minutes": "9" * 400}, 422),
        ({"what": "time", "number": 2, "ends": True}, 409),
        ({"what": "round", "number": 1, "more": 1}, 422),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    stand: Stand, director: Browser, body: object, status: int
) -> None:
    found = director.post(f"{AT}/preview", body)
    assert found.status == status
    assert found.data["message"].endswith(".")
    assert stand.desk.state.tournament(EVENT).off == {}


def test_rounds_that_follow_are_drawn_without_what_was_never_played(stand: Stand, director: Browser) -> None:
    """A Swiss stage after a round that was called off; who never sat together has not met."""
    stand.enter(StageAdded(tournament=EVENT, stage=2, method="swiss", rounds=2))
    for number in (1, 2, 3, 4):
        reply = director.post(f"{AT}/preview", {"what": "round", "number": number}).data
        body = {"reason": REASON, "key": f"confirmed-{number}", "seen": reply["seen"]}
        assert director.post(AT, {"what": "round", "number": number, **body}).status == 200
    reply = director.post(f"{AT}/preview", {"what": "stage", "number": 1}).data
    assert reply["rounds"] == []
    body = {"reason": REASON, "key": "confirmed-9", "seen": reply["seen"]}
    assert director.post(AT, {"what": "stage", "number": 1, **body}).status == 200
    for step in ("commit", "draw"):
        answer = director.post(f"/api/tournaments/{EVENT}/rounds/5/{step}")
        assert answer.status == 200, answer.data
    assert stand.desk.state.tournament(EVENT).rounds[5].games
    refused = director.post(f"/api/tournaments/{EVENT}/rounds/2/commit")
    assert (refused.status, refused.data["code"]) == (409, "called_off")


@pytest.mark.parametrize("begun", [False, True])
def test_who_was_let_go_before_the_gong_has_not_met(stand: Stand, director: Browser, begun: bool) -> None:
    stand.enter(StageAdded(tournament=EVENT, stage=2, method="swiss", rounds=2))
    if begun:
        stand.enter(RoundStarted(tournament=EVENT, round=1))
    answer = director.post(f"{AT}/preview", {"what": "stage", "number": 1}).data
    assert confirm(director, answer["seen"], what="stage", number=1).status == 200
    known = stand.desk.state.tournament(EVENT)
    history = Draw(known, known.stages[2], 5, {}, b"key")._history()
    assert len(history.rounds) == begun


def test_a_cut_with_too_few_results_is_reported(stand: Stand, director: Browser) -> None:
    stand.enter(StageAdded(tournament=EVENT, stage=2, method="random", rounds=1, cut=4))
    answer = director.post(f"{AT}/preview", {"what": "stage", "number": 1}).data
    body = {"what": "stage", "number": 1, "reason": REASON, "key": "confirmed-1", "seen": answer["seen"]}
    assert director.post(AT, body).status == 200
    refused = director.post(f"/api/tournaments/{EVENT}/rounds/5/commit")
    assert (refused.status, refused.data["code"]) == (409, "cut_short")
    by_hand = RoundDrawn(
        tournament=EVENT,
        round=5,
        method="manual",
        sittings=(stand.desk.state.tournament(EVENT).rounds[1].games[1].sitting,),
    )
    stand.enter(by_hand)


def ended_after_one(stand: Stand, director: Browser) -> None:
    play(stand, 1, 2)
    stand.enter(RoundClosed(tournament=EVENT, round=1))
    answer = director.post(f"{AT}/preview", {"what": "event"}).data
    assert confirm(director, answer["seen"], what="event").status == 200


def test_exports_and_the_poster_say_what_was_not_played(stand: Stand, director: Browser) -> None:
    ended_after_one(stand, director)
    answer = director.get(f"/api/tournaments/{EVENT}/export/json").data
    assert answer["called_off"] == [2, 3, 4]
    assert [row["games"] for row in answer["standings"]] == [1] * 8
    assert director.get(f"/api/tournaments/{EVENT}/export/ema").status == 200
    known = stand.desk.state.tournament(EVENT)
    assert after_of(known, "en") == "Round 1 · not played, or not to the end: 2, 3, 4"
    assert after_of(known, "sv").startswith("Rond 1 · ")
    assert director.get(f"/api/tournaments/{EVENT}/forms/standings").body[:4] == b"%PDF"
    assert director.get(f"/api/tournaments/{EVENT}/forms/seating").status == 200, "of the round that was"


def after_of(known: Tournament, language: str) -> str:
    """What stands below the title of the poster."""
    sheet = Sheet(Words(language), known.name, {}, datetime.fromtimestamp(0, UTC))
    return Filled(known, sheet, "").after()


def test_the_log_for_others_has_the_effect_and_no_words(stand: Stand, director: Browser) -> None:
    play(stand, 1)
    answer = director.post(f"{AT}/preview", {"what": "round", "number": 1}).data
    assert confirm(director, answer["seen"], what="round", number=1).status == 200
    *_, last = exported(stand.desk.state.tournament(EVENT).log)
    assert last["event"]["type"] == "rounds_called_off"
    assert len(last["event"]["effect"]) == 4
    assert "reason" not in last["event"]


def test_a_player_is_not_sent_to_a_table_of_a_round_that_was_called_off(
    stand: Stand, director: Browser
) -> None:
    own = stand.signed(Role.PLAYER, person=1)
    assert [place["closed"] for place in own.get(f"/api/tournaments/{EVENT}/mine").data["places"]] == [False]
    answer = director.post(f"{AT}/preview", {"what": "round", "number": 1}).data
    assert confirm(director, answer["seen"], what="round", number=1).status == 200
    assert [place["closed"] for place in own.get(f"/api/tournaments/{EVENT}/mine").data["places"]] == [True]


def test_an_event_online_that_ends_early_is_not_rated(stand: Stand, director: Browser) -> None:
    """K-ONLINE-06."""
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    for table in (1, 2):
        result = {"round": 1, "table": table, "source": "online", "scores": SCORES[table - 1]}
        stand.enter(GameRecorded.model_validate({"tournament": EVENT, **result}))
    stand.enter(RoundClosed(tournament=EVENT, round=1))
    assert director.get(f"/api/tournaments/{EVENT}").data["accreditation"]["rating"] == "CRR"
    answer = director.post(f"{AT}/preview", {"what": "event"}).data
    assert confirm(director, answer["seen"], what="event").status == 200
    assert director.get(f"/api/tournaments/{EVENT}").data["accreditation"]["rating"] == "none"


def test_a_form_that_there_is_not_is_said(stand: Stand, director: Browser) -> None:
    ended_after_one(stand, director)
    answer = director.get(f"/api/tournaments/{EVENT}/forms/poem")
    assert (answer.status, answer.data["code"]) == (404, "unknown")
