"""Reading order of tiles wherever they lie in a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

from engine.tiles.tile import Face, Flower, parse_tiles
from vision.nets.detection import Quad
from vision.photo.rows import head, rows, text


@dataclass(frozen=True)
class Lying:
    tile: Face | None
    quad: Quad


def lying(face: str, x: float, y: float, turn: float = 0.0) -> Lying:
    """A tile of 30 x 40 px with its middle there, turned clockwise."""
    a = math.radians(turn)
    right, down = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
    points = [
        np.array([x, y]) + sx * 15 * right + sy * 20 * down for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    quad = tuple((float(p[0]), float(p[1])) for p in points)
    return Lying(parse_tiles(face)[0] if face else None, quad)  # type: ignore[arg-type]


def read(tiles: list[Lying]) -> list[str]:
    return [text(row) for row in rows(tiles)]


def test_rows_come_from_the_top_and_tiles_from_the_left() -> None:
    assert read([lying("3p", 90, 100), lying("1m", 50, 52), lying("2m", 85, 50), lying("4p", 50, 102)]) == [
        "12m",
        "43p",
    ]


def test_a_row_may_slant_by_more_than_a_tile() -> None:
    row = [lying(f"{k + 1}s", 40 + 32 * k, 60 + 14 * k) for k in range(9)]
    assert read(row[::-1]) == ["123456789s"]


@pytest.mark.parametrize("slant", [-0.6, -0.35, 0.35, 0.6])
def test_rows_seen_from_one_side_slant_and_may_have_gaps(slant: float) -> None:
    """Standing tiles stay upright in a picture taken aslant, their row does not."""
    upper = [lying(f"{k + 1}m", 60 + 31 * k, 300 + slant * 31 * k) for k in range(6)]
    apart = [lying(f"{k - 5}p", 60 + 31 * k, 300 + slant * 31 * k) for k in range(8, 11)]
    lower = [lying(f"{k + 1}s", 60 + 31 * k, 350 + slant * 31 * k) for k in range(9)]
    assert read([*lower[::-1], *apart, *upper]) == ["123456m345p", "123456789s"]


def test_scattered_tiles_have_no_slant() -> None:
    spread = [lying("1m", 40, 50), lying("2m", 90, 85), lying("3m", 140, 45), lying("4m", 190, 82)]
    assert read(spread) == ["13m", "24m"]


def test_a_picture_taken_from_across_the_table_is_read_as_its_tiles_stand() -> None:
    row = [lying(f"{k}m", 300 - 32 * k, 60, 180.0) for k in range(1, 5)]
    assert read(row) == ["1234m"]


def test_tiles_that_do_not_agree_are_read_as_the_picture_stands() -> None:
    row = [lying(f"{k}m", 32 * k, 60, 180.0 * (k % 2)) for k in range(1, 7)]
    assert read(row) == ["123456m"]


def test_a_sideways_tile_stays_in_its_row() -> None:
    row = [lying("1z", 40, 60), lying("2z", 76, 65, -90.0), lying("3z", 112, 60)]
    assert read(row) == ["123z"]


def test_backs_have_a_place_and_no_text() -> None:
    row = [lying("1z", 40, 60), lying("", 72, 60), lying("2z", 104, 60)]
    assert [len(r) for r in rows(row)] == [3]
    assert read(row) == ["12z"]


def test_without_tiles_there_are_no_rows() -> None:
    assert rows([]) == []
    assert tuple(head([])) == pytest.approx((0.0, -1.0))


def test_flowers_are_written_as_in_the_records() -> None:
    row = [lying("1m", 40, 60), lying("2m", 76, 60)]
    assert text([*row, Lying(Flower.F2, row[0].quad), Lying(Flower.G4, row[1].quad)]) == "12m2f4g"
