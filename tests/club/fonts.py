"""Whether the fonts of the printed forms are on this computer."""

from __future__ import annotations

from club.forms.fonts import DEJAVU, FontMissingError, found


def installed() -> bool:
    try:
        return bool(found(DEJAVU))
    except FontMissingError:
        return False
