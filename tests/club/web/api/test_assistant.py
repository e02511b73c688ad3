"""Hands that players enter on their telephones: who may, what it moves, and what is refused.

The witness of the payments are recorded games of a site: every hand is entered as it ended there.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest
from pydantic_core import to_json

from club.access.roles import Role
from club.hub.table_status import Sitting as Seated
from club.log.events import (
    Frozen,
    GameOpened,
    GameRecorded,
    Registered,
    Replaced,
    RoundDrawn,
    RoundStarted,
    StageAdded,
    TimeAdded,
    TournamentCreated,
)
from club.log.events.base import Plan, Sitting
from club.log.people.people import Details
from contract.messages import EnterableView
from engine.result.game import final_scores
from engine.rules.ruleset import Ruleset
from tests.club.web.stand import NAMES, Answer, Browser, Stand
from tests.controller.scored import GAMES, scored

AT: Final = "/api/tournaments/1/rounds/1/tables/1/assistant"
RON: Final = {
    "type": "result_entered",
    "reason": "win",
    "wins": [{"seat": 1, "source": 0, "han": 3, "fu": 40}],
}
DRAW: Final = {
    "type": "result_entered",
    "reason": "exhaustive",
    "tenpai": [False, True, False, False],
    "riichi": [1],
}


@pytest.fixture
def people(stand: Stand) -> list[int]:
    found = stand.tournament(plan=Plan(minutes=60))
    stand.enter(RoundStarted(tournament=1, round=1))
    return found


@pytest.fixture
def phone(stand: Stand, people: list[int]) -> Browser:
    """Of who sits West at table 1."""
    return stand.signed(Role.PLAYER, people[2])


def enter(phone: Browser, hand: int, result: object = RON, key: str = "") -> Answer:
    return phone.post(f"{AT}/enter", {"hand": hand, "result": result, "key": key or f"hand-{hand}"})


def refused(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.data["code"]


def test_a_table_sees_the_hand_that_it_plays(phone: Browser, people: list[int]) -> None:
    assert phone.get(AT).data == {
        "round": 1,
        "table": 1,
        "players": people[:4],
        "hand": 0,
        "wind": 0,
        "number": 1,
        "honba": 0,
        "sticks": 0,
        "dealer": 0,
        "scores": [30000] * 4,
        "hands": [],
        "stopped": False,
        "over": False,
        "recorded": False,
        "may_end": False,
        "enterable": EnterableView.of(Ruleset.preset("rrc")).model_dump(),
    }


def test_a_table_that_a_device_records_takes_nothing_from_telephones(
    stand: Stand, people: list[int], phone: Browser
) -> None:
    """It has taken up its players, and no hand is recorded yet. Who keeps the scores still may."""
    sitting = Seated(id="s", tournament=1, round=1, label="1", players=tuple(people[:4]))
    stand.hall.put("table-1", online=True, game="g1", sitting=sitting)
    before = stand.desk.state.seq
    assert refused(enter(phone, 0)) == (409, "by_device")
    assert refused(phone.post(f"{AT}/preview", {"hand": 0, "result": RON})) == (409, "by_device")
    assert stand.desk.state.seq == before
    assert enter(stand.signed(Role.SCOREKEEPER), 0).status == 200


def test_what_a_hand_moves_is_shown_before_anything_is_entered(stand: Stand, phone: Browser) -> None:
    """K-ASSIST-04."""
    before = stand.desk.state.seq
    shown = phone.post(f"{AT}/preview", {"hand": 0, "result": RON})
    assert shown.data == {
        "deltas": [-5200, 5200, 0, 0],
        "scores": [24800, 35200, 30000, 30000],
        "over": False,
    }
    assert stand.desk.state.seq == before


def test_hands_follow_each_other_as_the_rules_say(phone: Browser) -> None:
    """The dealer changes; the stick stays on the table, and the next winner takes it."""
    assert enter(phone, 0, DRAW).status == 200
    now = phone.get(AT).data
    assert (now["hand"], now["number"], now["dealer"], now["honba"], now["sticks"]) == (1, 2, 1, 1, 1)
    assert now["scores"] == [29000, 32000, 29000, 29000]
    assert enter(phone, 1, RON | {"wins": [{"seat": 3, "source": 2, "han": 1, "fu": 30}]}).status == 200
    now = phone.get(AT).data
    assert (now["number"], now["dealer"], now["honba"], now["sticks"]) == (3, 2, 0, 0)
    assert now["scores"] == [29000, 32000, 27700, 31300]
    assert [each["deltas"] for each in now["hands"]] == [[-1000, 2000, -1000, -1000], [0, 0, -1300, 2300]]


def test_everybody_at_the_table_enters_on_any_telephone(stand: Stand, people: list[int]) -> None:
    """K-FAIL-04."""
    for hand, person in enumerate(people[:4]):
        assert enter(stand.signed(Role.PLAYER, person), hand).status == 200


@pytest.mark.parametrize("path", ["", "/preview", "/value", "/enter", "/end"])
def test_nobody_else_does(stand: Stand, people: list[int], path: str) -> None:
    bodies = {
        "/preview": {"hand": 0, "result": RON},
        "/value": {"win": {}},
        "/enter": {"hand": 0, "result": RON, "key": "k"},
        "/end": {"hands": 0, "key": "k"},
    }
    stranger, other = stand.browser(), stand.signed(Role.PLAYER, people[4])
    for browser, wanted in ((stranger, (401, "sign_in")), (other, (403, "not_your_table"))):
        found = browser.post(AT + path, bodies[path]) if path else browser.get(AT)
        assert found.status in {401, 403}
        assert browser is stranger or refused(found) == wanted
    assert not stand.desk.state.tournament(1).rounds[1].games[1].hands


def test_where_telephones_are_forbidden_only_who_keeps_the_scores_enters(stand: Stand) -> None:
    """K-ASSIST-13."""
    people = stand.tournament(plan=Plan(telephones=False))
    stand.enter(RoundStarted(tournament=1, round=1))
    phone = stand.signed(Role.PLAYER, people[0])
    assert refused(enter(phone, 0)) == (403, "no_telephones")
    assert [place["by_phone"] for place in phone.get("/api/tournaments/1/mine").data["places"]] == [False]
    assert enter(stand.signed(Role.SCOREKEEPER), 0).status == 200


def test_a_player_is_shown_the_way_there_as_long_as_the_game_goes_on(stand: Stand) -> None:
    people = stand.tournament()
    phone = stand.signed(Role.PLAYER, people[0])

    def shown() -> list[bool]:
        return [place["by_phone"] for place in phone.get("/api/tournaments/1/mine").data["places"]]

    assert shown() == [False]
    stand.enter(RoundStarted(tournament=1, round=1))
    assert shown() == [True]
    assert enter(phone, 0).status == 200
    assert shown() == [True]
    a, b, c, d = people[:4]
    sitting = Seated(id="s", tournament=1, round=1, label="1", players=(a, b, c, d))
    stand.hall.put("table-1", online=True, sitting=sitting)
    assert shown() == [False], "a device of the hall has taken the table up"
    stand.hall.put("table-1", sitting=None)
    stand.enter(GameRecorded(tournament=1, round=1, table=1, source="sheet", scores=(30000,) * 4))
    assert shown() == [False]


def test_who_keeps_the_scores_of_the_event_helps_a_table(stand: Stand, people: list[int]) -> None:
    assert enter(stand.signed(Role.SCOREKEEPER), 0).status == 200
    assert refused(enter(stand.signed(Role.SCOREKEEPER, tournament=7), 1)) == (403, "not_your_table")


def test_a_substitute_enters_and_who_was_replaced_does_not(stand: Stand, people: list[int]) -> None:
    """K-SUB-03."""
    substitute = stand.people.add(Details("Ivo Kalns"))
    stand.enter(Registered(tournament=1, person=substitute, kind="occasional", from_round=2))
    before = stand.signed(Role.PLAYER, people[2])
    stand.enter(Replaced(tournament=1, round=1, table=1, seat=2, substitute=substitute))
    assert enter(stand.signed(Role.PLAYER, substitute), 0).status == 200
    assert refused(enter(before, 1)) == (403, "not_your_table")


def test_what_is_sent_twice_counts_once(stand: Stand, phone: Browser) -> None:
    first, again = enter(phone, 0), enter(phone, 0)
    assert (first.data["repeated"], again.data["repeated"]) == (False, True)
    assert first.data["seqs"] == again.data["seqs"]
    assert len(stand.desk.state.tournament(1).rounds[1].games[1].hands) == 1


def test_of_two_telephones_the_second_hears_that_the_hand_is_known(stand: Stand, people: list[int]) -> None:
    assert enter(stand.signed(Role.PLAYER, people[0]), 0).status == 200
    other = stand.signed(Role.PLAYER, people[1])
    assert refused(enter(other, 0, DRAW)) == (409, "hand_known")
    assert refused(other.post(f"{AT}/preview", {"hand": 0, "result": DRAW})) == (409, "hand_known")


def test_a_table_that_records_itself_takes_nothing_from_telephones(stand: Stand, phone: Browser) -> None:
    stand.enter(GameOpened(tournament=1, round=1, table=1, game="g1"))
    assert refused(phone.get(AT)) == (409, "by_device")
    assert refused(enter(phone, 0)) == (409, "by_device")


def test_nothing_is_entered_while_a_referee_has_stopped_the_table(stand: Stand, phone: Browser) -> None:
    """K-JUDGE-02: the scores stay to be seen."""
    stand.enter(Frozen(tournament=1, round=1, table=1))
    assert phone.get(AT).data["stopped"]
    assert refused(enter(phone, 0)) == (409, "table_stopped")
    assert refused(phone.post(f"{AT}/end", {"hands": 0, "key": "k"})) == (409, "table_stopped")


def test_before_the_gong_nothing_is_entered(stand: Stand) -> None:
    people = stand.tournament()
    assert refused(enter(stand.signed(Role.PLAYER, people[0]), 0)) == (409, "not_started")


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (RON | {"wins": [{"seat": 1, "source": 0, "han": 0, "fu": 30}]}, "contradicts"),
        (RON | {"wins": []}, "cannot_end"),
        (RON | {"reason": "chombo"}, "cannot_end"),
    ],
)
def test_what_no_hand_can_end_with_is_refused(phone: Browser, result: object, code: str) -> None:
    assert refused(enter(phone, 0, result)) == (409, code)
    assert phone.get(AT).data["hand"] == 0


def test_the_game_ends_when_its_time_is_over_and_not_before(stand: Stand, phone: Browser) -> None:
    """K-TIMER-02, with the extra time of the table (K-TIMER-07)."""
    assert enter(phone, 0, DRAW).status == 200
    stand.enter(TimeAdded(tournament=1, round=1, table=1, seconds=120))
    stand.now_s += 61 * 60
    assert not phone.get(AT).data["may_end"]
    assert refused(phone.post(f"{AT}/end", {"hands": 1, "key": "k"})) == (409, "time_left")
    stand.now_s += 61
    assert phone.get(AT).data["may_end"]
    assert refused(phone.post(f"{AT}/end", {"hands": 0, "key": "k"})) == (409, "hand_known")
    assert phone.post(f"{AT}/end", {"hands": 1, "key": "k"}).status == 200
    now = phone.get(AT).data
    assert (now["over"], now["recorded"]) == (True, True)
    result = stand.desk.state.tournament(1).rounds[1].games[1].result
    assert result is not None
    assert (result.scores, result.sticks_left, result.hands) == ((29000, 32000, 29000, 29000), 1, 1)
    assert refused(enter(phone, 1)) == (409, "game_over")
    assert refused(phone.post(f"{AT}/end", {"hands": 1, "key": "other"})) == (409, "game_over")


def test_a_result_from_a_sheet_ends_what_telephones_enter(stand: Stand, phone: Browser) -> None:
    stand.enter(GameRecorded(tournament=1, round=1, table=1, source="sheet", scores=(30000,) * 4))
    assert refused(enter(phone, 0)) == (409, "game_over")


def test_a_corrected_hand_carries_the_game_on(stand: Stand, phone: Browser) -> None:
    """K-ASSIST-05: the referee alone; who sits there sees it at once and plays on from there."""
    assert enter(phone, 0).status == 200
    referee = stand.signed(Role.REFEREE)
    body = {"round": 1, "table": 1, "hand": 0, "result": DRAW, "reason": "It was a draw."}
    asked = {"name": "correct_hand", "body": body, "key": "c1"}
    assert referee.post("/api/tournaments/1/desk/do", asked).status == 200
    now = phone.get(AT).data
    assert (now["hand"], now["honba"], now["sticks"], now["hands"][0]["corrected"]) == (1, 1, 1, True)
    assert enter(phone, 1).status == 200


def test_touched_tiles_have_their_value(phone: Browser) -> None:
    hand = {"tiles": "234567m234p5567s", "win_tile": "8s", "melds": [], "seat": 2, "from": 0}
    worth = phone.post(f"{AT}/value", {"win": hand | {"riichi": True}}).data
    assert (worth["ok"], worth["han"], worth["fu"]) == (True, 3, 30)
    assert [name for name, _ in worth["yaku"]] == ["riichi", "pinfu", "tanyao"]
    none = phone.post(f"{AT}/value", {"win": hand | {"tiles": "1"}}).data
    assert (none["ok"], bool(none["faults"])) == (False, True)


@pytest.mark.parametrize("path", GAMES[:6] or [None], ids=lambda path: path.stem if path else "none")
def test_a_recorded_game_is_entered_and_paid_as_it_was(stand: Stand, path: Path | None) -> None:
    if path is None:
        pytest.skip("the recorded games are not on this machine")
    game = scored(path)
    ids = [stand.people.add(Details(name)) for name in NAMES[:4]]
    stand.enter(
        TournamentCreated(
            tournament=1, name="Online rules", preset=game.started.preset, options=dict(game.started.options)
        )
    )
    stand.enter(*(Registered(tournament=1, person=person) for person in ids))
    stand.enter(StageAdded(tournament=1, stage=1, method="manual", rounds=1))
    sitting = Sitting(table=1, players=(ids[0], ids[1], ids[2], ids[3]))
    stand.enter(RoundDrawn(tournament=1, round=1, sittings=(sitting,), method="manual"))
    stand.enter(RoundStarted(tournament=1, round=1))
    phone = stand.signed(Role.PLAYER, ids[0])
    for number, hand in enumerate(game.hands):
        now = phone.get(AT).data
        assert (now["scores"], now["honba"], now["sticks"]) == (
            list(hand.started.scores),
            hand.started.honba,
            hand.started.kyotaku,
        )
        result = {"type": "result_entered", **json.loads(to_json(asdict(hand.entered)))}
        assert enter(phone, number, result).status == 200
    now = phone.get(AT).data
    assert now["over"]
    assert now["recorded"]
    assert game.finished is not None
    known = stand.desk.state.tournament(1)
    end = known.rounds[1].games[1].result
    assert end is not None
    assert final_scores(known.rules, end.scores, end.sticks_left) == game.finished.scores
