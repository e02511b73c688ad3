"""A planned hand as steps on the mat: what the people do, in which order, and how long it takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, TypedDict

from contract.messages.seat_panel import Button
from controller.virtual import place
from controller.virtual.building import walls_by_people
from controller.virtual.deck import Deck
from controller.virtual.gesture import (
    STILL,
    STILL_SET,
    Carry,
    Gate,
    GestureStep,
    Mat,
    Pace,
    Reach,
    carry_all,
    edge,
)
from controller.virtual.layout import Layout
from controller.virtual.place import Copy
from controller.virtual.placement_noise import ORDERLY, Slop
from controller.virtual.plan import HandPlan
from controller.virtual.raising import SETS, dealt_hands, walls_that_rise
from engine.state import events as ev
from engine.tiles.tile import Tile
from engine.tiles.wall import WallPlace, taker
from vision.calibration import mat
from vision.scene.scene import Rest, StickBody, TileBody
from vision.scene.untidiness import Mess

Walls = Literal["ours", "people", "raised", "dealt"]
OURS: Final = "ours"
PEOPLE: Final = "people"
RAISED: Final = "raised"
DEALT: Final = "dealt"
TAKEN: Final = 52
"""Tiles that are dealt before the dealer's fourteenth."""
DRAW: Final = 0.7
DISCARD: Final = 0.7
THOUGHT: Final = (0.2, 1.2)
CALL: Final = 1.5
KAN: Final = 1.1
TURN_OVER: Final = 0.7
STICK: Final = 0.7
SHOW: Final = 1.2
TAKE: Final = 0.6
SWEEP: Final = 1.5
"""Seconds at human pace; a turn then takes about two (E-PACE-01 allows far more)."""
SAID: Final = 0.3
"""Between a word and the deed that follows it."""


