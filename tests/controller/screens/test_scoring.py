"""A score table in a real browser: hands entered by touch, from any side, of every size and language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest

from contract.messages import EnterableView
from screens import TABLE_LANGUAGES
from tests.controller.browser import Size, resize
from tests.controller.scored import unseen
from tests.controller.screens.pages import Page
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
TABLE: Final = Page("table.html", (1280, 800))
SIZES: Final[tuple[Size, ...]] = ((1024, 600), (360, 740), (1920, 1080))
LEAST: Final = 40
"""Pixels of what a finger is to meet, in the shorter direction."""
RON: Final = ("won:1", "from:0", "han:3", "fu:40")
TRIPS: Final[tuple[tuple[str, ...], ...]] = (
    RON,
    ("won:2", "from:2", "yakuman:1"),
    ("won:0", "from:3", "han:4", "fu:30", "another", "won:1", "han:2", "fu:40"),
    ("ended:exhaustive", "tenpai:1", "tenpai:3"),
    ("more",),
    ("more", "ended:nagashi", "nagashi:2"),
)
"""Forms that look different."""
PAD: Final = ("won:1", "from:0", "[data-by-tiles]")
SMALL: Final = """
const shown = [...document.querySelectorAll(".entry .touch-key, .acts-row .touch-key, .lay-stick")];
return shown.filter((key) => Math.min(key.offsetWidth, key.offsetHeight) < arguments[0])
  .map((key) => `${key.dataset.touch} ${key.offsetWidth} x ${key.offsetHeight}`);
"""
FINE_PRINT: Final = """
const said = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
return [...document.querySelectorAll(".entry *")]
  .filter((e) => said(e) && e.checkVisibility() && !e.closest(".tile"))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < arguments[0] - 0.01)
  .map((e) => `${getComputedStyle(e).fontSize}: ${e.textContent}`);
