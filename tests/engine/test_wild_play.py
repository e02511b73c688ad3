"""People who keep to no rule: whatever the state holds, it goes on holding (R-GAME-04, R-SET-01)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.play.apply import apply, replay
from engine.play.check import held
from engine.play.legal import calls, extended, legal
from engine.result.game import next_hand, standings
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.hand import Game, Hand, Phase
from engine.state.tile_count import limit
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, full_set, sort_key
from tests.engine.board import total


class Wild:
    """Deals from a seed and does at random what the state will hold, right or wrong."""

    def __init__(self, preset: str, seed: int, known: bool) -> None:
        self.rng = random.Random(seed)
        self.known = known
        self.game = apply(None, ev.GameStarted(preset))

    def hand(self) -> Hand:
        assert self.game.hand is not None
        return self.game.hand

    def deal(self) -> None:
        follows = next_hand(self.game)
        assert isinstance(follows, ev.HandStarted)
        self.wall = list(full_set(self.game.rules.counts("tiles.red_fives")["m"]))
        self.rng.shuffle(self.wall)
        racks = tuple(tuple(self.wall.pop() for _ in range(13)) for _ in range(4))
        for event in (
            follows,
            ev.DiceThrown((3, 4)),
            ev.Dealt(racks if self.known else (None,) * 4),
            ev.DoraRevealed(self.wall.pop()),
        ):
            self.game = apply(self.game, event)

    def play(self, steps: int) -> None:
        self.deal()
        for _ in range(steps):
            if self.game.in_play is None:
                return
            options = [e for e in self.candidates() if held(self.game.rules, legal(self.game, e))]
            if not options:
                return
            self.game = apply(self.game, self.rng.choice(options))
            self.check()

    def check(self) -> None:
        game, hand = self.game, self.hand()
        assert total(game) == 4 * game.rules.number("game.start_points")
        faces = Counter(hand.seen())
        assert all(n <= limit(game.rules, tile) for tile, n in faces.items())
        wins(game)
        standings(game)
        ended = result(game)
        if ended is not None:
            stick = game.rules.number("riichi.deposit")
            assert sum(ended.deltas) + stick * (ended.kyotaku - game.kyotaku) == 0

    def candidates(self) -> Iterator[ev.Event]:
        hand, rng = self.hand(), self.rng
        if hand.phase in (Phase.CALLS, Phase.KAN, Phase.DRAW):
            yield from self.draws(hand)
        if hand.phase is Phase.DISCARD:
            yield from self.own(hand)
        yield ev.DoraRevealed(self.wall[0])
        for seat in range(4):
            yield ev.RiichiPaid(seat)
            yield ev.Fetched(seat)
            yield ev.WinWithdrawn(seat)
            yield ev.NotenDeclared(seat)
            yield from self.claims(hand, seat)
            yield from self.shown(hand, seat)
            if rng.random() < 0.03:
                yield ev.Penalised(seat, rng.choice([*ev.Sanction]))
                yield ev.RiichiWithdrawn(seat)
        if rng.random() < 0.005:
            yield ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(1, 2, 3, 40),), riichi=(0, 1))
        ended = result(self.game)
        if ended is not None:
            yield ended

    def draws(self, hand: Hand) -> Iterator[ev.Event]:
        tile = self.wall.pop() if self.known and self.wall else None
        seat = hand.next_seat if hand.phase is Phase.CALLS else hand.turn
        yield ev.Drawn(seat, tile, hand.phase is Phase.KAN)

    def own(self, hand: Hand) -> Iterator[ev.Event]:
        seat = hand.turn
        me = hand.seats[seat]
        tiles = [*me.known, *self.rng.sample(self.wall, 3)]
        for tile in tiles:
            yield ev.Discarded(seat, tile, sideways=self.rng.random() < 0.5)
            yield ev.KanDeclared(seat, Meld(MeldType.ANKAN, (Tile(tile.kind),) * 4))
            for pon in me.melds:
                if pon.type is MeldType.PON and pon.kind == tile.kind:
                    yield ev.KanDeclared(seat, extended(pon, tile))
        if self.rng.random() < 0.2:
            yield ev.RiichiDeclared(seat)
            yield ev.WinDeclared(seat, seat)
            yield ev.AbortDeclared(seat)

    def claims(self, hand: Hand, seat: int) -> Iterator[ev.Event]:
        offer = hand.winnable
        if offer is None or self.rng.random() < 0.6:
            return
        if self.rng.random() < 0.2:
            yield ev.WinDeclared(seat, offer.seat)
        if offer.tile is not None and offer is hand.offer:
            for meld in calls(hand, seat, offer.tile, offer.seat):
                yield ev.Called(seat, meld, self.rng.random() < 0.7)
            three = tuple(sorted((offer.tile, Tile(offer.tile.kind), Tile(offer.tile.kind)), key=sort_key))
            yield ev.Called(seat, Meld(MeldType.PON, three, offer.tile, offer.seat), False)

    def shown(self, hand: Hand, seat: int) -> Iterator[ev.Event]:
        me = hand.seats[seat]
        tiles = [*me.known]
        self.rng.shuffle(tiles)
        tiles += self.rng.sample(self.wall, min(me.unknown, len(self.wall)))
        for size in (me.resting, me.resting + 1):
            yield ev.HandShown(seat, tuple(tiles[:size]))
            yield ev.HandShown(seat, tuple(tiles[:size]), tiles[-1] if tiles else None)
        yield ev.UraRevealed(tuple(self.wall[: len(hand.counted_indicators)]))


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("preset", ["rrc", "ema_2012", "tenhou"])
def test_the_state_goes_on_holding(preset: str, known: bool) -> None:
    for seed in range(12):
        wild = Wild(preset, seed, known)
        wild.play(150)
        again: Game | None = replay(wild.game.log)
        assert again == wild.game
