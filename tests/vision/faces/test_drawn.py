"""The sets of makers look as they did when the nets learnt from them and were measured on them."""

from __future__ import annotations

import pytest

from tests.vision.drawn import FACES
from tests.vision.kept import otherwise


@pytest.mark.parametrize("name", FACES)
def test_a_set_is_drawn_as_ever(name: str) -> None:
    """If it is meant to be another: `python -m tests.vision.drawn`."""
    assert otherwise(name, FACES[name]()) == []
