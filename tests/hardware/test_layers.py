"""The core of the firmware stands in layers: a file includes and calls its own layer and those below it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_bridge.virtual.native_library import FIRMWARE
from tests.hardware.conftest import need

CORE = FIRMWARE / "core"
LAYERS = ("base", "drive", "safety", "units", "sorting", "table", "host", "core")
"""From the ground up; `core` itself holds what puts the others together."""
OUTSIDE = {"hal.h"}
"""Below the layers: what the chip gives."""


def sources(suffix: str) -> list[Path]:
    return sorted(CORE.rglob(f"*.{suffix}"))


def height(path: Path) -> int:
    return LAYERS.index(path.parent.name)


def short(path: Path) -> str:
    return str(path.relative_to(CORE))


def includes(path: Path) -> Iterator[Path]:
    for name in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
        yield (path.parent / name).resolve()


@cache
def symbols() -> tuple[dict[str, Path], list[tuple[Path, str]]]:
    """Where each global symbol of the core is defined, and which file needs which."""
    need("native")
    of = {path.stem: path for path in sources("c")}
    with TemporaryDirectory() as folder:
        compile_all = ["cc", "-std=gnu11", "-DHOST", "-c", *map(str, of.values())]
        subprocess.run(compile_all, cwd=folder, check=True)
        objects = [f"{stem}.o" for stem in of]
        listed = subprocess.run(
            ["nm", "-A", *objects], cwd=folder, capture_output=True, text=True, check=True
        )
    defined: dict[str, Path] = {}
    needed: list[tuple[Path, str]] = []
    for stem, kind, name in re.findall(r"^(\w+)\.o:[0-9a-f ]* ([A-Z]) (\w+)$", listed.stdout, re.MULTILINE):
        if kind == "U":
            needed.append((of[stem], name))
        else:
            defined[name] = of[stem]
    return defined, needed


def test_every_file_lies_in_a_layer() -> None:
    folders = {path.parent for suffix in "ch" for path in sources(suffix)}
    assert folders == {CORE, *(CORE / layer for layer in LAYERS[:-1])}
    stems = [path.stem for path in sources("c")]
    assert len(set(stems)) == len(stems)


def test_every_file_declares_what_it_gives_in_its_own_header() -> None:
    lacking = [short(c) for c in sources("c") if next(includes(c), None) != c.with_suffix(".h")]
    assert lacking == []


@pytest.mark.parametrize("suffix", ["c", "h"])
def test_a_file_includes_only_its_own_layer_and_those_below(suffix: str) -> None:
    wrong = [
        f"{short(path)} includes {short(found)}"
        for path in sources(suffix)
        for found in includes(path)
        if found.name not in OUTSIDE and height(found) > height(path)
    ]
    assert wrong == []


def test_a_file_uses_only_symbols_of_its_own_layer_and_those_below() -> None:
    defined, needed = symbols()
    assert len(defined) > 100
    wrong = [
        f"{short(path)} uses {name} of {short(defined[name])}"
        for path, name in needed
        if name in defined and height(defined[name]) > height(path)
    ]
    assert wrong == []


def test_no_files_use_each_other() -> None:
    defined, needed = symbols()
    graph: dict[str, set[str]] = {}
    for path, name in needed:
        if name in defined:
            graph.setdefault(short(path), set()).add(short(defined[name]))
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" uses ".join(reversed(error.args[1])))


def test_the_layers_are_those_of_the_page() -> None:
    page = (FIRMWARE.parents[1] / "docs/machine.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `core/(\w*)/?` \| ([^|]+) \|", page, re.MULTILINE))
    assert list(rows) == [*LAYERS[:-1], ""][::-1]
    for layer, files in rows.items():
        here = {path.stem for path in (CORE / layer).glob("*.[ch]")}
        assert set(re.findall(r"`(\w+)`", files)) == here, layer
