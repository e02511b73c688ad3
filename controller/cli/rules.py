"""`jantaku rules`: the presets, the rule sheet of one, and what differs between two."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import click

from controller.cli.rule_options import OPTIONS, WrongUse, overrides
from engine.rules.presets import TABLES, Honoured, plain
from engine.rules.ruleset import Origin, Ruleset
from engine.rules.sheet import Difference, Row, Sheet, differences, sheet, words

_WIDTH: Final = 100
_VALUE: Final = 54
"""Column in which the values begin."""
_EXAMPLE: Final = """\b
Examples:
  jantaku rules                       the presets
  jantaku rules wrc                   the rule sheet of one
  jantaku rules rrc --diff tenhou     what differs
  jantaku rules rrc --options game.tobi=yes --options table.toml"""


Line = str | dict[str, Any]


@click.command(name="rules", epilog=_EXAMPLE)
@click.argument("preset", required=False)
@click.option("--diff", metavar="OTHER", help="List only what differs from this preset.")
@OPTIONS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and nothing else.")
def rules(preset: str | None, diff: str | None, chosen: Sequence[str], as_json: bool) -> None:
    """The rules of a preset: every option with its value, its source and who enforces it.

    Without PRESET the presets are listed. If the source does not state an option, the sheet says where its
    value comes from. A deviation that RRC 2024 does not rate is marked as not accreditable.
    """
    try:
        for line in _answer(preset, diff, chosen, as_json):
            click.echo(json.dumps(line, ensure_ascii=False) if isinstance(line, dict) else line)
    except ValueError as error:
        raise WrongUse(str(error)) from None


def _answer(preset: str | None, diff: str | None, chosen: Sequence[str], as_json: bool) -> Iterator[Line]:
    if preset is None:
        if diff is not None or chosen:
            raise ValueError("Name the preset first: jantaku rules PRESET --diff OTHER.")
        return _presets(as_json)
    one = sheet(Ruleset.preset(preset, overrides(chosen)))
    if diff is None:
        return _sheet_json(one) if as_json else _sheet_text(one)
    other = sheet(Ruleset.preset(diff))
    found = differences(one, other)
    return map(_difference_json, found) if as_json else _differences_text(one, other, found)


def _presets(as_json: bool) -> Iterator[Line]:
    for row in (row for table in TABLES for row in table.presets.values()):
        if as_json:
            yield {"preset": row.id, "game": row.game, "title": row.title, "source": row.source}
        else:
            yield f"{row.id:14}{row.title} · {row.source}"


def _sheet_json(found: Sheet) -> Iterator[dict[str, Any]]:
    yield {
        "preset": found.rules.name,
        "game": found.rules.game,
        "title": found.title,
        "source": found.source,
        "accreditable": found.accreditable,
        "notes": list(found.notes),
    }
    yield from map(_row_json, found.rows)


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "area": row.area,
        "title": row.title,
        "value": plain(row.value),
        "origin": row.origin.value,
        "source": row.source,
        "honoured": row.honoured.value,
        "place": row.place,
        "accreditable": row.accreditable,
        "clauses": list(row.clauses),
        "note": row.note,
    }


def _sheet_text(found: Sheet) -> Iterator[str]:
    yield click.style(f"{found.title} ({found.rules.name})", bold=True)
    yield from _wrapped(f"Source: {found.source}", "", "        ")
    if found.accreditable is not None:
        refused = sum(not row.accreditable for row in found.rows)
        yield f"Not accreditable because of {refused} of the options." if refused else "Accreditable."
    for note in found.notes:
        yield from _wrapped(note, "Note: ", "      ")
    yield "The engine keeps every option of which nothing else is said."
    for area, rows in groupby(found.rows, lambda row: row.area):
        yield ""
        yield click.style(area.upper(), bold=True)
        for row in rows:
            yield from _row_text(row)


def _row_text(row: Row) -> Iterator[str]:
    value, *more = textwrap.wrap(words(row.value), _WIDTH - _VALUE)
    yield f"  {row.title} ".ljust(_VALUE - 1, ".") + " " + click.style(value, bold=True)
    for line in more:
        yield " " * _VALUE + click.style(line, bold=True)
    for line in _wrapped(f"{row.id} · {_origin(row)}{_keeper(row)}", "      ", "        "):
        yield click.style(line, dim=True)
    if not row.accreditable:
        yield "      NOT ACCREDITABLE: RRC 2024 does not permit this deviation"


def _origin(row: Row) -> str:
    if row.origin is Origin.PRESET:
        return row.source
    if row.origin is Origin.FALLBACK:
        return f"filled from the fallback preset: {row.source}"
    return _ORIGINS[row.origin]


_ORIGINS: Final = {
    Origin.CHOSEN: "chosen for this game",
    Origin.RECOMMENDED: "filled by recommendation",
    Origin.DERIVED: "follows from other options",
    Origin.UNSET: "the organiser chooses",
}


def _keeper(row: Row) -> str:
    if row.honoured is Honoured.ENGINE:
        return ""
    if row.honoured is Honoured.FIXED:
        return " · the only value"
    return f" · kept by {row.honoured}" + (f" ({row.place})" if row.place else "")


def _difference_json(found: Difference) -> dict[str, Any]:
    one, other = found.one, found.other
    return {"id": one.id, "title": one.title, "one": _side(one), "other": _side(other)}


def _differences_text(one: Sheet, other: Sheet, found: Sequence[Difference]) -> Iterator[str]:
    count = f"{len(found)} options differ" if len(found) != 1 else "1 option differs"
    yield click.style(f"{one.rules.name} and {other.rules.name}: {count}.", bold=True)
    names = (one.rules.name, other.rules.name if other.rules.name != one.rules.name else "as is")
    for area, rows in groupby(found, lambda each: each.one.area):
        yield ""
        yield click.style(area.upper(), bold=True)
        for each in rows:
            yield f"  {each.one.title} ({each.one.id})"
            for name, row in zip(names, (each.one, each.other), strict=True):
                mark = "" if row.accreditable else " · NOT ACCREDITABLE"
                yield from _wrapped(
                    f"{words(row.value)} · {_origin(row)}{mark}", f"      {name:13} ", " " * 20
                )


def _side(row: Row) -> dict[str, Any]:
    return {"value": plain(row.value), "origin": row.origin.value, "source": row.source}


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
