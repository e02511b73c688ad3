"""Arrays in files of NumPy (`npz`) that say their format."""

from __future__ import annotations

import io
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np

from runtime.stored import DAMAGED, Format, replace_file


def write_arrays(path: Path, kind: Format, **arrays: Any) -> None:
    """Replaces the file as a whole; OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = io.BytesIO()
    np.savez_compressed(packed, format=kind.mark, **arrays)
    replace_file(path, packed.getvalue())


def read_arrays(path: Path, kind: Format) -> dict[str, Any]:
    """The arrays by name, brought up to this version. OSError where the file cannot be read; StoredError
    where it is something else, damaged or a newer program's."""
    data = path.read_bytes()
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except (*DAMAGED, SyntaxError, TokenError) as error:  # an array's head is read as an expression of Python
        raise kind.broken(path) from error
    mark = found.pop("format", None)
    version = kind.version_of(path, None if mark is None else str(mark))
    try:
        return kind.upgraded(found, version)
    except (ValueError, KeyError, TypeError) as error:
        raise kind.broken(path) from error
