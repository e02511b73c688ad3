"""A club's evening: broker with accounts, log, hub, and tables that play what they are assigned."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.club_tables import LightTable, Relay, Setting
from club.hub.hub import Hub, Parts
from club.hub.mqtt_client import Address
from club.hub.table_status import TableView
from club.log.desk import Accepted, LogDesk
from club.log.events import Event, GameRecorded, HandRecorded
from club.log.people.people import Details, People
from club.log.store.store import Store
from club.log.tournament.game import Game
from contract.topics import Topics
from controller.broker.broker import Address as TableAddress
from controller.broker.broker import EmbeddedBroker
from tests.club.databases import laid_out
from tests.club.log.build import created, drawn, registered, stage
from tests.controller.club import Club

FAST = 2000.0
"""Times the pace of people: a hand in under a second."""
NAMES = ("Anna", "Bo", "Chie", "Dmytro", "Eva", "Fred", "Grit", "Hana")


class Evening:
    """`club` is a running broker; `tables` play where the draw puts them."""

    def __init__(
        self, club: Club, folder: Path, tables: int = 1, *, bridged: bool = False, **parts: Any
    ) -> None:
        self.club = club
        self.folder = folder
        self._names = NAMES[: 4 * tables]
        self._keys = itertools.count()
        self._stores: list[Store] = []
        self._open()
        self._parts = parts
        self.hub = self.another_hub()
        self.tables: list[LightTable] = []
        self.relays: list[Relay] = []
        self.brokers: list[EmbeddedBroker] = []
        for number in range(1, tables + 1):
            (self.add_bridged if bridged else self.add_table)(f"table-{number}")

    def _open(self) -> None:
        """A new log, with the same people under the same numbers."""
        self.store = Store(laid_out(self.folder / f"club-{len(self._stores)}.db"))
        self._stores.append(self.store)
        self.desk = LogDesk(self.store)
        self.people = People(self.store)
        self.persons = [self.people.add(Details(name)) for name in self._names]

    def new_log(self) -> None:
        """Another hub with another database."""
        self._open()
        self.another_hub()

    def another_hub(self) -> Hub:
        """One that has just been started; the account is the same, its password new."""
        account = f"hub-{self.folder.name.replace('_', '-')[:20].strip('-').lower()}"
        secret = self.club.add(account)
        address = Address("127.0.0.1", self.club.wanted.local_port, user=account, password=secret)
        parts = Parts(
            club="home",
            desk=self.desk,
            address=address,
            data=self.folder,
            names=lambda ids: {k: v.name for k, v in self.people.get(ids).items()},
            account=account,
            **self._parts,
        )
        self.hub = Hub(parts)
        self.hub.start()
        return self.hub

    def add_table(self, name: str, seed: int = 1) -> LightTable:
        """On the club's broker, by a wire that can be cut."""
        user = f"controller-{name}"
        secret = self.club.add(user, name)
        relay = Relay("127.0.0.1", self.club.wanted.local_port)
        self.relays.append(relay)
        return self._table(name, seed, TableAddress("127.0.0.1", relay.port, user, secret))

    def add_bridged(self, name: str, seed: int = 1) -> LightTable:
        """With a broker of its own, whose bridge to the club can be cut."""
        user = f"bridge-{name}"
        secret = self.club.add(user, name)
        relay = Relay("127.0.0.1", self.club.wanted.local_port)
        self.relays.append(relay)
        club = TableAddress("127.0.0.1", relay.port, user, secret)
        broker = EmbeddedBroker(self.folder / f"{name}-broker", Topics("home", name), bridge=club)
        broker.start()
        self.brokers.append(broker)
        return self._table(name, seed, broker.address)

    def _table(self, name: str, seed: int, address: TableAddress) -> LightTable:
        self.tables.append(LightTable(Setting(name, self.folder / name, address, seed, FAST, plays=False)))
        return self.tables[-1]

    def enter(self, *events: Event) -> Accepted:
        done = self.desk.submit(events, "director", f"test-{next(self._keys)}", int(time.time() * 1000))
        assert isinstance(done, Accepted), done
        return done

    def draw(self, rounds: int = 1, **plan: object) -> None:
        """A tournament of all, whose first round is drawn in the order of the list."""
        self.enter(created(**plan), *registered(self.persons), stage(rounds), drawn(1, self.persons))

    def until(self, true: Callable[[], object], seconds: float = 60.0, *, play: bool = True) -> bool:
        """Lets the tables play, or only hear and tell, until something is so; AssertionError says how things
        stood when the time was up."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise AssertionError(self._stood())
            self.play(play=play)
        return True

    def wait(self, seconds: float) -> None:
        """Lets the tables play for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.play()

    def _stood(self) -> str:
        wire, waiting = self.hub.wire, self.hub.pending._open
        lines = ["It did not come.", f"hub connected={wire.connected} {wire.connections} {wire.refusal!r}"]
        lines += [f"waits for {name}: {list(sent)}" for name, sent in waiting.items() if sent]
        for table in self.tables:
            name, bus = table.setting.name, table.bus
            lines += [
                f"{name} connected={bus.connected} {bus.alert!r} {bus.traffic!r}",
                f"{self.view(name)!r}",
            ]
        return "\n".join(lines)

    def play(self, *, play: bool = True) -> None:
        for table in self.tables:
            (table.turn if play else table.still)()
        time.sleep(0.005)

    @property
    def clock_runs(self) -> bool:
        """Of the first table."""
        clock = self.view().clock
        return clock is not None and clock.running

    def view(self, name: str = "table-1") -> TableView:
        return self.hub.hall.table(name) or TableView(name=name)

    def game(self, table: int = 1, round_: int = 1) -> Game:
        return self.desk.state.tournament(1).rounds[round_].games[table]

    def events(self, kind: type[Any]) -> list[Any]:
        return [entry.event for entry in self.store.read() if isinstance(entry.event, kind)]

    @property
    def hands(self) -> list[tuple[str, int, int]]:
        """Game, hand and revision of every hand in the log, as often as it is there."""
        return [(e.game, e.hand, e.rev) for e in self.events(HandRecorded)]

    @property
    def results(self) -> list[GameRecorded]:
        return self.events(GameRecorded)

    def close(self) -> None:
        self.hub.close()
        for table in self.tables:
            table.bus.show("assigned", None)  # the next evening has tables of the same names
            table.close()
        for broker in self.brokers:
            broker.stop()
        for relay in self.relays:
            relay.close()
        for store in self._stores:
            store.close()


def truth(tables: Iterable[LightTable]) -> list[tuple[str, int]]:
    """Game and hand of everything that was played to its end."""
    out = []
    for table in tables:
        game = table.table.game
        assert game is not None
        out += [(table.table.name, number) for number in range(len(game.history))]
    return out
