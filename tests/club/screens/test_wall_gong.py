"""The gong of the wall: once for each moment, where a person has allowed it, also over outages."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from club.log.events import Reverted, TimeAdded
from tests.club.screens.club_stand import PLAYERS
from tests.club.screens.wall_pages import FIRST, HUB_TIME, SECOND, WARNING, Wall
from tests.club.screens.wall_stand import MINUTE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_the_gong_sounds_only_where_a_person_has_allowed_it_and_once(still: Wall) -> None:
    stand = still.stand
    ids = stand.event(1, "Winter Cup", PLAYERS[:8])
    stand.draw(1, 1, ids)
    still.look("warn=5", '[data-sound="off"]')
    stand.gong(1, 1)
    still.shows('[data-gong="start"]')
    stand.skip(MINUTE)
    still.wait(lambda: still.texts(".clock") == ["74:00"])
    assert still.driver.execute_script("return window.contexts ?? 0") == 0
    still.touch('[data-do="sound"]')
    still.shows('[data-sound="on"]')
    still.hears(FIRST)  # the press proves the sound; the gong that has been is not made up for
    stand.skip(69 * MINUTE)
    still.hears(FIRST, WARNING)
    stand.enter(TimeAdded(tournament=1, round=1, seconds=60))
    stand.skip(1 * MINUTE)
    still.hears(FIRST, WARNING, WARNING)
    stand.skip(5 * MINUTE)
    still.shows('[data-clock="over"]')
    still.hears(FIRST, WARNING, WARNING, FIRST, FIRST, FIRST)
    stand.finish(1, 1)
    stand.draw(1, 2, ids[::-1])
    stand.gong(1, 2)
    still.hears(FIRST, WARNING, WARNING, FIRST, FIRST, FIRST, FIRST)
    stand.enter(Reverted(tournament=1, seqs=(stand.desk.state.seq,), reason="somebody was missing"))
    still.shows('[data-clock="waiting"]')
    stand.gong(1, 2)
    still.hears(FIRST, WARNING, WARNING, FIRST, FIRST, FIRST, FIRST, FIRST)


def test_a_page_that_is_loaded_again_repeats_nothing_and_sounds_after_a_touch(still: Wall) -> None:
    stand = still.stand
    first = stand.event(1, "Winter Cup", PLAYERS[:8])
    second = stand.event(2, "Beginners", PLAYERS[8:])
    stand.draw(1, 1, first)
    stand.draw(2, 1, second)
    still.look(ready='[data-event="2"] .clock')
    still.touch('[data-do="sound"]')
    still.hears(FIRST)
    stand.gong(1, 1)
    still.hears(FIRST, FIRST)
    still.look(ready='[data-sound="blocked"]')
    still.shows('[data-event="1"] [data-clock="running"]')
    ActionChains(still.driver).move_by_offset(5, 700).click().perform()
    still.shows('[data-sound="on"]')
    stand.gong(2, 1)
    still.hears(SECOND)  # its own tone, and the other's beginning, seconds ago, is not sounded again
    still.driver.execute_script("localStorage.setItem('permitted', 'yes')")
    still.look(ready='[data-sound="on"]')
    still.shows('[data-event="2"] [data-clock="running"]')
    stand.finish(2, 1)
    stand.draw(2, 2, second)
    stand.gong(2, 2)
    still.hears(SECOND)  # where the browser needs no touch, neither


def test_what_passed_long_ago_is_silent_and_so_is_the_end_when_all_tables_have_finished(still: Wall) -> None:
    stand = still.stand
    first = stand.event(1, "Winter Cup", PLAYERS[:8])
    second = stand.event(2, "Beginners", PLAYERS[8:])
    stand.draw(1, 1, first)
    stand.draw(2, 1, second)
    stand.gong(1, 1)
    stand.skip(MINUTE)
    still.look(ready='[data-event="1"] [data-clock="running"]')
    still.touch('[data-do="sound"]')
    still.hears(FIRST)
    stand.result(1, 1, 1)
    stand.result(1, 1, 2)
    still.shows('[data-event="1"] [data-clock="ended"]')
    stand.skip(74 * MINUTE)
    still.wait(lambda: still.driver.execute_script(HUB_TIME) == stand.now_ms())
    stand.gong(2, 1)
    still.hears(FIRST, SECOND)


def test_a_wall_without_network_counts_on_says_how_old_it_is_and_is_silent_about_what_it_missed(
    still: Wall,
) -> None:
    stand = still.stand
    first = stand.event(1, "Winter Cup", PLAYERS[:8])
    second = stand.event(2, "Beginners", PLAYERS[8:])
    stand.draw(1, 1, first)
    stand.draw(2, 1, second)
    draw = stand.desk.state.seq
    still.look(ready='[data-event="2"] .clock')
    still.touch('[data-do="sound"]')
    still.hears(FIRST)
    stand.server.stop()
    still.shows("[data-away]")
    still.driver.execute_script("performance.now = () => 1000 + 200_000")
    still.wait(lambda: "3 min" in still.texts("[data-away]")[0])
    assert len(still.find(".seated")) == 4, "what was known stays"
    stand.gong(1, 1)
    stand.result(1, 1, 1)
    stand.enter(Reverted(tournament=2, seqs=(draw,), reason="somebody is missing"))
    stand.skip(5 * MINUTE)
    still.driver.execute_script("performance.now = () => 1000")
    stand.restart()
    still.wait(lambda: not still.find("[data-away]"))
    still.shows('[data-event="1"] [data-table="1"][data-ended="true"]')
    assert still.texts('[data-event="1"] .clock') == ["70:00"]
    still.wait(lambda: not still.find('[data-event="2"]'))  # what is gone meanwhile is gone here
    stand.draw(2, 1, second)
    stand.gong(2, 1)
    still.hears(FIRST, SECOND)


def test_the_clock_runs_and_rings_while_the_network_is_away(still: Wall) -> None:
    stand = still.stand
    ids = stand.event(1, "Winter Cup", PLAYERS[:8])
    stand.draw(1, 1, ids)
    stand.gong(1, 1)
    stand.skip(MINUTE)
    still.look(ready='[data-clock="running"]')
    still.touch('[data-do="sound"]')
    still.hears(FIRST)
    stand.server.stop()
    still.shows("[data-away]")
    still.driver.execute_script(f"performance.now = () => 1000 + {74 * MINUTE}")
    still.shows('[data-clock="over"]')
    still.hears(FIRST, FIRST, FIRST, FIRST)
    stand.restart()


RENDERED = """
const done = arguments[arguments.length - 1];
import("/club/js/wall/sound.js").then(async ({ strike }) => {
  const context = new OfflineAudioContext(1, 44100 * 6, 44100);
  strike(context, 0, 196);
  const heard = (await context.startRendering()).getChannelData(0);
  const part = (from, to) => heard.slice(from * 44100, to * 44100);
  const peak = (from, to) => part(from, to).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  done([peak(0, 0.5), peak(2, 2.5), peak(5.5, 6)]);
});
"""


def test_the_gong_is_loud_fades_and_never_clips(wall: Wall) -> None:
    wall.driver.get(f"{wall.stand.server.url}wall.html")
    loud, later, end = wall.driver.execute_async_script(RENDERED)
    assert 0.4 < loud <= 1.0
    assert 0.01 < later < loud / 2
    assert end < 0.001
