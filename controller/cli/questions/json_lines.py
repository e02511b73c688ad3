"""Commands that answer JSON lines: one object a line in, one answer a line out."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TextIO

import click

from engine.notation.fields import QueryError
from engine.notation.schema import QuestionFault, shown

Answer = dict[str, object]
JSON_LINES: Final = click.File("r", encoding="utf-8-sig", errors="surrogateescape")
"""The type of an argument that names such input; bytes that are no text are left to their line."""
_ANSWER_NO: Final = 1
_SEPARATORS: Final = {ord(char): f"\\u{ord(char):04x}" for char in "\x85\u2028\u2029"}
"""What JSON leaves as it is and some readers take for the end of a line."""
_OTHER_THAN_TEXT: Final = ("\x1f\udc8b", "\udcff\udcfe", "\udcfe\udcff")
"""How packed files and UTF-16 begin."""


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
            _print(json.dumps(found, ensure_ascii=False).translate(_SEPARATORS))
        else:
            label = number if found["id"] is None else found["id"]
            _print(f"{label}: {found['message'] if 'message' in found else text(found)}")
    if wrong:
        raise SystemExit(_ANSWER_NO)


def _lines(source: TextIO) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source, 1):
        if number == 1 and line.startswith(_OTHER_THAN_TEXT):
            raise click.UsageError("The input is not UTF-8 text: unpack or convert it, and send JSON lines.")
        if line.strip():
            yield number, line


def _print(text: str) -> None:
    """Half a character, which JSON can name and no text can hold, is printed by its name."""
    click.echo(text.encode("utf-8", "backslashreplace"))


def _solved(line: str, solve: Callable[[Mapping[str, object]], Answer]) -> Answer:
    twice: list[str] = []

    def once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, value in pairs:
            if name in found:
                twice.append(name)
            found[name] = value
        return found

    try:
        line.encode()
        data = json.loads(line, object_pairs_hook=once, parse_constant=_number, parse_float=_number)
    except UnicodeEncodeError:
        return _refused(
            None, QuestionFault("NOT_JSON", "The line is not UTF-8 text: send one object a line.")
        )
    except (ValueError, RecursionError):
        return _refused(None, QuestionFault("NOT_JSON", "The line is not JSON: send one object a line."))
    if not isinstance(data, dict):
        return _refused(
            None, QuestionFault("NOT_JSON", "The line is not a JSON object: send one object a line.")
        )
    faults = [QuestionFault("SAID_TWICE", f"The line says {name!r} twice: say it once.") for name in twice]
    try:
        answer = {"id": data.get("id"), **solve(data)}
    except QueryError as error:
        faults += error.faults
    return _refused(data.get("id"), *faults) if faults else answer


def _number(text: str) -> float:
    """A number that JSON has; ValueError for the others of Python."""
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(f"{text} is no number.")
    return found


def _refused(name: object, *faults: QuestionFault) -> Answer:
    message = " ".join(fault.text for fault in faults)
    details = [
        {"fault": fault.code, "path": shown(fault.path), "message": fault.text, "nearest": list(fault.near)}
        for fault in faults
    ]
    codes = [fault.code for fault in faults]
    return {"id": name, "ok": False, "faults": codes, "message": message, "details": details}
