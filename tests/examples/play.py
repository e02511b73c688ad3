"""The worked examples of wall, deal, calls, riichi and furiten, every line of these kinds."""

from __future__ import annotations

from collections import Counter

from engine.play.check import kuikae
from engine.play.legal import legal
from engine.result.settle import result, wins
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.furiten import furiten
from engine.state.hand import Phase, PondTile, Riichi, Source
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, Tile, format_tiles, parse_tiles
from engine.tiles.wall import DEAD_STACKS, DEALT, LIVE, broken, taker
from engine.value.score import dora_kind
from tests.engine.board import Board
from tests.engine.hands import displayed
from tests.examples.register import RUNNERS, Data, runner

WINDS = "ESWN"
FROM = {"right": 1, "opposite": 2, "left": 3}


def melds_of(text: str, seat: int = 0) -> list[Meld]:
    """Melds as displayed, the newest leftmost, in the order in which they were laid down."""
    return [displayed(part, seat) for part in reversed(text.split("-"))] if text else []


def holding(concealed: str, *, pond: str = "", melds: str = "", preset: str = "rrc") -> Board:
    """Seat 1 with these tiles and discards in the middle of a hand; seat 0 is in turn to discard."""
    board = Board(preset).deal(indicator="9s")
    discards = tuple(PondTile(tile) for tile in parse_tiles(pond))
    board.set_seat(1, concealed=parse_tiles(concealed), pond=discards, melds=tuple(melds_of(melds, 1)))
    for seat in (0, 2, 3):
        board.set_seat(seat, pond=(PondTile(None),))
    return board.set_hand(intact=False)


def ron_faults(board: Board, tile: str, source: int = 0) -> Fault:
    """What forbids seat 1 to win on a tile that `source`, in turn, discards."""
    board.set_hand(turn=source, phase=Phase.DISCARD, source=Source.WALL, drawn=None)
    board.drop(source, tile)
    return legal(board.game, ev.WinDeclared(1, source))


@runner("wall_break")
def _wall_break(given: Data, expected: Data, _: str) -> None:
    dealer = given.get("dealer_seat", 0)
    wall = broken(dealer, given["dice_total"])
    assert wall.stacks == expected["stacks_from_right"]
    if "side_seat" in expected:
        assert wall.side == expected["side_seat"]
        assert WINDS[(wall.side - dealer) % 4] == expected["side_wind"]
    if "stacks_left_of_break" in expected:
        on_side = [wall.live(n) for n in range(LIVE) if wall.live(n).side == wall.side]
        left_of_break = {place.stack for place in on_side if place.stack >= wall.stacks}
        assert len(left_of_break) == expected["stacks_left_of_break"]
    if "dead_wall_stacks_on_that_side" in expected:
        stacks = Counter(wall.dead(stack, 0).side for stack in range(1, DEAD_STACKS + 1))
        assert stacks[wall.side] == expected["dead_wall_stacks_on_that_side"]
        assert stacks[(wall.side + 1) % 4] == expected["dead_wall_stacks_on_right_neighbour"]


@runner("dead_wall_layout")
def _dead_wall(given: Data, expected: Data, _: str) -> None:
    wall = broken(0, 7)
    top = given["top_row"]
    shown = top.rstrip("X").lstrip("X")
    assert shown == expected["dora_indicator"]
    stack = top.index(shown) + 1
    assert stack == expected["indicator_stack"]
    assert wall.indicator(0) == wall.dead(stack, 1)
    assert str(ALL[dora_kind(Tile.parse(shown))]) == expected["dora"]
    levels = {"top": 1, "bottom": 0}
    for n, text in enumerate(expected["replacement_order"]):
        place, level = text.split()
        assert wall.replacement(n) == wall.dead(int(place[1]), levels[level])
    for n, stack in enumerate(expected["kan_indicator_stacks"], 1):
        assert wall.indicator(n) == wall.dead(stack, 1)


@runner("deal_last_tiles")
def _deal_last(given: Data, expected: Data, _: str) -> None:
    names = [name for stack in given["next_stacks"] for name in stack.split("/")]
    wall = broken(0, 7)
    places = {name: wall.live(48 + i) for i, name in enumerate(names)}
    assert all(place.level == (name[0] == "T") for name, place in places.items())
    got: dict[int, list[str]] = {}
    for i, name in enumerate(names[:5]):
        got.setdefault(taker(0, 48 + i), []).append(name)
    assert [got[seat] for seat in range(4)] == [expected[w] for w in ("dealer", "south", "west", "north")]
    assert wall.live(DEALT) == places[expected["first_draw"]]


@runner("deal_counts")
def _deal_counts(_given: Data, expected: Data, _: str) -> None:
    taken = [taker(0, n) for n in range(DEALT)]
    assert [taken.count(seat) for seat in range(4)] == [expected["dealer"]] + [expected["others"]] * 3
    board = Board().deal()
    assert board.hand.live_left == expected["live_left"]
    assert [len(s.concealed) for s in board.hand.seats] == [expected["dealer"]] + [expected["others"]] * 3
    dead = {broken(0, 7).dead(stack, level) for stack in range(1, 8) for level in (0, 1)}
    assert len(dead) == expected["dead_wall"]


