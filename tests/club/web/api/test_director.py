"""What a director asks about an event: the options of its rules, who may judge, what deviates."""

from __future__ import annotations

import pytest

from club.access.roles import Role
from club.log.events import TournamentCreated
from club.log.events.base import Plan
from engine.rules.presets import OPTIONS, Honoured
from tests.club.web.stand import EVENT, Stand

T = f"/api/tournaments/{EVENT}"


def test_every_option_that_can_be_played_otherwise_is_offered_with_its_value(stand: Stand) -> None:
    reply = stand.browser().get("/api/presets/rrc/options").data
    offered = {each["id"]: each for each in reply}
    # One value only, or said by the plan of the event.
    left_out = {o.id for o in OPTIONS.values() if o.honoured is Honoured.FIXED} | {
        "timer.minutes",
        "timer.after",
    }
    assert offered.keys() == OPTIONS.keys() - left_out
    assert offered["game.uma"]["value"] == [15000, 5000, -5000, -15000]
    assert offered["game.start_points"]["bounds"] == {"min": 1000, "step": 100, "usual": [25000, 30000]}
    assert offered["fu.open_pinfu_ron"]["choices"] == [20, 30]
    assert "chuuren_9_sided" in offered["score.double_yakuman"]["choices"]
    tenhou = {each["id"]: each["value"] for each in stand.browser().get("/api/presets/tenhou/options").data}
    assert tenhou["game.start_points"] == 25000
    answer = stand.browser().get("/api/presets/chess/options")
    assert (answer.status, answer.data["code"]) == (422, "no_preset")


def test_every_value_that_is_offered_is_accepted(stand: Stand) -> None:
    director = stand.signed(Role.DIRECTOR)
    offered = director.get("/api/presets/rrc/options").data
    listed = [each for each in offered if each["choices"] and each["type"] in ("boolean", "enum", "integer")]
    # Yakitori needs its amount too.
    last = {each["id"]: each["choices"][-1] for each in listed} | {"game.yakitori_amount": 10000}
    first = {each["id"]: each["choices"][0] for each in listed} | {"game.yakitori_amount": 10000}
    for options in (first, last):
        assert director.post("/api/rules", {"preset": "rrc", "options": options}).status == 200


def test_who_may_judge_here_and_how_many_are_wanted(stand: Stand) -> None:
    ids = stand.tournament()
    here = stand.account(Role.REFEREE, ids[0], EVENT)
    head = stand.account(Role.HEAD_REFEREE)
    stand.account(Role.REFEREE, ids[1], EVENT + 1)
    stand.account(Role.SCOREKEEPER, ids[2], EVENT)
    director = stand.signed(Role.DIRECTOR, tournament=EVENT)
    answer = director.get(f"{T}/officials?playing=0&free=0").data
    rows = {each["account"]: (each["person"], each["head"]) for each in answer["accounts"]}
    assert rows == {f"account-{here}": (ids[0], False), f"account-{head}": (None, True)}
    assert answer["judges"]["short"] == ["too_few"], "two tables and nobody who judges (K-JUDGE-04)"
    assert director.get(f"{T}/officials?playing=1").data["judges"]["short"] == []
    assert director.get(f"{T}/officials?playing=-x&free=1").data["judges"]["free"] == 1


@pytest.mark.parametrize("role", sorted(set(Role) - {Role.DIRECTOR}))
def test_only_its_director_is_told_who_may_judge(stand: Stand, role: Role) -> None:
    stand.tournament()
    assert stand.signed(role).get(f"{T}/officials").status == 403


def test_a_time_that_is_not_the_regulations_is_read_out(stand: Stand) -> None:
    """75 minutes, or 85 to 90 with the hand in play only (K-TIMER-01 to K-TIMER-03)."""
    stand.tournament(plan=Plan(minutes=60))
    (found,) = stand.browser().get(T).data["accreditation"]["deviations"]
    assert (found["option"], found["value"], found["permitted"]) == ("timer.minutes", 60, False)


def test_an_event_of_another_game_is_reported_too(stand: Stand) -> None:
    flowers = {"classical.flowers": False}
    stand.enter(TournamentCreated(tournament=EVENT, name="Old Shanghai", preset="classical", options=flowers))
    reply = stand.browser().get(T).data
    assert (reply["preset"], reply["options"], reply["accreditation"]["rating"]) == (
        "classical",
        flowers,
        "CRR",
    )
    assert [each["option"] for each in reply["accreditation"]["deviations"]] == ["preset"]
    asked = {"preset": "classical", "options": flowers, "plan": {"minutes": 60}}
    answer = stand.signed(Role.DIRECTOR).post("/api/rules", asked)
    assert (answer.status, [each["option"] for each in answer.data["deviations"]]) == (200, ["preset"])
