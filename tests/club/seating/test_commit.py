"""A commitment binds everything and tells nothing before the seed is revealed."""

from __future__ import annotations

import hashlib

import pytest

from club.seating.apart import Apart
from club.seating.commit import commitment, opens
from club.seating.draw import Method, bound


def test_it_is_the_hash_of_canonical_json() -> None:
    text = '{"a":[1,2],"b":"é","seed":"s"}'
    assert commitment("s", {"b": "é", "a": [1, 2]}) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        bound(range(28), 8, Method.RANDOM),
        bound(range(32), 7, Method.RANDOM),
        bound(range(32), 8, Method.SWISS),
        bound(range(32), 8, Method.RANDOM, Apart(never=[[1, 2]])),
        bound(range(32), 8, Method.RANDOM, interval=2),
        bound(range(32), 8, Method.RANDOM, last=8),
    ],
)
def test_nothing_can_be_changed_after_it(other: dict[str, object]) -> None:
    terms = bound(range(32), 8, Method.RANDOM)
    published = commitment("s", terms)
    assert opens(published, "s", terms)
    assert not opens(published, "t", terms)
    assert not opens(published, "s", other)  # type: ignore[arg-type]


def test_the_order_of_players_and_groups_does_not_matter() -> None:
    one = bound([3, 1, 2, 4], 1, Method.RANDOM, Apart(never=[[1, 2], [3, 4]]))
    assert one == bound([1, 2, 3, 4], 1, Method.RANDOM, Apart(never=[[4, 3], [2, 1]]))
