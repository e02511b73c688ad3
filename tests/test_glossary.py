"""The glossary is in order, its modules exist, and page texts keep to its plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from screens import CLUB_WORDS, SETUP
from words import FIRST, catalogue

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs/glossary.md").read_text("utf-8")
INVERTED = (
    r"\b(?:told|tells|heard|hears|let in\b|let others in\b|stands? still"
    r"|start (?:it )?anew|somebody else)(?!\w)"
)
"""The words on the right that have no plain sense beside the one that is avoided."""


def rows(title: str) -> list[list[str]]:
    section = TEXT.split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("title", ["Ours", "Words of the game"])
def test_every_word_stands_once_and_in_order(title: str) -> None:
    words = [row[0] for row in rows(title)]
    assert len(words) > 15
    assert words == sorted(set(words), key=str.lower)


def test_what_the_glossary_calls_a_module_is_one() -> None:
    for _, _, code in rows("Ours"):
        for name in re.findall(
            r"`((?:engine|vision|controller|club|contract|firmware_bridge)\.[\w.]+)`", code
        ):
            path = ROOT / name.replace(".", "/")
            parent = path.parent.with_suffix(".py")
            assert path.is_dir() or path.with_suffix(".py").is_file() or parent.is_file(), name


def texts(room: str) -> Iterator[tuple[str, str]]:
    def flat(tree: dict[str, object], prefix: str) -> Iterator[tuple[str, str]]:
        for key, value in tree.items():
            if isinstance(value, dict):
                yield from flat(value, f"{prefix}{key}.")
            else:
                yield prefix + key, str(value)

    yield from flat(dict(catalogue(FIRST, room)), "")


@pytest.mark.parametrize("room", [*CLUB_WORDS, SETUP])
def test_pages_speak_in_plain_words(room: str) -> None:
    assert {key: text for key, text in texts(room) if re.search(INVERTED, text)} == {}
