"""Clear readings that cannot all be true: the likeliest to be wrong is asked about."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from contract.messages import Question
from controller.infer import suspect
from controller.infer.columns import columns
from controller.infer.reading import Reading
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.test_melds import laid
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

M = Tile.parse
WHITE, GREEN = M("5z"), M("6z")
CLASH = Reading(None, (WHITE,), clash=True)
QUAD: Any = ((0, 0), (1, 0), (1, 1), (0, 1))


def tile(track: int, p: float, face: Tile = WHITE, other: Tile = GREEN) -> TileSeen:
    odds = sorted(((face, p), (other, 1 - p)), key=lambda pair: -pair[1])
    return TileSeen(track, tuple(odds), 0.0, 0.0, 0.0, False, (*QUAD,))


class Look:
    """What a step of inference knows: what was accepted, what lies there, and what people named."""

    def __init__(self) -> None:
        self.seats = [SimpleNamespace(pond=[], melds=(), shown=None) for _ in range(4)]
        self.hand = SimpleNamespace(seats=self.seats)
        self.known: dict[int, list[tuple[int, TileSeen]]] = {}
        self.melds: dict[int, list[TileSeen]] = {}
        self.hands: dict[int, list[TileSeen]] = {}
        self.named: set[int] = set()
        self.asked: list[Question] = []
        self.asks = SimpleNamespace(put=lambda question, after=0.0: self.asked.append(question))
        self.views = SimpleNamespace(
            named=lambda place: WHITE if place[2] in self.named else None,
            tiles=lambda zone, seat: self.hands.get(seat, []),
        )

    def pond(self, seat: int) -> Any:
        return SimpleNamespace(known=self.known[seat]) if seat in self.known else None

    def columns(self, seat: int) -> Any:
        return columns(self.melds.get(seat, []))

    def place(self, zone: Zone, seat: int, tile: TileSeen) -> tuple[Zone, int, int]:
        return zone, seat, tile.track

    def discarded(self, seat: int, *tiles: TileSeen, face: Tile = WHITE) -> None:
        self.seats[seat].pond = [SimpleNamespace(tile=face) for _ in tiles]
        self.known[seat] = list(enumerate(tiles))

    def ask(self, seen: TileSeen) -> Question:
        suspect.ask(self, (Zone.POND, 0, seen.track), seen, CLASH)  # type: ignore[arg-type]
        return self.asked[-1]


def test_of_five_copies_the_one_is_asked_about_that_looks_least_like_it() -> None:
    look = Look()
    look.discarded(1, tile(11, 0.9))
    look.discarded(2, tile(12, 0.6), tile(13, 0.8))
    asked = look.ask(tile(5, 0.7))
    assert (asked.id, asked.candidates) == (f"{Zone.POND.value}.2.12", ["5z", "6z"])
    look.named.add(12)
    contradiction = look.ask(tile(5, 0.7))
    assert (contradiction.id, contradiction.code) == (f"{Zone.POND.value}.0.5", "contradiction")
    look.named.add(5)
    assert look.ask(tile(5, 0.7)).id == f"{Zone.POND.value}.2.13"


def test_a_discard_that_is_known_as_another_face_is_not_suspected() -> None:
    look = Look()
    look.discarded(1, tile(11, 0.4), face=GREEN)
    assert look.ask(tile(5, 0.9)).code == "contradiction"


def test_tiles_of_sets_and_of_shown_hands_are_suspected_too() -> None:
    look = Look()
    pon = Meld(MeldType.PON, parse_tiles("555z"), WHITE, 0)
    look.seats[3].melds = (pon,)
    lying = laid(3, [pon], random.Random(1), 0.0)
    look.melds[3] = [replace(each, odds=((WHITE, 0.8), (GREEN, 0.2))) for each in lying]
    tracks = {each.track for each in look.melds[3]}
    asked = look.ask(tile(500, 1.0))
    zone, seat, track = asked.id.split(".")
    assert (zone, seat) == (Zone.MELD.value, "3")
    assert int(track) in tracks
    look.seats[1].shown = (WHITE,)
    look.hands[1] = [tile(31, 0.3, GREEN), tile(32, 0.51), tile(33, 0.9, GREEN)]
    assert look.ask(tile(500, 1.0)).id == f"{Zone.HAND.value}.1.32"


def test_what_cannot_be_read_is_asked_about_itself() -> None:
    look = Look()
    seen = tile(5, 0.5)
    suspect.ask(look, (Zone.POND, 0, 5), seen, Reading(None, (GREEN, WHITE)))  # type: ignore[arg-type]
    assert look.asked[0].candidates == ["6z", "5z"]


def test_a_set_that_nobody_names_is_doubted_where_it_is_not_clear_or_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubted: list[list[int]] = []

    def assume(_look: Any, _zone: Any, _seat: int, doubts: list[TileSeen], *_: Any) -> bool:
        doubted.append([each.track for each in doubts])
        return True

    monkeypatch.setattr(suspect, "assume", assume)
    tiles = (tile(1, 0.55), tile(2, 1.0), tile(3, 1.0))
    seen: Any = SimpleNamespace(tiles=tiles, amiss=((tiles[2], (GREEN,)),), melds=())
    assert suspect.assume_set(Look(), 0, seen)  # type: ignore[arg-type]
    assert doubted == [[1, 3]]
