"""Commands that answer JSON lines: one object a line in, one answer a line out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TextIO

import click

from engine.explain.explanation import Explanation
from engine.notation.fields import Fault, QueryError

Answer = dict[str, object]
_ANSWER_NO: Final = 1


def answer_lines(
    source: TextIO,
    as_json: bool,
    solve: Callable[[Mapping[str, object]], Answer],
    text: Callable[[Answer], str],
) -> None:
    """Prints the answer to each line, as JSON or as `text` puts it; exit status 1 if one has a fault.

    `solve` answers a JSON object or raises QueryError; either way the work goes on with the next line.
    """
    wrong = False
    for number, line in _lines(source):
        found = _solved(line, solve)
        wrong |= found.get("ok") is False
        if as_json:
            click.echo(json.dumps(found, ensure_ascii=False))
        else:
            label = number if found["id"] is None else found["id"]
            click.echo(f"{label}: {found['message'] if 'message' in found else text(found)}")
    if wrong:
        raise SystemExit(_ANSWER_NO)


def explained(found: Explanation, language: str) -> Answer:
    """The explanation as data: the text, and its lines with their numbers."""
    lines = [
        {
            "topic": line.topic.value,
            "text": line.text,
            "parts": [{"key": part.key, "amount": part.amount, "text": part.text} for part in line.parts],
        }
        for line in found.lines
    ]
    return {"language": language, "text": found.text, "lines": lines}


def _lines(source: TextIO) -> Iterator[tuple[int, str]]:
    try:
        for number, line in enumerate(source, 1):
            if line.strip():
                yield number, line
    except UnicodeDecodeError:
        raise click.UsageError("The input is not UTF-8 text: send JSON lines.") from None


def _solved(line: str, solve: Callable[[Mapping[str, object]], Answer]) -> Answer:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return _refused(None, Fault("NOT_JSON", "The line is not JSON: send one object a line."))
    if not isinstance(data, dict):
        return _refused(None, Fault("NOT_JSON", "The line is not a JSON object: send one object a line."))
    try:
        return {"id": data.get("id"), **solve(data)}
    except QueryError as error:
        return _refused(data.get("id"), *error.faults)


def _refused(name: object, *faults: Fault) -> Answer:
    message = " ".join(fault.text for fault in faults)
    return {"id": name, "ok": False, "faults": [fault.code for fault in faults], "message": message}
