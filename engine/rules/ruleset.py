"""The rules of a game: a preset of the option contract with overrides, resolved once and frozen.

An option the source of a preset is silent on is never loaded as "off": it is taken from the
fallback preset, else from the recommendation, and named in `Ruleset.filled` (README of the
rules, section 6), so that the rule sheet can say so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final

from engine.rules.option_values import checked, unknown_option
from engine.rules.presets import RIICHI, Option, Preset, Table, plain, table_of
from engine.rules.value_options import Scoring

_DERIVED: Final = ("game.return_points", "sticks.start_set")
"""What follows from other options where nobody chooses it."""
_EMPTY: Final[Mapping[str, object]] = MappingProxyType({})
_KEPT: Final = 256
"""Rule sets kept for the next who asks: more than a hub with its tables plays by at once."""


class Origin(StrEnum):
    """Where the value of an option comes from."""

    PRESET = "preset"
    """The source of the preset says so."""
    CHOSEN = "chosen"
    """An override of the preset."""
    FALLBACK = "fallback"
    """The source is silent: taken from the fallback preset."""
    RECOMMENDED = "recommended"
    """The sources are silent: filled by recommendation."""
    DERIVED = "derived"
    """Follows from other options."""
    UNSET = "unset"
    """The organiser must choose and has not."""


@dataclass(frozen=True)
class Ruleset:
    """Every option of a game with its value; made by `Ruleset.preset`.

    `overrides` are the ids that differ from the preset by choice, `filled` those on which its
    source is silent. `options` is the full resolved set that a game record stores.
    """

    name: str
    options: Mapping[str, Any] = field(repr=False)
    overrides: frozenset[str]
    filled: frozenset[str] = field(repr=False)

    @classmethod
    def preset(cls, name: str, overrides: Mapping[str, object] = _EMPTY) -> Ruleset:
        """The named preset with overrides by option id; ValueError says what is wrong with them.

        `tiles.red_fives` also takes the word `none`. What says the same as the preset is no override,
        so that the full set of a record gives the rules it was made from. The same values give the same
        object as long as it is kept.
        """
        key = (name, _text(overrides))
        found = _known.get(key)
        if found is None:
            found = cls._made(name, overrides)
            if key[1] is not None:
                if len(_known) >= _KEPT:
                    _known.clear()
                _known[key] = found
        return found

    @classmethod
    def _made(cls, name: str, overrides: Mapping[str, object]) -> Ruleset:
        table = table_of(name)
        for key in overrides:
            if key not in table.options:
                raise ValueError(unknown_option(key, name, table.options))
        given = {key: checked(table.options[key], value) for key, value in overrides.items()}
        values = _resolved(table, name, given)
        free = {key: value for key, value in given.items() if key not in _DERIVED}
        usual = _resolved(table, name, free) if len(free) < len(given) else values
        defaults, filled = _defaults(name)
        chosen = frozenset(key for key in free if values[key] != defaults[key]) | frozenset(
            key for key in _DERIVED if values.get(key) != usual.get(key)
        )
        return cls(name, MappingProxyType(values), chosen, filled - chosen)

    @cached_property
    def game(self) -> str:
        """The game that is played: `riichi`, or that of another table of options."""
        return table_of(self.name).game

    @property
    def record(self) -> dict[str, Any]:
        """Every option that has a value, plain: what a game record stores, so that no later edition of the
        preset changes old results (README of the rules, section 6)."""
        options = table_of(self.name).options
        return {key: plain(self.options[key]) for key in options if self.options[key] is not None}

    def origin(self, option: str) -> Origin:
        """Where the value of an option comes from."""
        if option in self.overrides:
            return Origin.CHOSEN
        table, value = table_of(self.name), self.value(option)
        preset, row = table.presets[self.name], table.options[option]
        if value is None:
            return Origin.UNSET
        if value != _default(row, preset):
            return Origin.DERIVED
        if self.name in row.values:
            return Origin.PRESET
        return Origin.FALLBACK if preset.fallback in row.values else Origin.RECOMMENDED

    @cached_property
    def scoring(self) -> Scoring:
        """The options of the value of a hand as attributes: they are asked for many times a hand."""
        return Scoring.of(self)

    @property
    def three_rons_draw(self) -> bool:
        """Three rons on one tile are an abortive draw: not where one alone is paid (R-ABORT-06, R-WIN-06)."""
        return self.flag("abort.sanchahou") and self.choice("call.multi_ron") == "all"

    def value(self, option: str) -> object:
        """The value of an option; None where an organiser must choose and has not."""
        if option not in self.options:
            raise ValueError(f"There is no rule option {option!r}: see the list of options.")
        return self.options[option]

    def flag(self, option: str) -> bool:
        value = self.value(option)
        if not isinstance(value, bool):
            raise ValueError(f"Rule option {option} is not a yes or no but {value!r}.")
        return value

    def number(self, option: str) -> int:
        value = self.value(option)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"Rule option {option} is not a number but {value!r}.")
        return value

    def choice(self, option: str) -> str:
        value = self.value(option)
        if not isinstance(value, str):
            raise ValueError(f"Rule option {option} is not a word but {value!r}.")
        return value

    def numbers(self, option: str) -> tuple[int, ...]:
        """The numbers of an option such as `game.uma`."""
        value = self.value(option)
        if not isinstance(value, tuple) or not all(isinstance(v, int) for v in value):
            raise ValueError(f"Rule option {option} is not a row of numbers but {value!r}.")
        return value

    def counts(self, option: str) -> Mapping[str, int]:
        """The numbers by name of an option such as `tiles.red_fives`."""
        value = self.value(option)
        if not isinstance(value, Mapping) or not all(isinstance(v, int) for v in value.values()):
            raise ValueError(f"Rule option {option} is not a table of numbers but {value!r}.")
        return value


_known: Final[dict[tuple[str, str | None], Ruleset]] = {}
_encode: Final = json.JSONEncoder(default=dict, sort_keys=True).encode


def _text(overrides: Mapping[str, object]) -> str | None:
    """Overrides as a key, in which `true` is not `1`; None for what is no JSON and so no option has."""
    try:
        return _encode(overrides) if overrides else ""
    except (TypeError, ValueError, RecursionError):
        return None


def _resolved(table: Table, preset: str, given: Mapping[str, Any]) -> dict[str, Any]:
    defaults, _ = _defaults(preset)
    values: dict[str, Any] = {**defaults, **given}
    if table is RIICHI:
        _derive(values, given)
    return values


@cache
def _defaults(preset: str) -> tuple[dict[str, Any], frozenset[str]]:
    """The values of a preset, and the ids on which its source is silent."""
    table = table_of(preset)
    values = {key: _default(option, table.presets[preset]) for key, option in table.options.items()}
    if table is not RIICHI:
        values = {key: row.recommended for key, row in RIICHI.options.items()} | dict(table.shared) | values
    return values, frozenset(key for key, row in table.options.items() if preset not in row.values)


def _default(option: Option, preset: Preset) -> Any:
    for name in (preset.id, preset.fallback):
        if name is not None and name in option.values:
            return option.values[name]
    return option.recommended


def _derive(values: dict[str, Any], overrides: Mapping[str, object]) -> None:
    """Resolves the options that are given by a formula or must fit another option."""
    if values["game.yakitori"] and values["game.yakitori_amount"] is None:
        raise ValueError("game.yakitori needs game.yakitori_amount: say how many points the penalty is.")
    start, oka, points = values["game.start_points"], values["game.oka"], values["game.return_points"]
    changed = {"game.start_points", "game.oka"} & set(overrides)
    if isinstance(points, Mapping) or (changed and "game.return_points" not in overrides):
        # Results sum to zero only with this (R-FINAL-05).
        values["game.return_points"] = start + oka // 4
    sticks = values["sticks.start_set"]
    total = sum(int(stick) * count for stick, count in sticks.items())
    if total == start:
        return
    if "sticks.start_set" in overrides:
        raise ValueError(
            f"sticks.start_set adds up to {total} and game.start_points is {start}: make them equal."
        )
    values["sticks.start_set"] = MappingProxyType(_sticks(start))


def _sticks(points: int) -> dict[str, int]:
    """Sticks of the given sum, with change as in R-SET-04 where the sum allows: 9 x 1000 and 10 x 100."""
    small = 10_000 if points >= 10_000 else 0
    rest = points - small
    return {
        "10000": rest // 10_000,
        "5000": rest % 10_000 // 5000,
        "1000": rest % 5000 // 1000 + (9 if small else 0),
        "100": rest % 1000 // 100 + (10 if small else 0),
    }
