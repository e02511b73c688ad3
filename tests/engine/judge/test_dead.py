"""Declarations with a dead hand: one violation and one near miss of every check."""

from __future__ import annotations

from engine import events as ev
from engine.events import Sanction
from engine.judge import Kind, Waived
from engine.meld import Meld, MeldType
from engine.tile import Tile, parse_tiles
from tests.engine.hands import displayed
from tests.engine.judge.story import Story

PON = Meld(MeldType.PON, parse_tiles("999m"), Tile.parse("9m"), 0)


def swapped(*, ruled: bool = False, discard: str = "5m", **options: object) -> Story:
    """Seat 2 commits kuikae; perhaps the hand is said to be dead; seat 0 discards a 9m later."""
    story = Story(**options)  # type: ignore[arg-type]
    story.deal(indicator="2p").drop(0, "1p").turn(1, "5m").call(2, displayed("5'67m", 2)).drop(2, discard)
    if ruled:
        story.do(ev.Penalised(2, Sanction.DEAD_HAND, "P-18"))
    story.turn(3, "1p").turn(0, "9m")
    return story


def test_dead_hand_declares() -> None:
    story = swapped(ruled=True)
    story.call(2, PON)
    kuikae, found = story.findings
    assert (kuikae.kind, found.kind) == (Kind.KUIKAE, Kind.DEAD_HAND_DECLARES)
    assert (found.seat, found.penalty, found.sanction) == (2, "P-15", Sanction.CHOMBO)
    assert found.events[-1] == story.last


def test_no_dead_hand_declares_when_the_hand_only_plays_on() -> None:
    story = swapped(ruled=True)
    story.turn(1, "1p").turn(2, "1p")
    assert story.kinds == [Kind.KUIKAE]


def test_a_dead_hand_may_declare_for_nothing_where_the_rules_name_no_sanction() -> None:
    story = swapped(ruled=True, chombo__dead_hand_call=False).tries(ev.Called(2, PON))
    assert [f.waived for f in story.findings if f.kind is Kind.DEAD_HAND_DECLARES] == [Waived.RULES]


def test_dead_to_be_declares() -> None:
    story = swapped()
    story.call(2, PON)
    kuikae, found = story.findings
    assert (kuikae.kind, found.kind) == (Kind.KUIKAE, Kind.DEAD_TO_BE_DECLARES)
    assert (found.seat, found.penalty, found.sanction) == (2, "P-16", Sanction.DEAD_HAND)
    assert found.events == (kuikae.events[-1], story.last)
    assert found.details == {"cause": Kind.KUIKAE}


def test_no_dead_to_be_declares_without_a_breach_before() -> None:
    story = swapped(discard="1m")
    story.call(2, PON)
    assert story.kinds == []
