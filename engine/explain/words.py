"""The words of one language: names of what the engine counts, and sentences with the numbers filled in.

The tables lie beside this module and are read once: `names.json` (terms, with the languages in which
a row is customary and not from a regulation), `sentences.json`, `faults.json` and `penalties.json`,
whose English stands in `engine.state.faults` and `engine.judge.penalties`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from engine.judge.penalties import PENALTIES
from engine.state.faults import SENTENCES, Fault
from engine.tiles.tile import ALL, Tile

LANGUAGES: Final = ("en", "ru", "uk", "ja", "sv")
WINDS: Final = "ESWN"
_HOLE: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_DASH: Final = " — "


@cache
def table(name: str) -> Mapping[str, Any]:
    """A table of words by its file name without the ending."""
    text = files("engine.explain").joinpath(f"{name}.json").read_text("utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


def plural(language: str, n: int) -> int:
    """Which form of a word goes with a whole number: the index among the forms of the language."""
    if language == "ja":
        return 0
    if language not in ("ru", "uk"):
        return int(abs(n) != 1)
    tens, ones = abs(n) % 100, abs(n) % 10
    if ones == 1 and tens != 11:
        return 0
    return 1 if 2 <= ones <= 4 and not 12 <= tens <= 14 else 2


def filled(template: str, language: str, values: Mapping[str, object]) -> str:
    """A template with `{name}` filled in, and `{name:one|few|many}` replaced by the form for the number.

    A number that is not whole takes the last form; KeyError when a value is missing.
    """

    def hole(match: re.Match[str]) -> str:
        value = values[match[1]]
        if match[2] is None:
            return str(value)
        forms = match[2].split("|")
        return forms[plural(language, value) if isinstance(value, int) else -1]

    return _HOLE.sub(hole, template)


@dataclass(frozen=True, slots=True)
class Words:
    """How one language says things; tiles by their codes (`9s`), or by name with `tile_names`.

    ValueError for a language that is not one of `LANGUAGES`.
    """

    language: str
    tile_names: bool = False

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise ValueError(f"There is no language {self.language!r}: use one of {', '.join(LANGUAGES)}.")

    def full_name(self, family: str, key: str) -> str:
        """The name with its meaning behind a dash where there is one: `Pinfu — no points`."""
        name: str = table("names")["names"][family][key][self.language]
        return name

    def name(self, family: str, key: str) -> str:
        """The name alone; KeyError for one that the table lacks."""
        return self.full_name(family, key).split(_DASH)[0]

    def name_and_meaning(self, family: str, key: str) -> str:
        """`Pinfu (no points)`, the name alone where it needs no meaning."""
        name, dash, meaning = self.full_name(family, key).partition(_DASH)
        return self.say("with_meaning", name=name, meaning=meaning) if dash else name

    def inside(self, family: str, key: str) -> str:
        """The name as it stands within a sentence."""
        name = self.name(family, key)
        return name[0].lower() + name[1:]

    def say(self, sentence: str, **values: object) -> str:
        """A sentence of the table, filled."""
        return filled(table("sentences")[sentence][self.language], self.language, values)

    def listed(self, texts: Iterable[str], between: str = "list") -> str:
        """Texts one after the other; `between` is `list` or `sum`."""
        return self.say(between).join(texts)

    def tile(self, tile: Tile) -> str:
        """`9s` or `9 of bamboo`."""
        if not self.tile_names:
            return str(tile)
        if tile.honour:
            return self.name("tile", str(tile))
        name = filled(self.name("tile", tile.suit), self.language, {"n": tile.number})
        return filled(self.name("tile", "red"), self.language, {"tile": name}) if tile.red else name

    def copies(self, kind: int) -> str:
        """A kind as it is named behind `pon of` and `pair of`."""
        tile = ALL[kind]
        return self.name("tiles", str(tile)) if self.tile_names and tile.honour else self.tile(tile)

    def tiles(self, kinds: Iterable[int]) -> str:
        return self.listed(self.tile(ALL[kind]) for kind in kinds)

    def fault(self, fault: Fault) -> str:
        """One sentence for each flag that is set."""
        between = "" if self.language == "ja" else " "
        return between.join(
            SENTENCES[flag] if self.language == "en" else table("faults")[str(flag.name)][self.language]
            for flag in fault
        )

    def penalty(self, row: str) -> str:
        """The violation of a row such as `P-18`; KeyError for a row that does not exist."""
        if self.language == "en":
            return PENALTIES[row].violation
        name: str = table("penalties")[row][self.language]
        return name
