"""Real headless Chromium for the screens: open a page, look into it, take its picture."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

FLAGS: Final = (
    "--headless=new",
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
Size = tuple[int, int]


def missing() -> str | None:
    """Why no browser can be had, or None."""
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        return "chromium is absent: run `sudo apt install chromium chromium-driver`"
    return None


@contextmanager
def chromium(
    profile: Path, size: Size = (1280, 800), flags: Sequence[str] = (), downloads: Path | None = None
) -> Iterator[Any]:
    """A selenium driver whose pages are `size` pixels wide and high; `flags` are added to its own.

    With a folder for `downloads` it keeps there what it fetches, PDF files too, which it shows otherwise.
    """
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (*FLAGS, *flags, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(flag)
    if downloads is not None:
        kept = {"plugins.always_open_pdf_externally": True, "download.default_directory": str(downloads)}
        options.add_experimental_option("prefs", kept)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(str(shutil.which("chromedriver")), log_output=os.devnull)
    driver = webdriver.Chrome(options=options, service=service)
    try:
        resize(driver, size)
        yield driver
    finally:
        driver.quit()


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
    import tempfile
    import time

    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile), size) as driver:
        driver.get(url)
        WebDriverWait(driver, 20).until(lambda d: d.find_elements(By.CSS_SELECTOR, "#app > *"))
        time.sleep(settle_s)
        driver.save_screenshot(str(path))
