"""A virtual table after a killed process goes on as it stood."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.table.journal import Journal, JournalError
from controller.table.writer import Table
from controller.virtual.plan import PlayedPlan
from controller.virtual.restart import agree, machine_left
from controller.virtual.world import VirtualTable
from engine.result.game import next_hand
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from firmware_bridge.virtual.saved_state import Left

NAMES = ("A", "B", "C", "D")


def test_a_table_that_is_behind_its_journal_is_caught_up(
    tmp_path: Path,
) -> None:
    """Killed after the walls, the dice or the last payment were written, before the table was."""
    world = VirtualTable(Ruleset.preset("rrc"), NAMES, seed=1)
    table = Table(Journal(tmp_path / "game.jsonl", durable=False))
    table.submit(ev.GameStarted("rrc"))
    fresh = world.save()
    table.submit(ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4))
    behind = VirtualTable.restore(fresh)
    agree(behind, table)
    assert [s.name for s in behind.steps][behind.position[1]] == "dice"
    table.submit(ev.DiceThrown(world.plans[0].throws[0]))
    agree(behind, table)
    assert [s.name for s in behind.steps][behind.position[1]] == "look"
    # What is in place already is not done twice.
    place = behind.position
    agree(behind, table)
    assert behind.position == place


def test_killed_right_after_the_end_the_people_still_settle_and_leave(tmp_path: Path) -> None:
    rules = Ruleset.preset("rrc")
    plan = PlayedPlan(rules, NAMES, 1)
    table = Table(Journal(tmp_path / "game.jsonl", durable=False))
    table.submit(ev.GameStarted("rrc"))
    last = -1
    while (hand := plan.hand(last + 1)) is not None:
        last += 1
        for event in hand.events:
            table.submit(event)
    assert table.game is not None
    ended = next_hand(table.game)
    assert isinstance(ended, ev.GameEnded)
    table.submit(ended)
    saved = {**VirtualTable(rules, NAMES, seed=1).save(), "hand": last}
    count = len(VirtualTable.restore(saved).steps)
    world = VirtualTable.restore({**saved, "step": count - 1})
    for n in range(200):
        world.step(n / 10)
    assert not world.finished
    agree(world, table)
    for n in range(200, 400):
        world.step(n / 10)
    assert world.finished


def test_the_machine_of_a_new_table_holds_one_sorted_set_of_two() -> None:
    assert machine_left(None, 2) == Left(rows=1)
    assert machine_left(None, 1) == Left()


def test_the_sets_of_an_interrupted_game_lie_where_they_lay() -> None:
    left = Left(drum=0, rows=1)
    assert machine_left({"machine": left.save()}, 2) == left


@pytest.mark.parametrize(
    "saved", [{}, {"machine": 3}, {"machine": {"drum": 0}}, {"machine": {"drum": 0, "rows": "1"}}]
)
def test_a_table_that_does_not_say_where_the_sets_lie_is_one_sentence(saved: dict[str, object]) -> None:
    with pytest.raises(JournalError, match="--new"):
        machine_left(saved, 2)
