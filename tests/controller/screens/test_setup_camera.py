"""A fresh table with a mat and a camera, from its first page to its first hand, by pages alone: the camera is
found, calibrated and taught a set that it misreads, a hand is read right, and four people play."""

from __future__ import annotations

import threading
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from controller.config import parse
from controller.virtual.world import NONE, VirtualTable
from engine.rules.ruleset import Ruleset
from engine.tiles.tile import Tile
from tests.controller.process import running
from tests.controller.screens.club_camera import ClubCamera
from tests.controller.screens.person import LONG_S, Person
from tests.vision.laid_sets import renderer, row, scene, shifted
from vision.calibration.mat import HAND_Y
from vision.scene.scene import Scene

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
PACE: Final = 0.7
"""Of the people beside human pace: this computer may be busy."""
LOOK_S: Final = 0.5
HANDS: Final = 3
"""Of test hands: a misread one is laid anew."""


def another(person: Person, step: str) -> bool:
    return person.step() != step


def walks(person: Person, *until: str) -> None:
    """Next, until one of these steps."""
    while (here := person.step()) not in until:
        person.click("[data-next]")
        person.wait(partial(another, person, here))


def finds(person: Person, camera: ClubCamera) -> None:
    """Its address is typed from the label on it."""
    person.click('[data-key="camera.kind"] [data-choice="rtsp"]')
    script = "const e = document.getElementById('key-camera.source'); e.value = arguments[0];"
    person.driver.execute_script(script + " e.dispatchEvent(new Event('change'))", camera.url)
    person.click("[data-look]")
    person.wait(lambda: person.there(".look img.living"), LONG_S)
    person.saves()


def calibrates(person: Person) -> None:
    person.click('.step a[href="calibrate.html"]')
    person.wait(lambda: person.there('.result[data-grade="good"], .result[data-grade="fair"]'), LONG_S)
    person.wait(lambda: person.there("[data-save]:not(:disabled)"), LONG_S)
    person.click("[data-save]")
    person.wait(lambda: "Saved" in "".join(person.texts("[data-note]")), LONG_S)


def teaches(person: Person, camera: ClubCamera) -> None:
    """Two looks, the second one in other light."""
    house = camera.light
    camera.lay(scene(seed=1))
    person.click("[data-teach]")
    person.wait(lambda: person.there('[data-seen-now="38"]'), LONG_S)
    person.click("[data-take]")
    person.wait(lambda: person.there('[data-shown="0"] [data-nth="37"]'), LONG_S)
    assert person.values('[data-nth="0"]', "data-meant") == ["1m"]
    assert person.values('[data-nth="0"]', "data-read") == ["2m"], "a set that is misread"
    corrects(person)
    person.click("[data-right]")
    person.wait(lambda: person.there('[data-shown="living"] [data-seen-now="38"]'), LONG_S)
    person.click("[data-take]")
    person.wait(lambda: person.there('[data-refused="same"]'), LONG_S)
    camera.lay(Scene())
    person.wait(lambda: person.there('[data-seen-now="0"]'), LONG_S)
    camera.light = renderer("day")
    camera.lay(scene(6.0, seed=2))
    person.wait(lambda: person.there('[data-seen-now="38"]'), LONG_S)
    person.click("[data-take]")
    person.wait(lambda: person.there('[data-shown="1"] [data-nth="37"]'), LONG_S)
    person.click("[data-learn]")
    person.wait(lambda: person.there('[data-taught="club"]'), LONG_S)
    print("teaching:", person.texts("[data-taught]"))
    camera.light = house
    camera.lay(Scene())


def corrects(person: Person) -> None:
    """A name is changed by touch, and changed back."""
    for face in ("9s", "1m"):
        person.click('[data-nth="0"]')
        person.click(f'.which [data-face="{face}"]')
        person.wait(partial(person.there, f'[data-nth="0"][data-meant="{face}"]'))


def lays_a_hand(person: Person, camera: ClubCamera) -> int:
    """Lays what the page shows; how many hands it took until one was read right."""
    for tried in range(1, HANDS + 1):
        person.wait(lambda: person.there("[data-wanted]"), LONG_S)
        wanted = person.values("[data-wanted]", "data-wanted")[0]
        camera.lay(row(tuple(Tile.parse(face) for face in wanted.split()), HAND_Y))
        end = time.monotonic() + LONG_S
        while time.monotonic() < end and not person.there('[data-hand="right"]'):
            time.sleep(0.5)
        if person.there(f'[data-read="{wanted}"]'):
            camera.lay(Scene())
            return tried
        print("misread:", wanted, person.values("[data-read]", "data-read"))
        person.click("[data-another]")
        person.wait(partial(lambda old: not person.there(f'[data-wanted="{old}"]'), wanted), LONG_S)
    raise AssertionError(f"none of {HANDS} hands was read right")


class People:
    """Four who press nothing: they build the walls, and throw the dice and deal when the screen says so."""

    def __init__(self) -> None:
        players = parse({}, "here").table.players
        rules = Ruleset.preset("rrc")
        self.world = VirtualTable(rules, players, seed=7, pace=PACE, walls="people", words=NONE)
        self.taught = threading.Event()
        self._before = time.monotonic()
        self._t = 0.0

    def lay(self, now: float) -> Scene:
        """What lies there; time stands still for them while they wait for the screen."""
        if self.taught.is_set() or self.world.step_name != "dice":
            self._t += min(now - self._before, LOOK_S)
            self.world.step(self._t)
            self.world.panel.poll(self._t)
        self._before = now
        return self.world.scene(self._t)


def test_a_fresh_mat_is_set_up_to_its_first_hand_by_pages_alone(driver: Any, tmp_path: Path) -> None:
    begun = time.monotonic()
    with shifted(), ClubCamera(renderer()).running() as camera, running(tmp_path) as table:
        table.until(table.plays)
        person = Person(driver, table)
        person.enter(tmp_path)
        person.click('a[href="setup.html"]')
        person.wait(lambda: person.there('[data-step="language"]'))
        walks(person, "kind")
        person.click('[data-kind="people"]')
        walks(person, "camera")
        finds(person, camera)
        calibrates(person)
        driver.get(f"{table.url}/setup.html?lang=en#tiles")
        person.wait(lambda: person.there("[data-teach]"), LONG_S)
        teaches(person, camera)
        walks(person, "game")
        person.click('[data-key="table.confirm"] [data-choice="one"]')
        walks(person, "finish")
        person.saves()
        hands = lays_a_hand(person, camera)
        assert 'tile_set = "club"' in (tmp_path / "table.toml").read_text("utf-8")
        people = People()
        camera.scene = people.lay
        person.click("[data-table]")
        person.wait(lambda: person.there('.stage[data-phase="dice"]'), 2 * LONG_S)
        people.taught.set()
        person.wait(lambda: person.there('.stage[data-phase="play"]'), 2 * LONG_S)
        print(f"from the first page to the first hand: {time.monotonic() - begun:.0f} s, {hands} test hands")
        assert table.health()["alerts"] == []
    driver.get("about:blank")
