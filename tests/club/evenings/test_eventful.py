"""An evening on which everything happens: a no-show, a wrong result, a ruling that is appealed against,
yakitori and chips, and a power cut in the third of four rounds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pytest

from tests.club.evenings.hall import Hub
from tests.club.evenings.organiser import Ledger, More, Organiser, Paper, paper
from tests.club.evenings.readers import ema, pages
from tests.club.evenings.test_plain import PEOPLE, name_of, points_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
NAME: Final = "Rīgas ziemas vakars"
SUBSTITUTE: Final = "Rita Vanaga"
YAKITORI: Final = 10000
CHIP: Final = 2000
CHOMBO: Final = -20000
"""Twice the step of the uma (K-PEN-02)."""
Seated = dict[int, list[str]]


def test_an_evening_on_which_everything_happens(hub: Hub, organiser: Callable[..., Organiser]) -> None:
    one, judge = organiser("en"), organiser("sv")
    chance, ledger = random.Random(11), Ledger(YAKITORI, CHIP)
    one.arrives(hub.link)
    lays_down(one)
    judge.arrives(one.invites("elsa", "referee"), "club.desk")
    first, forms = first_round(one, chance, ledger)
    wrong_result(one, first, forms, ledger)
    offender = second_round(one, judge, chance, ledger)
    third_round(one, chance)
    ends_early(one)
    appealed(one, judge, offender, ledger)
    right(one, ledger)


def lays_down(one: Organiser) -> None:
    """The event with its rules, the players, and somebody who waits as a substitute."""
    one.waits_for("[data-create]")
    for option in ("yakitori", "yakitori_amount"):
        one.choose("direct.otherwise", one.words(f"option.game.{option}"))
        one.waits_for(f"[data-chosen='game.{option}']")
    one.fill("option.game.yakitori_amount", str(YAKITORI))
    one.fill("direct.chip", str(CHIP))
    one.creates(NAME, 4)
    one.registers(PEOPLE)
    one.choose("people.as", one.words("kind.occasional"), within="[data-add]")
    one.registers([SUBSTITUTE])


def more(chance: random.Random) -> More:
    """Who has won a hand, and chips that add up to nothing."""
    a, b, c = (chance.randrange(-4, 5) for _ in range(3))
    won = [chance.random() < 0.7 for _ in range(4)]
    return More((won[0], won[1], won[2], won[3]), (a, b, c, -a - b - c))


def first_round(
    one: Organiser, chance: random.Random, ledger: Ledger
) -> tuple[Seated, dict[int, tuple[Paper, More]]]:
    """Whoever should sit East at table 1 does not come: the substitute plays."""
    one.draws(1)
    seated = one.seated()
    one.starts(1)
    absent = seated[1][0]
    one.press("rounds.substitute")
    one.choose("ui.player", absent, within="[data-round] details:has([name='substitute'])")
    one.choose("club.substitute", SUBSTITUTE)
    one.press("club.save", within="[data-round] details:has([name='substitute'])")
    one.reads("[data-table='1'] td", SUBSTITUTE)
    one.look("replaced")
    one.tab("results")
    forms = {}
    for table, names in seated.items():
        points, beside = paper(chance), more(chance)
        forms[table] = points, beside
        # the clerk has the first two of table 2 the wrong way round, and nobody notices
        entered = (points[1], points[0], *points[2:]) if table == 2 else points
        one.enters(table, names, entered, beside)
        ledger.add(names, points, beside, absent)
    one.closes(1)
    return seated, forms


def wrong_result(
    one: Organiser, seated: Seated, forms: dict[int, tuple[Paper, More]], ledger: Ledger
) -> None:
    """It is noticed between the rounds, and corrected with a reason."""
    one.tab("results")
    one.waits_for("[data-choose='2']")
    points, beside = forms[2]
    one.corrects(2, seated[2], points, beside, "The first two lines of the form were swapped")
    one.look("corrected")


def second_round(one: Organiser, judge: Organiser, chance: random.Random, ledger: Ledger) -> str:
    """A referee rules chombo at table 3; who got it."""
    one.draws(2)
    seated = one.seated()
    one.starts(2)
    offender = seated[3][2]
    rules(judge, 3, offender)
    one.tab("results")
    for table, names in seated.items():
        points, beside = paper(chance), more(chance)
        one.enters(table, names, points, beside)
        ledger.add(names, points, beside)
    one.closes(2)
    ledger.give(offender, CHOMBO)
    return offender


def rules(judge: Organiser, table: int, offender: str) -> None:
    """At the desk: who, what, and the sanction that the club proposes."""
    judge.waits_for(f".hall-map [data-table='{table}']")
    judge.press_text(str(table), within=f".hall-map li:has([data-table='{table}'])", exact=False)
    judge.press("desk.deed.rule")
    judge.press_text(offender, within=".rule")
    judge.press_text("P-14", within=".rule", exact=False)
    judge.reads("[data-proposal] li", offender)
    judge.look("rules")
    judge.press("referee.send", within=".rule")
    judge.waits_for("[data-answer='ok']")


def third_round(one: Organiser, chance: random.Random) -> None:
    """Two tables have finished when the lights go out."""
    one.draws(3)
    seated = one.seated()
    one.starts(3)
    one.tab("results")
    for table in (1, 2):
        one.enters(table, seated[table], paper(chance), more(chance))


def ends_early(one: Organiser) -> None:
    """Not everybody would have as many games, so those of the third round count for nothing."""
    form = "[data-ending='event']"
    one.tab("event")
    one.press("ending.title")
    one.press("ending.show", within=form)
    one.waits_for(f"{form} [data-uneven]")
    one.look("uneven")
    one.choose("ending.games", one.words("ending.none"), within=form)
    one.press("ending.show", within=form)
    one.waits_for(f"{form} [data-shown]")
    one.until(lambda: not one.sees(f"{form} [data-uneven]"), "it is uneven")
    one.look("even")
    one.fill("rounds.reason", "Power cut", within=form)
    one.press("ending.confirm", within=form)
    one.reads("[data-close]", one.words("club.closed"))


def appealed(one: Organiser, judge: Organiser, offender: str, ledger: Ledger) -> None:
    """Filed for the player, decided by somebody who did not judge, and carried out by the referee."""
    one.press("club.desk")
    one.press("desk.tab.appeals")
    one.choose("ui.player", offender, within=".appeals")
    for part, said in (
        ("situation", "Table 3 in round 2"),
        ("decision", "Chombo"),
        ("reasons", "The hand was never shown"),
    ):
        one.fill_text(f"{one.words(f'desk.appeal.{part}')} *", said, within=".appeals")
    one.press("desk.file_appeal")
    one.reads("[data-appeal]", offender)
    one.until(lambda: one.sees("[data-do='file']:disabled"), "the same appeal can be filed again")
    one.press_text(one.words("desk.appeal.decide"), within="[data-appeal]", exact=False)
    one.press("desk.appeal.yes", within="[data-appeal] li:has([data-vote])")
    one.fill_text(f"{one.words('desk.explanation')} *", "All three others say so", within="[data-appeal]")
    one.look("decides")
    one.press("desk.appeal.decide", within="[data-appeal]")
    one.waits_for("[data-appeal][data-upheld='true']")
    one.look("upheld")
    judge.press("desk.tab.journal")
    judge.press("desk.lift", within="[data-kind='ruling']")
    judge.fill_text(f"{judge.words('desk.reason')} *", "Överklagandet bifölls", within="[data-kind='ruling']")
    judge.press("desk.lift", within="[data-kind='ruling']")
    judge.waits_for("[data-kind='ruling'].gone")
    judge.look("lifted")
    ledger.give(offender, -CHOMBO)


def right(one: Organiser, ledger: Ledger) -> None:
    """The poster, the printed standings and the EMA's sheet say what pencil and paper say."""
    one.goes_back()
    sheet = ema(one.exports("ema"))
    assert sorted((int(line["Place"]), name_of(line), int(line["Score"])) for line in sheet) == ledger.lines()
    assert len(sheet) == 16
    (poster,) = pages(one.prints("poster"))
    assert poster[2] == ["Final standings"]
    assert (
        sorted((int(place), name, points_of(points)) for place, name, points in poster[3:]) == ledger.lines()
    )
    (printed,) = pages(one.prints("standings"))
    total = sum(ledger.totals.values())
    assert any(f"{total}, must be {total}" in text for line in printed for text in line)
