"""Results and abortive draws: one violation and one near miss of every check."""

from __future__ import annotations

from engine.judge import Kind
from engine.result.settle import result
from engine.state import events as ev
from engine.state.events import EndReason, EnteredWin, Sanction
from engine.tiles.tile import parse_tiles
from tests.engine.judge.story import Story

HAND = "234m567678s22s34p"
"""Tanyao and pinfu on 5p: 2 han 30 fu, 2000 from a non-dealer (R-PAY-03)."""


def won() -> Story:
    story = Story()
    story.deal(indicator="1z").drop(0, "9m").turn(1, "9m").turn(2, "9m").turn(3, "8m").turn(0, "8m")
    story.turn(1, "5p")
    return story.ron(2, 1).show(2, HAND)


def paid(points: int) -> ev.HandEnded:
    return ev.HandEnded(EndReason.WIN, (0, -points, points, 0), 0, (2,))


def test_payment_wrong() -> None:
    found = won().tries(paid(1000)).finding(Kind.PAYMENT_WRONG)
    assert (found.seat, found.sanction) == (None, None)
    assert found.details == {"paid": (0, -1000, 1000, 0), "right": (0, -2000, 2000, 0)}


def test_no_payment_wrong_when_it_was_put_right() -> None:
    assert won().tries(paid(1000)).do(paid(2000)).kinds == []


def entered(han: int) -> Story:
    story = won()
    return story.do(ev.ResultEntered(EndReason.WIN, (EnteredWin(2, 1, han, 30),)))


def test_result_not_as_shown() -> None:
    found = entered(1).finding(Kind.RESULT_NOT_AS_SHOWN)
    assert found.details == {"entered": (0, -1000, 1000, 0), "shown": (0, -2000, 2000, 0)}


def test_no_result_not_as_shown() -> None:
    story = entered(2)
    ended = result(story.game)
    assert ended is not None
    assert ended.deltas == (0, -2000, 2000, 0)
    assert story.do(ended).kinds == []


def test_a_result_entered_before_the_hands_are_shown_is_not_compared() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "9m").turn(1, "5p").ron(2, 1)
    assert story.do(ev.ResultEntered(EndReason.WIN, (EnteredWin(2, 1, 1, 30),))).kinds == []


def nine(tiles: str) -> Story:
    story = Story()
    story.deal(indicator="2p")
    return story.do(ev.AbortDeclared(0), ev.HandShown(0, parse_tiles(tiles)))


def test_abort_invalid() -> None:
    found = nine("19m19p19s12z234567m").finding(Kind.ABORT_INVALID)
    assert (found.seat, found.penalty, found.sanction) == (0, "P-39", Sanction.DEAD_HAND)
    assert found.details["faults"] == ("NOT_NINE_KINDS",)


def test_no_abort_invalid() -> None:
    assert nine("19m19p19s123456z").kinds == []


def test_a_claim_of_nine_kinds_too_late_is_a_reminder_while_the_hand_stays_closed() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "1p")
    for seat in (1, 2, 3):
        story.turn(seat, "1p" if seat < 3 else "2p")
    story.draw(0)
    found = story.tries(ev.AbortDeclared(0)).finding(Kind.ABORT_INVALID)
    assert (found.seat, found.sanction) == (0, Sanction.REMINDER)
