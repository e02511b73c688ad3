"""The rule options and their values per preset: a table for each game, read once from `engine/data`.

Each value is the one of the option contract (rules/presets.json, format 1) with the clause of the
rule text it comes from; a preset without a value is one whose source does not say (README of the
rules, section 6). The columns `tenhou` and `mahjong_soul` are general knowledge of the platforms and
say so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from engine.rules.nearest import asked, nearest, quoted


class Honoured(StrEnum):
    """Who sees to it that an option is kept."""

    ENGINE = "engine"
    """Play and payments follow it."""
    JUDGE = "judge"
    """What nobody can check during play, or hangs on seconds: found in the journal afterwards."""
    VISION = "vision"
    MACHINE = "machine"
    SCREENS = "screens"
    CLUB = "club"
    PROCEDURE = "procedure"
    """Left to the people at the table, as the document says."""
    FIXED = "fixed"
    """The contract allows one value."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A column of a table; `everywhere` is the source of values that name none of their own."""

    id: str
    title: str
    source: str
    game: str
    edition: str | None = None
    fallback: str | None = None
    everywhere: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One rule option: `values` and `sources` by preset, absent where the source is silent.

    `allowed` is that of the contract: a tuple of values, or a mapping that bounds them (`min`,
    `step`, `multiple_of`, `sum`, `each`, `known`); `added` are values beyond it, each with the
    reason; `beyond` says where an option is from that the contract does not have. `permitted` are
    the deviations that RRC 2024 allows. `place` is the module or document that honours the option
    where the engine does not.
    """

    id: str
    title: str
    honoured: Honoured
    type: str
    allowed: Any
    recommended: Any
    values: Mapping[str, Any]
    sources: Mapping[str, str]
    clauses: tuple[str, ...]
    place: str = ""
    added: Mapping[str, str] = field(default_factory=dict)
    permitted: tuple[Any, ...] = ()
    note: str = ""
    beyond: str = ""

    @property
    def area(self) -> str:
        """The first part of the id, such as `riichi`."""
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Table:
    """The presets and options of one game, in the order of the contract.

    `shared` are the values that the game gives to options of riichi, whose state machine plays it.
    """

    game: str
    presets: Mapping[str, Preset]
    options: Mapping[str, Option]
    shared: Mapping[str, Any]


def frozen(value: Any) -> Any:
    """The value with tuples for rows and read-only mappings, so that rules cannot change under a game."""
    if isinstance(value, Mapping):
        return MappingProxyType({str(key): frozen(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    return value


def plain(value: Any) -> Any:
    """A frozen value as JSON knows it."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def _read(game: str) -> Table:
    data = json.loads(resources.files("engine").joinpath("data", f"{game}.json").read_text("utf-8"))
    presets = [Preset(game=game, **row) for row in data["presets"]]
    options = [Option(**frozen(row) | {"honoured": Honoured(row["honoured"])}) for row in data["options"]]
    return Table(
        game,
        MappingProxyType({row.id: row for row in presets}),
        MappingProxyType({row.id: row for row in options}),
        frozen(data.get("shared", {})),
    )


RIICHI: Final = _read("riichi")
CLASSICAL: Final = _read("classical")
TABLES: Final = (RIICHI, CLASSICAL)
PRESETS: Final = tuple(RIICHI.presets)
"""The presets of riichi."""
OPTIONS: Final = RIICHI.options
"""The options of riichi."""


def table_of(preset: str) -> Table:
    """The table that has the preset; ValueError names those there are."""
    for table in TABLES:
        if preset in table.presets:
            return table
    names = [name for table in TABLES for name in table.presets]
    near = nearest(preset, names)
    meant = f" ({asked(near, ())})" if near else ""
    raise ValueError(f"There is no preset {quoted(preset)}{meant}: use one of {', '.join(names)}.")