@runner("meld_display")
def _meld_display(given: Data, expected: Data, _: str) -> None:
    kinds = {
        "pon": MeldType.PON,
        "added_kan": MeldType.SHOUMINKAN,
        "open_kan": MeldType.DAIMINKAN,
        "closed_kan": MeldType.ANKAN,
    }
    if "displays" in given:
        melds = [displayed(text) for text in given["displays"]]
        rows = [expected] * len(melds)
    else:
        melds = [displayed(text) for text in given["display"].split("-")]
        rows = expected["melds"]
    assert len(melds) == len(rows)
    for meld, row in zip(melds, rows, strict=True):
        assert meld.type is kinds[row["type"]]
        assert meld.source == (FROM[row["from"]] if "from" in row else None)
        if "tiles" in row:
            assert format_tiles(meld.tiles) == row["tiles"]


@runner("call_result")
def _call_result(given: Data, expected: Data, _: str) -> None:
    concealed, before = parse_tiles(given["concealed"]), melds_of(given.get("melds_display", ""))
    after = melds_of(expected["melds_display"])
    board = Board().deal(indicator="9p")
    board.set_seat(0, concealed=concealed, melds=tuple(before))
    if given["call"] == "closed_kan":
        board.set_hand(turn=0, phase=Phase.DISCARD, source=Source.WALL, drawn=concealed[-1])
        board.do(ev.KanDeclared(0, after[-1]))
        assert board.hand.seats[0].closed == expected["hand_closed"]
    else:
        source = FROM[given["from"]]
        board.set_hand(turn=source, phase=Phase.DISCARD, source=Source.WALL)
        board.drop(source, given["tile"])
        board.call(0, after[-1])
        if given["call"] == "open_kan":
            board.draw(0, replacement=True)
        else:
            assert (board.hand.phase is Phase.DISCARD) == expected["must_discard"]
            assert legal(board.game, ev.WinDeclared(0, 0)) & Fault.TSUMO_AFTER_CALL
    me = board.hand.seats[0]
    assert sorted(me.known) == sorted(parse_tiles(expected["concealed"]))
    assert list(me.melds) == after


@runner("pond_riichi")
def _pond_riichi(given: Data, expected: Data, _: str) -> None:
    pond = [row.replace("'", "") for row in given["pond_rows"]]
    tiles = [str(tile) for row in pond for tile in parse_tiles(row)]
    assert tiles == expected["discards"]
    board = Board().deal()
    for n, tile in enumerate(tiles, 1):
        if n > 1:
            board.draw(0)
        board.riichi(0, tile) if n == expected["riichi_discard_index"] else board.drop(0, tile)
        for seat in (1, 2, 3):
            board.draw(seat).do(ev.Discarded(seat, None))
    me = board.hand.seats[0]
    aside = [i for i, p in enumerate(me.pond, 1) if p.sideways]
    assert aside == [expected["riichi_discard_index"]]
    assert str(me.pond[aside[0] - 1].tile) == expected["riichi_tile"]
    assert me.riichi is Riichi.PAID


@runner("kuikae")
def _kuikae(given: Data, expected: Data, preset: str) -> None:
    called = Tile.parse(given["called"])
    if "meld" in given:
        meld = displayed(given["meld"], 1)
    elif given["call"] == "pon":
        meld = Meld(MeldType.PON, (called,) * 3, called, 0)
    else:
        meld = Meld(MeldType.CHI, parse_tiles("345m"), called, 0)
    own = parse_tiles(
        given.get("concealed", "220m115678s333z" if given["call"] == "pon" else "2255m5678s333z")
    )
    own += meld.own
    board = holding(format_tiles(own), preset=preset)
    board.set_hand(turn=0, phase=Phase.DISCARD, source=Source.WALL, drawn=None).drop(0, given["called"])
    board.call(1, meld)
    tiles = dict.fromkeys(board.hand.seats[1].known)
    refused = [str(t) for t in tiles if legal(board.game, ev.Discarded(1, t)) & Fault.KUIKAE]
    if "forbidden_discards" in expected:
        kinds = {Tile.parse(text).kind for text in expected["forbidden_discards"]}
        assert {Tile.parse(text).kind for text in refused} == kinds & {tile.kind for tile in tiles}
        assert kuikae(board.game.rules, meld) == kinds
    else:
        assert (given["discard"] not in refused) == expected["allowed"]


PICTURES = {
    ("3", "6", "9"): "45678p123m789s11z",
    ("1p", "4p"): "23p123m456s789s11z",
    ("4p", "7p", "7z"): "44456p77z123m456s",
}
"""Hands with the waits of examples whose picture is missing in the source."""


def is_furiten(concealed: str, pond: str, preset: str) -> bool:
    flags = furiten(holding(concealed, pond=pond, preset=preset).hand, 1, Ruleset.preset(preset))
    assert flags is not None
    return flags.own


