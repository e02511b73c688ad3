"""The renderer shows a table as it did when the eyes were measured on it."""

from __future__ import annotations

import pytest

from tests.vision.drawn import SCENES
from tests.vision.kept import otherwise


@pytest.mark.parametrize("name", SCENES)
def test_a_table_is_drawn_as_ever(name: str) -> None:
    """If it is meant to look otherwise: `python -m tests.vision.drawn`."""
    assert otherwise(name, SCENES[name]()) == []
