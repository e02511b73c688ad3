"""Sets beside a hand, by their faces and by the tile that lies across (E-MELD-01)."""

from __future__ import annotations

import pytest

from controller.hand.sets import Laid, sets_of
from engine.tiles.meld import MeldType
from engine.tiles.tile import Tile

CHI, PON, OPEN, CLOSED = MeldType.CHI, MeldType.PON, MeldType.DAIMINKAN, MeldType.ANKAN
THREE = [(PON, 3), (CHI, 3), (CLOSED, 4)]


def row(text: str) -> list[Laid]:
    """`5z' 5z X`: across, upright, a back."""
    return [
        Laid(None if each[0] == "X" else Tile.parse(each[:2]), each.endswith("'")) for each in text.split()
    ]


@pytest.mark.parametrize(
    ("text", "called", "loose"),
    [
        ("", [], []),
        ("5z' 5z 5z", [(PON, 3)], [(PON, 3)]),
        ("5z 5z 5z", None, [(PON, 3)]),
        ("5z' 5z' 5z", None, [(PON, 3)]),
        ("0m 5m' 5m", [(PON, 3)], [(PON, 3)]),
        ("4p' 2p 3p", [(CHI, 3)], [(CHI, 3)]),
        ("4p' 0p 6p", [(CHI, 3)], [(CHI, 3)]),
        ("4p' 2p 5p", None, None),
        ("9m' 1p 2p", None, None),
        ("8m 9m 1p'", None, None),
        ("1z' 2z 3z", None, None),
        ("2p' 2p 3p", None, None),
        ("8s' 8s 8s 8s", [(OPEN, 4)], [(OPEN, 4)]),
        ("2p' 3p 4p 5p", None, None),
        ("X 0m 5m X", [(CLOSED, 4)], [(CLOSED, 4)]),
        ("X X 5m 5m", [(CLOSED, 4)], [(CLOSED, 4)]),
        ("X 5m' 5m X", None, None),
        ("X 4m 5m X", None, None),
        ("X 5m 5m", None, None),
        ("X 5m 5m 5m", None, None),
        ("X X X 5m", None, None),
        ("5z' 5z", None, None),
        (
            "5z' 5z 5z 2p' 3p 4p X 1m 1m X",
            [(PON, 3), (CHI, 3), (CLOSED, 4)],
            [(PON, 3), (CHI, 3), (CLOSED, 4)],
        ),
        ("1m' 1m 1m 1m 2m 3m'", [(PON, 3), (CHI, 3)], [(PON, 3), (CHI, 3)]),
        ("1m' 1m 1m 1m 2m' 3m 4m", [(OPEN, 4), (CHI, 3)], [(OPEN, 4), (CHI, 3)]),
        ("5z' 5z 5z 2p", None, None),
    ],
)
def test_a_row_is_made_of_sets_from_its_left(
    text: str, called: list[tuple[MeldType, int]] | None, loose: list[tuple[MeldType, int]] | None
) -> None:
    """Without a tile across only where nobody has to have called."""
    assert sets_of(row(text), called=True) == called
    assert sets_of(row(text), called=False) == loose
