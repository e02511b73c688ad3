"""Given and family names, taken apart where they were entered as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.names import both, split


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Anna Berg", ("Anna", "Berg")),
        ("  Anna   Maria Berg ", ("Anna Maria", "Berg")),
        ("Berg, Anna", ("Anna", "Berg")),
        ("BERG Anna", ("Anna", "BERG")),
        ("Anna VAN DER BERG", ("Anna", "VAN DER BERG")),
        ("Anna van der Berg", ("Anna", "van der Berg")),
        ("Maria da Silva", ("Maria", "da Silva")),
        ("Al Pacino", ("Al", "Pacino")),
        ("John Smith Jr.", ("John", "Smith Jr.")),
        ("John Smith, Jr.", ("John", "Smith, Jr.")),
        ("Jean-Luc O'Neill", ("Jean-Luc", "O'Neill")),
        ("Анна Коваль", ("Анна", "Коваль")),
        ("Коваль Дмитро Петрович", ("Дмитро Петрович", "Коваль")),
        ("Иванова Анна Сергеевна", ("Анна Сергеевна", "Иванова")),
        ("田中 太郎", ("太郎", "田中")),
        ("田中\u3000太郎", ("太郎", "田中")),
        ("김 민준", ("민준", "김")),
        ("田中太郎", ("田中太郎", "")),
        ("Zoë", ("Zoë", "")),
    ],
)
def test_a_name_is_taken_apart(name: str, parts: tuple[str, str]) -> None:
    assert split(name) == parts


@pytest.mark.parametrize(
    ("name", "given_name", "family", "parts"),
    [
        ("Anna Berg", "Anna", "Berg", ("Anna", "Berg")),
        ("ABBA", "Anna", "Berg", ("Anna", "Berg")),
        ("Anna Lind Berg", None, "Lind Berg", ("Anna", "Lind Berg")),
        ("Anna Lind Berg", "Anna", None, ("Anna", "Lind Berg")),
        ("Annie Berg", "Anna", None, ("Anna", "Berg")),
        ("Annie", None, "Berg", ("Annie", "Berg")),
        ("Berg", None, "Berg", ("Berg", "")),
        ("Anna Berg", "", "", ("Anna", "Berg")),
    ],
)
def test_what_was_told_counts(
    name: str, given_name: str | None, family: str | None, parts: tuple[str, str]
) -> None:
    assert both(name, given_name, family) == parts


@given(st.text(min_size=1).filter(str.strip))
def test_nobody_is_without_a_first_name_and_no_letter_is_lost(name: str) -> None:
    first, last = split(name)
    assert first
    kept = sorted("".join((first + last).split()))
    assert kept in (sorted("".join(name.split())), sorted("".join(name.replace(",", "", 1).split())))