"""
LEGIBLE: Final = 18
"""Pixels of any word at 1024 x 600, read from two metres."""


def touch(stand: Stand, *touches: str) -> None:
    for each in touches:
        stand.click(f'[data-touch="{each}"]')


def opened(stand: Stand, language: str = "en", name: str = "score_play", **query: str) -> None:
    stand.publish(name)
    stand.visit(TABLE, language, **query)
    stand.draw(TABLE, name)


def sent(stand: Stand) -> list[tuple[str, dict[str, Any]]]:
    return [(order.name, order.body) for order in stand.commands()]


@pytest.fixture
def playing(hall: Stand) -> Iterator[Stand]:
    """The web server knows a game, so that it says what is paid."""
    played = unseen(1, nagashi=True)
    hall.web.follow(lambda: ("g1", played))
    yield hall
    hall.web.follow(lambda: None)


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_form_is_whole_and_readable_on_every_size(playing: Stand, axe: str, language: str) -> None:
    hall, faults = playing, []
    opened(hall, language)
    for n, (size, trip) in enumerate(product(SIZES, (*TRIPS, PAD))):
        resize(hall.driver, size)
        hall.draw(TABLE, "score_play", hands_played=n)
        for each in trip:
            hall.click(each if each.startswith("[") else f'[data-touch="{each}"]')
        if trip[-1] not in ("more", PAD[-1]):
            hall.wait(lambda: hall.there('[data-effect="allowed"]'))
        faults += [f"{size} {trip}: {fault}" for fault in hall.check(axe, scrolls=False)]
        faults += [f"{size} {trip}: small {key}" for key in hall.driver.execute_script(SMALL, LEAST)]
    assert faults == []


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_word_of_the_form_is_large_towards_a_long_and_a_short_side(
    playing: Stand, language: str
) -> None:
    hall, faults = playing, []
    resize(hall.driver, SIZES[0])
    opened(hall, language)
    for n, (side, trip) in enumerate(product((2, 1), (*TRIPS, PAD))):
        hall.draw(TABLE, "score_play", hands_played=n)
        if hall.find(f'[data-face="{side}"]'):
            hall.click(f'[data-face="{side}"]')
        for each in trip:
            hall.click(each if each.startswith("[") else f'[data-touch="{each}"]')
        where = f"{side} {trip}"
        faults += [f"{where}: {fault}" for fault in hall.check(None, scrolls=False)]
        faults += [f"{where}: small {key}" for key in hall.driver.execute_script(SMALL, LEAST)]
        faults += [f"{where}: {text}" for text in hall.driver.execute_script(FINE_PRINT, LEGIBLE)]
    assert faults == []


LONG: Final = "Åsa-Maria von Långtnamn-Svensson"
BEYOND: Final = """
const out = (e, at) => e.left < at.left - 2 || e.right > at.right + 2;
const box = (e) => e.getBoundingClientRect();
const keys = [...document.querySelectorAll(".entry .touch-key")].filter((e) => e.checkVisibility());
const shown = (e) => e.checkVisibility();
const beyond = keys.filter((key) => out(box(key), box(key.closest(".entry"))));
const cut = keys.filter((key) => [...key.children].some((e) => shown(e) && out(box(e), box(key))));
return [...beyond, ...cut].map((key) => key.textContent);
"""


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_no_key_and_no_long_name_goes_beyond_a_telephone(playing: Stand, language: str) -> None:
    """A name that is too long loses its end, which is said by dots, and not its beginning."""
    opened(playing, language)
    resize(playing.driver, (360, 740))
    seats = [each.model_copy(update={"name": LONG}) for each in playing.publish("score_play").seats]
    playing.draw(TABLE, "score_play", seats=seats)
    assert playing.driver.execute_script(BEYOND) == []
    touch(playing, "won:1")
    assert playing.driver.execute_script(BEYOND) == []


def test_which_hand_is_played_stands_at_every_side_with_counters_and_sticks(playing: Stand) -> None:
    """There is no mat to show it."""
    opened(playing)
    resize(playing.driver, SIZES[0])
    for facing in (0, 2):
        if facing:
            playing.press(f'[data-face="{facing}"]')
        assert playing.texts(".face .round") == ["South 3"] * 4
        assert playing.values(".face .count", "data-count") == ["2", "1"] * 4
    opened(playing, sides="1")
    assert playing.texts(".line .round") == ["South 3 · 2 honba"]


def test_a_draw_without_tiles_shows_all_four(playing: Stand) -> None:
    opened(playing, name="score_exhaustive")
    resize(playing.driver, SIZES[0])
    low = "return [...document.querySelectorAll(arguments[0])].map((e) => e.getBoundingClientRect().bottom)"
    lines, (card,) = (playing.driver.execute_script(low, css) for css in (".hand-line", ".result"))
    assert len(lines) == 4
    assert max(lines) <= card


def test_a_win_is_entered_from_the_side_of_any_player(playing: Stand) -> None:
    opened(playing)
    assert playing.values(".scoring", "data-facing") == ["0"]
    for seat in (1, 2, 3, 0):
        playing.press(f'[data-face="{seat}"]')
        assert playing.values(".scoring", "data-facing") == [str(seat)]
    playing.press('[data-face="2"]')
    for each in RON:
        playing.press(f'[data-touch="{each}"]')
    playing.wait(lambda: playing.values("[data-pays]", "data-pays")[:2] == ["-5200", "6200"])
    playing.press('[data-touch="enter"]')
    ((name, body),) = sent(playing)
    assert name == "result.enter"
    assert body == {
        "event": {
            "type": "result_entered",
            "reason": "win",
            "wins": [{"seat": 1, "source": 0, "han": 3, "fu": 40, "yakuman": 0, "responsible": None}],
            "tenpai": [False] * 4,
            "riichi": [1],
        }
    }


def test_the_value_is_found_by_the_tiles(playing: Stand) -> None:
    opened(playing)
    touch(playing, "won:2", "from:2")
    playing.click("[data-by-tiles]")
    for tile in ("2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5s", "5s", "6s", "7s", "8s"):
        playing.click(f'.entry-tiles [data-answer="{tile}"]')
    playing.click('[data-into="dora"]')
    playing.click('.entry-tiles [data-answer="1p"]')
    playing.wait(lambda: playing.values("[data-worth]", "data-worth") == ["4/20/0"])
    playing.click("[data-take]")
    playing.wait(lambda: playing.values("[data-pays]", "data-pays") == ["-2600", "-1300", "6200", "-1300"])


def test_a_stick_is_laid_at_the_own_side_and_a_result_confirmed_by_one_touch(playing: Stand) -> None:
    opened(playing)
    playing.press('[data-stick="3"]')
    assert sent(playing) == [("panel", {"seat": 3, "button": "riichi"})]
    playing.show("score_confirm")
    playing.press('[data-touch="agree"]')
    agreed: list[Any] = []

    def all_four() -> bool:
        playing.beat()
        for order in playing.waiting:
            agreed.append((order.name, order.body))
            playing.bus.answer(order)
        playing.waiting = []
        return len(agreed) == 4

    playing.wait(all_four)
    assert agreed == [("win.confirm", {"seat": seat}) for seat in range(4)]
    playing.show("score_paid")
    playing.press('[data-rim="2"] [data-button="start"]')
    assert sent(playing) == [("panel", {"seat": 2, "button": "start"})]
    playing.open(sides="1")
    playing.show("score_paid")
    playing.press('[data-touch="start"]')
    assert sent(playing) == [("cycle.start", {})]


def test_what_was_entered_is_changed_and_shown_as_it_was(playing: Stand) -> None:
    opened(playing, name="score_confirm")
    touch(playing, "change")
    assert playing.values('.entry [aria-pressed="true"]', "data-touch") == [*RON, "riichi:1"]
    touch(playing, "fu:30")
    touch(playing, "enter")
    ((_, body),) = sent(playing)
    assert body["event"]["wins"][0]["fu"] == 30


def test_a_stick_entered_with_the_result_is_still_there_when_it_is_changed(playing: Stand) -> None:
    """It lies nowhere else: the seats of the table show none of it."""
    opened(playing, name="score_confirm")
    result = playing.publish("score_confirm").result
    assert result is not None
    assert result.entered is not None
    both = result.entered.model_copy(update={"riichi": [1, 3]})
    playing.draw(TABLE, "score_confirm", result=result.model_copy(update={"entered": both}))
    touch(playing, "change", "enter")
    ((_, body),) = sent(playing)
    assert body["event"]["riichi"] == [1, 3]


def test_ends_and_yakuman_are_offered_that_the_rules_have(playing: Stand) -> None:
    """R-ABORT, R-YAKU-03: of an abortive draw that pays noten it is asked who is tenpai (R-ABORT-07)."""
    paid = {
        "ends": ["suufon_renda"],
        "tenpai": ["exhaustive", "suufon_renda"],
        "yakuman": 1,
        "counted": False,
    }
    opened(playing)
    playing.draw(TABLE, "score_play", hands_played=8, enterable=EnterableView.model_validate(paid))
    touch(playing, "more")
    assert playing.values(".of-ends [data-touch]", "data-touch") == ["ended:suufon_renda"]
    touch(playing, "ended:suufon_renda", "tenpai:2")
    assert playing.values('.entry [aria-pressed="true"]', "data-touch") == ["more", "tenpai:2"]
    touch(playing, "won:1", "from:0", "yakuman:1")
    assert playing.values('[data-touch^="yakuman"]', "data-touch") == ["yakuman:1"] * 2, "the limit and × 1"
    assert not playing.there('[data-touch="han:13"]')
    playing.draw(TABLE, "score_play", hands_played=9, enterable=EnterableView())
    touch(playing, "more")
    assert playing.values(".of-ends button", "data-touch") == [None], "chombo alone"


def test_a_seat_enters_on_its_own_display(playing: Stand) -> None:
    seat = Page("seat.html", (360, 740), {"seat": "1"})
    playing.publish("score_play")
    playing.visit(seat)
    playing.draw(seat, "score_play")
    assert playing.values(".keys .key", "data-button") == ["riichi", None]
    playing.press("[data-enter-result]")
    for each in RON:
        playing.press(f'[data-touch="{each}"]')
    playing.press('[data-touch="enter"]')
    ((name, body),) = sent(playing)
    assert (name, body["seat"]) == ("result.enter", 1)
    assert body["event"]["wins"][0]["seat"] == 1


def test_without_an_account_nothing_can_be_entered(playing: Stand) -> None:
    opened(playing)
    playing.driver.execute_script("localStorage.clear()")
    playing.open("table.html")
    playing.draw(TABLE, "score_play")
    assert playing.find(".scoring, .acts-row, .lay-stick") == []
    assert playing.texts(".centre, .mat")
    playing.sign_in()


def by_tiles(stand: Stand, seat: int) -> None:
    """A closed hand of pinfu and tanyao, put together on a telephone of the seat."""
    stand.driver.get(f"{stand.web.url}hand.html?lang=en&seat={seat}")
    stand.wait(lambda: stand.find("[data-by-tiles]"))
    stand.click("[data-by-tiles]")
    for tile in ("2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5s", "5s", "6s", "7s", "8s"):
        stand.click(f'[data-answer="{tile}"]')


def test_a_telephone_enters_the_hand_that_it_has_read_by_one_touch(playing: Stand) -> None:
    opened(playing)  # seat 1 has laid a stick
    by_tiles(playing, 1)
    playing.wait(lambda: playing.values("[data-enter]", "data-enter") == ["0", "2", "3"])
    playing.click('[data-enter="3"]')
    (order,) = playing.commands()
    assert (order.name, order.body["seat"]) == ("result.enter", 1)
    body: dict[str, Any] = order.body
    (win,) = body["event"]["wins"]
    assert (win["seat"], win["source"], body["event"]["riichi"]) == (1, 3, [1])
    assert (win["han"], win["fu"]) == (3, 30), "with the riichi whose stick lies there"
    playing.bus.answer(order)
    playing.wait(lambda: "seat.html?seat=1" in playing.driver.current_url)


def test_a_tsumo_is_one_touch_too_and_between_two_hands_there_is_none(playing: Stand) -> None:
    opened(playing)
    by_tiles(playing, 2)
    playing.wait(lambda: playing.find("[data-enter]"))
    playing.driver.execute_script(
        "[...document.querySelectorAll('.around button')].find(e => e.textContent === 'Tsumo').click()"
    )
    playing.wait(lambda: playing.values("[data-enter]", "data-enter") == ["2"])
    playing.publish("score_paid")
    playing.wait(lambda: playing.values("[data-enter]", "data-enter") == ["closed"])
