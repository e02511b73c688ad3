"""What the club says before a game: who plays it by which rules, who signs in, when it begins and ends."""

from __future__ import annotations

from pathlib import Path

from contract.messages import Phase
from contract.messages.seat_panel import Button
from engine.judge import Finding, Kind
from firmware_bridge.message import MachineState
from tests.controller.club_link.sitting import PEOPLE, SITTING, assign, play
from tests.controller.desk import Desk, Disk
from tests.controller.given import hand, plan, shuffle


def test_an_assigned_game_has_its_names_rules_and_clock(desk: Desk) -> None:
    assert assign(desk, options={"timer.minutes": 85, "timer.after": "finish_current"}).ok
    assert desk.game.names == ("Anna", "Bo", "Chie", "D")
    assert desk.game.rules.number("timer.minutes") == 85
    assert desk.shown.clock is not None
    assert (desk.shown.clock.left_ms, desk.shown.clock.running) == (85 * 60_000, False)
    shown = desk.bus.kept["assigned"]
    assert (shown.id, shown.label, shown.players, shown.round) == ("1-2-7", "7", [11, 12, 13, 14], 2)
    assert shown.game == desk.service.table.name


def test_before_the_first_hand_it_may_be_replaced_and_said_again(desk: Desk) -> None:
    assign(desk)
    games = desk.games
    assert assign(desk).ok
    assert desk.games == games, "the same sitting begins nothing anew"
    assert assign(desk, id="1-2-8", players=PEOPLE[::-1]).ok
    assert desk.game.names == ("D", "Chie", "Bo", "Anna")


def test_a_game_with_hands_is_not_replaced(seated: Desk) -> None:
    play(seated, *hand().events)
    refused = assign(seated, id="1-3-1")
    assert (refused.code, refused.ok) == ("not_now", False)
    assert (refused.reason, refused.values) == ("game_played", {"hands": 1})
    assert seated.bus.kept["assigned"].id == "1-2-7"


def test_rules_that_do_not_exist_are_refused(desk: Desk) -> None:
    assert "nonsense" in assign(desk, options={"nonsense": 1}).message
    assert assign(desk, preset="nobody").code == "bad_schema"
    assert desk.bus.kept["assigned"] is None


def test_rules_with_tiles_that_the_machine_does_not_hold_are_refused(desk: Desk) -> None:
    """It holds 136 tiles; the flowers of Chinese Classical are eight more (C-FLOWER-01)."""
    refused = assign(desk, preset="classical", options={"classical.flowers": True})
    assert refused.code == "bad_schema"
    assert "set classical.flowers to false" in refused.message
    assert desk.bus.kept["assigned"] is None
    assert assign(desk, preset="classical", options={"classical.flowers": False}, clock="none").ok
    assert desk.game.rules.game == "classical"


def test_a_restart_remembers_who_sits_there(desk: Desk) -> None:
    assign(desk, sign_in="required")
    desk.says("seat.signed", seat=2, ok=True, person=13)
    desk.restart()
    desk.turn()
    shown = desk.bus.kept["assigned"]
    assert (shown.id, [sign.state for sign in shown.signed]) == ("1-2-7", ["open", "open", "signed", "open"])
    assert desk.shown.clock is not None


def test_a_full_disk_leaves_the_assignment_waiting(desk: Desk, disk: Disk) -> None:
    desk.turn()
    disk.full = True
    desk.bus.hear(id="a", by="hub", name="assign", body=SITTING)
    desk.turn()
    assert desk.bus.answers == []
    disk.full = False
    desk.turn()
    assert [answer.code for answer in desk.bus.answers] == ["ok"]
    assert desk.game.names[0] == "Anna"


def press(desk: Desk) -> bool:
    """Whether START begins a hand."""
    desk.press(Button.START, 2)
    desk.turn()
    return desk.shown.phase is Phase.COLLECT


def test_no_hand_begins_before_the_gong(desk: Desk) -> None:
    desk.machine(MachineState.READY)
    assign(desk)
    assert not press(desk)
    assert "it begins with the gong" in desk.alerts["no_hand"]
    desk.says("clock.start")
    assert press(desk)


def test_a_gong_that_is_heard_late_leaves_what_the_hall_has_left(desk: Desk) -> None:
    assign(desk)
    desk.says("clock.start", left_ms=70 * 60_000)
    assert desk.shown.clock is not None
    assert desk.shown.clock.left_ms == 70 * 60_000
    desk.says("clock.start", left_ms=60 * 60_000)
    assert desk.shown.clock.left_ms == 70 * 60_000, "once it runs a second gong means nothing"


def test_who_sits_in_a_wrong_seat_is_told_before_the_first_deal(seated: Desk) -> None:
    seated.says("seat.signed", seat=1, ok=False, person=31, table="9", place=3)
    assert not press(seated)
    assert "signed in as South belongs to table 9, North." in seated.alerts["no_hand"]
    seated.says("seat.signed", seat=1, ok=True, person=12)
    assert press(seated)


def test_nobody_sits_twice(desk: Desk) -> None:
    assign(desk)
    desk.says("seat.signed", seat=1, ok=False, person=11, place=0)
    desk.says("seat.signed", seat=0, ok=True, person=11)
    assert [s.state for s in desk.bus.kept["assigned"].signed] == ["signed", "open", "open", "open"]


