"""Every stored format with what makes, opens and ages a file of it, for the tests of bad input."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from club import pages_note
from club.hub import timekeeper
from club.hub.config import WebSection
from club.scale import folder as scale
from club.scale.cluster import Cluster, ClusterError, Node
from contract.messages import Reply
from contract.roles import Role
from controller.appliance import backup
from controller.broker import accounts, club
from controller.broker.errors import BrokerError
from controller.bus import replies, session
from controller.club_link import outbox
from controller.people import host_book
from controller.table import games, journal
from controller.teaching import learning
from engine.state import events as ev
from engine.tiles.tile import Tile
from runtime import clock
from runtime.database import Database
from runtime.stored import Format, StoredError
from upkeep import places
from vision.calibration import surface
from vision.eyes import taught
from vision.nets import enrol
from vision.photo import album

REFUSALS = (
    StoredError,
    backup.BackupError,
    accounts.AccountError,
    BrokerError,
    ClusterError,
    journal.JournalError,
    session.SessionError,
    surface.CalibrationError,
    enrol.EnrolError,
)
LOOKS = np.random.default_rng(1).normal(size=(3, 2, 16)).astype(np.float32)


@dataclass(frozen=True)
class Stored:
    """`make` writes a good file, `use` opens it as the program does and gives what an alert would say."""

    kind: Format | Database
    name: str
    make: Callable[[Path], object]
    use: Callable[[Path], str | None]
    aside: bool = False
    """A broken file is put aside and is no reason to stop."""
    empty: bool = False
    """An empty file is as good as none."""
    lines: bool = False
    """A file that ends early is one that was torn off."""


def _journal(path: Path) -> None:
    with journal.Journal(path) as opened:
        opened.append_event(ev.GameStarted("rrc"), 1)
        opened.append_event(ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4), 2)


def _open_journal(path: Path) -> None:
    journal.Journal(path).close()


def _world(path: Path) -> None:
    games.Games(path.parent).keep_world(path.with_name("a.jsonl"), {"world": {"finished": False}})


def _outbox(path: Path) -> None:
    memory = outbox.Memory.open(path)
    memory.put("a", 0, outbox.LastSent(3, "digest", acknowledged=True))
    memory.close()


def _use_outbox(path: Path) -> str | None:
    memory = outbox.Memory.open(path)
    memory.done("a")
    memory.close()
    return memory.trouble


def _commands(path: Path) -> None:
    memory = replies.Replies(path, "boot", lambda: 10**12)
    memory.enter("me", "1", "digest")
    memory.finish("me", "1", Reply(id="1", ok=True, code="ok", rev=0))
    memory.close()


def _use_commands(path: Path) -> str | None:
    memory = replies.Replies(path, "boot", lambda: 10**12)
    memory.enter("me", "1", "digest")
    trouble = memory.trouble
    memory.close()
    return trouble


def _surface(path: Path) -> None:
    surface.Surface(8, 6, 5.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 900.0), 0.1, 0.1, (1, 2)).save(path)


def _set(path: Path) -> None:
    enrol.tile_set([(Tile(n), look[None]) for n, look in enumerate(LOOKS)]).save(path)


def _tiles(path: Path) -> None:
    album.Album(path.parent).add([(Tile(3), np.zeros((64, 48, 3), np.uint8))])


def _learnt(path: Path) -> None:
    learning.FORMAT.write(path, {"at_ms": 1, "right": 5, "then": 9, "count": 10, "kept": True, "newest": 3})


def _lessons(path: Path) -> None:
    lessons = taught.Taught()
    lessons.learn(3, LOOKS[0])
    lessons.save(path)


def _accounts(path: Path) -> None:
    made = accounts.Accounts(path.parent, "home")
    made.put(accounts.Account.named("anna", Role.REFEREE))
    made.write()


def _club(path: Path) -> None:
    saved = club._saved(club.Settings("home", ("127.0.0.1",), "root"))
    club.FORMAT.write(path, saved, private=True)


def _cluster(path: Path) -> None:
    nodes = [Node(f"node{n}", "127.0.0.1", "127.0.0.1", n, n + 3, n + 6) for n in (1, 2, 3)]
    list(scale.write(path.parent, Cluster(nodes, ["home"], None), None))


def _clock(path: Path) -> None:
    timekeeper.FORMAT.write(path, {"computer": "", "uptime_ms": 0, "rounds": []})


def _players(path: Path) -> str | None:
    """What is put aside is an alert of the table's, which its own tests read."""
    trouble = host_book.Book(path.parent).trouble
    return trouble if path.exists() else None


def _session(path: Path) -> None:
    with session.recorder(path, "root") as made:
        made.received("root/state", b"{}", retain=True)


def _backup(path: Path) -> None:
    with tempfile.TemporaryDirectory() as data:
        (Path(data) / "games").mkdir()
        _journal(Path(data) / "games" / "a.jsonl")
        backup.save(Path(data), path)


