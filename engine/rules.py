"""The rules of a game: a preset of the option contract with overrides, resolved once and frozen.

An option the source of a preset is silent on is never loaded as "off": it is taken from the
fallback preset, else from the recommendation, and named in `Ruleset.filled` (README of the
rules, section 6), so that the rule sheet can say so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from engine.presets import FALLBACK, OPTIONS, PRESETS, Option

_DENOMINATIONS: Final = ("10000", "5000", "1000", "500", "100")
_EMPTY: Final[Mapping[str, object]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every option of a game with its value; made by `Ruleset.preset`.

    `overrides` are the ids that differ from the preset by choice, `filled` those on which its
    source is silent. `options` is the full resolved set that a game record stores.
    """

    name: str
    options: Mapping[str, object] = field(repr=False)
    overrides: frozenset[str]
    filled: frozenset[str] = field(repr=False)

    @classmethod
    def preset(cls, name: str, overrides: Mapping[str, object] = _EMPTY) -> Ruleset:
        """The named preset with overrides by option id; ValueError says what is wrong with them.

        `tiles.red_fives` also takes the word `none`.
        """
        if name not in PRESETS:
            raise ValueError(f"There is no preset {name!r}: use one of {', '.join(PRESETS)}.")
        for key in overrides:
            if key not in OPTIONS:
                raise ValueError(f"There is no rule option {key!r}: see the list of options.")
        values = {key: _frozen(_default(option, name)) for key, option in OPTIONS.items()}
        filled = frozenset(key for key, option in OPTIONS.items() if _own(option, name) is None)
        for key, value in overrides.items():
            values[key] = _checked(OPTIONS[key], value)
        _derive(values, overrides)
        return cls(name, MappingProxyType(values), frozenset(overrides), filled - set(overrides))

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


def _own(option: Option, preset: str) -> object:
    return option.values[PRESETS.index(preset)]


def _default(option: Option, preset: str) -> object:
    own = _own(option, preset)
    if own is None and preset in FALLBACK:
        own = _own(option, FALLBACK[preset])
    return option.recommended if own is None else own


def _derive(values: dict[str, object], overrides: Mapping[str, object]) -> None:
    """Resolves the options that are given by a formula or must fit another option."""
    start, oka, points = values["game.start_points"], values["game.oka"], values["game.return_points"]
    assert isinstance(start, int)
    assert isinstance(oka, int)
    changed = {"game.start_points", "game.oka"} & set(overrides)
    if isinstance(points, Mapping) or (changed and "game.return_points" not in overrides):
        # Results sum to zero only with this (R-FINAL-05).
        values["game.return_points"] = start + oka // 4
    sticks = values["sticks.start_set"]
    assert isinstance(sticks, Mapping)
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


def _frozen(value: object) -> object:
    if isinstance(value, Mapping):
        return MappingProxyType({str(key): _frozen(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(_frozen(item) for item in value)
    return value


def _checked(option: Option, value: object) -> object:
    if option.id == "tiles.red_fives" and value == "none":
        value = {"m": 0, "p": 0, "s": 0}
    frozen = _frozen(value)
    if not _FITS[option.type](option, frozen):
        raise ValueError(f"Rule option {option.id} cannot be {value!r}: allowed is {_allowed(option)}.")
    return frozen


def _allowed(option: Option) -> str:
    if isinstance(option.allowed, tuple):
        return ", ".join(str(value) for value in option.allowed)
    assert isinstance(option.allowed, Mapping)
    bounds = ", ".join(f"{key} {value}" for key, value in option.allowed.items())
    return f"{option.type} with {bounds}"


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _bounds(option: Option) -> Mapping[str, object]:
    return option.allowed if isinstance(option.allowed, Mapping) else _EMPTY


def _fits_integer(option: Option, value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if isinstance(option.allowed, tuple):
        return value in option.allowed
    bounds = _bounds(option)
    low, step = bounds.get("min", 0), bounds.get("step", bounds.get("multiple_of", 1))
    assert isinstance(low, int)
    assert isinstance(step, int)
    return value >= low and value % step == 0


def _fits_choice(option: Option, value: object) -> bool:
    assert isinstance(option.allowed, tuple)
    return any(value == choice and type(value) is type(choice) for choice in option.allowed)


def _fits_uma(option: Option, value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 4
        and all(_whole(v) for v in value)
        and sum(value) == _bounds(option)["sum"]
    )


def _fits_reds(option: Option, value: object) -> bool:
    each = _bounds(option)["each"]
    assert isinstance(each, tuple)
    return (
        isinstance(value, Mapping)
        and set(value) == {"m", "p", "s"}
        and all(_whole(v) and v in each for v in value.values())
    )


def _fits_sticks(option: Option, value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and set(value) <= set(_DENOMINATIONS)
        and all(isinstance(v, int) and _whole(v) and v >= 0 for v in value.values())
    )


def _fits_fixed(option: Option, value: object) -> bool:
    return value == _frozen(option.recommended)


def _fits_known(option: Option, value: object) -> bool:
    known = _bounds(option)["known"]
    assert isinstance(known, tuple)
    return isinstance(value, tuple) and all(v in known for v in value) and len(set(value)) == len(value)


def _fits_formula(option: Option, value: object) -> bool:
    assert isinstance(option.allowed, tuple)
    return value == option.allowed[0] or (isinstance(value, int) and _whole(value) and value >= 0)


_FITS: Final[Mapping[str, Callable[[Option, object], bool]]] = {
    "integer": _fits_integer,
    "enum": _fits_choice,
    "boolean": _fits_choice,
    "array of 4 integers": _fits_uma,
    "object m,p,s": _fits_reds,
    "object denomination:count": _fits_sticks,
    "object": _fits_fixed,
    "array of yaku ids or forms": _fits_known,
    "formula or integer": _fits_formula,
}
