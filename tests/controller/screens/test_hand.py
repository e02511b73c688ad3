"""The page on which a telephone values a hand: a photograph is read, corrected by touch, and valued."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from controller.hand.answers import HandReading
from controller.hand.proposal import proposal
from controller.hand.reader import HandReader, NoPictureError
from controller.hand.reading import reading
from controller.web.hand import Hands
from controller.web.hand_server import HandWeb
from engine.tiles.tile import parse_tiles
from screens import TABLE_LANGUAGES
from tests.controller.browser import resize
from tests.controller.hand.laid import Table
from tests.controller.screens.looking import Looking
from vision.photo.read import PhotoTile

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
SIZES = ((360, 740), (1024, 600))
CONCEALED = "2m 3m 4m 4p 5p 6p 6s 7s 3z 3z"


class Eyes(HandReader):
    """Sees the tiles that it was told to see, and how large the pictures are."""

    def __init__(self) -> None:
        super().__init__()
        self.tiles: list[PhotoTile] = []
        self.sizes: list[tuple[int, int]] = []
        self.notes: list[bool] = []

    def read(self, content: bytes) -> HandReading:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise NoPictureError
        self.sizes.append((picture.shape[1], picture.shape[0]))
        self.notes.append(b"Exif" in content)
        return reading(self.tiles, proposal(self.tiles), (1000, 1000), 1.0)


class Phone(Looking):
    def __init__(self, driver: Any, web: HandWeb, eyes: Eyes, folder: Path) -> None:
        self.driver, self.web, self.eyes, self.folder = driver, web, eyes, folder
        self.url = web.urls[0]

    def open(self, language: str = "en", theme: str = "light", size: tuple[int, int] = (360, 740)) -> None:
        resize(self.driver, size)
        self.driver.get(f"{self.url}?lang={language}&theme={theme}")
        self.wait(lambda: self.find("[data-file]"))

    def photograph(self, table: Table) -> None:
        self.eyes.tiles = table.tiles
        self.send(picture(self.folder / "hand.jpg"))

    def send(self, path: Path) -> None:
        self.find("[data-file]")[0].send_keys(str(path))

    def points(self) -> str:
        self.wait(lambda: self.find("[data-points]"))
        return self.values("[data-points]", "data-points")[0]

    def touch(self, face: str) -> None:
        self.click(f'[data-held="{face}"]')


def picture(path: Path, wide: int = 900, high: int = 700, exif: bytes = b"") -> Path:
    """A grey JPEG, with what a camera notes in it."""
    done, data = cv2.imencode(".jpg", np.full((high, wide, 3), 90, np.uint8))
    assert done
    content = data.tobytes()
    path.write_bytes(content[:2] + exif + content[2:])
    return path


def turned_by_a_camera() -> bytes:
    """An EXIF segment that says: turn the picture by a quarter (orientation 6)."""
    body = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    return b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body


def called() -> Table:
    """Ten concealed tiles, the winning one apart, a pon of white dragons."""
    table = Table().lay(CONCEALED).lay("8s", gap=0.6).lay("5z _5z 5z", gap=1)
    table.tiles = [replace(tile, others=parse_tiles("9m1p")) for tile in table.tiles]
    return table


@pytest.fixture
def phone(driver: Any, tmp_path: Path) -> Iterator[Phone]:
    eyes = Eyes()
    web = HandWeb(Hands(reader=eyes), "127.0.0.1", 0)
    web.start()
    driver.execute_cdp_cmd(
        "Storage.clearDataForOrigin", {"origin": web.urls[0].rsplit("/", 1)[0], "storageTypes": "all"}
    )
    driver.get_log("browser")
    yield Phone(driver, web, eyes, tmp_path)
    driver.get("about:blank")
    web.stop()


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_a_photographed_hand_is_whole_and_readable(phone: Phone, axe: str, language: str) -> None:
    at = TABLE_LANGUAGES.index(language)
    for k, size in enumerate(SIZES):
        phone.open(language, ("light", "dark", "contrast")[(at + k) % 3], size)
        assert phone.check(axe) == []
        phone.photograph(called())
        assert phone.points() == "1500"
        assert phone.check(axe) == []
        for step in ('[data-held="3z"]', "[data-every]", "[data-beside]", "[data-set]", "[data-add]"):
            phone.click(step)
            assert (step, phone.check(axe)) == (step, [])
        phone.click('[data-answer="9p"]')
        phone.wait(lambda: phone.find('[data-trouble="many"]'))
        assert phone.check(axe) == []
    assert phone.complaints() == []


def test_the_value_follows_what_is_chosen(phone: Phone) -> None:
    phone.open()
    phone.photograph(called())
    assert phone.points() == "1500"
    assert phone.values("[data-yaku]", "data-yaku") == ["yakuhai"]
    phone.click('[data-choice="S"]')  # the own wind stands before that of the round
    phone.wait(lambda: phone.points() == "1000")
    phone.click('[data-indicators="dora"] [data-add-indicator]')
    phone.click('[data-indicators="dora"] [data-answer="2z"]')
    phone.wait(lambda: phone.points() == "3900")
    assert "dora" in phone.values("[data-yaku]", "data-yaku")


def test_a_tile_that_was_misread_is_put_right_by_two_touches(phone: Phone) -> None:
    table = called()
    wrong = table.tiles[3]
    table.tiles[3] = PhotoTile(parse_tiles("9p")[0], wrong.quad, 0.5, parse_tiles("4p1p"))
    phone.open()
    phone.photograph(table)
    phone.wait(lambda: phone.find('[data-fault="NOT_COMPLETE"]'))
    assert len(phone.find(".held.doubtful")) == 1
    phone.touch("9p")
    phone.wait(lambda: phone.find(".sheet"))
    assert phone.values(".sheet [data-answer]", "data-answer") == ["4p", "1p"]
    phone.click('.sheet [data-answer="4p"]')
    assert phone.points() == "1500"


def test_the_winning_tile_is_asked_where_none_lies_apart(phone: Phone) -> None:
    phone.open()
    phone.photograph(Table().lay("2m 3m 4m 4p 5p 6p 6s 7s 8s 3s 4s 5s 2p 2p"))
    phone.wait(lambda: phone.find('[data-ask="won"]'))
    assert phone.values(".held.winning", "data-held") == ["2p"]
    phone.touch("8s")
    phone.click("[data-won]")
    phone.wait(lambda: phone.values(".held.winning", "data-held") == ["8s"])
    assert not phone.find('[data-ask="won"]')
    phone.wait(lambda: "pinfu" in phone.values("[data-yaku]", "data-yaku"))


def test_riichi_is_taken_where_there_is_no_other_yaku_and_can_be_denied(phone: Phone) -> None:
    phone.open()
    phone.photograph(Table().lay("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 2z 5s").lay("5s", gap=0.6))
    assert phone.points() == "2000"
    assert phone.values("[data-yaku]", "data-yaku") == ["riichi"]
    assert phone.find("[data-taken]")
    phone.click('[data-choice="0"]')
    phone.wait(lambda: phone.find('[data-fault="NO_YAKU"]'))
    assert not phone.find("[data-taken]")


def test_a_hand_is_entered_without_a_picture_and_a_set_laid_beside_it(phone: Phone) -> None:
    phone.open()
    phone.click("[data-by-tiles]")
    phone.wait(lambda: phone.find('[data-trouble="empty"]'))
    for face in ["5z", "5z", "5z", "2m", "3m", "4m", "4p", "5p", "6p", "6s", "7s", "3z", "3z", "8s"]:
        phone.click(f'[data-sheet="add"] [data-answer="{face}"]')
    phone.click("[data-done]")
    closed = phone.points()
    phone.touch("5z")
    phone.click("[data-beside]")
    for at in (2, 3):
        phone.click(f'.held-row [data-held="5z"]:nth-child({at})')
    phone.click("[data-make]")
    phone.wait(lambda: phone.values("[data-set]", "data-set") == ["pon"])
    phone.wait(lambda: phone.points() == "1500")
    assert closed != "1500"


def test_what_is_no_picture_and_what_shows_no_tiles_is_said(phone: Phone) -> None:
    phone.open()
    broken = phone.folder / "broken.jpg"
    broken.write_text("no picture")
    phone.send(broken)
    phone.wait(lambda: phone.find('[data-error="no_picture"]'))
    phone.photograph(Table())
    phone.wait(lambda: phone.find('[data-error="nothing"]'))
    assert "No tiles were found" in phone.texts("[data-error]")[0]


def test_a_large_turned_photograph_goes_upright_smaller_and_without_notes(phone: Phone) -> None:
    phone.open()
    phone.eyes.tiles = called().tiles
    phone.send(picture(phone.folder / "12mp.jpg", 4000, 3000, turned_by_a_camera()))
    phone.points()
    assert phone.eyes.sizes == [(1800, 2400)]
    assert phone.eyes.notes == [False]


def test_the_app_opens_without_a_network_and_says_what_is_not_reached(phone: Phone) -> None:
    phone.open()
    driver = phone.driver
    driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    kept = "caches.open('jantaku-hand').then((s) => s.keys()).then((k) => arguments[0](k.length))"
    phone.wait(lambda: driver.execute_async_script(kept) > 60)
    phone.web.stop()
    driver.get("about:blank")
    phone.open("sv")
    phone.photograph(called())
    phone.wait(lambda: phone.find('[data-error="unreachable"]'))
    assert "bordets dator" in phone.texts("[data-error]")[0].lower()


def test_the_picture_on_the_page_shows_the_tiles(phone: Phone) -> None:
    phone.open()
    phone.photograph(called())
    phone.points()
    shown = phone.driver.execute_script(
        "return document.querySelector('canvas.photo').toDataURL('image/png')"
    )
    drawn = cv2.imdecode(np.frombuffer(base64.b64decode(shown.partition(",")[2]), np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    blue = np.abs(drawn.astype(int) - (244, 196, 114)).sum(axis=2) < 60
    assert blue.sum() > 1000
