"""A writer of tenhou XML for the tests, from the format alone: it shares nothing with the reader.

Every tag that records of the site have can be asked for: lost and found connections, chips, events of a
lobby, older records without the scores of a riichi, the view of one player.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from engine.play.apply import apply
from engine.result.settle import WinResult, wins
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, tile_of_id

T = TypeVar("T")
NAMES: Final = ("Ann & <Bo>", "東の人", 'Zoë "Z"', "Ф%41")
_NUMBERS: Final = {
    **{"menzen_tsumo": 0, "riichi": 1, "ippatsu": 2, "chankan": 3, "rinshan": 4, "haitei": 5, "houtei": 6},
    **{"pinfu": 7, "tanyao": 8, "iipeikou": 9, "haku": 18, "hatsu": 19, "chun": 20, "double_riichi": 21},
    **{"chiitoitsu": 22, "chanta": 23, "ittsu": 24, "sanshoku_doujun": 25, "sanshoku_doukou": 26},
    **{"sankantsu": 27, "toitoi": 28, "sanankou": 29, "shousangen": 30, "honroutou": 31, "ryanpeikou": 32},
    **{"junchan": 33, "honitsu": 34, "chinitsu": 35, "renhou": 36, "tenhou": 37, "chiihou": 38},
    **{"daisangen": 39, "suuankou": 40, "tsuuiisou": 42, "ryuuiisou": 43, "chinroutou": 44},
    **{"chuuren_poutou": 45, "kokushi_musou": 47, "daisuushii": 49, "shousuushii": 50, "suukantsu": 51},
}
_SEAT_WIND, _ROUND_WIND, _DORA, _URA, _RED = 10, 14, 52, 53, 54
_LIMITS: Final = (None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
_DRAWS: Final = {
    ev.EndReason.NAGASHI: "nm",
    ev.EndReason.KYUUSHU: "yao9",
    ev.EndReason.SUUFON: "kaze4",
    ev.EndReason.SUUCHA: "reach4",
    ev.EndReason.SANCHAHOU: "ron3",
    ev.EndReason.SUUKAIKAN: "kan4",
}


@dataclass(frozen=True)
class Style:
    """How a record is written. `view` is the only seat whose tiles are shown, which is seat 0 then.

    `lost` is how often a connection is lost after a tag, `comment` stands before the root, `older`
    records leave out what the site writes today, such as the scores after a riichi.
    """

    kind: int = 9
    names: tuple[str, str, str, str] = NAMES
    lobby: int = 7447
    chips: bool = False
    view: int | None = None
    lost: float = 0.0
    seed: int = 0
    comment: str = ""
    between: str = ""
    older: bool = False


class Writer:
    """Events to tags; every tile keeps one physical number."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.rng = random.Random(style.seed)
        self.gone: list[int] = []
        self.tags: list[str] = []
        self.game: Game | None = None
        self.free: list[int] = []
        self.held: list[list[int]] = []
        self.melds: list[list[int]] = []
        self.drawn = 0
        self.seen: int | None = None
        self.offered = 0
        self.start: ev.HandStarted | None = None
        self.dice = (1, 1)
        self.pons: dict[int, tuple[int, list[int], int]] = {}
        self.chips = [0, 0, 0, 0]
        self.head()

    def head(self) -> None:
        more = {} if self.style.older else {"title": "%46", "rule": "2021,0641,0", "csrule": "4007C004,,,"}
        self.tag("SHUFFLE", seed="mt19937ar-sha512-n288-base64,EqGPp0qRv337k6+//OZ==", ref="")
        self.tag("GO", type=self.style.kind, lobby=self.style.lobby, **more)
        names = {f"n{i}": quote(name, safe="") for i, name in enumerate(self.by_seat(self.style.names))}
        self.tag("UN", **names, dan="0,11,16,20", rate="1500.00,1483.05,2100.5,1200", sx="M,F,C,M")
        self.tag("TAIKYOKU", oya=self.seat(0))

    def tag(self, tag: str, **attributes: object) -> None:
        written = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
        self.tags.append(f"<{tag}{written}/>")

    def seat(self, seat: int) -> int:
        return (seat - (self.style.view or 0)) % 4

    def by_seat(self, row: Sequence[T]) -> list[T]:
        first = self.style.view or 0
        return [*row[first:], *row[:first]]

    def row_text(self, row: Sequence[int]) -> str:
        return ",".join(map(str, row))

    def connection(self) -> None:
        """Somebody loses the connection or is back: a tag with the one name of that player."""
        if self.gone and self.rng.random() < 0.3:
            back = self.gone.pop()
            self.tag("UN", **{f"n{self.seat(back)}": quote(self.style.names[back], safe="")})
        elif self.rng.random() < self.style.lost:
            self.gone.append(self.rng.randrange(4))
            self.tag("BYE", who=self.seat(self.gone[-1]))

    def fresh(self, tile: Tile) -> int:
        found = next(i for i in self.free if self.tile(i) == tile)
        self.free.remove(found)
        return found

    def tile(self, physical: int) -> Tile:
        return tile_of_id(physical, 0 if self.style.kind & 2 else 1)

    def leave(self, seat: int, tile: Tile | None, prefer: int | None = None) -> int:
        held = self.held[seat]
        if prefer in held and self.tile(prefer) == tile:
            found = prefer
        else:
            found = next(i for i in held if self.tile(i) == tile and i != prefer)
        held.remove(found)
        return found

    def feed(self, event: ev.Event) -> None:
        before, self.game = self.game, apply(self.game, event, trust=True)
        if isinstance(event, ev.HandStarted):
            self.start, self.free, self.melds = event, list(range(136)), [[], [], [], []]
        elif isinstance(event, ev.DiceThrown):
            self.dice = event.dice
        elif isinstance(event, ev.Dealt):
            self.held = [[self.fresh(tile) for tile in hand or ()] for hand in event.hands]
        elif isinstance(event, ev.DoraRevealed):
            self.indicator(self.fresh(event.tile))
        elif isinstance(event, ev.Drawn):
            self.draw(event)
        elif isinstance(event, ev.RiichiDeclared):
            self.tag("REACH", who=self.seat(event.seat), step=1)
        elif isinstance(event, ev.RiichiPaid):
            self.paid(event)
        elif isinstance(event, ev.Discarded):
            self.discard(event)
        elif isinstance(event, ev.Called):
            self.meld(event.seat, self.called(event.seat, event.meld))
        elif isinstance(event, ev.KanDeclared):
            self.meld(event.seat, self.kan(event.seat, event.meld))
        elif isinstance(event, ev.HandEnded):
            assert before is not None
            self.ended(before, event)

    def draw(self, event: ev.Drawn) -> None:
        assert event.tile is not None
        self.drawn = self.fresh(event.tile)
        self.held[event.seat].append(self.drawn)
        hidden = self.style.view not in (None, event.seat)
        self.tag(f"{'TUVW'[self.seat(event.seat)]}{'' if hidden else self.drawn}")

    def discard(self, event: ev.Discarded) -> None:
        self.offered = self.leave(event.seat, event.tile, self.drawn if event.tsumogiri else None)
        hidden = self.style.view not in (None, event.seat)
        letter = "DEFG"[self.seat(event.seat)]
        self.tag(f"{letter.lower() if hidden and event.tsumogiri else letter}{self.offered}")
        self.connection()

    def paid(self, event: ev.RiichiPaid) -> None:
        assert self.game is not None
        more = (
            {} if self.style.older else {"ten": self.row_text(self.by_seat(self.hundreds(self.game.scores)))}
        )
        self.tag("REACH", who=self.seat(event.seat), **more, step=2)

    def hundreds(self, scores: Iterable[int]) -> list[int]:
        return [score // 100 for score in scores]

    def indicator(self, physical: int) -> None:
        assert self.game is not None
        assert self.game.hand is not None
        if len(self.game.hand.indicators) > 1:
            self.tag("DORA", hai=physical)
            return
        start = self.start
        assert start is not None
        seed = (4 * start.round_wind + start.number - 1, start.honba, start.kyotaku)
        hands: dict[str, object] = {f"hai{i}": self.row_text(ids) for i, ids in enumerate(self.held)}
        if self.style.view is not None:
            hands = {"hai": self.row_text(self.held[self.style.view])}
        chips = {"chip": self.row_text(self.by_seat(self.chips))} if self.style.chips else {}
        self.tag(
            "INIT",
            seed=self.row_text((*seed, *(d - 1 for d in self.dice), physical)),
            ten=self.row_text(self.by_seat(self.hundreds(start.scores))),
            **chips,
            oya=self.seat(start.dealer),
            **hands,
        )
        self.connection()

    def meld(self, seat: int, packed: int) -> None:
        self.tag("N", who=self.seat(seat), m=packed)

    def called(self, seat: int, meld: Meld) -> int:
        assert meld.source is not None
        ids = sorted([*(self.leave(seat, tile) for tile in meld.own), self.offered])
        source, place = (meld.source - seat) % 4, ids.index(self.offered)
        if meld.type is MeldType.DAIMINKAN:
            packed = self.offered << 8 | source
        elif meld.type is MeldType.CHI:
            low = ids[0] // 4
            copies = sum((i % 4) << (3 + 2 * n) for n, i in enumerate(ids))
            packed = (low // 9 * 7 + low % 9) * 3 + place << 10 | copies | 4 | source
        else:
            kind = ids[0] // 4
            spare = next(i for i in range(4) if 4 * kind + i not in ids)
            self.pons[kind] = (spare, ids, place)
            packed = kind * 3 + place << 9 | spare << 5 | 8 | source
        self.melds[seat].insert(0, packed)
        return packed

    def kan(self, seat: int, meld: Meld) -> int:
        if meld.type is MeldType.ANKAN:
            first, *_ = [self.leave(seat, tile) for tile in meld.tiles]
            packed = first << 8
            self.melds[seat].insert(0, packed)
            return packed
        # The added tile can be robbed: it is what others win on.
        self.offered = self.leave(seat, meld.added)
        assert meld.source is not None
        place = self.pons[meld.kind][2]
        packed = meld.kind * 3 + place << 9 | (self.offered % 4) << 5 | 16 | (meld.source - seat) % 4
        self.melds[seat] = [packed if m >> 9 == packed >> 9 and m & 8 else m for m in self.melds[seat]]
        return packed

    def ended(self, game: Game, event: ev.HandEnded) -> None:
        if event.reason is not ev.EndReason.WIN:
            self.drawn_hand(game, event)
            return
        before, sticks = game.scores, game.kyotaku
        for won in wins(game):
            self.won(game, won, before, sticks)
            a, b, c, d = (s + x for s, x in zip(before, won.deltas, strict=True))
            before, sticks = (a, b, c, d), 0

    def won(self, game: Game, won: WinResult, before: Sequence[int], sticks: int) -> None:
        assert game.hand is not None
        assert won.value is not None
        assert won.win is not None
        tile = self.drawn if won.seat == won.source else self.offered
        melds = self.melds[won.seat]
        moved, chips = self.chips_of(won)
        self.tag(
            "AGARI",
            ba=f"{won.honba},{sticks}",
            hai=self.row_text(sorted({*self.held[won.seat], tile})),
            **({"m": self.row_text(melds)} if melds else {}),
            machi=tile,
            ten=f"{won.value.fu},{won.value.points},{_LIMITS.index(won.value.limit)}",
            **self.yaku(won),
            **chips,
            doraHai=self.row_text([self.some(t) for t in won.win.indicators]),
            **({"doraHaiUra": self.row_text([self.some(t) for t in won.win.ura])} if won.win.ura else {}),
            who=self.seat(won.seat),
            fromWho=self.seat(won.source),
            **({} if won.responsible is None else {"paoWho": self.seat(won.responsible)}),
            sc=self.scores(before, won.deltas, moved),
        )

    def some(self, tile: Tile) -> int:
        return next(i for i in range(136) if self.tile(i) == tile)

    def yaku(self, won: WinResult) -> dict[str, object]:
        assert won.value is not None
        assert won.win is not None
        worth, row = won.value, list[int]()
        if worth.yakuman:
            return {"yakuman": self.row_text([_NUMBERS[name] for name, _ in worth.yaku])}
        for name, han in worth.yaku:
            if name == "yakuhai":
                row += [part for each in worth.value_sets for part in (self.value_set(each, won), 1)]
            elif name != "double_riichi":
                double = name == "riichi" and won.win.double_riichi
                row += [21, 2] if double else [_NUMBERS[name], han]
        counted = ((_DORA, worth.dora), (_RED, worth.red))
        row += [part for number, n in counted if n for part in (number, n)]
        if won.win.ura:
            row += [_URA, worth.ura]
        return {"yaku": self.row_text(row)}

    def value_set(self, name: str, won: WinResult) -> int:
        assert won.win is not None
        if name == "seat_wind":
            return _SEAT_WIND + won.win.seat_wind
        return _ROUND_WIND + won.win.round_wind if name == "round_wind" else _NUMBERS[name]

    def chips_of(self, won: WinResult) -> tuple[list[int], dict[str, object]]:
        """A chip for each red five, each ura and ippatsu: of the discarder, or of everybody."""
        moved = [0, 0, 0, 0]
        if not self.style.chips or won.value is None or won.win is None:
            return moved, {}
        counts = {_URA: won.value.ura, _RED: won.value.red, 2: int(won.win.ippatsu)}
        total = sum(counts.values())
        payers = [won.source] if won.source != won.seat else [s for s in range(4) if s != won.seat]
        for payer in payers:
            moved[payer] -= total
            moved[won.seat] += total
        row = [part for number, n in counts.items() if n for part in (number, n)]
        return moved, {"chip": self.row_text(row)} if row else {}

    def scores(self, before: Sequence[int], deltas: Sequence[int], chips: Sequence[int]) -> str:
        pairs = zip(self.hundreds(before), self.hundreds(deltas), strict=True)
        row = [part for pair in self.by_seat(list(pairs)) for part in pair]
        if self.style.chips:
            moved = self.by_seat(list(zip(self.chips, chips, strict=True)))
            row += [part for pair in moved for part in pair]
            self.chips = [a + b for a, b in zip(self.chips, chips, strict=True)]
        return self.row_text(row)

    def drawn_hand(self, game: Game, event: ev.HandEnded) -> None:
        assert game.hand is not None
        winners = {won.seat for won in game.hand.wins}
        shown = [i for i in range(4) if i in winners or game.hand.seats[i].shown is not None]
        kind = _DRAWS.get(event.reason)
        self.tag(
            "RYUUKYOKU",
            **({} if kind is None else {"type": kind}),
            ba=f"{game.honba},{game.kyotaku}",
            sc=self.scores(game.scores, event.deltas, (0, 0, 0, 0)),
            **{f"hai{self.seat(i)}": self.row_text(sorted(self.held[i])) for i in shown},
        )

    def text(self) -> str:
        """The record; its last hand says what everybody has made."""
        assert self.game is not None
        pairs = list(zip(self.hundreds(self.game.scores), self.made(), strict=True))
        row = [part for pair in self.by_seat(pairs) for part in pair]
        if self.style.chips:
            row += [part for chips in self.by_seat(self.chips) for part in (chips, 0)]
        last = f'{self.tags[-1][:-2]} owari="{",".join(map(str, row))}"/>'
        body = self.style.between.join([*self.tags[:-1], last])
        return f'{self.style.comment}<mjloggm ver="2.3">{self.style.between}{body}</mjloggm>'

    def made(self) -> list[float]:
        """Results of the site: 30000 are subtracted, uma 20 and 10."""
        assert self.game is not None
        scores = self.game.scores
        order = sorted(range(4), key=lambda seat: -scores[seat])
        uma = (20, 10, -10, -20)
        return [float(Fraction(scores[s] - 30000, 1000) + uma[order.index(s)]) for s in range(4)]


def written(events: Iterable[ev.Event], style: Style | None = None) -> str:
    """The record of these events, in which every tile is known."""
    writer = Writer(style or Style())
    for event in events:
        writer.feed(event)
    return writer.text()
