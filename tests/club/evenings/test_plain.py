"""An evening of sixteen people at tables of wood, from an empty hub to the poster and the EMA's sheet."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pytest

from tests.club.evenings.hall import Hub
from tests.club.evenings.organiser import Ledger, Organiser, paper
from tests.club.evenings.readers import ema, pages

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
NAME: Final = "Rīgas rudens vakars"
PEOPLE: Final = (
    *("Anna Ozoliņa", "Bo Lindqvist", "佐藤 千恵", "Дмитрий Орлов"),
    *("Eva Bergström", "Федір Коваленко", "Gunta Liepiņa", "森 大輔"),
    *("Ivar Nilsson", "Jūlija Kalniņa", "Katarzyna Wiśniewska", "Лев Абрамов"),
    *("Maximilian Oberhuber-Schmidt", "中村 花子", "Олена Шевченко", "Per Åkesson"),
)
ROUNDS: Final = 4


def test_an_evening_from_an_empty_hub_to_the_poster(hub: Hub, organiser: Callable[..., Organiser]) -> None:
    one, chance, ledger = organiser(), random.Random(1923), Ledger()
    one.arrives(hub.link)
    one.creates(NAME, ROUNDS)
    one.registers(PEOPLE)
    first_round(one, chance, ledger)
    for n in range(2, ROUNDS + 1):
        one.plays(n, chance, ledger)
    one.waits_for("[data-all-over]")
    one.finishes()
    right(one, ledger)
    what_everybody_reads(one, ledger)


def first_round(one: Organiser, chance: random.Random, ledger: Ledger) -> None:
    """With the forms of the hall, a slip of the pen, and a gong for the end that comes too early."""
    one.draws(1)
    seated = one.seated()
    assert sorted(name for names in seated.values() for name in names) == sorted(PEOPLE)
    by_table, by_name = pages(one.prints("seating", within="[data-round='1']"))
    assert all(
        any(name in text for line in by_table + by_name for text in line)
        for name in ("森 大輔", "Per Åkesson")
    )
    assert len(pages(one.prints("results", within="[data-round='1']"))) == 4
    one.starts(1)
    one.waits_for("[data-paper='4']")
    assert not one.sees("[data-device]"), "tables of wood are no trouble"
    one.tab("results")
    for table, names in seated.items():
        points = paper(chance)
        if table == 2:
            slip = (points[0] + 100, *points[1:])
            one.writes(table, names, slip)
            assert one.sees("[data-sum='false']")
            assert not one.sees("[data-enter]:enabled")
        if table == 4:
            one.tab("rounds")
            one.press("rounds.close")
            one.reads("[data-said='warn']", "4")
            one.look("too early")
            one.tab("results")
        one.enters(table, names, points)
        ledger.add(names, points)
    one.closes(1)


def right(one: Organiser, ledger: Ledger) -> None:
    """The poster and the EMA's sheet say what pencil and paper say."""
    assert sum(ledger.totals.values()) == 0
    sheet = ema(one.exports("ema"))
    assert len(sheet) == 16
    assert [int(line["Place"]) for line in sheet] == [place for place, _, _ in ledger.lines()]
    standings = sorted((int(line["Place"]), name_of(line), int(line["Score"])) for line in sheet)
    assert standings == ledger.lines()
    assert sum(int(line["Score"]) for line in sheet) == 0
    (poster,) = pages(one.prints("poster"))
    assert poster[:3] == [[NAME], ["2026-11-23 · Rīga"], ["Final standings"]]
    assert (
        sorted((int(place), name, points_of(points)) for place, name, points in poster[3:]) == ledger.lines()
    )


def name_of(line: dict[str, str]) -> str:
    """As they call themselves; the sheet has both names of everybody."""
    given, family = line["First name"], line["Last name"]
    assert given, line
    assert family, line
    return f"{family} {given}" if max(family) > "\u2e80" else f"{given} {family}"


def points_of(text: str) -> int:
    return int(text.replace("−", "-"))


def what_everybody_reads(one: Organiser, ledger: Ledger) -> None:
    """The standings of the public page, without an account."""
    one.press("club.standings")
    one.waits_for("[data-standings] [data-player]")
    rows = zip(
        one.texts("[data-player] > td:first-child"),
        one.texts("[data-player] > th"),
        one.texts("[data-player] > .strong"),
        strict=True,
    )
    assert sorted((int(place), name, points_of(points)) for place, name, points in rows) == ledger.lines()
    one.look("standings")
