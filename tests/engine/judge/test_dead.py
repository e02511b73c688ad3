"""Declarations with a dead hand: one violation and one near miss of every check."""

from __future__ import annotations

from typing import Any

from engine.judge import Kind, Waived
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
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
    ruling = next(step.id for step in story.steps if isinstance(step.event, ev.Penalised))
    assert found.events == (ruling, story.last)


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


def test_a_ron_of_a_dead_hand_is_saved_by_a_valid_one_on_the_same_tile_but_a_call_is_not() -> None:
    story = swapped(ruled=True)
    story.turn(1, "2z").ron(2, 1).ron(3, 1).show(3, "123456789s33p22z")
    assert [f.waived for f in story.findings if f.kind is Kind.DEAD_HAND_DECLARES] == [Waived.SAVED]
    story = swapped(ruled=True)
    story.call(2, PON).drop(2, "1p").turn(3, "2z").ron(0, 3).show(0, "123456789s33p22z")
    assert [f.waived for f in story.findings if f.kind is Kind.DEAD_HAND_DECLARES] == [None]


def test_only_the_own_breach_makes_the_hand_dead_and_only_one_that_has_a_sanction() -> None:
    story = swapped()
    story.call(1, Meld(MeldType.CHI, parse_tiles("789m"), Tile.parse("9m"), 0))
    assert story.kinds == [Kind.KUIKAE]
    story = swapped(call__kuikae_sanction="none")
    story.call(2, PON)
    assert story.kinds == [Kind.KUIKAE]


def test_a_declaration_that_the_table_refused_or_before_the_breach_does_not_count() -> None:
    story = swapped()
    wrong = Meld(MeldType.PON, parse_tiles("888m"), Tile.parse("8m"), 0)
    story.tries(ev.Called(2, wrong))
    assert story.kinds == [Kind.KUIKAE, Kind.CALL_INVALID]
    story.call(2, PON)
    assert story.kinds == [Kind.KUIKAE, Kind.CALL_INVALID, Kind.DEAD_TO_BE_DECLARES]


def test_a_ron_of_a_dead_hand_costs_chombo_alone_or_where_nothing_is_saved() -> None:
    def waived(*, both: bool, **options: Any) -> list[Waived | None]:
        story = swapped(ruled=True, **options)
        story.turn(1, "2z").ron(2, 1)
        if both:
            story.ron(3, 1).show(3, "123456789s33p22z")
        return [f.waived for f in story.findings if f.kind is Kind.DEAD_HAND_DECLARES]

    assert waived(both=True) == [Waived.SAVED]
    assert waived(both=False) == [None]
    assert waived(both=True, chombo__cancelled_by_win=False) == [None]
