"""What is said where play does not go on: a wall with fewer tiles than a set has, too."""

from __future__ import annotations

from engine.state import events as ev
from tests.controller.given import plan
from tests.controller.history.test_hands import blind
from tests.controller.infer.test_implied import Mat


def before(left: int) -> Mat:
    """A hand in which `left` discards are still to come until the wall is empty."""
    planned = plan(31).hand(0)
    assert planned is not None
    discards = [n for n, event in enumerate(planned.events) if isinstance(event, ev.Discarded)]
    return Mat(begun=[ev.GameStarted("rrc"), *(blind(event) for event in planned.events[: discards[-left]])])


def test_a_wall_of_135_tiles_ends_with_a_sentence_and_nothing_is_paid() -> None:
    mat = before(1)
    mat.wait(15.0)
    assert mat.codes == []
    mat.wait(10.0)
    assert mat.codes == ["wall_short"]
    assert not mat.happened(ev.HandEnded)


def test_with_many_tiles_left_a_discard_is_waited_for() -> None:
    mat = before(20)
    mat.wait(25.0)
    assert mat.codes == ["awaits_discard"]
