"""`jantaku run` as a process of its own, as a service manager starts it, and its pages."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.ports import free_port

PROGRAM: Final = "from controller.cli import main; main()"
PATIENCE_S: Final = 60.0
"""A table begins in five seconds; this computer may be busy."""


class Started:
    """A process, and what it answers."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"

    def get(self, path: str, method: str = "GET") -> tuple[int, str]:
        """Status and body; 0 while nobody listens."""
        try:
            asked = urllib.request.Request(f"{self.url}/{path}", method=method)
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return int(answer.status), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def until(self, true: Callable[[], object]) -> None:
        """Fails where the process ends before."""
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert self.process.poll() is None, f"it ended with {self.process.returncode}"
            assert time.monotonic() < end, "it did not become so"
            time.sleep(0.1)

    def plays(self) -> bool:
        """Whether the table's own pages are there, and the table itself with them."""
        return self.get("config.json")[0] == 200 and bool(self.health().get("alerts") is not None)

    def health(self) -> dict[str, Any]:
        body = self.get("health")[1]
        found: dict[str, Any] = json.loads(body) if body else {}
        return found

    def safe(self) -> dict[str, Any]:
        """What the page says of a table that cannot begin; nothing where there is no such page."""
        status, body = self.get("safe.json")
        found: dict[str, Any] = json.loads(body) if status == 200 else {}
        return found


@contextmanager
def running(
    data: Path | None,
    *options: object,
    config: Path | None = None,
    program: str = PROGRAM,
    env: Mapping[str, str] | None = None,
    port: int | None = 0,
) -> Iterator[Started]:
    """A table over this folder; it is ended in order afterwards. `port` None: its configuration says it."""
    asked = 0 if port is None else port or free_port()
    words = ["run", "--no-browser", *(("--port", asked) if asked else ()), *options]
    words += [] if data is None else ["--data", data]
    words += [] if config is None else ["--config", config]
    process = subprocess.Popen([sys.executable, "-c", program, *map(str, words)], text=True, env=env)
    try:
        yield Started(process, asked)
    finally:
        process.terminate()
        process.wait(30)


def begun_once(data: Path, *options: object, config: Path | None = None) -> Sequence[Path]:
    """The journals after a table has begun there and was ended in order."""
    with running(data, *options, config=config) as table:
        table.until(table.plays)
        table.until(lambda: any(path.stat().st_size for path in journals(data)))
    return journals(data)


def journals(data: Path) -> list[Path]:
    return sorted((data / "games").glob("*.jsonl"))
