"""What fails in the club's own process has words in every language."""

from __future__ import annotations

import pytest

from runtime.parts import HUB
from screens import CLUB_LANGUAGES
from words import catalogue


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_part_of_a_hub_has_its_trouble(language: str) -> None:
    troubles = catalogue(language, "club")["trouble"]
    assert [name for name in HUB if not troubles.get(f"part_failed_{name}", "").strip()] == []
