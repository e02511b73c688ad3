"""Every sign on a page is in the plain font that a table's computer has: no emoji, no empty boxes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from screens import CLUB, PARTS, SHARED, TABLE
from screens import PAGES as PAGES_AT
from words import FOLDER

ROOT = Path(__file__).resolve().parents[1]
FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
SIGNS = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
PAGES = [
    path
    for folder in (SHARED, TABLE, CLUB)
    for kind in (*PAGES_AT, *PARTS)
    for path in sorted(folder.glob(kind))
] + sorted(FOLDER.glob("*/*.json"))


@pytest.mark.skipif(not FONT.is_file(), reason="fonts-dejavu-core is not installed")
def test_every_sign_is_in_dejavu_sans() -> None:
    assert PAGES
    with TTFont(FONT) as font:
        known = font.getBestCmap()
        missing = {
            f"{path.relative_to(ROOT)}: {sign}"
            for path in PAGES
            for sign in SIGNS.findall(path.read_text("utf-8"))
            if ord(sign) not in known
        }
    assert missing == set()
