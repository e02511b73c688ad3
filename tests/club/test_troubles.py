"""What fails in the club's own process has words in every language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from club.web.files import LANGUAGES, SCREENS
from runtime.parts import HUB


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_a_hub_has_its_trouble(language: str) -> None:
    told = json.loads((Path(SCREENS) / "lang" / f"{language}.json").read_text("utf-8"))["trouble"]
    assert [name for name in HUB if not told.get(f"part_failed_{name}", "").strip()] == []
