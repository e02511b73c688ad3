"""tenhou.net/6 JSON to events: one array a hand, with the draws and discards of each seat in columns.

The format gives no time line. It is rebuilt by playing: a seat's next entry is a draw, or a call
that names a tile and, by the place of its letter, from whom it came. Where a discard may have been
called or passed over, both are tried: only one leads to the end of all columns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from engine.notation.claims import WinClaim
from engine.notation.cut_json import members
from engine.notation.record import SANMA, Playback, RecordError
from engine.notation.tenhou_words import (
    ALL_NOTEN,
    ALL_TENPAI,
    CALLS,
    DRAWS,
    TSUMOGIRI,
    UNSEEN,
    WIN,
    WrittenCall,
    entry,
    tile_of,
    win_texts,
)
from engine.result.pay import add
from engine.state import events as ev
from engine.state.hand import Game, Hand, Phase, Riichi
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import tenpai
from engine.tiles.tile import Tile, sort_key

SITE: Final = "tenhou"
MAJSOUL: Final = "mahjong_soul"
MAJSOUL_ID: Final = re.compile(r"\b(\d{6})-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
"""A game of Mahjong Soul, which tensoul writes in this notation: day of the game, then a UUID."""
_HAND: Final = "Hand"
_COLUMNS: Final = 17
_SCORE_LENGTHS: Final = (8, 16)
"""Numbers of `sc`: points and result by seat, then chips and what they are worth."""
_TRIES: Final = 200
"""How often the time line is taken up anew at an earlier discard before a hand is given up."""


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

    @property
    def used(self) -> bool:
        return self.took == len(self.takes) and not any(self.drops[self.dropped :])


class _Moment(NamedTuple):
    """A discard that could be read otherwise: the state there and what else may follow."""

    game: Game | None
    events: int
    places: tuple[tuple[int, int], ...]
    turned: int
    choices: tuple[int | None, ...]


class TenhouReader:
    """Feeds a `Playback` with a whole tenhou.net/6 object; `line` of an error is the hand's number."""

    def __init__(self, playback: Playback) -> None:
        self.play = playback
        playback.unit = _HAND
        self._columns: list[_Columns] = []
        self._indicators: list[Tile] = []
        self._turned = 0
        self._open: list[_Moment] = []
        self._row: Sequence[Any] = ()

    def read(self, record: Mapping[str, Any]) -> None:
        self.play.line = 1
        log = record.get("log")
        if not isinstance(log, list) or not log:
            raise self.play.error("the record has no log of hands.")
        for number, row in enumerate(log, 1):
            self.play.line = number
            try:
                self._hand(row, record)
            except RecordError:
                raise
            except (KeyError, IndexError, TypeError, ValueError) as error:
                raise self.play.error("this hand is cut off or malformed.") from error
        scores = record.get("sc")
        given = scores[::2] if isinstance(scores, list) and len(scores) in _SCORE_LENGTHS else []
        self.play.chips = tuple(given[4:]) or None
        self.play.end_log(given[:4] or None)

    def _tile(self, code: object) -> Tile:
        tile = self._maybe(code)
        if tile is None:
            raise self.play.error("a tile that everybody sees is left out.")
        return tile

    def _maybe(self, code: object) -> Tile | None:
        try:
            return tile_of(code)
        except ValueError as error:
            raise self.play.error(str(error)) from error

    def _entry(self, text: str) -> WrittenCall:
        try:
            return entry(text)
        except ValueError as error:
            raise self.play.error(str(error)) from error

    def _hand(self, row: Sequence[Any], record: Mapping[str, Any]) -> None:
        play = self.play
        self._row = row
        (number, honba, sticks), scores = row[0], row[1]
        if len(scores) == 3 or (row[4] and not row[13]):
            raise play.error(SANMA)
        blocks = [row[4 + 3 * seat : 7 + 3 * seat] for seat in range(4)]
        self._indicators = [self._tile(code) for code in row[2]]
        hands = [[self._maybe(t) for t in block[0]] for block in blocks]
        if play.game is None:
            preset, options = _rules(record.get("rule"), str(record.get("ref", "")))
            play.start_game(preset, record.get("name") or (), scores if number == honba == 0 else (), options)
        a, b, c, d = scores
        dealer = number % 4
        play.start_hand(ev.HandStarted(number // 4, dealer + 1, honba, sticks, dealer, (a, b, c, d)))
        play.deal(hands)
        play.do(ev.DoraRevealed(self._indicators[0]))
        self._turned, self._open = 1, []
        self._columns = [_Columns(block[1], block[2]) for block in blocks]
        self._try_all()

    def _try_all(self) -> None:
        """Plays the columns; RecordError of the try that came farthest when none fits."""
        best, farthest = None, -1
        for _ in range(_TRIES):
            try:
                self._columns_played()
                return
            except RecordError as error:
                if len(self.play.events) > farthest:
                    best, farthest = error, len(self.play.events)
                if not self._open:
                    break
            self._resume(self._open.pop())
        assert best is not None
        raise best

    def _columns_played(self) -> None:
        try:
            while self._step():
                pass
            if not all(column.used for column in self._columns):
                raise self.play.error("the draws, calls and discards of the seats do not fit together.")
            self._end(self._row[_COLUMNS - 1])
        except (KeyError, IndexError, TypeError, ValueError) as error:
            if isinstance(error, RecordError):
                raise
            raise self.play.error("this hand is cut off or malformed.") from error

    def _resume(self, moment: _Moment) -> None:
        self.play.game, self._turned = moment.game, moment.turned
        del self.play.events[moment.events :], self.play.places[moment.events :]
        for column, (took, dropped) in zip(self._columns, moment.places, strict=True):
            column.took, column.dropped = took, dropped
        self._choose(moment.choices)

    def _choose(self, choices: tuple[int | None, ...]) -> None:
        """Takes up the first choice, a calling seat or None for a draw, and keeps the others."""
        if len(choices) > 1:
            places = tuple((column.took, column.dropped) for column in self._columns)
            moment = _Moment(self.play.game, len(self.play.events), places, self._turned, choices[1:])
            self._open.append(moment)
        hand = self.play.hand
        self._settle_riichi(hand)
        if choices[0] is None:
            self._draw(hand, hand.next_seat)
        else:
            self._call(choices[0])

    def _step(self) -> bool:
        """Plays the next thing; False when the columns have nothing for this moment."""
        hand = self.play.hand
        if hand.phase is Phase.DISCARD:
            return self._drop(hand)
        if hand.phase is not Phase.CALLS:
            return self._draw(hand, hand.turn)
        choices: tuple[int | None, ...] = self._callers(hand)
        if isinstance(self._columns[hand.next_seat].take(), int):
            choices = (*choices, None)
        if choices:
            self._choose(choices)
        return bool(choices)

    def _draw(self, hand: Hand, seat: int) -> bool:
        code = self._columns[seat].take()
        if not isinstance(code, int):
            return False
        self._columns[seat].took += 1
        self.play.do(ev.Drawn(seat, self._maybe(code), hand.phase is Phase.KAN))
        self._turn_indicators()
        return True

    def _callers(self, hand: Hand) -> tuple[int, ...]:
        """Who may call the discard that lies there, a pon or kan before a chi."""
        assert hand.offer is not None
        found = []
        for seat in range(4):
            text = self._columns[seat].take()
            if seat == hand.turn or not isinstance(text, str):
                continue
            call = self._entry(text)
            if call.letter in CALLS and call.marked == hand.offer.tile and call.source(seat) == hand.turn:
                found.append((call.letter == "c", seat))
        return tuple(seat for _, seat in sorted(found))

    def _call(self, seat: int) -> None:
        column = self._columns[seat]
        call = self._entry(str(column.take()))
        column.took += 1
        if call.letter == "m" and column.drop() == UNSEEN:
            column.dropped += 1
        tiles = tuple(sorted(call.tiles, key=sort_key))
        meld = Meld(CALLS[call.letter], tiles, call.marked, call.source(seat))
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
        drawn = code == TSUMOGIRI
        tile = hand.drawn if drawn else self._tile(code)
        me = hand.seats[seat]
        sideways = me.riichi is Riichi.DECLARED or me.owes_sideways
        self.play.do(ev.Discarded(seat, tile, sideways, tsumogiri=drawn))

    def _kan(self, seat: int, call: WrittenCall) -> None:
        tiles = tuple(sorted(call.tiles, key=sort_key))
        if call.letter == "a":
            self.play.do(ev.KanDeclared(seat, Meld(MeldType.ANKAN, tiles)))
            return
        pon = self.play.pon(seat, call.marked)
        if call.letter != "k" or pon is None:
            raise self.play.error("there is no pon to extend.")
        rest = list(tiles)
        for tile in pon.tiles:
            rest.remove(tile)
        meld = Meld(MeldType.SHOUMINKAN, tiles, pon.called, pon.source, rest[0])
        self.play.do(ev.KanDeclared(seat, meld))

    def _turn_indicators(self) -> None:
        """What is due, and an earlier kan's beside the next kan: a ron that robs it shows whether it was."""
        while self._turned < len(self._indicators) and (self.play.hand.dora_due or self.play.hand.dora_open):
            self.play.do(ev.DoraRevealed(self._indicators[self._turned]))
            self._turned += 1

    def _settle_riichi(self, hand: Hand) -> None:
        if hand.seats[hand.turn].riichi is Riichi.DISCARDED:
            self.play.do(ev.RiichiPaid(hand.turn))

    def _end(self, end: Sequence[Any]) -> None:
        play, word = self.play, end[0]
        if word == WIN:
            self._wins(end[1:])
            return
        if play.hand.phase is Phase.CALLS and word != DRAWS[ev.EndReason.SANCHAHOU]:
            self._settle_riichi(play.hand)
        deltas = end[1] if len(end) > 1 else [0, 0, 0, 0]
        if word == DRAWS[ev.EndReason.KYUUSHU]:
            play.do(ev.AbortDeclared(play.hand.turn))
            self._show(play.hand.turn)
        elif word == DRAWS[ev.EndReason.SANCHAHOU]:
            source = play.hand.turn
            for i in range(1, 4):
                play.do(ev.WinDeclared((source + i) % 4, source))
        elif play.hand.automatic_end(play.rules) is ev.EndReason.EXHAUSTIVE:
            self._exhausted(word, deltas)
        play.end_hand(tuple(deltas))

    def _show(self, seat: int, drawn: Tile | None = None) -> None:
        known = self.play.known(seat)
        if known is None:
            return
        tiles = list(known)
        if drawn is not None:
            tiles.remove(drawn)
        self.play.do(ev.HandShown(seat, tuple(tiles), drawn))

    def _exhausted(self, word: str, deltas: Sequence[int]) -> None:
        hand = self.play.hand
        rule = self.play.rules.choice("draw.no_live_wait_rule")
        for seat in ((hand.dealer + i) % 4 for i in range(4)):
            tiles = self.play.known(seat)
            shows = word == ALL_TENPAI or (word != ALL_NOTEN and deltas[seat] > 0)
            if word == DRAWS[ev.EndReason.NAGASHI]:
                ready = None if tiles is None else tenpai(tiles, hand.seats[seat].melds, rule)
                shows = hand.seats[seat].riichi.stands if ready is None else ready
            if shows:
                self._show(seat)
            else:
                self.play.do(ev.NotenDeclared(seat))

    def _wins(self, rest: Sequence[Any]) -> None:
        play = self.play
        rows = [(tuple(rest[i]), rest[i + 1]) for i in range(0, len(rest) - 1, 2)]
        claims = []
        for deltas, details in rows:
            play.do(ev.WinDeclared(details[0], details[1]))
            texts = win_texts(details[3:])
            claims.append(WinClaim(details[0], deltas, texts.points, None, texts.fu, texts.han, texts.yaku))
        for claim in claims:
            self._show(claim.seat, play.hand.drawn if play.hand.wins[0].source == claim.seat else None)
        riichi = any(play.hand.seats[claim.seat].riichi.stands for claim in claims)
        ura = [self._tile(code) for code in self._row[3]] if riichi else ()
        play.end_wins(claims, add(row[0] for row in rows), ura)


def _rules(rule: object, reference: str) -> tuple[str, dict[str, object]]:
    """Preset and options of a game; the site's text is like 般東喰赤: level, length, open tanyao, reds."""
    site = MAJSOUL if MAJSOUL_ID.search(reference) else SITE
    if not isinstance(rule, Mapping):
        return site, {}
    if isinstance(rule.get("preset"), str) and isinstance(rule.get("options"), Mapping):
        return rule["preset"], dict(rule["options"])
    text, options = str(rule.get("disp", "")), dict[str, object]()
    if "東" in text:
        options["game.length"] = "tonpuusen"
    if ("東" in text or "南" in text) and "喰" not in text:
        options["call.open_tanyao"] = False
    reds = {suit: rule.get(f"aka5{n}", rule.get("aka", 1)) for n, suit in enumerate("mps", 1)}
    if any(red == 0 for red in reds.values()):
        options["tiles.red_fives"] = {suit: int(red != 0) for suit, red in reds.items()}
    return site, options


def feed(text: str, playback: Playback) -> None:
    """Plays a whole record, or of one that is cut off the hands before that."""
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"from character {error.colno} on this is no JSON"
        broken = RecordError(error.lineno, f"{where}: the record is cut off or damaged.")
        _feed_before(text, playback)
        raise broken from error
    except (ValueError, RecursionError) as error:
        raise RecordError(1, "this is no JSON: the record is cut off or damaged.") from error
    if not isinstance(record, dict):
        raise RecordError(1, "a tenhou.net/6 record is one JSON object.")
    TenhouReader(playback).read(record)


def _feed_before(text: str, playback: Playback) -> None:
    """Plays the hands that stand whole before the place from which on there is no JSON."""
    found = dict(members(text))
    if isinstance(found.get("log"), list) and found["log"]:
        with suppress(RecordError):
            TenhouReader(playback).read(found | {"sc": None})
