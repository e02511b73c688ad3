"""Draws where nobody presses: who opens a hand is tenpai or wins, and who keeps it closed is noten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from contract.messages.seat_panel import Button
from controller.infer.implied import ASK_S, CLOSED_S
from controller.infer.show import RON_WINDOW
from controller.infer.unanswered import UNANSWERED
from controller.panel.panel import PanelSignal
from engine.play.apply import apply, replay
from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.given import FIRST_DRAW, plan
from tests.controller.history.test_hands import blind
from tests.controller.infer.mat import WAITS_FOR_5Z, Mat


def exhausted(
    options: Mapping[str, object] | None = None, furiten: bool = False
) -> tuple[Mat, dict[int, str]]:
    """A hand whose last tile was discarded, and those that are tenpai: seat 2 in riichi, seat 1 not.

    `furiten`: the last discard is one of those that seat 1 waits for, and so was its own first one.
    """
    planned = plan(31).hand(0)
    assert planned is not None
    shown = [event for event in planned.events if isinstance(event, ev.HandShown)]
    over = [
        event for event in planned.events if isinstance(event, ev.HandShown | ev.NotenDeclared | ev.HandEnded)
    ]
    played = [blind(event) for event in planned.events if event not in over]
    if furiten:
        mine = [n for n, event in enumerate(played) if isinstance(event, ev.Discarded) and event.seat == 1]
        last = max(n for n, event in enumerate(played) if isinstance(event, ev.Discarded))
        for n in (mine[0], last):
            discard = played[n]
            assert isinstance(discard, ev.Discarded)
            played[n] = replace(discard, tile=Tile.parse("9p"))
    mat = Mat(begun=[ev.GameStarted("rrc", options=dict(options or {})), *played])
    return mat, {event.seat: "".join(map(str, event.tiles)) for event in shown}


def held(seat: int) -> str:
    """What a seat holds when that hand is over."""
    planned = plan(31).hand(0)
    assert planned is not None
    game = replay([ev.GameStarted("rrc"), *planned.events[:-1]])
    assert game is not None
    assert game.hand is not None
    return "".join(map(str, game.hand.seats[seat].known))


def test_a_hand_opened_after_it_counted_as_noten_is_tenpai() -> None:
    mat, tenpai = exhausted()
    assert set(tenpai) == {1, 2}
    mat.wait(RON_WINDOW)
    mat.opens(2, tenpai[2])
    mat.wait(CLOSED_S + 2.0)
    assert ev.NotenDeclared(1) in mat.events
    mat.opens(1, tenpai[1])
    mat.wait(2.0)
    assert mat.game.hand is not None
    assert [seat.noten for seat in mat.game.hand.seats] == [True, False, False, True]
    assert mat.game.hand.seats[1].shown is not None


def asked(mat: Mat) -> list[str]:
    return [code for code in mat.codes if code == "unread_hand"]


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_hand_opened_late_of_which_a_tile_is_not_seen_is_asked_about_and_tenpai_once_it_is_named(
    lost: int,
) -> None:
    """Nothing is paid by silence meanwhile."""
    mat, tenpai = exhausted()
    mat.wait(RON_WINDOW)
    mat.opens(2, tenpai[2])
    mat.wait(CLOSED_S + 2.0)
    faces = [str(tile) for tile in parse_tiles(tenpai[1])]
    mat.opens(1, tenpai[1], lost=lost)
    mat.wait(5.0)
    assert asked(mat)
    assert mat.claim_pending
    mat.answer(1, faces[lost])
    mat.wait(1.0)
    assert mat.game.hand is not None
    assert not mat.game.hand.seats[1].noten
    assert sorted(mat.game.hand.seats[1].shown or ()) == sorted(parse_tiles(tenpai[1]))
    assert not mat.claim_pending


def test_a_hand_opened_late_with_a_doubtful_tile_is_asked_about_if_it_may_be_tenpai() -> None:
    mat, tenpai = exhausted()
    mat.wait(RON_WINDOW)
    mat.opens(2, tenpai[2])
    mat.wait(CLOSED_S + 2.0)
    mat.opens(1, tenpai[1], doubtful=0)
    mat.wait(5.0)
    assert asked(mat)
    assert mat.claim_pending
    mat.opens(0, held(0), doubtful=0)
    mat.wait(5.0)
    assert len(asked(mat)) == 1, "with no face of its doubtful tile the hand of East is tenpai"


def test_when_nobody_answers_a_hand_opened_late_stays_noten_and_holds_nothing_up() -> None:
    mat, tenpai = exhausted()
    mat.wait(RON_WINDOW)
    mat.opens(2, tenpai[2])
    mat.wait(CLOSED_S + 2.0)
    mat.opens(1, tenpai[1], lost=3)
    mat.wait(UNANSWERED + 1.0)
    assert mat.game.hand is not None
    assert mat.game.hand.seats[1].noten
    assert not mat.claim_pending


@pytest.mark.parametrize("wins", [True, False])
@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_hand_opened_on_the_last_discard_wins_or_is_tenpai_by_the_tile_that_nobody_sees(
    wins: bool, lost: int
) -> None:
    """It is asked about before the hand is shown as tenpai; without that tile both are possible."""
    mat, tenpai = exhausted()
    last = mat.game.log[-1]
    assert isinstance(last, ev.Discarded)
    new = replace(last, tile=Tile.parse("9p" if wins else "3z"))
    mat.game = apply(mat.game, ev.Correct(len(mat.game.log) - 1, 1, (new,)))
    mat.pond(last.seat, *(str(tile.tile) for tile in mat.game.hand.seats[last.seat].pond))  # type: ignore[union-attr]
    faces = [str(tile) for tile in parse_tiles(tenpai[1])]
    mat.opens(1, tenpai[1], lost=lost)
    mat.opens(2, tenpai[2])
    mat.wait(8.0)
    assert asked(mat)
    mat.answer(1, faces[lost])
    mat.wait(CLOSED_S + 3.0)
    assert mat.happened(ev.WinDeclared) == ([ev.WinDeclared(1, last.seat)] if wins else [])
    assert {event.seat for event in mat.events if isinstance(event, ev.HandShown)} == (
        {1} if wins else {1, 2}
    )


@pytest.mark.parametrize("opened", [0.25, 1.0, 2.5, RON_WINDOW])
def test_a_tenpai_hand_in_furiten_is_no_ron_on_the_last_discard(opened: float) -> None:
    mat, tenpai = exhausted(furiten=True)
    mat.wait(opened)
    mat.opens(1, tenpai[1])
    mat.wait(RON_WINDOW)
    mat.opens(2, tenpai[2])
    mat.wait(CLOSED_S + 2.0)
    assert mat.happened(ev.WinDeclared) == []
    assert {event.seat for event in mat.events if isinstance(event, ev.HandShown)} == {1, 2}


@pytest.mark.parametrize("opened", [0.25, 1.0, 2.5, 2.75])
def test_a_hand_that_wins_on_the_last_discard_does_so_to_the_end_of_its_window(opened: float) -> None:
    """It is not shown as tenpai before it has lain there for as long as a declaration takes elsewhere."""
    mat, tenpai = exhausted()
    last = mat.game.log[-1]
    assert isinstance(last, ev.Discarded)
    mat.game = apply(mat.game, ev.Correct(len(mat.game.log) - 1, 1, (replace(last, tile=Tile.parse("9p")),)))
    mat.pond(last.seat, *(str(tile.tile) for tile in mat.game.hand.seats[last.seat].pond))  # type: ignore[union-attr]
    begun = mat.now
    mat.wait(max(0.0, opened - 0.25))
    mat.opens(1, tenpai[1])
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(1, last.seat)], begun


def test_a_riichi_hand_that_need_not_be_shown_may_stay_closed() -> None:
    """`riichi.show_at_exhaustive_draw` off: closed it is noten, and the hand ends."""
    mat, tenpai = exhausted({"riichi.show_at_exhaustive_draw": False})
    mat.wait(RON_WINDOW)
    mat.opens(1, tenpai[1])
    mat.wait(CLOSED_S + 2.0)
    assert {event.seat for event in mat.events if isinstance(event, ev.NotenDeclared)} == {0, 2, 3}
    assert mat.codes == []


def test_at_an_abortive_draw_at_which_noten_pays_closed_hands_are_noten() -> None:
    """`abort.noten_payment`: four equal winds, and one opens."""
    winds = [event for seat in range(4) for event in (ev.Drawn(seat), ev.Discarded(seat, Tile.parse("4z")))]
    begun = [ev.GameStarted("rrc", options={"abort.noten_payment": True}), *FIRST_DRAW[1:-1]]
    mat = Mat(*winds, begun=begun)
    mat.wait(RON_WINDOW)
    mat.opens(1, WAITS_FOR_5Z)
    mat.wait(CLOSED_S + 2.0)
    assert {event.seat for event in mat.events if isinstance(event, ev.NotenDeclared)} == {0, 2, 3}


def test_hands_that_were_shown_at_a_draw_are_not_asked_about() -> None:
    """They lie open until the result is accepted; so does that of who has nothing to show."""
    mat, tenpai = exhausted()
    mat.wait(RON_WINDOW)
    for seat, tiles in tenpai.items():
        mat.opens(seat, tiles)
    mat.wait(CLOSED_S + 2.0)
    assert len(mat.happened(ev.HandShown)) == 2
    assert mat.codes == []
    mat.opens(0, held(0))
    mat.wait(ASK_S + 2.0)
    assert mat.codes == []


def test_who_said_noten_by_a_button_has_said_it() -> None:
    mat, tenpai = exhausted()
    mat.wait(RON_WINDOW)
    mat.feed(PanelSignal(1, Button.NOTEN, mat.now))
    mat.wait(2.0)
    mat.opens(1, tenpai[1])
    mat.wait(5.0)
    assert mat.game.hand is not None
    assert mat.game.hand.seats[1].noten


def test_a_hand_that_is_no_tenpai_stays_noten_when_it_is_opened() -> None:
    mat, tenpai = exhausted()
    mat.wait(RON_WINDOW)
    mat.opens(2, tenpai[2])
    mat.wait(CLOSED_S + 2.0)
    mat.opens(0, held(0))
    mat.wait(5.0)
    assert mat.game.hand is not None
    assert mat.game.hand.seats[0].noten
