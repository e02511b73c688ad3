"""The wall of a hall with ordinary tables: seating, clock, gong, results as they come, several events."""

from __future__ import annotations

from typing import Any

import pytest

from club.log.events import Frozen, StageClosed, TimeAdded, TournamentClosed, Unfrozen
from screens import CLUB_LANGUAGES
from tests.club.screens.club_stand import PLAYERS, Page
from tests.club.screens.wall_pages import HALL, Wall
from tests.club.screens.wall_stand import MINUTE
from tests.controller.screens.pages import THEMES

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
TELEPHONE = (390, 844)
LONGEST = (
    *("Maximilian Oberhuber-Schmidt von Hohenstein", "Αλέξανδρος Παπαδημητρίου-Κωνσταντόπουλος"),
    *("Володимир-Олександр Переверзєв-Розсуда", "佐々木小次郎左衛門尉義経右衛門"),
    *("Krzysztof Brzęczyszczykiewicz-Wojciechowski", "Llanfairpwllgwyngyllgogerychwyrndrobwll"),
    *("Анастасія Святополк-Четвертинська-Коваленко", "Bo"),
)
SILENT = """
Date.now = () => 0;
"""
"""A screen whose own date is wrong."""


def minutes_left(wall: Wall, event: int = 1) -> int:
    """What the clock of an event shows, in whole minutes."""
    text = wall.texts(f'[data-event="{event}"] .clock')
    return int(text[0].split(":")[0]) if text else -1


def test_an_evening_on_paper_from_the_first_seating_to_the_final_standings(wall: Wall, scripts: Any) -> None:
    scripts(SILENT)
    stand = wall.stand
    timetable = ("19:00 Round 1", "20:30 Round 2")
    ids = stand.event(1, "Winter Cup", PLAYERS[:9], rounds=2, timetable=timetable, place="Rīga")
    wall.look(ready='[data-view="about"]')
    assert "Rīga" in wall.texts(".about p")
    stand.draw(1, 1, ids)
    wall.shows('[data-view="seating"]')
    wall.shows('[data-clock="waiting"]')
    assert wall.texts(".seated .name") == list(PLAYERS[:8])
    assert wall.texts(".clock") == ["75:00"]
    assert wall.texts(".what p")[0] == "Round 1 of 2 · Starts at 19:00"
    assert PLAYERS[8] in wall.texts(".byes")[0]
    stand.gong(1, 1)
    wall.shows('[data-clock="running"]')
    wall.wait(lambda: minutes_left(wall) == 74)
    stand.result(1, 1, 2)
    wall.shows('[data-table="2"][data-ended="true"][data-scores="52300 8700 30000 29000"]')
    assert wall.texts('[data-table="2"] .won') == ["1", "4", "2", "3"]
    assert wall.values("[data-table]", "data-ended") == ["false", "true"]
    assert wall.texts("h2 span")[0] == "Round 1 · Finished tables: 1 of 2"
    stand.result(1, 1, 1)
    wall.shows('[data-clock="ended"]')
    stand.finish(1, 1)
    wall.shows('[data-phase="between"]')
    stand.draw(1, 2, ids[::-1])
    wall.shows('[data-phase="coming"] [data-clock="waiting"]')
    wall.wait(lambda: wall.texts(".what p")[0] == "Round 2 of 2 · Starts at 20:30")
    stand.gong(1, 2)
    stand.finish(1, 2)
    stand.enter(StageClosed(tournament=1, stage=1), TournamentClosed(tournament=1))
    wall.shows('[data-phase="over"] [data-view="standings"]')
    wall.wait(lambda: wall.texts("h2 span")[0] == "Final standings")
    wall.wait(lambda: len(wall.find("[data-player]")) == 9)
    assert wall.complaints() == []


def test_standings_turn_with_the_tables_while_a_round_is_played(wall: Wall) -> None:
    stand = wall.stand
    ids = stand.event(1, "Winter Cup", PLAYERS[:8])
    stand.draw(1, 1, ids)
    stand.gong(1, 1)
    stand.result(1, 1, 1)
    wall.look("turn=1", '[data-view="live"]')
    wall.shows('[data-view="standings"]')
    assert wall.texts("h2 span")[0] == "Standings so far · Finished tables: 1 of 2"
    wall.shows('[data-view="live"]')


