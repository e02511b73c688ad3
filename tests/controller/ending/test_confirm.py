"""Points move when the seats have confirmed, and the lamps ask the right seats."""

from __future__ import annotations

from contract.messages import Question
from contract.messages.seat_panel import Button, Lamp
from controller.ending.confirm import Confirm, Confirmed, Who, lamps
from controller.panel.panel import PanelSignal
from engine.play.apply import apply, replay
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.given import FIRST_DRAW

NOBODY = Confirmed(None, (None,) * 4)


def game(*events: ev.Event) -> Game:
    made = replay([*FIRST_DRAW, *events])
    assert made is not None
    return made


def ron() -> Game:
    return game(
        ev.Discarded(0, Tile.parse("5z")),
        ev.WinDeclared(2, 0),
        ev.HandShown(2, parse_tiles("123m456p789s1155z")),
    )


def said(*seats: int, button: Button = Button.CONFIRM) -> list[PanelSignal]:
    return [PanelSignal(seat, button, 0.0) for seat in seats]


def test_all_four_confirm() -> None:
    made, confirm = ron(), Confirm()
    first = confirm.feed(made, said(0, 1, 2), 0.0)
    assert first.preview is not None
    assert first.answers == (True, True, True, None)
    assert first.events == ()
    last = confirm.feed(made, said(3), 3.0)
    assert last.events == (first.preview,)
    assert sum(apply(made, first.preview).scores) == 120000


def test_winner_and_payer_may_be_enough() -> None:
    made, confirm = ron(), Confirm(Who.PARTIES)
    assert confirm.feed(made, said(1, 3), 0.0).events == ()
    assert confirm.feed(made, said(0, 2), 3.0).events


def test_a_ron_is_previewed_at_once_and_paid_when_nobody_else_can_win() -> None:
    made, confirm = ron(), Confirm(Who.ONE)
    first = confirm.feed(made, said(0), 0.0)
    assert first.preview is not None
    assert first.events == ()
    assert first.others_may_win
    both = apply(apply(made, ev.WinDeclared(3, 0)), ev.HandShown(3, parse_tiles("234m567p234666s5z")))
    again = confirm.feed(both, [], 2.9)
    assert again.preview not in (None, first.preview)
    assert again.answers == (None,) * 4, "nobody has agreed to this result"
    agreed = confirm.feed(both, said(0), 3.1)
    assert (agreed.events, agreed.others_may_win) == ((), True)
    assert confirm.feed(both, [], 5.9).events == (again.preview,)


def test_who_wins_is_known_when_others_have_had_their_time() -> None:
    made, confirm = ron(), Confirm()
    assert confirm.feed(made, [], 0.0).others_may_win
    late = confirm.feed(made, [], 3.0)
    assert late.preview is not None
    assert not late.others_may_win
    drawn = game(ev.WinDeclared(0, 0), ev.HandShown(0, parse_tiles("123m456p789s1155z"), Tile.parse("5z")))
    assert not Confirm().feed(drawn, [], 0.0).others_may_win


def test_whoever_agrees_to_a_ron_does_not_win_on_its_tile() -> None:
    made, confirm = ron(), Confirm()
    assert confirm.feed(made, said(0, 1, 2), 0.0).others_may_win
    agreed = confirm.feed(made, said(3), 0.1)
    assert agreed.events
    assert not agreed.others_may_win


def test_a_tsumo_is_paid_when_it_is_agreed_to() -> None:
    made = game(ev.WinDeclared(0, 0), ev.HandShown(0, parse_tiles("123m456p789s1155z"), Tile.parse("5z")))
    assert Confirm().feed(made, said(0, 1, 2, 3), 0.0).events


def test_a_dispute_stops_the_payment_until_it_is_withdrawn() -> None:
    made, confirm = ron(), Confirm(Who.PARTIES)
    confirm.feed(made, said(1, button=Button.DISPUTE), 0.0)
    frozen = confirm.feed(made, said(0, 2), 1.0)
    assert frozen.events == ()
    assert [(q.seat, q.faults) for q in frozen.questions] == [(1, ["DISPUTED"])]
    assert confirm.feed(made, said(1), 3.0).events


def test_answers_before_there_is_a_result_do_not_count() -> None:
    confirm = Confirm()
    early = game(ev.Discarded(0, Tile.parse("5z")), ev.WinDeclared(2, 0))
    assert confirm.feed(early, said(0, 1, 2, 3), 0.0) == NOBODY
    assert confirm.feed(ron(), [], 1.0).answers == (None,) * 4


def test_a_win_that_the_hand_does_not_bear_out_is_a_question() -> None:
    made = game(
        ev.Discarded(0, Tile.parse("5z")),
        ev.WinDeclared(2, 0),
        ev.HandShown(2, parse_tiles("123m456p789s1134z")),
    )
    found = Confirm().feed(made, said(0, 1, 2, 3), 0.0)
    assert found.preview is None
    assert [(q.code, q.seat, q.faults) for q in found.questions] == [("refused_event", 2, ["NOT_COMPLETE"])]


