"""A known game as what the eyes, the panel and the machine would tell of it, with delays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from contract.messages.seat_panel import Button
from controller.infer import Input
from controller.panel.panel import PanelSignal
from engine.play.apply import apply
from engine.state import events as ev
from engine.state.hand import Game
from engine.state.wall_break import wall_of
from engine.tiles.tile import ALL, Tile
from engine.tiles.wall import Wall
from firmware_bridge.message import DiceFell, WallsPresented
from tests.controller.infer.scripted.table_reader import Key, Odds, TableReader, clear
from vision.calibration.mat import Zone

GAP = 2.2
"""Seconds from one deed to the next (E-PACE-01: some seconds)."""
SETTLED = 0.3
"""Seconds until a touched zone is read when nothing covers it."""

Timeline = list[tuple[float, Input]]


class Performance:
    """Performs the events of one hand from `start`; `timeline` is what the service hears of it.

    With `rng`, pictures of a zone come late by up to `late` seconds, and one that is overtaken by
    the next change of its zone never comes. Meld and hand zones are read in time: players form a
    set before they discard, and a set nobody could see cannot be told from a draw (R-CALL-07).
    `doubt` is how often a discard or an opened tile cannot be told from another; `faces` knows
    what the tile of a track really is.
    """

    def __init__(
        self,
        game: Game,
        start: float,
        rng: random.Random | None = None,
        late: float = 5.0,
        doubt: float = 0.0,
    ) -> None:
        self.game = game
        self.now = start
        self.reader = TableReader()
        self.timeline: Timeline = []
        self._rng = rng
        self._late = late
        self._doubt = doubt
        self.faces: dict[int, Tile] = {}
        self._due: dict[Key, float] = {}
        self._wall: Wall | None = None
        self._ura = False

    def perform(self, events: Sequence[ev.Event]) -> None:
        for event in events:
            if isinstance(event, ev.HandEnded):
                break
            self._deed(event)
            self.game = apply(self.game, event)
        self._flush(None)

    def _deed(self, event: ev.Event) -> None:
        touched: list[Key] = []
        self.now += GAP
        self._flush(self.now)
        if isinstance(event, ev.HandStarted):
            self._hear(WallsPresented((17, 17, 17, 17)))
        elif isinstance(event, ev.DiceThrown):
            assert self.game.hand is not None
            throws = (*self.game.hand.throws, event.dice)
            self._wall = wall_of(self.game.rules, self.game.dealer, throws)
            self._hear(DiceFell(event.dice))
        elif isinstance(event, ev.Dealt):
            touched = [key for seat in range(4) for key in self.reader.deal(seat, 13)]
        else:
            touched = self._play(event) or self._say(event)
        self._seen(touched)

    def _play(self, event: ev.Event) -> list[Key]:
        reader = self.reader
        if isinstance(event, ev.Drawn):
            return reader.draw(event.seat)
        if isinstance(event, ev.Discarded):
            assert event.tile is not None
            touched = reader.discard(event.seat, self._odds(event.tile), event.sideways)
            self.faces[reader.seats[event.seat].pond[-1].track] = event.tile
            return touched
        if isinstance(event, ev.Called | ev.KanDeclared):
            return reader.lay(event.seat, event.meld)
        if isinstance(event, ev.RiichiPaid):
            return reader.stick(event.seat)
        if isinstance(event, ev.HandShown):
            apart = None if event.win_tile is None else clear(event.win_tile)
            touched = reader.open_hand(event.seat, [self._odds(t) for t in event.tiles], apart)
            pieces = reader.seats[event.seat].hand
            self.faces |= {p.track: t for p, t in zip(pieces, event.tiles, strict=False)}
            return touched
        if isinstance(event, ev.DoraRevealed):
            assert self._wall is not None
            assert self.game.hand is not None
            return reader.turn(self._wall.indicator(len(self.game.hand.indicators)), clear(event.tile))
        if isinstance(event, ev.UraRevealed):
            assert self._wall is not None
            tiles = enumerate(event.tiles)
            return [k for n, t in tiles for k in reader.turn(self._wall.indicator(n), clear(t), ura=True)]
        return []

    def _odds(self, tile: Tile) -> Odds:
        if self._rng is None or self._rng.random() >= self._doubt:
            return clear(tile)
        other = self._rng.choice([face for face in ALL if face != tile])
        first, second = self._rng.sample([tile, other], 2)
        return ((first, 0.52), (second, 0.46))

    def _say(self, event: ev.Event) -> list[Key]:
        if isinstance(event, ev.RiichiDeclared | ev.ReadyDeclared):
            self._hear(PanelSignal(event.seat, Button.RIICHI, self.now))
        elif isinstance(event, ev.WinDeclared):
            button = Button.TSUMO if event.seat == event.source else Button.RON
            self._hear(PanelSignal(event.seat, button, self.now))
        elif isinstance(event, ev.NotenDeclared):
            self._hear(PanelSignal(event.seat, Button.NOTEN, self.now))
        elif isinstance(event, ev.AbortDeclared):
            self._hear(PanelSignal(event.seat, Button.ABORT, self.now))
        return []

    def _hear(self, given: Input) -> None:
        self.timeline.append((self.now, given))

    def _seen(self, touched: Sequence[Key]) -> None:
        for key in touched:
            prompt = self._rng is None or key[0] in (Zone.MELD, Zone.HAND)
            delay = SETTLED if prompt or self._rng is None else self._rng.uniform(SETTLED, self._late)
            self._due.setdefault(key, self.now + delay)

    def _flush(self, until: float | None) -> None:
        """Zones whose time has come are read as they lie."""
        for key, due in sorted(self._due.items(), key=lambda item: item[1]):
            if until is None or due <= until:
                self.timeline.append((due, self.reader.look(key, due)))
                del self._due[key]


def shape(events: Sequence[ev.Event]) -> list[ev.Event]:
    """Events without what nobody at a real table sees: drawn tiles, deals, where a discard came from."""
    return [_bare(event) for event in events]


def _bare(event: ev.Event) -> ev.Event:
    if isinstance(event, ev.Drawn):
        return replace(event, tile=None)
    if isinstance(event, ev.Discarded):
        return replace(event, tsumogiri=None)
    if isinstance(event, ev.Dealt):
        return ev.Dealt()
    if isinstance(event, ev.HandShown):
        return replace(event, tiles=tuple(sorted(event.tiles)))
    if isinstance(event, ev.Called | ev.KanDeclared):
        return replace(event, meld=replace(event.meld, tiles=tuple(sorted(event.meld.tiles))))
    return event
