"""Every seat is offered the buttons that mean something at this moment, and no other."""

from __future__ import annotations

import pytest

from contract.messages import MachineView, SeatMessage, Snapshot
from contract.messages.seat_panel import Button, Lamp
from controller.bus.projection import mini_message, score_message, seat_messages
from controller.ending.confirm import Confirmed
from controller.machine.transitions import CycleStep
from controller.public.snapshot import Pending, Stamp, Surroundings, snapshot
from engine.state import events as ev
from engine.state.hand import Game
from tests.engine.board import Board
from tests.engine.classical.table import Table, added, kong, pon, ready_table

TURN = [Button.RIICHI, Button.TSUMO]
FIRST = [*TURN, Button.ABORT]


def shown(game: Game) -> Snapshot:
    return snapshot(
        game,
        Stamp("b", "g", rev=1),
        Surroundings(CycleStep.PLAY, MachineView(state="ready")),
        Pending(Confirmed(None, (None,) * 4)),
    )


def messages_of(game: Game, lamp: Lamp = Lamp.OFF) -> list[SeatMessage]:
    """To each seat."""
    return seat_messages(shown(game), game, dict.fromkeys(range(4), lamp), window_closed=False)


def offered(game: Game, lamp: Lamp = Lamp.OFF) -> list[list[Button]]:
    """By seat."""
    return [each.buttons for each in messages_of(game, lamp)]


def test_between_hands_start_is_offered_where_its_lamp_burns() -> None:
    between = Board("rrc").game
    assert offered(between, Lamp.ASK_START) == [[Button.START]] * 4
    assert offered(between) == [[]] * 4


def test_the_dealer_may_begin_with_all_and_the_others_wait() -> None:
    """R-DRAW-05: nine kinds are declared in the first turn."""
    assert offered(Board("rrc").deal().game) == [FIRST, [], [], []]


def test_a_discard_may_be_won_by_the_others_and_the_next_one_draws() -> None:
    board = Board("rrc").deal().drop(0, "9p")
    assert offered(board.game) == [[], [*FIRST, Button.RON], [Button.RON], [Button.RON]]


def test_a_turn_after_ones_own_discard_is_no_first_turn() -> None:
    board = Board("rrc").deal().drop(0, "9p")
    for seat, tile in ((1, "9s"), (2, "1z"), (3, "2z")):
        board.draw(seat).drop(seat, tile)
    assert offered(board.draw(0).game) == [TURN, [], [], []]


def test_nine_kinds_end_with_the_first_call() -> None:
    board = Board("rrc").deal().drop(0, "9p").do(ev.Called(2, pon("9p", 0))).drop(2, "1z")
    assert offered(board.draw(3).game)[3] == TURN


def test_who_has_declared_riichi_is_not_offered_it_again() -> None:
    board = Board("rrc").deal().do(ev.RiichiDeclared(0)).drop(0, "9p", sideways=True).do(ev.RiichiPaid(0))
    for seat, tile in ((1, "9s"), (2, "1z"), (3, "2z")):
        board.draw(seat).drop(seat, tile)
    assert offered(board.draw(0).game) == [[Button.TSUMO], [], [], []]


def test_an_open_hand_cannot_declare_riichi() -> None:
    board = Board("rrc").deal().drop(0, "9p").do(ev.Called(1, pon("9p", 0)))
    assert offered(board.game) == [[], [Button.TSUMO], [], []]


def test_a_dead_hand_is_offered_nothing() -> None:
    """K-PEN-04: it neither wins nor calls."""
    board = Board("rrc").deal().do(ev.Penalised(2, ev.Sanction.DEAD_HAND, "P-18")).drop(0, "9p")
    assert offered(board.game) == [[], [*FIRST, Button.RON], [], [Button.RON]]


def test_another_winner_may_follow_the_first_and_the_winner_may_not_win_twice() -> None:
    board = Board("rrc").deal().drop(0, "9p").do(ev.WinDeclared(2, 0))
    assert [Button.RON in each for each in offered(board.game)] == [False, True, False, True]


def test_nobody_wins_from_a_tsumo() -> None:
    board = Board("rrc").deal().do(ev.WinDeclared(0, 0))
    assert offered(board.game) == [[]] * 4


def test_a_kan_may_be_robbed_by_the_others() -> None:
    board = Board("rrc").deal().drop(0, "9p").do(ev.Called(1, pon("9p", 0))).drop(1, "1z")
    board.draw(2).drop(2, "1z").draw(3).drop(3, "1z").draw(0).drop(0, "2z").draw(1, "9p")
    board.do(ev.KanDeclared(1, added("9p", 0)))
    assert [Button.RON in each for each in offered(board.game)] == [True, False, True, True]


@pytest.mark.parametrize("called", [False, True])
def test_in_the_classical_game_an_open_hand_may_say_that_it_is_ready(called: bool) -> None:
    """C-READY-01."""
    table = Table().deal()
    if called:
        table.drop(0, "9p").do(ev.Called(1, kong("9p", 0))).draw(1, replacement=True)
    seat = 1 if called else 0
    assert offered(table.game)[seat] == [Button.RIICHI, Button.TSUMO]


def test_who_has_said_ready_says_it_once() -> None:
    table = ready_table()
    for seat, tile in ((2, "2z"), (3, "3z"), (0, "4z")):
        table.draw(seat, tile).drop(seat, tile)
    assert offered(table.draw(1, "1p").game)[1] == [Button.TSUMO]


def test_a_winner_is_asked_for_the_hand_and_the_others_for_what_their_lamp_says() -> None:
    won = Board("rrc").deal().do(ev.WinDeclared(0, 0)).game
    assert [each.asked for each in messages_of(won)] == ["reveal", None, None, None]
    asked = {Lamp.ASK_CONFIRM: "confirm", Lamp.ASK_TENPAI: "reveal", Lamp.ATTENTION: "question"}
    for lamp in Lamp:
        assert [each.asked for each in messages_of(won, lamp)] == ["reveal", *[asked.get(lamp)] * 3]
    assert [each.asked for each in messages_of(Board("rrc").game, Lamp.ASK_CONFIRM)] == ["confirm"] * 4


def test_a_scoreboard_has_names_scores_and_places_and_no_word_of_a_discard() -> None:
    board = Board("rrc").deal().do(ev.RiichiDeclared(0)).drop(0, "9p", sideways=True).do(ev.RiichiPaid(0))
    found = score_message(shown(board.game))
    assert [(seat.score, seat.place, seat.riichi) for seat in found.seats] == [
        (29000, 4, True), (30000, 1, False), (30000, 1, False), (30000, 1, False),
    ]  # fmt: skip
    assert found.round is not None
    assert (found.round.kyotaku, found.dealer) == (1, 0)
    later = score_message(shown(board.do(ev.Drawn(1)).drop(1, "9p").game))
    assert later == found.model_copy(update={"rev": later.rev})
    assert len(found.model_dump_json()) < 700


def test_the_smallest_display_has_the_same_in_letters() -> None:
    board = Board("rrc").deal().do(ev.RiichiDeclared(0)).drop(0, "9p", sideways=True).do(ev.RiichiPaid(0))
    first, second = (mini_message(each) for each in messages_of(board.game)[:2])
    assert (first.d, first.s, first.p, first.x, first.t) == (1, 29000, 4, 1, 0)
    assert (second.d, second.s, second.p, second.x, second.t) == (0, 30000, 1, 0, 1)