def test_an_automatic_draw_leaves_time_for_a_ron() -> None:
    wind = Tile.parse("3z")
    events: list[ev.Event] = [ev.Discarded(0, wind)]
    for seat in (1, 2, 3):
        events += [ev.Drawn(seat), ev.Discarded(seat, wind)]
    made, confirm = game(*events), Confirm()
    assert confirm.feed(made, said(0, 1, 2, 3), 0.0).preview is None
    found = confirm.feed(made, [], 3.0)
    assert found.preview is not None
    assert found.preview.reason is ev.EndReason.SUUFON


def test_a_machine_that_stops_before_the_dice_fell_asks_for_start() -> None:
    built = replay([ev.GameStarted("rrc"), ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4)])
    assert lamps(built, NOBODY) == dict.fromkeys(range(4), Lamp.OFF)
    assert lamps(built, NOBODY, waits_for_start=True) == dict.fromkeys(range(4), Lamp.ASK_START)
    assert lamps(game(), NOBODY, waits_for_start=True)[0] is Lamp.TURN, "a hand that is played goes on"


def test_lamps() -> None:
    off = dict.fromkeys(range(4), Lamp.OFF)
    assert lamps(None, NOBODY) == off
    assert lamps(None, NOBODY, waits_for_start=True) == dict.fromkeys(range(4), Lamp.ASK_START)
    assert lamps(game(), NOBODY) == {**off, 0: Lamp.TURN}
    laid = game(ev.Discarded(0, Tile.parse("5z")))
    assert lamps(laid, NOBODY) == {**off, 1: Lamp.TURN}
    asked = Question(id="pond.0.1", code="unread_discard", seat=0)
    assert lamps(laid, NOBODY, questions=[asked]) == {**off, 0: Lamp.ATTENTION, 1: Lamp.TURN}
    answered = Confirm().feed(ron(), [*said(1), *said(3, button=Button.DISPUTE)], 0.0)
    assert lamps(ron(), answered) == {
        0: Lamp.ASK_CONFIRM,
        1: Lamp.OFF,
        2: Lamp.ASK_CONFIRM,
        3: Lamp.ATTENTION,
    }


def test_silence_counts_after_its_time_and_says_when() -> None:
    made, confirm = ron(), Confirm(silence_s=10.0)
    first = confirm.feed(made, [], 5.0)
    assert (first.events, first.counts_at) == ((), 18.0), "others may win for three seconds"
    assert confirm.feed(made, [], 17.9).events == ()
    assert confirm.feed(made, [], 18.0).events == (first.preview,)


def test_silence_does_not_count_while_somebody_may_win_on_the_same_tile() -> None:
    made, confirm = ron(), Confirm(silence_s=10.0)
    for now in (0.0, 5.0, 20.0, 60.0):
        found = confirm.feed(made, [], now, claim_pending=True)
        assert (found.events, found.counts_at) == ((), None)
        assert found.preview is not None
    assert confirm.feed(made, [], 60.1).counts_at == 73.0
    assert confirm.feed(made, [], 73.0).events


def test_a_pending_claim_is_paid_past_only_by_those_who_may_win() -> None:
    made, confirm = ron(), Confirm(Who.ONE)
    confirm.feed(made, [], 0.0)
    assert confirm.feed(made, said(0), 10.0, claim_pending=True).events == ()
    assert confirm.feed(made, said(1, 3), 20.0, claim_pending=True).events


def test_four_who_agree_need_no_silence() -> None:
    made, confirm = ron(), Confirm(silence_s=10.0)
    assert confirm.feed(made, said(0, 1, 2, 3), 5.0).events


def test_a_dispute_ends_the_silence_until_it_is_withdrawn() -> None:
    made, confirm = ron(), Confirm(silence_s=10.0)
    confirm.feed(made, [], 0.0)
    disputed = confirm.feed(made, said(3, button=Button.DISPUTE), 9.0)
    assert disputed.counts_at is None
    assert confirm.feed(made, [], 60.0).events == ()
    assert confirm.feed(made, said(3), 61.0).events


def test_another_result_is_waited_for_anew() -> None:
    confirm = Confirm(silence_s=10.0)
    confirm.feed(ron(), [], 0.0)
    other = game(
        ev.Discarded(0, Tile.parse("5z")),
        ev.WinDeclared(1, 0),
        ev.HandShown(1, parse_tiles("123m456p789s1155z")),
    )
    assert confirm.feed(other, [], 9.0).counts_at == 22.0
    assert confirm.feed(other, [], 11.0).events == ()


def test_silence_never_counts_where_one_of_two_wins_is_not_borne_out() -> None:
    """The other win is previewed, and people say what becomes of the false one."""
    made = game(
        ev.Discarded(0, Tile.parse("5z")),
        ev.WinDeclared(2, 0),
        ev.WinDeclared(3, 0),
        ev.HandShown(2, parse_tiles("123m456p789s1155z")),
        ev.HandShown(3, parse_tiles("678m123p234s2266z")),
    )
    confirm = Confirm(silence_s=10.0)
    for now in (0.0, 20.0, 60.0):
        found = confirm.feed(made, [], now)
        assert found.preview is not None
        assert [question.seat for question in found.questions] == [3]
        assert (found.events, found.counts_at) == ((), None)


def test_whoever_is_first_may_be_enough() -> None:
    made, confirm = ron(), Confirm(Who.ONE)
    assert confirm.feed(made, [], 0.0).events == ()
    assert confirm.feed(made, said(3), 3.0).events
