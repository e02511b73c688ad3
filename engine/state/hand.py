"""What is known of a game and of the hand being played. Frozen; only `engine.play.apply` makes new ones.

One shape serves two knowledges: a concealed tile is a `Tile` where it is known (a record, a
simulation) and `None` where nobody has seen it (a real table, until hands are shown).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.events import EndReason, Event, HandEnded, HandStarted, Seats4, WinDeclared
from engine.state.phase import Phase, Riichi, Source
from engine.tiles.meld import Meld
from engine.tiles.shape import shanten, waits
from engine.tiles.tile import Flower, Tile

__all__ = [
    "Game",
    "Hand",
    "HandResult",
    "Offer",
    "OfferKind",
    "Penalty",
    "Phase",
    "PondTile",
    "Riichi",
    "Seat",
    "Source",
]
WINDS: Final = frozenset(range(27, 31))


class OfferKind(StrEnum):
    DISCARD = "discard"
    KAN = "kan"
    CLOSED_KAN = "closed_kan"


@dataclass(frozen=True, slots=True)
class PondTile:
    """A discard; `tile` None while unread, `called_by` the seat that took it for a set."""

    tile: Tile | None
    sideways: bool = False
    called_by: int | None = None
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that others may win on: a discard (`index` in the seat's pond) or the tile of a kan.

    `last`: no live tile was left when it was offered. `riichi`: it is the declaration tile.
    """

    seat: int
    tile: Tile | None
    kind: OfferKind = OfferKind.DISCARD
    index: int | None = None
    last: bool = False
    riichi: bool = False


@dataclass(frozen=True)
class Seat:
    """One player's side of a hand.

    `pond` is the full discard history, called tiles included (R-POND-02). `since` counts the
    offers of the hand that had passed when the temporary furiten last ended. `responsible` holds
    (yakuman, seat) for pao (R-PAO-08). `win_tile` lies apart after a tsumo. `dead` is an announced
    dead hand: the moment is that of the ruling in `Game.log` (R-DEAD-03). `unfetched` counts the
    discards of others since this seat called a tile that still lies in the pond (R-CALL-08).
    `ready` is how many tiles the seat had discarded before the turn in which it declared a ready
    hand (C-READY-01).
    """

    concealed: tuple[Tile | None, ...] = ()
    pond: tuple[PondTile, ...] = ()
    melds: tuple[Meld, ...] = ()
    riichi: Riichi = Riichi.NO
    double_riichi: bool = False
    ippatsu: bool = False
    shown: tuple[Tile, ...] | None = None
    win_tile: Tile | None = None
    noten: bool = False
    since: int = 0
    responsible: tuple[tuple[str, int], ...] = ()
    dead: bool = False
    unfetched: int | None = None
    owes_sideways: bool = False
    """A riichi of which no sideways tile lies in the pond: the next discard does (R-RIICHI-08)."""
    ready: int | None = None
    flowers: tuple[Flower, ...] = ()

    @property
    def closed(self) -> bool:
        """No set holds another player's tile (R-CALL-06)."""
        return not any(meld.open for meld in self.melds)

    @property
    def known(self) -> tuple[Tile, ...]:
        """The concealed tiles that are known."""
        return tuple([tile for tile in self.concealed if tile is not None])

    @property
    def unknown(self) -> int:
        return self.concealed.count(None)

    @property
    def resting(self) -> int:
        """How many concealed tiles the seat holds outside its turn (R-DEAD-05)."""
        return 13 - 3 * len(self.melds)

    @property
    def merged(self) -> bool:
        """A tsumo was shown with the drawn tile among the others (R-WIN-08)."""
        return self.shown is not None and len(self.shown) > self.resting

    @property
    def decided(self) -> bool:
        """The hand was shown or hidden; that cannot be changed (R-DRAW-03)."""
        return self.shown is not None or self.noten

    @property
    def ready_tiles(self) -> tuple[Tile, ...] | None:
        """The concealed part without a tile too many; None where it is unknown or in turn."""
        tiles = self.known if self.shown is None else self.shown
        return tiles if len(tiles) == self.resting and (self.shown or not self.unknown) else None

    @property
    def waits(self) -> frozenset[int] | None:
        """Kinds that complete the shape, outside the own turn; None while tiles are unknown."""
        tiles = self.ready_tiles
        if tiles is None:
            return None
        # Far hands are the many, and shanten is much cheaper than trying every kind.
        return frozenset(waits(tiles, self.melds)) if shanten(tiles, self.melds) == 0 else frozenset()

    def discarded(self, called_away: bool = True) -> frozenset[int]:
        """Kinds among the own discards, on request without those taken by others (R-POND-02)."""
        lying = (p for p in self.pond if called_away or p.called_by is None)
        return frozenset(p.tile.kind for p in lying if p.tile is not None)


