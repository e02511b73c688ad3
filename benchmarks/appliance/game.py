"""The game in a virtual machine: what people outside entered and received, and what its disk has."""

from __future__ import annotations

import random
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

from benchmarks.appliance.line import PEOPLE, SECRET, Line
from benchmarks.appliance.machine import Machine
from contract.stored.codec import encode
from controller.appliance.description import PORT, TABLE_FILE
from controller.broker.accounts import Accounts
from controller.table.journal import read
from engine.state.events import EndReason, EnteredWin, ResultEntered
from upkeep.computer import TABLE_DATA

KEPT: Final = "kept"
SETTINGS: Final = f"""\
[table]
preset = "tenhou"

[camera]
kind = "none"

[machine]
kind = "none"

[web]
host = "0.0.0.0"
port = {PORT}
"""
"""Of a table at which people enter how each hand ended: no picture has to be emulated."""
NO_SCREEN: Final = "changed/etc/upper/systemd/system/jantaku-kiosk.service.d/none.conf"
"""On the data partition: no browser starts. A unit that is masked could not be enabled, and an update enables
it."""
ANSWER_S: Final = 10.0


def prepared(settings: str = SETTINGS) -> dict[str, str]:
    """Files on the data partition of a table that is set up, with an account for people outside."""
    with tempfile.TemporaryDirectory() as folder:
        accounts = Accounts(Path(folder), "home")
        accounts.put(PEOPLE, SECRET)
        accounts.write()
        text = Path(folder, "accounts.json").read_text("utf-8")
    return {
        f"{KEPT}{TABLE_FILE}": settings,
        f"{KEPT}{TABLE_DATA}/broker/accounts.json": text,
        NO_SCREEN: "[Unit]\nConditionPathExists=/none\n",
    }


def results(rng: random.Random) -> Iterator[ResultEntered]:
    """How hands end: by a discard, by a drawn tile, with nobody."""
    while True:
        seat, source = rng.randrange(4), rng.randrange(4)
        win = EnteredWin(seat, source, rng.randint(1, 5), rng.choice((30, 40)))
        if rng.random() < 0.2:
            tenpai = tuple(rng.random() < 0.5 for _ in range(4))
            yield ResultEntered(EndReason.EXHAUSTIVE, tenpai=(tenpai[0], tenpai[1], tenpai[2], tenpai[3]))
        else:
            yield ResultEntered(EndReason.WIN, (win,))


class People:
    """The four at the table, outside: they enter hands as fast as it answers, and receive each event."""

    def __init__(self, machine: Machine, rng: random.Random, pause_s: float = 0.0) -> None:
        """`pause_s`: the longest pause between two hands."""
        self.received: dict[tuple[str, int], str] = {}
        """Game and line of each event -> its kind."""
        self.hands = 0
        """Entered, confirmed by all, and answered."""
        self._rng, self._pause_s = random.Random(rng.random()), pause_s
        self._number, self._ended = rng.getrandbits(40), threading.Event()
        self._replies: Queue[dict[str, Any]] = Queue()
        self._line = Line(machine, {"event": 0, f"reply/{PEOPLE.name}": 1}, self._receive)
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _receive(self, name: str, found: dict[str, Any]) -> None:
        if name == "event":
            self.received[found["game"], found["seq"]] = found["type"]
        else:
            self._replies.put(found)

    def _play(self) -> None:
        for result in results(self._rng):
            self._ask("cycle.start")
            self._ask("result.enter", event=encode(result))
            confirmed = [self._ask("win.confirm", seat=seat) for seat in range(4)]
            self.hands += all(confirmed)
            if self._ended.wait(self._rng.uniform(0, self._pause_s)):
                return

    def _ask(self, name: str, **body: object) -> bool:
        """Whether the table says that it is done."""
        self._number += 1
        order = {"id": f"{self._number:x}", "by": PEOPLE.name, "name": name, "body": body}
        self._line.send(f"cmd/{PEOPLE.name}", order)
        with suppress(Empty):
            while not self._ended.is_set():
                answer = self._replies.get(timeout=ANSWER_S)
                if answer["id"] == order["id"]:
                    return bool(answer["ok"])
        return False

    def close(self) -> None:
        self._ended.set()
        self._replies.put({"id": ""})
        self._line.close()
        self._thread.join()


def journals(folder: Path) -> dict[str, dict[int, str]]:
    """Game -> line -> kind of event, of a copy of the table's data. JournalError."""
    out: dict[str, dict[int, str]] = {}
    for path in sorted((folder / "games").glob("*.jsonl")):
        events = (record for record in read(path).records if record.event is not None)
        out[path.stem] = {record.seq: str(record.body["type"]) for record in events}
    return out


def lost(received: Mapping[tuple[str, int], str], there: Mapping[str, Mapping[int, str]]) -> list[str]:
    """A sentence for each event that was received and is not on the disk."""
    return [
        f"{kind} of {game}, line {seq}"
        for (game, seq), kind in received.items()
        if there.get(game, {}).get(seq) != kind
    ]


def abandoned(there: Mapping[str, Mapping[int, str]]) -> list[str]:
    """Games that another one followed before they had ended."""
    return [game for game in sorted(there)[:-1] if "game_ended" not in there[game].values()]
