"""Groups of players to be kept apart, as files say them."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.seating.apart import NEVER, RATHER_NOT, Apart
from club.seating.apart_file import apart_of

groups = st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=6), min_size=1, max_size=6)


@given(groups, groups, st.sampled_from([", ", ",", " ", "  ", "\t"]), st.booleans())
def test_a_line_is_a_group(
    never: list[list[int]], rather_not: list[list[int]], between: str, brackets: bool
) -> None:
    def line(group: list[int]) -> str:
        numbers = between.join(map(str, group))
        return f" [{numbers}] " if brackets else numbers

    written = [*map(line, never), "", *(f"~ {line(group)}" for group in rather_not)]
    found = apart_of("\n".join(written))
    assert (found.never, found.rather_not) == (never, rather_not)
    for text in (json.dumps(never), f"\n{json.dumps(never, indent=1)}\n"):
        assert apart_of(text) == Apart(never)


def test_a_pair_in_several_groups_is_kept_apart_as_the_strictest_says() -> None:
    weights = apart_of("3 1 1\n~ 1 2 3\n").weights
    assert weights == {(1, 3): NEVER, (1, 2): RATHER_NOT, (2, 3): RATHER_NOT}


def test_a_file_without_a_line_keeps_nobody_apart() -> None:
    assert apart_of("\n \n").weights == {}


@pytest.mark.parametrize("line", ["1 x", "~", "[]", "1;2", "-1 2", "1.5", "~~ 1 2", "{}"])
def test_a_line_that_is_no_group_is_named(line: str) -> None:
    said = f"Line 3 of the groups kept apart is {line!r}: write numbers, 3 17."
    with pytest.raises(ValueError, match=re.escape(said)):
        apart_of(f"3 17\n\n{line}\n")


@pytest.mark.parametrize("text", ["[[1, -2]]", '[["1", 2]]', "[[1, 2], [true]]", "[[1.0]]", "[[[1]]]"])
def test_a_list_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^A group to be kept apart has numbers of players"):
        apart_of(text)
