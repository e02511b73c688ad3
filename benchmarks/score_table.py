"""Recorded games entered in a browser at a table without a camera: payments, touches and seconds a hand.

`python -m benchmarks.score_table`. Every hand of the sixteen games is entered by real touches on the table's
own screen: START, the sticks of riichi, the result, and the one touch by which all four agree. What the
table pays is held against what the site paid. Seconds are those of somebody who takes 1.2 s a touch (1.1 s to
point, 0.1 s to touch: the keystroke-level model of Card, Moran and Newell), with all waiting for the page.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from selenium.common.exceptions import StaleElementReferenceException, WebDriverException

from benchmarks.progress import Command, Options, no_broker, no_browser, tell
from benchmarks.progress import each as each_of
from contract.stored.codec import encode
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, start
from controller.config import parse
from engine.state import events as ev
from engine.state.hand import Game
from tests.controller.browser import Size, chromium, hold_still, resize
from tests.controller.scored import GAMES, ScoredGame, ScoredHand, scored

TOUCH_S: Final = 1.2
MOST_TOUCHES: Final = 8
MOST_SECONDS: Final = 10.0
PATIENCE_S: Final = 20.0
SIZES: Final[dict[str, Size]] = {"table": (1024, 600), "phone": (360, 740)}
PATH: Final = """
const [event, riichi, done] = arguments;
import(`${location.origin}/shared/js/entry/form.js`).then((form) => done(form.path(event, riichi)));
"""
PAYS: Final = """
if (document.querySelector('[data-touch="enter"]')?.disabled !== false) return [];
return [...document.querySelectorAll(".entry-pays [data-pays]")].map((e) => Number(e.dataset.pays));
"""


class NotFollowedError(Exception):
    """The page or the table does not do what it should."""


@dataclass
class Entered:
    """Of one hand."""

    hand: ScoredHand
    touches: int
    waited_s: float
    page_s: float
    right: bool

    @property
    def seconds(self) -> float:
        return self.touches * TOUCH_S + self.waited_s


@dataclass
class Screen:
    """The table's screen under a finger."""

    driver: Any
    touches: int = 0
    waited_s: float = 0.0

    def touch(self, css: str) -> None:
        """Waits until it may be touched, and touches it; what covers it would be met instead."""
        begun = time.monotonic()
        while True:
            try:
                found = self.driver.find_elements("css selector", f"{css}:not(:disabled)")
                if found:
                    self.waited_s += time.monotonic() - begun
                    found[0].click()
                    break
            except (StaleElementReferenceException, WebDriverException):
                pass
            if time.monotonic() - begun > PATIENCE_S:
                raise NotFollowedError(f"{css} cannot be touched.")
            time.sleep(0.005)
        self.touches += 1

    def pays(self) -> list[int]:
        """What the form says is paid, once that is known of what stands there."""
        begun = time.monotonic()
        while not (found := self.driver.execute_script(PAYS)):
            if time.monotonic() - begun > PATIENCE_S:
                raise NotFollowedError("The form does not say what is paid.")
        return list(found)


@contextmanager
def running(game: ScoredGame, folder: Path) -> Iterator[Running]:
    """A score table that plays by the rules of the record."""
    table = {"preset": game.started.preset, "options": dict(game.started.options)}
    none = {"kind": "none"}
    values = {"data": folder, "camera": none, "machine": none, "table": table}
    run = start(parse(values, "the benchmark"), Wishes(new=True))
    over = threading.Event()

    def turn() -> None:
        while not over.is_set():
            run.step()

    thread = threading.Thread(target=turn)
    thread.start()
    try:
        yield run
    finally:
        over.set()
        thread.join()
        run.close()


