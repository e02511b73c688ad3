"""From the log to the standings, by the preset rrc: uma 15000, 5000, -5000, -15000."""

from __future__ import annotations

from fractions import Fraction

import pytest

from club.log.events import (
    Event,
    GameRecorded,
    Late,
    Penalised,
    PenaltyLifted,
    Replaced,
    Returned,
    RoundClosed,
    RoundStarted,
    Settled,
    StageClosed,
    Withdrew,
)
from club.log.state import State
from club.log.tournament.finals import final_standings, games, stage_standings
from engine.state.events import EndReason, Sanction
from tests.club.log.build import created, drawn, hand, record, registered, sheet, stage
from tests.club.log.states import after, playing, ready, the
from tests.club.log.values import EIGHT, EVEN, FOUR, T

SCORES = (40_000, 32_000, 28_000, 20_000)
BASE = {1: 25_000, 2: 7000, 3: -7000, 4: -25_000}
"""Points beyond 30000 and uma."""


def totals(state: State, number: int | None = None) -> dict[int, Fraction]:
    found = final_standings(the(state)) if number is None else stage_standings(the(state), number)
    return {row.player: row.total for row in found.rows}


def result(round_: int = 1, table: int = 1) -> GameRecorded:
    return sheet(table, SCORES, round_)


def fine(person: int, points: int, **more: object) -> Penalised:
    return Penalised.model_validate(
        {
            "tournament": T,
            "person": person,
            "reason": "P-43",
            "sanction": Sanction.FINE,
            "points": points,
            **more,
        }
    )


def chombo(**more: object) -> Penalised:
    return fine(2, -20_000, sanction=Sanction.CHOMBO, round=1, table=1, **more)


VOID = record(EVEN, EVEN, reason=EndReason.CHOMBO, offenders=(1,))


def test_points_and_uma_of_each_game_are_added() -> None:
    state = after(result(), state=playing())
    assert totals(state) == BASE
    assert [row.player for row in final_standings(the(state)).rows] == [1, 2, 3, 4]
    assert totals(after(created(), *registered(FOUR))) == {}


def test_a_chombo_that_the_table_told_of_counts_once() -> None:
    """Told by the table, settled by the players, entered by a referee: one and the same."""
    state = after(hand(1, 1, 0, VOID), result(), state=playing())
    once = BASE | {2: BASE[2] - 20_000}
    assert totals(state) == once
    settled = Settled(
        tournament=T,
        round=1,
        table=1,
        hand=0,
        person=2,
        reason="P-14",
        sanction=Sanction.CHOMBO,
        confirmed=(0, 1, 2, 3),
    )
    assert totals(after(settled, state=state)) == once
    state = after(settled, chombo(hand=0), state=state)
    assert totals(state) == once
    lifted = after(PenaltyLifted(tournament=T, penalty=state.seq, reason="no chombo"), state=state)
    assert totals(lifted) == BASE


def test_another_chombo_counts_as_well() -> None:
    state = after(hand(1, 1, 0, VOID), result(), chombo(hand=3), state=playing())
    assert totals(state)[2] == BASE[2] - 40_000
    assert totals(after(result(), chombo(), state=playing()))[2] == BASE[2] - 20_000


def test_a_chombo_of_the_substitute_is_not_the_players() -> None:
    state = after(*registered([9], kind="occasional", from_round=2), state=playing())
    take = Replaced(tournament=T, round=1, table=1, seat=1, substitute=9, hand=0)
    state = after(take, hand(1, 1, 0, VOID), result(), state=state)
    assert totals(state) == BASE | {2: -30_000}


def test_lateness_costs_each_started_minute_unless_somebody_else_plays() -> None:
    late = Late(tournament=T, round=1, person=4, seconds=121)
    assert totals(after(late, result(), state=playing()))[4] == BASE[4] - 3000
    state = after(*registered([9], kind="occasional", from_round=2), state=playing())
    take = Replaced(tournament=T, round=1, table=1, seat=3, substitute=9)
    back = Replaced(tournament=T, round=1, table=1, seat=3, substitute=4, hand=2)
    state = after(late.model_copy(update={"seconds": 720}), take, back, result(), state=state)
    assert totals(state)[4] == -30_000


