"""A table without a machine of ours: walls are built or raised, and the camera sees them.

A hand begins when four whole walls stand and nothing else lies on the mat, or when somebody presses START, or
when it is played already though nobody saw it begin.
A bought table raises the walls of the next hand while tiles of the last one are still pushed in: there it
begins when such walls have stood and the ponds are empty. Where it has dealt, too, the hands lie there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from contract.messages import MachineCode, MachineView
from controller.infer import wall
from controller.infer.begun import Raised, WallsBuilt
from controller.infer.hands import laid_open
from controller.machine.no_machine import NoMachine
from controller.machine.transitions import CycleStep, Trigger
from engine.tiles.wall import DEALT, RING, STACKS
from vision.calibration.mat import POND_LEFT, POND_ROW_Y, TILE_W, Zone
from vision.eyes.observe import SAME_ROW

if TYPE_CHECKING:
    from vision.eyes.observation import TileSeen

UNEVEN_S: Final = 4.0
"""After so many seconds unchanged beside three whole walls, the screen says how many stacks a wall has. Who
still builds lays the next stack sooner."""
EMPTY_S: Final = 3.0
"""Seconds without a tile in any pond after which they are empty, and not only unread as yet."""
WITH_FLOWERS: Final = STACKS + 1
"""Stacks of each wall where eight flowers are among the tiles (C-SET-02)."""
REST_S: Final = 1.0
"""Seconds that the walls stand before they count: who builds them looks them over first. Discards of a
hand that nobody saw begin lie as long."""
LEFT: Final = RING - DEALT // 4
"""Stacks of the walls at most from which a hand was dealt: half of it shows that, as some may not be seen."""
HAND: Final = 13
UNSEEN: Final = 2
"""Tiles of a dealt hand that may not be seen: backs are found less surely than faces."""


class Sees(Protocol):
    """What is asked of the eyes."""

    @property
    def walls(self) -> tuple[int, int, int, int]:
        """Stacks of the wall before each seat, as last read."""
        ...

    def content(self, zone: Zone, seat: int) -> Sequence[TileSeen]: ...

    def wall(self, seat: int) -> Sequence[TileSeen]:
        """Tiles of the wall before the seat, seen from above."""
        ...


def _begun(pond: Sequence[TileSeen]) -> bool:
    """Whether an open tile lies where the first discard of a seat does."""
    first = pond[0] if pond else None
    if first is None or first.tile is None:
        return False
    return abs(first.y - POND_ROW_Y[0]) < SAME_ROW and abs(first.x - POND_LEFT - TILE_W / 2) < TILE_W / 2


class BuildCycle:
    """Build, throw, play; without `dice` no throw is waited for."""

    def __init__(self, throws: int, *, dice: bool = True) -> None:
        self.throws = throws
        self.step = CycleStep.WAIT
        self._dice = dice
        self._another = False

    @property
    def waits_for_start(self) -> bool:
        """Only before another game: walls that stand begin a hand by themselves."""
        return self.step is CycleStep.DONE

    def feed(self, trigger: Trigger) -> bool:
        """Whether a hand begins with it."""
        match trigger:
            case Trigger.START if self._another:
                self._another = False
            case Trigger.START if self.step is CycleStep.WAIT:
                self.step = CycleStep.THROW if self._dice else CycleStep.PLAY
                return True
            case Trigger.HAND_OVER if self.step in (CycleStep.THROW, CycleStep.PLAY):
                self.step = CycleStep.WAIT
            case Trigger.HAND_ON if self.step is CycleStep.WAIT:
                self.step = CycleStep.PLAY
            case Trigger.GAME_OVER:
                self.step = CycleStep.DONE
            case Trigger.GAME_SET:
                self._another = False
            case Trigger.GAME_ON if self.step is CycleStep.DONE:
                # the START that asked for another game begins no hand of it
                self.step, self._another = CycleStep.WAIT, True
        return False

    def thrown(self, count: int) -> None:
        """How many throws of this hand have fallen."""
        if self.step is CycleStep.THROW and count >= self.throws:
            self.step = CycleStep.PLAY

    def resume(self, thrown: int) -> None:
        """A hand was on the table when the service stopped."""
        self.step = CycleStep.PLAY if thrown >= self.throws or not self._dice else CycleStep.THROW


class Builders(NoMachine):
    """A `Preparation` by people, or by a table of another maker."""

    def __init__(self, eyes: Sees, throws: int, walls: Raised = Raised.PEOPLE) -> None:
        self.cycle = BuildCycle(throws, dice=walls is Raised.PEOPLE)
        self._eyes = eyes
        self._walls = walls
        self._since: float | None = None
        self._stood = False
        """What the table raised for the next hand has stood for long enough."""
        self._used = False
        """What stands was begun with: the table has raised nothing since."""
        self._held: set[int] = set()
        """The tracks of the tiles in the hands when the last hand ended."""
        self._left = 0
        """Stacks of the walls then."""
        self._now = 0.0
        self._built: list[WallsBuilt] = []
        self._counts = [0, 0, 0, 0]
        self._counted = 0.0
        """Since when the walls have so many stacks."""
        self._risen, self._risen_at = 0, 0.0
        """The most stacks seen of walls that are not seen whole, and since when no more of them are."""
        self._empty: float | None = None
        """Since when the ponds are empty."""
        self._laid, self._emptied = True, False
        """Whether discards lay there since the last hand began, and were cleared away."""
        self._many, self._bare = False, False
        """Whether more than one of each seat lay there, and none was seen since, for a moment at least."""
        self._played: float | None = None
        """Since when it looks as if a hand were played that nobody saw begin."""

    def poll(self, now: float) -> list[WallsBuilt]:
        self._now = now
        self._count(now)
        self._rise(now)
        self._miss(now)
        built, self._built = self._built, []
        return built

    def ready(self, now: float) -> bool:
        waits = self.cycle.step is CycleStep.WAIT
        if waits and self._missed():
            return True
        match self._walls:
            case Raised.PEOPLE:
                return self._rest(now, waits and self._whole() and not self._lies(Zone.POND, Zone.HAND))
            case Raised.DEALT:
                self._used = self._old()
                return self._rest(now, waits and not self._used and self._dealt())
            case Raised.RAISED:
                self._used &= sum(self._eyes.walls) > LEFT
                risen = not self._used and (self._whole() or self._seen_badly())
                self._stood = self._stood or self._rest(now, risen)
                return waits and self._stood and not self._lies(Zone.POND)

    def _missed(self) -> bool:
        """Whether people play a hand that nobody saw begin: they threw the dice as soon as the walls
        stood, or backs of the cloth's own colour are not seen."""
        return self._played is not None and self._now - self._played >= REST_S

    def _miss(self, now: float) -> None:
        """Discards beside an indicator where no discard lay before: before two seats where that was plain,
        else at the first place before all four, as tiles that are pushed together never lie."""
        ponds = [self._eyes.content(Zone.POND, seat) for seat in range(4)]
        lying = sum(map(len, ponds))
        if lying > len(ponds) and self._empty is not None:
            self._emptied = self._bare = False  # only hidden: in a new hand one discard follows the other
        self._many |= lying > len(ponds)
        self._empty = None if lying else now if self._empty is None else self._empty
        self._laid |= lying > 0
        self._bare |= self._many and self._empty is not None
        self._emptied |= self._laid and self._empty is not None and now - self._empty >= EMPTY_S
        open_ = sum(any(tile.tile is not None for tile in pond) for pond in ponds)
        waits = self.cycle.step is CycleStep.WAIT
        begun = (self._emptied and open_ > 1) or (self._bare and all(map(_begun, ponds)))
        played = waits and begun and self._turned()
        self._played = None if not played else now if self._played is None else self._played

    def _turned(self) -> bool:
        """Whether indicators lie open on the walls, that of a kan among them."""
        faces = self._faces()
        count = len(wall.turned(faces))
        return 0 < count <= wall.INDICATORS and wall.opened(faces, count) is not None

    def _rest(self, now: float, stand: bool) -> bool:
        """Whether all has stood for long enough; `_since` is since when."""
        self._since = None if not stand else now if self._since is None else self._since
        return self._since is not None and now - self._since >= REST_S

    def _whole(self) -> bool:
        return all(count == STACKS for count in self._eyes.walls)

    def _dealt(self) -> bool:
        """Whether hands lie there as a table deals them, beside a turned indicator."""
        hands = self._hands()
        whole = all(abs(len(hand) - HAND) <= UNSEEN and not laid_open(hand) for hand in hands)
        return whole and wall.opened(self._faces(), 1) is not None

    def _old(self) -> bool:
        """Whether the hands that lie there are those of a hand that began: until they are pushed away. Where
        discards are taken away first, they stand beside their indicator as if they had just been dealt."""
        hands = self._hands()
        tracks, stacks = {tile.track for hand in hands for tile in hand}, sum(self._eyes.walls)
        if self.cycle.step is not CycleStep.WAIT:
            self._held, self._left = tracks, stacks
        if self._lies(Zone.POND):
            return True
        # other tiles beside higher walls: nobody saw the mat between the two hands
        other = tracks.isdisjoint(self._held) and stacks > self._left
        return self._used and all(hands) and not other

    def _seen_badly(self) -> bool:
        """Whether walls stand long that a table raised, of which more than one is not seen whole: backs of
        nearly the cloth's own colour. Where three are seen whole, the fourth is not."""
        return self._risen > 0 and self._now - self._risen_at >= UNEVEN_S

    def _rise(self, now: float) -> None:
        """Backs that are hard to see come and go; walls that still rise are seen more and more of."""
        walls = enumerate(self._eyes.walls)
        counts = [count or min(len(self._eyes.wall(seat)), STACKS) for seat, count in walls]
        seen = sum(counts)
        if seen <= LEFT or max(counts) > STACKS or counts.count(STACKS) >= len(counts) - 1:
            self._risen = 0
        elif seen > self._risen:
            self._risen, self._risen_at = seen, now

    def _faces(self) -> wall.Walls:
        """What lies open on the walls."""
        return {seat: self._eyes.content(Zone.WALL, seat) for seat in range(4)}

    def _hands(self) -> list[Sequence[TileSeen]]:
        """What lies or stands before each seat."""
        return [self._eyes.content(Zone.HAND, seat) for seat in range(4)]

    def _lies(self, *zones: Zone) -> bool:
        return any(self._eyes.content(zone, seat) for zone in zones for seat in range(4))

    @property
    def view(self) -> MachineView:
        uneven = self.cycle.step is CycleStep.WAIT and self._uneven()
        return MachineView(
            state=MachineCode.NONE, walls=self._walls.value, stacks=self._counts if uneven else [0] * 4
        )

    def _uneven(self) -> bool:
        """Whether three walls have long stood whole and the fourth not, or three as with flowers."""
        unlike = [count for count in self._counts if count != STACKS]
        one = len(unlike) == 1 and unlike[0] > 0
        flowers = self._counts.count(WITH_FLOWERS) >= len(self._counts) - 1
        return (one or flowers) and self._now - self._counted >= UNEVEN_S

    def _count(self, now: float) -> None:
        """Since when the walls have as many stacks as now."""
        counts = list(self._eyes.walls)
        if counts.count(STACKS) == len(counts) - 1 and 0 in counts:
            # a cup on a wall leaves a hole in it: what is seen counts, and is never a whole wall
            hidden = counts.index(0)
            counts[hidden] = min(len(self._eyes.wall(hidden)), STACKS - 1)
        if counts != self._counts:
            self._counts, self._counted = counts, now

    def take_over(self) -> None:
        """What lies in the ponds is of a hand whose walls a machine raised."""
        self._laid, self._emptied, self._played = True, False, None
        self._many = self._bare = False

    def resume(self, thrown: int) -> None:
        self.cycle.resume(thrown)
        self._used = True

    def thrown(self, count: int) -> None:
        self.cycle.thrown(count)

    def tell(self, trigger: Trigger) -> None:
        if trigger is Trigger.DISCARD:  # that the ponds were empty was a call of the only discard
            self._emptied = self._bare = False
        if self.cycle.feed(trigger):
            since = self._now if self._since is None else self._since
            turned = self._walls is Raised.DEALT or self._missed()
            self._built.append(WallsBuilt(since, turned))
            self._since, self._stood, self._used = None, False, True
            self._laid = self._emptied = self._many = self._bare = False
