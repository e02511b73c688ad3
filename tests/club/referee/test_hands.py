"""Hands corrected, cancelled and entered again anywhere in a game; payments by R-SCORE, counted by hand."""

from __future__ import annotations

import pytest

from club.referee.hands import CorrectionError, End, Played, again, carried, changed, corrected, without
from engine.result.game import next_hand
from engine.state import events as ev
from engine.state.hand import Game


def won(seat: int, source: int, han: int, fu: int = 30, riichi: tuple[int, ...] = ()) -> ev.ResultEntered:
    return ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(seat, source, han, fu),), riichi=riichi)


def game(*ends: End) -> Game:
    hands: list[Played] = []
    for end in ends:
        started = next_hand(carried("rrc", {}, hands))
        assert isinstance(started, ev.HandStarted)
        hands.append(Played(started, end))
    return carried("rrc", {}, hands)


def test_a_game_is_carried_from_its_results() -> None:
    played = game(won(1, 0, 3), won(2, 3, 2, 40, riichi=(2,)))
    assert played.scores == (30000 - 3900, 30000 + 3900, 30000 + 2600, 30000 - 2600)


def test_correcting_an_early_hand_pays_all_later_ones_anew() -> None:
    played = game(won(1, 0, 3), won(2, 3, 2, 40), won(0, 1, 1))
    then = corrected(played, 0, won(1, 0, 5))
    assert played.scores == (27100, 32900, 32600, 27400)
    assert then.scores == (23000, 37000, 32600, 27400)
    assert [number for number, _ in changed(played, then)] == [0, 1, 2]
    assert [hand.started.dealer for hand in then.history] == [0, 1, 2]


def test_a_hand_in_the_middle_can_be_cancelled() -> None:
    played = game(won(1, 0, 3), won(2, 3, 2, 40), won(0, 1, 1))
    then = without(played, 1)
    assert then.scores == (30000 - 3900 + 1000, 30000 + 3900 - 1000, 30000, 30000)
    assert len(then.history) == 2


def test_chombo_in_a_game_stays_with_its_offender_through_a_correction() -> None:
    played = game(won(1, 0, 3), ev.Penalised(1, ev.Sanction.CHOMBO, "P-14"), won(2, 1, 1))
    then = corrected(played, 0, won(1, 0, 2, 30))
    assert [penalty.after_uma for penalty in then.penalties] == [-20000]
    assert then.scores == (30000 - 2000, 30000 + 2000 - 1000, 31000, 30000)


def test_hands_in_wrong_seats_are_entered_again_with_the_same_winners_and_losers() -> None:
    played = game(won(1, 0, 3), won(2, 3, 2, 40))
    then = again(played, (1, 0, 2, 3))
    assert then.history[0].ended.deltas == (5800, -5800, 0, 0), "the winner is the dealer now"
    assert then.history[1].ended.deltas == (0, 0, 2900, -2900), "and stays, with one honba"


def test_more_than_three_hands_are_not_entered_again() -> None:
    with pytest.raises(CorrectionError, match="More than 3 hands"):
        again(game(*[won(1, 0, 1)] * 4), (1, 0, 2, 3))


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    played = game(won(1, 0, 3))
    with pytest.raises(CorrectionError, match="hands 1 to 1, not 5"):
        corrected(played, 4, won(1, 0, 1))
    with pytest.raises(CorrectionError):
        corrected(played, 0, ev.ResultEntered(ev.EndReason.WIN))


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (ev.Penalised(1, ev.Sanction.FINE, "P-42", 1000), "no_end"),
        (won(1, 0, 3, riichi=(0, 0)), "cannot_end"),
    ],
)
def test_which_hand_cannot_have_ended_so_is_named(end: End, code: str) -> None:
    first = Played(ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4), won(1, 0, 3))
    second = Played(ev.HandStarted(0, 2, 0, 0, 1, (26100, 33900, 30000, 30000)), end)
    with pytest.raises(CorrectionError) as refused:
        carried("rrc", {}, [first, second])
    assert (refused.value.code, refused.value.values["hand"]) == (code, 2)
