"""Given and family name of somebody whose name is one text, for lists of others that ask for both."""

from __future__ import annotations

import re
from typing import Final

_EAST_ASIAN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
"""Kana, Han and Hangul: the family name is written first."""
_PATRONYMIC: Final = re.compile(
    "(?:ович|евич|йович|ич|овна|евна|ична|івна|ївна|ovich|evich|ovna|evna|ivna)$", re.IGNORECASE
)
_PARTICLES: Final = frozenset(
    (
        *(
            "af",
            "al",
            "av",
            "bin",
            "binti",
            "da",
            "das",
            "de",
            "del",
            "della",
            "den",
            "der",
            "di",
            "do",
            "dos",
        ),
        *("du", "el", "ibn", "la", "le", "mac", "mc", "o", "san", "st", "te", "ten", "ter", "van", "vom"),
        *("von", "zu", "zum", "zur"),
    )
)
"""Words before a family name that belong to it."""
_SUFFIXES: Final = frozenset(("jr", "jr.", "sr", "sr.", "ii", "iii", "iv"))


def split(name: str) -> tuple[str, str]:
    """Given and family name.

    A comma or capitals mark the family name, East Asian letters and a patronymic that it stands first; else
    it is the last word with its particles. Somebody with one name alone has no family name.
    """
    before, comma, after = (part.strip() for part in name.partition(","))
    if comma and before and after and after.casefold() not in _SUFFIXES:
        return after, before
    words = name.split()
    if len(words) < 2:
        return name.strip(), ""
    if _EAST_ASIAN.search(name):
        return " ".join(words[1:]), words[0]
    capitals = [word for word in words if len(word) > 1 and word.isupper()]
    if capitals and len(capitals) < len(words):
        return " ".join(word for word in words if word not in capitals), " ".join(capitals)
    if len(words) == 3 and _PATRONYMIC.search(words[2]):
        return " ".join(words[1:]), words[0]
    return _western(words)


def _western(words: list[str]) -> tuple[str, str]:
    at = len(words) - 1
    if words[at].casefold() in _SUFFIXES and at > 1:
        at -= 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def both(name: str, given: str | None, family: str | None) -> tuple[str, str]:
    """The two names as given; a missing one follows from the other and from the whole name."""
    if given and family:
        return given, family
    if not given and not family:
        return split(name)
    known, at = (given, 1) if given else (family, 0)
    rest = " ".join(re.sub(rf"(?<!\w){re.escape(known or '')}(?!\w)", " ", name).replace(",", " ").split())
    if rest == " ".join(name.split()):
        rest = split(name)[at]
    if given:
        return given, rest
    return (rest, family or "") if rest else (family or "", "")
