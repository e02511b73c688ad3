"""Telephones at a table without electronics: a hand is entered, shown to all four, and recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from club.access.roles import Role
from club.hub.table_status import WallClock
from club.log.events import Frozen, RoundStarted, Unfrozen
from club.log.events.base import Plan
from screens import CLUB_LANGUAGES
from tests.club.screens import address
from tests.club.screens.club_stand import Page, Viewer
from tests.club.screens.lasting_stand import LastingStand
from tests.club.web.stand import EVENT, Stand
from tests.controller.screens.pages import THEMES

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PHONE: Final = (360, 740)
PLACE: Final = f"tournament={EVENT}&round=1&table=1"
MINE: Final = Page("mine", f"me.html?tournament={EVENT}", "[data-assistant]", size=PHONE)
ASSISTANT: Final = Page("assistant", f"assistant.html?{PLACE}", "[data-playing]", size=PHONE)
RON: Final = ("won:1", "from:0", "han:3", "fu:40", "riichi:1")
HOUR_S: Final = 3600


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = LastingStand(tmp_path)
    yield made
    made.close()


@dataclass
class Phone(Viewer):
    """The telephone of somebody at table 1."""

    seat: int = 0
    cookies: dict[int, str] = field(default_factory=dict)

    def sign_in(self, role: Role | None) -> None:
        if self.seat not in self.cookies:
            self.cookies[self.seat] = self.stand.signed(Role.PLAYER, self.ids[self.seat]).cookie
        address.signed(self.driver, self.cookies[self.seat])


@pytest.fixture
def viewer(driver: Any, stand: Stand) -> Iterator[Phone]:
    """In front of a table whose round has begun."""
    found = Phone(driver, stand, stand.tournament(plan=Plan(minutes=60)))
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    yield found
    address.leave(driver)


def sits(
    viewer: Phone, seat: int, page: Page = ASSISTANT, language: str = "en", theme: str = "light"
) -> None:
    """The telephone of who sits there, on this page."""
    viewer.seat = seat
    viewer.open(page, language, theme)


def hall_clock(stand: Stand) -> WallClock:
    """That of the hall, an hour after the gong."""
    now = stand.server.now_ms()
    return WallClock(
        tournament=EVENT, round=1, state="over", left_ms=0, ts_ms=now, main_ms=3_600_000, ends_ms=now
    )


def touch(viewer: Phone, *touches: str) -> None:
    for each in touches:
        viewer.click(f'[data-touch="{each}"]')


def numbers(viewer: Phone, css: str) -> list[str]:
    return viewer.texts(f"{css} b")


def test_a_hand_is_shown_to_all_four_and_then_recorded(viewer: Phone) -> None:
    """K-ASSIST-04, K-ASSIST-06."""
    sits(viewer, 2, MINE)
    viewer.click("[data-assistant]")
    viewer.wait(lambda: viewer.find('[data-playing="0"] [data-entry]'))
    touch(viewer, *RON[:3])
    assert not viewer.find("[data-enter]")[0].is_enabled(), "nothing is recorded before it was shown"
    touch(viewer, *RON[3:])
    viewer.wait(lambda: viewer.find("[data-pays]"))
    assert numbers(viewer, "[data-pays]") == ["−5200", "+5200", "0", "0"]
    assert not viewer.stand.desk.state.tournament(EVENT).rounds[1].games[1].hands
    viewer.click("[data-enter]")
    viewer.wait(lambda: viewer.find('[data-playing="1"]'))
    assert numbers(viewer, "[data-scores]") == ["24800", "35200", "30000", "30000"]
    assert numbers(viewer, '[data-hand="0"] [data-pays]') == ["−5200", "+5200", "0", "0"]
    record = viewer.stand.desk.state.tournament(EVENT).rounds[1].games[1].hands[0].current
    assert (record.winners, record.riichi, record.scores) == ((1,), (1,), (24800, 35200, 30000, 30000))


def test_before_the_round_a_telephone_says_that_it_is_ready(driver: Any, stand: Stand, axe: str) -> None:
    """K-ASSIST-09."""
    viewer = Phone(driver, stand, stand.tournament(plan=Plan(minutes=60)))
    page = Page("mine", MINE.address, "[data-ready=true]", size=PHONE)
    for language in CLUB_LANGUAGES:
        sits(viewer, 1, page, language)
        assert viewer.faults(page, axe) == []
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    viewer.wait(lambda: viewer.find("[data-assistant]"))
    assert not viewer.find("[data-ready]"), "the way to the table says it"
    address.leave(driver)


CHANGED: Final = """
const [touch, done] = arguments;
const real = window.fetch;
window.fetch = (...asked) => (String(asked[0]).endsWith("/preview") ? new Promise(() => {}) : real(...asked));
document.querySelector(`[data-touch="${touch}"]`).click();
const there = (css) => document.querySelector(css) !== null;
requestAnimationFrame(() => done([!there("[data-enter]:enabled"), !there(".entry [data-pays]")]));
"""


def test_what_was_shown_of_another_result_is_gone_with_the_next_touch(viewer: Phone) -> None:
    """Nobody enters what the four have not seen, however slow the network is (K-ASSIST-04)."""
    sits(viewer, 0)
    touch(viewer, *RON[:2], "han:5")
    viewer.wait(lambda: viewer.find("[data-enter]:enabled"))
    assert viewer.driver.execute_async_script(CHANGED, "han:6") == [True, True]


def test_what_one_telephone_records_the_others_show_and_none_records_it_again(viewer: Phone) -> None:
    sits(viewer, 0)
    touch(viewer, *RON)
    viewer.wait(lambda: viewer.find("[data-enter]:enabled"))
    other = viewer.stand.signed(Role.PLAYER, viewer.ids[3])
    result = {"type": "result_entered", "reason": "exhaustive", "tenpai": [True, False, False, False]}
    at = f"/api/tournaments/{EVENT}/rounds/1/tables/1/assistant/enter"
    assert other.post(at, {"hand": 0, "result": result, "key": "other"}).status == 200
    viewer.wait(lambda: viewer.find('[data-playing="1"]'))
    assert numbers(viewer, "[data-scores]") == ["33000", "29000", "29000", "29000"]
    assert not viewer.find("[data-pays] + p"), "the form is that of the next hand"


def network(viewer: Phone, *, there: bool) -> None:
    """Whether the telephone reaches the hub; an open connection stays open and silent, as in a hall."""
    if not there:
        viewer.driver.execute_cdp_cmd("Network.enable", {})
    viewer.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": not there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    if there:
        viewer.driver.execute_cdp_cmd("Network.disable", {})


def keeps_two(viewer: Phone) -> None:
    """A ron and a draw are played while the hub is away."""
    sits(viewer, 0)
    network(viewer, there=False)
    touch(viewer, *RON)
    viewer.wait(lambda: viewer.find("[data-keep]:enabled"))
    assert not viewer.find("[data-enter]")
    viewer.click("[data-keep]")
    viewer.wait(lambda: viewer.find('[data-kept="1"]'))
    assert not viewer.find(".entry .wind"), "who deals now is not known here"
    touch(viewer, "ended:exhaustive", "tenpai:2")
    viewer.click("[data-keep]")
    viewer.wait(lambda: viewer.find('[data-kept="2"]'))
    viewer.stand.now_s += HOUR_S
    assert not viewer.find("[data-keep]:enabled"), "the form is that of the next hand"


def agreed(viewer: Phone, hand: int) -> list[str]:
    """What this hand moves, once it is entered."""
    viewer.wait(lambda: viewer.find(f'[data-playing="{hand}"] [data-enter]:enabled'))
    shown = numbers(viewer, ".entry [data-pays]")
    viewer.click("[data-enter]")
    viewer.wait(lambda: viewer.find(f'[data-playing="{hand + 1}"]'))
    return shown


def test_hands_that_are_played_while_the_hub_is_away_are_kept_and_then_entered(viewer: Phone) -> None:
    """K-FAIL-03; each is shown to all four before it is recorded (K-ASSIST-04)."""
    keeps_two(viewer)
    network(viewer, there=True)
    viewer.driver.refresh()
    viewer.wait(lambda: viewer.find('[data-kept="2"]'))
    assert not viewer.find("[data-end]"), "hands that are kept are not lost with the end of the game"
    viewer.click("[data-give]")
    assert agreed(viewer, 0) == ["−5200", "+5200", "0", "0"]
    assert agreed(viewer, 1) == ["−1000", "−1000", "+3000", "−1000"]
    viewer.wait(lambda: viewer.find('[data-playing="2"] [data-touch="won:0"]'))
    assert not viewer.find("[data-kept], [data-drop]")
    assert viewer.find("[data-end]"), "the time is over"
    assert not viewer.find("[data-enter]:enabled"), "nothing is left to enter"
    hands = viewer.stand.desk.state.tournament(EVENT).rounds[1].games[1].hands
    assert [hands[n].current.scores for n in (0, 1)] == [
        (24800, 35200, 30000, 30000),
        (23800, 34200, 33000, 29000),
    ]


def test_what_another_telephone_entered_meanwhile_is_not_entered_again(viewer: Phone) -> None:
    keeps_two(viewer)
    other = viewer.stand.signed(Role.PLAYER, viewer.ids[3])
    result = {
        "type": "result_entered",
        "reason": "win",
        "riichi": [1],
        "wins": [{"seat": 1, "source": 0, "han": 3, "fu": 40}],
    }
    at = f"/api/tournaments/{EVENT}/rounds/1/tables/1/assistant/enter"
    assert other.post(at, {"hand": 0, "result": result, "key": "other"}).status == 200
    network(viewer, there=True)
    viewer.wait(lambda: viewer.find('[data-playing="1"] [data-kept="1"]'))
    viewer.click("[data-give]")
    viewer.wait(lambda: viewer.find("[data-enter]:enabled"))
    assert numbers(viewer, ".entry [data-pays]") == ["−1000", "−1000", "+3000", "−1000"]
    viewer.click("[data-drop]")
    viewer.wait(lambda: not viewer.find("[data-drop], .entry [data-pays]"))
    assert len(viewer.stand.desk.state.tournament(EVENT).rounds[1].games[1].hands) == 1


def test_the_value_is_found_by_touching_tiles(viewer: Phone) -> None:
    sits(viewer, 1)
    touch(viewer, "won:1", "from:1")
    viewer.click("[data-by-tiles]")
    for face in ("2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5s", "5s", "6s", "7s", "8s"):
        viewer.click(f'.entry-tiles [data-answer="{face}"]')
    viewer.wait(lambda: viewer.find('[data-worth="3/20/0"]'))
    viewer.click("[data-take]")
    viewer.wait(lambda: viewer.find("[data-pays]"))
    assert numbers(viewer, "[data-pays]") == ["−1300", "+2700", "−700", "−700"]


def test_a_referee_who_stops_the_table_and_one_who_lets_it_go_on_are_seen(viewer: Phone) -> None:
    sits(viewer, 0)
    viewer.stand.enter(Frozen(tournament=EVENT, round=1, table=1))
    viewer.wait(lambda: viewer.find('[data-state="stopped"]'))
    assert not viewer.find("[data-enter]")
    viewer.stand.enter(Unfrozen(tournament=EVENT, round=1, table=1))
    viewer.wait(lambda: viewer.find('[data-state="playing"]'))


def test_the_table_ends_its_game_when_the_time_is_over(viewer: Phone) -> None:
    sits(viewer, 0)
    assert not viewer.find("[data-end]")
    viewer.stand.now_s += HOUR_S
    viewer.stand.hall.set_clocks((hall_clock(viewer.stand),))
    viewer.wait(lambda: viewer.find("[data-end]"))
    viewer.press("[data-end]")
    viewer.driver.switch_to.alert.accept()
    viewer.wait(lambda: viewer.find('[data-state="over"]'))
    assert viewer.stand.desk.state.tournament(EVENT).rounds[1].games[1].result is not None
    sits(viewer, 1, Page("mine", MINE.address, "[data-place]", size=PHONE))
    assert not viewer.find("[data-assistant]"), "a game that is over is not entered"


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_it_is_whole_and_readable_on_a_telephone(viewer: Phone, axe: str, language: str) -> None:
    theme = THEMES[CLUB_LANGUAGES.index(language) % len(THEMES)]
    sits(viewer, 3, language=language, theme=theme)
    touch(viewer, "won:1", "from:0")
    viewer.click("[data-by-tiles]")
    viewer.wait(lambda: viewer.find(".entry-tiles"))
    assert viewer.faults(ASSISTANT, axe) == []
    viewer.click("[data-close-tiles]")
    touch(viewer, *RON[2:])
    viewer.wait(lambda: viewer.find("[data-pays]"))
    assert viewer.faults(ASSISTANT, axe) == []
    viewer.click("[data-enter]")
    viewer.wait(lambda: viewer.find('[data-hand="0"]'))
    network(viewer, there=False)
    touch(viewer, *RON)
    viewer.wait(lambda: viewer.find("[data-keep]:enabled"))
    assert viewer.faults(ASSISTANT, axe) == []
    viewer.click("[data-keep]")
    viewer.wait(lambda: viewer.find("[data-kept]"))
    assert viewer.faults(ASSISTANT, axe) == []
    network(viewer, there=True)
    viewer.wait(lambda: viewer.find("[data-give]"))
    viewer.click("[data-give]")
    viewer.wait(lambda: viewer.find("[data-drop]"))
    assert viewer.faults(ASSISTANT, axe) == []
    viewer.click("[data-drop]")
    viewer.complaints()  # the browser's own, of the network that was away
    viewer.stand.now_s += HOUR_S
    viewer.driver.refresh()
    viewer.wait(lambda: viewer.find("[data-end]"))
    assert viewer.faults(ASSISTANT, axe) == []
    assert viewer.complaints() == []
