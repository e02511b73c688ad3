"""What shows that play went on after a discard that is not accepted yet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from contract.messages.seat_panel import Button
from controller.infer.context import Look


class Around:
    """The table around a seat whose discard is awaited; nothing happens until something is set."""

    now = 9.0

    def __init__(self, **happens: Any) -> None:
        self._tiles = happens.get("laid", {})
        self._kan = happens.get("kan")
        self._opened = happens.get("opened")
        settled, said = happens.get("settled"), happens.get("said")
        self.words = SimpleNamespace(
            settled=lambda seat, button, now: (seat, button) == settled and now == self.now,
            said=lambda seat, button: (seat, button) == said,
        )

    def laid(self, seat: int) -> list[int]:
        return [0] * self._tiles.get(seat, 0)

    def closed_kan(self, seat: int) -> object:
        return True if seat == self._kan else None

    def opened(self, seat: int) -> bool:
        return seat == self._opened


def went_on(seat: int, **happens: Any) -> bool:
    return Look.went_on(Around(**happens), seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", range(4))
def test_play_went_on_when_somebody_did_what_follows_a_discard(seat: int) -> None:
    after, across, before = ((seat + n) % 4 for n in (1, 2, 3))
    assert not went_on(seat)
    assert not went_on(seat, laid={seat: 1})
    assert went_on(seat, laid={seat: 2})
    for other in (after, across, before):
        assert went_on(seat, laid={other: 1})
        assert went_on(seat, settled=(other, Button.RON))
    assert not went_on(seat, settled=(seat, Button.RON))
    for anybody in range(4):
        assert went_on(seat, settled=(anybody, Button.TSUMO)) == (anybody == after)
        assert went_on(seat, kan=anybody) == (anybody == after)
        assert went_on(seat, said=(anybody, Button.NOTEN))
        assert went_on(seat, opened=anybody)
