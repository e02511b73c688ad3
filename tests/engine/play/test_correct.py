"""Corrections: the log with other events in it, replayed (K-ASSIST-05, K-FAIL-01)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.play.apply import apply
from engine.play.correct import Remedy, cancelled, reentered, rethrown, seating_remedy
from engine.play.legal import legal
from engine.result.game import called_off, next_hand, standings
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault, IllegalEventError
from engine.state.hand import Game
from engine.tiles.tile import Tile
from tests.engine.board import Board, Dealer, total

WIN, DRAW = ev.EndReason.WIN, ev.EndReason.EXHAUSTIVE


def inverse(game: Game, correction: ev.Correct) -> ev.Correct:
    """The correction that takes back this one, to be applied after it; `game` is the one before."""
    old, new = game.log, apply(game, correction).log
    short = min(len(old), len(new))
    head = next((n for n in range(short) if old[n] != new[n]), short)
    tail = next((n for n in range(short - head) if old[-1 - n] != new[-1 - n]), short - head)
    return ev.Correct(head, len(new) - head - tail, old[head : len(old) - tail], correction.reason)


def play(game: Game, *events: ev.Event) -> Game:
    """The next hand with these events and its result."""
    for event in (next_hand(game), *events):
        game = apply(game, event)
    ended = result(game)
    assert ended is not None
    return apply(game, ended)


def entered(seat: int, source: int, han: int = 1, fu: int = 30, *, riichi: tuple[int, ...] = ()) -> ev.Event:
    return ev.ResultEntered(WIN, (ev.EnteredWin(seat, source, han, fu),), riichi=riichi)


def drawn(*tenpai: int, riichi: tuple[int, ...] = ()) -> ev.Event:
    a, b, c, d = (seat in tenpai for seat in range(4))
    return ev.ResultEntered(DRAW, (), (a, b, c, d), riichi)


def fresh() -> Game:
    return Board().game


def where(game: Game, event: ev.Event) -> int:
    return game.log.index(event)


def three_hands() -> Game:
    """Seat 1 wins from 0; a draw with seat 2 in riichi; seat 2, dealer now, wins the stick from 3."""
    game = play(fresh(), entered(1, 0))
    game = play(game, drawn(2, riichi=(2,)))
    return play(game, entered(2, 3))


def test_a_later_hand_follows_the_corrected_scores_and_sticks() -> None:
    game = three_hands()
    # 1000 from 0; 3000 of noten payments and a stick; 1500 as the dealer, one honba and the stick.
    assert game.scores == (28000, 30000, 34800, 27200)
    at = where(game, drawn(2, riichi=(2,)))
    after = apply(game, ev.Correct(at, 1, (drawn(1, 2),), "two were tenpai, nobody in riichi"))
    assert after.scores == (27500, 32500, 33300, 26700)
    assert [h.started.kyotaku for h in after.history] == [0, 0, 0]
    assert after.history[2].started.scores == (27500, 32500, 31500, 28500)
    assert total(after) == 120000


def test_hands_that_were_played_keep_their_dealer_and_honba() -> None:
    """The dealer was tenpai after all, but the next hand was played by another dealer."""
    game = play(play(fresh(), drawn(2)), entered(3, 1))
    after = apply(game, ev.Correct(where(game, drawn(2)), 1, (drawn(0),)))
    first, second = (hand.started for hand in after.history)
    assert (second.number, second.dealer, second.honba) == (2, 1, 1)
    assert first.dealer == 0
    assert after.history[0].ended.tenpai[0]


def test_a_hand_only_announced_follows_anew() -> None:
    game = play(fresh(), drawn(2))
    game = apply(game, next_hand(game))
    assert (game.number, game.dealer) == (2, 1)
    after = apply(game, ev.Correct(where(game, drawn(2)), 1, (drawn(0),)))
    assert (after.number, after.dealer, after.honba) == (1, 0, 1)


def test_a_hand_is_cancelled_whole() -> None:
    game = three_hands()
    after = apply(game, cancelled(game, 1, "the judge says so"))
    assert [h.ended.winners for h in after.history] == [(1,), (2,)]
    assert after.scores == (29000, 31000, 31800, 28200)
    with pytest.raises(ValueError, match="hands 0 to 2"):
        cancelled(game, 3)


def test_the_last_hand_cancelled_is_played_again() -> None:
    game = play(fresh(), entered(1, 0))
    after = apply(game, cancelled(game, 0))
    assert after.scores == (30000,) * 4
    assert next_hand(after) == next_hand(fresh())


def test_a_hand_in_play_can_be_cancelled_too() -> None:
    board = Board().deal().drop(0, "5p")
    after = apply(board.game, cancelled(board.game, 0))
    assert after.hand is None
    assert after.log == fresh().log


def test_a_tile_that_was_misread_is_put_right() -> None:
    board = Board().deal().drop(0, "5p").turn(1, "6p")
    at = where(board.game, ev.Discarded(0, Tile.parse("5p")))
    after = apply(board.game, ev.Correct(at, 1, (ev.Discarded(0, Tile.parse("5s")),)))
    assert after.hand is not None
    assert after.hand.seats[0].pond[0].tile == Tile.parse("5s")
    assert after.hand.seats[1].pond[0].tile == Tile.parse("6p")


def test_rulings_and_fines_can_be_taken_back() -> None:
    game = play(fresh(), ev.Penalised(2, ev.Sanction.CHOMBO, "P-14"))
    assert standings(game)[2].penalty == -20000
    after = apply(game, cancelled(game, 0))
    assert standings(after)[2].penalty == 0


def test_what_follows_must_fit_or_nothing_changes() -> None:
    board = Board().deal().drop(0, "5p").turn(1, "6p")
    at = where(board.game, ev.Discarded(0, Tile.parse("5p")))
    gone = ev.Correct(at, 1)
    with pytest.raises(IllegalEventError, match="What follows does not fit") as refused:
        apply(board.game, gone)
    assert refused.value.faults & Fault.CORRECTION_BREAKS
    assert refused.value.faults & Fault.WRONG_MOMENT
    assert legal(board.game, gone) == refused.value.faults
    played = three_hands()
    open_end = ev.Correct(where(played, entered(1, 0)), 1)
    assert legal(played, open_end) == Fault.CORRECTION_BREAKS | Fault.RESULT_OPEN


@pytest.mark.parametrize(("at", "count"), [(99, 0), (0, 99)])
def test_a_correction_has_its_place_in_the_game(at: int, count: int) -> None:
    assert legal(three_hands(), ev.Correct(at, count)) == Fault.CORRECTION_PLACE


def test_a_correction_holds_no_correction_and_leaves_a_game() -> None:
    game = three_hands()
    assert legal(game, ev.Correct(1, 0, (ev.Correct(1, 0),))) == Fault.CORRECTION_PLACE
    assert legal(game, ev.Correct(0, len(game.log))) == Fault.CORRECTION_BREAKS


def test_a_game_that_was_over_goes_on_when_the_correction_says_so() -> None:
    game = Board(game__tobi=True).game
    game = play(game, entered(1, 0, 13, 30))
    assert isinstance(next_hand(game), ev.GameEnded)
    game = apply(game, next_hand(game))
    back = ev.Correct(where(game, entered(1, 0, 13, 30)), 1, (entered(1, 0),))
    after = apply(game, back)
    assert not after.finished
    assert isinstance(next_hand(after), ev.HandStarted)
    again = apply(after, inverse(game, back))
    assert (again, again.log) == (game, game.log)


def test_a_game_that_the_clock_ended_stays_so_with_other_scores() -> None:
    game = three_hands()
    game = apply(game, called_off(game))
    after = apply(game, ev.Correct(where(game, drawn(2, riichi=(2,))), 1, (drawn(1, 2),)))
    assert after.finished
    assert after.log[-1] == ev.GameEnded((27500, 32500, 33300, 26700), by_time=True)


def test_a_record_keeps_what_it_states() -> None:
    """With `trust` a game that begins in the middle stays where it began."""
    scores = (20000, 40000, 30000, 29000)
    game = apply(fresh(), ev.HandStarted(1, 2, 3, 1, 1, scores), trust=True)
    game = apply(game, drawn(0, 1))
    ended = result(game)
    assert ended is not None
    game = apply(game, ended)
    after = apply(game, ev.Correct(2, 1, (drawn(0, 1),)), trust=True)
    assert (after, after.log) == (game, game.log)
    assert after.history[0].started.scores == scores


def test_names_are_corrected_in_one_action() -> None:
    game = apply(three_hands(), ev.Reseated(("B", "A", "C", "D")))
    assert game.names == ("B", "A", "C", "D")
    assert game.scores == three_hands().scores


@pytest.mark.parametrize(
    ("played", "remedy"), [(2, Remedy.REENTER), (3, Remedy.REENTER), (4, Remedy.CORRECT_SEATS)]
)
def test_what_a_judge_does_about_wrong_seats(played: int, remedy: Remedy) -> None:
    """EX-FAIL-01 to EX-FAIL-03."""
    assert seating_remedy(played) is remedy


def test_hands_are_entered_again_for_the_right_seats() -> None:
    """Who sat East belongs South and the reverse: the dealer of the first hand was the other one."""
    game = play(fresh(), entered(0, 2, 3, 30, riichi=(0,)))
    assert game.scores == (35800, 30000, 24200, 30000)
    after = apply(game, reentered(game, (1, 0, 2, 3), "wrong seats"))
    # 3 han 30 fu of a non-dealer now: 3900, the own stick comes back.
    assert after.scores == (30000, 33900, 26100, 30000)
    assert after.history[0].ended.winners == (1,)
    follows = next_hand(after)
    assert isinstance(follows, ev.HandStarted)
    assert (follows.number, follows.dealer, follows.honba) == (2, 1, 0)


def test_draws_rulings_and_counters_are_entered_again() -> None:
    game = play(fresh(), drawn(0, riichi=(3,)))
    game = apply(game, ev.Penalised(0, ev.Sanction.FINE, "P-31", 1000))
    game = play(game, ev.Penalised(3, ev.Sanction.CHOMBO, "P-14"))
    game = play(game, entered(3, 0))
    after = apply(game, reentered(game, (1, 2, 3, 0)))
    assert [hand.ended.reason for hand in after.history] == [hand.ended.reason for hand in game.history]
    # East is noten now and the deal passes; the chombo replays; seat 0 wins with one honba and a stick.
    assert [(h.started.number, h.started.honba) for h in after.history] == [(1, 0), (2, 1), (2, 1)]
    assert after.scores == (30000 - 1000 - 1000 + 2300, 30000 + 3000 - 1300, 29000, 29000)
    assert [row.penalty for row in standings(after)] == [-20000, -1000, 0, 0]
    assert total(after) == 120000


def test_hands_seen_by_the_table_are_entered_by_what_they_were() -> None:
    dealer = Dealer("rrc", 11)
    dealer.play_game(3)
    game = dealer.game
    after = apply(game, reentered(game, (0, 1, 2, 3)))
    assert after.scores == game.scores
    assert [h.started for h in after.history] == [h.started for h in game.history]
    assert [h.ended.winners for h in after.history] == [h.ended.winners for h in game.history]


def test_an_order_is_one_and_comes_in_time() -> None:
    game = three_hands()
    with pytest.raises(ValueError, match="each of the seats"):
        reentered(game, (0, 0, 1, 2))
    with pytest.raises(ValueError, match="More than 3"):
        reentered(play(game, entered(0, 1)), (1, 0, 2, 3))
    with pytest.raises(ValueError, match="cancel it first"):
        reentered(apply(game, next_hand(game)), (1, 0, 2, 3))


@cache
def played(seed: int) -> Game:
    dealer = Dealer("rrc", seed)
    dealer.play_game(2)
    return dealer.game


SEEDS = st.integers(0, 7)


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.data())
def test_an_event_corrected_to_itself_changes_nothing(seed: int, data: st.DataObject) -> None:
    game = played(seed)
    at = data.draw(st.integers(0, len(game.log) - 1))
    count = data.draw(st.integers(0, len(game.log) - at))
    same = ev.Correct(at, count, game.log[at : at + count])
    after = apply(game, same)
    assert (after, after.log) == (game, game.log)


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(0, 1), st.permutations(range(4)), st.floats(0, 1), st.integers(0, 3))
def test_applying_then_correcting_back_is_the_identity(
    seed: int, number: int, seats: list[int], part: float, how: int
) -> None:
    game = played(seed)
    started = [n for n, event in enumerate(game.log) if isinstance(event, ev.HandStarted)][number]
    ended = next(n for n in range(started, len(game.log)) if isinstance(game.log[n], ev.HandEnded))
    cut = started + 1 + int(part * (ended - started - 1))
    seat, source = seats[:2]
    first = game.log[0]
    assert isinstance(first, ev.GameStarted)
    correction = (
        ev.Correct(cut, ended - cut, (entered(seat, source, riichi=(seat,)),)),
        ev.Correct(cut, ended - cut, (ev.Penalised(seat, ev.Sanction.CHOMBO),)),
        cancelled(game, number),
        ev.Correct(0, 1, (replace(first, options={"chombo.honba_added": True}),)),
    )[how]
    fault = legal(game, correction)
    assume(Fault.CHOMBO_CANCELLED not in fault)
    assert fault is LEGAL
    after = apply(game, correction)
    assert total(after) == 120000
    again = apply(after, inverse(game, correction))
    assert (again, again.log) == (game, game.log)


def test_dice_that_people_read_are_the_throw_that_is_awaited() -> None:
    board = Board("rrc")
    assert rethrown(board.game, (2, 5)) is None, "no hand is in play"
    follows = next_hand(board.game)
    assert rethrown(board.do(follows).game, (2, 5)) == ev.DiceThrown((2, 5))


def test_dice_put_right_break_the_wall_anew_and_keep_the_deal() -> None:
    game = Board("rrc").deal(dice=(3, 4)).game
    event = rethrown(game, (6, 6), "misread")
    assert isinstance(event, ev.Correct)
    assert event.reason == "misread"
    after = apply(game, event)
    assert after.hand is not None
    assert after.hand.throws == ((6, 6),)
    assert [e for e in after.log if not isinstance(e, ev.DiceThrown)] == [
        e for e in game.log if not isinstance(e, ev.DiceThrown)
    ]


@pytest.mark.parametrize(("preset", "known"), [("rrc", 0), ("ema", 0), ("ema", 1)])
def test_dice_that_nobody_saw_fall_before_the_deal(preset: str, known: int) -> None:
    """By WRC and EMA rules two throws may break the wall (R-WALL-07)."""
    options = {} if preset == "rrc" else {"wall__dice_throws": "double"}
    board = Board(preset, **options)
    dealt = ev.Dealt(((),) * 4)
    board.do(
        next_hand(board.game), *[ev.DiceThrown((1, 2))] * known, dealt, ev.DoraRevealed(Tile.parse("1p"))
    )
    after = apply(board.game, rethrown(board.game, (4, 4)))  # type: ignore[arg-type]
    assert after.hand is not None
    assert after.hand.throws == (*[(1, 2)] * known, (4, 4))


def test_dice_are_over_with_the_first_discard() -> None:
    board = Board("rrc").deal()
    assert rethrown(board.game, (1, 1)) is not None
    assert rethrown(board.drop(board.hand.dealer, "9m").game, (1, 1)) is None
