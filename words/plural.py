"""Which form of a word goes with a number: the conditions of CLDR, for whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from words import plural_rules

OTHER = "other"


@cache
def categories(language: str) -> tuple[str, ...]:
    """The categories that a language has for whole numbers, `other` last; KeyError for an unknown one."""
    return tuple(plural_rules(language))


def category(language: str, n: int) -> str:
    """The category of a whole number, of a negative one as of its amount."""
    return _category(language, abs(n))


@cache
def _category(language: str, n: int) -> str:
    rules = plural_rules(language).items()
    return next((name for name, condition in rules if condition and _holds(condition, n)), OTHER)


def _holds(condition: str, n: int) -> bool:
    return any(
        all(_relation(part, n) for part in either.split(" and ")) for either in condition.split(" or ")
    )


def _relation(text: str, n: int) -> bool:
    """`i % 10 = 2..4,7`; of a whole number `n` and `i` are the number, and `v`, its decimals, is 0."""
    left, sign, right = text.partition(" != ") if " != " in text else text.partition(" = ")
    name, _, modulus = left.strip().partition(" % ")
    value = {"n": n, "i": n, "v": 0}[name]
    value = value % int(modulus) if modulus else value
    within = any(low <= value <= high for low, high in _ranges(right))
    return within == (sign == " = ")


def _ranges(text: str) -> Iterator[tuple[int, int]]:
    for part in text.split(","):
        low, _, high = part.strip().partition("..")
        yield int(low), int(high or low)
