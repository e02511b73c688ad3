"""mjai lines to events and back: one JSON object a line, tiles as `5mr E P`, `?` where unseen."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from engine.notation.claims import WinClaim
from engine.notation.mjai_fields import number_of, numbers_of, options_of, ura_of, yaku_of
from engine.notation.record import SANMA, Playback, RecordError
from engine.notation.turned import turn_of, turned
from engine.result.game import next_hand
from engine.result.pay import add
from engine.state import events as ev
from engine.state.hand import Phase, Riichi
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import tenpai
from engine.tiles.tile import ALL, Tile, sort_key

SITE: Final = "tenhou"
"""Preset of records that do not name their rules: nearly all mjai records come from there."""
_TRIPLE_RON: Final = ("sanchahou", "sanchaho", "ron3")
_WINDS: Final = "ESWN"
_HONOURS: Final = "ESWNPFC"
_TO_TEXT: Final = {
    tile: _HONOURS[tile.number - 1] if tile.honour else f"{tile.number}{tile.suit}{'r' if tile.red else ''}"
    for tile in ALL
}
_FROM_TEXT: Final = {text: tile for tile, text in _TO_TEXT.items()}
_MALFORMED: Final = (KeyError, TypeError, ValueError, IndexError, AttributeError)
Line = dict[str, object]


def tile_text(tile: Tile | None) -> str:
    return "?" if tile is None else _TO_TEXT[tile]


class MjaiReader:
    """Feeds a `Playback` with the lines of a record in order."""

    def __init__(self, playback: Playback) -> None:
        self.play = playback
        self._start: Mapping[str, Any] | None = None
        self._horas: list[Mapping[str, Any]] = []
        self._hora_line = 0
        self._final: tuple[int, ...] | None = None
        self._early: Tile | None = None
        self._steps = {
            "start_game": self._start_game,
            "start_kyoku": self._start_kyoku,
            "tsumo": self._tsumo,
            "dahai": self._dahai,
            "reach": self._reach,
            "reach_accepted": self._reach_accepted,
            "chi": self._call,
            "pon": self._call,
            "daiminkan": self._call,
            "ankan": self._ankan,
            "kakan": self._kakan,
            "dora": self._dora,
            "ryukyoku": self._ryukyoku,
            "end_kyoku": self._end_kyoku,
            "end_game": self._end_game,
        }

    def feed(self, number: int, text: str) -> None:
        """One line; blank lines are skipped."""
        if not text.strip():
            return
        self.play.line = number
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise self.play.error("this is no JSON: the record is cut off or damaged.") from error
        if not isinstance(line, dict) or not isinstance(line.get("type"), str):
            raise self.play.error("an mjai line is a JSON object with a type.")
        self.take(number, line)

    def take(self, number: int, line: Mapping[str, Any]) -> None:
        """One line that has been parsed already."""
        self.play.line = number
        if line["type"] == "start_kyoku" and self.play.game is None:
            self.play.turned = turn_of(line)
        line = turned(line, self.play.turned)
        if line["type"] == "hora":
            self._horas.append(line)
            self._hora_line = number
            return
        step = self._steps.get(line["type"])
        if step is None:
            return
        self._finish_wins()
        try:
            if line["type"] != "dahai":
                self._turn_early()
            step(line)
        except RecordError:
            raise
        except _MALFORMED as error:
            raise self._named(line["type"], error) from error

    def _finish_wins(self) -> None:
        if not self._horas:
            return
        try:
            self._turn_early()
            self._end_with_wins()
        except RecordError:
            raise
        except _MALFORMED as error:
            raise self._named("hora", error) from error

    def _named(self, kind: str, error: Exception) -> RecordError:
        """What is wrong with the fields of a line, with the line's type."""
        if isinstance(error, KeyError):
            return self.play.error(f"{kind} lacks {error}.")
        # Our own sentences end with a full stop; those of Python say nothing to a reader.
        why = f": {error}" if str(error).endswith(".") else "."
        return self.play.error(f"{kind} is malformed{why}")

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is fed within is a whole record; where it is none, the hands before are finished."""
        try:
            yield
            self.finish()
        except RecordError:
            with suppress(RecordError):
                self._stop()
            raise

    def finish(self) -> None:
        """The end of the file: RecordError when the record is cut off."""
        known, more = len(self.play.hands), self._more_wins
        self._finish_wins()
        if not self.play.ended and self._over():
            self.play.end_game(self._final)
        if not self.play.ended:
            if more:
                del self.play.hands[known:]
            raise self.play.error("the record is cut off: its last line is not the end of a game.")

    def _stop(self) -> None:
        """The record is damaged from here on: a hand is finished where no other win can follow."""
        if not self._more_wins:
            self._finish_wins()

    @property
    def _more_wins(self) -> bool:
        """Somebody has won by ron and nothing has followed: the same tile may be that of a second winner."""
        return any(hora.get("actor") != hora.get("target") for hora in self._horas)

    def _over(self) -> bool:
        """Whether the last hand has ended the game by the rules, which needs no line that says so."""
        game = self.play.game
        if game is None or game.in_play is not None or not game.history:
            return False
        return isinstance(next_hand(game), ev.GameEnded)

    def _tile(self, text: object) -> Tile:
        tile = self._maybe(text)
        if tile is None:
            raise self.play.error("a tile that everybody sees is written as '?'.")
        return tile

    def _maybe(self, text: object) -> Tile | None:
        if text == "?":
            return None
        tile = _FROM_TEXT.get(text) if isinstance(text, str) else None
        if tile is None:
            raise self.play.error(f"{reprlib.repr(text)} is no mjai tile.")
        return tile

    def _seat(self, line: Mapping[str, Any], key: str = "actor") -> int:
        seat = line[key]
        if isinstance(seat, bool) or not isinstance(seat, int) or seat not in range(4):
            raise self.play.error(f"{key} is a seat from 0 to 3, not {reprlib.repr(seat)}.")
        return seat

    def _start_game(self, line: Mapping[str, Any]) -> None:
        if self._start is not None:
            raise self.play.error("a second game starts in the same record.")
        self._start = line

    def _start_kyoku(self, line: Mapping[str, Any]) -> None:
        play = self.play
        if len([rack for rack in line["tehais"] if rack]) == 3:
            raise play.error(SANMA)
        scores = line["scores"] if "scores" in line else self._kept_scores()
        if play.game is None:
            start = turned(self._start or {}, play.turned)
            play.start_game(start.get("preset") or SITE, start.get("names") or (), scores, options_of(start))
        a, b, c, d = scores
        wind, dealer = _WINDS.index(line["bakaze"]), self._seat(line, "oya")
        play.start_hand(
            ev.HandStarted(wind, line["kyoku"], line["honba"], line["kyotaku"], dealer, (a, b, c, d))
        )
        if line.get("dice"):
            first, second = line["dice"]
            play.do(ev.DiceThrown((first, second)))
        hands = [tuple(self._maybe(t) for t in tiles) for tiles in line["tehais"]]
        play.deal(hands)
        play.do(ev.DoraRevealed(self._tile(line["dora_marker"])))

    def _kept_scores(self) -> Sequence[int]:
        return (25000,) * 4 if self.play.game is None else self.play.game.scores

    def _tsumo(self, line: Mapping[str, Any]) -> None:
        replacement = self.play.hand.phase is Phase.KAN
        self.play.do(ev.Drawn(self._seat(line), self._maybe(line["pai"]), replacement))

    def _dahai(self, line: Mapping[str, Any]) -> None:
        seat = self._seat(line)
        me = self.play.hand.seats[seat]
        sideways = me.riichi is Riichi.DECLARED or me.owes_sideways
        self.play.do(ev.Discarded(seat, self._tile(line["pai"]), sideways, line.get("tsumogiri")))
        self._turn_early()

    def _reach(self, line: Mapping[str, Any]) -> None:
        self.play.do(ev.RiichiDeclared(self._seat(line)))

    def _reach_accepted(self, line: Mapping[str, Any]) -> None:
        self.play.do(ev.RiichiPaid(self._seat(line)))

    def _call(self, line: Mapping[str, Any]) -> None:
        called = self._tile(line["pai"])
        own = [self._tile(t) for t in line["consumed"]]
        tiles = tuple(sorted((*own, called), key=sort_key))
        meld = Meld(MeldType(line["type"]), tiles, called, self._seat(line, "target"))
        self.play.do(ev.Called(self._seat(line), meld))

    def _ankan(self, line: Mapping[str, Any]) -> None:
        tiles = tuple(sorted((self._tile(t) for t in line["consumed"]), key=sort_key))
        self.play.do(ev.KanDeclared(self._seat(line), Meld(MeldType.ANKAN, tiles)))

    def _kakan(self, line: Mapping[str, Any]) -> None:
        seat, added = self._seat(line), self._tile(line["pai"])
        pon = self.play.pon(seat, added)
        if pon is None:
            raise self.play.error("there is no pon to extend.")
        tiles = tuple(sorted((*pon.tiles, added), key=sort_key))
        meld = Meld(MeldType.SHOUMINKAN, tiles, pon.called, pon.source, added)
        self.play.do(ev.KanDeclared(seat, meld))

    def _dora(self, line: Mapping[str, Any]) -> None:
        """Records name the indicator that the discard turns just before the discard (R-KAN-07)."""
        hand, tile = self.play.hand, self._tile(line["dora_marker"])
        if hand.phase is Phase.DISCARD and hand.pending and not hand.dora_due:
            self._early = tile
        else:
            self.play.do(ev.DoraRevealed(tile))

    def _turn_early(self) -> None:
        if self._early is not None:
            self.play.do(ev.DoraRevealed(self._early))
        self._early = None

    def _show(self, seat: int, texts: object, win_tile: Tile | None) -> None:
        """Lays a hand open with the tiles of the record, else with the known ones."""
        known = self.play.known(seat)
        tiles = list(known) if known is not None else None
        if isinstance(texts, list) and "?" not in texts:
            tiles = [self._tile(t) for t in texts]
        if tiles is None:
            return
        if win_tile is not None and len(tiles) > self.play.hand.seats[seat].resting:
            tiles.remove(win_tile)
        self.play.do(ev.HandShown(seat, tuple(tiles), win_tile))

    def _turn(self, markers: Sequence[str], most: int) -> None:
        """The win may be the only line that shows the indicator of an open kan before it."""
        for text in markers[len(self.play.hand.indicators) :][:most]:
            self.play.do(ev.DoraRevealed(self._tile(text)))

    def _end_with_wins(self) -> None:
        horas, self._horas = self._horas, []
        play, now = self.play, self.play.line
        play.line = self._hora_line
        won = [ev.WinDeclared(self._seat(hora), self._seat(hora, "target")) for hora in horas]
        claims = [self._claim(hora) for hora in horas]
        rows = [claim.deltas for claim in claims if claim.deltas is not None]
        total = add(rows) if len(rows) == len(horas) else None
        self._final = numbers_of(horas[-1].get("final_scores"))
        before = numbers_of(horas[0].get("scores_before"))
        if play.hand.phase is Phase.DRAW:
            play.end_unplayed(won, claims, total, before)
        else:
            self._show_wins(won, horas)
            ura = next((found for hora in horas if (found := ura_of(hora))), ())
            play.end_wins(claims, total, [self._tile(t) for t in ura], before)
        play.line = now

    def _show_wins(self, won: Iterable[ev.WinDeclared], horas: Sequence[Mapping[str, Any]]) -> None:
        markers = horas[0].get("dora_markers") or ()
        self._turn(markers, self.play.hand.dora_open)
        for win in won:
            self.play.do(win)
        self._turn(markers, self.play.hand.dora_due)
        for hora in horas:
            tsumo = hora["actor"] == hora["target"]
            drawn = self._tile(hora["pai"]) if tsumo and "pai" in hora else None
            self._show(self._seat(hora), hora.get("hora_tehais"), drawn)

    def _claim(self, hora: Mapping[str, Any]) -> WinClaim:
        """What a record says of a win, in either dialect: `points` and `yaku`, or `hora_points`, `fan` and
        `yakus`."""
        markers = hora.get("dora_markers")
        return WinClaim(
            hora["actor"],
            numbers_of(hora.get("deltas")),
            number_of(hora.get("points", hora.get("hora_points"))),
            number_of(hora.get("kyotaku")),
            number_of(hora.get("fu")),
            number_of(hora.get("fan")),
            yaku_of(hora.get("yaku", hora.get("yakus"))),
            self._maybe(hora["pai"]) if "pai" in hora else None,
            None if markers is None else tuple(map(self._tile, markers)),
            number_of(hora.get("honba")),
            number_of(hora.get("pao")),
        )

    def _ryukyoku(self, line: Mapping[str, Any]) -> None:
        play = self.play
        hands = line.get("shown_hands") or line.get("tehais") or [None] * 4
        ending = play.hand.automatic_end(play.rules)
        if play.hand.phase is Phase.DISCARD:
            seat = play.hand.turn
            play.do(ev.AbortDeclared(seat))
            self._show(seat, hands[seat], None)
        elif ending is None or str(line.get("reason")) in _TRIPLE_RON:
            self._triple_ron(hands)
        else:
            if play.hand.seats[play.hand.turn].riichi is Riichi.DISCARDED:
                play.do(ev.RiichiPaid(play.hand.turn))
            if ending is ev.EndReason.EXHAUSTIVE:
                self._exhausted(line, hands)
        self._final = numbers_of(line.get("final_scores"))
        play.end_hand(numbers_of(line.get("deltas")), (), numbers_of(line.get("scores_before")))

    def _triple_ron(self, hands: Sequence[object]) -> None:
        source = self.play.hand.turn
        seats = [(source + i) % 4 for i in (1, 2, 3)]
        for seat in seats:
            self.play.do(ev.WinDeclared(seat, source))
        for seat in seats:
            self._show(seat, hands[seat], None)

    def _ready(self, line: Mapping[str, Any], hands: Sequence[object], seat: int) -> bool:
        """Whether a seat is tenpai by a record that does not say so: by its tiles, else by its points."""
        known = self.play.known(seat)
        if hands[seat] is None and known is not None:
            rule = self.play.rules.choice("draw.no_live_wait_rule")
            return tenpai(known, self.play.hand.seats[seat].melds, rule)
        deltas = line.get("deltas") or (0, 0, 0, 0)
        return hands[seat] is not None or self.play.hand.seats[seat].riichi.stands or deltas[seat] > 0

    def _exhausted(self, line: Mapping[str, Any], hands: Sequence[object]) -> None:
        tenpais = line.get("tenpais")
        if tenpais is None:
            tenpais = [self._ready(line, hands, seat) for seat in range(4)]
        dealer = self.play.hand.dealer
        for seat in ((dealer + i) % 4 for i in range(4)):
            if tenpais[seat]:
                self._show(seat, hands[seat], None)
            else:
                self.play.do(ev.NotenDeclared(seat))

    def _end_kyoku(self, _line: Mapping[str, Any]) -> None:
        if self.play.game is None or self.play.game.in_play is not None:
            raise self.play.error("the hand ends without a result.")

    def _end_game(self, line: Mapping[str, Any]) -> None:
        play = self.play
        play.chips, moved = numbers_of(line.get("chips")), numbers_of(line.get("chips_moved"))
        play.end_game(numbers_of(line.get("scores")) or self._final)
        if moved is not None and moved != play.chips:
            play.final += (f"final chips are {moved}, recorded {play.chips}",)


def feed(lines: Iterable[str], playback: Playback) -> None:
    """Plays all lines of a record."""
    reader = MjaiReader(playback)
    with reader.whole():
        for number, text in enumerate(lines, 1):
            reader.feed(number, text)
