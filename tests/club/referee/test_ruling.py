"""Rulings as events: what is proposed, what must be explained, two referees at once (K-PEN, K-JUDGE)."""

from __future__ import annotations

import pytest

from club.log.events import Penalised, PenaltyLifted, Ruled
from club.log.faults import LogRefusal
from club.referee.journal import journal
from club.referee.ruling import Who, proposed, reason_of
from engine.state.events import Sanction
from tests.club.referee.given import OTHER, REFEREE, Event8


def penalties(event: Event8) -> list[tuple[int, str, Sanction, int]]:
    found = [p.event for p in event.tournament.penalties.values() if p.lifted is None]
    return [(p.person, p.reason, p.sanction, p.points) for p in found]


def test_a_ruling_is_an_entry_of_the_journal_and_a_penalty(small: Event8) -> None:
    call = small.called()
    ruled, penalised = small.rule(reason="P-18", hand=4, call=call, facts="Seat 2 shifted a set.")
    entry = small.desk.entry(ruled).event
    assert isinstance(entry, Ruled)
    assert (entry.clause, entry.sanction, entry.facts, entry.call) == (
        "R-KUI-02",
        Sanction.DEAD_HAND,
        "Seat 2 shifted a set.",
        call,
    )
    assert small.tournament.calls[call].ended is not None
    assert isinstance(small.desk.entry(penalised).event, Penalised)


def test_chombo_takes_twice_the_uma_step_after_uma(small: Event8) -> None:
    small.rule(reason="P-14")
    assert penalties(small) == [(3, "P-14", Sanction.CHOMBO, -20_000)]


def test_reminders_for_one_reason_climb_the_ladder_over_the_event(small: Event8) -> None:
    for hand in range(4):
        small.rule(reason="P-19", hand=hand)
    small.rule(reason="P-42", hand=4)
    small.rule(reason="P-19", hand=4, persons=[4])
    assert [(person, points) for person, _, _, points in penalties(small)] == [
        (3, 0),
        (3, -2000),
        (3, -4000),
        (3, -8000),
        (3, 0),
        (4, 0),
    ]


def test_a_lifted_penalty_is_no_step_and_stays_visible(small: Event8) -> None:
    _, reminder = small.rule(reason="P-19", hand=0)
    small.act("lift", penalty=reminder, reason="It was another player.")
    small.rule(reason="P-19", hand=1)
    assert penalties(small) == [(3, "P-19", Sanction.REMINDER, 0)]
    assert len(small.tournament.penalties) == 2


def test_a_small_event_may_be_mild_without_saying_why(small: Event8) -> None:
    small.rule(reason="P-12", mild=True)
    assert penalties(small) == [(3, "P-12", Sanction.REMINDER, 0)]


def test_a_large_event_is_mild_only_with_mitigating_circumstances(large: Event8) -> None:
    with pytest.raises(LogRefusal) as fault:
        large.rule(reason="P-12", mild=True)
    assert fault.value.code == "say_mitigating"
    large.rule(reason="P-12", mild=True, mitigating="A neighbour had pushed the hand.")
    assert penalties(large) == [(3, "P-12", Sanction.REMINDER, 0)]


def test_where_no_mitigation_is_provided_there_is_none(small: Event8) -> None:
    with pytest.raises(LogRefusal, match="No mitigation is provided for P-14"):
        small.rule(reason="P-14", mild=True)


def test_what_the_table_does_not_propose_is_explained(small: Event8) -> None:
    with pytest.raises(LogRefusal) as fault:
        small.rule(reason="P-20", sanction="fine", points=5000)
    assert fault.value.code == "explain"
    small.rule(reason="P-20", sanction="fine", points=5000, explanation="Warned twice before.")
    assert penalties(small) == [(3, "P-20", Sanction.FINE, -5000)]


@pytest.mark.parametrize(
    ("reason", "points", "explained"),
    [
        ("telephone", 8000, False),
        ("telephone", 12000, False),
        ("telephone", 14000, True),
        ("obstruction", 12000, False),
        ("obstruction", 10000, True),
        ("malicious", 30000, False),
        ("malicious", 60000, True),
    ],
)
def test_fines_within_their_range_need_no_explanation(
    small: Event8, reason: str, points: int, explained: bool
) -> None:
    if explained:
        with pytest.raises(LogRefusal, match="explain"):
            small.rule(reason=reason, points=points)
    else:
        small.rule(reason=reason, points=points)
        assert penalties(small)[0][3] == -points


