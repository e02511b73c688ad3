"""Real headless Chromium for the screens: open a page, look into it, take its picture."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from urllib3.exceptions import HTTPError

from tests.ports import free_port

SHELL: Final = "chromium-headless-shell"
"""Chromium without the windows, bars and menus around its pages. It takes 28 % less of a processor than the
whole browser in its headless mode (`tests/controller/screens/test_hand.py`)."""
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-features=Translate,OptimizationHints,MediaRouter",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--force-device-scale-factor=1",
    "--lang=en",
)
INTERPRETED: Final = "--js-flags=--no-opt --no-maglev"
"""Pages are open for a moment. That scripts are compiled for speed is a seventh of drawing and looking at a
page, and pays for none."""
TRIES: Final = 5
"""Ports that are tried."""
START_S: Final = 60.0
"""Within which chromedriver listens, on however busy a computer."""
LAST_WORDS: Final = 600
Size = tuple[int, int]


class DriverLostError(Exception):
    """chromedriver did not start, or ended while it was used; says how."""


class Driver(Service):
    """A chromedriver that is started again with another port where somebody was quicker to take its.

    Selenium gives its program a port that was free a moment ago, among those that the system hands out to
    connections, too (`tests.ports`): on a busy computer it is often taken before the program listens.
    """

    def __init__(self, words: IO[bytes]) -> None:
        """What it says goes to the file `words`."""
        path = str(shutil.which("chromedriver"))
        super().__init__(path, log_output=words)
        self._words = words

    @property
    def service_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        for _ in range(TRIES):
            self.port = free_port()
            self._start_process(self.path)
            if self._listens():
                return
            self.stop()
        raise DriverLostError(self.how())

    def _listens(self) -> bool:
        """Waits until it says so; not when it ends before."""
        until = time.monotonic() + START_S
        while f"started successfully on port {self.port}" not in self.said():
            if self.ended or time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def said(self) -> str:
        """All that it has said; where it writes on stays as it is."""
        file = self._words.fileno()
        return os.pread(file, os.fstat(file).st_size, 0).decode(errors="replace")

    def how(self) -> str:
        """How it ended, with its last words."""
        return f"chromedriver ended with {self.process.poll()}: {self.said()[-LAST_WORDS:]}"


def missing() -> str | None:
    """Why no browser can be had, or None."""
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        return "chromium is absent: run `sudo apt install chromium chromium-driver`"
    return None


@contextmanager
def chromium(
    profile: Path,
    size: Size = (1280, 800),
    flags: Sequence[str] = (),
    downloads: Path | None = None,
    *,
    records: bool = False,
    whole: bool = False,
) -> Iterator[Any]:
    """A selenium driver whose pages are `size` pixels wide and high; `flags` are added to its own.

    The `whole` browser, as people have it, is started for measurements, and where there is no `SHELL`.

    With a folder for `downloads` it keeps there what it fetches, PDF files too, which it shows otherwise.
    Where it `records`, its log of performance tells of the network from the start; else within `recording`:
    that costs a third of what loading a page does.
    """
    from selenium import webdriver

    options = _options(profile, size, flags, whole=whole)
    if downloads is not None:
        options.add_experimental_option("prefs", {"plugins.always_open_pdf_externally": True})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": records, "enablePage": False})
    with tempfile.TemporaryFile() as words:
        service = Driver(words)
        driver = webdriver.Chrome(options=options, service=service)
        try:
            resize(driver, size)
            if downloads is not None:
                keep = {"behavior": "allow", "downloadPath": str(downloads)}
                driver.execute_cdp_cmd("Browser.setDownloadBehavior", keep)
            yield driver
        except (WebDriverException, HTTPError) as error:
            if service.ended:
                raise DriverLostError(service.how()) from error
            raise
        finally:
            driver.quit()


def _options(profile: Path, size: Size, flags: Sequence[str], *, whole: bool) -> Any:
    """Which program is started, and its command line."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    shell = None if whole else shutil.which(SHELL)
    options.binary_location = str(shutil.which("chromium")) if shell is None else _opened(shell, profile)
    mode = ("--headless=new",) if shell is None else ()
    speed = () if whole else (INTERPRETED,)
    own = (f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}")
    for flag in (*FLAGS, *mode, *speed, *flags, *own):
        options.add_argument(flag)
    return options


def _opened(shell: str, profile: Path) -> str:
    """A program that starts `shell` with a page: it opens none of itself, and chromedriver waits for one."""
    profile.mkdir(parents=True, exist_ok=True)
    program = profile / SHELL
    program.write_text(f'#!/bin/sh\nexec "{shell}" "$@" data:,\n')
    program.chmod(0o755)
    return str(program)


@contextmanager
def recording(driver: Any) -> Iterator[None]:
    """What the page that is open, and those that follow it, ask of the network within, and nothing else, is
    in the log of performance."""
    driver.execute_cdp_cmd("Network.enable", {})
    driver.get_log("performance")
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Network.disable", {})


def attributes(driver: Any, css: str, name: str) -> list[str]:
    """The attribute of that name of each element that `css` matches, in the order of the page."""
    script = "return [...document.querySelectorAll(arguments[0])].map(e => e.getAttribute(arguments[1]))"
    found: list[str] = driver.execute_script(script, css, name)
    return found


def resize(driver: Any, size: Size) -> None:
    """Sets the size of the page itself, without the window's frame."""
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def hold_still(driver: Any) -> None:
    """Asks pages for reduced motion: what is measured does not move."""
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def shoot(url: str, path: Path, size: Size = (1280, 800), settle_s: float = 1.0) -> None:
    """Writes a PNG of `url` as a screen of `size` shows it, `settle_s` seconds after it has content."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile), size) as driver:
        driver.get(url)
        WebDriverWait(driver, 20).until(lambda d: d.find_elements(By.CSS_SELECTOR, "#app > *"))
        time.sleep(settle_s)
        driver.save_screenshot(str(path))
