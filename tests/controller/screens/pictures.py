"""The pictures of the documents: which page shows what in each of them, and how one is taken.

`python -m pytest tests/controller/screens/test_pictures.py --pictures` writes them into `docs/images`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image

from controller.eyes.view import eyes, seen_zone
from controller.history.archive import Archive
from controller.web.server import Web
from engine.play.apply import replay
from tests.controller.browser import resize
from tests.controller.history.test_hands import game, write
from tests.controller.scored import unseen
from tests.controller.screens.pages import PAGES, Page
from tests.controller.screens.stand import TOPICS, Stand
from tests.controller.screens.test_wall import Hall
from tests.vision.calibration.mats import shot
from vision.calibration.by_markers import calibrate
from vision.calibration.markers import Plan
from vision.camera.frame import Frame
from vision.eyes.eyes import Eyes
from vision.nets.detect import Detector
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer, View
from vision.scene.scene import Scene

IMAGES: Final = Path(__file__).resolve().parents[3] / "docs" / "images"
CLUB: Final = "club-wall.png"
"""Taken by the tests of the club's pages."""
COLOURS: Final = 256
MOMENT: Final = "2026-05-16T12:30:00Z"
"""What the clock of the photographed screens says; nothing grows old on them."""
STILL: Final = f"""
const Real = Date;
window.Date = class extends Real {{
  constructor(...given) {{ given.length ? super(...given) : super("{MOMENT}"); }}
  static now() {{ return Real.parse("{MOMENT}"); }}
}};
performance.now = () => 1000;
"""
Scenery = Callable[[Stand, Path], "contextlib.AbstractContextManager[None]"]


@contextlib.contextmanager
def nothing(stand: Stand, folder: Path) -> Iterator[None]:
    """What the snapshot says is enough."""
    del stand, folder
    yield


@contextlib.contextmanager
def camera(stand: Stand, folder: Path) -> Iterator[None]:
    """A full table as the renderer draws it and the eyes read it."""
    del folder
    view = View(1920, 1080, 1.44 * 1080)
    seeing = Eyes(Detector(), calibrate(Renderer(view, seed=1).render(Scene(()), 0.0)))
    scene, frame = demo_scene(3), None
    for n in range(8):
        frame = Frame("main", n / 12, Renderer(view, seed=10 + n).render(scene, n / 12))
        seeing.feed(frame)
    zones = [seen_zone(zone.seen, zone.outline, moving=zone.moving) for zone in seeing.picture()]
    stand.web.show(frame)
    stand.bus.publish_eyes(eyes(zones, ts_ms=0, width=1920, height=1080, sight="ok"))
    yield


@contextlib.contextmanager
def desk(stand: Stand, folder: Path) -> Iterator[None]:
    """A game that is played by rules with penalties."""
    del folder
    playing = replay(game(1)[:60])
    assert playing is not None
    stand.web.follow(lambda: ("20260516-a", playing))
    yield


@contextlib.contextmanager
def unwatched(stand: Stand, folder: Path) -> Iterator[None]:
    """A hand of a table without a camera, whose payments the form shows."""
    del folder
    hand = unseen(1)
    stand.web.follow(lambda: ("20260516-a", hand))
    yield


@contextlib.contextmanager
def played(stand: Stand, folder: Path) -> Iterator[None]:
    """A game of two hands in the journals."""
    write(folder / "games", "20260516-a", game(2)).close()
    web = Web(TOPICS, stand.broker.address, port=0, archive=Archive(folder / "games"))
    web.start()
    with stand.instead(web):
        yield
    web.stop()


@contextlib.contextmanager
def calibration(stand: Stand, folder: Path) -> Iterator[None]:
    """A mat without markers, and where the table has it."""
    del folder
    stand.calibration.watch.pixels, stand.calibration.watch.sight = shot(View(), Plan(), ()), "ok"
    stand.calibration.eyes.surface = calibrate(shot(View(), Plan()))
    yield
    stand.calibration.reset()


