"""What fails in the club's own process has words in every language."""

from __future__ import annotations

import json

import pytest

from runtime.parts import HUB
from screens import CLUB, LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_a_hub_has_its_trouble(language: str) -> None:
    told = json.loads((CLUB / "lang" / f"{language}.json").read_text("utf-8"))["trouble"]
    assert [name for name in HUB if not told.get(f"part_failed_{name}", "").strip()] == []
