"""What is read off a hand: indicators that are due, tiles that are seen, what a seat holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.state import events as ev
from engine.state.hand import Hand, Phase, Seat
from engine.tiles.tile import parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

PLAIN = Board().deal().hand


def counted(phase: Phase, kans: int, pending: int, carried: int, turned: int, most: int = 5) -> Hand:
    return replace(
        PLAIN,
        phase=phase,
        kans=kans,
        pending=pending,
        carried=carried,
        indicators=parse_tiles("1p") * turned,
        most_indicators=most,
    )


@pytest.mark.parametrize(
    ("hand", "due", "allowed", "open_"),
    [
        (counted(Phase.BUILD, 0, 0, 0, 0), 0, 0, 0),
        (counted(Phase.THROWN, 0, 0, 0, 0), 1, 1, 0),
        (counted(Phase.DISCARD, 0, 0, 0, 1), 0, 0, 0),
        (counted(Phase.KAN, 1, 0, 0, 1), 1, 1, 0),
        (counted(Phase.KAN, 1, 1, 0, 1), 0, 0, 0),
        (counted(Phase.DISCARD, 1, 1, 0, 1), 0, 1, 0),
        (counted(Phase.KAN, 2, 1, 1, 1), 0, 1, 1),
        (counted(Phase.KAN, 2, 0, 1, 1), 1, 2, 1),
        (counted(Phase.CALLS, 2, 0, 0, 1), 2, 2, 0),
        (counted(Phase.CALLS, 4, 0, 0, 3), 2, 2, 0),
        (counted(Phase.CALLS, 1, 0, 0, 1, most=1), 0, 0, 0),
        (counted(Phase.ENDED, 1, 0, 0, 1), 1, 0, 0),
    ],
)
def test_indicators_that_must_and_that_may_be_turned(hand: Hand, due: int, allowed: int, open_: int) -> None:
    assert (hand.dora_due, hand.dora_allowed, hand.dora_open) == (due, allowed, open_)


@given(st.integers(0, 4), st.integers(0, 1), st.integers(0, 1), st.integers(0, 6))
def test_what_must_be_turned_may_be_turned(kans: int, pending: int, carried: int, turned: int) -> None:
    hand = counted(Phase.KAN, kans, pending, carried, turned)
    assert 0 <= hand.dora_due <= hand.dora_allowed
    assert hand.dora_open <= hand.dora_allowed
    assert len(hand.counted_indicators) <= max(0, 1 + kans - pending)


def test_a_tile_that_is_seen_counts_once_wherever_it_lies() -> None:
    board = Board().deal("123456789m99s11z", first="7z", indicator="1p").drop(0, "7z")
    board.call(2, displayed("77'7z", 2)).drop(2, "5p")
    seen = Counter(map(str, board.hand.seen()))
    assert seen["7z"] == 3
    assert (seen["5p"], seen["1p"], seen["9s"], seen["1m"]) == (1, 1, 2, 1)
    assert sum(seen.values()) == 13 + 3 + 1 + 1


SEAT = Seat((*parse_tiles("123m"), None, None), melds=(displayed("55'5p"), displayed("X99mX")))


def test_what_a_seat_holds() -> None:
    assert (SEAT.known, SEAT.unknown, SEAT.resting) == (parse_tiles("123m"), 2, 7)
    assert not SEAT.closed
    assert replace(SEAT, melds=SEAT.melds[1:]).closed
    assert Seat(parse_tiles("1m") * 13).resting == 13


@pytest.mark.parametrize(
    ("seat", "ready"),
    [
        (Seat(parse_tiles("123456789m99s11z")), "123456789m99s11z"),
        (Seat(parse_tiles("123456789m99s11z7z")), None),
        (Seat((*parse_tiles("123456789m99s1z"), None)), None),
        (Seat((None,) * 13, shown=parse_tiles("123456789m99s11z")), "123456789m99s11z"),
        (Seat((None,) * 14, shown=parse_tiles("123456789m99s11z7z")), None),
    ],
)
def test_a_hand_that_is_known_and_out_of_turn_says_what_it_waits_for(seat: Seat, ready: str | None) -> None:
    assert seat.ready_tiles == (None if ready is None else parse_tiles(ready))
    waits = None if ready is None else frozenset(tile.kind for tile in parse_tiles("9s1z"))
    assert seat.waits == waits


def test_a_far_hand_waits_for_nothing() -> None:
    assert Seat(parse_tiles("147m258p369s1234z")).waits == frozenset()


@pytest.mark.parametrize(
    ("shown", "noten", "decided", "merged"),
    [
        (None, False, False, False),
        (None, True, True, False),
        ("123456789m99s11z", False, True, False),
        ("123456789m99s111z", False, True, True),
    ],
)
def test_a_hand_is_decided_once_it_is_shown_or_hidden(
    shown: str | None, noten: bool, decided: bool, merged: bool
) -> None:
    seat = Seat((None,) * 13, shown=None if shown is None else parse_tiles(shown), noten=noten)
    assert (seat.decided, seat.merged) == (decided, merged)


@pytest.mark.parametrize("dealer", range(4))
def test_winds_are_counted_from_the_dealer(dealer: int) -> None:
    hand = replace(PLAIN, started=replace(PLAIN.started, dealer=dealer), turn=dealer)
    assert [hand.wind((dealer + n) % 4) for n in range(4)] == [0, 1, 2, 3]
    assert hand.next_seat == (dealer + 1) % 4


def test_a_hand_that_nobody_watches_was_dealt_without_dice_indicators_or_faces() -> None:
    dealt = replace(PLAIN, phase=Phase.DEALT, dice=None, indicators=())
    assert dealt.unwatched
    for other in (
        replace(dealt, phase=Phase.DRAW),
        replace(dealt, dice=(1, 2)),
        replace(dealt, indicators=parse_tiles("1p")),
        replace(dealt, seats=(Seat(parse_tiles("123456789m99s11z")), *dealt.seats[1:])),
    ):
        assert not other.unwatched


def test_the_stick_of_a_declaration_tile_that_is_won_on_is_void() -> None:
    board = Board().deal("123456789m99s11z", first="7z").riichi(0, "7z", paid=False)
    rules = board.game.rules
    assert board.hand.void_deposit(rules) is None
    board.do(ev.WinDeclared(2, 0))
    assert board.hand.void_deposit(rules) == 0
    kept = Board(riichi__void_deposit_on_ron=False).game.rules
    assert board.hand.void_deposit(kept) is None
