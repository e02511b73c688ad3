"""A club with a tournament to look at, and a browser that looks at it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from club.access.roles import Role
from club.hub.table_status import Call, LastHand, Sitting, TableClock, WallClock
from club.log.events import (
    GameRecorded,
    HandRecorded,
    Registered,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    StageAdded,
    TableBound,
    TeamJoined,
    TeamNamed,
    TournamentCreated,
)
from club.log.events.base import Plan, Record
from club.log.events.base import Sitting as Seats
from club.log.people.people import Details
from engine.notation import mjai_writer
from engine.state.events import EndReason
from tests.club.screens import address
from tests.club.web.stand import EVENT, Stand
from tests.controller.browser import Size, hold_still, resize
from tests.controller.history.test_hands import game
from tests.controller.screens.looking import Looking

PLAYERS: Final = (
    *("Anna Ozoliņa", "Bo Lindqvist", "佐藤 千恵", "Дмитрий Орлов"),
    *("Eva Bergström", "Федір Коваленко", "Gunta Liepiņa", "森 大輔"),
    *("Ivar Nilsson", "Jūlija Kalniņa", "Katarzyna Wiśniewska", "Лев Абрамов"),
    *("Maximilian Oberhuber-Schmidt", "中村 花子", "Олена Шевченко", "Per Åkesson"),
)
SUBSTITUTE: Final = "Rita Vanaga"
TEAMS: Final = ("Rīga", "東京雀士", "Oberhuber & Freunde")
OVERRIDES: Final = {"tiles.red_fives": "none", "game.uma": [30000, 10000, -10000, -30000]}
FINALS: Final = (
    (46500, 25300, 34100, 14100),
    (38000, 31000, 29000, 22000),
    (52300, 8700, 30000, 29000),
    (31000, 30500, 29500, 29000),
)


def fill(stand: Stand) -> list[int]:
    """Sixteen players: round 1 is over, round 2 is played, round 3 is to be drawn."""
    ids = [stand.people.add(Details(name)) for name in (*PLAYERS, SUBSTITUTE)]
    plan = Plan(dates=("2026-12-05", "2026-12-06"), place="Rīga", fee="20 €", games=4, minutes=75)
    stand.enter(
        TournamentCreated(
            tournament=EVENT, name="Riga Winter Cup", preset="rrc", options=OVERRIDES, plan=plan
        )
    )
    stand.enter(*(Registered(tournament=EVENT, person=person) for person in ids[:16]))
    stand.enter(Registered(tournament=EVENT, person=ids[16], kind="occasional"))
    stand.enter(StageAdded(tournament=EVENT, stage=1, method="manual", rounds=4))
    stand.enter(*(TableBound(tournament=EVENT, table=n, device=f"table-{n}") for n in range(1, 5)))
    stand.enter(*(TeamNamed(tournament=EVENT, team=n + 1, name=name) for n, name in enumerate(TEAMS)))
    stand.enter(*(TeamJoined(tournament=EVENT, person=p, team=n // 4 + 1) for n, p in enumerate(ids[:12])))
    _first_round(stand, ids)
    _second_round(stand, ids)
    return ids


def draw(stand: Stand, number: int, ids: list[int], step: int) -> None:
    """Seats people by hand, each `step` places from the next at the same table."""
    order = [ids[(n * step) % 16 + (n * step) // 16 % step] for n in range(16)] if step > 1 else ids[:16]
    tables = tuple(_seats(table, order[4 * table - 4 : 4 * table]) for table in range(1, 5))
    stand.enter(RoundDrawn(tournament=EVENT, round=number, sittings=tables, method="manual"))


def hands() -> list[Record]:
    """The hands of a game of virtual players, as a table records them."""
    lines: list[list[dict[str, Any]]] = []
    for text in mjai_writer.write(game(2)):
        line = json.loads(text)
        if line["type"] == "start_kyoku":
            lines.append([])
        if lines:
            lines[-1].append(line)
    return [_record(n, tuple(each)) for n, each in enumerate(lines)]


def _first_round(stand: Stand, ids: list[int]) -> None:
    draw(stand, 1, ids, 1)
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    for number, record in enumerate(hands()):
        entry = HandRecorded(tournament=EVENT, round=1, table=1, game="g1", hand=number, record=record)
        stand.enter(entry)
    for table, scores in enumerate(FINALS, 1):
        entered = GameRecorded(tournament=EVENT, round=1, table=table, source="sheet", scores=scores)
        stand.enter(entered)
    stand.enter(RoundClosed(tournament=EVENT, round=1))


def _second_round(stand: Stand, ids: list[int]) -> None:
    draw(stand, 2, ids, 4)
    stand.enter(RoundStarted(tournament=EVENT, round=2))
    places = stand.desk.state.tournaments[EVENT].rounds[2].games
    for table in range(1, 5):
        stand.hall.put(
            f"table-{table}",
            online=table != 4,
            sitting=Sitting(
                id=f"2-{table}",
                tournament=EVENT,
                round=2,
                label=str(table),
                players=places[table].sitting.players,
            ),
            scores=(31000, 28000 - 100 * table, 33000 + 100 * table, 28000),
            dealer=table % 4,
            clock=TableClock(running=True, left_ms=1_500_000),
            calls=(Call(id="c", seat=1, since_ms=0),) if table == 2 else (),
            hands=table,
            last=LastHand(
                game="g2",
                hand=table - 1,
                rev=1,
                wind="E",
                number=table,
                honba=0,
                reason="win",
                winners=[0],
                deltas=[1000, -1000, 0, 0],
            ),
        )
    now = stand.server.now_ms()
    clock = WallClock(
        tournament=EVENT, round=2, state="running", left_ms=1_500_000, ts_ms=now, main_ms=4_500_000
    )
    stand.hall.set_clocks((clock,))
    stand.hall.put("table-1", hands=3)


def _seats(table: int, four: list[int]) -> Seats:
    a, b, c, d = four
    return Seats(table=table, players=(a, b, c, d))


def _record(number: int, moves: tuple[dict[str, Any], ...]) -> Record:
    return Record(
        dealer=number % 4,
        wind=0,
        number=number + 1,
        reason=EndReason.WIN,
        winners=(0,),
        deltas=(3900, -3900, 0, 0),
        scores=(33900, 26100, 30000, 30000),
        moves=moves,
    )


@dataclass(frozen=True, slots=True)
class Page:
    """A page as somebody opens it; `role` None: a stranger."""

    name: str
    address: str
    ready: str
    role: Role | None = None
    size: Size = (1280, 800)
    scrolls: bool = True

    @property
    def file(self) -> str:
        return self.address.split("?")[0].split("#")[0]


CHOOSE: Final = """
const [css, text] = arguments;
const option = [...document.querySelectorAll(`${css} option`)].find((each) => each.text === text);
if (!option) return false;
option.selected = true;
return option.closest("select").dispatchEvent(new Event("change", { bubbles: true }));
"""
T: Final = f"tournament={EVENT}"
PAGES: Final = (
    Page("wall-live", f"wall.html?{T}&show=live", "[data-scores]", size=(1920, 1080), scrolls=False),
    Page(
        "wall-standings", f"wall.html?{T}&show=standings", "[data-player]", size=(1920, 1080), scrolls=False
    ),
    Page("list", "index.html", "[data-tournament]"),
    Page("about", f"index.html?{T}", "[data-option]", size=(420, 860)),
    Page("seating", f"index.html?{T}#seating", "[data-table]"),
    Page("standings", f"index.html?{T}#standings", "[data-standings]"),
    Page("archive", f"index.html?{T}#archive/1/1", "[data-hand]"),
    Page("statistics", f"index.html?{T}#statistics", "[data-statistics]"),
    Page("hand", f"hand.html?{T}#1-1/0/40", ".board"),
    Page("hand-end", f"hand.html?{T}#1-1/0/999", ".card-over"),
    Page("sign-in", "me.html", "[data-sign-in]", size=(420, 860)),
    Page("me", f"me.html?{T}", "[data-consent]", Role.PLAYER, size=(420, 860)),
    Page(
        "assistant",
        f"assistant.html?{T}&round=2&table=4",
        "[data-playing] [data-entry]",
        Role.SCOREKEEPER,
        size=(420, 860),
    ),
    Page("create", "director.html?tournament=new#event", "[data-create] [data-deviations]", Role.DIRECTOR),
    Page("event", f"director.html?{T}#event", "[data-criterion]", Role.DIRECTOR),
    Page("people", f"director.html?{T}#people", "[data-person]", Role.DIRECTOR),
    Page("teams", f"director.html?{T}#teams", "[data-teams]", Role.DIRECTOR),
    Page("rounds", f"director.html?{T}#rounds", "[data-table]", Role.DIRECTOR),
    Page("results", f"director.html?{T}#results", "[data-choose]", Role.DIRECTOR),
    Page("log", f"director.html?{T}#log", "[data-entry]", Role.DIRECTOR),
    Page("accounts", f"director.html?{T}#accounts", "[data-account]", Role.DIRECTOR),
    Page("care", f"director.html?{T}#care", '[data-act="backup_here"]', Role.DIRECTOR),
)


@dataclass
class Viewer(Looking):
    """A browser in front of the club's pages."""

    driver: Any
    stand: Stand
    ids: list[int] = field(default_factory=list)

    def sign_in(self, role: Role | None) -> None:
        """As nobody, or as somebody with this role."""
        cookie = "" if role is None else self.stand.signed(role, self.stand_person(role)).cookie
        address.signed(self.driver, cookie)

    def stand_person(self, role: Role) -> int | None:
        """Players are people of the tournament, each of whom has one account."""
        taken = {account.person for account in self.stand.access.accounts.all()}
        return next(n for n in self.ids if n not in taken) if role is Role.PLAYER else None

    def open(self, page: Page, language: str = "en", theme: str = "dark") -> None:
        resize(self.driver, page.size)
        hold_still(self.driver)
        self.sign_in(page.role)
        self.complaints()
        file, _, fragment = page.address.partition("#")
        sign = "&" if "?" in file else "?"
        there = f"{self.stand.server.url}{file}{sign}lang={language}&theme={theme}"
        address.go(self.driver, f"{there}#{fragment}" if fragment else there)
        self.wait(lambda: self.find(page.ready))

    def choose(self, css: str, text: str) -> None:
        """What a list offers under these words, as soon as it does."""
        self.wait(lambda: self.driver.execute_script(CHOOSE, css, text))

    def turn(self, size: Size, theme: str) -> None:
        """The page that is open on another screen, in another theme."""
        resize(self.driver, size)
        self.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)

    def faults(self, page: Page, axe: str) -> list[str]:
        """Everything that is wrong with what is shown: cut off, pale, or what axe-core finds."""
        return self.check(axe, scrolls=page.scrolls)

    def shoot(self, path: Path) -> None:
        self.driver.save_screenshot(str(path))
