"""What people can do about the machine, on the table's screen and the host's page: there, whole, readable."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import pytest

from contract.messages import BY_PEOPLE, ActCode, ActView, MachineCode, MachineView
from controller.sentences.refusals import Refusal
from screens import TABLE_LANGUAGES
from tests.controller.browser import Size, resize
from tests.controller.screens.pages import Page
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
TABLE: Final = Page("table.html", (1024, 600))
HOST: Final = Page("host.html", (360, 740), scrolls=True)
SIZES: Final[tuple[Size, ...]] = ((1024, 600), (1920, 1080))
PICTURES: Final = os.environ.get("JANTAKU_WAY_PICTURES")
"""A folder for pictures to look at."""
LEAST_PX: Final = 44
SMALL: Final = """
return [...document.querySelectorAll(".way")]
  .filter((way) => Math.min(way.offsetHeight, way.offsetWidth) < arguments[0])
  .map((way) => `${way.dataset.way} ${way.offsetWidth} x ${way.offsetHeight}`);
"""
FINE: Final = """
return [...document.querySelectorAll(".way")].filter((way) => parseFloat(getComputedStyle(way).fontSize) < 18)
  .map((way) => way.dataset.way);
"""


def acts(*codes: ActCode, lane: int | None = None) -> list[ActView]:
    """As `controller.machine.way_out` offers them."""
    return [
        ActView(
            act=code,
            lane=lane if code is ActCode.ROW_EMPTY else None,
            set=1 if code in (ActCode.HATCH, ActCode.GIVE_UP) else None,
        )
        for code in codes
    ]


A: Final = ActCode
CASES: Final[dict[str, tuple[str, MachineView]]] = {
    "short": (
        "shuffle",
        MachineView(
            state=MachineCode.FAULT, fault=0x60, cause="COUNT_SHORT", progress=0.6, asks=True,
            acts=acts(A.GO_ON, A.TILE_BACK, A.GIVE_UP, A.BY_HAND),
        ),
    ),
    "row": (
        "shuffle",
        MachineView(
            state=MachineCode.FAULT, fault=0x2A, cause="LANE_FULL_EARLY", lane=2, progress=0.6, asks=True,
            acts=acts(A.GO_ON, A.ROW_EMPTY, A.BY_HAND, lane=2),
        ),
    ),
    "rows": (
        "shuffle",
        MachineView(
            state=MachineCode.READY, asks=True, acts=acts(A.HATCH, A.RAISE, A.LOWER, A.BY_HAND),
        ),
    ),
    "stop": (
        "play_called",
        MachineView(
            state=MachineCode.ESTOP, fault=0x04, cause="ESTOP", asks=True, acts=acts(A.RELEASE),
        ),
    ),
    "gone": ("shuffle", MachineView(state=MachineCode.SORTING, asks=True, acts=acts(A.PLUG, A.BY_HAND))),
    "dice": (
        "shuffle",
        MachineView(
            state=MachineCode.FAULT, fault=0x73, cause="AXIS_DEAD", asks=True, acts=acts(A.GO_ON, A.THROW),
        ),
    ),
    "lid": (
        "shuffle",
        MachineView(state=MachineCode.ESTOP, fault=5, cause="LID_OPEN", asks=True, acts=acts(A.LID, A.CLOSE)),
    ),
    "people": (
        "idle_first",
        MachineView(
            state=MachineCode.FAULT, fault=0x73, cause="AXIS_DEAD", walls="people", asks=True,
            acts=acts(A.START, A.BY_MACHINE),
        ),
    ),
}  # fmt: skip
"""Snapshots with what the machine tells."""


def shown(stand: Stand, case: str, **more: Any) -> None:
    name, machine = CASES[case]
    stand.show(name, machine=machine, alerts=[], **more)


def keep(stand: Stand, name: str) -> None:
    if PICTURES:
        stand.driver.save_screenshot(str(Path(PICTURES) / f"{name}.png"))


def test_every_act_is_seen_in_some_case() -> None:
    assert {one.act for _, machine in CASES.values() for one in machine.acts} == set(ActCode)


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_way_out_is_whole_and_large_enough_for_a_thumb(stand: Stand, axe: str, language: str) -> None:
    faults = []
    theme = ("dark", "light", "contrast")[TABLE_LANGUAGES.index(language) % 3]
    stand.visit(TABLE, language, theme)
    for size in SIZES:
        resize(stand.driver, size)
        for case, (_, machine) in CASES.items():
            shown(stand, case)
            stand.wait(lambda: stand.there(".ways"))
            found = stand.values(".way", "data-way")
            if found != [one.act for one in machine.acts]:
                faults.append(f"{case} {size}: {found}")
            faults += [f"{case} {size}: {fault}" for fault in stand.check(axe, scrolls=False)]
            faults += [f"{case} {size}: small {way}" for way in stand.driver.execute_script(SMALL, LEAST_PX)]
            faults += [f"{case} {size}: fine {way}" for way in stand.driver.execute_script(FINE)]
            keep(stand, f"table-{case}-{size[0]}-{language}")
    assert faults == []


def test_a_touch_sends_the_act_as_it_is_offered_and_says_why_not(stand: Stand) -> None:
    stand.visit(TABLE)
    shown(stand, "short")
    stand.wait(lambda: stand.there(".ways"))
    assert not stand.there('[data-way="release"]')
    stand.press('[data-way="give_up"]')
    (order,) = stand.commands()
    assert (order.name, order.body) == ("machine.act", {"act": "give_up", "lane": None, "set": 1})
    stand.bus.answer(order, Refusal("act_over"))
    stand.wait(lambda: stand.there(".way-note"))
    assert stand.texts(".way-note") == [str(Refusal("act_over"))]


def test_what_is_done_by_hand_is_no_button(stand: Stand) -> None:
    stand.visit(TABLE)
    for case in ("stop", "gone", "dice", "lid"):
        shown(stand, case)
        stand.wait(lambda: stand.there(".ways"))
        buttons = set(stand.values("button.way", "data-way"))
        assert not buttons & set(BY_PEOPLE)
        assert buttons | set(stand.values("p.way", "data-way")) == {one.act for one in CASES[case][1].acts}


def test_words_stand_towards_the_lane_and_turn_with_a_touch(stand: Stand) -> None:
    stand.visit(TABLE)
    shown(stand, "row")
    stand.wait(lambda: stand.there('[data-facing="2"] .ways'))
    stand.press('[data-turn="1"]')
    stand.wait(lambda: stand.there('[data-facing="1"] .ways'))


def test_all_is_well_and_nothing_lies_over_the_mat_but_the_corner_has_it(stand: Stand) -> None:
    stand.visit(TABLE)
    machine = MachineView(state=MachineCode.STAGED, acts=acts(A.START, A.HATCH, A.RAISE, A.BY_HAND))
    stand.show("idle_first", machine=machine)
    assert not stand.there(".notices .ways")
    stand.click(".more summary")
    stand.wait(lambda: stand.there(".more-panel .ways"))
    keep(stand, "corner")
    stand.press('.more-panel [data-way="by_hand"]')
    (order,) = stand.commands()
    assert order.body["act"] == "by_hand"


def test_while_people_build_nobody_is_told_of_the_machine(stand: Stand) -> None:
    stand.visit(TABLE)
    shown(stand, "people")
    text = " ".join(stand.texts(".middle"))
    assert "Build the walls" in text
    assert "E73" not in text


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_the_host_has_them_on_a_telephone(stand: Stand, axe: str, language: str) -> None:
    faults = []
    stand.publish("shuffle", machine=CASES["short"][1], alerts=[])
    stand.visit(HOST, language, fragment="#machine")
    for case, (name, machine) in CASES.items():
        stand.draw(HOST, name, machine=machine, alerts=[])
        stand.wait(lambda: stand.there(".ways"))
        faults += [f"{case}: {fault}" for fault in stand.check(axe, scrolls=True)]
        faults += [f"{case}: small {way}" for way in stand.driver.execute_script(SMALL, LEAST_PX)]
        keep(stand, f"host-{case}-{language}")
    assert faults == []


def test_a_screen_that_stands_has_them_in_one_place(stand: Stand, axe: str) -> None:
    faults = []
    for size in ((600, 1024), (1080, 1920)):
        stand.visit(Page("table.html", size), "de")
        for case in CASES:
            shown(stand, case)
            stand.wait(lambda: stand.there(".notices .ways"))
            faults += [f"{case} {size}: {fault}" for fault in stand.check(axe, scrolls=False)]
            faults += [f"{case} {size}: small {way}" for way in stand.driver.execute_script(SMALL, LEAST_PX)]
            keep(stand, f"stands-{case}-{size[0]}")
    assert faults == []


def test_a_screen_that_nobody_can_touch_shows_what_keys_and_hands_do(stand: Stand) -> None:
    stand.visit(TABLE, keys="off")
    shown(stand, "short")
    stand.wait(lambda: stand.there(".ways"))
    assert not stand.there("button.way")
    assert stand.values(".way", "data-way") == ["go_on"]
