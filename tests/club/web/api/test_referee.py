"""The desk over HTTP: who may look and act, what is refused, exports, and that nothing concealed is told."""

from __future__ import annotations

import csv
import io
import json

import pytest

from club.access.roles import Role
from club.hub.table_status import Sitting as Seated
from club.log.events import Called, RoundStarted
from screens import CLUB_LANGUAGES
from tests.club.web.stand import Browser, Stand

DESK = "/api/tournaments/1/desk"
READ = (
    "",
    "/judges",
    "/reasons",
    "/journal",
    "/journal.csv",
    "/journal.json",
    "/journal.pdf",
    "/rounds/1/tables/1",
)


@pytest.fixture
def people(stand: Stand) -> list[int]:
    found = stand.tournament()
    stand.enter(RoundStarted(tournament=1, round=1))
    a, b, c, d = found[:4]
    sitting = Seated(id="s", tournament=1, round=1, label="1", players=(a, b, c, d))
    stand.hall.put("table-1", online=True, sitting=sitting)
    return found


@pytest.fixture
def referee(stand: Stand, people: list[int]) -> Browser:
    return stand.signed(Role.REFEREE)


def rule(browser: Browser, people: list[int], key: str = "rule-0001", **more: object) -> tuple[int, object]:
    seen = browser.get(DESK).data["seq"]
    asked = {"round": 1, "table": 1, "seen": seen, "persons": [people[2]], "reason": "P-42", "facts": "seen"}
    answer = browser.post(f"{DESK}/do", {"name": "rule", "body": asked | more, "key": key})
    return answer.status, answer.data


@pytest.mark.parametrize("path", READ)
@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCOREKEEPER, Role.BROADCASTER, Role.TECHNICIAN])
def test_the_desk_is_for_referees_and_directors(
    stand: Stand, people: list[int], path: str, role: Role
) -> None:
    assert stand.browser().get(DESK + path).status == 401
    assert stand.signed(role).get(DESK + path).status == 403


@pytest.mark.parametrize("path", READ)
@pytest.mark.parametrize("role", [Role.REFEREE, Role.HEAD_REFEREE, Role.DIRECTOR])
def test_they_see_all_of_it(stand: Stand, people: list[int], path: str, role: Role) -> None:
    assert stand.signed(role).get(DESK + path).status == 200


def test_a_referee_of_another_event_sees_nothing(stand: Stand, people: list[int]) -> None:
    assert stand.signed(Role.REFEREE, tournament=7).get(DESK).status == 403


def test_an_act_needs_the_token_of_the_session(referee: Browser, people: list[int]) -> None:
    referee.csrf = "forged"
    assert referee.post(f"{DESK}/do", {"name": "take", "body": {"call": 1}, "key": "k"}).status == 403


def test_a_ruling_that_is_sent_twice_counts_once(stand: Stand, referee: Browser, people: list[int]) -> None:
    seen = stand.desk.state.seq
    first, again = rule(referee, people, seen=seen), rule(referee, people, seen=seen)
    assert (first[0], again[0]) == (200, 200)
    assert isinstance(first[1], dict)
    assert isinstance(again[1], dict)
    assert (first[1]["seqs"], first[1]["repeated"]) == (again[1]["seqs"], not again[1]["repeated"])
    assert len(stand.desk.state.tournament(1).rulings) == 1


def test_of_two_referees_the_second_is_told_who_has_ruled(
    stand: Stand, referee: Browser, people: list[int]
) -> None:
    other = stand.signed(Role.REFEREE)
    seen = stand.desk.state.seq
    assert rule(referee, people, seen=seen, hand=0)[0] == 200
    status, data = rule(other, people, "rule-0002", seen=seen, hand=0, reason="P-02")
    by = next(iter(stand.desk.state.tournament(1).rulings.values())).entry.by
    login = next(each.login for each in stand.access.accounts.all() if each.by == by)
    assert status == 409
    assert isinstance(data, dict)
    assert data["code"] == "ruled"
    assert data["message"].startswith(f"{login} has ruled on this meanwhile")


def test_a_director_looks_and_rules_nothing(stand: Stand, people: list[int]) -> None:
    assert rule(stand.signed(Role.DIRECTOR), people)[0] == 403


@pytest.mark.parametrize(
    ("name", "body", "status", "says"),
    [
        ("dance", {}, 404, "There is no such act of a referee."),
        ("take", {}, 422, "Call: it is needed."),
        ("take", {"call": 9999}, 409, "Entry 9999 is no call of this tournament."),
        ("add_time", {"round": 1, "table": 1, "minutes": 999, "reason": "?"}, 422, "Minutes: "),
        ("add_time", {"round": 1, "table": 1, "minutes": 5, "reason": " "}, 422, "Reason: "),
        ("freeze", {"round": 9, "table": 1}, 409, "Round 9"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    referee: Browser, name: str, body: dict[str, object], status: int, says: str
) -> None:
    answer = referee.post(f"{DESK}/do", {"name": name, "body": body, "key": "key-0001"})
    assert answer.status == status
    assert says in answer.data["message"]


def test_a_proposal_has_both_columns_and_the_step_of_the_ladder(referee: Browser, people: list[int]) -> None:
    rule(referee, people)
    asked = {"persons": [people[2], people[3]], "reason": "P-42"}
    answer = referee.post(f"{DESK}/propose", asked).data
    assert answer[str(people[2])]["standard"] == {
        "measure": "reminder",
        "sanction": "fine",
        "points": 2000,
        "step": 1,
    }
    assert answer[str(people[3])]["standard"]["points"] == 0
    mild = referee.post(f"{DESK}/propose", {"persons": [people[3]], "reason": "P-12"}).data
    assert [column["sanction"] for column in mild[str(people[3])].values()] == ["dead_hand", "reminder"]


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_violations_are_reported_in_every_language(referee: Browser, language: str) -> None:
    answer = referee.get(f"{DESK}/reasons?lang={language}").data
    rows = [each for each in answer if each["id"].startswith("P-")]
    assert len(rows) == 46
    assert all(row["violation"] for row in rows)
    assert all(each["norm"] for each in answer)


def test_the_journal_is_exported_with_names(referee: Browser, people: list[int]) -> None:
    rule(referee, people, facts="Laid face down")
    answer = referee.get(f"{DESK}/journal.csv")
    (row,) = csv.DictReader(io.StringIO(answer.body.decode()))
    assert (row["persons"], row["reason"], row["facts"]) == ("Chie Sato", "P-42", "Laid face down")
    assert referee.get(f"{DESK}/journal.pdf?lang=ru").body.startswith(b"%PDF-")
    (line,) = referee.get(f"{DESK}/journal.json").data
    assert line["persons"] == [people[2]]


def test_no_name_of_the_table_and_nothing_concealed_leaves_the_picture(
    stand: Stand, referee: Browser, people: list[int]
) -> None:
    seats = [{"seat": n, "name": f"Nick{n}", "concealed": 13, "score": 1} for n in range(4)]
    found = {"kind": "ron_in_own_furiten", "clause": "R-FURITEN-01", "seat": 1, "waits": ["5m"]}
    stand.hall.depict("table-1", {"phase": "play", "seats": seats, "hands_played": 0, "findings": [found]})
    stand.enter(Called(tournament=1, round=1, table=1, seat=1))
    answer = referee.get(f"{DESK}/rounds/1/tables/1").data
    assert answer["withheld"] == 1
    text = json.dumps(answer)
    assert not any(word in text for word in ("Nick", "furiten", "5m", "waits"))
    assert all(hand["tiles"] == [] for hand in answer["hands"])
