"""A table that is set up from its page, and how a browser goes through the steps."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from contract.roles import Role
from controller.broker.pairing import Door
from controller.config import Config, parse
from controller.setup.desk import Desk
from controller.setup.time_of_day import Timedated
from controller.setup.wifi import Wifi
from controller.teaching.desk import Teaching
from controller.teaching.learning import FORMAT, Learning, album_folder
from controller.web.setup import Setup
from engine.tiles.tile import ALL
from runtime.tasks import Tasks
from tests.controller.screens.lasting import LastingWeb
from tests.controller.screens.stand import TOPICS, Stand
from tests.controller.setup.nmcli import StandIn as Radio
from tests.controller.setup.timedated import StandIn
from upkeep.finding import Finding, Level
from vision.eyes.taught import Taught
from vision.nets.enrol import UNNAMED, learnt_file, tile_set
from vision.photo.album import Album

SIZES = ((1024, 600), (360, 740))


FILE = """\
# The house's own.
[camera]
kind = "v4l2" # above the mat
source = "/dev/video7"

[machine]
kind = "none"
"""


ALLOWED = ("set-timezone", "set-time", "set-ntp")


class Settled:
    """A stand whose table is set up from its page."""

    def __init__(self, stand: Stand, path: Path, boot: str = "boot-1") -> None:
        self.stand, self.path = stand, path
        self.desk = Desk(path, whole, {"web": {"port": 8123}})
        self.desk.begins()
        self.clock = StandIn(ALLOWED, NTP=False, CanNTP=True, NTPSynchronized=False)
        clock = Timedated(self.clock, root=False)
        self.radio = Radio()
        self.setup = Setup(self.desk, path.parent, boot, self.desk.applied, clock, Wifi(self.radio))
        self.learning = learnt_before(path.parent)

    def serve(self) -> LastingWeb:
        door = Door(lambda *known: Role.HOUSE if known == self.stand.account else None)
        found = [Finding("machine", Level.FAULT, "machine_away", {"port": "/dev/ttyACM0"}, "ls /dev/serial")]
        web = LastingWeb(
            TOPICS,
            self.stand.broker.address,
            port=0,
            door=door,
            setup=self.setup,
            calibrating=self.stand.calibration.desk,
            teaching=Teaching(self.stand.calibration.desk, self.path.parent, None, self.learning),
            examine=lambda _: found,
        )
        web.start()
        return web

    def said(self) -> dict[str, Any]:
        return tomllib.loads(self.path.read_text("utf-8"))


def learnt_before(data: Path) -> Learning:
    """Of a table with two hands, whose eyes have learnt from others."""
    album = Album(album_folder(data, UNNAMED))
    for _ in range(2):
        album.add([(face, np.zeros((64, 48, 3), np.uint8)) for face in (*ALL[2:], None)])
    tile_set([(ALL[0], np.ones((1, 1, 16), np.float32))]).save(learnt_file(data, UNNAMED))
    record = {"at_ms": 1_790_000_000_000, "right": 61, "then": 74, "count": 75, "kept": True, "newest": 1}
    FORMAT.write(learnt_file(data, UNNAMED).with_suffix(".json"), record)
    return Learning(data, None, Taught(), Tasks().part("learning"), on=True)


def whole(values: dict[str, Any]) -> Config:
    return parse(values, "here")


def visit(stand: Stand, step: str, language: str = "en", theme: str = "dark") -> None:
    stand.open("setup.html", fragment=f"#{step}", lang=language, theme=theme)
    stand.wait(lambda: stand.there(f'[data-step="{step}"]'))


def content(stand: Stand, field: str) -> str:
    """What stands in a field now."""
    return str(stand.driver.execute_script("return document.getElementById(arguments[0]).value", field))


def enter(stand: Stand, css: str, value: object) -> None:
    stand.wait(lambda: stand.there(css))
    script = "const e = document.querySelector(arguments[0]); e.value = arguments[1];"
    stand.driver.execute_script(script + " e.dispatchEvent(new Event('change'))", css, str(value))
