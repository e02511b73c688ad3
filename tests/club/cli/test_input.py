"""What is read from files: which line of a list of accounts is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from club.cli.input import accounts_of


def test_accounts_are_names_with_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("account,player\n ann ,1\nbo, 2 \n", "utf-8")
    assert accounts_of(path) == {"ann": 1, "bo": 2}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (",2", "line 3: write an account and the player's number."),
        ("bo,", "line 3: write an account and the player's number."),
        ("bo,two", "line 3: write an account and the player's number."),
        ("ann,2", "line 3: the account 'ann' stands there twice."),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"account,player\nann,1\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=re.escape(f"{path}, {said}")):
        accounts_of(path)
