"""The first and the second start of a fresh clone: `python -m benchmarks.start`.

Clones the committed state of this checkout, starts `./jantaku run` in it with empty caches of pip
and npm, and looks at the table screen in headless Chromium, which is running already: seconds until
the address is printed, until the screen shows the table, and until it shows the first discard. Then
the game is stopped and started again. Debian's packages are there before; the time of installing
mosquitto is not in these figures. Exit 1 when it takes longer than it may.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from selenium.webdriver.common.by import By

from benchmarks.progress import Command, Options, Progress, no_broker, no_browser
from tests.controller.browser import chromium

ROOT: Final = Path(__file__).resolve().parent.parent
FIRST_S: Final = 300.0
"""From the clone to a table screen on which something moves."""
SECOND_S: Final = 10.0
PATIENCE_S: Final = 900.0


class Never(Exception):  # noqa: N818 - it is what happened
    """Something did not come; the message says what."""


@contextmanager
def running(clone: Path, home: Path) -> Iterator[str]:
    """`./jantaku run` in the clone, and the address that it prints."""
    caches = {"PIP_NO_CACHE_DIR": "1", "npm_config_cache": str(home / "npm")}
    command = ["./jantaku", "run", "--seed", "2", "--no-browser", "--json", "--data", str(home / "data")]
    said = home / "said"
    with said.open("w") as stderr:
        process = subprocess.Popen(
            command, cwd=clone, env={**os.environ, **caches}, stdout=subprocess.PIPE, stderr=stderr, text=True
        )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise Never(f"The program ended: {said.read_text()}")
        yield json.loads(line)["table"]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def wait(driver: Any, css: str) -> float:
    """The moment at which the page has such an element."""
    deadline = time.monotonic() + PATIENCE_S
    while not driver.find_elements(By.CSS_SELECTOR, css):
        if time.monotonic() > deadline:
            raise Never(f"The table screen never had {css}.")
        time.sleep(0.02)
    return time.monotonic()


def measure(driver: Any, folder: Path) -> dict[str, float]:
    """All figures in seconds; the discard also from the first start's beginning."""
    clone = folder / "jantaku"
    begun = time.monotonic()
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    with Progress("the first start", 1), running(clone, folder) as screen:
        found = {"first: address": time.monotonic() - begun}
        driver.get(screen)
        found["first: table on the screen"] = wait(driver, "[data-phase]") - begun
        found["first: discard on the screen"] = wait(driver, ".pond .tile") - begun
    driver.get("about:blank")
    begun = time.monotonic()
    with Progress("the second start", 1), running(clone, folder) as screen:
        found["second: address"] = time.monotonic() - begun
        driver.get(screen)
        found["second: table on the screen"] = wait(driver, "[data-phase]") - begun
    return {name: round(seconds, 1) for name, seconds in found.items()}


def takes(options: Options) -> float:
    return 180


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_browser(), no_broker())
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder) / "profile", whole=True) as driver:
        try:
            found = measure(driver, Path(folder))
        except Never as never:
            print(f"start: {never}", file=sys.stderr)
            return 2
    if given.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:<30}{seconds:>8.1f} s" for name, seconds in found.items()))
    moving, again = found["first: discard on the screen"], found["second: table on the screen"]
    return 0 if moving <= FIRST_S and again <= SECOND_S else 1


if __name__ == "__main__":
    sys.exit(main())
