"""The table screen as four read it: what stands towards whom, how large it is, and what is answered there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from controller.sentences.refusals import Refusal
from engine.state.faults import Fault
from screens import TABLE_LANGUAGES
from tests.controller.browser import Size, hold_still, resize
from tests.controller.screens.pages import ALL, NAMES
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
SIZES: Final[tuple[Size, ...]] = ((1024, 600), (1280, 720), (1920, 1080))
LEAST_PX: Final = 18
"""Of any text that matters, at 1024 x 600; what is larger is read from further away."""
FINGER_PX: Final = 40
UPRIGHT: Final = (Path(__file__).parent / "upright.js").read_text("utf-8")


def least(size: Size) -> float:
    return LEAST_PX * min(size[0] / 1024, size[1] / 600)


def looked(stand: Stand) -> Iterator[str]:
    """Once for each page of the present result, as it stands, and towards a short and a long side."""
    stand.beat()
    for side in (None, 1, 2):
        if side is not None:
            if not stand.find(f'[data-turn="{side}"]'):
                continue
            stand.click(f'[data-turn="{side}"]')
            stand.comes(f'.facing[data-facing="{side}"]')
        yield f"{side}"
        last = pages(stand)
        for at in range(2, last + 1):
            stand.click('[data-leaf="next"]')
            stand.comes(f'[data-leaf-at^="{at}/"]')
            yield f"{side} page {at}"
        if last > 1:
            stand.click('[data-leaf="next"]')


def pages(stand: Stand) -> int:
    """How many there are."""
    return next((int(at.split("/")[1]) for at in stand.values("[data-leaf-at]", "data-leaf-at")), 1)


def faults(stand: Stand, axe: str | None, size: Size) -> list[str]:
    return [*stand.check(axe, scrolls=False), *stand.driver.execute_script(UPRIGHT, least(size), FINGER_PX)]


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_word_stands_towards_whom_it_concerns_and_is_read_from_there(
    stand: Stand, axe: str, language: str
) -> None:
    """Every snapshot meets every size and every language, on every page towards a long and a short side."""
    found = []
    hold_still(stand.driver)
    stand.publish("play")
    stand.open(lang=language)
    for n, size in enumerate(SIZES):
        resize(stand.driver, size)
        start = TABLE_LANGUAGES.index(language) + 2 * n
        for name in NAMES if ALL else NAMES[start % len(TABLE_LANGUAGES) :: len(TABLE_LANGUAGES)]:
            stand.show(name)
            for where in looked(stand):
                asked = axe if where == "None" else None
                found += [f"{size} {name} {where}: {fault}" for fault in faults(stand, asked, size)]
    assert "\n".join(found) == ""
    assert stand.complaints() == []


def tap(stand: Stand, css: str) -> None:
    """As by a finger, in the middle of what is there."""
    stand.wait(lambda: stand.find(css))
    place = "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
    place += "return [(b.left + b.right) / 2, (b.top + b.bottom) / 2]"
    x, y = stand.driver.execute_script(place, css)
    send = stand.driver.execute_cdp_cmd
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.fixture(params=["pointer", "touch"])
def press(stand: Stand, request: pytest.FixtureRequest) -> Iterator[Callable[[str], None]]:
    """A screen with a mouse, and one with fingers."""
    touch = request.param == "touch"
    resize(stand.driver, SIZES[0])
    hold_still(stand.driver)
    given = {"enabled": touch, "maxTouchPoints": 4 if touch else 1}
    stand.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", given)
    yield (lambda css: tap(stand, css)) if touch else stand.press
    stand.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def said(stand: Stand) -> list[tuple[str, dict[str, Any]]]:
    return [(order.name, order.body) for order in stand.commands()]


def facing(stand: Stand) -> list[str]:
    return stand.values(".facing", "data-facing")


def test_each_player_starts_plays_and_confirms_at_the_own_side(
    stand: Stand, press: Callable[[str], None]
) -> None:
    stand.open()
    stand.show("idle_paid")
    press('[data-rim="3"] [data-button="start"]')
    assert said(stand) == [("panel", {"seat": 3, "button": "start"})]
    stand.show("play")
    assert not stand.find("[data-button]"), "nothing lies over the mat by itself"
    press('[data-seat="0"] .touch')
    press('[data-rim="0"] [data-button="riichi"]')
    assert said(stand) == [("panel", {"seat": 0, "button": "riichi"})]
    stand.show("show_exhaustive")
    press('[data-rim="2"] [data-button="noten"]')
    assert said(stand) == [("panel", {"seat": 2, "button": "noten"})]
    stand.show("confirm_triple_ron")
    for seat, button in ((1, "confirm"), (2, "dispute")):
        press(f'[data-rim="{seat}"] [data-button="{button}"]')
        (order,) = stand.commands()
        assert (order.name, order.body) == ("panel", {"seat": seat, "button": button})
        assert order.if_rev == (stand.rev if button == "confirm" else None)
        stand.bus.answer(order)


def test_a_card_stands_towards_its_winner_and_is_turned_by_one_touch_at_any_side(
    stand: Stand, press: Callable[[str], None]
) -> None:
    stand.open()
    stand.show("confirm_triple_ron")
    assert facing(stand) == ["1"]
    for seat in (3, 2, 0):
        press(f'[data-turn="{seat}"]')
        stand.comes(f'.facing[data-facing="{seat}"]')
    kinds = stand.values("[data-page]", "data-page")
    for _ in range(3):
        press('[data-leaf="next"]')
        kinds += stand.values("[data-page]", "data-page")
    assert kinds == ["win", "win", "win", "pays"]
    assert stand.values("[data-pays]", "data-pays") == ["-24500", "13600", "3900", "8000"]
    stand.show("confirm_chombo")
    assert facing(stand) == ["1"], "who has broken the rule sees it first"


def test_a_question_is_answered_by_whom_it_concerns(stand: Stand, press: Callable[[str], None]) -> None:
    stand.open()
    state = stand.show("play_unread")
    (question,) = state.questions
    assert facing(stand) == [f"{question.seat}"]
    press('[data-answer="4z"]')
    assert said(stand) == [("answer", {"question": question.id, "tile": "4z"})]
    stand.show("confirm_ron", questions=[question])
    assert stand.values("[data-page]", "data-page") == ["asked"], "before the result, which it may change"
    assert len(stand.find('[data-notice="question"]')) == 1
    undo = stand.show("play_called").undo
    assert undo is not None
    asked = undo.agreed.index(False)
    press(f'[data-rim="{asked}"] [data-button="yes"]')
    assert said(stand) == [("undo", {"seat": asked, "seq": undo.seq, "agree": True})]


OVER_TILES: Final = """
const box = (e) => e.getBoundingClientRect();
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const tiles = [...document.querySelectorAll(".mat .tile")];
const keys = [...document.querySelectorAll(".rim-key.turn")];
return keys.map((key) => tiles.filter((e) => meet(box(e), box(key))).length);
"""


def test_what_turns_a_question_covers_no_tile_of_the_mat(stand: Stand) -> None:
    """Called sets lie in all four corners."""
    stand.open()
    state = stand.show("play_unread")
    sets = max((seat.melds for seat in state.seats), key=len)
    seats = [seat.model_copy(update={"melds": sets[:2] * 2}) for seat in state.seats]
    for size in SIZES:
        resize(stand.driver, size)
        stand.show("play_unread", seats=seats)
        for side in (0, 1, 2):
            stand.press(f'[data-turn="{side}"]')
            assert stand.driver.execute_script(OVER_TILES) == [0, 0, 0], (size, side)


def test_who_is_in_riichi_is_not_offered_it_again(stand: Stand) -> None:
    stand.open()
    state = stand.show("play")
    offered = {}
    for seat in state.seats:
        stand.press(f'[data-seat="{seat.seat}"] .touch')
        stand.comes(f'[data-rim="{seat.seat}"] [data-button]')
        found = stand.values(f'[data-rim="{seat.seat}"] [data-button]', "data-button")
        assert found[-4:] == ["tsumo", "ron", "abort", "call"]
        offered[seat.seat] = "riichi" in found
    assert offered == {seat.seat: seat.riichi == "no" for seat in state.seats}


def test_a_refusal_is_reported_at_the_side_that_asked(stand: Stand) -> None:
    stand.open()
    stand.show("confirm_ron")
    stand.press('[data-rim="2"] [data-button="confirm"]')
    (order,) = stand.commands()
    stand.bus.answer(order, Refusal.illegal(Fault.NOT_COMPLETE))
    stand.wait(lambda: stand.texts('[data-rim="2"] .rim-note') == ["The hand is not complete."])
    assert len(stand.find(".rim-note")) == 1


def test_a_result_that_nobody_touches_goes_through_its_pages_and_around_the_table(stand: Stand) -> None:
    """Not for who wants no motion, and not once somebody has turned it."""
    wait = "const real = setTimeout; window.setTimeout = (f, ms) => real(f, ms === 8000 ? 300 : ms);"
    made = stand.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": wait})
    stand.open()
    stand.show("confirm_ron")
    stand.wait(lambda: facing(stand) == ["2"])
    stand.press('[data-turn="0"]')
    stand.show("confirm_ron")
    assert not stand.there('.facing:not([data-facing="0"])')
    hold_still(stand.driver)
    stand.show("confirm_tsumo")
    assert not stand.there('[data-page="pays"]')
    stand.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)


def test_who_sits_around_the_screen_is_chosen_on_it_and_kept(stand: Stand) -> None:
    stand.open()
    stand.show("confirm_ron")
    stand.click(".more summary")
    choose = "const list = document.querySelector('[data-sides]'); list.value = arguments[0];"
    choose += "list.dispatchEvent(new Event('change', { bubbles: true }))"
    stand.driver.execute_script(choose, "1")
    stand.wait(lambda: stand.find(".sides1"))
    stand.open()
    stand.show("confirm_ron")
    assert stand.find(".sides1")
    assert not stand.find("[data-rim]")
    stand.open(sides="4")
    stand.show("confirm_ron")
    assert stand.find(".sides4")


def test_without_an_account_or_keys_words_are_turned_and_nothing_is_commanded(stand: Stand) -> None:
    stand.open(keys="off")
    stand.show("confirm_ron")
    assert not stand.find("[data-button]")
    assert len(stand.find("[data-turn]")) == 3
    stand.driver.execute_script("localStorage.clear()")
    stand.open()
    stand.show("confirm_ron")
    assert not stand.find("[data-button]")
    stand.click('[data-turn="2"]')
    stand.wait(lambda: facing(stand) == ["2"])
    stand.sign_in()