def test_fines_count_in_the_game_of_the_round_or_beside_it() -> None:
    state = after(
        result(), fine(3, -2000, round=1, table=1), fine(4, -1000), fine(1, -500, round=2), state=playing()
    )
    [game] = games(the(state), 1)
    assert game.fines == (0, 0, -2000, 0)
    assert totals(state) == BASE | {3: BASE[3] - 2000, 4: BASE[4] - 1000, 1: BASE[1] - 500}
    lifted = after(PenaltyLifted(tournament=T, penalty=state.seq - 2, reason="x"), state=state)
    assert totals(lifted)[3] == BASE[3]


def test_who_is_disqualified_or_a_substitute_has_no_place() -> None:
    out = Penalised(tournament=T, person=2, reason="P-25", sanction=Sanction.DISQUALIFICATION)
    state = after(created(), *registered((1, 2, 3)), *registered([4], kind="permanent"), stage())
    state = after(drawn(1, FOUR), RoundStarted(tournament=T, round=1), result(), out, state=state)
    rows = final_standings(the(state)).rows
    assert [(row.place, row.player) for row in rows] == [(1, 1), (2, 3)]


def test_who_has_withdrawn_gets_the_fixed_result_for_rounds_without_a_game() -> None:
    state = after(created(), *registered((*FOUR, 5)), stage(3))
    one: list[Event] = [
        drawn(1, FOUR, byes=(5,)),
        RoundStarted(tournament=T, round=1),
        result(),
        RoundClosed(tournament=T, round=1),
    ]
    state = after(*one, Withdrew(tournament=T, person=4, from_round=2), state=state)
    state = after(drawn(2, (1, 2, 3, 5)), RoundStarted(tournament=T, round=2), result(2), state=state)
    assert totals(state)[4] == BASE[4] - 30_000
    assert totals(state)[5] == -25_000
    back = Returned(tournament=T, person=4, from_round=3)
    state = after(RoundClosed(tournament=T, round=2), back, drawn(3, FOUR, byes=(5,)), state=state)
    assert totals(state)[4] == BASE[4] - 30_000


@pytest.mark.parametrize(("carry", "share"), [(100, Fraction(1)), (50, Fraction(1, 2)), (0, Fraction(0))])
def test_a_stage_carries_its_share_into_the_next(carry: int, share: Fraction) -> None:
    state = after(created(), *registered(EIGHT), stage(1), stage(1, 2, carry=carry, cut=4))
    first: list[Event] = [drawn(1, EIGHT), RoundStarted(tournament=T, round=1), result(), result(table=2)]
    state = after(*first, RoundClosed(tournament=T, round=1), StageClosed(tournament=T, stage=1), state=state)
    assert len(totals(state)) == 8
    state = after(drawn(2, (2, 1, 5, 6)), RoundStarted(tournament=T, round=2), state=state)
    before = {1: BASE[1], 2: BASE[2], 5: BASE[1], 6: BASE[2]}
    assert totals(state) == {player: share * points for player, points in before.items()}
    state = after(result(2), state=state)
    gained = {2: BASE[1], 1: BASE[2], 5: BASE[3], 6: BASE[4]}
    assert totals(state) == {player: share * before[player] + gained[player] for player in before}
    assert totals(state, 1) == BASE | {player + 4: points for player, points in BASE.items()}


def test_another_fixed_result_is_that_of_the_event() -> None:
    state = ready(substitute_result=(-20_000, -5000))
    state = after(*registered([9], kind="occasional"), drawn(1, FOUR), state=state)
    take = Replaced(tournament=T, round=1, table=1, seat=0, substitute=9)
    state = after(take, RoundStarted(tournament=T, round=1), result(), state=state)
    assert totals(state)[1] == -25_000
