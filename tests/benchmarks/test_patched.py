"""What a benchmark puts something of its own in the place of is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]


def patches(file: Path) -> Iterator[tuple[str, str]]:
    """The object and the attribute of every `mock.patch.object` with a plain name."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(ast.Attribute(attr="object"), [ast.Name(patched), ast.Constant(str(name)), *_]):
                yield patched, name


FILES = [file for file in sorted((HERE / "benchmarks").rglob("*.py")) if any(patches(file))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_replaced_exists(file: Path) -> None:
    module = import_module(".".join(file.relative_to(HERE).with_suffix("").parts))
    missing = [
        f"{patched}.{name}" for patched, name in patches(file) if not hasattr(getattr(module, patched), name)
    ]
    assert missing == []


def test_there_are_some() -> None:
    assert len(FILES) >= 5
