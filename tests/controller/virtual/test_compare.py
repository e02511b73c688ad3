from __future__ import annotations

from dataclasses import replace

import pytest

from controller.virtual.compare import Tally, compare, tally
from controller.virtual.plan import HandPlan, PlayedPlan
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.tiles.tile import Tile


def truth() -> list[HandPlan]:
    plan = PlayedPlan(Ruleset.preset("tenhou"), ("A", "B", "C", "D"), 1)
    return [hand for i in range(2) if (hand := plan.hand(i)) is not None]


TRUTH = truth()
EVENTS = [e for hand in TRUTH for e in hand.events]


def test_the_truth_equals_itself() -> None:
    report = compare(TRUTH, EVENTS)
    assert report.equal
    assert report.percent == 100.0
    assert report.paid == 2
    assert report.scores == report.followed_scores == TRUTH[-1].after.scores


def test_an_unread_discard_counts_by_the_name_it_gets_later() -> None:
    at, first = next((i, e) for i, e in enumerate(EVENTS) if isinstance(e, ev.Discarded))
    assert first.tile is not None
    unread = [*EVENTS[:at], replace(first, tile=None), *EVENTS[at + 1 :]]
    found = compare(TRUTH, unread).tallies["discards"]
    assert (found.wrong, found.missing, found.extra) == (0, 1, 0)
    named = [*unread[: at + 1], ev.Identified(first.seat, 0, first.tile), *unread[at + 1 :]]
    assert compare(TRUTH, named).equal


def test_a_lost_discard_is_one_slip_and_a_misread_one_is_wrong() -> None:
    places = [i for i, e in enumerate(EVENTS) if isinstance(e, ev.Discarded)]
    lost = [e for i, e in enumerate(EVENTS) if i != places[5]]
    slip = compare(TRUTH, lost).tallies["discards"]
    assert (slip.wrong, slip.missing, slip.extra) == (0, 1, 0)
    event = EVENTS[places[5]]
    assert isinstance(event, ev.Discarded)
    assert event.tile is not None
    other = Tile((event.tile.kind + 13) % 34)
    misread = [replace(event, tile=other) if e is event else e for e in EVENTS]
    report = compare(TRUTH, misread)
    assert report.tallies["discards"].wrong + report.tallies["discards"].missing >= 1
    assert report.percent < 100.0


def test_a_revealed_hand_is_compared_tile_by_tile() -> None:
    shown = [e for e in EVENTS if isinstance(e, ev.HandShown)]
    assert compare(TRUTH, EVENTS).tallies["revealed"] == Tally(right=len(shown))
    first = shown[0]
    turned = replace(first, tiles=tuple(reversed(first.tiles)))
    assert compare(TRUTH, [turned if e is first else e for e in EVENTS]).equal
    other = Tile((first.tiles[0].kind + 1) % 34)
    misread = replace(first, tiles=(other, *first.tiles[1:]))
    assert compare(TRUTH, [misread if e is first else e for e in EVENTS]).tallies["revealed"].wrong == 1


def test_a_hand_that_was_not_paid_is_not_equal() -> None:
    ended = [i for i, e in enumerate(EVENTS) if isinstance(e, ev.HandEnded)]
    cut = EVENTS[: ended[1]]
    report = compare(TRUTH, cut)
    assert report.paid == 1
    assert report.followed_scores is None
    assert not report.equal


def test_f1_weighs_what_is_missed_and_what_is_invented_alike() -> None:
    assert Tally().f1 == 1.0
    assert Tally(right=10).f1 == 1.0
    # precision 8/8, recall 8/10
    assert Tally(right=8, missing=2).f1 == pytest.approx(2 * 1.0 * 0.8 / 1.8)
    # precision 8/10, recall 8/9
    assert Tally(right=8, wrong=1, extra=1).f1 == pytest.approx(2 * 0.8 * (8 / 9) / (0.8 + 8 / 9))


def test_rows_are_aligned() -> None:
    assert tally("abcdef", "abxdef") == Tally(right=5, wrong=1)
    assert tally("abcdef", "abdef") == Tally(right=5, missing=1)
    assert tally("abc", "abcz") == Tally(right=3, extra=1)
    assert tally("abc", "").missing == 3
