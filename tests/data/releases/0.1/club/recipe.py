"""Makes the golden files of a club's database, with the program of the release that they are to be of.

    PYTHONPATH=RELEASE python recipe.py OUT sqlite:///OUT/club.db
    PYTHONPATH=RELEASE python recipe.py OUT postgresql+psycopg://USER@HOST/NAME

Run it once a release in a checkout of that release, with both databases, and lay what it writes beside a copy
of it: `club.db.gz`, `club.sql.gz`, and for each the token of a session. An evening of eight players: two
rounds are over, of the third table 1 has played a hand and has called a referee; one person was forgotten.
"""

from __future__ import annotations

import gzip
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from club.access.roles import Grant, Role
from club.access.services import Access
from club.log.desk import Accepted, LogDesk
from club.log.events import (
    Called,
    Event,
    GameRecorded,
    HandRecorded,
    Penalised,
    Registered,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    Sitting,
    StageAdded,
    TournamentCreated,
    Withdrew,
)
from club.log.events.base import Plan, Record
from club.log.people.people import Details, People
from club.log.store.store import Store
from engine.state.events import EndReason, Sanction

T = 1
NOW_S = 1_800_000_000
NAMES = (
    "Anna Ozola",
    "Bo Ek",
    "Chie Sato",
    "Дмитро Коваль",
    "Eva Berg",
    "Fedir Koval",
    "Gunta Liepa",
    "雀 弘",
)
FORGOTTEN = Details("Zebedee Quux", "Riga", "LV", "19990001", "zebedee.quux@example.org")
PASSWORD = "correct horse battery"
PLAYED = {1: (41_000, 27_000, 30_000, 22_000), 2: (25_000, 25_000, 35_000, 35_000)}
"""What each table's game of a round ends with, by seat."""


def sittings(round_: int) -> tuple[Sitting, ...]:
    """In each round the second four move on by one table and seat."""
    right = [5 + (place + round_) % 4 for place in range(4)]
    return (
        Sitting(table=1, players=(1, 2, right[0], right[1])),
        Sitting(table=2, players=(3, 4, right[2], right[3])),
    )


def hand(round_: int, table: int, number: int, before: Any, after: Any) -> HandRecorded:
    deltas = tuple(b - a for a, b in zip(before, after, strict=True))
    told = Record.model_validate(
        {
            "dealer": number % 4,
            "wind": 0,
            "number": number % 4 + 1,
            "reason": EndReason.WIN,
            "winners": (deltas.index(max(deltas)),),
            "deltas": deltas,
            "scores": after,
            "started_ms": NOW_S * 1000,
            "ended_ms": NOW_S * 1000 + 90_000,
            "moves": [{"type": "start_kyoku", "bakaze": "E"}, {"type": "tsumo", "actor": 0, "pai": "?"}],
        }
    )
    return HandRecorded(
        tournament=T, round=round_, table=table, game=f"g{round_}.{table}", hand=number, record=told
    )


def game(round_: int, table: int) -> list[Event]:
    """Two hands and the result, as a table tells them."""
    start, end = (30_000,) * 4, PLAYED[round_]
    middle = (38_000, 22_000, 30_000, 30_000)
    return [
        hand(round_, table, 0, start, middle),
        hand(round_, table, 1, middle, end),
        GameRecorded(
            tournament=T,
            round=round_,
            table=table,
            source="table",
            scores=end,
            game=f"g{round_}.{table}",
            hands=2,
        ),
    ]


def played(desk: LogDesk) -> None:
    """The log of the evening so far."""

    def enter(*events: Event, by: str = "account-1") -> None:
        outcome = desk.submit(events, by, f"golden-{desk.state.seq}", NOW_S * 1000 + desk.state.seq)
        assert isinstance(outcome, Accepted), outcome

    plan = Plan(dates=("2027-01-15",), place="Riga", fee="10 EUR", games=3)
    enter(TournamentCreated(tournament=T, name="Golden Cup", preset="rrc", plan=plan))
    enter(*(Registered(tournament=T, person=p, team=1 + p % 2) for p in range(1, 10)))
    enter(Withdrew(tournament=T, person=9, from_round=1, reason="asked to be forgotten"))
    enter(StageAdded(tournament=T, stage=1, method="manual", rounds=3))
    for round_ in (1, 2):
        enter(RoundDrawn(tournament=T, round=round_, sittings=sittings(round_), method="manual"))
        enter(RoundStarted(tournament=T, round=round_))
        for table in (1, 2):
            for event in game(round_, table):
                enter(event, by="hub-club")
        if round_ == 1:
            enter(
                Penalised(
                    tournament=T,
                    round=1,
                    table=1,
                    hand=1,
                    person=2,
                    reason="P-14",
                    sanction=Sanction.REMINDER,
                )
            )
        enter(RoundClosed(tournament=T, round=round_))
    enter(RoundDrawn(tournament=T, round=3, sittings=sittings(3), method="manual"))
    enter(RoundStarted(tournament=T, round=3))
    enter(hand(3, 1, 0, (30_000,) * 4, (38_000, 22_000, 30_000, 30_000)), by="hub-club")
    enter(Called(tournament=T, round=3, table=1, seat=2), by="hub-club")


def filled(url: str) -> str:
    """A club with accounts of every kind; the token of a session."""
    store = Store(url)
    people = People(store)
    access: Any = Access(getattr(store, "database", store.engine))  # type: ignore[arg-type] # 0.1 took the engine
    persons = [people.add(Details(name, club="Riga", country="LV")) for name in NAMES]
    gone = people.add(FORGOTTEN)
    people.name_online(persons[0], "tenhou", "anna777")
    people.name_online(gone, "tenhou", "zebedee")
    director = access.accounts.add("director", persons[0], (Grant(Role.DIRECTOR),))
    access.accounts.set_password(director, PASSWORD)
    referee = access.accounts.add("referee", grants=(Grant(Role.REFEREE, T),))
    access.accounts.set_password(referee, PASSWORD)
    player = access.accounts.add("bo", persons[1], (Grant(Role.PLAYER),))
    access.accounts.set_pin(player, "1234")
    access.accounts.set_card(player, "04a2b3c4")
    access.accounts.add("zebedee", gone, (Grant(Role.PLAYER),))
    token = access.sign_in.password("director", PASSWORD, "192.0.2.1", NOW_S)
    played(LogDesk(store))
    access.accounts.remove(access.accounts.of_person(gone))
    people.forget(gone)
    assert store.verify() > 0
    store.close()
    return str(token)


def main(out: Path, url: str) -> None:
    token = filled(url)
    place = make_url(url)
    if place.get_backend_name() == "sqlite":
        with sqlite3.connect(str(place.database)) as link:
            link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        written, file = Path(str(place.database)).read_bytes(), out / "club.db.gz"
    else:
        dump = ["pg_dump", "--no-owner", "--no-privileges", f"--dbname={url.replace('+psycopg', '')}"]
        text = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
        # Words of psql, which older ones do not know.
        written, file = re.sub(r"(?m)^\\(un)?restrict .*\n", "", text).encode(), out / "club.sql.gz"
    file.write_bytes(gzip.compress(written, mtime=0))
    file.with_name(f"{file.name}.session").write_text(token, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
