"""The set-up page in Chromium: readable in every language, every key reachable, saved by what is pressed."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from controller.setup.keys import keys
from screens import SETUP, TABLE_LANGUAGES
from tests.controller.browser import attributes, hold_still, resize
from tests.controller.screens.pages import THEMES
from tests.controller.screens.set_up_table import (
    FILE,
    SIZES,
    Settled,
    content,
    enter,
    visit,
)
from tests.controller.screens.stand import Stand
from words import catalogue, offered

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_its_words_are_there_in_every_language_of_the_pages() -> None:
    assert set(TABLE_LANGUAGES) <= set(offered(SETUP))


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_step_is_whole_and_readable(stand: Stand, axe: str, settled: Settled, language: str) -> None:
    theme = THEMES[TABLE_LANGUAGES.index(language) % len(THEMES)]
    words = catalogue(language, SETUP)["setup"]["step"]
    hold_still(stand.driver)
    faults = []
    for size in SIZES:
        resize(stand.driver, size)
        visit(stand, "kind", language, theme)
        stand.click('[data-kind="ours"]')
        for step, title in words.items():
            stand.driver.execute_script("location.hash = arguments[0]", step)
            stand.wait(partial(stand.there, f'[data-step="{step}"]'))
            assert title in stand.texts("h2")
            faults += [f"{size} {step}: {fault}" for fault in stand.check(axe, scrolls=True)]
    assert faults == []
    assert stand.complaints() == []


@pytest.mark.parametrize(
    ("kind", "said"), [("people", "test_hand_later"), ("ours", "test_hand_later"), ("scores", "test_hand")]
)
def test_the_last_step_says_how_a_hand_is_tried_at_this_kind_of_table(
    stand: Stand, settled: Settled, kind: str, said: str
) -> None:
    """Nobody presses START where people build the walls."""
    settled.path.write_text("", "utf-8")
    visit(stand, "kind")
    stand.click(f'[data-kind="{kind}"]')
    stand.driver.execute_script("location.hash = 'finish'")
    stand.wait(lambda: stand.there("[data-test-hand]"))
    assert stand.texts("[data-test-hand]") == [catalogue("en", SETUP)["setup"][said]]


def test_a_machine_leads_to_its_self_test(stand: Stand, settled: Settled) -> None:
    """It is the table that runs which is tested, and not one that is yet to be saved."""
    visit(stand, "kind")
    stand.click('[data-kind="ours"]')
    stand.driver.execute_script("location.hash = 'machine'")
    stand.wait(lambda: stand.there("[data-version]"))
    assert stand.find("[data-selftest]") == []
    settled.path.write_text(FILE.replace('kind = "none"', 'kind = "serial"\nport = "/dev/ttyACM0"'), "utf-8")
    visit(stand, "language")
    stand.driver.refresh()
    stand.wait(lambda: stand.there("[data-step]"))
    stand.driver.execute_script("location.hash = 'machine'")
    stand.wait(lambda: stand.values("[data-selftest]", "href") == ["host.html#machine"])


def test_what_hands_have_taught_is_shown_and_can_be_forgotten(stand: Stand, settled: Settled) -> None:
    data = settled.path.parent
    visit(stand, "tiles")
    stand.wait(lambda: stand.there('[data-learning][aria-busy="false"] [data-hands="2"]'))
    assert stand.there('[data-kept="true"]')
    assert "74" in stand.texts("[data-kept]")[0]
    assert len(stand.texts('[data-lacking="2"] [role="img"]')) == 2
    assert not stand.there("[data-learn-hands]")
    stand.click("[data-forget]")
    stand.click("[data-forget-surely]")
    stand.wait(lambda: stand.there('[data-hands="0"]') and not stand.there("[data-used]"))
    assert [path for path in (data / "sets").rglob("*") if path.is_file()] == []
    assert stand.complaints() == []


def test_every_key_of_the_configuration_is_reachable(stand: Stand, settled: Settled) -> None:
    """The law: whatever the model has, the page has, with its name and what it is for in every language."""
    resize(stand.driver, SIZES[0])
    visit(stand, "everything")
    stand.wait(lambda: stand.there('[data-key="data"]'))
    assert set(attributes(stand.driver, "[data-key]", "data-key")) == set(keys())
    for language in TABLE_LANGUAGES:
        node: Any = catalogue(language, SETUP)["setup"]["help"]
        for key in keys():
            found = node
            for part in key.split("."):
                found = found[part]
            assert found.strip(), (language, key)
    enter(stand, "#search", "")
    stand.driver.execute_script(
        "const s = document.getElementById('search'); s.value = 'volume'; s.dispatchEvent(new Event('input'))"
    )
    stand.wait(lambda: attributes(stand.driver, "[data-key]", "data-key") == ["voice.volume"])


def test_a_key_is_changed_and_the_rest_of_the_file_stays(stand: Stand, settled: Settled) -> None:
    visit(stand, "everything")
    enter(stand, '[id="key-camera.fps"]', 31)
    stand.comes('[id="key-camera.fps"][aria-invalid="true"]')  # said where it is typed
    stand.click("[data-save]")
    stand.wait(lambda: stand.there('[data-refused="value"]'))
    assert settled.path.read_text("utf-8") == FILE
    enter(stand, '[id="key-camera.fps"]', 10)
    enter(stand, '[id="key-panel.lamps"]', "4, 27, 22, 11")
    enter(stand, '[id="option-game.start_points"]', 30000)
    enter(stand, '[id="setting-LIFT_SPEED"]', 1500)
    stand.click("[data-save]")
    stand.wait(settled.desk.again.is_set)
    assert settled.said()["camera"] == {"kind": "v4l2", "source": "/dev/video7", "fps": 10}
    assert settled.said()["panel"]["lamps"] == [4, 27, 22, 11]
    assert settled.said()["table"]["options"] == {"game.start_points": 30000}
    assert settled.said()["machine"]["settings"] == {"LIFT_SPEED": 1500}
    assert settled.path.read_text("utf-8").startswith(FILE.partition("\n\n")[0])


def test_an_option_whose_value_has_parts_has_a_field_for_each(stand: Stand, settled: Settled) -> None:
    visit(stand, "everything")
    parts = {
        '[data-option="tiles.red_fives"] label:nth-of-type(2) input': 2,
        '[data-option="sticks.start_set"] label:nth-of-type(4) input': 5,
        '[data-option="game.uma"] label:nth-of-type(1) input': 25000,
        '[data-option="chombo.amount_after_uma"] input': 40000,
    }
    stand.wait(lambda: stand.there('[data-option="tiles.red_fives"] [alt="0p"]'))
    type_in = "const e = document.querySelector(arguments[0]); e.value = arguments[1];"
    for css, number in parts.items():
        stand.driver.execute_script(type_in + " e.dispatchEvent(new Event('input'))", css, str(number))
    tick = "document.querySelectorAll(arguments[0])[1].click()"
    stand.driver.execute_script(tick, '[data-option="score.double_yakuman"] input')
    stand.driver.execute_script(
        "document.querySelector(arguments[0]).click()", '[data-option="game.uma"] [data-reset]'
    )
    stand.click("[data-save]")
    stand.wait(settled.desk.again.is_set)
    assert settled.said()["table"]["options"] == {
        "tiles.red_fives": {"m": 1, "p": 2, "s": 1},
        "sticks.start_set": {"10000": 1, "5000": 2, "1000": 9, "500": 5, "100": 10},
        "chombo.amount_after_uma": 40000,
        "score.double_yakuman": ["suuankou_tanki"],
    }
    assert settled.path.read_text("utf-8").startswith(FILE.partition("\n\n")[0])


def test_what_the_command_line_says_is_said_and_not_changed(stand: Stand, settled: Settled) -> None:
    visit(stand, "everything")
    css = '[data-key="web.port"]'
    stand.wait(lambda: stand.there(f"{css} [data-fixed]"))
    assert stand.there('[id="key-web.port"]:disabled')
    assert "8123" in stand.texts(f"{css} [data-fixed]")[0]


def test_two_who_set_up_at_once_do_not_overwrite_each_other(stand: Stand, settled: Settled) -> None:
    visit(stand, "game")
    stand.click('[data-key="table.confirm"] [data-choice="one"]')
    stand.driver.execute_script("location.hash = 'sound'")
    stand.click('[data-key="voice.enabled"] [data-choice="true"]')
    first = stand.driver.current_window_handle
    stand.driver.switch_to.new_window("tab")
    visit(stand, "everything")
    enter(stand, '[id="key-voice.volume"]', 11)
    enter(stand, '[id="key-table.confirm"]', 1)
    stand.click("[data-save]")
    stand.wait(settled.desk.again.is_set)
    settled.desk.again.clear()
    stand.driver.close()
    stand.driver.switch_to.window(first)
    stand.click("[data-save]")
    stand.wait(lambda: stand.there('[data-refused="changed"]'))
    assert settled.said()["voice"] == {"volume": 11}
    assert content(stand, "key-voice.volume") == "11", "the new values are shown"
    shown = dict(
        zip(stand.values("[data-their]", "data-their"), stand.texts("[data-their] strong"), strict=True)
    )
    assert shown == {"table.confirm": "Whoever wins or pays", "voice.volume": "11"}, (
        "also of what both changed"
    )
    stand.click("[data-save]")
    stand.wait(settled.desk.again.is_set)
    assert settled.said()["voice"] == {"volume": 11, "enabled": True, "language": "en"}
    assert settled.said()["table"]["confirm"] == "one"


def test_a_version_is_taken_back(stand: Stand, settled: Settled) -> None:
    settled.desk.change(settled.desk.read().revision, {"voice.volume": 11})
    visit(stand, "versions")
    stand.wait(lambda: stand.there("[data-version]"))
    assert "voice.volume" in stand.texts("[data-version]")[0]
    stand.click("[data-version] button")
    stand.wait(settled.desk.again.is_set)
    assert settled.path.read_text("utf-8") == FILE


def test_a_file_that_is_no_toml_is_begun_anew(stand: Stand, settled: Settled) -> None:
    settled.path.write_text("[camera\n", "utf-8")
    visit(stand, "kind")
    stand.wait(lambda: stand.there('[data-trouble="toml"]'))
    stand.click('[data-kind="scores"]')
    stand.click("[data-anew]")
    stand.wait(settled.desk.again.is_set)
    assert settled.said() == {"camera": {"kind": "none"}, "machine": {"kind": "none"}}


def test_without_an_account_there_is_no_form(stand: Stand, settled: Settled) -> None:
    stand.open("setup.html")
    stand.driver.execute_script("localStorage.clear()")
    stand.driver.refresh()
    stand.wait(lambda: stand.there('[data-closed="forbidden"]'))
    assert "/dev/video7" not in stand.driver.execute_script("return document.body.innerText")


def test_a_password_is_never_shown(stand: Stand, settled: Settled) -> None:
    revision = settled.desk.read().revision
    settled.desk.change(revision, {"broker.password": "verysecret", "broker.url": "mqtt://a:verysecret@hub"})
    visit(stand, "everything")
    stand.wait(lambda: stand.there('[id="key-broker.password"]'))
    assert content(stand, "key-broker.url") == "mqtt://a:***@hub"
    script = "return document.body.innerHTML + [...document.querySelectorAll('input')].map(e => e.value)"
    assert "verysecret" not in stand.driver.execute_script(script)
