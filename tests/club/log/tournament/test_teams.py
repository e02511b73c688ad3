"""Teams in the log: named once, joined by who is registered, and added up over all stages."""

from __future__ import annotations

from fractions import Fraction

from club.log.events import (
    Registered,
    Reverted,
    RoundClosed,
    RoundStarted,
    StageClosed,
    TeamJoined,
    TeamNamed,
    TournamentChanged,
)
from club.log.events.base import Plan
from club.log.state import State
from club.log.tournament.team_standings import team_standings
from tests.club.log.build import created, drawn, registered, sheet, stage
from tests.club.log.states import after, playing, ready, refuses, the
from tests.club.log.values import EIGHT, FOUR, T


def named(team: int, name: str) -> TeamNamed:
    return TeamNamed(tournament=T, team=team, name=name)


def joined(person: int, team: int | None) -> TeamJoined:
    return TeamJoined(tournament=T, person=person, team=team)


def teams(state: State) -> State:
    """People 1 and 4 against 2 and 3."""
    return after(
        named(1, "Riga"), named(2, "Ogre"), *(joined(p, 1 if p in (1, 4) else 2) for p in FOUR), state=state
    )


class TestTeams:
    def test_a_name_is_given_once_and_may_change(self) -> None:
        state = after(named(1, "Riga"), named(2, " Ogre "), state=ready())
        assert the(state).teams == {1: "Riga", 2: "Ogre"}
        assert refuses(state, named(3, "OGRE")).code == "team_exists"
        assert the(after(named(1, "RIGA"), state=state)).teams[1] == "RIGA"

    def test_who_is_registered_joins_a_team_that_is_there(self) -> None:
        state = after(named(1, "Riga"), joined(1, 1), state=ready())
        assert the(state).registrations[1].team == 1
        assert the(after(joined(1, None), state=state)).registrations[1].team is None
        assert refuses(state, joined(2, 2)).code == "no_team"
        assert refuses(state, joined(99, 1)).code == "not_registered"

    def test_a_team_of_the_registration_counts_until_another_is_joined(self) -> None:
        state = after(Registered(tournament=T, person=9, team=5), named(1, "Riga"), state=ready())
        assert the(state).registrations[9].team == 5
        assert the(after(joined(9, 1), state=state)).registrations[9].team == 1

    def test_a_team_that_somebody_has_joined_goes_back_together_with_that(self) -> None:
        state = after(named(1, "Riga"), joined(1, 1), state=ready())
        first = state.seq - 1
        assert refuses(state, Reverted(tournament=T, seqs=(first,))).code == "depends"
        both = Reverted(tournament=T, seqs=(first, state.seq))
        assert the(after(both, state=state)).teams == {}


class TestStandings:
    def test_the_totals_of_the_members_add_up(self) -> None:
        state = teams(after(sheet(), state=playing()))
        rows = {line.who: (line.place, line.total) for line in team_standings(the(state))}
        assert rows[1][1] + rows[2][1] == 0
        assert {place for place, _ in rows.values()} == {1, 2}

    def test_the_plan_says_how_many_count_and_whether_the_average_does(self) -> None:
        state = teams(after(sheet(), state=playing()))
        sums = {line.who: line.total for line in team_standings(the(state))}
        mean = after(TournamentChanged(tournament=T, plan=Plan(teams_by="average")), state=state)
        assert {line.who: line.total for line in team_standings(the(mean))} == {
            who: Fraction(total, 2) for who, total in sums.items()
        }
        best = after(TournamentChanged(tournament=T, plan=Plan(teams_best=1)), state=state)
        assert all(len(line.counted) == 1 for line in team_standings(the(best)))
        assert team_standings(the(teams(playing()))) == ()

    def test_who_did_not_go_on_after_a_cut_still_counts_for_the_team(self) -> None:
        state = after(
            created(),
            *registered(EIGHT),
            stage(1),
            drawn(1, EIGHT),
            RoundStarted(tournament=T, round=1),
            sheet(1),
            sheet(2),
            RoundClosed(tournament=T, round=1),
            StageClosed(tournament=T, stage=1),
            stage(1, 2, cut=4),
        )
        state = after(named(1, "All"), *(joined(person, 1) for person in EIGHT), state=state)
        before = team_standings(the(state))[0]
        state = after(drawn(2, (1, 5, 3, 7)), RoundStarted(tournament=T, round=2), state=state)
        assert team_standings(the(state))[0].counted == before.counted == EIGHT
