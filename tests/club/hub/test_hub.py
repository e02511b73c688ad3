"""The hub with a real broker and real tables: assignments, the gong, every hand in the log once."""

from __future__ import annotations

from collections.abc import Callable

from club.log.events import RoundClosed, RoundStarted, StageClosed, TournamentClosed
from club.log.people.people import Details
from tests.club.hub.evening import NAMES, Evening, truth
from tests.controller.broker.client import needs_mosquitto

pytestmark = needs_mosquitto
Begin = Callable[..., Evening]


def test_a_drawn_round_reaches_the_tables_by_name_and_waits_for_the_gong(evening: Begin) -> None:
    night = evening(2)
    night.draw()
    assert night.until(lambda: all(night.view(t).sitting for t in ("table-1", "table-2")))
    game = night.tables[1].table.game
    assert game is not None
    assert game.names == NAMES[4:8]
    sitting = night.view("table-2").sitting
    assert sitting is not None
    assert (sitting.label, sitting.round, list(sitting.players)) == ("2", 1, night.persons[4:8])
    assert night.until(lambda: night.view("table-2").pending is None)
    assert not truth(night.tables)


def test_a_name_that_is_too_long_for_a_table_is_cut_there(evening: Begin) -> None:
    """Else the table would refuse its players, and nobody could play there."""
    night = evening(1)
    long = "Anna-Maria Wilhelmina Konstantinopolitanskaya-Ahrensburg von und zu Falkenstein"
    night.people.change(night.persons[0], Details(long), lambda now: None)
    night.draw()
    assert night.until(lambda: night.view("table-1").sitting)
    game = night.tables[0].table.game
    assert game is not None
    assert game.names[0] == long[:60]


def test_every_hand_and_the_result_are_in_the_log_once(evening: Begin) -> None:
    night = evening(2)
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.results) == 2)
    assert sorted(night.hands) == sorted((game, hand, 1) for game, hand in truth(night.tables))
    game = night.tables[0].table.game
    assert game is not None
    assert night.results[0].scores in {t.table.game.scores for t in night.tables if t.table.game}
    assert night.game(1).scores == game.scores
    assert not night.game(1).differs
    assert night.until(lambda: all(len(table.club_link.outbox) == 0 for table in night.tables))
    assert night.view().hands == len(game.history)
    assert night.view().finished
    night.enter(
        RoundClosed(tournament=1, round=1), StageClosed(tournament=1, stage=1), TournamentClosed(tournament=1)
    )
    assert night.until(lambda: night.view().sitting is None), "when all is over the table is free"
