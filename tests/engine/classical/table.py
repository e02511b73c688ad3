"""A table of Chinese Classical for the tests: games in words, and games played by dice and greed."""

from __future__ import annotations

from typing import Self

from engine import events as ev
from engine.classical.flower import Flower, with_flowers
from engine.game import next_hand
from engine.settle import result
from engine.tile import Tile, full_set
from tests.engine.board import Board, Dealer, rack


class Table(Board):
    """A game of Chinese Classical; `options` are named without `classical.`."""

    def __init__(self, **options: object) -> None:
        super().__init__("classical", **{f"classical__{name}": value for name, value in options.items()})

    def deal(
        self,
        *hands: str | None,
        indicator: str = "",
        dice: tuple[int, int] = (3, 4),
        first: str | None = None,
    ) -> Self:
        """Starts the next hand with these racks; East draws `first`, unseen by default."""
        del indicator
        follows = next_hand(self.game)
        assert isinstance(follows, ev.HandStarted)
        racks = [rack(text) for text in (*hands, *(None,) * (4 - len(hands)))]
        self.do(follows, ev.DiceThrown(dice), ev.Dealt(tuple(racks)))
        return self.draw(self.hand.dealer, first)

    def ready(self, seat: int) -> Self:
        return self.do(ev.ReadyDeclared(seat))

    def show(self, *hands: str, win_tile: str | None = None) -> Self:
        """All four hands by seat, the winner's drawn tile apart."""
        for seat, text in enumerate(hands):
            won = any(w.seat == seat == w.source for w in self.hand.wins)
            apart = Tile.parse(win_tile) if won and win_tile else None
            self.do(ev.HandShown(seat, rack(text) or (), apart))
        return self

    def end(self) -> ev.HandEnded:
        ended = result(self.game)
        assert ended is not None
        self.do(ended)
        return ended


class Players(Dealer):
    """Plays whole games from a seed with all tiles known; flowers are laid as they come."""

    def __init__(self, seed: int, **options: object) -> None:
        super().__init__("classical", seed, **{f"classical__{name}": v for name, v in options.items()})

    def play_hand(self, started: ev.HandStarted) -> None:
        deck: list[Tile | Flower] = [*full_set(0), *(Flower if with_flowers(self.game.rules) else ())]
        self.rng.shuffle(deck)
        dealt, self.deck = [deck[13 * seat : 13 * seat + 13] for seat in range(4)], iter(deck[52:])
        hands = tuple(tuple(t for t in hand if isinstance(t, Tile)) for hand in dealt)
        self.do(started)
        self.do(ev.DiceThrown((self.rng.randint(1, 6), self.rng.randint(1, 6))))
        self.do(ev.Dealt(hands))
        for turn in range(4):
            seat = (started.dealer + turn) % 4
            for flower in (t for t in dealt[seat] if isinstance(t, Flower)):
                self.lay(seat, flower)
        while self.game.in_play is not None:
            self.step()

    def lay(self, seat: int, flower: Flower) -> None:
        self.do(ev.FlowerLaid(seat, flower))
        self.take(seat, replacement=True)

    def draw(self, seat: int) -> None:
        self.take(seat, replacement=self.hand.phase.value == "kan")

    def take(self, seat: int, *, replacement: bool) -> None:
        if replacement and self.hand.automatic_end(self.game.rules):
            self.end()
            return
        tile = next(self.deck)
        self.do(ev.Drawn(seat, tile if isinstance(tile, Tile) else None, replacement))
        if isinstance(tile, Flower):
            self.lay(seat, tile)

    def show(self) -> None:
        hand = self.hand
        drawn = hand.drawn if hand.wins and hand.wins[0].seat == hand.wins[0].source else None
        for seat in hand.to_show(self.game.rules):
            tiles, apart = list(hand.seats[seat].known), drawn if seat == hand.wins[0].seat else None
            if apart is not None:
                tiles.remove(apart)
            self.do(ev.HandShown(seat, tuple(tiles), apart))
        self.end()