@dataclass(frozen=True)
class Hand:
    """A hand in play. `turn` is the seat of the last draw, discard, call or kan.

    `kans` counts the declared kans that were not robbed, `pending` those whose indicator waits for the
    discard (R-KAN-07), `carried` those of earlier kans that wait for the replacement tile of a kan which
    may still be robbed. `offer` is the open one, `flow` those that passed. `before` is the hand before the
    kan or call that a ron may still make void (R-KAN-10, R-WIN-04), `before_kan` that before the first kan of
    the turn, to which a ron on the discard before it returns, `kan` the kan that was declared last.
    `since_before` is the drawer's `since` before a draw that a late call takes back (R-CALL-02).
    `before_word` is the hand before the win or the abortive draw that was claimed, should that be taken
    back (R-WIN-13). `offenders` were given chombo, `overruled` is the ending before, `entered` counts.
    """

    started: HandStarted
    seats: tuple[Seat, Seat, Seat, Seat] = (Seat(), Seat(), Seat(), Seat())
    phase: Phase = Phase.BUILD
    turn: int = 0
    dice: tuple[int, int] | None = None
    second: tuple[int, int] | None = None
    """The throw of the side's owner, where two break the wall (R-WALL-07)."""
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    live_left: int = 122
    kans: int = 0
    kan: Meld | None = None
    pending: int = 0
    carried: int = 0
    intact: bool = True
    """Nobody has called or declared a kan: the first go-around can still be whole (R-TURN-03)."""
    source: Source | None = None
    drawn: Tile | None = None
    offer: Offer | None = None
    flow: tuple[Offer, ...] = ()
    wins: tuple[WinDeclared, ...] = ()
    ending: EndReason | None = None
    aborted_by: int | None = None
    since_before: int = 0
    offenders: tuple[int, ...] = ()
    overruled: EndReason | None = None
    entered: ev.ResultEntered | None = None
    most_indicators: int = 5
    """Indicators that can be turned: none in Chinese Classical, one without kan dora (R-DORA-03)."""
    loose: int = 0
    """Loose tiles that lie ready (C-WALL-08)."""
    before: Hand | None = field(default=None, repr=False, compare=False)
    before_kan: Hand | None = field(default=None, repr=False, compare=False)
    before_word: Hand | None = field(default=None, repr=False, compare=False)

    @property
    def round_wind(self) -> int:
        return self.started.round_wind

    @property
    def number(self) -> int:
        return self.started.number

    @property
    def dealer(self) -> int:
        return self.started.dealer

    @property
    def honba(self) -> int:
        return self.started.honba

    @property
    def throws(self) -> tuple[tuple[int, int], ...]:
        """The dice that have fallen."""
        return tuple(throw for throw in (self.dice, self.second) if throw is not None)

    @property
    def next_seat(self) -> int:
        return (self.turn + 1) % 4

    @property
    def dora_due(self) -> int:
        """Indicators that must be turned now."""
        if self.phase is Phase.BUILD:
            return 0
        due = 1 + self.kans - self.pending - self.carried
        return max(0, min(due, self.most_indicators) - len(self.indicators))

    @property
    def dora_allowed(self) -> int:
        """Indicators that may be turned now: a kan's pending one once its replacement is drawn."""
        if self.phase in (Phase.BUILD, Phase.ENDED):
            return 0
        due = 1 + self.kans - (self.pending if self.phase is Phase.KAN else 0)
        return max(0, min(due, self.most_indicators) - len(self.indicators))

    @property
    def dora_open(self) -> int:
        """Indicators of earlier kans that may be turned beside a kan that can still be robbed."""
        return min(self.carried, self.dora_allowed)

    @property
    def counted_indicators(self) -> tuple[Tile, ...]:
        """The indicators that count for a win at this moment (R-KAN-07)."""
        return self.indicators[: 1 + self.kans - self.pending]

    @property
    def winnable(self) -> Offer | None:
        """The tile that may be won on: the open offer, or the one that was just called (R-WIN-04)."""
        return self.before.offer if self.offer is None and self.before is not None else self.offer

    @property
    def winnables(self) -> tuple[Offer, ...]:
        """The tiles that may be won on: `winnable`, and the discard before the kans of a turn (R-WIN-04)."""
        offers = self.winnable, None if self.before_kan is None else self.before_kan.offer
        return tuple(dict.fromkeys(offer for offer in offers if offer is not None))

    def void_deposit(self, rules: Ruleset) -> int | None:
        """The seat whose declaration tile somebody wins on: its stick is not laid (R-RIICHI-07)."""
        if not self.wins or self.offer is None or not rules.flag("riichi.void_deposit_on_ron"):
            return None
        return self.offer.seat if self.offer.riichi and self.wins[0].source == self.offer.seat else None

    def wins_by(self, seat: int) -> bool:
        """Whether the seat has declared a win."""
        return any(won.seat == seat for won in self.wins)

    def wind(self, seat: int) -> int:
        """The seat wind, 0 East to 3 North."""
        return (seat - self.dealer) % 4

    def passed(self, seat: int) -> tuple[Offer, ...]:
        """Tiles of others that passed since the temporary furiten ended; a kan being robbed ends none."""
        then = self if self.offer is None or self.before is None else self.before
        return tuple(o for o in self.flow[then.seats[seat].since :] if o.seat != seat)

    def seen(self) -> tuple[Tile, ...]:
        """Every tile whose face is known, each physical tile once."""
        out = list(self.indicators + self.ura)
        for seat in self.seats:
            out += seat.known
            out += [p.tile for p in seat.pond if p.tile is not None and p.called_by is None]
            for meld in seat.melds:
                out += meld.tiles
        return tuple(out)

    @property
    def unwatched(self) -> bool:
        """The hand was dealt without a throw of the dice: no camera follows its tiles."""
        dealt = self.phase is Phase.DEALT and not self.throws and not self.indicators
        return dealt and all(s.unknown for s in self.seats)

    def automatic_end(self, rules: Ruleset) -> EndReason | None:
        """The draw that takes effect if nobody wins on the discard that lies there (R-DRAW, R-ABORT)."""
        if self.phase is not Phase.CALLS:
            # A flower that no loose tile is left to replace ends the hand, too (C-FLOWER-02).
            stuck = self.phase is Phase.KAN and rules.game == "classical" and not self.loose
            return EndReason.EXHAUSTIVE if stuck else None
        first = [s.pond[0].tile for s in self.seats if len(s.pond) == 1]
        kinds = {None if tile is None else tile.kind for tile in first}
        same = len(first) == 4 and len(kinds) == 1 and kinds <= WINDS
        if same and self.intact and rules.flag("abort.suufon_renda"):
            return EndReason.SUUFON
        if all(s.riichi.stands for s in self.seats) and rules.flag("abort.suucha_riichi"):
            return EndReason.SUUCHA
        owners = {i for i, s in enumerate(self.seats) for m in s.melds if m.type.kan}
        one = len(owners) == 1 and rules.flag("kan.four_by_one_player_continue")
        if self.kans == 4 and not one and rules.flag("abort.suukaikan"):
            return EndReason.SUUKAIKAN
        return EndReason.EXHAUSTIVE if self.live_left == 0 else None

    def three_rons(self, rules: Ruleset) -> bool:
        """Three rons that are an abortive draw, if all three are wins."""
        return rules.three_rons_draw and len(self.wins) == 3

    def ending_shown(self, rules: Ruleset) -> EndReason | None:
        """The ending for which hands are shown: of three rons that may be a draw, the draw."""
        if self.ending is EndReason.WIN and self.three_rons(rules):
            return EndReason.SANCHAHOU
        return self.ending or self.automatic_end(rules)

    def to_show(self, rules: Ruleset) -> tuple[int, ...]:
        """Seats that have still to show or hide their hands, in the order of showing (R-DRAW-03).

        After a win the winners, from the discarder on; at an exhaustive draw everybody from the
        dealer on, but a dead hand only in riichi (R-DRAW-07); at an abortive draw who claimed it
        and the riichi hands that the rules ask for (R-RIICHI-16). Any other order is legal too.
        """
        ending = self.ending_shown(rules)
        if ending is None or self.entered is not None:
            return ()
        first = self.wins[0].source if self.wins else self.dealer
        seats = [(first + n) % 4 for n in range(4)]
        return tuple(s for s in seats if not self.seats[s].decided and self._owes(s, ending, rules))

    def must_show(self, seat: int, rules: Ruleset) -> bool:
        """A riichi hand that may not stay closed at this draw (R-RIICHI-16, R-DRAW-08)."""
        ending = self.overruled or self.ending_shown(rules)
        if ending is None or not self.seats[seat].riichi.stands or seat == self.void_deposit(rules):
            return False
        if ending is EndReason.EXHAUSTIVE:
            return rules.flag("riichi.show_at_exhaustive_draw")
        rule = rules.choice("riichi.show_at_abortive_draw")
        asked = rule == "always" or (rule == "only_four_riichi" and ending is EndReason.SUUCHA)
        return ending.abortive and asked

    def _owes(self, seat: int, ending: EndReason, rules: Ruleset) -> bool:
        if rules.game == "classical":
            # All four hands are counted after a mahjong, none after a draw (C-SCORE-01, C-DRAW-01).
            return ending is EndReason.WIN
        if ending is EndReason.WIN or self.wins_by(seat):
            return self.wins_by(seat)
        if self.must_show(seat, rules) or (ending.abortive and seat == self.aborted_by):
            return True
        paid = ending is EndReason.EXHAUSTIVE or (ending.abortive and rules.flag("abort.noten_payment"))
        return paid and not self.seats[seat].dead


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand that is over: what announced it and how it ended."""

    started: HandStarted
    ended: HandEnded


@dataclass(frozen=True, slots=True)
class Penalty:
    """A ruling: `hand` hands were over then, `after_uma` is what it adds to the final result (K-PEN-02)."""

    hand: int
    ruling: ev.Penalised
    after_uma: int = 0


@dataclass(frozen=True)
class Game:
    """A game: rules, people, and points. `round_wind`, `number`, `dealer`, `honba` are those of the
    hand in play or, between hands, of the last one. `log` holds the events that count now."""

    rules: Ruleset
    names: tuple[str, str, str, str]
    scores: Seats4
    round_wind: int = 0
    number: int = 1
    dealer: int = 0
    honba: int = 0
    kyotaku: int = 0
    hand: Hand | None = None
    finished: bool = False
    history: tuple[HandResult, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    log: tuple[Event, ...] = field(default=(), repr=False, compare=False)

    @property
    def in_play(self) -> Hand | None:
        """The hand that is not over yet."""
        return self.hand if self.hand is not None and self.hand.phase is not Phase.ENDED else None