def enter(screen: Screen, run: Running, hand: ScoredHand, stick: str) -> Entered:
    """One hand from START to its payment."""
    screen.touches, screen.waited_s, begun = 0, 0.0, time.monotonic()
    screen.touch('[data-touch="start"]')
    for seat in hand.laid:
        screen.touch(
            f'[{stick}="{seat if stick == "data-stick" else f"riichi:{seat}"}"][aria-pressed="false"]'
        )
    until(lambda: _laid(run) == set(hand.laid))
    path = screen.driver.execute_async_script(PATH, encode(hand.entered), sorted(hand.laid))
    for touch in path:
        screen.touch(f'[data-touch="{":".join(map(str, touch))}"]')
    shown = screen.pays()
    played = len(_game(run).history)
    screen.touch('[data-touch="enter"]')
    screen.touch('[data-touch="agree"]')
    until(lambda: len(_game(run).history) > played)
    page_s = time.monotonic() - begun
    paid = _game(run).history[-1].ended
    right = (
        paid.deltas == hand.ended.deltas == tuple(shown) and _game(run).history[-1].started == hand.started
    )
    return Entered(hand, screen.touches, screen.waited_s, page_s, right)


def _game(run: Running) -> Game:
    game = run.service.table.game
    assert game is not None
    return game


def _laid(run: Running) -> set[int]:
    hand = _game(run).in_play
    return set() if hand is None else {n for n, seat in enumerate(hand.seats) if seat.riichi.stands}


def until(true: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not true():
        if time.monotonic() - begun > PATIENCE_S:
            raise NotFollowedError("The table does not follow.")
        time.sleep(0.005)


def game_entered(driver: Any, path: Path, size: str) -> tuple[list[Entered], bool]:
    """All hands of a record, and whether the game ended as it did."""
    game, found = scored(path), []
    with tempfile.TemporaryDirectory() as folder, running(game, Path(folder)) as run:
        resize(driver, SIZES[size])
        # The browser outlives the table, and a port may come again with another one's account.
        kept = {"origin": run.url.rstrip("/"), "storageTypes": "all"}
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", kept)
        driver.get("about:blank")  # the next address differs in its fragment alone
        driver.get(str(run.link("table.html")))
        screen = Screen(driver)
        stick = "data-stick" if size == "table" else "data-touch"
        for hand in game.hands:
            found.append(enter(screen, run, hand, stick))
        ended = game.finished
        until(lambda: _game(run).finished)
        return found, ended is not None and _game(run).scores == ended.scores


def takes(options: Options) -> float:
    return float(10 + 27 * options.games)


def figures(hands: list[Entered], games: int, ends: int) -> dict[str, float]:
    """By name; medians are those of hands that somebody won."""
    won = [each for each in hands if each.hand.entered.reason is ev.EndReason.WIN]
    return {
        "games": games,
        "games ended as recorded": ends,
        "hands": len(hands),
        "hands paid as recorded": sum(each.right for each in hands),
        "wins": sum(len(each.hand.entered.wins) for each in won),
        "touches a won hand, median": statistics.median(each.touches for each in won),
        "touches, most": max(each.touches for each in won),
        "seconds a won hand, median": round(statistics.median(each.seconds for each in won), 1),
        "of these waited, median": round(statistics.median(each.waited_s for each in won), 2),
        "seconds of the browser, median": round(statistics.median(each.page_s for each in won), 2),
    }


def main() -> int:
    """Exit status 1 where anything is paid otherwise than recorded, or too slowly."""
    options = Command(__doc__, takes)
    options.add_argument("--size", choices=SIZES, default="table")
    options.add_argument("--games", type=int, default=16, help="so many of the records")
    options.add_argument("--json", action="store_true")
    given = options.begin()
    options.need(
        no_browser(), no_broker(), None if GAMES else "the recorded games are absent: ../shared/games"
    )
    hands: list[Entered] = []
    ends, paths = 0, GAMES[: given.games]
    with (
        tempfile.TemporaryDirectory() as profile,
        chromium(Path(profile), SIZES[given.size], whole=True) as driver,
    ):
        hold_still(driver)
        for path in each_of("games", paths):
            entered, same = game_entered(driver, path, given.size)
            hands += entered
            ends += same
    found = figures(hands, len(paths), ends)
    tell(json.dumps(found) if given.json else "\n".join(f"{name}: {value}" for name, value in found.items()))
    right = found["hands paid as recorded"] == len(hands) and ends == len(paths)
    quick = (
        found["touches a won hand, median"] <= MOST_TOUCHES
        and found["seconds a won hand, median"] <= MOST_SECONDS
    )
    return 0 if right and quick else 1


if __name__ == "__main__":
    sys.exit(main())
