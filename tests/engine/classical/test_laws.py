"""Laws of counting and settling, over any hands and values (C-SCORE-01, C-SETTLE-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.classical.rack import Mahjong, Rack
from engine.classical.score import loser_value, winner_value
from engine.classical.settle import settle
from engine.tiles.tile import Flower, Tile
from engine.value.win import Win
from tests.engine.classical.racks import PLAIN, options
from tests.engine.hands import racks, wins

SEATS = st.integers(0, 3)
VALUES = st.tuples(*[st.integers(0, 50).map(lambda tens: 10 * tens)] * 4)
FLAGS = ("loose", "last", "robbed", "ready_first", "last_of_four")


def moved(row: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The row with the entry of seat `order[i]` at place `i`."""
    return tuple(row[seat] for seat in order)


@given(VALUES, SEATS, SEATS)
def test_net_results_sum_to_zero_and_are_tens(values: tuple[int, ...], winner: int, east: int) -> None:
    result = settle(values, winner, east)
    assert sum(result.net) == 0
    assert all(p.points >= 0 and p.points % 10 == 0 for p in result.payments)
    assert {frozenset((p.payer, p.receiver)) for p in result.payments} == {
        frozenset((a, b)) for a in range(4) for b in range(a)
    }


@given(VALUES, SEATS, SEATS, st.permutations(range(4)))
def test_permuting_the_seats_permutes_the_payments(
    values: tuple[int, ...], winner: int, east: int, order: list[int]
) -> None:
    result = settle(values, winner, east)
    other = settle(moved(values, order), order.index(winner), order.index(east))
    assert other.net == moved(result.net, order)
    paid = {(p.payer, p.receiver): p.points for p in result.payments if p.points}
    assert paid == {(order[p.payer], order[p.receiver]): p.points for p in other.payments if p.points}


@given(VALUES, SEATS, SEATS, SEATS)
def test_a_better_hand_never_brings_less(values: tuple[int, ...], winner: int, east: int, seat: int) -> None:
    more = tuple(value + 10 * (i == seat) for i, value in enumerate(values))
    assert settle(more, winner, east).net[seat] >= settle(values, winner, east).net[seat]


def rack_of(win: Win) -> Rack:
    return Rack(win.tiles, win.melds, win.seat_wind, win.round_wind)


@settings(deadline=None)
@given(wins(), st.sampled_from(FLAGS), st.sampled_from((100, 500, 100_000)))
def test_a_double_more_never_lowers_the_value(win: Win, flag: str, limit: int) -> None:
    rules = options(limit_points=limit, last_tile_includes_discard=True)
    won = Mahjong(win.win_tile, win.tsumo)
    doubled = replace(won, **{flag: True})  # type: ignore[arg-type]
    plain, more = (winner_value(rack_of(win), how, rules) for how in (won, doubled))
    assert plain is not None
    assert more is not None
    assert plain.value <= more.value <= limit
    assert plain.value % 10 == 0


@settings(deadline=None)
@given(wins(), st.sampled_from(list(Flower)))
def test_a_flower_more_never_lowers_the_value(win: Win, flower: Flower) -> None:
    won, rack = Mahjong(win.win_tile, win.tsumo), rack_of(win)
    plain, more = (winner_value(r, won, PLAIN) for r in (rack, replace(rack, flowers=(flower,))))
    assert plain is not None
    assert more is not None
    assert plain.value <= more.value


@given(racks(), SEATS, SEATS)
def test_every_thirteen_tiles_have_a_value(tiles: tuple[Tile, ...], seat: int, field: int) -> None:
    worth = loser_value(Rack(tiles, (), seat, field), PLAIN)
    assert 0 <= worth.value <= 500
    assert worth.limit is None
    assert sum(name.startswith("pair") for name, _ in worth.base) <= 2
