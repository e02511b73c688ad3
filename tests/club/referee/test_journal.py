"""The judges' journal: all fields of an entry, its export, and players of whom it tells much (K-JUDGE)."""

from __future__ import annotations

import csv
import io

from club.referee.journal import as_csv, journal, notorious
from club.referee.reasons import Norm
from engine.state.events import Sanction
from tests.club.referee.given import Event8, won


def test_an_entry_has_all_that_the_regulation_asks_for(small: Event8) -> None:
    """Time, event, game, table, hand, judge, players, violation, facts, sanction, amount, explanation, step,
    link to the snapshot (K-JUDGE-07)."""
    small.play(won(1, 0, 1))
    frozen, *_ = small.act("freeze", round=1, table=1)
    small.rule(reason="P-19", hand=0)
    ruled, fined = small.rule(reason="P-19", hand=1, facts="Tiles across.", explanation="Told before.")
    (line,) = (each for each in journal(small.tournament) if each.entry == fined)
    assert (line.ts_ms, line.tournament, line.round, line.table, line.game, line.hand) == (
        small.now_ms,
        1,
        1,
        1,
        "g1",
        1,
    )
    assert (line.judge, line.persons, line.reason, line.facts) == ("account-1", (3,), "P-19", "Tiles across.")
    assert (line.sanction, line.points, line.step) == (Sanction.FINE, -2000, 1)
    assert (line.explanation, line.norm) == ("Told before.", Norm.FAIR_PLAY)
    assert (line.snapshot, line.ruling, line.penalty) == (frozen, ruled, fined)


def test_reminders_openings_corrections_and_time_are_entered_as_well(small: Event8) -> None:
    small.play(won(1, 0, 1))
    small.act("open_hand", round=1, table=1, hand=1, seat=2, reason="Tile count in doubt.")
    small.act("correct_hand", round=1, table=1, hand=0, reason="Misread.")
    small.act("add_time", round=1, table=1, minutes=5, reason="A tile was missing.")
    small.rule(reason="P-42")
    kinds = [line.kind for line in journal(small.tournament)]
    assert kinds == ["hand_opened", "correction", "time", "ruling"]
    opened = journal(small.tournament)[0]
    assert (opened.persons, opened.facts, opened.clause) == ((3,), "Tile count in doubt.", "K-JUDGE-10")


def test_what_was_lifted_says_why(small: Event8) -> None:
    _, penalty = small.rule(reason="P-14")
    small.act("lift", penalty=penalty, reason="The win was valid.")
    (line,) = journal(small.tournament)
    assert line.lifted == "The win was valid."
    assert line.points == -20_000


def test_the_csv_has_a_line_for_each_person_and_no_formulas(small: Event8) -> None:
    small.rule(reason="P-42", persons=[3, 4], facts="=HYPERLINK(evil)")
    rows = list(csv.DictReader(io.StringIO(as_csv(journal(small.tournament), "Player {}".format))))
    assert [row["persons"] for row in rows] == ["Player 3", "Player 4"]
    assert rows[0]["facts"] == "'=HYPERLINK(evil)"
    assert (rows[0]["reason"], rows[0]["sanction"]) == ("P-42", "reminder")


def test_who_ignores_reminders_is_known_from_the_journal(small: Event8) -> None:
    for hand in range(3):
        small.rule(reason="P-42", hand=hand)
    small.rule(reason="P-19", persons=[4])
    small.rule(reason="P-20", persons=[4])
    small.rule(reason="P-20", persons=[5])
    found = notorious(journal(small.tournament))
    assert [(each.person, each.entries, each.repeated) for each in found] == [(3, 3, 2), (4, 2, 0)]