class Script:
    """Compiles one hand; `steps` is the whole of it, from the empty mat to the settled sticks."""

    def __init__(
        self,
        plan: HandPlan,
        mat_now: Mat,
        seed: str,
        tidiness: float,
        pace: Pace,
        mess: Mess = ORDERLY,
        *,
        walls: Walls = OURS,
        silent: bool = False,
    ) -> None:
        """`walls`: where they come from; `silent`: people press no buttons."""
        self.silent = silent
        self.plan = plan
        self.pace = pace
        self.rng = random.Random(f"pace {seed} {plan.index}")
        slop = Slop(f"{seed} {plan.index}", tidiness, mess)
        self.slop = slop
        self.deck = Deck(plan.rules, plan.dealer, plan.throws)
        self.walls = walls
        self.layout = Layout(self.deck.wall, _set_of(plan, walls), mat_now, slop)
        self.ended = False
        self._turned = False
        """The first indicator of a table that turns it itself."""
        self.steps: list[GestureStep] = []
        self._compile()

    def _compile(self) -> None:
        habits: _Habits = {"slop": self.slop, "pace": self.pace}
        match self.walls:
            case "people":
                self.steps += walls_by_people(self.plan, self.layout, **habits)
            case "raised":
                self.steps += walls_that_rise(self.layout, **habits)
            case "dealt":
                self.steps += dealt_hands(self.layout, self._deal(), **habits)
            case _:
                self._machine()
        self._add("look", None, (), (), self.pace(0.5), STILL)
        for event in _words_first(self.plan.events):
            first = len(self.steps)
            deed = self._DEEDS.get(type(event))
            if deed is not None:
                deed(self, event)
            self._mark(event, first)

    def _mark(self, event: ev.Event, first: int) -> None:
        """The last step with a movement or a word, of those from `first` on, shows the event."""
        shows = [i for i in range(first, len(self.steps)) if self.steps[i].carries or self.steps[i].presses]
        at = shows[-1] if shows else len(self.steps) - 1
        self.steps[at] = replace(self.steps[at], events=(*self.steps[at].events, event))

    # the machine and the deal

    def _machine(self) -> None:
        """The old tiles go in, the new walls rise, the dice fall."""
        before = self.layout.mat
        self.steps.append(self._swept(before))
        before.tiles.clear()
        walls = self.layout.walls()
        self.steps.append(GestureStep("walls", gate=Gate.RAISED, carries=tuple(Carry(b) for b in walls)))
        for thrown in self.plan.throws:
            dice = place.dice_bodies(thrown, self.slop)
            before.dice = dice
            self.steps.append(GestureStep("dice", gate=Gate.THROWN, dice=dice))

    def _swept(self, before: Mat) -> GestureStep:
        """Tiles slide to the hatch in the centre, the nearest first."""
        seconds = self.pace(SWEEP)
        carries = []
        for tile in before.tiles.values():
            far = max(abs(tile.x), abs(tile.y)) / mat.MAT_HALF
            hole = replace(tile, x=tile.x / 20, y=tile.y / 20, z=0.0)
            carries.append(Carry(hole, 0.4 * far * seconds, (0.4 * far + 0.6) * seconds, lift=0.0))
        return GestureStep(
            "collected", seconds if carries else 0.0, gate=Gate.COLLECTED,
            carries=tuple(carries), gone=frozenset(before.tiles), dice=(),
        )  # fmt: skip

    def _deal(self) -> dict[int, list[WallPlace]]:
        """The places in the walls of each seat's first 13 tiles."""
        dealer = self.plan.dealer
        return {
            seat: [self.deck.live(n) for n in range(TAKEN) if taker(dealer, n) == seat] for seat in range(4)
        }

    def _dealt(self, _: ev.Event) -> None:
        if self.walls == DEALT:
            return
        dealer = self.plan.dealer
        self._counters()
        lowered = not self.deck.loose and self.slop.chance(self.slop.mess.lowered)
        moved = self.layout.broken(lowered)
        first = self.layout.spot_xy(self.deck.live(0))
        reach = carry_all(dealer, first, moved[:1], None, 0.0, self.pace(TAKE))[1]
        slide = tuple(Carry(b, 0.3 * self.pace(TAKE), 0.7 * self.pace(TAKE), lift=0.0) for b in moved)
        self._add("break", dealer, slide, (reach,), self.pace(TAKE))
        if lowered:
            tile = self.layout.lower()
            self._carried(
                "lower", dealer, self.layout.spot_xy(self.deck.wall.replacement(0)), [tile], None, TAKE
            )
        if self.deck.loose:
            loose = self.layout.set_loose(self.deck.loose)
            self._carried("loose", dealer, first, loose, Rest.FACE_DOWN, TAKE)
        takes = [range(n, n + 4) for n in range(0, 48, 4)] + [range(n, n + 1) for n in range(48, 52)]
        for take in takes:
            seat = taker(dealer, take[0])
            spots = [self.deck.live(n) for n in take]
            bodies = self.layout.take(seat, spots)
            self._carried("take", seat, self.layout.spot_xy(spots[0]), bodies, Rest.FACE_DOWN, TAKE)
        carries = tuple(
            Carry(b, 0.0, self.pace(0.5), lift=15.0) for seat in range(4) for b in self.layout.sort(seat)
        )
        self._add("sort", None, carries, (), self.pace(0.6))

    def _counters(self) -> None:
        """Dice and honba sticks go into the dealer's right corner (E-MARK-01, -03)."""
        if not self.slop.chance(self.slop.mess.corner):
            return
        started = self.plan.events[0]
        assert isinstance(started, ev.HandStarted)
        dealer, before = started.dealer, self.layout.mat
        before.dice = place.put_away(dealer, before.dice, self.slop)
        sticks = self.layout.count_honba(dealer, started.honba)
        x, y = edge(dealer, place.CORNER_X)
        carries = tuple(Carry(s, 0.0, self.pace(TAKE), start=replace(s, x=x, y=y)) for s in sticks)
        step = GestureStep("counters", self.pace(TAKE), seat=dealer, carries=carries, dice=before.dice)
        self.steps.append(step)

    # turns

    def _drew(self, event: ev.Drawn) -> None:
        spot = self.deck.replace() if event.replacement else self.deck.draw()
        start = self.layout.spot_xy(spot)
        body = self.layout.draw(event.seat, spot)
        self._carried("draw", event.seat, start, [body], Rest.FACE_DOWN, DRAW)
        self._think()

    def _riichi(self, event: ev.RiichiDeclared | ev.ReadyDeclared) -> None:
        self._said("riichi", event.seat, ((event.seat, Button.RIICHI),))

    def _discarded(self, event: ev.Discarded) -> None:
        assert event.tile is not None
        seat, seconds = event.seat, self.pace.seen(DISCARD)
        was = dict(self.layout.mat.tiles)
        laid, moved = self.layout.discard(seat, event.tile, bool(event.tsumogiri), event.sideways)
        start = was[laid.id]
        carries, reach = carry_all(seat, (start.x, start.y), [laid], Rest.FACE_UP, 0.0, seconds)
        sort = tuple(Carry(b, 0.75 * seconds, seconds, lift=12.0) for b in moved)
        self._add("discard", seat, carries + sort, (reach,), seconds, STILL + self.pace(0.1))

    def _paid(self, event: ev.RiichiPaid) -> None:
        stick = self.layout.deposit(event.seat)
        x, y = edge(event.seat)
        (carry,), reach = carry_all(event.seat, (x, y), [stick], None, 0.0, self.pace.seen(STICK))
        carry = replace(carry, start=replace(stick, x=x, y=y))
        self._add("stick", event.seat, (carry,), (reach,), self.pace.seen(STICK), STILL)

    # sets

    def _called(self, event: ev.Called) -> None:
        seat = event.seat
        self._think()
        was = dict(self.layout.mat.tiles)
        called, own, moved = self.layout.call(seat, event.meld)
        half = self.pace.seen(CALL / 2)
        shown, first = carry_all(seat, _middle(was[b.id] for b in own), own, Rest.FACE_UP, 0.0, half)
        pond = was[called.id]
        fetched, second = carry_all(seat, (pond.x, pond.y), [called], Rest.FACE_UP, half, half)
        closed = tuple(Carry(b, half, 1.5 * half, lift=0.0) for b in moved)
        self._add("call", seat, shown + fetched + closed, (first, second), 2 * half, STILL_SET)

    def _kan(self, event: ev.KanDeclared) -> None:
        was = dict(self.layout.mat.tiles)
        laid, moved = self.layout.kan(event.seat, event.meld)
        seconds = self.pace.seen(KAN)
        carries, reach = carry_all(event.seat, _middle(was[b.id] for b in laid), laid, None, 0.0, seconds)
        # every tile of a closed kan is shown before the outer two are turned down (R-KAN-14)
        carries = tuple(Carry(c.to, c.begin, c.end, Rest.FACE_UP) for c in carries)
        closed = tuple(Carry(b, 0.75 * seconds, seconds, lift=0.0) for b in moved)
        self._add("kan", event.seat, carries + closed, (reach,), seconds, STILL_SET)

    def _dora(self, _: ev.DoraRevealed) -> None:
        if self.walls == DEALT and not self._turned:
            self._turned = True
            return
        spot, tile = self.layout.turn_indicator()
        self._carried("dora", spot.side, self.layout.spot_xy(spot), [tile], Rest.FACE_UP, TURN_OVER, STILL)

    # the end of the hand

    def _won(self, event: ev.WinDeclared) -> None:
        if self.ended:
            return
        self.ended = True
        self._add("think", None, (), (), self.pace(self.rng.uniform(*THOUGHT)), SAID)
        wins = [e for e in self.plan.events if isinstance(e, ev.WinDeclared)]
        button = Button.TSUMO if event.seat == event.source else Button.RON
        self._said("win", event.seat, tuple((w.seat, button) for w in wins))

    def _shown(self, event: ev.HandShown) -> None:
        won = any(isinstance(e, ev.WinDeclared) and e.seat == event.seat for e in self.plan.events)
        apart = self._apart(event) if won else None
        was = dict(self.layout.mat.tiles)
        bodies = self.layout.show(event.seat, apart)
        seconds = self.pace.seen(SHOW)
        carries, reach = carry_all(event.seat, _middle(was[b.id] for b in bodies), bodies, None, 0.0, seconds)
        flat = tuple(Carry(c.to, c.begin, c.end, None, 10.0) for c in carries)
        gate = Gate.NONE if won or self.plan.reason.abortive else Gate.ASKED_TENPAI
        self._add("show", event.seat, flat, (reach,), seconds, STILL + self.pace(0.2), gate)

    def _apart(self, event: ev.HandShown) -> Tile | None:
        """The tile of a tsumo, which lies off the hand (E-WINTILE-03)."""
        drawn = self.layout.seats[event.seat].drawn
        return drawn.face if drawn is not None else None

    def _ura(self, _: ev.UraRevealed) -> None:
        winner = next(e.seat for e in self.plan.events if isinstance(e, ev.WinDeclared))
        for spot, bodies in self.layout.turn_ura():
            self._carried("ura", winner, self.layout.spot_xy(spot), bodies, None, TURN_OVER)
        self._add("ura read", winner, (), (), 0.0, STILL)

    def _noten(self, event: ev.NotenDeclared) -> None:
        self._said("noten", event.seat, ((event.seat, Button.NOTEN),), Gate.ASKED_TENPAI)

    def _abort(self, event: ev.AbortDeclared) -> None:
        self._think()
        self._said("abort", event.seat, ((event.seat, Button.ABORT),))

    def _settled(self, event: ev.HandEnded) -> None:
        """Paid: sticks that stay are put aside, others are taken from the mat."""
        if event.kyotaku:
            counters = self.layout.honba()
            for stick in counters:
                del self.layout.mat.sticks[stick]
            aside = self.layout.put_aside()
            carries = tuple(Carry(s, 0.1, self.pace(0.8), lift=20.0) for s in aside)
            self._add("sticks", None, carries, (), self.pace(0.9) if aside else 0.0, gate=Gate.PAID)
            self.steps[-1] = replace(self.steps[-1], gone_sticks=frozenset(counters))
            return
        gone = frozenset(self.layout.mat.sticks)
        self.layout.mat.sticks.clear()
        self.steps.append(GestureStep("sticks", self.pace(0.3), gate=Gate.PAID, gone_sticks=gone))

    # building

    def _think(self) -> None:
        self._add("think", None, (), (), self.pace(self.rng.uniform(*THOUGHT)))

    def _said(
        self, name: str, seat: int, presses: tuple[tuple[int, Button], ...], gate: Gate = Gate.NONE
    ) -> None:
        said = () if self.silent else presses
        self.steps.append(GestureStep(name, self.pace(SAID), gate=gate, seat=seat, presses=said))

    def _carried(
        self, name: str, seat: int, start: tuple[float, float],
        bodies: Sequence[TileBody | StickBody], via: Rest | None, seconds: float, still: float = 0.0,
    ) -> None:  # fmt: skip
        seconds = self.pace.seen(seconds) if still else self.pace(seconds)
        carries, reach = carry_all(seat, start, bodies, via, 0.0, seconds)
        self._add(name, seat, carries, (reach,), seconds, still)

    def _add(
        self, name: str, seat: int | None, carries: tuple[Carry, ...], reaches: tuple[Reach, ...],
        seconds: float, still: float = 0.0, gate: Gate = Gate.NONE,
    ) -> None:  # fmt: skip
        self.steps.append(GestureStep(name, seconds, still, gate, seat, carries, reaches))

    _DEEDS: Final[dict[type, Callable[..., None]]] = {
        ev.Dealt: _dealt,
        ev.Drawn: _drew,
        ev.RiichiDeclared: _riichi,
        ev.ReadyDeclared: _riichi,
        ev.Discarded: _discarded,
        ev.RiichiPaid: _paid,
        ev.Called: _called,
        ev.KanDeclared: _kan,
        ev.DoraRevealed: _dora,
        ev.WinDeclared: _won,
        ev.HandShown: _shown,
        ev.UraRevealed: _ura,
        ev.NotenDeclared: _noten,
        ev.AbortDeclared: _abort,
        ev.HandEnded: _settled,
    }


class _Habits(TypedDict):
    slop: Slop
    pace: Pace


def _set_of(plan: HandPlan, walls: Walls) -> Mapping[WallPlace, Copy]:
    """The tiles of the hand; a bought table has another set for every other hand."""
    if walls not in (RAISED, DEALT):
        return plan.copies
    shift = len(plan.copies) * (plan.index % SETS)
    return {spot: replace(copy, id=copy.id + shift) for spot, copy in plan.copies.items()}


def _middle(bodies: Iterable[TileBody]) -> tuple[float, float]:
    points = [(b.x, b.y) for b in bodies]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _words_first(events: Sequence[ev.Event]) -> list[ev.Event]:
    """All who win say so before the first of them opens his hand."""
    wins = [e for e in events if isinstance(e, ev.WinDeclared)]
    if len(wins) < 2:
        return list(events)
    first = events.index(wins[0])
    rest = [e for e in events[first:] if not isinstance(e, ev.WinDeclared)]
    return [*events[:first], *wins, *rest]
