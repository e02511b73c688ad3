"""Words that were said and how long something has been so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from contract.messages.seat_panel import Button
from controller.infer.memory import Timers, Words
from controller.panel.panel import DECLARATIONS, PanelSignal
from engine.play.apply import apply
from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import Mat
from tests.engine.board import Board
from vision.calibration.mat import POND_LEFT, POND_ROW_Y, TILE_W, Zone

READY = "123456789m99s11z"
"""A hand that lacks one tile."""


@pytest.mark.parametrize("button", Button)
def test_only_declarations_are_remembered(button: Button) -> None:
    words = Words()
    words.put(PanelSignal(2, button, 5.0))
    assert words.said(2, button) == (button in DECLARATIONS)
    assert not words.said(1, button)


def test_a_word_counts_from_when_it_was_said_first_and_is_believed_a_second_later() -> None:
    words = Words()
    words.put(PanelSignal(2, Button.RON, 5.0))
    words.put(PanelSignal(2, Button.RON, 9.0))
    assert words.since(2, Button.RON) == 5.0
    assert words.since(3, Button.RON) is None
    assert [words.settled(2, Button.RON, now) for now in (5.0, 5.99, 6.0)] == [False, False, True]
    assert [words.settled(2, Button.RON, now, 4.0) for now in (8.99, 9.0)] == [False, True]
    assert not words.settled(3, Button.RON, 99.0)


def test_a_word_lapses_after_ten_seconds_and_is_said_once() -> None:
    words = Words()
    words.put(PanelSignal(2, Button.RON, 5.0))
    words.put(PanelSignal(1, Button.NOTEN, 6.0))
    assert words.lapsed(14.99) == []
    assert words.lapsed(15.0) == [(2, Button.RON)]
    assert words.lapsed(15.0) == []
    assert words.said(1, Button.NOTEN)


def test_who_spoke_first_stands_first() -> None:
    words = Words()
    for seat, t in ((0, 3.0), (3, 1.0), (1, 2.0)):
        words.put(PanelSignal(seat, Button.RON, t))
    words.put(PanelSignal(2, Button.TSUMO, 0.0))
    assert words.seats(Button.RON) == [3, 1, 0]
    words.drop(1, Button.RON)
    words.drop(1, Button.RON)
    assert words.seats(Button.RON) == [3, 0]
    words.forget()
    assert (words.seats(Button.RON), words.seats(Button.TSUMO)) == ([], [])


@pytest.mark.parametrize(
    ("board", "shown"),
    [
        (Board().deal(READY, first="7z"), ()),
        (Board().deal(READY, first="7z").do(ev.RiichiDeclared(0)), ((0, Button.RIICHI),)),
        (Board().deal().drop(0, "5p").do(ev.WinDeclared(2, 0)), ((2, Button.RON), (2, Button.TSUMO))),
        (
            Board().deal().set_hand(live_left=0).drop(0, "5p").do(ev.NotenDeclared(1)),
            ((1, Button.NOTEN),),
        ),
        (
            Board().deal().set_hand(live_left=0).drop(0, "5p").do(ev.HandShown(3, parse_tiles(READY))),
            ((3, Button.NOTEN),),
        ),
        (Board().deal("19m19p19s1234567z", first="2m").do(ev.AbortDeclared(0)), ((0, Button.ABORT),)),
    ],
)
def test_a_word_that_the_state_shows_is_fulfilled_and_no_other(
    board: Board, shown: tuple[tuple[int, Button], ...]
) -> None:
    words = Words()
    said = [(seat, button) for seat in range(4) for button in DECLARATIONS]
    for seat, button in said:
        words.put(PanelSignal(seat, button, 0.0))
    words.fulfilled(board.game)
    assert {key for key in said if not words.said(*key)} == set(shown)


def test_without_a_hand_no_word_is_kept() -> None:
    words = Words()
    words.put(PanelSignal(2, Button.RON, 5.0))
    words.fulfilled(Board().game)
    assert not words.said(2, Button.RON)


def test_a_timer_runs_as_long_as_it_is_asked_for_at_each_look() -> None:
    timers = Timers()
    ages = []
    for now, asked in ((1.0, True), (3.0, True), (4.0, False), (6.0, True), (7.5, True)):
        timers.begin(now)
        if asked:
            ages.append(timers.age("late"))
    assert ages == [0.0, 2.0, 0.0, 1.5]


def test_a_timer_may_have_begun_before_anybody_asked_and_never_later_than_now() -> None:
    timers = Timers()
    timers.begin(10.0)
    assert timers.age("known", since=4.0) == 6.0
    assert timers.age("known", since=1.0) == 6.0
    assert timers.age("future", since=12.0) == 0.0
    timers.begin(11.0)
    assert (timers.age("known"), timers.age("future")) == (7.0, 1.0)


def unread() -> Mat:
    """The eyes see that a tile lies there, and not which."""
    mat = Mat(tiles=False)
    mat.game = apply(mat.game, ev.Discarded(0, None))
    mat._see(Zone.POND, 0, mat.tile(None, POND_LEFT + TILE_W / 2, POND_ROW_Y[0]))
    return mat


def read() -> Mat:
    return Mat(ev.Discarded(0, Tile.parse("5z")), tiles=False)


FITS, OTHER = "123m456p789s1155z", "123m456p789s1133z"


@pytest.mark.parametrize(
    ("mat", "opened", "seconds"),
    [(read, FITS, 1.0), (read, None, 4.0), (read, OTHER, 8.0), (unread, FITS, 4.0), (unread, None, 4.0)],
)
def test_ron_is_believed_the_sooner_the_better_the_hand_fits(
    mat: Callable[[], Mat], opened: str | None, seconds: float
) -> None:
    """The longest where the opened hand does not fit the tile that lies there: another may lie in between."""
    table = mat()
    if opened is not None:
        table.opens(2, opened)
    said = table.now
    table.feed(PanelSignal(2, Button.RON, said))
    while not table.happened(ev.WinDeclared):
        assert table.now < said + 10.0
        table.feed()
    assert table.now - 0.25 - said == pytest.approx(seconds, abs=0.01)


def test_what_no_button_has_said_since_the_start_was_said_by_the_tiles() -> None:
    """Also after a restart, which forgets what the tiles said: a hand opened late may still be tenpai."""
    words = Words()
    assert words.implied(1, Button.NOTEN)
    words.put(PanelSignal(1, Button.NOTEN, 1.0), implied=True)
    assert words.implied(1, Button.NOTEN)
    words.put(PanelSignal(1, Button.NOTEN, 2.0))
    assert not words.implied(1, Button.NOTEN)
    words.forget()
    assert words.implied(1, Button.NOTEN)
