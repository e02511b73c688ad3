"""The words of the forms in one language."""

from __future__ import annotations

from dataclasses import dataclass

from words import catalogue, offered
from words.message import filled


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language; ValueError for one that the forms do not speak."""

    language: str

    def __post_init__(self) -> None:
        if self.language not in (known := offered("forms")):
            raise ValueError(f"The forms do not speak {self.language!r}: use one of {', '.join(known)}.")

    def __call__(self, key: str, **holes: object) -> str:
        return filled(catalogue(self.language, "forms")[key], self.language, holes)