@runner("furiten")
def _furiten(given: Data, expected: Data, preset: str) -> None:
    concealed = given.get("concealed") or PICTURES[tuple(given["waits"])]
    kinds = holding(concealed).hand.seats[1].waits
    assert kinds is not None
    named = [f"{w:p<2}" for w in expected.get("waits") or given["waits"]]
    assert [str(ALL[k]) for k in sorted(kinds)] == named
    if "own_discards_any_of" in given:
        assert all(is_furiten(concealed, f"9m{w}", preset) == expected["furiten"] for w in named)
        return
    assert is_furiten(concealed, given["own_discards"], preset) == expected["furiten"]
    for tile, allowed in expected.get("ron_allowed", {}).items():
        board = holding(concealed, pond=given["own_discards"], preset=preset)
        assert (Fault.FURITEN not in ron_faults(board, tile)) == allowed
    if "tsumo_allowed" in expected:
        board = holding(concealed, pond=given["own_discards"], preset=preset)
        board.drop(0, "9m").draw(1, "4p")
        assert (legal(board.game, ev.WinDeclared(1, 1)) is LEGAL) == expected["tsumo_allowed"]


@runner("temporary_furiten")
def _temporary(given: Data, expected: Data, preset: str) -> None:
    events = given["events"]
    board = holding(given.get("concealed", "123456789m99s11z"), preset=preset)
    board.set_hand(turn=2, phase=Phase.DISCARD, source=Source.WALL, drawn=None).drop(2, "9s")
    if any("another_player_calls" in event for event in events):
        # The pon takes a tile that nobody waits for; the missed 9s was passed before it.
        board.turn(3, "5p").call(2, Meld(MeldType.PON, parse_tiles("555p"), Tile.parse("5p"), 3))
        board.drop(2, "7p").draw(3)
    elif any("own_turn" in event for event in events):
        board.turn(3, "5p").turn(0, "5p").draw(1, "5p").drop(1, "5p").turn(2, "6p").draw(3)
    else:
        board.draw(3)
    assert (ron_faults(board, "1z", 3) is LEGAL) == expected["ron_allowed"]
    if any("another_player_calls" in event for event in events) and preset != "rrc":
        RUNNERS["temporary_furiten"](given, {"ron_allowed": False}, "rrc")


@runner("riichi_furiten")
def _riichi_furiten(given: Data, expected: Data, preset: str) -> None:
    board = Board(preset).deal(None, "123456789m99s11z", indicator="2p")
    board.drop(0, "7z").draw(1, "7z")
    assert given["riichi"]
    board.riichi(1, "7z").turn(2, "9s").turn(3, "5p").turn(0, "6p").draw(1, "7p").drop(1, "7p")
    faults = legal(board.turn(2, "1z").game, ev.WinDeclared(1, 2))
    assert (faults is LEGAL) == expected["ron_allowed_rest_of_hand"]
    board.turn(3, "5p").turn(0, "6p").draw(1, "1z")
    assert (legal(board.game, ev.WinDeclared(1, 1)) is LEGAL) == expected["tsumo_allowed"]


@runner("rob_closed_kan")
def _rob(given: Data, expected: Data, preset: str) -> None:
    # The hand of the example holds a fifth 3z; thirteen orphans waiting for it alone can exist.
    waiting = given["concealed"].replace("1234567z", "1124567z")
    board = Board(preset).deal(None, waiting, indicator="2p").drop(0, "5s")
    board.draw(1, "5s").drop(1, "5s")
    board.draw(2).do(ev.KanDeclared(2, Meld(MeldType.ANKAN, parse_tiles("3333z"))))
    assert (legal(board.game, ev.WinDeclared(1, 2)) is LEGAL) == expected["ron_allowed"]


@runner("riichi_min")
def _riichi_min(given: Data, expected: Data, preset: str) -> None:
    board = Board(preset).deal("123456789m99s11z", first="7z", indicator="2p")
    board.set_hand(live_left=given["live_tiles"])
    assert (legal(board.game, ev.RiichiDeclared(0)) is LEGAL) == expected["allowed"]


@runner("riichi_deposit")
def _riichi_deposit(given: Data, expected: Data, preset: str) -> None:
    assert given["ron_on_declaration_tile"]
    board = Board(preset).deal("123456789m99s11z", "23p123456s55577z", first="4p", indicator="2p")
    board.riichi(0, "4p", paid=False).do(ev.WinDeclared(1, 0))
    assert Fault.WRONG_MOMENT in legal(board.game, ev.RiichiPaid(0))
    board.do(ev.HandShown(1, parse_tiles("23p123456s55577z")))
    ended = result(board.game)
    assert ended is not None
    won = wins(board.game)[0]
    assert won.value is not None
    assert -ended.deltas[0] - won.value.points == expected["deposit_deducted"]
    assert bool(won.sticks) == expected["winner_takes_deposit"]
