"""What a table or a club keeps is replaced as a whole: no file of theirs is written in place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = (
    "club",
    "contract",
    "controller",
    "engine",
    "firmware_bridge",
    "runtime",
    "screens",
    "upkeep",
    "vision",
)
IN_PLACE: Final = frozenset({"write_text", "write_bytes", "savez", "savez_compressed", "imwrite"})
WRITING: Final = frozenset("wax+")
NOT_KEPT: Final = {
    "club/cli/forms.py": "a sheet to print, where a person asked for it",
    "club/web/reference.py": "a page of the documentation",
    "contract/js_types.py": "types of the sources",
    "controller/appliance/backup.py": "copies to pack, and a part that is renamed when it is whole",
    "controller/appliance/image/make.py": "an image, where a person asked for it",
    "controller/appliance/updates/make.py": "an index beside the releases that a person has made",
    "controller/appliance/restore.py": "a folder of its own, which changes places when it is whole",
    "controller/bus/reference.py": "a page of the documentation",
    "controller/cli/calibrate.py": "a sheet to print",
    "controller/cli/collect.py": "pictures, where a person asked for it",
    "controller/cli/convert.py": "a record, where a person asked for it",
    "controller/cli/questions/schemas.py": "schemas of the sources",
    "controller/cli/render.py": "a film, where a person asked for it",
    "controller/web/js_types.py": "types of the sources",
    "controller/cli/appliance/support.py": "a report, where a person asked for it",
    "firmware_bridge/flash/avrdude.py": "a file for avrdude, in a folder of its own",
    "firmware_bridge/flash/stlink.py": "a file for st-flash, in a folder of its own",
    "firmware_bridge/virtual/native_library.py": "a build, and its lock",
    "club/process.py": "a lock",
    "runtime/mosquitto.py": "the log of one run",
    "screens/vendor.py": "a build",
    "upkeep/network.py": "a part that is renamed when it is whole",
    "vision/calibration/overlay.py": "a picture, where a person asked for it",
    "vision/faces/textures.py": "drawings of the sources",
    "vision/nets/arrays.py": "bytes in memory, for replace_file",
}
"""Who may write in place, and what that is."""


def sources() -> list[Path]:
    """Everything that is shipped but the training of nets."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return sorted(path for path in found if "train" not in path.parts and "node_modules" not in path.parts)


def writes(source: str) -> Iterator[int]:
    """Lines that write a file in place."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        given = (*node.args, *(keyword.value for keyword in node.keywords))
        values = [text for each in given if (text := _text(each)) is not None]
        opens = name in {"open", "fdopen"} and any(0 < len(v) <= 3 and WRITING & set(v) for v in values)
        if name in IN_PLACE or opens:
            yield node.lineno


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_what_is_kept_is_replaced_as_a_whole() -> None:
    found = {path.relative_to(ROOT).as_posix(): list(writes(path.read_text("utf-8"))) for path in sources()}
    written = {name: lines for name, lines in found.items() if lines}
    assert {name: lines for name, lines in written.items() if name not in NOT_KEPT} == {}
    assert set(NOT_KEPT) <= set(written), "who writes nothing in place any more needs no leave"


@pytest.mark.parametrize(
    "line", ['path.write_text("a")', 'path.open("w")', 'open(path, mode="ab")', "path.write_bytes(data)"]
)
def test_what_writes_in_place_is_found(line: str) -> None:
    assert list(writes(line)) == [1]


def test_reading_is_none() -> None:
    assert list(writes('path.open("rb"); path.open(); path.read_text("ascii")')) == []