def test_an_unknown_card_keeps_nobody_from_playing(seated: Desk) -> None:
    seated.says("seat.signed", seat=1, ok=False)
    seated.says("seat.signed", seat=1, ok=False, wait_s=4)
    sign = seated.bus.kept["assigned"].signed[1]
    assert (sign.state, sign.person, sign.wait_s, sign.tries) == ("wrong", None, 4, 2)
    assert press(seated)


def test_where_it_is_required_all_four_have_signed_in(desk: Desk) -> None:
    desk.machine(MachineState.READY)
    assign(desk, sign_in="required")
    desk.says("clock.start")
    for seat in range(3):
        desk.says("seat.signed", seat=seat, ok=True, person=11 + seat)
    assert not press(desk)
    (alert,) = (each for each in desk.shown.alerts if each.code == "no_hand")
    assert alert.message == "Not everybody has signed in. Missing: North."
    assert (alert.reason, alert.values) == ("unsigned", {"winds": ["N"]})
    desk.says("seat.signed", seat=3, ok=True, person=14)
    assert press(desk)


def test_a_sign_in_is_handed_on_and_kept_nowhere(desk: Desk) -> None:
    assert desk.says("seat.sign_in", seat=2, token="pin:0457").code == "not_now"
    assign(desk)
    assert desk.says("seat.sign_in", seat=2, token="pin:0457").ok
    ((name, reported),) = desk.bus.sent
    assert (name, reported.seat, reported.token, reported.assignment) == ("sign_in", 2, "pin:0457", "1-2-7")  # type: ignore[attr-defined]
    assert "pin:0457" not in desk.path.read_text()


def test_after_its_game_the_table_waits_for_the_club(desk: Desk) -> None:
    desk.machine(MachineState.READY)
    assign(desk, clock="none")
    number = 0
    while (found := plan().hand(number)) is not None:
        play(desk, *found.events)
        number += 1
    assert desk.game.finished
    assert not press(desk)
    assert "the club says who plays here next" in desk.alerts["no_hand"]
    assert assign(desk, id="1-3-2", round=3).ok
    assert not desk.game.history
    assert desk.says("assign.end").ok
    assert desk.bus.kept["assigned"] is None


def test_a_table_is_not_let_go_while_its_game_is_played(seated: Desk) -> None:
    play(seated, *hand().events)
    refused = seated.says("assign.end")
    assert (refused.code, refused.reason) == ("not_now", "assigned_played")
    assert seated.bus.kept["assigned"] is not None


def test_a_table_is_not_let_go_while_its_hand_is_prepared(desk: Desk) -> None:
    """Its hand would be played as nobody's, and the table could not be assigned again before its end."""
    desk.machine(MachineState.READY)
    assign(desk, clock="none")
    assert press(desk)
    refused = desk.says("assign.end")
    assert (refused.code, refused.reason) == ("not_now", "hand_prepared")
    assert desk.bus.kept["assigned"] is not None


def test_a_table_that_plays_for_its_club_alone_waits_for_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, assigned_only=True)
    desk.machine(MachineState.READY)
    assert not press(desk)
    assert "The club says who plays" in desk.alerts["no_hand"]
    assert assign(desk, preset="tenhou", options={"game.length": "tonpuusen"}, clock="none").ok
    assert desk.game.rules.choice("game.length") == "tonpuusen"
    assert press(desk)


def test_when_the_time_is_over_one_more_hand_is_played_and_none_after_it(desk: Desk) -> None:
    """K-TIMER-02, K-TIMER-04: the clock ran out between two hands, so the next one is the one more."""
    desk.machine(MachineState.READY)
    assign(desk)
    desk.says("clock.start", left_ms=1000)
    desk.wait(2.0)
    assert desk.shown.clock is not None
    assert desk.shown.clock.last_hand
    play(desk, *hand().events)
    desk.turn()
    assert desk.game.finished
    assert not press(desk)
    result = desk.bus.kept[f"result/{desk.service.table.name}"]
    assert (result.by_time, result.hands) == (True, 1)


def test_the_dice_follow_the_rules_that_were_assigned(desk: Desk) -> None:
    """Two throws break the wall by the rules of EMA, one by those of RRC (R-WALL-03)."""
    desk.machine(MachineState.READY)
    assert assign(desk, options={"wall.dice_throws": "double"}, clock="none").ok
    assert desk.service._preparation.cycle.throws == 2


def test_it_is_played_on_the_cycle_of_the_machine(seated: Desk) -> None:
    shuffle(seated)
    assert seated.game.in_play is not None
    refused = assign(seated, id="1-3-1")
    assert refused.code == "not_now"


def test_during_the_hand_nobody_but_a_referee_sees_what_was_found(seated: Desk) -> None:
    """K-ASSIST-02: the judge's findings help no player; when the hand is over all may see them."""
    finding = Finding(Kind.KUIKAE, "R-KUI-02", 2, ())
    game, club_link = seated.game, seated.service._club_link
    play(seated, *hand().events[:20])
    assert seated.game.in_play is not None
    assert club_link.shown(seated.game, [finding]) == ()
    club_link.publish(seated.service.table, 0.0, [finding])
    assert [f.kind for f in seated.bus.kept["judged"].findings] == ["kuikae"]
    play(seated, *hand().events[20:])
    assert club_link.shown(seated.game, [finding]) == [finding]
    club_link.publish(seated.service.table, 0.0, [finding])
    assert seated.bus.kept["judged"] is None
    assert game.in_play is None
