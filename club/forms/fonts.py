"""The fonts of the forms: Debian's DejaVu Sans and Noto Sans CJK, found when a form is made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from club.sentences import ToldError

DIRECTORIES: Final = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
_EAST_ASIAN: Final = 0x2E80
"""From here on Unicode has the scripts of East Asia."""


class FontMissingError(ToldError):
    """A font that a form needs is not installed; the sentence says which package has it."""


@dataclass(frozen=True, slots=True)
class Font:
    """The files of a font in two weights; `package` is the Debian package that has it."""

    family: str
    regular: Path
    bold: Path
    package: str


DEJAVU: Final = Font(
    "DejaVu Sans",
    Path("truetype/dejavu/DejaVuSans.ttf"),
    Path("truetype/dejavu/DejaVuSans-Bold.ttf"),
    "fonts-dejavu-core",
)
NOTO: Final = Font(
    "Noto Sans CJK JP",
    Path("opentype/noto/NotoSansCJK-Regular.ttc"),
    Path("opentype/noto/NotoSansCJK-Bold.ttc"),
    "fonts-noto-cjk",
)
"""Japanese is the first face of the collection."""


def found(font: Font, directories: Sequence[Path] = DIRECTORIES) -> tuple[Path, Path]:
    """Where the regular and the bold file lie; FontMissingError."""
    for directory in directories:
        regular, bold = directory / font.regular, directory / font.bold
        if regular.is_file() and bold.is_file():
            return regular, bold
    raise FontMissingError("fonts", family=font.family, package=font.package)


def needed(texts: Iterable[str]) -> tuple[Font, ...]:
    """The fonts for the texts; the large one only where some text is East Asian."""
    east = any(ord(char) >= _EAST_ASIAN for text in texts for char in text)
    return (DEJAVU, NOTO) if east else (DEJAVU,)
