"""Sets called out of time, wrongly or misused: one violation and one near miss of every check."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.events import Sanction
from engine.judge import Kind, Waived
from engine.meld import Meld, MeldType
from engine.tile import Tile, parse_tiles
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
    return story.wait(waited - SECOND).tries(ev.Called(2, pon("555p", 0)))


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
