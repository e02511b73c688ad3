"""Teams over HTTP: everybody reads their standings, organisers make them."""

from __future__ import annotations

from club.access.roles import Role
from club.log.events import TeamJoined, TeamNamed, TournamentChanged
from club.log.events.base import Plan
from tests.club.web.stand import EVENT, Browser, Stand

PATH = f"/api/tournaments/{EVENT}/teams"


def teams(stand: Stand) -> list[int]:
    """Table 1 is played; Riga has its first and last, Ogre its second and somebody of table 2."""
    ids = stand.played()
    stand.enter(*(TeamNamed(tournament=EVENT, team=n, name=name) for n, name in ((1, "Ogre"), (2, "Rīga"))))
    members = ((ids[0], 2), (ids[3], 2), (ids[2], 1), (ids[4], 1))
    stand.enter(*(TeamJoined(tournament=EVENT, person=person, team=team) for person, team in members))
    return ids


def join(browser: Browser, person: int, team: int | None, key: str, read: str | None = None) -> int:
    event = {"type": "team_joined", "tournament": EVENT, "person": person, "team": team}
    return browser.post("/api/submit", {"events": [event], "key": key, "revision": read}).status


def test_everybody_reads_the_standings_of_the_teams(stand: Stand) -> None:
    ids = teams(stand)
    stand.enter(TeamNamed(tournament=EVENT, team=3, name="Empty"))
    answer = stand.browser().get(PATH).data
    assert (answer["by"], answer["best"], answer["unequal"]) == ("sum", None, True)
    rows = [(each["name"], each["place"], each["total"]) for each in answer["teams"]]
    assert rows == [("Ogre", 1, 9100), ("Rīga", 2, 600), ("Empty", None, None)]
    assert answer["teams"][0]["members"] == [
        {"person": ids[2], "total": 9100, "counts": True},
        {"person": ids[4], "total": None, "counts": False},
    ]


def test_an_event_without_teams_has_none(stand: Stand) -> None:
    stand.played()
    assert stand.browser().get(PATH).data["teams"] == []
    assert stand.browser().get("/api/tournaments/9/teams").status == 404


def test_who_organises_says_who_plays_for_whom(stand: Stand) -> None:
    ids = teams(stand)
    assert join(stand.signed(Role.PLAYER, ids[0]), ids[0], 1, "key-0001") == 403
    assert join(stand.signed(Role.SCOREKEEPER), ids[0], 1, "key-0001") == 200
    assert stand.desk.state.tournament(EVENT).registrations[ids[0]].team == 1


def test_of_two_who_move_somebody_the_second_is_told(stand: Stand) -> None:
    ids = teams(stand)
    director = stand.signed(Role.DIRECTOR)
    read = director.get(f"/api/tournaments/{EVENT}/registrations").data[0]["team_revision"]
    assert join(director, ids[0], 1, "key-0001", read) == 200
    assert join(director, ids[0], None, "key-0002", read) == 409
    assert stand.desk.state.tournament(EVENT).registrations[ids[0]].team == 1


def test_the_plan_says_how_teams_count(stand: Stand) -> None:
    teams(stand)
    director = stand.signed(Role.DIRECTOR)
    laid = director.get(f"/api/tournaments/{EVENT}/plan").data
    plan = Plan(teams_by="average", teams_best=1).model_dump(mode="json")
    event = {"type": "tournament_changed", "tournament": EVENT, "plan": plan}
    body = {"events": [event], "key": "key-0001", "revision": laid["revision"]}
    assert director.post("/api/submit", body).status == 200
    answer = stand.browser().get(PATH).data
    assert (answer["by"], answer["best"], answer["unequal"]) == ("average", 1, False)
    assert [(each["name"], each["total"]) for each in answer["teams"]] == [("Rīga", 31500), ("Ogre", 9100)]


def test_the_average_of_all_members_counts_where_the_plan_says_so(stand: Stand) -> None:
    teams(stand)
    stand.enter(TournamentChanged(tournament=EVENT, plan=Plan(teams_by="average")))
    answer = stand.browser().get(PATH).data
    assert [(each["name"], each["total"]) for each in answer["teams"]] == [("Ogre", 9100), ("Rīga", 300)]
