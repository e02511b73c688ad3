"""Games played online are entered into a round, in the seats that were drawn, or refused with the reasons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from club.access.roles import Role
from club.log.events import Registered, Reverted, RoundDrawn, RoundStarted, StageAdded, TournamentCreated
from club.log.events.base import Sitting
from club.log.people.people import Details
from tests.club.web.stand import EVENT, Stand

GAMES = Path(__file__).parents[4].parent / "shared" / "games"
PATH = f"/api/tournaments/{EVENT}/rounds/1/online"
SEATS = ("w", "n", "e", "s")
"""Names by seat of the record; the draw has e, s, w, n."""
pytestmark = pytest.mark.skipif(
    not GAMES.exists(), reason="the real games lie beside the repository and are not here"
)


def log(number: int) -> dict[str, str]:
    first, *rest = (GAMES / f"tenhou-{number:02}.mjson").read_text("utf-8").splitlines()
    return {
        "name": f"{number}.mjson",
        "text": "\n".join([json.dumps(json.loads(first) | {"names": SEATS}), *rest]),
    }


def last_scores(text: str) -> list[int]:
    lines = [json.loads(line) for line in text.splitlines()]
    found: list[int] = next(line["final_scores"] for line in reversed(lines) if "final_scores" in line)
    return found


def given(ids: list[int], *records: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"records": list(records), "accounts": dict(zip("eswn", ids, strict=False)), **more}


def by_tenhou(stand: Stand) -> list[int]:
    """A round of one table by the rules of the site."""
    ids = [stand.people.add(Details(name)) for name in "ESWN"]
    a, b, c, d = ids
    stand.enter(TournamentCreated(tournament=EVENT, name="Online Cup", preset="tenhou"))
    stand.enter(*(Registered(tournament=EVENT, person=person) for person in ids))
    stand.enter(StageAdded(tournament=EVENT, stage=1, method="manual", rounds=1))
    sitting = Sitting(table=1, players=(a, b, c, d))
    stand.enter(RoundDrawn(tournament=EVENT, round=1, sittings=(sitting,), method="manual"))
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    return ids


def test_a_record_is_entered_once_in_the_seats_of_the_draw(stand: Stand) -> None:
    ids = by_tenhou(stand)
    browser, record = stand.signed(Role.SCOREKEEPER), log(1)
    assert stand.signed(Role.PLAYER).post(PATH, given(ids, record)).status == 403
    first = browser.post(PATH, given(ids, record))
    assert first.data == [{"name": "1.mjson", "ok": True, "table": 1, "notes": []}]
    finals = browser.get(f"/api/tournaments/{EVENT}/rounds/1/tables/1").data["finals"]
    west, north, east, south = last_scores(record["text"])
    assert [row["points"] for row in finals] == [east, south, west, north]
    again = browser.post(PATH, given(ids, record))
    taken = {"code": "game_taken", "values": {}, "message": "This game has been taken already."}
    assert again.data == [{"name": "1.mjson", "ok": False, "reasons": [taken]}]
    (other,) = browser.post(PATH, given(ids, log(2))).data
    assert (other["ok"], other["reasons"][0]["code"]) == (False, "has_result")


def test_the_names_of_the_site_are_given_once(stand: Stand) -> None:
    ids = by_tenhou(stand)
    browser = stand.signed(Role.SCOREKEEPER)
    assert browser.post(PATH, given(ids, log(1))).data[0]["ok"]
    assert stand.people.online("tenhou") == dict(zip("eswn", ids, strict=True))
    (unnamed,) = browser.post(PATH, {"records": [log(2)]}).data
    assert [reason["code"] for reason in unnamed["reasons"]] == ["has_result"]
    (spelt,) = browser.post(PATH, {"records": [log(2)], "accounts": {"E": ids[0]}}).data
    assert [reason["code"] for reason in spelt["reasons"]] == ["has_result"]


@pytest.mark.parametrize(
    ("accounts", "codes"),
    [
        pytest.param({"e": 1, "s": 0, "w": 2, "n": 3}, ["account_taken"], id="a name of somebody else"),
        pytest.param({"q": 0}, ["two_accounts"], id="a second name"),
    ],
)
def test_one_account_a_player_over_all_records(
    stand: Stand, accounts: dict[str, int], codes: list[str]
) -> None:
    """K-ONLINE-02"""
    ids = by_tenhou(stand)
    browser = stand.signed(Role.SCOREKEEPER)
    assert browser.post(PATH, given(ids, log(1))).data[0]["ok"]
    before = stand.desk.state.seq
    named = {name: ids[seat] for name, seat in accounts.items()}
    (refused,) = browser.post(PATH, {"records": [log(2)], "accounts": named}).data
    assert [reason["code"] for reason in refused["reasons"]] == codes
    assert stand.desk.state.seq == before


def swapped(ids: list[int]) -> dict[str, int]:
    """A list in which two names have each other's people."""
    e, s, w, n = ids
    return {"e": s, "s": e, "w": w, "n": n}


def test_a_game_that_does_not_count_teaches_no_names(stand: Stand) -> None:
    ids = by_tenhou(stand)
    browser = stand.signed(Role.SCOREKEEPER)
    assert browser.post(PATH, given(ids, log(1))).data[0]["ok"]
    (refused,) = browser.post(PATH, {"records": [log(2)], "accounts": swapped(ids), "relearn": True}).data
    assert [reason["code"] for reason in refused["reasons"]] == ["has_result"]
    assert stand.people.online("tenhou") == dict(zip("eswn", ids, strict=True))


def test_a_wrong_list_is_put_right(stand: Stand) -> None:
    """The right one is refused until somebody says that it holds."""
    ids = by_tenhou(stand)
    browser = stand.signed(Role.SCOREKEEPER)
    assert browser.post(PATH, {"records": [log(1)], "accounts": swapped(ids)}).data[0]["ok"]
    stand.enter(Reverted(tournament=EVENT, seqs=(stand.desk.state.seq,)))
    (refused,) = browser.post(PATH, given(ids, log(2))).data
    assert [reason["code"] for reason in refused["reasons"]] == ["account_taken"]
    assert browser.post(PATH, given(ids, log(2), relearn=True)).data[0]["ok"]
    assert stand.people.online("tenhou") == dict(zip("eswn", ids, strict=True))
    assert stand.people.verify() == len(ids)


def test_every_reason_is_reported_and_nothing_entered(stand: Stand) -> None:
    ids = stand.tournament()
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    browser, record = stand.signed(Role.DIRECTOR), log(1)
    before = stand.desk.state.seq
    cut = {"name": "cut", "text": record["text"][:2000]}
    rows = browser.post(PATH, given(ids, record, cut, lobby="7")).data
    assert [row["ok"] for row in rows] == [False, False]
    assert [reason["message"] for reason in rows[0]["reasons"]] == [
        "It was played in lobby ?, not in 7.",
        "It was played with game.start_points 25000, the event has 30000.",
    ]
    assert stand.desk.state.seq == before
    assert browser.post(PATH, given(ids, record, since_ms=10**20)).status == 422
    assert browser.post(PATH.replace("rounds/1", "rounds/2"), given(ids, record)).status == 404
