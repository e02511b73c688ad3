"""A table in millimetres whose mat the test sets, with people who show, err and tidy up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from contract.messages import Question
from controller.infer import Inference
from controller.infer.inference import Answer, Input
from controller.infer.wall import stack_x
from engine.play.apply import apply, replay
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile, parse_tiles
from engine.tiles.wall import broken
from tests.controller.given import FIRST_DRAW
from vision.calibration.mat import (
    HAND_LEFT,
    HAND_Y,
    POND_LEFT,
    POND_ROW_Y,
    STICK_Y,
    TILE_W,
    WALL_Y,
    WIN_GAP,
    Zone,
)
from vision.eyes.observation import Observation, StickSeen, TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
WAITS_FOR_5Z = "123m456p789s1155z"


class Mat:
    """A hand in play whose mat the test sets; time passes in quarters of a second."""

    def __init__(
        self,
        *events: ev.Event,
        tiles: bool = True,
        begun: Sequence[ev.Event] = FIRST_DRAW,
        machine: bool = True,
    ) -> None:
        game = replay([*begun, *events])
        assert game is not None
        self.game: Game = game
        self.inference = Inference(machine=machine, dice=machine, declared_by_tiles=tiles)
        self.now = 0.0
        self.events: list[ev.Event] = []
        self.questions: Sequence[Question] = ()
        self.codes: list[str] = []
        self.claim_pending = False
        self.tracks = iter(range(1, 10_000))
        for seat in range(4 if game.hand is not None else 0):
            assert game.hand is not None
            self.pond(seat, *(str(p.tile) for p in game.hand.seats[seat].pond if p.called_by is None))
            self.stands(seat)

    def feed(self, *inputs: Input) -> None:
        found = self.inference.feed(self.game, inputs, self.now)
        for event in found.events:
            self.game = apply(self.game, event)
        assert found.tried == ()
        self.events += found.events
        self.questions = found.questions
        self.codes = [question.code for question in found.questions]
        self.claim_pending = found.claim_pending
        self.now += 0.25

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 4)):
            self.feed()

    def _see(self, zone: Zone, seat: int, *tiles: TileSeen, sticks: tuple[StickSeen, ...] = ()) -> None:
        self.feed(Observation(1, zone, seat, self.now, tiles, sticks))

    def tile(self, face: str | None, x: float, y: float, *, sideways: bool = False) -> TileSeen:
        odds = ((None if face is None else Tile.parse(face), 1.0),)
        return TileSeen(next(self.tracks), odds, x, y, 90.0 if sideways else 0.0, sideways, QUAD)

    def pond(self, seat: int, *faces: str, turned: bool = False) -> None:
        """The first row; at an empty face nothing is seen, and the last one may be turned."""
        places = ((f, POND_LEFT + (n + 0.5) * TILE_W) for n, f in enumerate(faces) if f)
        row = [self.tile(f, x, POND_ROW_Y[0]) for f, x in places]
        if turned:
            row[-1] = replace(row[-1], sideways=True, angle=90.0, x=row[-1].x + 4.0)
        self._see(Zone.POND, seat, *row)

    def opens(
        self,
        seat: int,
        hand: str,
        apart: str | None = None,
        lost: int | None = None,
        doubtful: int | None = None,
    ) -> None:
        """A hand laid open, whose tile `lost`, from the left, the eyes do not find, and whose tile `doubtful`
        may be a west."""
        faces = [str(tile) for tile in parse_tiles(hand)]
        row = [self.tile(f, HAND_LEFT + (n + 0.5) * TILE_W, HAND_Y) for n, f in enumerate(faces)]
        if doubtful is not None:
            face = Tile.parse(faces[doubtful])
            row[doubtful] = replace(row[doubtful], odds=((face, 0.6), (Tile.parse("3z"), 0.4)))
        if apart is not None:
            row.append(self.tile(apart, row[-1].x + TILE_W + WIN_GAP, HAND_Y))
        self._see(Zone.HAND, seat, *(tile for n, tile in enumerate(row) if n != lost))

    def answer(self, seat: int, face: str) -> None:
        """Somebody says which tile of the open hand the first question about it means."""
        place = next(q for q in self.questions if q.seat == seat and q.code == "unread_hand")
        self.feed(Answer(place.id, Tile.parse(face)))

    def stands(self, seat: int, count: int = 13) -> None:
        row = [self.tile(None, HAND_LEFT + (n + 0.5) * TILE_W, HAND_Y) for n in range(count)]
        self._see(Zone.HAND, seat, *row)

    def turns(self, face: str) -> None:
        """The first indicator."""
        at = broken(0, 9).indicator(0)
        self._see(Zone.WALL, at.side, self.tile(face, stack_x(at), WALL_Y))

    def clears(self, seat: int) -> None:
        self._see(Zone.HAND, seat)

    def sticks(self, seat: int) -> None:
        self._see(Zone.STICK, seat, sticks=(StickSeen(1000, 0.99, 0.0, STICK_Y, 0.0),))

    def happened(self, kind: type[ev.Event]) -> list[ev.Event]:
        return [event for event in self.events if isinstance(event, kind)]


def discarded() -> Mat:
    """The dealer has discarded a white dragon."""
    return Mat(ev.Discarded(0, Tile.parse("5z")))