def test_the_clock_says_what_is_played_after_it_and_stands_when_all_tables_are_frozen(still: Wall) -> None:
    stand = still.stand
    ids = stand.event(1, "Winter Cup", PLAYERS[:8], minutes=60, after="finish_current")
    stand.draw(1, 1, ids)
    stand.gong(1, 1)
    still.look(ready='[data-clock="running"]')
    stand.skip(20 * MINUTE)
    still.wait(lambda: still.texts(".clock") == ["40:00"])
    stand.enter(Frozen(tournament=1, round=1, clock=True))
    still.shows('[data-clock="paused"]')
    stand.skip(20 * MINUTE)
    stand.enter(Unfrozen(tournament=1, round=1))
    still.shows('[data-clock="running"]')
    assert still.texts(".clock") == ["40:00"]
    stand.enter(TimeAdded(tournament=1, round=1, seconds=120))
    still.wait(lambda: still.texts(".clock") == ["42:00"])
    stand.enter(TimeAdded(tournament=1, round=1, table=2, seconds=180))
    still.wait(lambda: still.texts('[data-table="2"] .extra') == ["+3:00"])
    assert len(still.find(".extra")) == 1
    stand.skip(38 * MINUTE)
    still.shows('[data-clock="soon"]')
    stand.skip(4 * MINUTE)
    still.shows('[data-clock="over"]')
    assert still.texts("[data-said]") == ["Time is over: finish this hand, then no more"]


def test_two_events_have_their_own_clock_seating_and_results(wall: Wall) -> None:
    stand = wall.stand
    first = stand.event(1, "Winter Cup", PLAYERS[:8])
    second = stand.event(2, "Beginners", PLAYERS[8:], minutes=45)
    stand.draw(1, 1, first)
    stand.draw(2, 1, second)
    stand.gong(1, 1)
    wall.look(ready='[data-event="2"] [data-view]')
    wall.shows('[data-event="1"] [data-clock="running"]')
    assert wall.texts('[data-event="2"] .clock') == ["45:00"]
    assert wall.texts('[data-event="2"] .seated .name') == list(PLAYERS[8:])
    stand.skip(10 * MINUTE)
    stand.gong(2, 1)
    wall.wait(lambda: (minutes_left(wall, 1), minutes_left(wall, 2)) == (64, 44))
    stand.result(2, 1, 1)
    wall.shows('[data-event="2"] [data-table="1"][data-ended="true"]')
    assert wall.find('[data-event="1"] [data-ended="true"]') == []
    boxes = [each.rect for each in wall.find(".event")]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"], "side by side"


def test_three_events_keep_their_clocks_and_take_turns_below(wall: Wall) -> None:
    stand = wall.stand
    for number in (1, 2, 3):
        ids = stand.event(
            number, f"Event {number}", PLAYERS[4 * number - 4 : 4 * number], minutes=30 * number
        )
        stand.draw(number, 1, ids)
    wall.look("turn=1", '[data-event="3"] .clock')
    assert wall.texts(".clock") == ["30:00", "60:00", "90:00"]
    seen: set[str] = set()

    def all_seen() -> bool:
        panels = wall.texts(".panel h2 span")
        assert len(panels) <= 1
        seen.update(each.split(" · ")[0] for each in panels)
        return seen == {"Event 1", "Event 2", "Event 3"}

    wall.wait(all_seen)


DRAWN = """
const done = arguments[arguments.length - 1];
import("/shared/vendor/preact.js").then(({ Component }) => {
  window.drawn = {};
  const set = Component.prototype.setState;
  Component.prototype.setState = function (...given) {
    window.drawn[this.constructor.name] = (window.drawn[this.constructor.name] ?? 0) + 1;
    return set.apply(this, given);
  };
  window.changed = new Set();
  const place = ({ target }) => window.changed.add((target.parentElement ?? target).className);
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver((records) => records.forEach(place)).observe(document.getElementById("app"), all);
  done();
});
"""


