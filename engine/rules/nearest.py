"""Which of the right names a wrong one was meant to be."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from typing import Final

_LONGEST: Final = 64
"""No name is longer."""
_BRIEF: Final = reprlib.Repr()
_BRIEF.maxstring = _LONGEST + 2


def distance(one: str, other: str) -> int:
    """Letters dropped, added, replaced, or swapped with their neighbour that lead from one to the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def nearest(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that differ least from the word, upper case and separators aside; none if all are far.

    A word that is a part of a name, such as `dora` of `dora_indicators`, is one letter away from it.
    """
    folded = _folded(word[:_LONGEST])
    near: dict[int, list[str]] = {}
    for name in names:
        apart = _apart(folded, name)
        if apart <= max(2, max(len(folded), len(name)) // 3):
            near.setdefault(apart, []).append(name)
    return tuple(near[min(near)]) if near else ()


def asked(near: Sequence[str], names: Iterable[str]) -> str:
    """The question that ends a sentence about a wrong name, or the right names where none is near."""
    return f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(names)}."


def quoted(word: str) -> str:
    """A name that was sent, in brief where it is longer than any name."""
    return _BRIEF.repr(word)


def _folded(word: str) -> str:
    return "".join(char for char in word.casefold() if char not in "_-. ")


def _apart(folded: str, name: str) -> int:
    apart = distance(folded, _folded(name))
    parts = name.replace(".", "_").split("_")
    if apart > 1 and len(parts) > 1 and folded in (*parts, *(part + "s" for part in parts)):
        return 1
    return apart
