"""The hand history in real Chromium: the list, a replay by keys and touch, addresses that can be shared."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.history.archive import Archive
from controller.web.server import Web
from tests.controller.history.test_hands import NAMES, game, write
from tests.controller.screens.stand import TOPICS, Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture
def played(stand: Stand, tmp_path: Path) -> Iterator[Stand]:
    """A stand whose web server knows a game of two hands, and a damaged one."""
    folder = tmp_path / "games"
    write(folder, "20260101-a", game(2)).close()
    (folder / "20251231-z.jsonl").write_bytes(b"no journal\n")
    web = Web(TOPICS, stand.broker.address, port=0, archive=Archive(folder))
    web.start()
    with stand.instead(web):
        yield stand
    web.stop()


def keys(stand: Stand, *names: str) -> None:
    from selenium.webdriver.common.keys import Keys

    for name in names:
        stand.find("body")[0].send_keys(getattr(Keys, name))


def move(stand: Stand, n: int) -> None:
    stand.wait(lambda: stand.values("[data-move]", "data-move") == [str(n)])


def test_games_are_listed_and_a_damaged_one_says_why(played: Stand) -> None:
    played.open("history.html")
    played.wait(lambda: played.find("[data-game]"))
    assert played.values("[data-game]", "data-game") == ["20260101-a", "20251231-z"]
    assert len(played.find("[data-hand]")) == 2
    assert played.texts(".warn")[0].startswith("The journal 20251231-z.jsonl is damaged in line 1")
    assert played.complaints() == []


def test_a_hand_is_played_to_its_payment_by_keys(played: Stand) -> None:
    played.open("history.html")
    played.wait(lambda: played.find('[data-hand="0"] a'))
    played.press('[data-hand="0"] a')
    played.wait(lambda: played.find(".board"))
    move(played, 0)
    keys(played, "ARROW_RIGHT", "ARROW_RIGHT", "ARROW_RIGHT", "ARROW_LEFT")
    move(played, 2)
    assert played.driver.current_url.endswith("#20260101-a/0/2")
    assert not played.find(".card-over")
    keys(played, "END")
    played.wait(lambda: played.find('.card-over .result[data-paid="true"]'))
    keys(played, "PAGE_DOWN")
    played.wait(lambda: "#20260101-a/1/" in played.driver.current_url)
    assert played.complaints() == []


def test_a_shared_address_opens_the_same_move(played: Stand) -> None:
    played.driver.get(f"{played.web.url}history.html?lang=en#20260101-a/1/12")
    played.wait(lambda: played.find(".board"))
    move(played, 12)
    lying = len(played.find(".pond .tile"))
    assert lying == len([m for m in played.texts(".moves li")[: 12 + 1] if "discard" in m])


def test_a_touch_on_either_half_goes_on_and_back(played: Stand) -> None:
    played.driver.get(f"{played.web.url}history.html?lang=en#20260101-a/0/5")
    played.wait(lambda: played.find(".board"))
    touch = """
      const frame = document.querySelector(".board-frame");
      const { left, top, width, height } = frame.getBoundingClientRect();
      const at = { clientX: left + width * arguments[0], clientY: top + height / 2, bubbles: true };
      frame.dispatchEvent(new PointerEvent("pointerdown", at));
      frame.dispatchEvent(new PointerEvent("pointerup", at));
    """
    played.driver.execute_script(touch, 0.8)
    move(played, 6)
    played.driver.execute_script(touch, 0.2)
    move(played, 5)


def test_what_is_not_there_is_said(played: Stand) -> None:
    played.driver.get(f"{played.web.url}history.html?lang=en#20260101-a/7/0")
    played.wait(lambda: played.texts(".replay .warn") == ["There is no such finished hand."])


def test_a_game_shows_its_course_its_values_and_its_players(played: Stand) -> None:
    """What the page shows of each win and player is what the web server answers."""
    played.open("history.html")
    played.wait(lambda: played.find("[data-figures]"))
    with urllib.request.urlopen(f"{played.web.url}history/20260101-a/summary.json", timeout=60) as answer:
        summary = json.load(answer)
    wins = [won for hand in summary["hands"] for won in hand["wins"]]
    shown = played.texts(".won")
    assert len(shown) == len(wins) > 0
    for text, won in zip(shown, wins, strict=True):
        assert text.startswith(NAMES[won["seat"]])
        assert f"({NAMES[won['source']]})" in text or won["source"] == won["seat"]
        assert f"{won['han']} han" in text or won["limit"]
    assert len(played.find(".course polyline")) == 4
    figures = played.texts('[data-figure="win"]')
    by_name = dict(zip(played.values("[data-player]", "data-player"), figures, strict=True))
    for player in summary["players"]:
        assert f"({player['win']['count']}/{player['win']['of']})" in by_name[player["name"]]
    assert played.complaints() == []


def test_an_evening_of_several_games_is_counted_as_one(played: Stand, tmp_path: Path) -> None:
    write(tmp_path / "games", "20260101-b", game(1)).close()
    played.open("history.html")
    played.wait(lambda: len(played.find(".choices button")) == 2)
    played.press(".choices button:nth-child(2)")
    played.wait(lambda: played.values("[data-figures]", "data-figures") == ["evening"])
    assert all("/3)" in text for text in played.texts('[data-figure="win"]'))


def test_a_discard_of_a_hand_that_was_shown_says_what_it_lacked(played: Stand) -> None:
    with urllib.request.urlopen(f"{played.web.url}history/20260101-a/0.json", timeout=60) as answer:
        frames = json.load(answer)["frames"]
    first = next(frame["ukeire"] for frame in frames if frame["ukeire"])
    played.driver.get(f"{played.web.url}history.html?lang=en#20260101-a/0/0")
    played.wait(lambda: played.find(".board"))
    for _ in frames:
        if played.find(".ukeire"):
            break
        keys(played, "ARROW_RIGHT")
    assert played.values(".ukeire", "data-shanten") == [str(first["shanten"])]
    assert played.values(".ukeire .tile", "data-tile") == [face for face, _ in first["tiles"]]
    assert [int(text) for text in played.texts(".copies small")] == [left for _, left in first["tiles"]]
    assert played.values('[data-act="viewer"]', "href") == ["history/20260101-a/0/tenhou"]
