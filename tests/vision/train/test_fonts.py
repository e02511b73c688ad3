"""What training draws with, and how to install it."""

from __future__ import annotations

from pathlib import Path

import pytest

fonts = pytest.importorskip("vision.train.fonts", reason="pillow is not installed (the extra `train`)")


def test_packages_whose_fonts_are_missing_are_named_once(tmp_path: Path) -> None:
    assert fonts.missing(tmp_path) == tuple(sorted(set(fonts.PACKAGES.values())))
    for path, package in fonts.PACKAGES.items():
        if package != "fonts-kiloji":
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).touch()
    assert fonts.missing(tmp_path) == ("fonts-kiloji",)


def test_a_missing_font_is_one_sentence_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "FONT_DIR", tmp_path)
    monkeypatch.setattr(fonts, "missing", lambda: ("fonts-hanazono", "fonts-kiloji"))
    with pytest.raises(fonts.FontMissingError, match="run `sudo apt install fonts-hanazono fonts-kiloji`"):
        fonts.font_of(fonts.CHAR_FONTS[0], 20)


def test_no_font_is_held_back_and_trained_on() -> None:
    assert not {fonts.HELD_FONT, fonts.STRANGE_FONT} & {*fonts.CHAR_FONTS, *fonts.TILE_FONTS}
