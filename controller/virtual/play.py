"""One hand played out by four players with the engine and a wall that is fully known."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from controller.virtual.deck import Deck, Throw
from controller.virtual.place import Copy
from engine.play.apply import apply
from engine.play.legal import legal, moves
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import LEGAL
from engine.state.hand import Game, Hand, Phase, Riichi
from engine.state.priority import standing
from engine.tiles.shape import tenpai
from engine.tiles.tile import Tile
from engine.tiles.wall import DEALT, WallPlace, taker


class Person(Protocol):
    """Who plays a seat: chooses from the moves that the rules allow."""

    rng: random.Random

    def turn(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event:
        """The event of the own turn, one of `moves`."""
        ...

    def claim(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event | None:
        """The claim on the tile that another has offered; None lets it pass."""
        ...


def play_hand(
    game: Game,
    started: ev.HandStarted,
    throws: tuple[Throw, ...],
    copies: Mapping[WallPlace, Copy],
    players: Sequence[Person],
) -> tuple[tuple[ev.Event, ...], Game]:
    """All events of the hand from `started` to its payment, and the game after it."""
    table = _Table(game, started, throws, copies, players)
    table.play()
    return tuple(table.events), table.game


class _Table:
    """Deals, asks the players and does what the rules make automatic."""

    def __init__(
        self,
        game: Game,
        started: ev.HandStarted,
        throws: tuple[Throw, ...],
        copies: Mapping[WallPlace, Copy],
        players: Sequence[Person],
    ) -> None:
        self.game = game
        self.events: list[ev.Event] = []
        self.copies = copies
        self.players = players
        self.dealer = started.dealer
        self.deck = Deck(game.rules, started.dealer, throws)
        self._do(started)
        for dice in throws:
            self._do(ev.DiceThrown(dice))

    @property
    def hand(self) -> Hand:
        assert self.game.hand is not None
        return self.game.hand

    def _do(self, event: ev.Event) -> None:
        self.game = apply(self.game, event)
        self.events.append(event)

    def _face(self, place: WallPlace) -> Tile:
        return self.copies[place].face

    def play(self) -> None:
        self._deal()
        while self.hand.phase is not Phase.ENDED:
            if self.hand.phase is Phase.DISCARD:
                self._turn()
            elif self.hand.phase in (Phase.CALLS, Phase.KAN):
                self._window()
            elif self.hand.phase is Phase.SHOWING:
                self._end()

    def _deal(self) -> None:
        hands: list[list[Tile]] = [[], [], [], []]
        for n in range(DEALT - 1):
            hands[taker(self.dealer, n)].append(self._face(self.deck.live(n)))
        self._do(ev.Dealt(tuple(tuple(h) for h in hands)))
        self._turn_dora()
        self._draw(self.dealer)

    def _turn_dora(self) -> None:
        while self.hand.dora_due:
            place = self.deck.wall.indicator(len(self.hand.indicators))
            self._do(ev.DoraRevealed(self._face(place)))

    def _draw(self, seat: int) -> None:
        self._do(ev.Drawn(seat, self._face(self.deck.draw())))

    def _turn(self) -> None:
        seat = self.hand.turn
        move = self.players[seat].turn(self.game, tuple(moves(self.game, seat)))
        if isinstance(move, ev.RiichiDeclared | ev.ReadyDeclared):
            self._do(move)
            move = self.players[seat].turn(self.game, tuple(moves(self.game, seat)))
        if isinstance(move, ev.Discarded):
            assert move.tile is not None
            self._discard(seat, move.tile)
        else:
            self._do(move)

    def _discard(self, seat: int, tile: Tile) -> None:
        """A tile that equals the drawn one is the drawn one: nobody digs in the hand for it."""
        me = self.hand.seats[seat]
        sideways = me.riichi is Riichi.DECLARED or me.owes_sideways
        tsumogiri = self.hand.drawn == tile
        self._do(ev.Discarded(seat, tile, sideways, tsumogiri))

    def _window(self) -> None:
        """Ron first, then what is automatic, then pon and kan, then chi, then the next draw."""
        source = self.hand.turn
        order = [(source + i) % 4 for i in range(1, 4)]
        claims = [self.players[s].claim(self.game, tuple(moves(self.game, s))) for s in order]
        for claim in claims:
            if isinstance(claim, ev.WinDeclared) and legal(self.game, claim) is LEGAL:
                self._do(claim)
        if self.hand.phase is Phase.SHOWING:
            self._turn_dora()  # where a kan's is due with the discard, it counts for who wins on it
            return
        if self.hand.seats[source].riichi is Riichi.DISCARDED:
            self._do(ev.RiichiPaid(source))
        self._turn_dora()
        if self.hand.phase is Phase.KAN:
            if self.hand.automatic_end(self.game.rules):
                self._pay()
                return
            self._do(ev.Drawn(source, self._face(self.deck.replace()), replacement=True))
            self._turn_dora()
        elif self.hand.automatic_end(self.game.rules):
            self._drawn_hand()
        else:
            calls = standing(self.game.rules, [c for c in claims if isinstance(c, ev.Called)])
            for call in calls:
                self._do(call)
            if not calls:
                self._draw(self.hand.next_seat)

    def _drawn_hand(self) -> None:
        """An exhaustive draw: from the dealer on each shows a tenpai hand (R-DRAW-03)."""
        if self.game.rules.game == "classical":
            self._pay()
            return
        if self.hand.automatic_end(self.game.rules) is not ev.EndReason.EXHAUSTIVE:
            self._aborted()
            return
        rule = self.game.rules.choice("draw.no_live_wait_rule")
        for seat in [(self.dealer + i) % 4 for i in range(4)]:
            me = self.hand.seats[seat]
            if me.riichi is not Riichi.NO or tenpai(me.known, me.melds, rule):
                self._do(ev.HandShown(seat, me.known))
            else:
                self._do(ev.NotenDeclared(seat))
        self._pay()

    def _aborted(self) -> None:
        """An automatic abortive draw: riichi hands are shown where the rules want it (R-RIICHI-16)."""
        for seat in self.hand.to_show(self.game.rules):
            self._do(ev.HandShown(seat, self.hand.seats[seat].known))
        self._pay()

    def _end(self) -> None:
        """After a win, or a claimed kyuushu kyuuhai."""
        if not self.hand.wins:
            seat = self.hand.aborted_by
            assert seat is not None
            self._do(ev.HandShown(seat, self.hand.seats[seat].known))
            self._aborted()
            return
        for win in self.hand.wins:
            tiles = list(self.hand.seats[win.seat].known)
            apart = self.hand.drawn if win.seat == win.source else None
            if apart is not None:
                tiles.remove(apart)
            self._do(ev.HandShown(win.seat, tuple(tiles), apart))
        for seat in self.hand.to_show(self.game.rules):
            self._do(ev.HandShown(seat, self.hand.seats[seat].known))
        if any(self.hand.seats[w.seat].riichi.stands for w in self.hand.wins):
            count = len(self.hand.counted_indicators)
            ura = ev.UraRevealed(tuple(self._face(self.deck.wall.ura(i)) for i in range(count)))
            if legal(self.game, ura) is LEGAL:
                self._do(ura)
        self._pay()

    def _pay(self) -> None:
        ended = result(self.game)
        assert ended is not None
        self._do(ended)
