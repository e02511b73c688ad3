"""Which tile of a pond a correction is about."""

from __future__ import annotations

from controller.infer.pond import corrected, renamed
from engine.state.hand import PondTile
from engine.tiles.tile import Tile
from vision.eyes.observation import TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def history(text: str) -> list[PondTile]:
    """Discards such as `1m 9m^ ?`: ^ was called, ? is unread."""
    words = text.split()
    return [
        PondTile(None if w[0] == "?" else Tile.parse(w[:2]), called_by=3 if w.endswith("^") else None)
        for w in words
    ]


def mat(text: str) -> list[TileSeen]:
    """Tiles read clearly; ~ marks one that is not."""
    return [
        TileSeen(n, ((Tile.parse(w[:2]), 0.6 if w.endswith("~") else 0.99),), 0.0, 0.0, 0.0, False, QUAD)
        for n, w in enumerate(text.split(), 1)
    ]


def taught(before: str, now: str, seen: str) -> list[tuple[int, str]]:
    """Tracks with their new names."""
    return [(t.track, str(name)) for t, name in corrected(history(before), history(now), mat(seen))]


def test_the_corrected_tile_is_named() -> None:
    assert taught("1m 2m 3m", "1m 9p 3m", "1m 2m 3m") == [(2, "9p")]
    assert taught("1m 2m", "9s 9p", "1m 2m") == [(1, "9s"), (2, "9p")]
    assert taught("1m ?", "1m 9p", "1m 8p~") == [(2, "9p")]


def test_called_tiles_are_not_on_the_mat() -> None:
    assert taught("1m^ 2m 3m", "1m^ 9p 3m", "2m 3m") == [(1, "9p")]
    assert taught("1m^ 2m", "9m^ 2m", "2m") == []


def test_a_correction_that_says_what_is_read_needs_no_name() -> None:
    assert taught("1m 2m", "1m 9p", "1m 9p") == []


def test_where_the_rest_does_not_lie_as_it_should_nothing_is_named() -> None:
    assert taught("1m 2m 3m", "1m 9p 3m", "2m 3m") == []
    assert taught("1m 2m 3m", "1m 9p 3m", "1m 2m 4z") == []
    assert taught("1m 2m", "1m 9p 3m", "1m 2m 4z") == []


def test_a_discard_that_is_added_or_taken_out_names_nothing_that_reads_as_it_should() -> None:
    assert taught("1m 3m", "1m 2m 3m", "1m 2m 3m") == []
    assert taught("1m 2m 3m", "1m 3m", "1m 3m") == []


def named(before: str, seen: str, **names: str) -> list[tuple[int, str]]:
    """History indexes with the names of `_track` that count instead."""
    named = {int(track[1:]): Tile.parse(name) for track, name in names.items()}
    return [(n, str(name)) for n, name in renamed(history(before), mat(seen), named)]


def test_a_name_counts_for_the_discard_that_lies_there() -> None:
    assert named("1m 2m 3m", "1m 2m 3m", _2="9p") == [(1, "9p")]
    assert named("1m^ 2m 3m", "2m 3m", _1="9p") == [(1, "9p")]
    assert named("1m 2m 3m", "1m 2m 3m", _2="2m") == []
    assert named("1m ? 3m", "1m 2m 3m", _2="2m") == []


def test_a_name_counts_for_nothing_where_another_tile_may_lie() -> None:
    assert named("1m 2m 3m", "1m 3m", _2="9p") == []
    assert named("1m 2m 3m", "1m 3m 4z", _2="9p") == []
    assert named("1m 2m 3m", "4z 2m 3m", _2="9p") == []
