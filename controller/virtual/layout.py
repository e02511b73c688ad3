"""One hand on the mat: which physical tile is whose, and the bodies that every deed moves.

A `Layout` receives what the people do and answers with the bodies at their new places; it keeps
its own `Mat` in step. It knows no rules and no time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from controller.virtual import place
from controller.virtual.gesture import Mat
from controller.virtual.place import Copy, Place
from controller.virtual.placement_noise import Slop
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, sort_key
from engine.tiles.wall import Wall, WallPlace
from vision.calibration import mat
from vision.scene.scene import Rest, StickBody, TileBody


@dataclass(slots=True)
class Corner:
    """A set in the meld corner."""

    meld: Meld
    copies: list[Copy]
    places: list[Place]


@dataclass(slots=True)
class Seat:
    """The tiles in front of one player: hand, pond and open sets, with their places."""

    hand: list[Copy] = field(default_factory=list)
    drawn: Copy | None = None
    row: list[Place] = field(default_factory=list)
    pond: list[tuple[Copy, Place]] = field(default_factory=list)
    corner: list[Corner] = field(default_factory=list)


class Layout:
    """All of one hand. `wall` says where tiles of the wall stand, `set_of` who they are."""

    def __init__(self, wall: Wall, tiles: Mapping[WallPlace, Copy], mat_now: Mat, slop: Slop) -> None:
        self.wall = wall
        self.copies = tiles
        self.mat = mat_now
        self.slop = slop
        self.seats = [Seat(row=place.hand_row(14, slop)) for _ in range(4)]
        self._stacks: dict[tuple[int, int], Place] = {}
        self._opened: list[int] = []

    # walls

    def walls(self, *, built: bool = False) -> list[TileBody]:
        """All 136 tiles as the machine presents them, or as people have `built` them."""
        out = []
        for side in range(4):
            row = place.built_row(self.slop) if built else None
            for stack in range(17):
                lying = place.machine_set(place.wall_place(stack), self.slop) if row is None else row[stack]
                self._stacks[side, stack] = lying
        for spot, copy in self.copies.items():
            stack_place = self._stacks[spot.side, spot.stack]
            z = mat.TILE_D * spot.level
            out.append(place.body(spot.side, copy, stack_place, Rest.FACE_DOWN, z))
        return self._settled(out)

    def broken(self, lowered: bool = False) -> list[TileBody]:
        """The live stacks of the sides that hold the dead wall, pushed off it (E-DEAD-01).

        With `lowered` there is room for a tile beside the first stack of the dead wall.
        """
        first = self.wall.dead(1, 1)
        dead = {(p.side, p.stack) for p in (self.wall.dead(n, 0) for n in range(1, 8))}
        out = []
        for side in sorted({s for s, _ in dead}):
            inside = [stack for s, stack in dead if s == side]
            for stack in range(17):
                shift = place.DEAD_GAP * ((stack < min(inside)) - (stack > max(inside)))
                if lowered and side == first.side and stack > first.stack:
                    shift -= mat.TILE_W + place.LOWERED_GAP
                if shift:
                    old = self._stacks[side, stack]
                    self._stacks[side, stack] = replace(old, x=old.x + shift)
        for spot, copy in self.copies.items():
            stack_place = self._stacks[spot.side, spot.stack]
            moved = place.body(spot.side, copy, stack_place, Rest.FACE_DOWN, mat.TILE_D * spot.level)
            if moved != self.mat.tiles[copy.id]:
                out.append(moved)
        return self._settled(out)

    def set_loose(self, spots: Sequence[WallPlace]) -> list[TileBody]:
        """The loose tiles, laid on the dead wall beside the break (C-WALL-05)."""
        out = []
        for n, spot in enumerate(spots, start=1):
            below = self.wall.dead(n, 1)
            lying = place.machine_set(self._stacks[below.side, below.stack], self.slop)
            body = place.body(below.side, self.copies[spot], lying, Rest.FACE_DOWN, 2 * mat.TILE_D)
            out.append(body)
        return self._settled(out)

    def lower(self) -> TileBody:
        """The first replacement tile, taken down beside the dead wall (R-WALL-11)."""
        spot = self.wall.replacement(0)
        lying = place.lowered_place(self._stacks[spot.side, spot.stack], self.slop)
        return self._settled([place.body(spot.side, self.copies[spot], lying, Rest.FACE_DOWN)])[0]

    def spot_xy(self, spot: WallPlace) -> tuple[float, float]:
        """Where an arm reaches for a wall tile, table frame."""
        stack = self._stacks[spot.side, spot.stack]
        return mat.to_table(spot.side, stack.x, stack.y)

    def turn_indicator(self) -> tuple[WallPlace, TileBody]:
        """The next dora indicator, face up on its stack."""
        index = len(self._opened)
        spot = self.wall.indicator(index)
        copy = self.copies[spot]
        self._opened.append(copy.id)
        stack = self._stacks[spot.side, spot.stack]
        lying = place.turned_on_wall(stack, self.slop)
        tile = place.body(spot.side, copy, lying, Rest.FACE_UP, mat.TILE_D)
        return spot, self._settled([tile])[0]

    def turn_ura(self) -> list[tuple[WallPlace, list[TileBody]]]:
        """Per open indicator: the ura before its stack, and the indicator let down into its place."""
        out = []
        spots = [self.wall.ura(index) for index in range(len(self._opened))]
        first = spots[0].side
        for spot, opened in zip(spots, self._opened, strict=True):
            copy = self.copies[spot]
            aside = 0.0 if spot.side == first else place.URA_ASIDE
            lying = place.ura_place(self._stacks[spot.side, spot.stack], self.slop, aside)
            bodies = [
                place.body(spot.side, copy, lying, Rest.FACE_UP),
                replace(self.mat.tiles[opened], z=0.0),
            ]
            out.append((spot, self._settled(bodies)))
        return out

    # hands

    def take(self, seat: int, spots: Sequence[WallPlace]) -> list[TileBody]:
        """Tiles of the deal, stood up at the end of the hand."""
        self.seats[seat].hand.extend(self.copies[spot] for spot in spots)
        return self._stand(seat)

    def lay_dealt(self, seat: int, spots: Sequence[WallPlace]) -> None:
        """The tiles that a table deals to the seat, face down where its hand will stand."""
        own = self.seats[seat]
        own.hand.extend(self.copies[spot] for spot in spots)
        bodies = (place.body(seat, c, p, Rest.FACE_DOWN) for c, p in zip(own.hand, own.row, strict=False))
        self._settled(bodies)

    def sort(self, seat: int) -> list[TileBody]:
        """The hand in order of kind, without gaps."""
        self.seats[seat].hand.sort(key=lambda c: (sort_key(c.face), c.id))
        return self._stand(seat)

    def draw(self, seat: int, spot: WallPlace) -> TileBody:
        """The tile from the wall, standing right of the hand with a gap."""
        own = self.seats[seat]
        own.drawn = self.copies[spot]
        lying = self._drawn_place(own)
        return self._settled([place.body(seat, own.drawn, lying, Rest.STANDING)])[0]

    def discard(
        self, seat: int, tile: Tile, tsumogiri: bool, sideways: bool
    ) -> tuple[TileBody, list[TileBody]]:
        """The tile in the pond, and the hand put in order behind it."""
        own = self.seats[seat]
        copy = self._give(seat, tile, prefer_drawn=tsumogiri)
        lying = place.pond_place([p for _, p in own.pond], sideways, self.slop)
        own.pond.append((copy, lying))
        laid = place.body(seat, copy, lying, Rest.FACE_UP)
        self._merge(own)
        return self._settled([laid])[0], self.sort(seat)

    def call(self, seat: int, meld: Meld) -> tuple[TileBody, list[TileBody], list[TileBody]]:
        """The tile fetched from the source's pond, the own tiles of the set, the hand closed up."""
        assert meld.source is not None
        fetched, _ = self.seats[meld.source].pond.pop()
        self._merge(self.seats[seat])
        copies = {}
        for i, tile in enumerate(order := place.meld_order(seat, meld)):
            copies[i] = fetched if tile.sideways else self._give(seat, tile.face)
        bodies = self._lay_meld(seat, meld, [copies[i] for i in range(len(order))])
        called = next(b for b in bodies if b.id == fetched.id)
        return called, [b for b in bodies if b is not called], self.sort(seat)

    def kan(self, seat: int, meld: Meld) -> tuple[list[TileBody], list[TileBody]]:
        """The tiles of an ankan or the added one of a shouminkan, and the hand closed up."""
        self._merge(self.seats[seat])
        if meld.type is MeldType.ANKAN:
            copies = [self._give(seat, t.face) for t in place.meld_order(seat, meld)]
            return self._lay_meld(seat, meld, copies), self.sort(seat)
        assert meld.added is not None
        corner = next(
            c for c in self.seats[seat].corner if c.meld.type is MeldType.PON and c.meld.kind == meld.kind
        )
        copy = self._give(seat, meld.added)
        base = next(i for i, t in enumerate(place.meld_order(seat, corner.meld)) if t.sideways)
        lying = place.added_place(corner.places[base], self.slop)
        corner.meld = meld
        corner.copies.append(copy)
        corner.places.append(lying)
        return self._settled([place.body(seat, copy, lying, Rest.FACE_UP)]), self.sort(seat)

    def show(self, seat: int, apart: Tile | None) -> list[TileBody]:
        """The whole concealed part laid open; the tile `apart` (of a tsumo) lies off it."""
        own = self.seats[seat]
        last = self._give(seat, apart, prefer_drawn=True) if apart is not None else None
        self._merge(own)
        own.hand.sort(key=lambda c: (sort_key(c.face), c.id))
        copies = own.hand + ([last] if last else [])
        places = place.open_row(len(copies), self.slop, apart=last is not None)
        return self._settled(
            place.body(seat, c, p, Rest.FACE_UP) for c, p in zip(copies, places, strict=True)
        )

    # sticks

    def count_honba(self, dealer: int, honba: int) -> list[StickBody]:
        """The counters of the hand beside the dice (E-MARK-03)."""
        first = max(self.mat.sticks, default=-1) + 1
        out = [place.honba_stick(dealer, first + k, k, self.slop) for k in range(honba)]
        self.mat.sticks.update((s.id, s) for s in out)
        return out

    def honba(self) -> list[int]:
        """Which sticks on the mat are counters."""
        return [s.id for s in self.mat.sticks.values() if s.value == 100]

    def deposit(self, seat: int) -> StickBody:
        """The riichi stick before the own pond."""
        stick = place.stick_body(seat, max(self.mat.sticks, default=-1) + 1, self.slop)
        self.mat.sticks[stick.id] = stick
        return stick

    def put_aside(self) -> list[StickBody]:
        """All sticks on the mat, in the row of the centre."""
        out = []
        for index, stick in enumerate(sorted(self.mat.sticks)):
            old = self.mat.sticks[stick]
            if max(abs(old.x), abs(old.y)) > place.KEPT_WITHIN:
                out.append(place.kept_stick(stick, index, self.slop))
        self.mat.sticks.update((s.id, s) for s in out)
        return out

    # within

    def _settled(self, bodies: Iterable[TileBody]) -> list[TileBody]:
        out = list(bodies)
        self.mat.tiles.update((b.id, b) for b in out)
        return out

    def _stand(self, seat: int) -> list[TileBody]:
        own = self.seats[seat]
        bodies = (
            place.body(seat, copy, lying, Rest.STANDING)
            for copy, lying in zip(own.hand, own.row, strict=False)
        )
        return self._settled([b for b in bodies if self.mat.tiles[b.id] != b])

    def _drawn_place(self, own: Seat) -> Place:
        base = own.row[len(own.hand)]
        return replace(base, x=base.x + mat.WIN_GAP, y=base.y + self.slop.offset() / 2)

    def _merge(self, own: Seat) -> None:
        if own.drawn is not None:
            own.hand.append(own.drawn)
            own.drawn = None

    def _give(self, seat: int, tile: Tile, prefer_drawn: bool = False) -> Copy:
        """The copy of the face that leaves the hand; with `prefer_drawn` the drawn one if it is such."""
        own = self.seats[seat]
        if own.drawn is not None and own.drawn.face == tile:
            fits = [c for c in own.hand if c.face == tile]
            if prefer_drawn or not fits:
                copy, own.drawn = own.drawn, None
                return copy
        held = [c for c in own.hand if c.face == tile]
        if not held:
            raise ValueError(f"Seat {seat} has no {tile} to lay down.")
        own.hand.remove(held[0])
        return held[0]

    def _lay_meld(self, seat: int, meld: Meld, copies: list[Copy]) -> list[TileBody]:
        own = self.seats[seat]
        order = place.meld_order(seat, meld)
        left = min((p.left for c in own.corner for p in c.places), default=mat.MELD_RIGHT + mat.MELD_GAP)
        places = place.meld_places(left - mat.MELD_GAP, order, self.slop)
        own.corner.append(Corner(meld, copies, places))
        return self._settled(
            place.body(seat, c, p, Rest.FACE_DOWN if t.back else Rest.FACE_UP)
            for c, p, t in zip(copies, places, order, strict=True)
        )
