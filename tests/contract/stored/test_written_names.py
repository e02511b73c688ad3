"""Every name that a journal may hold stands in `tests/data/written-names.txt`, once and for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from contract.stored.vocabulary import EVENTS, FAULTS, PARTS, VALUES

PAGE = Path(__file__).resolve().parents[2] / "data" / "written-names.txt"


def written() -> Iterator[str]:
    """`event.field`, `PART.field`, `VALUES.value`, `Fault.NAME`; a secret field says so."""
    for words in EVENTS.values():
        yield words.name
        for word in words.python:
            yield f"{words.name}.{word}{' secret' if word in words.secret else ''}"
    for kind, words in PARTS.items():
        yield from (f"{kind.__name__}.{word}" for word in words.python)
    for values, table in VALUES.items():
        yield from (f"{values.__name__}.{word}" for word in table.values())
    yield from (f"Fault.{word}" for word in FAULTS.values())


def wrong(lines: list[str], now: list[str]) -> list[str]:
    """What a journal could not be read any more with, by line; and what was written down nowhere."""
    advice = "keep it, or make a version of the journal with a step (docs/release.md)"
    gone = [
        f"{PAGE.name}:{number}: {line} is not written any more: {advice}"
        for number, line in enumerate(lines, 1)
        if line not in now
    ]
    return gone + [f"{PAGE.name} lacks the line {line}" for line in now if line not in lines]


def test_no_written_name_has_changed() -> None:
    assert wrong(PAGE.read_text(encoding="utf-8").splitlines(), list(written())) == []


def test_a_changed_name_is_refused_with_its_line() -> None:
    lines = list(written())
    at = lines.index("discarded.tsumogiri")
    changed = [line.replace("tsumogiri", "from_wall") for line in lines]
    gone, new = wrong(lines, changed)
    assert gone.startswith(f"written-names.txt:{at + 1}: discarded.tsumogiri is not written any more")
    assert new == "written-names.txt lacks the line discarded.from_wall"


def test_a_field_that_becomes_public_is_refused() -> None:
    lines = list(written())
    shown = [line.removesuffix(" secret") for line in lines]
    assert [line.split()[1] for line in wrong(lines, shown) if "not written" in line] == [
        "dealt.hands", "drawn.tile"
    ]  # fmt: skip
