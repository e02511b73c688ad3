"""What the doctor says: a code with its values, which every language has a sentence for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from words import FIRST, catalogue, offered
from words.message import filled

ROOMS: Final = ("doctor", "table")
"""Catalogues with its words: `table` has the hints on pictures, which the calibration page says, too."""
LANGUAGES: Final = offered(*ROOMS)
HINT: Final = "calibrate_hint"


class Level(StrEnum):
    OK = "ok"
    ADVICE = "advice"
    """Works, and could be better."""
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """`fix` is a command, or None where the sentence says all. `hint`: the code is one of those that the
    calibration page has for pictures."""

    check: str
    level: Level
    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    fix: str | None = None
    hint: bool = False

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.said(FIRST)

    def said(self, language: str) -> str:
        """The sentence in a language that the doctor speaks; in English for any other."""
        language = spoken(language)
        family = HINT if self.hint else "found"
        return filled(catalogue(language, *ROOMS)[family][self.code], language, self.values)

    def fields(self, language: str) -> dict[str, Any]:
        """The finding as pages read it."""
        name = catalogue(spoken(language), *ROOMS)["check"][self.check]
        return {
            "check": self.check,
            "code": self.code,
            "name": name,
            "level": self.level.value,
            "message": self.said(language),
            "fix": self.fix,
        }


def spoken(language: str) -> str:
    """The language, where the doctor speaks it, else English."""
    return language if language in LANGUAGES else FIRST


def said(word: str, language: str, **values: object) -> str:
    """What the doctor says beside its findings."""
    return filled(catalogue(spoken(language), *ROOMS)["said"][word], spoken(language), values)


def first(findings: Iterable[Finding]) -> Finding | None:
    """The one thing to do next: findings come in the order in which one mends them."""
    worst: Sequence[Level] = (Level.FAULT, Level.ADVICE)
    known = list(findings)
    return next((each for level in worst for each in known if each.level is level), None)


def report(findings: Sequence[Finding], language: str) -> dict[str, Any]:
    """All of it as pages read it: `first` is the place in `findings` of what to do next, None where nothing
    is missing."""
    next_ = first(findings)
    return {
        "findings": [each.fields(language) for each in findings],
        "first": None if next_ is None else findings.index(next_),
    }
