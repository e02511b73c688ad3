"""Databases for tests: SQLite in a file, and PostgreSQL in a server of its own that goes with the session."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from club.log.store.store import Store

BIN = Path("/usr/lib/postgresql")
OWNER = "postgres"


class Postgres:
    """A server behind a Unix socket in its own folder."""

    def __init__(self, bin_: Path) -> None:
        self.bin = bin_
        self.home = Path(tempfile.mkdtemp(prefix="jantaku-pg-"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam(OWNER)
            os.chown(self.home, owner.pw_uid, owner.pw_gid)
            self._as = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self._run("initdb", "-D", str(self.home / "data"), "-U", OWNER, "-A", "trust", "--no-sync")
        self._control("start")
        self._laid_out: str | None = None

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://{OWNER}@/{name}?host={self.home}"

    def create(self, *like: str) -> str:
        """The URL of a new, empty database, or of a copy of one that nobody has open."""
        name = f"t{uuid.uuid4().hex}"
        self._run(
            "createdb", "-h", str(self.home), "-U", OWNER, name, *(f"--template={each}" for each in like)
        )
        return self.url(name)

    def laid_out(self) -> str:
        """The URL of a new database of a club without an entry."""
        if self._laid_out is None:
            url = self.create()
            Store(url).close()
            self._laid_out = make_url(url).database
        return self.create(str(self._laid_out))

    def restart(self) -> None:
        """As after a crash: connections are cut without a word."""
        self._control("restart")

    @contextmanager
    def down(self) -> Iterator[Callable[[], None]]:
        """Gives what crashes the server, which stays down until the end."""
        try:
            yield lambda: self._control("stop")
        finally:
            self._control("start")

    def stop(self) -> None:
        self._control("stop")
        shutil.rmtree(self.home, ignore_errors=True)

    def _control(self, what: str) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self.home} -c fsync=off"
        log = str(self.home / "log")
        mode = () if what == "start" else ("-m", "immediate")
        self._run("pg_ctl", "-D", str(self.home / "data"), "-w", "-l", log, "-o", options, *mode, what)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.bin / program), *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.home,
            **self._as,
        )


def laid_out(file: Path) -> str:
    """The URL of a database in this file, of a club without an entry where the file is new."""
    if not file.exists():
        file.write_bytes(_without_an_entry())
    return f"sqlite:///{file}"


@cache
def _without_an_entry() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "club.db"
        Store(f"sqlite:///{file}").close()
        return file.read_bytes()


def postgres() -> Postgres:
    """A running server; skips where PostgreSQL is not installed."""
    found = sorted(BIN.glob("*/bin/initdb")) or [Path(p) for p in [shutil.which("initdb")] if p]
    if not found:
        pytest.skip("PostgreSQL is not installed: its half of the tests of the log is left out.")
    try:
        pwd.getpwnam(OWNER)
    except KeyError:
        if os.geteuid() == 0:
            pytest.skip("There is no user `postgres` to run PostgreSQL as.")
    return Postgres(found[-1].parent)
