"""People at the virtual table say what lies where a screen asks; they look, and know nothing else."""

from __future__ import annotations

import pytest

from contract.messages import Question
from controller.virtual.answering_players import TAKES, AnsweringPlayers, discards, rightmost
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state.events import DoraRevealed, UraRevealed
from engine.tiles.tile import Tile
from tests.controller.virtual.host import Host
from vision.calibration.mat import (
    MELD_Y,
    POND_ROW_Y,
    TILE_D,
    TILE_W,
    WALL_Y,
    ZONES,
    Zone,
    to_player,
    to_table,
)
from vision.scene.render import View
from vision.scene.scene import Rest, TileBody

LATE = TAKES[1]
VIEW = View()


@pytest.fixture
def world() -> VirtualTable:
    """A table on which some discards lie."""
    made = VirtualTable(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed=1, pace=1.0)
    for _ in Host(made).frames():
        if sum(step.name == "discard" for step in made.steps[: made.position[1]]) >= 6:
            break
    return made


def open_tiles(world: VirtualTable, now: float) -> list[TileBody]:
    return [t for t in world.scene(now).tiles if t.rest is Rest.FACE_UP]


def question(tile: TileBody, name: str = "pond.0.7", off: float = 0.0) -> Question:
    spots = [[tile.x + dx + off, tile.y + dy, tile.z + TILE_D] for dx in (-9, 9) for dy in (-9, 9)]
    quad = [(float(x), float(y)) for x, y in VIEW.project(spots)]
    return Question(id=name, code="unread_discard", seat=0, quad=quad)


def test_every_open_tile_is_named_rightly_after_a_moment(world: VirtualTable) -> None:
    tiles = open_tiles(world, 0.0)
    assert len(tiles) >= 6
    answering = AnsweringPlayers(world, lambda _: VIEW, limit=99)
    asked = [question(tile, f"pond.0.{n}") for n, tile in enumerate(tiles)]
    assert answering.look(asked, 0.0) == []
    assert answering.look(asked, TAKES[0] - 0.1) == []
    assert answering.look(asked, LATE) == [(q.id, t.face) for q, t in zip(asked, tiles, strict=True)]
    assert answering.look(asked, 10 * LATE) == [], "each is answered once"


def test_a_question_without_a_mark_that_comes_again_is_about_another_tile(world: VirtualTable) -> None:
    asked = [Question(id="wall.0.0", code="unread_dora", seat=0)]
    answering = AnsweringPlayers(world, lambda _: VIEW, limit=2)
    for n, answers in enumerate((1, 1, 0)):
        answering.look(asked, 3 * n * LATE)
        assert len(answering.look(asked, (3 * n + 1) * LATE)) == answers, "two are answered in all"
        assert answering.look(asked, (3 * n + 2) * LATE) == [], "each once"
        answering.look([], (3 * n + 2) * LATE)


def test_no_more_are_answered_than_the_limit(world: VirtualTable) -> None:
    tiles = open_tiles(world, 0.0)[:4]
    asked = [question(tile, f"pond.0.{n}") for n, tile in enumerate(tiles)]
    answering = AnsweringPlayers(world, lambda _: VIEW, limit=2)
    answering.look(asked, 0.0)
    assert [name for name, _ in answering.look(asked, LATE)] == ["pond.0.0", "pond.0.1"]
    assert AnsweringPlayers(world, lambda _: VIEW, limit=0).look(asked, LATE) == []


def test_a_question_that_went_away_needs_no_answer(world: VirtualTable) -> None:
    (tile, *_) = open_tiles(world, 0.0)
    answering = AnsweringPlayers(world, lambda _: VIEW, limit=9)
    answering.look([question(tile)], 0.0)
    assert answering.look([], LATE) == []


def test_where_no_face_shows_that_is_said(world: VirtualTable) -> None:
    (tile, *_) = open_tiles(world, 0.0)
    face_down = next(t for t in world.scene(0.0).tiles if t.rest is Rest.FACE_DOWN)
    answering = AnsweringPlayers(world, lambda _: VIEW, limit=9)
    asked = [question(tile, "pond.0.1", off=2000.0), question(face_down, "wall.0.2")]
    answering.look(asked, 0.0)
    assert answering.look(asked, LATE) == [("pond.0.1", None), ("wall.0.2", None)]


def test_what_is_about_no_tile_is_not_answered(world: VirtualTable) -> None:
    answering = AnsweringPlayers(world, lambda _: VIEW, limit=9)
    asked = [Question(id="win.0", code="refused_event", seat=0)]
    answering.look(asked, 0.0)
    assert answering.look(asked, LATE) == []


