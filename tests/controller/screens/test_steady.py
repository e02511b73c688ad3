"""Nothing that is seen on a screen moves by itself: a Cumulative Layout Shift of 0 from the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from contract.messages import MachineCode, PondTile
from screens import TABLE_LANGUAGES
from tests.controller.screens.pages import ALL, PAGES, Page
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

WATCH = """
const name = (node) => node?.tagName ? `${node.tagName.toLowerCase()}.${node.getAttribute("class")}` : "text";
window.__shifts = [];
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries())
    for (const { node } of sources) window.__shifts.push(`${name(node?.parentElement)} > ${name(node)}`);
}).observe({ type: "layout-shift", buffered: true });
"""
TWO_FRAMES = """
const done = arguments[0];
const told = () => done(window.__shifts.splice(0));
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(told)));
"""
GAMES = (
    (
        *("idle_first", "collect", "shuffle", "raise", "dice", "deal", "play", "play_kuikae", "play_called"),
        *("play_unread", "show_ron", "confirm_ron", "idle_paid", "collect", "deal", "play"),
        *("show_exhaustive", "confirm_exhaustive", "confirm_nagashi", "collect", "deal", "confirm_abort"),
        *("collect", "deal", "play", "confirm_chombo", "collect", "play", "confirm_double_ron"),
        *("confirm_triple_ron", "finished"),
    ),
    ("play_clock", "play_last_hand", "confirm_time_over"),
    ("play_classical", "confirm_classical", "confirm_classical_draw", "finished_classical"),
)


@pytest.fixture
def watched(stand: Stand, driver: Any) -> Iterator[Stand]:
    made = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    yield stand
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)


def shifts(stand: Stand) -> set[str]:
    """What has moved since the last call, when everything so far has been painted."""
    return set(stand.driver.execute_async_script(TWO_FRAMES))


UPRIGHT = (800, 1280)


def forms(*, one: bool = False) -> list[Any]:
    """The table screen in its forms in all languages, each other page in one of them; all in all where
    JANTAKU_ALL_SCREENS is set, and each in `one` where that is enough."""
    table, *others = [page for page in PAGES if page.draws]
    named = {"four sides": table, "one side": replace(table, query={"sides": "1"})}
    named["upright"] = replace(table, size=UPRIGHT)
    found = [
        (name, page, language)
        for n, (name, page) in enumerate(named.items())
        for language in (TABLE_LANGUAGES[n : n + 1] if one else TABLE_LANGUAGES)
    ]
    for n, page in enumerate(others):
        found += [
            (page.name, page, language)
            for language in (TABLE_LANGUAGES if ALL and not one else TABLE_LANGUAGES[n : n + 1])
        ]
    return [pytest.param(page, language, id=f"{name}-{language}") for name, page, language in found]


@pytest.mark.parametrize(("page", "language"), forms())
def test_nothing_moves_from_the_first_hand_to_the_last(watched: Stand, page: Page, language: str) -> None:
    """Wins, draws, chombo and the end of a game; then one with a clock, and one of Chinese Classical."""
    found = []
    watched.publish(GAMES[0][0])
    watched.visit(page, language)
    for game in GAMES:
        if game is not GAMES[0]:
            watched.draw(page, game[0])
            shifts(watched)  # a game with a clock has places that the one before had not
        for name in game:
            watched.draw(page, name)
            found += [f"{name}: {moved}" for moved in sorted(shifts(watched))]
    assert found == []


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: game[0])
@pytest.mark.parametrize(("page", "language"), forms(one=True))
def test_nothing_moves_while_a_page_comes_up(
    watched: Stand, page: Page, language: str, game: tuple[str, ...]
) -> None:
    watched.publish(game[0])
    watched.visit(page, language)
    watched.draw(page, game[0])
    assert shifts(watched) == set()


def test_the_knobs_beside_the_clock_stay_where_they_are_whatever_it_says(watched: Stand) -> None:
    """In Russian two of its texts have as many letters, but not the same width."""
    (page,) = (page for page in PAGES if page.file == "referee.html")
    watched.publish("play_last_hand")
    watched.visit(page, "ru")
    script = (
        "return [...document.querySelectorAll('.clock-knobs .knob')].map((k) => k.getBoundingClientRect().x)"
    )
    places = []
    for name in ("play_last_hand", "confirm_time_over"):
        watched.draw(page, name)
        shifts(watched)  # all is painted
        places.append(watched.driver.execute_script(script))
    assert len(places[0]) > 1
    assert places[0] == places[1]


def test_nothing_moves_when_a_tile_falls_or_the_machine_goes_on(watched: Stand) -> None:
    watched.open()
    state = watched.show("play")
    seats = list(state.seats)
    moved: set[str] = set()
    for n in range(12):
        seat = seats[n % 4]
        pond = [*seat.pond, PondTile(tile=f"{n % 9 + 1}s", sideways=n == 5)]
        seats[n % 4] = seat.model_copy(update={"pond": pond, "score": seat.score - 1000 * (n == 5)})
        watched.show("play", seats=list(seats), turn=(n + 1) % 4, tiles_left=15 - n)
        moved |= shifts(watched)
    for progress in (0.05, 0.09, 0.5, 0.99, 1.0):
        machine = state.machine.model_copy(update={"state": MachineCode.SORTING, "progress": progress})
        watched.show("shuffle", machine=machine)
        moved |= shifts(watched)
    assert moved == set()


def test_nothing_moves_when_the_machine_says_something_else(watched: Stand) -> None:
    watched.open()
    ready = watched.show("idle_first").machine
    thrown = watched.show("dice")
    shown: list[tuple[str, dict[str, Any]]] = [
        ("idle_first", {"machine": ready}),
        ("idle_first", {"machine": ready.model_copy(update={"state": MachineCode.OPENING})}),
        ("dice", {"wall": None}),
        ("dice", {"wall": thrown.wall}),
        ("dice", {"dice": None, "machine": ready.model_copy(update={"state": MachineCode.PRESENTED})}),
        ("dice", {"dice": None, "machine": ready.model_copy(update={"state": MachineCode.INTAKE})}),
    ]
    found = {}
    for n, (name, changes) in enumerate(shown):
        watched.show(name, **changes)
        found[n] = shifts(watched)
    assert {n: moved for n, moved in found.items() if moved} == {}


def moving(stand: Stand) -> list[str]:
    """What the table screen animates now."""
    script = "return document.getAnimations().map((a) => a.animationName ?? a.transitionProperty)"
    found: list[str] = stand.driver.execute_script(script)
    return found


def test_a_tile_that_falls_is_there_at_once_and_costs_one_frame(stand: Stand) -> None:
    stand.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    stand.open()
    state = stand.show("play")
    stand.wait(lambda: moving(stand) == [])  # sticks are laid
    seats = list(state.seats)
    seats[0] = seats[0].model_copy(update={"pond": [*seats[0].pond, PondTile(tile="9s")]})
    stand.show("play", seats=seats, turn=1)
    assert stand.find(".pond .newest")
    assert moving(stand) == []


def test_a_result_is_there_from_its_first_frame(stand: Stand) -> None:
    stand.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    stand.open(sides="1")
    stand.show("play")
    stand.show("confirm_ron")
    frames = "document.getAnimations().flatMap((each) => each.effect.getKeyframes())"
    script = f"return {frames}.map(({{ opacity }}) => Number(opacity ?? 1))"
    assert set(stand.driver.execute_script(script)) == {1}
    assert "flow" in moving(stand)
