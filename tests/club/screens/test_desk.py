"""The referees' desk in real Chromium: calls, a case, rulings by clicks that end in the log, appeals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club.access.roles import Role
from club.log.events import Called, Frozen, HandOpened, Penalised, TimeAdded, TournamentClosed
from club.referee.ruling import Who
from engine.state.events import EndReason, ResultEntered, Sanction
from screens import CLUB_LANGUAGES
from tests.club.referee.given import won
from tests.club.screens.desk_stand import DeskStand
from tests.controller.browser import hold_still, resize

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
THEMES = ("dark", "light", "contrast")


@pytest.fixture
def role() -> Role:
    return Role.REFEREE


@pytest.fixture
def desk(driver: Any, tmp_path: Path, role: Role) -> Iterator[DeskStand]:
    resize(driver, (1280, 800))
    hold_still(driver)
    made = DeskStand(driver, tmp_path, role)
    made.open()
    yield made
    made.close()


def test_a_stranger_is_asked_to_sign_in(driver: Any, tmp_path: Path) -> None:
    made = DeskStand(driver, tmp_path)
    try:
        made.open(signed=False)
        made.wait(lambda: made.find('[data-notice="stranger"]'))
    finally:
        made.close()


def test_lamps_tell_what_every_table_needs(desk: DeskStand) -> None:
    desk.enter(Called(tournament=1, round=1, table=2, seat=0))
    desk.wait(lambda: desk.values("[data-lamp]", "data-lamp") == ["well", "call"])
    assert "calls a referee" in " ".join(desk.texts('[data-table="2"]'))


def test_a_call_is_taken_and_its_table_is_shown(desk: DeskStand) -> None:
    desk.enter(Called(tournament=1, round=1, table=2, seat=0))
    desk.click('[data-do="take"]')
    desk.wait(lambda: desk.values("[data-stage]", "data-stage") == ["coming"])
    desk.wait(lambda: desk.find('[data-case="2"]'))
    assert next(iter(desk.tournament.calls.values())).answered is not None
    desk.click('[data-do="close"]')
    desk.wait(lambda: not desk.find("[data-call]"))


def test_a_ruling_made_by_clicks_ends_in_the_log(desk: DeskStand) -> None:
    desk.enter(Called(tournament=1, round=1, table=1, seat=2))
    desk.look_at(1)
    desk.click('[data-deed="rule"]')
    desk.click(f'.rule [data-choice="{desk.people[2]}"]')
    desk.click('[data-row="P-14"]')
    desk.wait(lambda: desk.values("[data-person]", "data-points") == ["20000"])
    desk.click("[data-send]")
    desk.wait(lambda: desk.values("[data-answer]", "data-answer") == ["ok"])
    ((_, ruling),) = desk.tournament.rulings.items()
    assert (ruling.event.reason, ruling.event.clause) == ("P-14", "R-CHOMBO-04")
    assert ruling.event.facts == "Mistaken win declaration with exposure of the hand"
    (penalty,) = desk.tournament.penalties.values()
    assert (penalty.event.person, penalty.event.sanction, penalty.event.points) == (
        desk.people[2],
        Sanction.CHOMBO,
        -20_000,
    )
    desk.wait(lambda: not desk.find("[data-call]"))


def test_the_next_step_of_the_ladder_is_proposed(desk: DeskStand) -> None:
    desk.rule(reason="P-42")
    desk.look_at(1)
    desk.click('[data-deed="rule"]')
    desk.click(f'.rule [data-choice="{desk.people[2]}"]')
    desk.click('[data-row="P-42"]')
    desk.wait(lambda: desk.values("[data-person]", "data-points") == ["2000"])
    assert "2. time" in " ".join(desk.texts("[data-person]"))
    assert desk.values("[data-norm]", "data-norm") == ["fair_play"]


def test_what_another_referee_has_ruled_meanwhile_is_reported(desk: DeskStand) -> None:
    desk.look_at(1)
    desk.click('[data-deed="rule"]')
    desk.click(f'.rule [data-choice="{desk.people[2]}"]')
    desk.click('[data-row="P-02"]')
    desk.wait(lambda: desk.find("[data-send]:not(:disabled)"))
    desk.rule(Who("account-7"), reason="P-18", hand=0)
    desk.click("[data-send]")
    desk.wait(lambda: desk.values("[data-answer]", "data-answer") == ["ruled"])
    assert "account-7 has ruled on this meanwhile" in desk.texts("[data-answer]")[0]
    assert len(desk.tournament.rulings) == 1


def test_a_table_is_frozen_with_its_picture_and_goes_on(desk: DeskStand) -> None:
    desk.show("play_kuikae")
    desk.look_at(1)
    desk.wait(lambda: desk.find('[data-picture="play"]'))
    desk.click('[data-do="freeze"]')
    desk.wait(lambda: desk.find("[data-frozen]"))
    frozen = desk.tournament.rounds[1].frozen[1]
    assert isinstance(frozen.event, Frozen)
    assert frozen.event.picture["phase"] == "play"
    assert "Akira" not in str(frozen.event)
    desk.click('[data-do="thaw"]')
    desk.wait(lambda: not desk.find("[data-frozen]"))


def test_a_finding_leads_to_a_ruling_with_its_row_and_facts(desk: DeskStand) -> None:
    desk.show("play_kuikae")
    desk.look_at(1)
    desk.click('[data-finding="kuikae"] button')
    desk.wait(lambda: desk.values('[data-row][aria-pressed="true"]', "data-row") == ["P-18"])
    facts = desk.driver.execute_script("return document.querySelector('[name=facts]').value")
    assert "kuikae" in facts
    assert "R-KUI-02" in facts


def test_concealed_tiles_stay_closed_and_opening_them_is_logged(desk: DeskStand) -> None:
    desk.show("play_kuikae")
    desk.look_at(1)
    desk.wait(lambda: desk.find('[data-open="1"]'))
    assert not desk.find('[data-opened="1"]')
    desk.click('[data-open="1"]')
    assert not desk.find("[data-do=open]:not(:disabled)"), "a reason is asked for"
    desk.type("why", "Tile count in doubt")
    desk.click('[data-do="open"]')
    desk.wait(lambda: desk.find('[data-opened="1"]'))
    (entry,) = desk.tournament.opened
    assert isinstance(entry.event, HandOpened)
    assert (entry.event.seat, entry.event.reason) == (1, "Tile count in doubt")


def test_a_recorded_hand_is_corrected_after_its_effect_was_shown(desk: DeskStand) -> None:
    drawn = ResultEntered(EndReason.EXHAUSTIVE, (), (False, False, True, False))
    desk.play(drawn, won(0, 1, 1))
    desk.look_at(1)
    desk.click('[data-deed="hands"]')
    desk.click('[data-hand="0"]')
    desk.click('[name="cancels"]')
    desk.wait(lambda: desk.find('[data-effect="allowed"]'))
    desk.type("because", "The wall was short")
    desk.click("[data-send]")
    desk.wait(lambda: desk.values("[data-answer]", "data-answer") == ["ok"])
    assert desk.tournament.rounds[1].games[1].hands[0].current.reason is EndReason.REDEAL


def test_wrong_seats_of_one_hand_are_entered_again(desk: DeskStand) -> None:
    desk.play(won(1, 0, 3))
    desk.look_at(1)
    desk.click('[data-deed="seats"]')
    assert desk.values("[data-remedy]", "data-remedy") == ["cancel_and_reenter"]
    script = "const s = document.querySelector('.seats select'); s.value = [...s.options][1].value;"
    desk.driver.execute_script(script + "s.dispatchEvent(new Event('change'))")
    desk.wait(lambda: desk.find('[data-effect="allowed"]'))
    desk.type("because", "Swapped")
    desk.click("[data-send]")
    desk.wait(lambda: desk.values("[data-answer]", "data-answer") == ["ok"])
    assert desk.tournament.rounds[1].games[1].scores == (35_800, 24_200, 30_000, 30_000)


def test_extra_time_needs_a_reason(desk: DeskStand) -> None:
    desk.look_at(1)
    desk.click('[data-deed="time"]')
    desk.wait(lambda: desk.find("[data-minutes]:disabled"))
    desk.type("time-reason", "Defective set")
    desk.click('[data-minutes="5"]')
    desk.wait(lambda: desk.values("[data-answer]", "data-answer") == ["ok"])
    assert desk.tournament.rounds[1].extra_s(1) == 300
    assert isinstance(desk.last_event(), TimeAdded)


def test_a_penalty_is_lifted_in_the_journal_and_stays_there(desk: DeskStand) -> None:
    _, penalty = desk.rule(reason="P-14")
    desk.click('[data-tab="journal"]')
    desk.click(f'[data-entry="{penalty}"] [data-do="lift"]')
    desk.type("words", "The win was valid")
    desk.click('[data-do="lift-send"]')
    desk.wait(lambda: desk.find(f'[data-entry="{penalty}"].gone'))
    assert desk.tournament.penalties[penalty].lifted is not None


@pytest.mark.parametrize("role", [Role.DIRECTOR])
def test_an_appeal_waits_for_the_end_of_the_event_and_is_decided_by_others(desk: DeskStand) -> None:
    desk.click('[data-tab="appeals"]')
    desk.wait(lambda: desk.values("[data-appeals]", "data-appeals") == ["later"])
    desk.finish()
    desk.enter(TournamentClosed(tournament=1))
    desk.wait(lambda: desk.values("[data-appeals]", "data-appeals") == ["open"])
    for name in ("situation", "decision", "reasons"):
        desk.type(name, f"The {name}")
    script = "const s = document.querySelector('[name=person]'); s.value = [...s.options][1].value;"
    desk.driver.execute_script(script + "s.dispatchEvent(new Event('change', {bubbles: true}))")
    desk.click('[data-do="file"]')
    desk.wait(lambda: desk.find('[data-upheld="open"]'))
    desk.click('[data-do="open-appeal"]')
    desk.click(f'[data-vote="account-{desk.board}-yes"]')
    desk.type("why", "Clear from the record")
    desk.click('[data-do="decide"]')
    desk.wait(lambda: desk.find('[data-upheld="true"]'))


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_view_is_accessible_in_every_language_and_theme(
    desk: DeskStand, axe: str, language: str
) -> None:
    desk.full()
    n = CLUB_LANGUAGES.index(language)
    resize(desk.driver, ((1280, 800), (800, 1280))[n % 2])
    desk.open(lang=language, theme=THEMES[n % len(THEMES)])
    found = []
    for step in (
        '[data-table="1"]',
        '[data-deed="rule"]',
        '[data-deed="hands"]',
        '[data-deed="seats"]',
        '[data-deed="time"]',
        '[data-tab="journal"]',
        '[data-tab="appeals"]',
    ):
        desk.click(step)
        desk.settle()
        found += [f"{step} {fault}" for fault in desk.check(axe)]
    missing = [text for text in desk.complaints() if "no text for" in text]
    assert found + missing == []


def test_a_ruling_is_considered_again_from_the_journal(desk: DeskStand) -> None:
    first, penalty = desk.rule(reason="P-14")
    desk.click('[data-tab="journal"]')
    desk.click(f'[data-entry="{penalty}"] [data-do="again"]')
    desk.wait(lambda: desk.values('[data-row][aria-pressed="true"]', "data-row") == ["P-14"])
    desk.click('[data-row="P-14"]')
    desk.click('[data-row="P-13"]')
    desk.wait(lambda: desk.values("[data-person]", "data-sanction") == ["dead_hand"])
    desk.click("[data-send]")
    desk.wait(lambda: desk.values("[data-answer]", "data-answer") == ["ok"])
    assert desk.tournament.rulings[first].superseded is not None
    assert desk.tournament.penalties[penalty].lifted is not None


def test_a_player_sees_nothing_of_the_desk(driver: Any, tmp_path: Path) -> None:
    made = DeskStand(driver, tmp_path, role=Role.PLAYER)
    try:
        made.open()
        made.wait(lambda: made.find('[data-notice="refused"]'))
        assert not made.find("[data-table]")
    finally:
        made.close()


def test_a_penalty_is_in_the_log_once_though_it_is_pressed_twice(desk: DeskStand) -> None:
    desk.look_at(1)
    desk.click('[data-deed="rule"]')
    desk.click(f'.rule [data-choice="{desk.people[0]}"]')
    desk.click('[data-row="P-20"]')
    desk.wait(lambda: desk.find("[data-send]:not(:disabled)"))
    script = "const b = document.querySelector('[data-send]'); b.click(); b.click();"
    desk.driver.execute_script(script)
    desk.wait(lambda: desk.values("[data-answer]", "data-answer") in (["ok"], ["ruled"], ["penalised"]))
    penalties = [p.event for p in desk.tournament.penalties.values() if isinstance(p.event, Penalised)]
    assert len(penalties) == 1