def test_an_indicator_that_the_eyes_did_not_find_is_named(world: VirtualTable) -> None:
    (turned,) = [e.tile for e in world.plans[0].events if isinstance(e, DoraRevealed)][:1]
    (side,) = [s for s in range(4) for t in open_tiles(world, 0.0) if t.z > 0 and in_wall(t, s)]
    answering = AnsweringPlayers(world, lambda _: VIEW, limit=9)
    asked = [Question(id=f"wall.{s}.0", code="unread_dora", seat=s) for s in range(4)]
    assert side in range(4)
    answering.look(asked, 0.0)
    told = [(f"wall.{s}.0", turned) for s in range(4)]
    assert answering.look(asked, LATE) == told, "at which wall it lies the table may not know"


def in_wall(tile: TileBody, seat: int) -> bool:
    x, y = to_player(seat, tile.x, tile.y)
    return abs(x) < 17 * TILE_W / 2 and abs(y - WALL_Y) < TILE_W / 2


def test_answers_are_tiles(world: VirtualTable) -> None:
    assert all(isinstance(t.face, Tile) for t in open_tiles(world, 0.0))


def test_an_ura_indicator_is_named_that_is_not_shown_yet() -> None:
    """The dora indicator lies open at the same wall, and the screens show it."""
    table = VirtualTable(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed=3, pace=1.0)
    wall = ZONES[Zone.WALL]
    lying: list[TileBody] = []
    dora, ura, side = Tile(0), Tile(0), 0
    for _ in Host(table).frames():
        events = table.plans[-1].events
        turned = [event.tiles[0] for event in events if isinstance(event, UraRevealed)]
        found = [
            (t, s) for t in open_tiles(table, 0.0) for s in range(4) if wall.holds(*to_player(s, t.x, t.y))
        ]
        if turned and len(found) == 2 and max(t.z for t, _ in found) <= TILE_D:
            dora, *_ = (event.tile for event in events if isinstance(event, DoraRevealed))
            (ura,), lying, side = turned, [t for t, _ in found], found[0][1]
            if dora != ura and {t.face for t in lying} == {dora, ura} and side == found[1][1]:
                break
    assert {t.face for t in lying} == {dora, ura}
    asked = [Question(id=f"wall.{side}.0", code="unread_dora", seat=side)]
    answering, blind = (AnsweringPlayers(table, lambda _: VIEW, limit=9) for _ in range(2))
    answering.look(asked, 0.0, [dora])
    assert answering.look(asked, LATE, [dora]) == [(f"wall.{side}.0", ura)]
    blind.look(asked, 0.0)
    assert blind.look(asked, LATE) == []


def test_a_discard_that_the_eyes_did_not_find_is_named_by_its_place(world: VirtualTable) -> None:
    lying = [tile.face for tile in discards(open_tiles(world, 0.0), 0)]
    faces = [face for face in lying if isinstance(face, Tile)]
    assert len(faces) == len(lying) > 1
    asked = [Question(id="pond.0.0", code="unseen_discard", seat=0)]
    for shown, meant in (([None, *faces[1:]], faces[0]), (faces[:-1], faces[-1])):
        ponds = [shown, [], [], []]
        answering = AnsweringPlayers(world, lambda _: VIEW, limit=9)
        answering.look(asked, 0.0, (), ponds)
        assert answering.look(asked, LATE, (), ponds) == [("pond.0.0", meant)]
    all_named = AnsweringPlayers(world, lambda _: VIEW, limit=9)
    all_named.look(asked, 0.0, (), [faces, [], [], []])
    assert all_named.look(asked, LATE, (), [faces, [], [], []]) == []


def test_a_pond_is_read_row_by_row() -> None:
    def piece(face: str, x: float, row: int) -> TileBody:
        x, y = to_table(2, x, POND_ROW_Y[row] + 3)
        return TileBody(0, Tile.parse(face), x, y, 0.0, Rest.FACE_UP)

    row = [("4z", -40.0, 1), ("2z", -65.0, 0), ("5z", -66.0, 2), ("3z", 66.0, 0), ("6z", 120.0, 2)]
    found = discards([piece(*one) for one in row], 2)
    assert [str(tile.face) for tile in found] == ["2z", "3z", "4z", "5z", "6z"]
    assert discards([piece(*row[0])], 1) == []


def test_the_rightmost_tile_of_the_last_set_is_named_where_the_eyes_see_nothing_of_it() -> None:
    def piece(face: str, x: float) -> TileBody:
        x, y = to_table(1, x, MELD_Y)
        return TileBody(0, Tile.parse(face), x, y, 0.0, Rest.FACE_UP)

    row = [("2z", 303.0), ("2z", 355.0), ("4p", 220.0), ("2p", 246.0), ("3p", 272.0), ("9s", -150.0)]
    assert rightmost([piece(*one) for one in row], 1) == piece("3p", 272.0)
    assert rightmost([piece("9s", -150.0)], 2) is None
