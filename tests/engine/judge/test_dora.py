"""Indicators out of time or place: one violation and one near miss of every check."""

from __future__ import annotations

import pytest

from engine.judge import Kind, cases, judge
from engine.judge.case import CaseEntry
from engine.result.game import next_hand
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.judge.story import Story

INDICATOR = ev.DoraRevealed(Tile.parse("2p"))


def dealt(preset: str, *events: ev.Event) -> Story:
    story = Story(preset)
    follows = next_hand(story.game)
    assert isinstance(follows, ev.HandStarted)
    return story.do(follows, ev.DiceThrown((3, 4)), *events)


LATE = (ev.Dealt(), ev.Drawn(0), ev.Discarded(0, Tile.parse("9m")))


def test_indicator_late() -> None:
    found = dealt("rrc", *LATE, INDICATOR).finding(Kind.INDICATOR_LATE)
    assert (found.seat, found.clause, found.sanction) == (None, "R-WALL-12", Sanction.REMINDER)


def test_no_indicator_late_before_the_discard_of_the_dealer() -> None:
    assert dealt("rrc", *LATE[:2], INDICATOR, LATE[2]).kinds == []


def test_some_rules_ask_for_the_indicator_before_the_deal() -> None:
    assert dealt("ema_2012", *LATE[:2], INDICATOR).kinds == [Kind.INDICATOR_LATE]
    assert dealt("ema_2012", INDICATOR, *LATE[:2]).kinds == []


def corrected(right: str, at: int = 3, count: int = 1, first: tuple[ev.Event, ...] = ()) -> list[Kind]:
    started = ev.GameStarted("rrc")
    story = dealt("rrc", INDICATOR)
    hand = ev.HandStarted(0, 1, 0, 0, 0, story.game.scores)
    log = [started, hand, *(step.event for step in story.steps), ev.Dealt()]
    log.append(ev.Correct(at, count, (*first, ev.DoraRevealed(Tile.parse(right))), "the wrong stack"))
    (case,) = cases(CaseEntry(i, event) for i, event in enumerate(log))
    return [finding.kind for finding in judge(case)]


def test_indicator_wrong() -> None:
    assert corrected("7z") == [Kind.INDICATOR_WRONG]


def test_a_correction_of_other_events_as_well_pairs_the_indicators() -> None:
    assert corrected("7z", at=2, count=2, first=(ev.DiceThrown((1, 6)),)) == [Kind.INDICATOR_WRONG]


def test_no_indicator_wrong_when_the_correction_leaves_it() -> None:
    assert corrected("2p") == []


def kan(*after: ev.Event, preset: str = "rrc", **options: object) -> Story:
    """The dealer's closed kan of East, and what follows; the dealer discards last."""
    story = Story(preset, **options)
    story.deal(indicator="2p").do(ev.KanDeclared(0, Meld(MeldType.ANKAN, parse_tiles("1111z"))), *after)
    return story.do(ev.Discarded(0, Tile.parse("9m")))


TURNED, DRAWN = ev.DoraRevealed(Tile.parse("3p")), ev.Drawn(0, replacement=True)


def test_kan_dora_late() -> None:
    found = kan(DRAWN).finding(Kind.KAN_DORA_LATE)
    assert (found.seat, found.clause, found.sanction) == (None, "R-KAN-06", Sanction.REMINDER)


@pytest.mark.parametrize("order", [(TURNED, DRAWN), (DRAWN, TURNED)])
def test_no_kan_dora_late_before_the_discard(order: tuple[ev.Event, ...]) -> None:
    assert kan(*order).kinds == []


def test_some_rules_want_the_indicator_before_the_replacement() -> None:
    assert kan(DRAWN, TURNED, kan__dora_vs_replacement="indicator_first").kinds == [Kind.KAN_DORA_LATE]


def test_kan_dora_early() -> None:
    story = kan(DRAWN, TURNED, kan__dora_timing_closed="after_discard")
    found = story.finding(Kind.KAN_DORA_EARLY)
    assert (found.penalty, found.sanction) == ("P-41", Sanction.REMINDER)


def test_no_kan_dora_early_after_the_discard() -> None:
    story = kan(DRAWN, kan__dora_timing_closed="after_discard")
    assert story.do(TURNED).draw(1).hand.indicators == parse_tiles("23p")
    assert story.kinds == []


def test_an_indicator_without_a_kan_comes_too_early() -> None:
    story = Story()
    story.deal(indicator="2p")
    assert story.tries(TURNED).kinds == [Kind.KAN_DORA_EARLY]


def test_an_indicator_that_stays_face_down_is_reported_once_for_each_kan() -> None:
    story = kan(DRAWN)
    story.turn(1, "9m").turn(2, "9m")
    assert story.kinds == [Kind.KAN_DORA_LATE]
    story.draw(3).do(ev.KanDeclared(3, Meld(MeldType.ANKAN, parse_tiles("2222z"))))
    story.draw(3, replacement=True).drop(3, "8m")
    assert story.kinds == [Kind.KAN_DORA_LATE] * 2


def test_an_indicator_due_after_the_discard_is_late_at_the_next_draw() -> None:
    story = kan(DRAWN, kan__dora_timing_closed="after_discard")
    assert story.kinds == []
    assert story.draw(1).kinds == [Kind.KAN_DORA_LATE]
