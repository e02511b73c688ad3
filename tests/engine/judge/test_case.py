"""A hand as the judge reads it: what came before and after a step, accepted or only tried."""

from __future__ import annotations

from engine.judge import Case, CaseStep
from engine.state import events as ev
from engine.state.faults import Fault
from engine.tiles.tile import Tile
from tests.engine.judge.story import Story


def told() -> tuple[Case, list[CaseStep]]:
    """Four discards and a call of nobody's that the table refuses, and a tile that is read later."""
    story = Story()
    story.deal(indicator="2p").drop(0, "5p").turn(1, "6p")
    story.tries(ev.Drawn(0)).turn(2, "7p").draw(3).do(ev.Discarded(3, None))
    story.draw(0, "9p").drop(0, "8p").do(ev.Identified(3, 0, Tile.parse("1z")))
    case = story.case
    return case, [step for step, _ in case.of(ev.Discarded)]


def tile(found: tuple[CaseStep, ev.Discarded] | None) -> str | None:
    return None if found is None else str(found[1].tile)


def test_the_accepted_events_of_a_type_and_of_a_seat() -> None:
    case, discards = told()
    assert [str(event.tile) for _, event in case.of(ev.Discarded)] == ["5p", "6p", "7p", "None", "8p"]
    assert [str(event.tile) for _, event in case.of(ev.Discarded, 0)] == ["5p", "8p"]
    assert len([*case.of(ev.Drawn)]) == 5, "the refused one is none"
    assert [step.place for step in discards] == sorted(step.place for step in discards)


def test_before_and_after_a_step_is_never_the_step_itself() -> None:
    case, (first, second, *_, last) = told()
    assert tile(case.next(first, ev.Discarded)) == "6p"
    assert tile(case.next(first, ev.Discarded, 0)) == "8p"
    assert case.next(last, ev.Discarded) is None
    assert tile(case.last(second, ev.Discarded)) == "5p"
    assert tile(case.last(last, ev.Discarded, 1)) == "6p"
    assert case.last(first, ev.Discarded) is None
    assert case.last(last, ev.Discarded, 0) is not None


def test_the_nearest_comes_first_in_both_directions() -> None:
    case, (_, second, third, fourth, _) = told()
    assert tile(case.last(fourth, ev.Discarded)) == "7p"
    assert tile(case.next(second, ev.Discarded)) == "7p"
    assert [step.place for step in case.after(third)] == [*range(third.place + 1, len(case.steps))]


def test_what_was_only_tried_is_found_by_its_fault() -> None:
    case, _ = told()
    ((step, event),) = case.tried(ev.Drawn, Fault.OUT_OF_TURN)
    assert event == ev.Drawn(0)
    assert step in case.after(case.steps[0])
    assert [*case.tried(ev.Drawn, Fault.FIVE_COPIES)] == []
    assert [*case.tried(ev.Discarded, Fault.OUT_OF_TURN)] == []


def test_an_entry_has_the_place_of_its_step_or_comes_after_all() -> None:
    case, discards = told()
    assert [case.place(step.id) for step in discards] == [step.place for step in discards]
    assert case.place(9999) == len(case.steps)


def test_a_discard_that_was_read_later_has_its_tile() -> None:
    case, _ = told()
    assert [[str(face) for _, face in case.discards(seat)] for seat in range(4)] == [
        ["5p", "8p"],
        ["6p"],
        ["7p"],
        ["1z"],
    ]
