"""What the door says to people, in the languages that they have words for; programs get it in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from words import FIRST, catalogue, offered
from words.message import filled

FOREIGN_HOST: Final = "foreign_host"
FOREIGN_PAGE: Final = "foreign_page"
TOO_LARGE: Final = "too_large"
NO_UPGRADE: Final = "Screens speak MQTT here over WebSocket (subprotocol mqtt)."
CROWDED: Final = "Too many screens are open at this address: close some and try again."


def said(sentence: str, wished: str, values: Mapping[str, object]) -> str:
    """The sentence in the first language of an `Accept-Language` that there is."""
    codes = (part.partition(";")[0].strip()[:2].lower() for part in wished.split(","))
    code = next((code for code in codes if code in offered("door")), FIRST)
    return filled(catalogue(code, "door")[sentence], code, values)
