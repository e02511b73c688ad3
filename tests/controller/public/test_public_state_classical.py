"""Chinese Classical as it is published: ready hands and flowers, four counted hands, six payments."""

from __future__ import annotations

from contract.messages import CountedView, MachineView, Phase, ResultView, Snapshot
from contract.stored.codec import event_message
from controller.ending.confirm import Confirmed
from controller.machine.transitions import CycleStep
from controller.public.snapshot import Pending, Stamp, Surroundings, snapshot
from engine.result.game import next_hand
from engine.result.settle import result
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Flower, parse_tiles
from tests.engine.classical.table import READY, Table, ready_table, robbing

NOTHING = "147m258p369s1234z", "258m147p39s55667z", "3699m369p2588s67z"
"""Three hands that count nothing but a pair of dragons in the second."""


def shown(game: Game, preview: ev.HandEnded | None = None, settled: Game | None = None) -> Snapshot:
    """With the window of the last discard closed, so that a draw would ask for hands."""
    return snapshot(
        game,
        Stamp("b", "g", rev=1, ts_ms=2),
        Surroundings(CycleStep.PLAY if settled is None else CycleStep.WAIT, MachineView(state="ready")),
        Pending(Confirmed(preview, (None,) * 4), window_closed=True),
        settled=settled,
    )


def result_of(game: Game) -> ResultView:
    seen = shown(game, result(game))
    assert seen.phase is Phase.CONFIRM
    assert seen.result is not None
    return seen.result


def won() -> Table:
    """Seat 1 has said mahjong on the 6s of seat 2; nobody has shown a hand."""
    return ready_table().turn(2, "6s").do(ev.WinDeclared(1, 2))


def test_a_hand_in_play_without_riichi_and_dora() -> None:
    seen = shown(ready_table().game)
    assert (seen.rules, seen.preset, seen.phase) == ("classical", "classical", Phase.PLAY)
    assert (seen.turn, seen.tiles_left, seen.loose, seen.dora) == (2, 66, 2, [])
    assert [seat.ready for seat in seen.seats] == [False, True, False, False]
    assert {seat.riichi for seat in seen.seats} == {"no"}
    assert Snapshot.model_validate_json(seen.model_dump_json()) == seen


def test_laid_flowers_are_public() -> None:
    table = Table(flowers=True).deal().do(ev.FlowerLaid(0, Flower.F1)).draw(0, replacement=True)
    assert [seat.flowers for seat in shown(table.game).seats] == [["1f"], [], [], []]
    assert shown(table.game).loose == 1
    laid = event_message(ev.FlowerLaid(0, Flower.F1), game="g", seq=1, rev=2, ts_ms=3)
    assert (laid.type, laid.data) == ("flower_laid", {"seat": 0, "flower": "1f"})


def test_known_hands_stay_private_until_the_last_is_shown() -> None:
    table = Table().deal("111222333444z6z", READY, "111999m111999p1s", "777888999s777m5z")
    assert shown(table.game).result is None
    for tile in ("1z", "3z", "9p", "8s"):
        assert f'"{tile}"' not in shown(table.game).model_dump_json()
    table = won().do(ev.HandShown(1, parse_tiles(READY)), ev.HandShown(0, parse_tiles(NOTHING[0])))
    seen = shown(table.game)
    assert seen.phase is Phase.SHOW
    assert seen.result is not None
    assert [tiles is not None for tiles in seen.result.shown] == [True, True, False, False]
    assert (seen.result.counted, seen.result.transfers) == ([], [])


def test_a_mahjong_is_counted_for_all_four_and_paid_between_all_pairs() -> None:
    """20 points and three doubles, 160; the pair of dragons of seat 2 counts 2, paid as 10."""
    table = won().show(NOTHING[0], READY, NOTHING[1], NOTHING[2])
    found = result_of(table.game)
    assert (found.reason, found.wins, found.paid, found.again) == ("win", [], False, False)
    assert [(hand.seat, hand.points, hand.value) for hand in found.counted] == [
        (0, 0, 0),
        (1, 160, 160),
        (2, 2, 10),
        (3, 0, 0),
    ]
    winner, loser = found.counted[1], found.counted[2]
    assert (winner.source, winner.win_tile, winner.tiles) == (2, "6s", [str(t) for t in parse_tiles(READY)])
    assert winner.base == [("win", 20)]
    assert dict(winner.doubles) == {"no_points": 2, "fully_concealed": 2, "ready_at_first_turn": 2}
    assert (loser.source, loser.win_tile, loser.base) == (None, None, [("pair_dragons", 2)])
    paid = {(0, 1): 320, (2, 1): 160, (3, 1): 160, (0, 2): 20, (3, 2): 10, (0, 3): 0}
    assert {(payer, taker): points for payer, taker, points in found.transfers if points} == {
        pair: points for pair, points in paid.items() if points
    }
    assert len(found.transfers) == 6
    assert found.deltas == [-340, 640, -130, -170]


def test_what_was_previewed_stands_after_the_payment() -> None:
    table = won().show(NOTHING[0], READY, NOTHING[1], NOTHING[2])
    before, preview = table.game, result_of(table.game)
    table.end()
    after = shown(table.game, settled=before)
    assert after.phase is Phase.IDLE
    assert after.result == preview.model_copy(update={"paid": True})


def test_a_robbed_kong_lies_as_the_pung_it_was() -> None:
    table = robbing(2).do(ev.WinDeclared(2, 0)).show("147m258p2345z", "369m369p39s55667z", READY, NOTHING[2])
    robbed: CountedView = result_of(table.game).counted[0]
    assert [meld.type for meld in robbed.melds] == ["pon"]


def test_a_draw_is_neither_shown_nor_counted_and_says_whether_it_is_replayed() -> None:
    for option, again in (("replay", True), ("do_not_replay", False)):
        table = ready_table(draw=option).set_hand(live_left=1).turn(2, "6s")
        found = result_of(table.game)
        assert (found.reason, found.again, found.deltas, found.counted) == ("exhaustive", again, [0] * 4, [])
        table.end()
        follows = next_hand(table.game)
        assert isinstance(follows, ev.HandStarted)
        assert (follows.dealer == 0) == again


def test_nobody_is_asked_to_open_a_hand_at_a_draw() -> None:
    game = ready_table().set_hand(live_left=1).turn(2, "6s").game
    waiting = shown(game)
    assert waiting.phase is Phase.PLAY
    assert waiting.result is None
