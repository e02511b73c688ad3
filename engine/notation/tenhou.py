"""tenhou.net/6 JSON to events: one array a hand, with the draws and discards of each seat in columns.

The format gives no time line. It is rebuilt by playing: a seat's next entry is a draw, or a call
that names the tile just discarded and, by the place of its letter, from whom it came.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine import events as ev
from engine.hand import Hand, Phase, Riichi
from engine.meld import Meld, MeldType
from engine.notation.claims import WinClaim
from engine.notation.record import Playback, RecordError
from engine.shape import tenpai
from engine.tile import KINDS, Tile, sort_key

SITE: Final = "tenhou"
_CALLS: Final = {"c": MeldType.CHI, "p": MeldType.PON, "m": MeldType.DAIMINKAN}
_COLUMNS: Final = 17
_TSUMOGIRI: Final = 60
_ALL_TENPAI, _ALL_NOTEN = "全員聴牌", "全員不聴"
_WIN, _KYUUSHU, _TRIPLE, _NAGASHI = "和了", "九種九牌", "三家和了", "流し満貫"
_SUIT_BASE: Final = (0, 9, 18, 27)


class Entry(NamedTuple):
    """A call as written: its letter, all tiles in order, and the index of the marked tile."""

    letter: str
    tiles: tuple[Tile, ...]
    place: int

    @property
    def marked(self) -> Tile:
        return self.tiles[self.place]

    def source(self, seat: int) -> int:
        """The seat the tile came from: first place the left, second the opposite, else the right."""
        return (seat + (3, 2)[self.place]) % 4 if self.place < 2 else (seat + 1) % 4


class _Columns:
    """What one seat received and what it laid down, in order."""

    def __init__(self, takes: Sequence[object], drops: Sequence[object]) -> None:
        self.takes = list(takes)
        self.drops = list(drops)
        self.took = 0
        self.dropped = 0

    def take(self) -> object:
        return self.takes[self.took] if self.took < len(self.takes) else None

    def drop(self) -> object:
        return self.drops[self.dropped] if self.dropped < len(self.drops) else None


class TenhouReader:
    """Feeds a `Playback` with a whole tenhou.net/6 object; `line` of an error is the hand's number."""

    def __init__(self, playback: Playback) -> None:
        self.play = playback
        self._columns: list[_Columns] = []
        self._indicators: list[Tile] = []
        self._row: Sequence[Any] = ()

    def read(self, record: Mapping[str, Any]) -> None:
        log = record.get("log")
        if not isinstance(log, list) or not log:
            raise self.play.error("the record has no log of hands.")
        names = record.get("name") or ()
        for number, row in enumerate(log, 1):
            self.play.line = number
            try:
                self._hand(row, names)
            except RecordError:
                raise
            except (KeyError, IndexError, TypeError, ValueError) as error:
                raise self.play.error("this hand is cut off or malformed.") from error
        self.play.end_log()

    def _tile(self, code: object) -> Tile:
        if not isinstance(code, int):
            raise self.play.error(f"{code!r} is no tile.")
        suit, number = divmod(code, 10)
        if suit == 5 and 1 <= number <= 3:
            return Tile(KINDS + number - 1)
        if not 1 <= suit <= 4 or not 1 <= number <= (7 if suit == 4 else 9):
            raise self.play.error(f"{code} is no tile.")
        return Tile(_SUIT_BASE[suit - 1] + number - 1)

    def _entry(self, text: str) -> Entry:
        letter = re.search("[a-z]", text)
        digits = re.sub("[a-z]", "", text)
        if letter is None or len(digits) % 2 or not digits.isdigit():
            raise self.play.error(f"{text!r} is no call.")
        tiles = tuple(self._tile(int(digits[i : i + 2])) for i in range(0, len(digits), 2))
        return Entry(letter.group(), tiles, letter.start() // 2)

    def _hand(self, row: Sequence[Any], names: Sequence[str]) -> None:
        play = self.play
        self._row = row
        (number, honba, sticks), scores = row[0], row[1]
        if play.game is None:
            play.start_game(SITE, names, scores if number == honba == 0 else ())
        self._indicators = [self._tile(code) for code in row[2]]
        a, b, c, d = scores
        dealer = number % 4
        play.start_hand(ev.HandStarted(number // 4, dealer + 1, honba, sticks, dealer, (a, b, c, d)))
        blocks = [row[4 + 3 * seat : 7 + 3 * seat] for seat in range(4)]
        play.do(ev.Dealt(tuple(tuple(self._tile(t) for t in block[0]) for block in blocks)))
        play.do(ev.DoraRevealed(self._indicators.pop(0)))
        self._columns = [_Columns(block[1], block[2]) for block in blocks]
        while self._step():
            pass
        self._end(row[_COLUMNS - 1])

    def _step(self) -> bool:
        """Plays the next thing; False when the columns are used up."""
        hand = self.play.hand
        if hand.phase is Phase.DISCARD:
            return self._drop(hand)
        if hand.phase is Phase.CALLS:
            caller = self._caller(hand)
            if caller is not None:
                self._settle_riichi(hand)
                self._call(caller)
                return True
            if self._columns[hand.next_seat].take() is None:
                return False
            self._settle_riichi(hand)
            seat = hand.next_seat
        else:
            seat = hand.turn
        code = self._columns[seat].take()
        if code is None:
            return False
        self._columns[seat].took += 1
        self.play.do(ev.Drawn(seat, self._tile(code), hand.phase is Phase.KAN))
        return True

    def _caller(self, hand: Hand) -> int | None:
        """Who calls the discard that lies there, a pon or kan before a chi."""
        assert hand.offer is not None
        found = []
        for seat in range(4):
            entry = self._columns[seat].take()
            if seat == hand.turn or not isinstance(entry, str):
                continue
            call = self._entry(entry)
            if call.letter in _CALLS and call.marked == hand.offer.tile and call.source(seat) == hand.turn:
                found.append((call.letter == "c", seat))
        return min(found)[1] if found else None

    def _call(self, seat: int) -> None:
        column = self._columns[seat]
        call = self._entry(str(column.take()))
        column.took += 1
        if call.letter == "m" and column.drop() == 0:
            column.dropped += 1
        tiles = tuple(sorted(call.tiles, key=sort_key))
        meld = Meld(_CALLS[call.letter], tiles, call.marked, call.source(seat))
        self.play.do(ev.Called(seat, meld))
        self._turn_indicators()

    def _drop(self, hand: Hand) -> bool:
        seat = hand.turn
        code = self._columns[seat].drop()
        if code is None:
            return False
        self._columns[seat].dropped += 1
        if isinstance(code, str) and code[:1] != "r":
            self._kan(seat, self._entry(code))
        else:
            if isinstance(code, str):
                self.play.do(ev.RiichiDeclared(seat))
                code = int(code[1:])
            self._discard(seat, code)
        self._turn_indicators()
        return True

    def _discard(self, seat: int, code: object) -> None:
        hand = self.play.hand
        drawn = code == _TSUMOGIRI
        tile = hand.drawn if drawn else self._tile(code)
        me = hand.seats[seat]
        sideways = me.riichi is Riichi.DECLARED or me.owes_sideways
        self.play.do(ev.Discarded(seat, tile, sideways, tsumogiri=drawn))

    def _kan(self, seat: int, call: Entry) -> None:
        tiles = tuple(sorted(call.tiles, key=sort_key))
        if call.letter == "a":
            self.play.do(ev.KanDeclared(seat, Meld(MeldType.ANKAN, tiles)))
            return
        pons = [m for m in self.play.hand.seats[seat].melds if m.type is MeldType.PON]
        pon = next((m for m in pons if m.kind == call.marked.kind), None)
        if call.letter != "k" or pon is None:
            raise self.play.error("there is no pon to extend.")
        rest = list(tiles)
        for tile in pon.tiles:
            rest.remove(tile)
        meld = Meld(MeldType.SHOUMINKAN, tiles, pon.called, pon.source, rest[0])
        self.play.do(ev.KanDeclared(seat, meld))

    def _turn_indicators(self) -> None:
        while self._indicators and self.play.hand.dora_due:
            self.play.do(ev.DoraRevealed(self._indicators.pop(0)))

    def _settle_riichi(self, hand: Hand) -> None:
        if hand.seats[hand.turn].riichi is Riichi.DISCARDED:
            self.play.do(ev.RiichiPaid(hand.turn))

    def _end(self, end: Sequence[Any]) -> None:
        play, word = self.play, end[0]
        if word == _WIN:
            self._wins(end[1:])
            return
        if play.hand.phase is Phase.CALLS and word != _TRIPLE:
            self._settle_riichi(play.hand)
        deltas = end[1] if len(end) > 1 else [0, 0, 0, 0]
        if word == _KYUUSHU:
            seat = play.hand.turn
            play.do(ev.AbortDeclared(seat))
            play.do(ev.HandShown(seat, play.known(seat) or ()))
        elif word == _TRIPLE:
            source = play.hand.turn
            for i in range(1, 4):
                play.do(ev.WinDeclared((source + i) % 4, source))
        elif play.hand.automatic_end(play.rules) is ev.EndReason.EXHAUSTIVE:
            self._exhausted(word, deltas)
        play.end_hand(tuple(deltas))

    def _exhausted(self, word: str, deltas: Sequence[int]) -> None:
        hand = self.play.hand
        rule = self.play.rules.choice("draw.no_live_wait_rule")
        for seat in ((hand.dealer + i) % 4 for i in range(4)):
            tiles = self.play.known(seat) or ()
            shows = word == _ALL_TENPAI or (word != _ALL_NOTEN and deltas[seat] > 0)
            if word == _NAGASHI:
                shows = tenpai(tiles, hand.seats[seat].melds, rule)
            self.play.do(ev.HandShown(seat, tiles) if shows else ev.NotenDeclared(seat))

    def _wins(self, rest: Sequence[Any]) -> None:
        play = self.play
        rows = [(tuple(rest[i]), rest[i + 1]) for i in range(0, len(rest) - 1, 2)]
        claims = []
        for deltas, details in rows:
            play.do(ev.WinDeclared(details[0], details[1]))
            claims.append(WinClaim(details[0], deltas))
        for claim in claims:
            tiles = list(play.known(claim.seat) or ())
            drawn = play.hand.drawn if play.hand.wins[0].source == claim.seat else None
            if drawn is not None:
                tiles.remove(drawn)
            play.do(ev.HandShown(claim.seat, tuple(tiles), drawn))
        ura = tuple(self._tile(code) for code in self._row[3])
        if ura and any(play.hand.seats[claim.seat].riichi.stands for claim in claims):
            play.do(ev.UraRevealed(ura))
        total = tuple(map(sum, zip(*(row[0] for row in rows), strict=True)))
        play.end_hand(total, claims)


def feed(text: str, playback: Playback) -> None:
    """Plays a whole record."""
    try:
        record = json.loads(text)
    except ValueError as error:
        raise RecordError(1, "this is no JSON: the record is cut off or damaged.") from error
    if not isinstance(record, dict):
        raise RecordError(1, "a tenhou.net/6 record is one JSON object.")
    TenhouReader(playback).read(record)
