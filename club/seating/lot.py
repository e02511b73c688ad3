"""Lots that anybody can draw again: numbers from SHA-256, the same on every machine and in every Python.

The words of 32 bits are those of SHA-256(seed, a zero byte, counter), most significant byte first, the
counter being 8 bytes that begin at 0. A number below n is a word modulo n; words from the largest
multiple of n on are passed over. An order is drawn by Fisher and Yates, from the last place down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from struct import Struct
from typing import Final, TypeVar

T = TypeVar("T")
_WORDS: Final = 2**32
_BLOCK: Final = Struct(">8I")


class Lot:
    """The lots of one seed, used up as they are drawn; `purpose` keeps lots for different things apart."""

    __slots__ = ("_next", "_words")

    def __init__(self, seed: str, purpose: str = "") -> None:
        self._words = _words(f"{purpose}:{seed}".encode() + b"\0")
        self._next = self._words.__next__

    def words(self, count: int) -> Iterator[int]:
        """The next random numbers, as many as asked for, each below 2 ** 32."""
        return islice(self._words, count)

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        limit = _WORDS - _WORDS % bound
        while (word := self._next()) >= limit:
            pass
        return word % bound

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order that is drawn."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _words(prefix: bytes) -> Iterator[int]:
    begun = hashlib.sha256(prefix)

    def block(counter: int) -> tuple[int, ...]:
        whole = begun.copy()
        whole.update(counter.to_bytes(8, "big"))
        return _BLOCK.unpack(whole.digest())

    return chain.from_iterable(map(block, count()))
