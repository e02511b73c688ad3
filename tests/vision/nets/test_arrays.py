"""Arrays in files: what is written comes back, and anything else is refused and left as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.stored import Format, NewerError, StoredError
from vision.nets.arrays import read_arrays, write_arrays

OLD = Format("things", 1, "list of things", "take another")


def doubled(data: dict[str, Any]) -> dict[str, Any]:
    return {"values": data["values"] * 2}


NEW = Format("things", 2, "list of things", "take another", {1: doubled})


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "things.npz"
    write_arrays(path, OLD, values=np.arange(4), names=np.array(["a", "b"]))
    found = read_arrays(path, OLD)
    assert found.keys() == {"values", "names"}
    assert found["values"].tolist() == [0, 1, 2, 3]


def test_a_file_of_an_older_release_is_brought_up(tmp_path: Path) -> None:
    path = tmp_path / "things.npz"
    write_arrays(path, OLD, values=np.arange(3))
    assert read_arrays(path, NEW)["values"].tolist() == [0, 2, 4]
    np.savez(path, values=np.arange(3))
    assert read_arrays(path, NEW)["values"].tolist() == [0, 2, 4], "one without a mark is of the first"


def test_a_file_of_a_newer_release_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "things.npz"
    write_arrays(path, NEW, values=np.arange(3))
    with pytest.raises(NewerError, match="update the program"):
        read_arrays(path, OLD)


def test_an_older_file_that_lacks_something_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "things.npz"
    write_arrays(path, OLD, others=np.arange(3))
    with pytest.raises(StoredError, match="is no list of things: take another"):
        read_arrays(path, NEW)


@pytest.mark.parametrize("text", [b"", b"no archive", b"PK\x03\x04 half of one"])
def test_what_is_no_archive_is_reported_and_left(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "things.npz"
    path.write_bytes(text)
    with pytest.raises(StoredError, match="is no list of things"):
        read_arrays(path, OLD)
    assert path.read_bytes() == text


def test_a_file_of_another_kind_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "things.npz"
    write_arrays(path, Format("others", 1, "list of others", "no"), values=np.arange(3))
    with pytest.raises(StoredError, match="is no list of things"):
        read_arrays(path, OLD)
    with pytest.raises(FileNotFoundError):
        read_arrays(tmp_path / "none.npz", OLD)
