"""Sets called out of time, wrongly or misused: one violation and one near miss of every check."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.judge import Case, Kind, Waived, judge
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.hands import displayed
from tests.engine.judge.story import SECOND, Story


def pon(tiles: str, source: int) -> Meld:
    """A pon of the discard of `source`, which is the first of the tiles."""
    found = parse_tiles(tiles)
    return Meld(MeldType.PON, found, found[0], source)


def swapping(discard: str, **options: object) -> Story:
    story = Story(**options)  # type: ignore[arg-type]
    story.deal(indicator="2p").drop(0, "5m")
    story.call(1, displayed("5'67m", 1)).drop(1, discard)
    return story


@pytest.mark.parametrize("discard", ["5m", "0m", "8m"])
def test_kuikae(discard: str) -> None:
    story = swapping(discard)
    found = story.finding(Kind.KUIKAE)
    assert (found.seat, found.clause, found.penalty) == (1, "R-KUI-02", "P-18")
    assert (found.sanction, found.events) == (Sanction.DEAD_HAND, (story.last - 1, story.last))
    assert found.details["discard"] == Tile.parse(discard)


@pytest.mark.parametrize("discard", ["4m", "6m", "2m"])
def test_no_kuikae_with_another_tile(discard: str) -> None:
    assert swapping(discard).kinds == []


def test_no_kuikae_where_it_is_allowed_and_no_sanction_where_none_is_named() -> None:
    assert swapping("5m", call__kuikae_same=True).kinds == []
    found = swapping("5m", call__kuikae_sanction="none").finding(Kind.KUIKAE)
    assert (found.sanction, found.waived) == (None, Waived.RULES)


def test_kuikae_is_found_when_the_discard_is_read_later() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5m").call(1, displayed("5'67m", 1))
    story.do(ev.Discarded(1, None)).draw(2).do(ev.Identified(1, 0, Tile.parse("8m")))
    assert story.finding(Kind.KUIKAE).details["discard"] == Tile.parse("8m")


def late_pon(waited: int, preset: str = "ema_2012") -> Story:
    """Seat 1 has drawn when seat 2 calls the discard of seat 0."""
    story = Story(preset)
    story.deal(indicator="2p").drop(0, "5p").wait(SECOND).draw(1)
    return story.wait(waited - SECOND).do(ev.Called(2, pon("555p", 0)))


def test_call_late() -> None:
    found = late_pon(3500).finding(Kind.CALL_LATE)
    assert (found.seat, found.penalty, found.sanction) == (2, "P-09", Sanction.REMINDER)
    assert found.details["milliseconds"] == 3500


def test_no_call_late_within_three_seconds() -> None:
    assert late_pon(2900).kinds == []


def test_no_call_late_where_the_next_discard_is_the_limit() -> None:
    assert late_pon(9000, "rrc").kinds == []


def test_a_call_after_the_next_discard_is_late() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p").turn(1, "9m")
    assert story.tries(ev.Called(3, pon("555p", 0))).kinds == [Kind.CALL_LATE]


def over_chi(waited: int, preset: str) -> Story:
    """Seat 1 has called a chi when seat 2 says pon on the same discard."""
    story = Story(preset)
    story.deal(indicator="2p").drop(0, "5p")
    story.do(ev.Called(1, displayed("5'67p", 1)))
    story.wait(waited - SECOND)
    said = ev.Called(2, pon("555p", 0))
    return story.do(said) if preset == "ema_2012" else story.tries(said)


def test_call_overrides_chi() -> None:
    found = over_chi(2500, "ema_2012").finding(Kind.CALL_OVERRIDES_CHI)
    assert (found.seat, found.sanction, found.clause) == (None, None, "R-CALL-05")
    assert found.details == {"pon": 2, "chi": 1}


@pytest.mark.parametrize(("waited", "preset"), [(3500, "ema_2012"), (2500, "rrc")])
def test_no_call_overrides_chi_after_its_time_or_once_the_chi_lies_open(waited: int, preset: str) -> None:
    assert over_chi(waited, preset).kinds == [Kind.CALL_LATE]


def test_call_invalid() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p")
    found = story.tries(ev.Called(1, pon("666p", 0))).finding(Kind.CALL_INVALID)
    assert (found.seat, found.penalty, found.sanction) == (1, "P-10", Sanction.REMINDER)
    assert found.details["faults"] == ("CALL_WRONG_TILE",)


def test_a_set_that_cannot_be_called_makes_the_hand_dead_when_play_goes_on() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p")
    story.call(2, Meld(MeldType.CHI, parse_tiles("567p"), Tile.parse("5p"), 0)).drop(2, "1m")
    found = story.finding(Kind.CALL_INVALID)
    assert (found.seat, found.penalty, found.sanction) == (2, "P-17", Sanction.DEAD_HAND)


def test_no_call_invalid() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p").call(1, displayed("5'67p", 1)).drop(1, "1m")
    assert story.kinds == []


def left(discards: int) -> Story:
    """Seat 1 leaves the called tile in the pond until others have made so many discards."""
    story = Story("ema_2012")
    story.deal(indicator="2p").drop(0, "5p")
    story.do(ev.Called(1, displayed("5'67p", 1), fetched=False)).drop(1, "1m")
    for seat in (2, 3)[:discards]:
        story.turn(seat, "9m")
    return story.do(ev.Fetched(1))


def test_called_tile_left() -> None:
    found = left(2).finding(Kind.CALLED_TILE_LEFT)
    assert (found.seat, found.penalty, found.sanction) == (1, "", Sanction.DEAD_HAND)


def test_no_called_tile_left_before_the_second_discard() -> None:
    assert left(1).kinds == []


def test_a_discard_before_the_pick_up_is_a_slip_only_where_the_rules_forbid_it() -> None:
    story = Story(call__discard_before_pickup=False)
    story.deal(indicator="2p").drop(0, "5p")
    story.do(ev.Called(1, displayed("5'67p", 1), fetched=False)).drop(1, "1m")
    assert story.finding(Kind.CALLED_TILE_LEFT).sanction is Sanction.REMINDER


@pytest.mark.parametrize(("waited", "late"), [(3000, False), (3001, True)])
def test_three_seconds_are_in_time(waited: int, late: bool) -> None:
    assert late_pon(waited).kinds == ([Kind.CALL_LATE] if late else [])
    assert over_chi(waited, "ema_2012").kinds == [Kind.CALL_LATE if late else Kind.CALL_OVERRIDES_CHI]


def test_without_times_no_window_of_seconds_is_examined() -> None:
    story = late_pon(9000)
    timeless = (replace(s, entry=replace(s.entry, at_ms=None)) for s in story.steps)
    assert judge(Case(tuple(timeless))) == ()


def test_a_call_before_the_draw_has_all_the_time() -> None:
    story = Story("ema_2012")
    story.deal(indicator="2p").drop(0, "5p")
    assert story.wait(9000).call(2, pon("555p", 0)).kinds == []


def test_only_a_pon_or_kan_overrides_a_chi_and_no_chi_on_another_discard() -> None:
    story = Story("ema_2012")
    story.deal(indicator="2p").drop(0, "5p").do(ev.Called(1, displayed("5'67p", 1)))
    again = Meld(MeldType.CHI, parse_tiles("345p"), Tile.parse("5p"), 0)
    assert story.tries(ev.Called(1, again)).kinds == [Kind.CALL_LATE]
    story = Story("ema_2012")
    story.deal(indicator="2p").drop(0, "5p").call(1, displayed("5'67p", 1)).drop(1, "9m").call(
        3, pon("999m", 1)
    )
    assert story.tries(ev.Called(2, pon("999m", 1))).kinds == [Kind.CALL_LATE]


def test_a_set_of_other_tiles_than_the_hand_holds_cannot_be_called() -> None:
    story = Story()
    story.deal(None, None, "123456789m1234p", indicator="9s").drop(0, "5p")
    found = story.tries(ev.Called(2, pon("555p", 0))).finding(Kind.CALL_INVALID)
    assert found.details["faults"] == ("TILE_NOT_IN_HAND",)


def test_an_added_kan_needs_its_pon_and_a_kan_does_not_follow_a_call() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p").call(1, displayed("5'55p", 1))
    story.do(ev.KanDeclared(1, Meld(MeldType.ANKAN, parse_tiles("1111z"))))
    found = story.finding(Kind.CALL_INVALID)
    assert (found.penalty, found.details["faults"]) == ("P-17", ("KAN_AFTER_CALL",))
    story = Story()
    story.deal(indicator="2p")
    kan = Meld(MeldType.SHOUMINKAN, parse_tiles("6666p"), Tile.parse("6p"), 1, Tile.parse("6p"))
    assert story.tries(ev.KanDeclared(0, kan)).kinds == [Kind.CALL_INVALID]


def test_a_set_noticed_at_once_costs_a_dead_hand_in_some_rules() -> None:
    story = Story("ema_2012")
    story.deal(indicator="2p").drop(0, "5p")
    assert story.tries(ev.Called(1, pon("666p", 0))).finding(Kind.CALL_INVALID).sanction is Sanction.DEAD_HAND


def test_the_tile_of_the_latest_call_is_the_one_that_was_left() -> None:
    story = Story("ema_2012")
    story.deal(indicator="2p").drop(0, "5p").call(1, displayed("5'67p", 1)).drop(1, "1m").turn(2, "9m")
    story.turn(3, "8m").turn(0, "1s")
    story.do(ev.Called(1, displayed("1'23s", 1), fetched=False)).drop(1, "2m")
    call = story.last - 1
    story.turn(2, "7m")
    assert story.kinds == []
    found = story.turn(3, "7m").finding(Kind.CALLED_TILE_LEFT)
    assert found.events == (call, story.last)
    assert story.turn(0, "7m").kinds == [Kind.CALLED_TILE_LEFT]


def test_nothing_follows_from_a_tile_left_where_no_rule_says_so() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p")
    story.do(ev.Called(1, displayed("5'67p", 1), fetched=False)).drop(1, "1m").turn(2, "9m").turn(3, "9m")
    assert story.kinds == []


def test_a_chi_before_the_discard_is_not_overridden() -> None:
    story = Story("ema_2012")
    story.deal(indicator="2p").drop(0, "5p").call(1, displayed("5'67p", 1)).drop(1, "9m").turn(2, "8m")
    assert story.tries(ev.Called(3, pon("999m", 1))).kinds == [Kind.CALL_LATE]


def test_an_unread_discard_after_a_call_proves_nothing() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5m").call(1, displayed("5'67m", 1)).do(ev.Discarded(1, None))
    assert story.kinds == []
