"""From hand to hand: who is East, rounds, replays, the end and the places (C-DEALER, C-DRAW, C-GAME)."""

from __future__ import annotations

import pytest

from engine.result.game import next_hand, standings
from engine.state import events as ev
from tests.engine.classical.table import Table

WIN, DRAW, AGAIN = ev.EndReason.WIN, ev.EndReason.EXHAUSTIVE, ev.EndReason.REDEAL
Place = tuple[int, int, int]
"""Round, number and East of a hand."""


def place(started: ev.HandStarted | ev.GameEnded) -> Place:
    assert isinstance(started, ev.HandStarted)
    assert (started.honba, started.kyotaku) == (0, 0)
    return started.round_wind, started.number, started.dealer


def over(table: Table, reason: ev.EndReason, winner: int = 0) -> ev.HandStarted | ev.GameEnded:
    """Plays the next hand to this end, without tiles, and says what follows."""
    follows = next_hand(table.game)
    assert isinstance(follows, ev.HandStarted)
    table.do(follows, ev.DiceThrown((3, 4)), ev.Dealt(), ev.Drawn(follows.dealer))
    if reason is WIN:
        win(table, winner)
    elif reason is AGAIN:
        table.do(ev.Penalised(0, ev.Sanction.REDEAL))
    else:
        table.do(ev.ResultEntered(reason))
    table.end()
    return next_hand(table.game)


def win(table: Table, winner: int) -> None:
    """The seat wins in its second turn with a limit hand; the others have nothing."""
    while table.hand.turn != winner or table.hand.seats[winner].ready is None:
        if table.hand.turn == winner:
            table.ready(winner)
        table.do(ev.Discarded(table.hand.turn, None))
        table.draw(table.hand.next_seat)
    hands = ["147m258p369s2345z", "258m369p147s2346z", "369m147p258s2347z"]
    hands.insert(winner, "19m19p19s1234567z")
    table.do(ev.WinDeclared(winner, winner)).show(*hands, win_tile="1z")


def test_the_first_east_is_seat_0() -> None:
    assert place(next_hand(Table().game)) == (0, 1, 0)


@pytest.mark.parametrize(("winner", "follows"), [(0, (0, 1, 0)), (1, (0, 2, 1)), (3, (0, 2, 1))])
def test_east_stays_after_winning_and_else_the_winds_move(winner: int, follows: Place) -> None:
    assert place(over(Table(), WIN, winner)) == follows


@pytest.mark.parametrize(
    ("draw", "passes", "follows"),
    [
        ("replay", False, (0, 1, 0)),
        ("replay", True, (0, 2, 1)),
        ("do_not_replay", False, (0, 2, 1)),
        ("do_not_replay", True, (0, 2, 1)),
    ],
)
def test_after_a_draw(draw: str, passes: bool, follows: Place) -> None:
    assert place(over(Table(draw=draw, draw_passes_deal=passes), DRAW)) == follows


def test_tiles_dealt_again_change_nothing() -> None:
    assert place(over(Table(draw="do_not_replay"), AGAIN)) == (0, 1, 0)


def test_sixteen_hands_in_four_rounds() -> None:
    table, places = Table(draw="do_not_replay"), []
    while isinstance(follows := next_hand(table.game), ev.HandStarted):
        places.append(place(follows))
        over(table, DRAW)
    assert places == [(wind, seat + 1, seat) for wind in range(4) for seat in range(4)]
    assert follows == ev.GameEnded((2000,) * 4)


def test_eight_hands_in_a_short_game_with_the_deal_passing_on() -> None:
    table, places = Table(short_game=True, draw="do_not_replay"), []
    while isinstance(follows := next_hand(table.game), ev.HandStarted):
        places.append(place(follows))
        over(table, DRAW)
    assert places == [(wind, n + 1, 2 * (wind % 2) + n) for wind in range(4) for n in range(2)]


def test_places_go_by_points_and_ties_share() -> None:
    table = Table()
    over(table, WIN, 1)
    assert table.game.scores == (1000, 4000, 1500, 1500)
    rows = standings(table.game)
    assert [row.place for row in rows] == [4, 1, 2, 2]
    assert [row.points for row in rows] == [1000, 4000, 1500, 1500]
    assert sum(row.total for row in rows) == 0


def test_play_goes_on_with_negative_points() -> None:
    table = Table(limit_points=2000)
    over(table, WIN, 1)
    assert table.game.scores[0] == -2000
    assert isinstance(next_hand(table.game), ev.HandStarted)
