"""A table without a table: broker, bus, web server and a browser, driven by hand-made snapshots."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from contract.messages import ClockView, EventMessage, Info, Snapshot
from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.broker.broker import EmbeddedBroker, embedded_accounts
from controller.broker.pairing import Door
from controller.bus import projection
from controller.bus.delay import DelayQueue
from controller.bus.gate import Order
from controller.bus.mqtt import Bus
from controller.calibration.desk import Calibrating
from controller.club_link.assignment import Assignment
from controller.history.archive import Archive
from controller.people.host_book import Book
from controller.people.host_desk import HostDesk
from controller.people.hosting import Hosting
from controller.table.games import Games
from controller.web.server import Web
from controller.web.setup import Setup
from engine.state.events import GameStarted
from runtime.mosquitto import PID
from runtime.reload import changed
from tests.controller.browser import hold_still, resize
from tests.controller.calibration.fakes import FakeWatch, Table
from tests.controller.screens.lasting import LastingWeb
from tests.controller.screens.looking import Looking
from tests.controller.screens.pages import NAMES, SNAPSHOTS, Page
from tests.upkeep.computer import Computer
from upkeep.finding import Finding

__all__ = ["NAMES", "SNAPSHOTS", "TOPICS", "Stand"]
TOPICS: Final = Topics("home", "table-1")
RETAINED: Final = ("state", "eyes", "win", "clock", "judged", "assigned")
"""What a test may have published for good, alerts aside."""
SIGNED: Final = """
localStorage.clear();
sessionStorage.clear();
localStorage.setItem("jantaku.account", arguments[0]);
localStorage.setItem(`jantaku.account.${arguments[0]}`, arguments[1]);
"""


class Stand(Looking):
    """Publishes what a service would and looks at what the browser shows of it."""

    def __init__(
        self,
        driver: Any,
        folder: Path,
        archive: Archive | None = None,
        door: Door | None = None,
        setup: Setup | None = None,
    ) -> None:
        self.driver = driver
        self.folder = folder
        self.broker = self._broker(folder)
        self.broker.start()
        self.rev = 0
        self.waiting: list[Order] = []
        self.alerts: set[str] = set()
        self.boot = "boot-1"
        self.bus = self._bus()
        self.account = ("", "")
        self.calibration = Table(Calibrating(None), FakeWatch(None))
        self._turning = ExitStack()
        self._turning.enter_context(self.calibration.running())
        judging = replace(door or Door(), role=self._own)
        self.evidence: dict[int, bytes] = {}
        self.examined: list[Finding] = []
        self.computer = Computer(folder / "computer")
        self.web = self._web(
            archive=archive,
            door=judging,
            evidence=lambda _, line: self.evidence.get(line),
            calibrating=self.calibration.desk,
            setup=setup,
            examine=lambda _: self.examined,
            care=self.computer.desk,
        )
        hosting = Hosting(Book(folder), Assignment(None))
        self.web.hosts(HostDesk(hosting, GameStarted("rrc"), Games(folder), sets=2))
        self.web.start()
        self._clear_browser()
        self.account = self._house(folder)
        self.sign_in()

    def _clear_browser(self) -> None:
        """The browser outlives the stand, and a port may come again with another one's account."""
        kept = {"origin": self.web.url.rstrip("/"), "storageTypes": "all"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", kept)

    def _own(self, *account: str) -> Role | None:
        return Role.HOUSE if account == self.account else None

    def _house(self, folder: Path) -> tuple[str, str]:
        """An account of the house."""
        accounts = embedded_accounts(folder, TOPICS)
        account = Account.named("stand", Role.HOUSE, table="table-1")
        secret = accounts.put(account)
        accounts.write()
        changed(folder / PID)
        return account.name, secret

    def sign_in(self) -> None:
        """The browser has the account at the pages that are served now, unless it is given another one."""
        self.driver.get(f"{self.web.url}icon.svg")
        self.driver.execute_script(SIGNED, *self.account)

    def clear(self) -> None:
        """As it was when it began: nothing is published or waits, and the browser has its account alone."""
        for name in (*RETAINED, *(f"alert/{code}" for code in self.alerts)):
            self.bus.show(name, None)
        self.alerts = set()
        self.bus.left_ms = None
        self.web.show(None)
        self.web.follow(lambda: None)
        self.calibration.reset()
        self.evidence.clear()
        self.computer.clear()
        self.sign_in()
        self.bus.poll()
        self.waiting = []

    @contextmanager
    def instead(self, web: Web) -> Iterator[None]:
        """Pages come from another server meanwhile, which runs."""
        own, self.web = self.web, web
        try:
            yield
        finally:
            self.driver.get("about:blank")
            self.web = own

    def _broker(self, folder: Path) -> EmbeddedBroker:
        return EmbeddedBroker(folder, TOPICS)

    def _web(self, **given: Any) -> Web:
        return LastingWeb(TOPICS, self.broker.address, port=0, **given)

    def _bus(self) -> Bus:
        info = Info(software="test", club="home", table="table-1")
        at_once = DelayQueue(0.0, time.monotonic)
        bus = Bus(TOPICS, self.broker.address, info, self.boot, late=at_once)
        bus.start()
        return bus

    def close(self) -> None:
        self.driver.get("about:blank")
        self.web.stop()
        self._turning.close()
        self.bus.close()
        self.broker.stop()

    def restart(self, boot: str) -> None:
        """A new run of the service behind the same broker."""
        self.boot, self.rev = boot, 0
        self.bus = self._bus()
        self.wait(lambda: self.bus.connected)

    def open(self, page: str = "table.html", fragment: str = "", **query: str) -> None:
        terms = "&".join(f"{key}={value}" for key, value in ({"lang": "en", "theme": "dark"} | query).items())
        self.driver.get(f"{self.web.url}{page}?{terms}{fragment}")
        self.wait(lambda: self.there("#app > *"))

    def visit(
        self, page: Page, language: str = "en", theme: str = "dark", fragment: str = "", **query: str
    ) -> None:
        """Opens a page as it is usually seen, with nothing moving."""
        resize(self.driver, page.size)
        hold_still(self.driver)
        self.open(page.file, fragment or page.fragment, lang=language, theme=theme, **(page.query | query))

    def draw(self, page: Page, name: str, **changes: object) -> Snapshot:
        """Publishes a snapshot and waits until the page shows it."""
        snapshot = self.publish(name, **changes)
        if page.draws:
            self.wait(lambda: self.drawn(snapshot.rev))
        return snapshot

    def drawn(self, rev: int) -> bool:
        """Whether the page shows this revision, while the table is alive."""
        self.beat()
        return self.there(f'[data-rev="{rev}"]')

    def faults(self, page: Page, axe: str | None) -> list[str]:
        """Everything that is wrong with what the page shows now (`check`)."""
        return self.check(axe, scrolls=page.scrolls)

    def publish(self, name: str, **changes: object) -> Snapshot:
        """Publishes a snapshot as the next revision."""
        self.rev += 1
        known = Snapshot.model_validate_json((SNAPSHOTS / f"{name}.json").read_text("utf-8"))
        snapshot = known.model_copy(update={"boot": self.boot, "rev": self.rev} | changes)
        self.beat()
        self.bus.publish_state(snapshot)
        self.bus.show("win", projection.win_message(snapshot))
        self.bus.show("clock", snapshot.clock or ClockView())
        alerts = projection.alert_messages(snapshot, lambda _: snapshot.ts_ms)
        for gone in self.alerts - alerts.keys():
            self.bus.show(f"alert/{gone}", None)
        self.alerts = set(alerts)
        for code, alert in alerts.items():
            self.bus.show(f"alert/{code}", alert)
        return snapshot

    def show(self, name: str, **changes: object) -> Snapshot:
        snapshot = self.publish(name, **changes)
        self.wait(lambda: self.there(f'.stage[data-rev="{snapshot.rev}"]'))
        return snapshot

    def beat(self) -> None:
        """One turn of the main loop: the tick goes out, commands come in."""
        self.waiting += self.bus.poll()

    def say(self, kind: str, **data: object) -> None:
        self.bus.publish_event(
            EventMessage(game="g", seq=self.rev, rev=self.rev, ts_ms=0, type=kind, data=data)
        )

    def tiles(self, css: str) -> list[str]:
        return self.values(f"{css} .tile", "data-tile")

    def commands(self) -> list[Order]:
        """Those that came since the last call; at least one."""

        def some() -> bool:
            self.beat()
            return bool(self.waiting)

        self.wait(some)
        got, self.waiting = self.waiting, []
        return got

    def hold_sends(self) -> None:
        """What the page says from now on is under way, in `window.held`, until `release_sends`."""
        script = "const send = WebSocket.prototype.send; window.held = [];"
        script += (
            "WebSocket.prototype.send = function (data) { window.held.push(() => send.call(this, data)); };"
        )
        script += "window.release = () => { WebSocket.prototype.send = send; held.forEach((go) => go()); };"
        self.driver.execute_script(script)

    def release_sends(self) -> None:
        self.driver.execute_script("window.release()")

    def traffic(self) -> list[dict[str, Any]]:
        """What DevTools tells of the network since the last call."""
        return [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]

    def requests(self, traffic: list[dict[str, Any]] | None = None) -> list[str]:
        """The addresses that the pages asked for."""
        out = []
        for message in self.traffic() if traffic is None else traffic:
            if message["method"] == "Network.requestWillBeSent":
                out.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                out.append(message["params"]["url"])
        return out

    def foreign(self, traffic: list[dict[str, Any]] | None = None) -> list[str]:
        """Of these the ones that are not the table's own."""
        own = (self.web.url, self.web.url.replace("http", "ws", 1), "data:", "blob:")
        return [url for url in self.requests(traffic) if not url.startswith(own)]
