"""What the rules need beyond points, over HTTP: refused with words; an old log that lacks it is answered."""

from __future__ import annotations

import pytest

from club.access.roles import Role
from club.log.events import GameRecorded, HandOpened, Reverted, RoundDrawn, RoundStarted, TournamentChanged
from club.log.events.base import Plan
from screens import CLUB_LANGUAGES, CLUB_WORDS
from tests.club.web.stand import EVENT, Stand
from tests.club.web.test_whatever import taken
from words import catalogue

T = f"/api/tournaments/{EVENT}"
SCORES = (46500, 25300, 34100, 14100)
YAKITORI = {"game.yakitori": True, "game.yakitori_amount": 10_000}
SHEET = {"scores": list(SCORES)}
SAID = SHEET | {"won": [True, True, False, True], "chips": [2, -1, -1, 0]}


@pytest.fixture
def begun(stand: Stand) -> Stand:
    stand.tournament(plan=Plan(chip=1000))
    stand.enter(TournamentChanged(tournament=EVENT, options=YAKITORI))
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    return stand


def entered(**more: object) -> dict[str, object]:
    event = {"type": "game_recorded", "tournament": EVENT, "round": 1, "table": 1, "source": "sheet"}
    return {"events": [event | more], "key": "needs-0001"}


def test_what_is_missing_is_named_where_it_is_looked_at_and_where_it_is_entered(begun: Stand) -> None:
    browser = begun.signed(Role.SCOREKEEPER)
    assert browser.get(T).data["needs"] == ["won", "chips"]
    for path, body in ((f"{T}/rounds/1/tables/1/preview", SHEET), ("/api/submit", entered(**SHEET))):
        answer = browser.post(path, body)
        assert (answer.status, answer.data["code"]) == (409, "lacks")
        assert answer.data["values"]["needs"] == ["won", "chips"]
        assert answer.data["message"] == (
            "Round 1, table 1: the rules of this event also need who has won a hand (yakitori), "
            "the chips that each has won or lost. Say it on the result form, under Results."
        )
    for wrong in ({"chips": [1, 0, 0, 0]}, {"chips": [10**9, -(10**9), 0, 0]}, {"won": [1, 2, 3, 4]}):
        answer = browser.post(f"{T}/rounds/1/tables/1/preview", SAID | wrong)
        assert answer.status in {409, 422}
    finals = browser.post(f"{T}/rounds/1/tables/1/preview", SAID).data["finals"]
    assert [seat["total"] for seat in finals] == [33_500, -10_700, -1900, -30_900]
    assert browser.post("/api/submit", entered(**SAID)).status == 200
    reply = begun.browser().get(f"{T}/standings").data
    assert {row["player"]: row["total"] for row in reply["standings"]} == {
        1: 33_500,
        2: -10_700,
        3: -1900,
        4: -30_900,
    }
    assert reply["lacks"] == []


def test_an_old_log_is_answered_with_what_it_lacks(begun: Stand) -> None:
    taken(begun, GameRecorded(tournament=EVENT, round=1, table=1, source="sheet", scores=SCORES))
    browser = begun.signed(Role.DIRECTOR)
    lacks = [{"round": 1, "table": 1, "needs": ["won", "chips"]}]
    assert browser.get(f"{T}/standings").data["lacks"] == lacks
    for path in ("rounds/1", "rounds/1/tables/1", "statistics", "export/csv", "export/ema", "log", "desk"):
        assert browser.get(f"{T}/{path}").status == 200
    assert browser.get(f"{T}/export/json").data["lacks"] == lacks
    assert browser.get(f"{T}/rounds/1").data["tables"][0]["lacks"] == ["won", "chips"]
    assert browser.post("/api/submit", entered(**SAID)).status == 200
    assert browser.get(f"{T}/standings").data["lacks"] == []


def test_a_hand_that_was_opened_stays_said_when_its_draw_is_taken_back(stand: Stand) -> None:
    ids = stand.tournament()
    referee = stand.signed(Role.REFEREE)
    opened = HandOpened(tournament=EVENT, round=1, table=1, hand=0, seat=1, reason="who drew")
    stand.enter(opened)
    assert referee.get(f"{T}/desk/journal").data["lines"][0]["persons"] == [ids[1]]
    seq = next(e.seq for e in stand.desk.state.tournament(EVENT).log if isinstance(e.event, RoundDrawn))
    stand.enter(Reverted(tournament=EVENT, seqs=(seq,), reason="drawn again"))
    lines = referee.get(f"{T}/desk/journal").data["lines"]
    assert [(line["kind"], line["persons"]) for line in lines] == [("hand_opened", [])]
    nowhere = opened.model_dump(mode="json") | {"round": 7}
    answer = referee.post("/api/submit", {"events": [nowhere], "key": "needs-0002"})
    assert (answer.status, answer.data["code"]) == (409, "not_drawn")


def test_what_is_no_address_is_said_as_the_api_says_it(stand: Stand) -> None:
    browser = stand.signed(Role.DIRECTOR)
    for path in ("/api/nothing", "/api/tournaments/x", f"/api/tournaments/{'9' * 5000}", "/api/submit"):
        answer = browser.get(path)
        assert (answer.status, answer.data["code"]) == (404, "no_address"), path
    answer = browser.post("/api/tournaments", {})
    assert (answer.status, answer.data["code"], answer.headers["allow"]) == (405, "http_method", "GET, HEAD")
    assert answer.data["message"] == "This address does not take POST: use GET, HEAD."
    assert browser.get("/nothing.html").body == b"Not found."
    for language in CLUB_LANGUAGES:
        assert {"no_address", "http_method", "lacks"} <= catalogue(language, *CLUB_WORDS)["refusal"].keys()
