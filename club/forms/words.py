"""The words of the forms: `words.json` beside this module, a row a word, with the five languages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from screens import LANGUAGES


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = json.loads(
        files("club.forms").joinpath("words.json").read_text("utf-8")
    )
    return found


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language; ValueError for one that the forms do not speak."""

    language: str

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise ValueError(f"The forms do not speak {self.language!r}: use one of {', '.join(LANGUAGES)}.")

    def __call__(self, key: str, **holes: object) -> str:
        return _table()[key][self.language].format(**holes)
