"""An event is laid down on the organisers' page: its rules and its referees, by people of any language."""

from __future__ import annotations

from typing import Any

import pytest

from club.access.roles import Role
from club.log.events import RoundStarted, TournamentChanged
from club.log.events.base import Official, Plan
from engine.rules.option_values import choices
from engine.rules.presets import OPTIONS, Honoured
from screens import CLUB_LANGUAGES, CLUB_WORDS
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.stand import EVENT
from words import catalogue

PAGE = Page("event", f"director.html?tournament={EVENT}#event", "[data-change-rules]", Role.DIRECTOR)


def unfold(viewer: Viewer, form: str) -> None:
    viewer.wait(lambda: viewer.find(form))
    viewer.click(f"details:has({form}) summary")


def deviations(viewer: Viewer, form: str) -> list[str]:
    return viewer.values(f"{form} [data-option]", "data-option")


def faults(viewer: Viewer, axe: str) -> list[str]:
    """Of the page as it lies: what was filled in has scrolled it."""
    viewer.driver.execute_script("scrollTo(0, 0)")
    return viewer.faults(PAGE, axe)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_rules_are_changed_in_words_of_ones_own_and_what_deviates_is_said_at_once(
    viewer: Viewer, axe: str
) -> None:
    viewer.stand.tournament()
    known = catalogue("ja", *CLUB_WORDS)
    viewer.open(PAGE, "ja")
    unfold(viewer, "[data-change-rules]")
    viewer.choose("[data-otherwise]", known["option"]["game"]["uma_tie"])
    chosen = '[data-chosen="game.uma_tie"]'
    viewer.wait(lambda: viewer.find(f"{chosen} select"))
    assert viewer.texts(f"{chosen} select option:checked") == [known["choice"]["seat_order"]]
    viewer.wait(lambda: deviations(viewer, "[data-change-rules]") == ["game.uma_tie"])
    viewer.choose("[data-otherwise]", known["option"]["game"]["start_points"])
    viewer.fill('[data-chosen="game.start_points"] input', "25000")
    viewer.wait(lambda: "game.start_points" in deviations(viewer, "[data-change-rules]"))
    assert faults(viewer, axe) == []
    viewer.click("[data-change-rules] > p > .knob")
    desk = viewer.stand.desk
    changed = {"game.uma_tie": "seat_order", "game.start_points": 25000}
    viewer.wait(lambda: desk.state.tournament(EVENT).options == changed)
    assert desk.state.tournament(EVENT).rounds[1].games[1].scores == (25000,) * 4
    viewer.wait(lambda: "25000" in viewer.texts(".deviations")[0])


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_time_of_a_game_is_a_deviation_while_it_is_written(viewer: Viewer) -> None:
    viewer.stand.tournament()
    viewer.open(PAGE)
    unfold(viewer, "[data-change]")
    assert deviations(viewer, "[data-change]") == []
    viewer.fill('[data-change] [name="minutes"]', "60")
    viewer.wait(lambda: deviations(viewer, "[data-change]") == ["timer.minutes"])


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_once_play_has_begun_the_rules_stay(viewer: Viewer) -> None:
    viewer.stand.tournament()
    viewer.stand.enter(RoundStarted(tournament=EVENT, round=1))
    viewer.open(Page("event", PAGE.address, "[data-rules-fixed]", Role.DIRECTOR))
    assert viewer.find("[data-change-rules]") == []


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_referees_are_entered_with_their_tables(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    ids = stand.tournament(plan=Plan(scheme="Everybody meets everybody"))
    plays = stand.account(Role.REFEREE, ids[2], EVENT)
    head = stand.account(Role.HEAD_REFEREE)
    viewer.open(PAGE, "uk")
    unfold(viewer, "[data-officials]")
    assert viewer.find('[data-short="too_few"]'), "two tables and no judge (K-JUDGE-04)"
    own, other = (f'[data-official="account-{account}"]' for account in (plays, head))
    viewer.click(f'{own} [data-field="judges"]')
    viewer.wait(lambda: not viewer.find("[data-short]"))
    assert viewer.find(f'{own} [data-field="playing"]')[0].is_selected(), "a player of the event"
    viewer.write(f'{own} [inputmode="numeric"]', "2, 1")
    viewer.click(f'{other} [data-field="judges"]')
    viewer.wait(lambda: viewer.find(f"{other} select"))
    assert faults(viewer, axe) == []
    viewer.choose(f"{other} select", "Hiro Mori")
    viewer.click("[data-officials] > p > .knob")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).plan.officials)
    plan = stand.desk.state.tournament(EVENT).plan
    assert plan.officials == (
        Official(person=ids[2], account=f"account-{plays}", playing=True, tables=(2, 1)),
        Official(person=ids[7], account=f"account-{head}", head=True, playing=True),
    )
    assert plan.scheme == "Everybody meets everybody"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_who_may_not_judge_any_more_is_taken_off_the_list(viewer: Viewer) -> None:
    stand = viewer.stand
    ids = stand.tournament()
    gone = Official(person=ids[0], account="account-77", playing=True)
    stand.enter(TournamentChanged(tournament=EVENT, plan=Plan(officials=(gone,))))
    viewer.open(PAGE)
    unfold(viewer, "[data-officials]")
    assert viewer.texts("[data-official] legend") == ["Anna Ozola"]
    viewer.click('[data-field="judges"]')
    viewer.click("[data-officials] > p > .knob")
    viewer.wait(lambda: not stand.desk.state.tournament(EVENT).plan.officials)


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_value_that_can_be_chosen_has_a_word(language: str) -> None:
    known: Any = catalogue(language, *CLUB_WORDS)
    said = {**known["choice"], **known["found"], **known["after"]}
    free = [option for option in OPTIONS.values() if option.honoured is not Honoured.FIXED]
    asked = {str(each) for option in free for each in choices(option) if isinstance(each, str)}
    asked |= {each for option in free if option.type.startswith("array of yaku") for each in option.added}
    asked |= {str(each) for option in free if "known" in option.allowed for each in option.allowed["known"]}
    assert sorted(asked - {"fixed"} - said.keys()) == []
