"""Names of people come from strangers; a spreadsheet must not run them."""

from __future__ import annotations

import pytest

from runtime.spreadsheet import cell


@pytest.mark.parametrize("text", ["=1+1", "+49", "-1", "@SUM", "\tx", "\rx"])
def test_a_text_that_would_be_run_is_marked_as_text(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("value", ["Olena", "", "4s=", -8000, 0])
def test_everything_else_stays(value: object) -> None:
    assert cell(value) is value
