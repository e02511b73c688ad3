"""The words of one language: names of what the engine counts, and sentences with the numbers filled in.

The catalogues are `names` (what pages show, too) and `engine` of the package `words`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.state.faults import Fault
from engine.tiles.tile import ALL, Tile
from words import capital_nouns, catalogue, offered
from words.message import filled

ROOMS: Final = ("names", "engine")
LANGUAGES: Final = offered(*ROOMS)
"""Those in which the engine explains."""
WINDS: Final = "ESWN"
_DASH: Final = " — "


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
        name: str = catalogue(self.language, *ROOMS)[family][key]
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
        return name if capital_nouns(self.language) else name[0].lower() + name[1:]

    def say(self, sentence: str, **values: object) -> str:
        """A sentence of the table, filled."""
        return filled(catalogue(self.language, *ROOMS)["sentence"][sentence], self.language, values)

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
        return between.join(self.full_name("fault", str(flag.name)) for flag in fault)

    def penalty(self, row: str) -> str:
        """The violation of a row such as `P-18`; KeyError for a row that does not exist."""
        return self.full_name("penalty", row)
