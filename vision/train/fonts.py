"""The fonts that training draws with, each with the package of Debian 12 that has it.

`python -m vision.train.fonts` says what is missing and how to install it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from PIL import ImageFont

FONT_DIR: Final = Path("/usr/share/fonts")
_CHARACTERS: Final = {
    "opentype/noto/NotoSerifCJK-Bold.ttc": "fonts-noto-cjk",
    "opentype/noto/NotoSerifCJK-Regular.ttc": "fonts-noto-cjk",
    "opentype/noto/NotoSansCJK-Bold.ttc": "fonts-noto-cjk",
    "opentype/noto/NotoSerifCJK-Black.ttc": "fonts-noto-cjk-extra",
    "opentype/noto/NotoSansCJK-Black.ttc": "fonts-noto-cjk-extra",
    "truetype/arphic/ukai.ttc": "fonts-arphic-ukai",
    "truetype/arphic/uming.ttc": "fonts-arphic-uming",
    "truetype/arphic-bkai00mp/bkai00mp.ttf": "fonts-arphic-bkai00mp",
    "truetype/cwtex/cwkai.ttf": "fonts-cwtex-kai",
    "truetype/cwtex/cwyen.ttf": "fonts-cwtex-yen",
    "truetype/hanazono/HanaMinA.ttf": "fonts-hanazono",
    "truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf": "fonts-kouzan-mouhitsu",
    "truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf": "fonts-kouzan-mouhitsu",
    "opentype/ipafont-mincho/ipam.ttf": "fonts-ipafont-mincho",
    "truetype/baekmuk/batang.ttf": "fonts-baekmuk",
    "truetype/baekmuk/hline.ttf": "fonts-baekmuk",
    "truetype/dejima-mincho/dejima-mincho-r227.ttf": "fonts-dejima-mincho",
    "truetype/kiloji/kiloji.ttf": "fonts-kiloji",
    "truetype/kiloji/kiloji_b.ttf": "fonts-kiloji",
    "truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf": "fonts-lxgw-wenkai",
    "truetype/lxgw-wenkai/LXGWWenKai-Regular.ttf": "fonts-lxgw-wenkai",
    "truetype/motoya-l-maruberi/MTLmr3m.ttf": "fonts-motoya-l-maruberi",
    "truetype/yozvox-yozfont/YOzBA_90.ttf": "fonts-yozvox-yozfont-antique",
    "truetype/yozvox-yozfont/YOzBE_90.ttf": "fonts-yozvox-yozfont-edu",
    "truetype/yozvox-yozfont/YOzBN_90.ttf": "fonts-yozvox-yozfont-new-kana",
    "truetype/yozvox-yozfont/YOzBS_90.ttf": "fonts-yozvox-yozfont-standard-kana",
    "truetype/yozvox-yozfont/YOzRS_90.ttf": "fonts-yozvox-yozfont-standard-kana",
}
_TILES: Final = {
    "truetype/ancient-scripts/Symbola_hint.ttf": "fonts-symbola",
    "truetype/noto/NotoSansSymbols2-Regular.ttf": "fonts-noto-core",
    "opentype/unifont/unifont_upper.otf": "fonts-unifont",
}
CHAR_FONTS: Final = tuple(_CHARACTERS)
"""For the characters on tiles, by their files below FONT_DIR."""
TILE_FONTS: Final = tuple(_TILES)
"""With drawings of whole tiles."""
HELD_FONT: Final = "truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf"
"""A brush font kept out of training."""
STRANGE_FONT: Final = "truetype/kouzan-mouhitsu/KouzanBrushFontSousyo.ttf"
"""A cursive hand kept out of training for the temperatures."""
LATIN_FONT: Final = "truetype/dejavu/DejaVuSans-Bold.ttf"
_SIGNS: Final = {
    LATIN_FONT: "fonts-dejavu-core",
    "truetype/dejavu/DejaVuSans.ttf": "fonts-dejavu-core",
    "truetype/dejavu/DejaVuSerif-Bold.ttf": "fonts-dejavu-core",
    "truetype/liberation/LiberationSans-Bold.ttf": "fonts-liberation",
    "truetype/liberation/LiberationSans-Regular.ttf": "fonts-liberation",
    "truetype/liberation/LiberationSerif-Bold.ttf": "fonts-liberation",
    "truetype/liberation/LiberationMono-Bold.ttf": "fonts-liberation",
    "truetype/freefont/FreeSansBoldOblique.ttf": "fonts-freefont-ttf",
    "truetype/freefont/FreeSerif.ttf": "fonts-freefont-ttf",
    "truetype/lato/Lato-Black.ttf": "fonts-lato",
    "truetype/lato/Lato-Medium.ttf": "fonts-lato",
    "truetype/comfortaa/Comfortaa-Bold.ttf": "fonts-comfortaa",
}
SIGN_FONTS: Final = tuple(_SIGNS)
"""For the Western signs of exported sets."""
PACKAGES: Final = {
    **_CHARACTERS,
    **_TILES,
    **_SIGNS,
    HELD_FONT: "fonts-aoyagi-kouzan-t",
    STRANGE_FONT: "fonts-kouzan-mouhitsu",
}


class FontMissingError(Exception):
    """A font is not installed; one sentence that says how to install all that are missing."""


def missing(folder: Path = FONT_DIR) -> tuple[str, ...]:
    """The packages whose fonts are not below `folder`, in the order of the alphabet."""
    return tuple(sorted({package for path, package in PACKAGES.items() if not (folder / path).is_file()}))


def font_of(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of `PACKAGES` at a size in pixels; FontMissingError."""
    if not (FONT_DIR / path).is_file():
        check()
    return ImageFont.truetype(str(FONT_DIR / path), size)


def check() -> None:
    """FontMissingError where any font is missing: asked at the start, since drawing takes hours."""
    absent = missing()
    if absent:
        raise FontMissingError(f"Fonts to draw with are missing: run `sudo apt install {' '.join(absent)}`.")


def main() -> None:
    try:
        check()
    except FontMissingError as error:
        sys.exit(str(error))
    print(f"All {len(PACKAGES)} fonts are there.")


if __name__ == "__main__":
    main()