def _open_backup(path: Path) -> None:
    backup.opened(path)[0].close()


def _nothing(use: Callable[[Path], object]) -> Callable[[Path], None]:
    def used(path: Path) -> None:
        use(path)

    return used


FILES = (
    Stored(journal.FORMAT, "a.jsonl", _journal, _open_journal, empty=True, lines=True),
    Stored(
        games.WORLD_FORMAT,
        "games/a.world.json",
        _world,
        _nothing(lambda path: games.Games(path.parents[1]).world(path.with_name("a.jsonl"))),
    ),
    Stored(outbox.DATABASE, "outbox.sqlite", _outbox, _use_outbox, empty=True),
    Stored(replies.DATABASE, "commands.sqlite", _commands, _use_commands, empty=True),
    Stored(surface.FORMAT, "calibration.json", _surface, _nothing(surface.Surface.load)),
    Stored(enrol.FORMAT, "club.npz", _set, _nothing(enrol.TileSet.load)),
    Stored(album.FORMAT, "000000.npz", _tiles, _nothing(album.read)),
    Stored(learning.FORMAT, "club.learnt.json", _learnt, _nothing(learning.read_record)),
    Stored(taught.FORMAT, "club.taught", _lessons, lambda path: taught.Taught().load(path), aside=True),
    Stored(
        accounts.FORMAT,
        "accounts.json",
        _accounts,
        _nothing(lambda path: accounts.Accounts(path.parent, "home")),
    ),
    Stored(club.FORMAT, "club.json", _club, _nothing(lambda path: club.ClubBroker(path.parent).settings())),
    Stored(
        pages_note.FORMAT,
        pages_note.FILE,
        lambda path: pages_note.keep(path.parent, WebSection(), 8080),
        _nothing(pages_note.read),
    ),
    Stored(scale.FORMAT, "secrets.json", _cluster, _nothing(_cluster)),
    Stored(
        timekeeper.FORMAT,
        "clock.json",
        _clock,
        _nothing(lambda path: timekeeper.Timekeeper(path, lambda: 0)),
        aside=True,
    ),
    Stored(
        clock.FORMAT,
        clock.FILE,
        lambda path: clock.Clock().keep(path.parent),
        _nothing(clock._read),
        aside=True,
    ),
    Stored(
        host_book.FORMAT,
        host_book.FILE,
        lambda path: host_book.FORMAT.write(path, {"names": ["Anna"], "next": None, "usual": ""}),
        _players,
        aside=True,
    ),
    Stored(backup.FORMAT, "a.zip", _backup, _nothing(_open_backup)),
    Stored(
        places.FORMAT,
        places.NOTE,
        lambda path: places.note(10**12, Path("a.zip"), path.parent),
        _nothing(places.read),
    ),
    Stored(session.FORMAT, "a.session", _session, _nothing(session.read), lines=True),
)


def outcome(stored: Stored, path: Path) -> str | None:
    """What a person is told of the file: a refusal or an alert; None where it is good."""
    try:
        return stored.use(path)
    except REFUSALS as error:
        return str(error)


def mark(stored: Stored, path: Path, version: int) -> None:
    """The file as if a program of this version had written it."""
    if isinstance(stored.kind, Database):
        with closing(sqlite3.connect(path)) as opened:
            opened.execute(f"PRAGMA user_version = {version}")
        return
    before, after = stored.kind.mark, f"jantaku-{stored.kind.name}/{version}"
    if path.suffix in (".npz", ".taught"):
        with np.load(path) as file:
            arrays: dict[str, Any] = dict(file.items())
        with path.open("wb") as target:
            np.savez_compressed(target, **{**arrays, "format": after})
        return
    if stored.kind is backup.FORMAT:
        _mark_backup(path, before, after)
        return
    text = path.read_text("utf-8")
    if stored.kind is session.FORMAT:
        path.write_text(text.replace('"session": 1', f'"session": {version}'), "utf-8")
    else:
        assert before in text
        path.write_text(text.replace(before, after), "utf-8")


def _mark_backup(path: Path, before: str, after: str) -> None:
    with zipfile.ZipFile(path) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    assert before.encode() in files[backup.MANIFEST]
    files[backup.MANIFEST] = files[backup.MANIFEST].replace(before.encode(), after.encode())
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)


def bare(stored: Stored, path: Path) -> None:
    """The file as the first release wrote it: without a mark, but for backups, which always had one."""
    if isinstance(stored.kind, Database):
        with closing(sqlite3.connect(path)) as opened:
            opened.execute("PRAGMA user_version = 0")
            opened.execute("PRAGMA application_id = 0")
    elif path.suffix == ".json":
        content = json.loads(path.read_text("utf-8"))
        del content["format"]
        if stored.kind is timekeeper.FORMAT:
            content = {"round": [1, 1, ""], "computer": "", "uptime_ms": 0, "clock": {}}
        path.write_text(json.dumps(content.get("accounts", content)), "utf-8")