def test_where_the_judge_decides_a_sanction_is_chosen(small: Event8) -> None:
    with pytest.raises(LogRefusal, match="leaves the sanction to the judge"):
        small.rule(reason="P-28")
    small.rule(reason="P-28", sanction="reminder")
    assert proposed(small.tournament, 3, reason_of(small.tournament, "P-28"), mild=False).points == 2000


def test_every_person_has_an_own_step(small: Event8) -> None:
    small.rule(reason="P-42", hand=0)
    small.rule(reason="P-42", hand=1, persons=[3, 4])
    assert [(person, points) for person, _, _, points in penalties(small)] == [(3, 0), (3, -2000), (4, 0)]


def test_the_second_of_two_referees_is_told_who_has_ruled(small: Event8) -> None:
    call = small.called()
    seen = small.desk.state.seq
    small.rule(reason="P-18", call=call, hand=2, seen=seen)
    with pytest.raises(LogRefusal, match="account-1 has ruled on this meanwhile") as fault:
        small.rule(OTHER, reason="P-02", call=call, hand=2, seen=seen)
    assert fault.value.code == "ruled"
    assert len(small.tournament.rulings) == 1


def test_a_call_is_decided_once_even_by_who_has_looked_again(small: Event8) -> None:
    call = small.called()
    small.rule(reason="P-18", call=call, hand=2)
    with pytest.raises(LogRefusal, match="account-1 has decided call"):
        small.rule(OTHER, reason="P-02", call=call, hand=2)


def test_a_ruling_that_is_considered_again_takes_the_place_of_the_first(small: Event8) -> None:
    first, *_ = small.rule(reason="P-14", hand=2)
    small.rule(OTHER, reason="P-13", hand=2, supersedes=first, explanation="Nothing had been exposed.")
    assert penalties(small) == [(3, "P-13", Sanction.DEAD_HAND, 0)]
    assert small.tournament.rulings[first].superseded is not None


def test_only_the_penalties_of_the_ruling_that_is_considered_again_are_lifted_and_none_twice(
    small: Event8,
) -> None:
    first, one, two = small.rule(reason="P-14", hand=2, persons=[3, 4])
    (_, other) = small.rule(reason="P-14", hand=3)
    small.seqs(PenaltyLifted(tournament=small.tournament.id, penalty=one, reason="A slip."))
    known = set(small.tournament.penalties)
    small.rule(OTHER, reason="P-13", hand=2, supersedes=first, explanation="Nothing had been exposed.")
    lifted = {seq for seq, penalty in small.tournament.penalties.items() if penalty.lifted is not None}
    assert lifted == {one, two}
    assert small.tournament.penalties[other].lifted is None
    assert known < set(small.tournament.penalties)


def test_nobody_judges_at_the_own_table(small: Event8) -> None:
    with pytest.raises(LogRefusal) as fault:
        small.rule(Who("account-9", person=2), reason="P-19")
    assert fault.value.code == "own_table"
    small.rule(Who("account-9", person=2), reason="P-19", table=2, persons=[6])


def test_a_reason_that_is_none_is_refused(small: Event8) -> None:
    with pytest.raises(LogRefusal, match="There is no reason P-99"):
        small.rule(REFEREE, reason="P-99")


def test_a_table_settles_dead_hand_and_chombo_with_all_four(small: Event8) -> None:
    for reason in ("P-02", "P-14"):
        small.act("settle", round=1, table=1, hand=0, person=3, reason=reason, confirmed=[3, 2, 1, 0])
    rows = [getattr(entry.event, "sanction", None) for entry in small.tournament.settled.values()]
    assert rows == [Sanction.DEAD_HAND, Sanction.CHOMBO]
    assert final_penalties(small) == -20_000


def final_penalties(event: Event8) -> int:
    """What the case costs, by the journal."""
    return sum(line.points for line in journal(event.tournament))


@pytest.mark.parametrize("reason", ["P-42", "P-26", "P-28", "telephone", "P-31"])
def test_for_anything_else_a_judge_must_come(small: Event8, reason: str) -> None:
    with pytest.raises(LogRefusal) as fault:
        small.act("settle", round=1, table=1, hand=0, person=3, reason=reason, confirmed=[0, 1, 2, 3])
    assert fault.value.code == "judge_needed"


def test_three_of_four_settle_nothing(small: Event8) -> None:
    with pytest.raises(LogRefusal, match="All four players confirm"):
        small.act("settle", round=1, table=1, hand=0, person=3, reason="P-02", confirmed=[0, 1, 2, 2])


def test_the_ladder_has_no_end(small: Event8) -> None:
    """Twice as much each time: 2000 times 2 to the 11th for the twelfth repetition (K-ESC-01)."""
    for hand in range(13):
        small.rule(reason="P-42", hand=hand)
    assert penalties(small)[-1][3] == -4_096_000