@contextlib.contextmanager
def hall(stand: Stand, folder: Path) -> Iterator[None]:
    """A club of nine tables."""
    names = (
        "play",
        "play_full",
        "confirm_ron",
        "play_jam",
        "shuffle",
        "finished",
        "deal",
        "play_dark",
        "play",
    )
    made = Hall(folder)
    with stand.instead(made.web):
        for n, name in enumerate(names):
            made.tell(f"table-{n + 1}", name)
        yield
    made.close()


@dataclass(frozen=True, slots=True)
class Picture:
    """One file in `docs/images`."""

    name: str
    page: str
    snapshot: str = "play_full"
    language: str = "en"
    theme: str = "dark"
    size: tuple[int, int] | None = None
    """The page's own where it is None."""
    query: dict[str, str] = field(default_factory=dict)
    fragment: str = ""
    ready: str = "#app > *"
    """What the page shows, beside the snapshot, before it is taken."""
    scenery: Scenery = nothing
    touches: tuple[str, ...] = ()
    """What is touched before it is taken, as `data-touch` says it."""

    @property
    def of(self) -> Page:
        return next(page for page in PAGES if page.name == self.page)


PICTURES: Final = (
    Picture("table.png", "table", "play"),
    Picture("table-light.png", "table", language="ja", theme="light"),
    Picture("win.png", "table", "confirm_ron"),
    Picture(
        *("score-table.png", "table", "score_play"),
        scenery=unwatched,
        touches=("won:1", "from:0", "han:3", "fu:40"),
    ),
    Picture("machine.png", "table", "shuffle", language="sv", size=(960, 600)),
    Picture("seat.png", "seat", "play"),
    Picture("seat-phone.png", "seat", "confirm_ron", language="uk", theme="light", size=(480, 800)),
    Picture("camera.png", "camera", "play", size=(1280, 540), ready=".overlay [data-seen]", scenery=camera),
    Picture("calibrate.png", "calibrate", size=(1000, 580), ready="figure [data-zone]", scenery=calibration),
    Picture("referee.png", "referee", "play_kuikae", ready=".rows button", scenery=desk),
    Picture("wall.png", "wall", size=(1280, 720), ready='[data-table="table-9"]', scenery=hall),
    Picture("overlay.png", "overlay", "confirm_ron", size=(1280, 720)),
    Picture("history.png", "history", fragment="#20260516-a/0/40", ready=".board", scenery=played),
)


def take(stand: Stand, picture: Picture, target: Path, scratch: Path) -> None:
    """Writes the picture: always the same snapshot, size, clock and moment, and nothing moves."""
    page, driver = picture.of, stand.driver
    fixed = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": STILL})
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
    try:
        with picture.scenery(stand, scratch):
            state = stand.publish(picture.snapshot)
            stand.visit(page, picture.language, picture.theme, picture.fragment, **picture.query)
            resize(driver, picture.size or page.size)
            stand.wait(lambda: not page.draws or picture.scenery is hall or stand.drawn(state.rev), 60)
            stand.wait(lambda: stand.find(picture.ready), 60)
            for touch in picture.touches:
                stand.click(f'[data-touch="{touch}"]')
            stand.wait(lambda: not picture.touches or stand.find("[data-pays]"), 60)
            stand.wait(lambda: driver.execute_script(WHOLE))
            target.write_bytes(small(driver.get_screenshot_as_png()))
            driver.get("about:blank")
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", fixed)
        driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


WHOLE: Final = """
return document.fonts.status === "loaded" && [...document.images].every((image) => image.complete);
"""


def small(png: bytes) -> bytes:
    """The same picture in as many colours as a screen page needs."""
    out = BytesIO()
    with Image.open(BytesIO(png)) as image:
        few: Any = image.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT)
        few.save(out, "PNG", optimize=True)
    return out.getvalue()