def test_a_second_draws_the_digits_of_the_clock_and_nothing_else(wall: Wall) -> None:
    stand = wall.stand
    ids = stand.event(1, "Winter Cup", PLAYERS[:8])
    stand.draw(1, 1, ids)
    stand.gong(1, 1)
    stand.skip(MINUTE)
    wall.look("turn=9999", '[data-clock="running"]')
    wall.shows('[data-view="seating"]')
    wall.driver.execute_async_script(DRAWN)
    texts: set[str] = set()

    def four_seconds_alone() -> bool:
        """Answers that were still on their way when the page was opened may draw once more; then no more."""
        drawn, changed = wall.driver.execute_script("return [window.drawn, [...window.changed]]")
        if set(drawn) <= {"ClockFace", "TimeOfDay"} and set(changed) <= {"clock", "bar", ""}:
            texts.update(wall.texts(".clock"))
            return len(texts) >= 4 and drawn.get("ClockFace", 0) >= 3
        texts.clear()
        wall.driver.execute_script("window.drawn = {}; window.changed = new Set()")
        return False

    wall.wait(four_seconds_alone)


def test_a_telephone_has_the_own_table_first_and_scrolls_only_downwards(wall: Wall, axe: str) -> None:
    stand = wall.stand
    first = stand.event(1, "Winter Cup", (*PLAYERS[:4], *LONGEST))
    second = stand.event(2, "Beginners", PLAYERS[8:])
    stand.draw(1, 1, first)
    stand.draw(2, 1, second)
    stand.gong(2, 1)
    stand.result(2, 1, 1)
    wall.look(ready='[data-event="2"] [data-ended="true"]', size=TELEPHONE)
    assert len(wall.find("[data-table]")) == 5
    wall.write("[data-find]", "akesson")
    wall.wait(lambda: wall.values("[data-table][data-own]", "data-table") == ["2"])
    shown = sorted(wall.find("[data-table]"), key=lambda each: each.rect["y"])
    assert shown[0].get_attribute("data-table") == "2", "Per Åkesson's, before all others"
    assert wall.driver.execute_script("return document.documentElement.scrollWidth") == TELEPHONE[0]
    wall.look(ready="[data-table][data-own]", size=TELEPHONE)  # the name is kept
    wall.write("[data-find]", "zzz")
    wall.wait(lambda: not wall.find("[data-own]"))
    assert wall.faults(Page("wall", "wall.html", "", size=TELEPHONE), axe) == []


def looks() -> list[Any]:
    """Each language, and one, two and three events and the themes in turn."""
    return [
        pytest.param(language, THEMES[n % 3], n % 3 + 1, id=f"{language}-{THEMES[n % 3]}-{n % 3 + 1}")
        for n, language in enumerate(CLUB_LANGUAGES)
    ]


@pytest.mark.parametrize(("language", "theme", "events"), looks())
def test_the_longest_names_and_words_break_no_screen(
    wall: Wall, axe: str, language: str, theme: str, events: int
) -> None:
    """Before the gong, with results and after the time, on screens of a hall and a telephone."""
    stand = wall.stand
    long = [f"{name} {n}" if n >= len(LONGEST) else name for n, name in enumerate(LONGEST * 3)]
    for number in range(1, events + 1):
        name = f"The {number}. Open Championship of the Baltic Sea"
        ids = stand.event(number, name, long[: 24 if events == 1 else 12], after="finish_current_plus_one")
        stand.draw(number, 1, ids)
    page = Page("wall", "wall.html?turn=9999", f'[data-event="{events}"] .clock', size=HALL)
    faults: list[object] = []

    def check(state: str, css: str) -> None:
        wall.open(page, language, theme)
        wall.shows(css)
        for size in (HALL, (1280, 720), (1080, 1920), TELEPHONE):
            wall.turn(size, theme)
            phone = size == TELEPHONE
            wall.shows("[data-find]" if phone else ".panel")
            found = wall.check(axe, scrolls=phone)
            wide = wall.driver.execute_script("return document.documentElement.scrollWidth")
            if found or wide > size[0]:
                faults.append((state, size, wide, found))

    check("coming", '[data-view="seating"]')
    for number in range(1, events + 1):
        stand.gong(number, 1)
        stand.enter(TimeAdded(tournament=number, round=1, table=2, seconds=600))
    stand.skip(74 * MINUTE)
    stand.result(1, 1, 1)
    check("soon", '[data-clock="soon"]')
    stand.skip(2 * MINUTE)
    check("over", '[data-clock="over"]')
    page = Page("wall", "wall.html?turn=9999&show=standings", "[data-player]", size=HALL)
    check("standings", '[data-view="standings"]')
    assert faults == []
    assert wall.complaints() == []
