"""What the eyes were not sure of in a hand that was laid open, and its pictures."""

from __future__ import annotations

from collections.abc import Sequence

from contract.messages import ResultView, WinView
from controller.ending.reading_confidence import ReadingConfidence
from controller.table.writer import Accepted
from engine.play.apply import apply
from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation, TileSeen
from vision.nets.detection import Quad

QUAD: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TILES = parse_tiles("1m2m3m4p5p6p7s8s9s1z1z2z2z")
GAME = apply(None, ev.GameStarted("rrc"))


def result() -> ResultView:
    tiles = [str(tile) for tile in TILES]
    win = WinView(
        seat=1, source=2, tiles=tiles, win_tile="1z", yaku=[], han=1, fu=30, points=0, deltas=[0, 0, 0, 0]
    )
    return ResultView(reason="win", wins=[win], deltas=[0, 0, 0, 0])


def seen(seat: int, *doubtful: str) -> Observation:
    """All tiles of the hand, and one that does not belong to it."""
    odds = [(tile, 0.6 if str(tile) in doubtful else 0.99) for tile in (*TILES, Tile.parse("9p"))]
    tiles = tuple(TileSeen(n, (each,), 0.0, 0.0, 0.0, False, QUAD) for n, each in enumerate(odds))
    return Observation(id=seat, zone=Zone.HAND, seat=seat, t=1.0, tiles=tiles)


def pictures(lines: Sequence[int]) -> list[str]:
    return [f"/evidence/g/{line}.jpg" for line in lines]


def shown(*events: ev.Event, what: Sequence[Observation] = ()) -> WinView:
    """The win after these events, at lines of the journal from 100 on."""
    hands = ReadingConfidence()
    for line, event in enumerate(events, 100):
        hands.feed(Accepted(event, GAME, line), lambda: what)
    return hands.on(result(), pictures).wins[0]


DECLARED, OPENED = ev.WinDeclared(1, 2), ev.HandShown(1, TILES)


def test_what_was_doubtful_in_the_winner_s_hand_is_named() -> None:
    win = shown(DECLARED, OPENED, what=[seen(0, "1m"), seen(1, "5p", "2z", "9p")])
    assert win.unsure == ["5p", "2z", "2z"]


def test_its_pictures_are_those_of_the_declaration_and_of_the_hand() -> None:
    others = ev.HandShown(2, TILES)
    assert shown(DECLARED, others, OPENED).pictures == ["/evidence/g/100.jpg", "/evidence/g/102.jpg"]


def test_another_hand_knows_nothing_of_the_last_one() -> None:
    begun = ev.HandStarted(0, 1, 0, 0, 0, (25000,) * 4)
    win = shown(DECLARED, OPENED, begun, what=[seen(1, "5p")])
    assert (win.unsure, win.pictures) == ([], [])


def test_a_draw_has_no_winner_to_look_at() -> None:
    draw = ResultView(reason="exhaustive", deltas=[0, 0, 0, 0])
    assert ReadingConfidence().on(draw, pictures) == draw
