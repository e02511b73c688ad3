"""Wins in the mjai lines of old records; a line that names no seat makes none of them count."""

from __future__ import annotations

import pytest

from club.log.events.laid_open import called, wins

WIN: dict[str, object] = {"type": "hora", "actor": 1, "target": 2, "fan": 3, "fu": 40}


def test_a_win_is_as_its_line_says() -> None:
    assert wins([WIN]) == ({"seat": 1, "source": 2, "han": 3, "fu": 40, "yakuman": 0, "responsible": None},)


@pytest.mark.parametrize("name", ["actor", "target"])
@pytest.mark.parametrize("seat", [None, 4, -1, "2", True])
def test_without_one_of_its_two_seats_it_is_none(name: str, seat: object) -> None:
    assert wins([WIN, WIN | {name: seat}]) is None


def test_without_lines_nothing_is_known() -> None:
    assert wins([]) is None
    assert called([]) is None


def test_who_called_is_known_from_the_lines_of_the_play() -> None:
    draws: dict[str, object] = {"type": "tsumo", "actor": 3}
    assert called([draws, {"type": "pon", "actor": 2}, {"type": "chi", "actor": 0}, WIN]) == (0, 2)
    assert called([draws, WIN]) == ()
