"""One observation of the table, compared with what the state of the game expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Final

from contract.messages.seat_panel import Button
from controller.infer import columns, melds, pond, wall
from controller.infer.columns import UNSEEN
from controller.infer.hands import laid_open
from controller.infer.memory import Timers, Words
from controller.infer.pond import PondSeen
from controller.infer.question import Questions
from controller.infer.reading import CERTAIN, Allowed, Reading, TileSet, read_tile
from controller.infer.views import Place, Views
from controller.infer.wall import Walls
from engine.play.apply import Outcome, outcome
from engine.state.events import Event
from engine.state.hand import Game, Hand, Offer, Phase
from engine.state.wall_break import wall_of
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, sort_key
from engine.tiles.wall import Wall
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

CALLED_GRACE: Final = 6.0
"""Seconds that a tile like the one just called is taken for that one where its track is not known,
as after a restart; fetching a called tile takes less."""
UNBACKED_GRACE: Final = 3.0
"""Seconds after which two like tiles in the meld zone are a closed kan without its backs: laying out a
pon takes less, and its third tile would be among the discards."""


MOST_TAKEN: Final = 10
"""Tiles of a hand that is dealt but for the last ones: three takes of four, of which two are not seen."""
UNDEALT: Final = (Phase.BUILD, Phase.THROWN)


@dataclass(frozen=True)
class Look:
    """Everything that a step of inference may use; `game` is the state after the steps before it.

    `taken` names the track of a called tile that a picture may still show in the pond of its seat, and
    `misread` are kinds that backs of this hand's walls are taken for (`wall.misread`).
    """

    game: Game
    views: Views
    words: Words
    timers: Timers
    asks: Questions
    taken: dict[int, int]
    misread: set[int]
    now: float
    built: float | None = None
    """Since when the walls stand that people have built, in seconds; None: the machine raised them."""
    stands: wall.Standing = field(default_factory=wall.Standing)
    """Where those walls stand."""
    dice: bool = True
    """Whether the dice fall in sight; else nobody waits for them."""
    hidden: Mapping[int, Set[int]] = field(default_factory=dict)
    """By seat, the discards (by history index) that nobody saw when play went on."""
    left_open: Set[int] = frozenset()
    """Seats that have not taken away their open hand of the hand before."""
    late: bool = False
    """Nobody saw the hand begin: it is followed from its first discard on."""
    undecided: set[int] = field(default_factory=set, init=False)
    """Seats of which it is not known yet whether their open hand wins on the last discard."""
    _outcomes: dict[Event, Outcome] = field(default_factory=dict, init=False, repr=False, compare=False)
    _ponds: dict[tuple[int, int], PondSeen | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _melds: dict[tuple[int, int], melds.MeldSeen | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def outcome(self, event: Event) -> Outcome:
        """What would come of the event; each is judged once in a look, however many ask."""
        found = self._outcomes.get(event)
        if found is None:
            found = self._outcomes[event] = outcome(self.game, event)
        return found

    @property
    def hand(self) -> Hand:
        assert self.game.hand is not None
        return self.game.hand

    @cached_property
    def tiles(self) -> TileSet:
        return TileSet.of(self.game.rules.counts("tiles.red_fives"))

    @property
    def unseen(self) -> Allowed:
        """How many copies of a face are left beside all that the state knows."""
        return self.left(())

    def left(self, more: Sequence[Tile]) -> Allowed:
        """How many copies of a face are left beside all that the state knows and these."""
        return self.tiles.unseen((*self.hand.seen(), *more))

    @property
    def wall(self) -> Wall | None:
        """The wall as the dice broke it, or else as its indicators lie; None while neither is known."""
        thrown = wall_of(self.game.rules, self.hand.dealer, self.hand.throws)
        return self._opened if thrown is None else thrown

    @property
    def _opened(self) -> Wall | None:
        if self.stands.opened is None and self.hand.phase not in UNDEALT:
            self.stands.opened = found = self.opens
            if found is not None:
                # the tiles that say how it was broken say where it stands, and one may read as a back soon
                wall.aligned(found, len(wall.turned(self._faces)), self._faces, self.stands.anchors)
        return self.stands.opened

    @property
    def opens(self) -> Wall | None:
        """The wall as its open tiles would have it that lie there now.

        Of a kan that lies there the indicator may have been turned, though the state does not know of it.
        Where the first one is not known, a single tile may be the second: then all have to be seen.
        """
        known = len(self.hand.indicators)
        most = max(known, 1 + self.hand.kans + sum(self._new_kan(seat) for seat in range(4)))
        found = (wall.opened(self._faces, count) for count in range(known or most, most + 1))
        return next((opened for opened in found if opened is not None), None)

    def _new_kan(self, seat: int) -> bool:
        seen = self.meld(seat)
        return seen is not None and any(meld.type.kan for meld in seen.melds)

    @property
    def hands_stand(self) -> bool:
        """Whether a dealt hand stands before each seat, of which a few tiles may not be seen."""
        return all(len(self.views.tiles(Zone.HAND, seat)) >= MOST_TAKEN for seat in range(4))

    def side(self, n: int) -> int:
        """The side of the `n`-th indicator; the dealer's where it is not known."""
        return self.hand.dealer if self.wall is None else self.wall.indicator(n).side

    def indicator(self, n: int) -> TileSeen | None:
        """The open tile that is the `n`-th indicator."""
        return None if self.wall is None else wall.indicator(self.wall, n, self.open_walls)

    def ura(self, n: int, indicators: int) -> TileSeen | None:
        """The open tile that lies before the `n`-th of so many indicators."""
        if self.wall is None:
            return None
        said = ((side, self.views.named((Zone.WALL, side, UNSEEN))) for side in range(4))
        named = {side: tile for side, tile in said if tile is not None and self.unseen(tile)}
        return wall.ura(self.wall, n, indicators, self.open_walls, named)

    def ura_hole(self, side: int, indicators: int) -> TileSeen | None:
        """The only one of several before the indicators of a side that the eyes do not see."""
        return None if self.wall is None else wall.ura_hole(self.wall, side, indicators, self.open_walls)

    @property
    def open_walls(self) -> Walls:
        """The open tiles of the walls, as they would lie in such as our machine raises."""
        if self.built is None or self.wall is None:
            return self._faces
        return wall.aligned(self.wall, len(self.hand.indicators) + 1, self._faces, self.stands.anchors)

    @property
    def _faces(self) -> Walls:
        seen: Walls = {seat: self.views.tiles(Zone.WALL, seat) for seat in range(4)}
        turned = Counter((*self.hand.indicators, *self.hand.ura))
        self.misread.update(wall.misread(seen, (Counter(self.hand.seen()) - turned).elements()))
        return wall.without(seen, self.misread)

    def after(self, game: Game) -> Look:
        return replace(self, game=game)

    def pond(self, seat: int) -> PondSeen | None:
        """The pond against the discards nobody took; None while it was not seen.

        Read once in a look, however many ask, unless something is named or assumed meanwhile.
        """
        key = seat, self.views.changes
        if key not in self._ponds:
            self._ponds[key] = self._pond(seat)
        return self._ponds[key]

    def _pond(self, seat: int) -> PondSeen | None:
        if self.views.get(Zone.POND, seat) is None:
            return None
        truth = pond.truth_of(self.hand.seats[seat].pond)
        seen = pond.compare(truth, self.views.tiles(Zone.POND, seat), self.hidden.get(seat, frozenset()))
        if seen.new and self._was_called(seat, seen.new[0]):
            return replace(seen, new=seen.new[1:])
        return seen

    def _was_called(self, seat: int, tile: TileSeen) -> bool:
        """Whether the picture still shows the last discard, which a set holds already. The eyes may take a
        new tile at its place for the same one, but then read it otherwise."""
        last = self.hand.seats[seat].pond[-1:]
        if seat in self.taken:
            sure = None if tile.p < CERTAIN else tile.tile
            other = any(None not in (p.tile, sure) and p.tile != sure for p in last)
            return tile.track == self.taken[seat] and not other
        same = any(p.called_by is not None and p.tile == tile.tile for p in last)
        return same and self.timers.age(f"called.{seat}") < CALLED_GRACE

    def laid(self, seat: int) -> tuple[TileSeen, ...]:
        """Tiles in a pond that the state does not know yet, oldest first."""
        seen = self.pond(seat)
        return () if seen is None else seen.new

    @property
    def any_laid(self) -> bool:
        """Whether a discard lies anywhere that the state does not know yet."""
        return any(self.laid(seat) for seat in range(4))

    def columns(self, seat: int) -> list[columns.Column]:
        return columns.columns(self.views.tiles(Zone.MELD, seat))

    def meld(self, seat: int, zone: Sequence[TileSeen] | None = None) -> melds.MeldSeen | None:
        """The first set in a meld zone, as it lies or as it would lie, that the state does not know yet.

        As it lies it is read once in a look, like a pond.
        """
        if zone is not None:
            return self._meld(seat, zone)
        key = seat, self.views.changes
        if key not in self._melds:
            self._melds[key] = self._meld(seat, None)
        return self._melds[key]

    def _meld(self, seat: int, zone: Sequence[TileSeen] | None) -> melds.MeldSeen | None:
        lying = self.columns(seat) if zone is None else columns.columns(zone)
        known, rest = columns.portions(self.hand.seats[seat].melds, lying)
        said = self.views.settled((Zone.MELD, seat, columns.UNSEEN))
        read = partial(melds.read_meld, rest, seat, self.tiles, said=said, border=columns.right_border(known))
        fitting = read(self._fits, offer=self.hand.offer)
        if fitting is not None and (fitting.melds or fitting.lacks):
            return fitting
        offer = self.hand.offer
        if zone is None and offer is not None and self._took(seat, offer):
            taken = melds.read_taken(rest, seat, self.tiles, self._fits, said, offer)
            if taken is not None:
                return taken
        other = None if fitting is None else read()
        return other if other is not None and other.melds else fitting

    def _took(self, seat: int, offer: Offer) -> bool:
        """Whether the seat must have called the tile on offer: it is gone from its pond, and the first to
        discard since was this seat, out of turn or with two tiles fewer before it. Nobody else lays a set."""
        gone = None if offer.index is None or offer.tile is None else self.pond(offer.seat)
        if gone is None or not (gone.missing or gone.wrong == offer.index):
            return False
        if any(self._lays_a_set(other) for other in range(4) if other not in (seat, offer.seat)):
            return False
        first = {s: laid[0] for s in range(4) if s != offer.seat and (laid := self.laid(s))}
        since = {self.views.since(self.place(Zone.POND, s, tile)): s for s, tile in first.items()}
        caller = since[min(since)] if since else None
        return seat == caller and (seat != self.hand.next_seat or self.short(seat))

    def _lays_a_set(self, seat: int) -> bool:
        """Whether open tiles lie where sets do that are of none which is known."""
        _, rest = columns.portions(self.hand.seats[seat].melds, self.columns(seat))
        return any(column.tile.tile is not None for column in rest)

    def short(self, seat: int) -> bool:
        """Whether two tiles or more left the standing hand, as for a call (E-MELD-09)."""
        row = self.views.tiles(Zone.HAND, seat)
        standing = sum(tile.tile is None for tile in row)
        return 0 < standing <= self.hand.seats[seat].resting - 2

    def _fits(self, meld: Meld) -> bool:
        """Whether the set holds the tile on offer, if it is about that one, and copies are left."""
        offer = self.hand.offer
        taken = offer is not None and offer.seat == meld.source and offer.tile is not None
        if taken and offer is not None and offer.tile != meld.called:
            return False
        seen = Counter(self.hand.seen())
        seen.update(meld.own if taken else meld.tiles)
        return all(seen[tile] <= self.tiles.copies(tile) for tile in meld.tiles)

    def added(self, seat: int) -> tuple[Meld, TileSeen] | None:
        """A known pon of the seat with a fourth tile beside it."""
        mine = self.hand.seats[seat].melds
        found = columns.added_to(mine, self.columns(seat))
        return None if found is None else (mine[found[0]], found[1])

    def called_from(self, source: int) -> Iterator[tuple[int, Meld]]:
        """Certain new sets with a tile of `source`, by the seat that laid them."""
        for seat in range(4):
            seen = None if seat == source else self.meld(seat)
            if seen is not None and seen.certain and seen.melds[0].source == source:
                yield seat, seen.melds[0]

    def closed_kan(self, seat: int) -> Meld | None:
        """A new closed kan of the seat; when no back of it is seen it may first become another set, until the
        seat has discarded."""
        seen = self.meld(seat)
        if seen is None or not seen.certain or seen.melds[0].type is not MeldType.ANKAN:
            return None
        unbacked = len(seen.tiles) == 2 and not self.laid(seat)
        if unbacked and self.timers.age(f"closed.{seat}") < UNBACKED_GRACE:
            return None
        return seen.melds[0]

    def added_kan(self, seat: int) -> tuple[Meld | None, TileSeen, Reading] | None:
        """The kan of a known pon of the seat with the tile added to it, None until that is read; the tile."""
        found = self.added(seat)
        if found is None:
            return None
        pon, seen = found
        left = self.unseen
        reading = read_tile(seen, lambda face: face.kind == pon.kind and left(face))
        if reading.tile is None:
            return None, seen, reading
        tiles = tuple(sorted((*pon.tiles, reading.tile), key=sort_key))
        return Meld(MeldType.SHOUMINKAN, tiles, pon.called, pon.source, reading.tile), seen, reading

    def acts(self, seat: int) -> bool:
        """Whether the seat shows that it has drawn: a discard, an own kan, a word before the discard."""
        if self.laid(seat) or self.closed_kan(seat) or self.added(seat):
            return True
        if any(self.words.settled(seat, b, self.now) for b in (Button.RIICHI, Button.ABORT)):
            return True
        return any(True for _ in self.called_from(seat))

    def went_on(self, seat: int) -> bool:
        """Whether somebody acted on a discard of the seat that is not accepted yet."""
        others = [s for s in range(4) if s != seat]
        return (
            len(self.laid(seat)) > 1
            or any(self.laid(other) for other in others)
            or any(self.words.settled(other, Button.RON, self.now) for other in others)
            or self.words.settled((seat + 1) % 4, Button.TSUMO, self.now)
            or self.closed_kan((seat + 1) % 4) is not None
            or any(self.words.said(any_seat, Button.NOTEN) or self.opened(any_seat) for any_seat in range(4))
        )

    def played_on(self, seat: int) -> int:
        """How many others have laid a discard or a set since, of which the state does not know yet, though it
        waits for the seat."""
        others = [other for other in range(4) if other not in (seat, self._source)]
        called = any(True for other in others for _ in self.called_from(other))
        return sum(bool(self.laid(other)) for other in others) + called

    @property
    def _source(self) -> int | None:
        """Who made the last discard, while it may be called."""
        return None if self.hand.offer is None else self.hand.offer.seat

    def opened(self, seat: int) -> bool:
        """Whether the hand lies face up."""
        return laid_open(self.views.tiles(Zone.HAND, seat))

    def place(self, zone: Zone, seat: int, tile: TileSeen) -> Place:
        return zone, seat, tile.track


def matches(called: Tile | None, offered: Tile | None) -> bool:
    return offered is None or called == offered
