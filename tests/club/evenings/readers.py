"""What a printed PDF and an EMA sheet say, read by nothing of ours."""

from __future__ import annotations

import csv
import io
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_OBJECT: Final = re.compile(rb"(\d+) 0 obj\s")
_STREAM: Final = re.compile(rb"/Length (\d+).*?>>\s*stream\r?\n", re.DOTALL)
_FONT: Final = re.compile(rb"/(F\d+) (\d+) 0 R")
_CHAR: Final = re.compile(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>\s")
_WORD: Final = re.compile(
    rb"BT (?P<x>[-\d.]+) (?P<y>[-\d.]+) Td"
    rb"|/(?P<font>F\d+) [\d.]+ Tf"
    rb"|\((?P<text>(?:[^\\()]|\\.)*)\) Tj"
    rb"|(?P<end>ET)|(?P<saved>\bq\b)|(?P<back>\bQ\b)",
    re.DOTALL,
)
_ESCAPED: Final = {b"r": b"\r", b"n": b"\n", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
Page = list[list[str]]
"""The lines of a page from above, each with its texts from the left."""


@dataclass(frozen=True, slots=True)
class _Object:
    head: bytes
    stream: bytes


def pages(file: bytes) -> list[Page]:
    """The texts of a PDF file, a page after the other (ISO 32000-1; fonts with `ToUnicode` alone)."""
    objects = dict(_objects(file))
    fonts = {
        name: {
            int(code, 16): bytes.fromhex(char.decode()).decode("utf-16-be")
            for code, char in _CHAR.findall(objects[_number(objects[int(number)].head, b"ToUnicode")].stream)
        }
        for each in objects.values()
        if b"/Font <<" in each.head
        for name, number in _FONT.findall(each.head)
    }
    leaves = [each.head for _, each in sorted(objects.items()) if re.search(rb"/Type /Page\b", each.head)]
    return [_page(objects[_number(leaf, b"Contents")].stream, fonts) for leaf in leaves]


def ema(file: bytes) -> list[dict[str, str]]:
    """The lines of an EMA sheet by the names of its columns."""
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"))))


def _objects(file: bytes) -> Iterator[tuple[int, _Object]]:
    at = 0
    while found := _OBJECT.search(file, at):
        end = file.index(b"endobj", found.end())
        stream = _STREAM.search(file, found.end())
        if stream is None or stream.start() > end:
            yield int(found[1]), _Object(file[found.end() : end], b"")
            at = end
            continue
        body = file[stream.end() : stream.end() + int(stream[1])]
        head = file[found.end() : stream.end()]
        yield int(found[1]), _Object(head, zlib.decompress(body) if b"/FlateDecode" in head else body)
        at = stream.end() + int(stream[1])


def _number(head: bytes, key: bytes) -> int:
    found = re.search(rb"/" + key + rb" (\d+) 0 R", head)
    assert found is not None, key
    return int(found[1])


def _page(content: bytes, fonts: Mapping[bytes, Mapping[int, str]]) -> Page:
    texts: list[tuple[float, float, str]] = []
    font, place, said, kept = b"", (0.0, 0.0), "", list[bytes]()
    for word in _WORD.finditer(content):
        if word["x"]:
            place = float(word["x"]), float(word["y"])
        elif word["font"]:
            font = word["font"]
        elif word["text"] is not None:
            said += _decoded(word["text"], fonts[font])
        elif word["saved"]:
            kept.append(font)
        elif word["back"]:
            font = kept.pop()
        else:
            if said:
                texts.append((-round(place[1]), place[0], said))
            said = ""
    lines: dict[float, list[str]] = {}
    for y, _, text in sorted(texts):
        lines.setdefault(y, []).append(text)
    return list(lines.values())


def _decoded(text: bytes, font: Mapping[int, str]) -> str:
    plain = re.sub(rb"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), text, flags=re.DOTALL)
    codes = (int.from_bytes(plain[at : at + 2]) for at in range(0, len(plain), 2))
    return "".join(font[code] for code in codes)
