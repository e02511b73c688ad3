"""The check of all catalogues: `python -m words.check` prints what is wrong, by file and line.

Every catalogue says the same things as the English one, with the same values and the plural forms that its
language has. Files are written by `written`, one text a line, so that the line of a key is known.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from words import FIRST, FOLDER, LANGUAGES
from words.message import MessageError, choices, names, parsed
from words.plural import categories

FOREIGN: Final = frozenset({"detail", "what", "said", "error"})
"""Values that are English words of a library or a disk: other languages may leave them out, and say instead
what else is known."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text with the line where it stands."""

    line: int
    text: str


def written(tree: Mapping[str, Any]) -> str:
    """A catalogue as it stands on the disk."""
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"


def texts(tree: Mapping[str, Any], line: int = 1, prefix: str = "") -> Iterator[tuple[str, Text]]:
    """Each text by its full key, with its line in the file as it is written."""
    for key, value in tree.items():
        line += 1
        if isinstance(value, dict) and value:
            yield from texts(value, line, f"{prefix}{key}.")
            line += _lines(value)
        else:
            yield prefix + key, Text(line, value)


def _lines(tree: Mapping[str, Any]) -> int:
    """Lines from behind the opening brace to the closing one."""
    return sum(1 + (_lines(value) if isinstance(value, dict) and value else 0) for value in tree.values()) + 1


def faults(folder: Path = FOLDER) -> list[str]:
    """`de/table.json:12: what is wrong`, for every catalogue of every listed language."""
    found: list[str] = []
    known = {path.name for path in (folder / FIRST).glob("*.json")}
    for code in sorted(path.name for path in folder.iterdir() if (path / "names.json").is_file()):
        if code not in LANGUAGES:
            found.append(f"{code}: the language is missing in languages.json")
            continue
        for path in sorted((folder / code).glob("*.json")):
            if path.name in known:
                found += [f"{code}/{path.name}:{fault}" for fault in _file(path, folder / FIRST, code)]
            else:
                found.append(f"{code}/{path.name}:1: no such catalogue in English")
    return found


def _file(path: Path, first: Path, code: str) -> Iterator[str]:
    text = path.read_text("utf-8")
    try:
        tree = json.loads(text)
    except json.JSONDecodeError as error:
        yield f"{error.lineno}: no JSON: {error.msg}"
        return
    if (right := written(tree)) != text:
        lines = zip(right.splitlines(), text.splitlines(), strict=False)
        at = next((n for n, (ours, theirs) in enumerate(lines, 1) if ours != theirs), 1)
        yield f"{at}: a key twice, or not in the form of `-m words.check --write`"
        return
    own, english = dict(texts(tree)), dict(texts(json.loads((first / path.name).read_text("utf-8"))))
    for key, said in own.items():
        if key not in english:
            yield f"{said.line}: {key} is not in English"
        else:
            for fault in _message(said.text, english[key].text, code):
                yield f"{said.line}: {key}: {fault}"
    line = 1
    for key in english:
        if key in own:
            line = own[key].line
        else:
            yield f"{line}: {key} is missing after this line"


def _message(text: object, english: str, code: str) -> Iterator[str]:
    if not isinstance(text, str) or not (text.strip() or not english.strip()):
        yield "no text"
        return
    try:
        message, first = parsed(text), parsed(english)
    except MessageError as error:
        yield str(error)
        return
    lost, more = set(names(first)) - set(names(message)), set(names(message)) - set(names(first))
    foreign = lost & FOREIGN if code != FIRST else frozenset()
    if lost := lost - foreign:
        yield f"lacks {', '.join(sorted(lost))}"
    if more and not foreign:
        yield f"uses {', '.join(sorted(more))}, which English does not"
    for choice in choices(message):
        if set(choice.arms) != set(categories(code)):
            needed = ", ".join(categories(code))
            yield f"the plural of {choice.name} has {', '.join(choice.arms)}, the language {needed}"


def main(folder: Path = FOLDER) -> int:
    """`--write` writes all files in their form; else the faults, and 1 where there are any."""
    if "--write" in sys.argv:
        for path in folder.glob("*/*.json"):
            path.write_text(written(json.loads(path.read_text("utf-8"))), "utf-8")
    for fault in (found := faults(folder)):
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
