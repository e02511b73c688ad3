"""What was seen while no hand was followed is kept in its order, from the first discard on."""

from __future__ import annotations

import pytest

from contract.messages.seat_panel import Button
from controller.infer import memory
from controller.infer.memory import Past
from controller.panel.panel import PanelSignal
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation, TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TILE = TileSeen(1, ((Tile(0), 1.0),), 0.0, 0.0, 0.0, False, QUAD)


def seen(t: float, zone: Zone, seat: int, *, lies: bool = True) -> Observation:
    return Observation(int(t * 10), zone, seat, t, (TILE,) if lies else ())


def test_what_came_before_the_first_discard_is_how_the_mat_was() -> None:
    kept = Past()
    hand, wall = seen(1.0, Zone.HAND, 0), seen(2.0, Zone.WALL, 1)
    for given in (seen(0.5, Zone.HAND, 0, lies=False), hand, wall):
        kept.put(given, followed=False)
    assert set(kept.before) == {hand, wall}
    assert list(kept.moments(9.0)) == []


def test_all_that_came_since_is_looked_at_when_it_came_and_just_before_more_came() -> None:
    kept = Past()
    first, word, meld = (
        seen(3.0, Zone.POND, 0),
        PanelSignal(2, Button.RIICHI, 4.0),
        seen(4.0, Zone.MELD, 1),
    )
    for given in (first, word, meld):
        kept.put(given, followed=False)
    moments = list(kept.moments(9.0))
    assert [given for given, _ in moments] == [first, word, meld]
    assert [times[0] for _, times in moments] == [3.0, 4.0, 4.0]
    assert 3.9 < moments[0][1][1] < 4.0
    assert len(moments[1][1]) == 1
    assert moments[2][1][1] == 9.0


def test_where_the_ponds_are_empty_again_nothing_is_gone_through() -> None:
    kept = Past()
    gone = seen(5.0, Zone.POND, 0, lies=False)
    for given in (seen(3.0, Zone.POND, 0), seen(4.0, Zone.POND, 1), gone):
        kept.put(given, followed=False)
    assert len(list(kept.moments(9.0))) == 3
    cleared = seen(6.0, Zone.POND, 1, lies=False)
    kept.put(cleared, followed=False)
    assert set(kept.before) == {gone, cleared}
    assert list(kept.moments(9.0)) == []


def test_what_is_followed_at_once_is_past_at_once() -> None:
    kept = Past()
    pond = seen(3.0, Zone.POND, 0)
    kept.put(pond, followed=True)
    assert kept.before == (pond,)
    assert list(kept.moments(9.0)) == []


def test_discards_are_those_of_a_new_hand_only_where_none_lay_before() -> None:
    kept = Past()
    assert not kept.fresh, "none lie there"
    kept.put(seen(3.0, Zone.POND, 0), followed=True)
    kept.put(seen(4.0, Zone.POND, 1), followed=False)
    assert not kept.fresh, "the last hand's lie beside them"
    for seat in (0, 1):
        kept.put(seen(5.0, Zone.POND, seat, lies=False), followed=False)
    assert not kept.fresh
    kept.put(seen(6.0, Zone.POND, 1), followed=False)
    assert kept.fresh


def test_it_keeps_minutes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST", 3)
    kept = Past()
    for n in range(4):
        kept.put(seen(1.0 + n, Zone.POND, n % 2), followed=False)
    assert {o.t for o in kept.before} == {3.0, 4.0}
    assert list(kept.moments(9.0)) == []
