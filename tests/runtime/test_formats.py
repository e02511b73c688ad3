"""Files of the future, of nobody, half written and changed: one sentence, nothing lost, for every format."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.table.games import WORLD, Games
from controller.table.journal import JournalError
from runtime.database import Database
from tests.runtime.files import FILES, Stored, bare, mark, outcome

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "runtime", "vision", "firmware_bridge", "upkeep", "controller", "club")
PROBLEMS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
each = pytest.mark.parametrize("stored", FILES, ids=lambda stored: stored.kind.name)


def made(stored: Stored, folder: Path) -> Path:
    path = folder / stored.name
    path.parent.mkdir(parents=True, exist_ok=True)
    stored.make(path)
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def one_sentence(sentence: str | None) -> bool:
    return (
        sentence is not None
        and sentence.endswith(".")
        and "Traceback" not in sentence
        and "\n" not in sentence
    )


def test_every_format_of_the_program_is_tried_here() -> None:
    text = "\n".join(p.read_text("utf-8") for room in ROOMS for p in (ROOT / room).rglob("*.py"))
    named = set(re.findall(r'Final = (?:Format|Database)\(\s*(?:name=)?"([a-z-]+)"', text))
    assert named == {stored.kind.name for stored in FILES}


def test_the_document_lists_every_format_with_its_version() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", (ROOT / "docs/release.md").read_text("utf-8"), re.M)
    assert {name: int(number) for name, number in rows} == {s.kind.name: s.kind.version for s in FILES}


@each
def test_a_good_file_is_read(stored: Stored, tmp_path: Path) -> None:
    assert outcome(stored, made(stored, tmp_path)) is None


@each
def test_a_file_of_the_first_release_is_read(stored: Stored, tmp_path: Path) -> None:
    path = made(stored, tmp_path)
    bare(stored, path)
    assert outcome(stored, path) is None


@each
def test_a_newer_file_is_refused_and_untouched(stored: Stored, tmp_path: Path) -> None:
    path = made(stored, tmp_path)
    mark(stored, path, 7)
    before = contents(tmp_path)
    sentence = outcome(stored, path)
    assert sentence is not None
    assert sentence.endswith(
        f"{path.name} was written by a newer version of Jantaku (format 7, this program knows "
        f"{stored.kind.version}): update the program, nothing was changed."
    )
    assert contents(tmp_path) == before


def test_the_torn_line_of_a_newer_journal_is_not_cut(tmp_path: Path) -> None:
    stored = next(each for each in FILES if each.kind.name == "journal")
    path = made(stored, tmp_path)
    mark(stored, path, 7)
    path.write_bytes(path.read_bytes() + b'{"seq":2,"ki')
    before = path.read_bytes()
    assert "newer version" in str(outcome(stored, path))
    assert path.read_bytes() == before


def foreign_database(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("CREATE TABLE photographs (id INTEGER)")
    data = path.read_bytes()
    path.unlink()
    return data


NOBODYS = {
    "empty": b"",
    "zeros": bytes(5000),
    "a list": b"[]\n",
    "an object": b'{"colour": "red"}\n',
    "of another format": b'{"format": "jantaku-other/1"}\n',
    "no mark": b'{"format": ["jantaku"]}\n',
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9,
    "not of Unicode": b'{"format": "\xff"}\n',
    "deep": b"[" * 100_000 + b"\n",
    "one line": b"{}",
}


NOTHING = {
    ("journal", "zeros"),
    ("session", "empty"),
    ("accounts", "one line"),
    ("cluster-secrets", "one line"),
    ("cluster-secrets", "an object"),
    ("hub-clock", "one line"),
    ("hub-clock", "an object"),
}
"""A list without entries, an object whose fields the format does not ask for, room that a power cut left
empty: a good file, of nothing."""


@each
@pytest.mark.parametrize("what", [*NOBODYS, "a database"])
def test_a_file_of_nobody_is_refused_and_kept(stored: Stored, what: str, tmp_path: Path) -> None:
    path = tmp_path / "files" / stored.name
    path.parent.mkdir(parents=True)
    data = foreign_database(tmp_path / "other.db") if what == "a database" else NOBODYS[what]
    path.write_bytes(data)
    sentence = outcome(stored, path)
    if (stored.empty and not data) or (stored.kind.name, what) in NOTHING:
        assert sentence is None
        return
    assert data in contents(tmp_path / "files").values()
    assert one_sentence(sentence) or (stored.aside and sentence is None), sentence
    assert not stored.aside or not path.exists()


@each
@given(share=st.floats(0, 1, exclude_max=True))
@settings(max_examples=12, deadline=None, suppress_health_check=PROBLEMS)
def test_a_half_written_file_is_one_sentence(stored: Stored, share: float, tmp_path: Path) -> None:
    path = made(stored, tmp_path / "whole")
    data = path.read_bytes()
    half = data[: int(len(data.rstrip(b"\n")) * share)]
    torn = tmp_path / "half" / stored.name
    torn.parent.mkdir(parents=True, exist_ok=True)
    for old in torn.parent.iterdir():
        old.unlink()
    torn.write_bytes(half)
    sentence = outcome(stored, torn)
    path.unlink()
    if stored.lines or (stored.empty and not half) or stored.aside:
        assert sentence is None or one_sentence(sentence)
        return
    assert one_sentence(sentence), (sentence, half)
    assert torn.read_bytes() == half


@each
@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
@settings(max_examples=25, deadline=None, suppress_health_check=PROBLEMS)
def test_a_flipped_bit_never_ends_the_program(stored: Stored, at: float, bit: int, tmp_path: Path) -> None:
    path = made(stored, tmp_path / "whole")
    data = bytearray(path.read_bytes())
    data[int(len(data) * at)] ^= 1 << bit
    for old in path.parent.iterdir():
        old.unlink()
    path.write_bytes(data)
    sentence = outcome(stored, path)
    assert sentence is None or one_sentence(sentence)
    refused = sentence is not None and not isinstance(stored.kind, Database)
    assert not refused or path.read_bytes() == data
    for old in path.parent.iterdir():
        old.unlink()


def test_a_damaged_name_within_a_database_is_one_sentence(tmp_path: Path) -> None:
    """SQLite repeats the name in what it says, where it is no text any more."""
    (stored,) = (each for each in FILES if each.name == "commands.sqlite")
    path = made(stored, tmp_path)
    data = path.read_bytes()
    at = data.index(b"table", 100)  # of the row: type, name, table
    assert data[at + 5 : at + 12] == b"replies"
    path.write_bytes(data[: at + 6] + b"\xe5" + data[at + 7 :])
    sentence = outcome(stored, path)
    assert sentence is None or one_sentence(sentence)


def test_the_world_of_another_game_is_refused(tmp_path: Path) -> None:
    games = Games(tmp_path)
    games.folder.mkdir()
    games.keep_world(games.folder / "a.jsonl", {"world": {"finished": False}})
    (games.folder / f"a{WORLD}").rename(games.folder / f"b{WORLD}")
    with pytest.raises(JournalError, match="of another game"):
        games.world(games.folder / "b.jsonl")


def test_an_object_keeps_its_mark_first(tmp_path: Path) -> None:
    for stored in FILES:
        path = made(stored, tmp_path / stored.kind.name)
        if path.suffix == ".json":
            assert next(iter(json.loads(path.read_text("utf-8")))) == "format"
