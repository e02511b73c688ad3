"""Tiles at the wrong time, place or in a wrong number: one violation and one near miss of every check."""

from __future__ import annotations

from engine.judge import Kind
from engine.judge.turns import Place, places
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.hands import displayed
from tests.engine.judge.story import Story


def test_turn_out_of_order() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p")
    found = story.tries(ev.Drawn(2)).finding(Kind.TURN_OUT_OF_ORDER)
    assert (found.seat, found.penalty) == (2, "P-05")
    assert (found.sanction, found.minimum) == (Sanction.DEAD_HAND, Sanction.REMINDER)


def test_a_discard_out_of_turn_shows_a_draw_nobody_saw() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p").draw(1)
    assert story.tries(ev.Discarded(2, Tile.parse("9m"))).kinds == [Kind.TURN_OUT_OF_ORDER]


def test_no_turn_out_of_order_after_a_call() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p")
    story.call(2, Meld(MeldType.PON, parse_tiles("555p"), Tile.parse("5p"), 0)).drop(2, "9m").draw(3)
    assert story.kinds == []


def test_wrong_wall_end() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p")
    found = story.tries(ev.Drawn(1, replacement=True)).finding(Kind.WRONG_WALL_END)
    assert (found.seat, found.penalty, found.sanction) == (1, "P-06", Sanction.DEAD_HAND)


def kan() -> Story:
    story = Story()
    story.deal(indicator="2p").do(ev.KanDeclared(0, Meld(MeldType.ANKAN, parse_tiles("1111z"))))
    story.do(ev.DoraRevealed(Tile.parse("3p")))
    return story


def test_no_wrong_wall_end_after_a_kan() -> None:
    story = kan()
    story.draw(0, replacement=True).drop(0, "9m").draw(1)
    assert story.kinds == []


def test_replacement_not_taken() -> None:
    story = kan()
    found = story.tries(ev.Discarded(0, Tile.parse("9m"))).finding(Kind.REPLACEMENT_NOT_TAKEN)
    assert (found.seat, found.clause, found.penalty) == (0, "R-KAN-09", "P-02")
    assert found.sanction is Sanction.DEAD_HAND


def test_no_replacement_not_taken_when_it_is_fetched_in_time() -> None:
    story = kan().tries(ev.Discarded(0, Tile.parse("9m")))
    story.draw(0, replacement=True).drop(0, "9m")
    assert story.kinds == []


def test_tile_count() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "4p").ron(1, 0)
    found = story.tries(ev.HandShown(1, parse_tiles("123456789m11p56p9s"))).finding(Kind.TILE_COUNT)
    assert (found.seat, found.penalty, found.details) == (1, "P-02", {"tiles": 14, "expected": 13})


def test_no_tile_count_when_the_hand_was_only_misread() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "4p")
    story.ron(1, 0).tries(ev.HandShown(1, parse_tiles("123456789m11p5p"))).show(1, "123456789m11p56p")
    assert story.kinds == []


def test_no_tile_count_when_the_tsumo_tile_lies_apart() -> None:
    story = Story()
    story.deal(indicator="2p").do(ev.WinDeclared(0, 0))
    story.do(ev.HandShown(0, parse_tiles("123456789m11p56p"), Tile.parse("4p")))
    assert story.kinds == []


def test_five_copies() -> None:
    story = Story()
    story.deal(indicator="9m").drop(0, "9m").call(1, displayed("9'99m", 1)).drop(1, "1p")
    found = story.draw(2).tries(ev.Discarded(2, Tile.parse("9m"))).finding(Kind.FIVE_COPIES)
    assert (found.seat, found.sanction, found.clause) == (None, None, "R-SET-01")
    lying = (Place("indicator", None, 0), Place("meld", 1, 0), Place("meld", 1, 0), Place("meld", 1, 0))
    assert found.details == {"tile": Tile.parse("9m"), "places": lying}


def test_no_five_copies_with_the_fourth() -> None:
    story = Story()
    story.deal(indicator="1m").drop(0, "9m").call(1, displayed("9'99m", 1)).drop(1, "1p")
    story.turn(2, "9m")
    assert story.kinds == []


def test_a_second_red_five_is_one_too_many() -> None:
    story = Story()
    story.deal(indicator="0m").drop(0, "5m")
    assert story.draw(1).tries(ev.Discarded(1, Tile.parse("0m"))).kinds == [Kind.FIVE_COPIES]


def test_a_hand_with_one_tile_too_many_of_the_set_names_only_that_one_and_once() -> None:
    story = Story()
    story.deal(indicator="9m").drop(0, "7z").ron(1, 0)
    shown = ev.HandShown(1, parse_tiles("1119999m0p22277z"))
    story.tries(shown).tries(shown)
    found = story.finding(Kind.FIVE_COPIES)
    assert found.details == {"tile": Tile.parse("9m"), "places": (Place("indicator", None, 0),)}


def test_a_called_tile_is_not_counted_in_the_pond_and_in_the_set() -> None:
    story = Story()
    story.deal(indicator="9m").drop(0, "9m").call(1, displayed("9'99m", 1)).drop(1, "1p").draw(2)
    kan = Meld(MeldType.ANKAN, parse_tiles("9999m"))
    found = story.tries(ev.KanDeclared(2, kan)).finding(Kind.FIVE_COPIES)
    assert len(found.details["places"]) == 4  # type: ignore[arg-type]


def test_every_place_of_a_tile_is_named() -> None:
    story = Story()
    story.deal("123456789m123p9s", indicator="1m", first="9s").drop(0, "9s").call(1, displayed("9'99s", 1))
    story.drop(1, "1m").turn(2, "5m")
    one, nine = (places(story.hand, Tile.parse(text)) for text in ("1m", "9s"))
    assert one == (Place("indicator", None, 0), Place("hand", 0, 0), Place("pond", 1, 0))
    assert nine == (Place("hand", 0, 12), *[Place("meld", 1, 0)] * 3)


def test_a_discard_of_another_player_during_a_kan_is_only_out_of_turn() -> None:
    assert kan().tries(ev.Discarded(2, Tile.parse("9m"))).kinds == [Kind.TURN_OUT_OF_ORDER]


def test_only_the_draw_itself_repairs_a_missing_replacement() -> None:
    story = kan().tries(ev.Discarded(0, Tile.parse("9m"))).do(ev.Penalised(0, Sanction.DEAD_HAND, "P-02"))
    assert story.kinds == [Kind.REPLACEMENT_NOT_TAKEN]


def test_the_right_number_of_tiles_shown_in_the_wrong_way_is_no_wrong_number() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "4p").ron(1, 0)
    assert story.tries(ev.HandShown(1, parse_tiles("123456789m11p5p"), Tile.parse("6p"))).kinds == []
