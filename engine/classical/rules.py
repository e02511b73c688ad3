"""The rules of a game of Chinese Classical."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.classical.options import OPTIONS, checked
from engine.rules import Ruleset


def classical_rules(overrides: Mapping[str, object]) -> Ruleset:
    """The recommended rules with overrides by option id; ValueError says what is wrong with them."""
    values = {name: option.recommended for name, option in OPTIONS.items()}
    filled = frozenset(name for name, option in OPTIONS.items() if option.said is None)
    for name, value in overrides.items():
        if name not in OPTIONS:
            raise ValueError(f"There is no rule option {name!r} in Chinese Classical.")
        values[name] = checked(OPTIONS[name], value)
    return Ruleset("classical", MappingProxyType(values), frozenset(overrides), filled - set(overrides))
