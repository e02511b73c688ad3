"""Two events in one hall, with two organisers at browsers of their own, who once write over each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.club.evenings.hall import Hub
from tests.club.evenings.organiser import Ledger, Organiser
from tests.club.evenings.readers import ema
from tests.club.evenings.test_plain import PEOPLE, name_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
SPRING: Final = "Pavasara kauss"
LEAGUE: Final = "Ліга Риги"
OTHERS: Final = (
    *("Aija Bērziņa", "Aija Kalniņa", "Jānis Bērziņš", "Jānis Kalniņš"),
    *("Богдан Шевчук", "Богдан Мельник", "Оксана Шевчук", "Оксана Мельник"),
    *("Bjørn Strøm", "Bjørn Olsen", "Cæcilie Strøm", "Cæcilie Olsen"),
    *("山田 大和", "鈴木 大和", "山田 花", "鈴木 花"),
)


def test_two_events_in_one_hall_do_not_mix(
    hub: Hub, organiser: Callable[..., Organiser], tmp_path: Path
) -> None:
    one, two = organiser("en"), organiser("uk")
    one.arrives(hub.link)
    one.creates(SPRING, 2, place="Rīga")
    address = one.invites("olena", "director")
    one.reads_in(PEOPLE, tmp_path)
    two.arrives(address)
    two.reads("option:checked", SPRING)
    assert not two.sees("[data-create]")
    write_over_each_other(one, two)
    two.turns_to(two.words("direct.new"))
    two.creates(LEAGUE, 2, method="swiss")
    two.reads_in(OTHERS, tmp_path)
    spring, league = both_play(one, two)
    for who, ledger, names in ((one, spring, PEOPLE), (two, league, OTHERS)):
        sheet = ema(who.exports("ema"))
        assert (
            sorted((int(line["Place"]), name_of(line), int(line["Score"])) for line in sheet)
            == ledger.lines()
        )
        assert sum(int(line["Score"]) for line in sheet) == 0
        assert {
            name_of(line): (line["EMA number"], line["EMA member"], line["Country"].lower()) for line in sheet
        } == {name: (f"{12000 + number:08}", "yes", "lv") for number, name in enumerate(names)}


def write_over_each_other(one: Organiser, two: Organiser) -> None:
    """Both have the plan of the same event open; who saves later sees both, and nothing typed is lost."""
    form = "[data-change]"
    for who in (one, two):
        who.tab("event")
        who.press("direct.change")
    two.fill("club.where", "Cēsis", within=form)
    two.fill("club.fee", "20 €", within=form)
    one.fill("club.where", "Ogre", within=form)
    one.fill("direct.minutes", "80", within=form)
    one.press("club.save", within=form)
    one.shows_done(form)
    two.press("club.save", within=form)
    two.waits_for(f"{form} [data-differs='place']")
    two.look("both have changed it")
    assert two.values("[data-differs]", "data-differs") == ["place", "minutes"]
    two.tick("changed.theirs", value="Ogre", within=form)
    two.press("club.save", within=form)
    two.shows_done(form)
    for who in (one, two):
        who.reloads()
        who.press("direct.change")
        stands = [who.reads_field(key, within=form) for key in ("club.where", "club.fee", "direct.minutes")]
        assert stands == ["Ogre", "20 €", "80"]


def both_play(one: Organiser, two: Organiser) -> tuple[Ledger, Ledger]:
    """Their rounds run at the same time."""
    chance = random.Random(7)
    sides = (one, Ledger()), (two, Ledger())
    for n in (1, 2):
        for who, _ in sides:
            who.draws(n)
        seated = [who.seated() for who, _ in sides]
        for who, _ in sides:
            who.starts(n)
        for (who, ledger), tables in zip(sides, seated, strict=True):
            who.enters_all(tables, chance, ledger)
        for who, _ in sides:
            who.closes(n)
    for who, _ in sides:
        who.finishes()
    return sides[0][1], sides[1][1]
