"""The pictures of the documents are taken here, and no others stand in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.controller.screens.pictures import CLUB, IMAGES, PICTURES, Picture, take
from tests.controller.screens.stand import Stand

ROOT = IMAGES.parent.parent
KILOBYTES = 200


def test_every_picture_in_the_documents_is_one_of_ours_and_each_is_shown() -> None:
    texts = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {
        Path(name).name
        for text in texts
        for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text.read_text("utf-8"))
    }
    known = {picture.name for picture in PICTURES} | {CLUB}
    assert shown == known
    assert {path.name for path in IMAGES.iterdir()} == known


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_taken(
    stand: Stand, picture: Picture, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Into `docs/images` with `--pictures`."""
    kept = request.config.getoption("--pictures", default=False)
    target = (IMAGES if kept else tmp_path) / picture.name
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    take(stand, picture, target, scratch)
    with Image.open(target) as taken:
        assert taken.size == (picture.size or picture.of.size)
        assert len(taken.getcolors() or []) > 8, "an empty page"
    assert target.stat().st_size < 1000 * KILOBYTES
