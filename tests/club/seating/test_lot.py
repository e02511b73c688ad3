"""Lots are those that their documentation says, whoever draws them."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from club.seating.lot import Lot


def test_the_words_are_those_of_sha_256_in_counter_mode() -> None:
    words = [
        int.from_bytes(
            hashlib.sha256(b"tables:secret\0" + block.to_bytes(8, "big")).digest()[at : at + 4], "big"
        )
        for block in range(2)
        for at in range(0, 32, 4)
    ]
    lot = Lot("secret", "tables")
    assert [lot.below(2**32) for _ in range(16)] == words


def test_words_beyond_the_largest_multiple_are_passed_over() -> None:
    """Below 3 · 2^30 a quarter of the words is passed over, so that each number is as likely."""
    bound = 3 << 30
    words, lot = Lot("secret"), Lot("secret")
    kept = [word for word in (words.below(2**32) for _ in range(100)) if word < bound]
    assert [lot.below(bound) for _ in kept] == kept


@given(st.text(), st.lists(st.integers(), max_size=30))
def test_an_order_has_what_it_was_drawn_from(seed: str, items: list[int]) -> None:
    assert sorted(Lot(seed).shuffled(items)) == sorted(items)


def test_every_order_is_as_likely() -> None:
    lot = Lot("orders")
    orders = [tuple(lot.shuffled("abc")) for _ in range(6000)]
    assert all(850 < orders.count(order) < 1150 for order in set(orders))
    assert len(set(orders)) == 6
