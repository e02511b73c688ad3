"""Results that lack what the rules need: refused where somebody enters them, named where they stand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from club.log.desk import Accepted, LogDesk, Refused
from club.log.events import (
    Event,
    GameRecorded,
    ResultCorrected,
    Reverted,
    RoundClosed,
    RoundStarted,
    TournamentChanged,
    TournamentCreated,
)
from club.log.state import State
from club.log.store.store import Store
from club.log.tournament.finals import final_standings
from club.log.tournament.needs import lacking, lacks
from club.results.needs import Lack
from tests.club.log.build import created, drawn, hand, record, recorded_game, registered, sheet, stage
from tests.club.log.states import after, the
from tests.club.log.values import EVEN, FOUR, WON, T

YAKITORI = {"game.yakitori": True, "game.yakitori_amount": 10_000}
SAID = {"won": (True, False, True, True), "chips": (3, -1, -2, 0)}
BASE = {1: 23_000, 2: -19_000, 3: -2000, 4: -2000}
"""Points beyond 30000, and uma: players 3 and 4 share theirs."""
SAID_TOTALS = {1: 26_000, 2: -19_000 - 1000 - 10_000, 3: -4000, 4: -2000}


def event(**plan: object) -> TournamentCreated:
    return created(**plan).model_copy(update={"options": YAKITORI})


def begun(chip: int = 1000) -> list[Event]:
    return [event(chip=chip), *registered(FOUR), stage(), drawn(1, FOUR), RoundStarted(tournament=T, round=1)]


def said(**more: object) -> GameRecorded:
    return GameRecorded.model_validate(sheet().model_dump() | SAID | more)


@pytest.fixture
def desk(store: Store) -> LogDesk:
    made = LogDesk(store)
    assert isinstance(made.submit(begun(), "test", "begin-1", 0), Accepted)
    return made


def refused(desk: LogDesk, *events: Event) -> dict[str, object]:
    """The values of the refusal; nothing was written."""
    before = desk.state
    found = desk.submit(events, "test", "refused-1", 0)
    assert isinstance(found, Refused)
    assert found.fault.code == "lacks"
    assert found.fault.sentence.endswith("Say it on the result form, under Results.")
    assert desk.state is before
    return dict(found.fault.values)


def totals(state: State) -> dict[int, Fraction]:
    return {row.player: row.total for row in final_standings(the(state)).rows}


@pytest.mark.parametrize("missing", [("won",), ("chips",), ("won", "chips")])
@pytest.mark.parametrize("source", ["sheet", "online"])
def test_a_person_is_told_what_is_missing_and_nothing_is_written(
    desk: LogDesk, missing: tuple[str, ...], source: str
) -> None:
    lacks_it = said(source=source, **dict.fromkeys(missing))
    assert refused(desk, lacks_it) == {"round": 1, "tables": "1", "needs": list(missing)}
    assert isinstance(desk.submit(said(source=source), "test", "said-1", 0), Accepted)
    assert totals(desk.state) == SAID_TOTALS


def test_a_correction_says_it_too_or_keeps_what_was_said(desk: LogDesk) -> None:
    corrected = ResultCorrected(tournament=T, round=1, table=1, scores=EVEN, reason="misread")
    assert refused(desk, corrected)["needs"] == ["won", "chips"]
    desk.submit([said(), corrected], "test", "said-1", 0)
    assert totals(desk.state) == {1: 3000, 2: -11_000, 3: -2000, 4: 0}
    other = corrected.model_copy(update={"won": (True,) * 4, "chips": (0, 0, 0, 0)})
    desk.submit(other, "test", "other-1", 0)
    assert set(totals(desk.state).values()) == {0}


def test_a_table_knows_no_chips_and_its_hands_may_come_later(desk: LogDesk) -> None:
    first = hand(1, 1, 0, record(WON))
    assert isinstance(desk.submit(recorded_game(hands=1), "hub", "told-1", 0), Accepted)
    assert list(lacks(the(desk.state), 1)) == [Lack(1, 1, ("won", "chips"))]
    assert refused(desk, RoundClosed(tournament=T, round=1))["tables"] == "1"
    desk.submit(first, "hub", "told-2", 0)
    assert list(lacks(the(desk.state), 1)) == [Lack(1, 1, ("chips",))]
    chips = GameRecorded(tournament=T, round=1, table=1, source="sheet", scores=WON, chips=(2, -2, 0, 0))
    assert isinstance(desk.submit(chips, "test", "chips-1", 0), Accepted)
    game = the(desk.state).rounds[1].games[1]
    assert (game.entered, game.won, lacking(the(desk.state), game)) == (None, (True, False, False, False), ())
    again = desk.submit(recorded_game(rev=2, hands=1), "hub", "told-3", 0)
    assert isinstance(again, Accepted)
    kept = the(desk.state).rounds[1].games[1].result
    assert kept is not None
    assert kept.chips == (2, -2, 0, 0), "the table's own correction forgets none"
    assert isinstance(desk.submit(RoundClosed(tournament=T, round=1), "test", "close-1", 0), Accepted)


def test_what_is_added_has_the_scores_of_the_result_and_is_added_once(desk: LogDesk) -> None:
    desk.submit([hand(1, 1, 0, record(WON)), recorded_game(hands=1)], "hub", "told-1", 0)
    for wrong in (said(scores=EVEN), sheet()):
        found = desk.submit(wrong, "test", "wrong-1", 0)
        assert isinstance(found, Refused)
        assert found.fault.code == "has_result"
    assert isinstance(desk.submit(said(), "test", "said-1", 0), Accepted)
    found = desk.submit(said(), "test", "said-2", 0)
    assert isinstance(found, Refused)
    assert found.fault.code == "has_result"


def test_hands_tell_who_has_won_only_where_they_are_the_whole_game() -> None:
    """A table that broke after its first hand: the sheet has the end, and the rest is not known."""
    half = after(*begun(0), hand(1, 1, 0, record(WON)), sheet(scores=EVEN))
    assert list(lacks(the(half), 1)) == [Lack(1, 1, ("won",))]
    whole = after(*begun(0), hand(1, 1, 0, record(WON)), sheet(scores=WON))
    assert list(lacks(the(whole), 1)) == []


def test_a_log_of_an_older_program_is_read_and_counted_as_far_as_it_goes() -> None:
    """It took what lacked something: the fold takes it still, and says what."""
    state = after(*begun(), sheet(), RoundClosed(tournament=T, round=1))
    assert list(lacks(the(state), 1)) == [Lack(1, 1, ("won", "chips"))]
    assert totals(state) == BASE
    state = after(said(), state=state)
    assert list(lacks(the(state), 1)) == []
    assert totals(state) == SAID_TOTALS
    back = after(Reverted(tournament=T, seqs=(state.seq,)), state=state)
    assert list(lacks(the(back), 1)) == [Lack(1, 1, ("won", "chips"))]


def test_nothing_is_asked_where_the_rules_need_nothing() -> None:
    state = after(created(), *registered(FOUR), stage(), drawn(1, FOUR), RoundStarted(tournament=T, round=1))
    assert list(lacks(the(after(sheet(), state=state)), 1)) == []
    played = after(sheet(), TournamentChanged(tournament=T, plan=created(chip=500).plan), state=state)
    assert list(lacks(the(played), 1)) == [Lack(1, 1, ("chips",))]
