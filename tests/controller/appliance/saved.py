"""A table's data that are saved: with secrets, and a hand that is played."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

from controller.appliance import backup as packing
from controller.appliance.backup import make
from tests.controller.history.test_hands import game, write

SECRET = "correct-horse-battery"
SETTINGS = f"""# the old password was {SECRET}-1
[broker]
url = "mqtts://controller:{SECRET}-2@hub.local:8883"
password = "{SECRET}-3"  # {SECRET}-4
[camera]
kind = "rtsp"
source = "rtsp://eye:{SECRET}-5@10.0.0.9/1"
[machine]
kind = "none"
"""


def table_data(made: Path) -> Path:
    """Of a table in the middle of its second game's second hand; its journals know every tile."""
    write(made / "games", "g000001-a", game(1, seen=True)).close()
    write(made / "games", "g000002-b", game(2, seen=True, finish=False)).close()
    for name, text in {
        "table.toml": SETTINGS,
        "table.toml.~1~": SETTINGS,
        "host.json": '{"names": ["Anna"]}',
        "calibration.json": "{}",
        "clock-seen.json": "{}",
        "lock": "",
        "broker/accounts.json": f'"{SECRET}-6"',
        "broker/here": f"http://localhost {SECRET}-7",
        "games/g000002-b.world.json": "the walls",
        "games/g000002-b.jsonl.aside": "the walls",
        "games/g000002-b/picture.jpg": "a hand",
        "sets/green.taught": "lessons",
        "tables/two/games/g000001-c.jsonl": "another table",
    }.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text)
    with closing(sqlite3.connect(made / "outbox.sqlite")) as kept:
        kept.execute("CREATE TABLE sent (a)")
    return made


def packed(data: Path, *, whole: bool = True) -> zipfile.ZipFile:
    out = io.BytesIO()
    make(data, out, whole=whole)
    return zipfile.ZipFile(out)


def names(found: zipfile.ZipFile) -> set[str]:
    return set(found.namelist()) - {packing.MANIFEST}


GAMES = {"games/g000001-a.jsonl", "games/g000002-b.jsonl"}
TAKEN = GAMES | {"table.toml", "host.json", "calibration.json", "sets/green.taught", "outbox.sqlite"}
