"""When nobody answers: play goes on with what is likeliest, which stays asked about and can still be said.

A discard is accepted unread; a set, an opened hand and an indicator that counts cannot be. When people have
had time enough, such a tile counts as the likeliest face with which the set or hand is one. It is shown as
such, the question stays open until the hand is paid, an answer still corrects it, and the seats see the
result before they confirm it (K-ASSIST-04).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Final

from controller.infer.context import Look
from controller.infer.question import place_id, unread
from controller.infer.views import Place
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

UNANSWERED: Final = 30.0
"""Seconds that play waits for an answer; thinking takes 15 at most (E-PACE-01)."""
MOST_TRIED: Final = 1000
"""Combinations of faces that are looked at."""
LEAST: Final = 1e-6
"""Weight of a face that the eyes do not name at all."""

Faces = Mapping[int, Tile]
"""What tiles count as, by track."""


def due(look: Look, what: str) -> bool:
    """Whether `what` has been waited for long enough; to be asked at every look as long as it is."""
    return look.timers.age(f"unanswered.{what}") >= UNANSWERED


def assume(
    look: Look,
    zone: Zone,
    seat: int,
    tiles: Sequence[TileSeen],
    good: Callable[[Sequence[TileSeen]], bool],
    others: Mapping[int, Sequence[Tile]] | None = None,
) -> bool:
    """Lets the doubtful `tiles` of a zone count as the likeliest faces of which `good` approves.

    `good` is given the zone as it would read then. `others` are faces, by track, beside those of the eyes.
    False where it approves of none: then nothing is assumed.
    """
    lying = look.views.tiles(zone, seat)
    for faces in _likeliest(tiles, others or {}):
        if good(tuple(_as(tile, faces) for tile in lying)):
            for track, face in faces.items():
                look.views.assume((zone, seat, track), face)
            return True
    return False


def assume_tile(look: Look, place: Place, seen: TileSeen) -> None:
    """Lets one tile, waited for long enough, count as its likeliest face of which a copy is left."""
    left = look.unseen
    face = next((face for face, _ in seen.odds if face is not None and left(face)), None)
    if due(look, place_id(place)) and face is not None:
        look.views.assume(place, face)


def _as(tile: TileSeen, faces: Faces) -> TileSeen:
    face = faces.get(tile.track)
    return tile if face is None else replace(tile, odds=((face, 1.0),))


def _likeliest(tiles: Sequence[TileSeen], others: Mapping[int, Sequence[Tile]]) -> Iterator[Faces]:
    """Combinations of faces, the likeliest first; of many doubtful tiles only each one's best."""
    rows = []
    for tile in tiles:
        odds = {face: p for face, p in tile.odds if face is not None}
        more = dict.fromkeys(others.get(tile.track, ()), LEAST)
        rows.append(sorted({**more, **odds}.items(), key=lambda choice: -choice[1]))
    while prod(map(len, rows)) > MOST_TRIED:
        longest = max(rows, key=len)
        longest.pop()
    choices = sorted(product(*rows), key=lambda faces: -prod(p for _, p in faces))
    for choice in choices:
        yield {tile.track: face for tile, (face, _) in zip(tiles, choice, strict=True)}


def ask(look: Look) -> None:
    """Keeps asking what was only assumed."""
    for place, seen, tile in look.views.assumed():
        faces = dict.fromkeys((tile, *(face for face, _ in seen.odds if face is not None)))
        look.asks.put(unread(place, seen, faces, assumed=tile))
