"""What a screen costs to open: `python -m benchmarks.displays_page --loads 5`.

Opens every page that people leave open, with an empty cache, in a headless Chromium that is running
already, over a real broker and web server; a hand in play lies retained. Measured are, from the start of
the navigation, the browser's First Contentful Paint and the presentation of the first frame that shows
the table (Element Timing, as in `displays_pixel`), the bytes of all answers as they came over the wire
(DevTools protocol, heads included), layout shifts, and addresses that are not the table's own.
Of several loads the worst counts. Exit 1 when a limit is passed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from benchmarks.progress import Command, Options, each, no_broker, no_browser
from tests.controller.browser import chromium, resize
from tests.controller.screens.pages import PAGES, Page
from tests.controller.screens.stand import Stand

FIRST_MS: Final = 1000.0
WEIGHT_KB: Final = 400.0
SNAPSHOT: Final = "play_full"

BEFORE: Final = """
window.__shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.__shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.__drawn ??= entry.renderTime;
}).observe({ type: "element", buffered: true });
new MutationObserver((_, self) => {
  if (!document.querySelector("[data-rev]")) return;
  self.disconnect();
  const mark = document.createElement("i");
  mark.style = "position: fixed; left: 0; bottom: 0; font-size: 9px";
  mark.textContent = ".";
  mark.setAttribute("elementtiming", "drawn");
  document.body.append(mark);
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
AFTER: Final = """
return {
  first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  drawn: window.__drawn,
  shifts: window.__shifts,
};
"""


def load(stand: Stand, page: Page) -> dict[str, Any]:
    """One cold load: times in ms, weight in kB."""
    driver = stand.driver
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    stand.traffic()
    stand.open(page.file, **page.query)
    wanted = (
        "window.__drawn" if page.draws else "performance.getEntriesByName('first-contentful-paint').length"
    )
    stand.wait(lambda: driver.execute_script(f"return {wanted}"), 60)
    found: dict[str, Any] = driver.execute_script(AFTER)
    stand.wait(lambda: driver.execute_script("return document.readyState === 'complete'"))
    traffic = stand.traffic()
    ended = [entry["params"] for entry in traffic if entry["method"] == "Network.loadingFinished"]
    size = sum(params["encodedDataLength"] for params in ended)
    return {**found, "kb": size / 1000, "foreign": stand.foreign(traffic)}


def measure(loads: int) -> dict[str, dict[str, Any]]:
    """By page, the worst of so many loads."""
    out = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium(Path(folder) / "profile", records=True, whole=True) as driver,
    ):
        home = Path(folder) / "stand"
        home.mkdir()
        stand = Stand(driver, home)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BEFORE})
        for page in each("pages", PAGES):
            resize(driver, page.size)
            stand.publish(SNAPSHOT)
            seen = [load(stand, page) for _ in range(loads)]
            stand.driver.get("about:blank")
            out[page.name] = {
                "first paint, ms": round(max(one["first"] for one in seen)),
                "drawn, ms": round(max(one["drawn"] or one["first"] for one in seen)),
                "weight, kB": round(max(one["kb"] for one in seen), 1),
                "layout shift": round(max(one["shifts"] for one in seen), 5),
                "foreign": sorted({url for one in seen for url in one["foreign"]}),
            }
        stand.close()
    return out


def takes(options: Options) -> float:
    return float(20 + 12 * options.loads)


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--loads", type=int, default=5)
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(no_browser(), no_broker())
    found = measure(given.loads)
    if given.json:
        print(json.dumps(found))
    else:
        for name, figures in found.items():
            print(f"{name:<12}" + "".join(f"{what} {value!s:<10}" for what, value in figures.items()))
    table = found["table"]
    light = all(page["weight, kB"] <= WEIGHT_KB and not page["foreign"] for page in found.values())
    return 0 if light and table["drawn, ms"] <= FIRST_MS and not table["layout shift"] else 1


if __name__ == "__main__":
    sys.exit(main())
