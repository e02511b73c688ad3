"""tenhou XML (mjlog): each tag becomes an mjai line, and the mjai reader does the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast
from urllib.parse import unquote
from xml.etree import ElementTree

from engine.notation.mjai import MjaiReader, tile_text
from engine.notation.record import SANMA, Playback, RecordError
from engine.notation.yaku_words import BY_NUMBER
from engine.tiles.tile import tile_of_id

_WINDS: Final = "ESWN"
_NO_RED: Final = 0x02
"""Bits of the rules in `GO type`: without red fives, without open tanyao, East and South, three players."""
_CLOSED_TANYAO: Final = 0x04
_EAST_SOUTH: Final = 0x08
_THREE: Final = 0x10
_PLAY: Final = re.compile(r"([TUVW](?=\d*$)|[DEFGdefg](?=\d+$))(\d*)")
_SEAT_NUMBERS: Final = 8
"""Numbers of the scores in `sc` and `owari`, two a seat; those of chips follow."""
_REASONS: Final = {"yao9": "kyuushu_kyuuhai", "ron3": "sanchahou"}
Line = dict[str, Any]


class _Translator:
    """Tags to lines. A tag that says nothing of play (SHUFFLE, TAIKYOKU, BYE of who has lost the
    connection, UN with one name of who is back) gives none."""

    def __init__(self, playback: Playback) -> None:
        self._play = playback
        self._red = 1
        self._names: list[str] = []
        self._options: dict[str, object] = {}
        self._drawn: int | None = None
        self._last = 0
        self._started = False
        self._chips: list[int] | None = None

    def lines(self, tag: str, at: Mapping[str, str]) -> Iterator[Line]:
        play = _PLAY.fullmatch(tag)
        if play is not None:
            yield self._tile_played(play.group(1), play.group(2))
        elif tag == "GO":
            self._rules(int(at["type"]) if "type" in at else _EAST_SOUTH)
        elif tag == "UN" and not self._started:
            self._name(at)
        elif tag == "INIT":
            yield from self._init(at)
        elif tag == "N":
            self._drawn = None
            yield self._meld(int(at["who"]), int(at["m"]))
        elif tag == "REACH":
            yield {"type": "reach" if at["step"] == "1" else "reach_accepted", "actor": int(at["who"])}
        elif tag == "DORA":
            yield {"type": "dora", "dora_marker": self._text(int(at["hai"]))}
        elif tag in ("AGARI", "RYUUKYOKU"):
            yield self._win(at) if tag == "AGARI" else self._draw(at)
            self._move_chips(at)
            if "owari" in at:
                yield self._end(at["owari"])

    def _name(self, at: Mapping[str, str]) -> None:
        given = {i: unquote(at[f"n{i}"]) for i in range(4) if f"n{i}" in at}
        self._names = [given.get(i, name) for i, name in enumerate(self._names or [""] * 4)] if given else []

    def _rules(self, bits: int) -> None:
        if bits & _THREE:
            raise self._play.error(SANMA)
        self._red = 0 if bits & _NO_RED else 1
        if bits & _NO_RED:
            self._options["tiles.red_fives"] = {"m": 0, "p": 0, "s": 0}
        if bits & _CLOSED_TANYAO:
            self._options["call.open_tanyao"] = False
        if not bits & _EAST_SOUTH:
            self._options["game.length"] = "tonpuusen"

    def _move_chips(self, at: Mapping[str, str]) -> None:
        """With chips the scores are followed by the chips before the hand and those won, again by seat."""
        row = _numbers(at["sc"])[_SEAT_NUMBERS:]
        if row:
            self._chips = [before + won for before, won in zip(row[::2], row[1::2], strict=True)]

    def _end(self, owari: str) -> Line:
        """Points and results by seat; with chips, chips and what they are worth follow."""
        final = [int(float(value)) for value in owari.split(",")[::2]]
        line: Line = {"type": "end_game", "scores": [100 * points for points in final[:4]]}
        if len(final) > 4:
            line |= {"chips": final[4:], "chips_moved": self._chips}
        return line

    def _text(self, physical: int) -> str:
        return tile_text(tile_of_id(physical, self._red))

    def _maybe(self, number: str) -> str:
        return self._text(int(number)) if number else "?"

    def _rack(self, at: Mapping[str, str], seat: int) -> list[str]:
        """A dealt hand; the record of one player has only that player's, who is seat 0."""
        if f"hai{seat}" not in at and "hai" in at:
            return self._texts(at["hai"]) if seat == 0 else ["?"] * 13
        return self._texts(at[f"hai{seat}"])

    def _texts(self, row: str | None) -> list[str]:
        return [self._text(i) for i in _numbers(row)]

    def _tile_played(self, letter: str, number: str) -> Line:
        """A draw or a discard; in the record of one player the draws of the others have no number."""
        if letter in "TUVW":
            self._drawn = int(number) if number else None
            return {"type": "tsumo", "actor": "TUVW".index(letter), "pai": self._maybe(number)}
        physical = int(number)
        # Of a discard whose draw was not seen, a small letter says that it was that tile.
        self._last, own = "DEFG".index(letter.upper()), letter.islower() or physical == self._drawn
        return {"type": "dahai", "actor": self._last, "pai": self._text(physical), "tsumogiri": own}

    def _init(self, at: Mapping[str, str]) -> Iterator[Line]:
        if not self._started:
            self._started = True
            yield {"type": "start_game", "names": self._names, "options": self._options}
        number, honba, kyotaku, first, second, marker = _numbers(at["seed"])
        scores = [100 * n for n in _numbers(at["ten"])]
        if len(scores) == 3:
            raise self._play.error(SANMA)
        yield {
            "type": "start_kyoku",
            "bakaze": _WINDS[number // 4],
            "kyoku": number % 4 + 1,
            "honba": honba,
            "kyotaku": kyotaku,
            "oya": int(at["oya"]),
            "dora_marker": self._text(marker),
            "scores": scores,
            "tehais": [self._rack(at, seat) for seat in range(4)],
            "dice": [first + 1, second + 1],
        }

    def _meld(self, who: int, bits: int) -> Line:
        """A set packed into 16 bits: who it came from, its kind, its copies, the called one."""
        source = (who + (bits & 3)) % 4
        if bits & 0x4:
            base, called = divmod(bits >> 10, 3)
            low = base // 7 * 9 + base % 7
            ids = [4 * (low + i) + (bits >> (3 + 2 * i) & 3) for i in range(3)]
            return self._call("chi", who, source, ids, called)
        if bits & 0x20 and not bits & 0x1F:
            raise self._play.error(SANMA)
        if bits & 0x18:
            kind, called = divmod(bits >> 9, 3)
            spare = 4 * kind + (bits >> 5 & 3)
            ids = [i for i in range(4 * kind, 4 * kind + 4) if i != spare]
            if bits & 0x8:
                return self._call("pon", who, source, ids, called)
            added = {"pai": self._text(spare), "consumed": [self._text(i) for i in ids]}
            return {"type": "kakan", "actor": who, **added}
        physical = bits >> 8
        ids = list(range(physical // 4 * 4, physical // 4 * 4 + 4))
        if not bits & 3:
            return {"type": "ankan", "actor": who, "consumed": [self._text(i) for i in ids]}
        return self._call("daiminkan", who, source, ids, physical % 4)

    def _call(self, kind: str, who: int, source: int, ids: list[int], called: int) -> Line:
        own = [self._text(i) for i in ids[:called] + ids[called + 1 :]]
        return {"type": kind, "actor": who, "target": source, "pai": self._text(ids[called]), "consumed": own}

    def _win(self, at: Mapping[str, str]) -> Line:
        before, deltas = _scores(at)
        win_tile = int(at["machi"])
        shown = [i for i in _numbers(at["hai"]) if i != win_tile]
        fu, points = _numbers(at["ten"])[:2]
        line: Line = {
            "type": "hora",
            "actor": int(at["who"]),
            "target": int(at["fromWho"]),
            "pai": self._text(win_tile),
            "hora_tehais": [self._text(i) for i in shown],
            "ura_markers": self._texts(at.get("doraHaiUra")),
            "fu": fu,
            "points": points,
            "yaku": _yaku(at),
            "deltas": deltas,
            "scores_before": before,
        }
        if "doraHai" in at:
            line["dora_markers"] = self._texts(at["doraHai"])
        if "paoWho" in at:
            line["pao"] = int(at["paoWho"])
        return line

    def _draw(self, at: Mapping[str, str]) -> Line:
        before, deltas = _scores(at)
        hands = [self._texts(at[f"hai{i}"]) if f"hai{i}" in at else None for i in range(4)]
        kind = at.get("type", "")
        return {
            "type": "ryukyoku",
            "reason": _REASONS.get(kind, kind),
            "tenpais": [hand is not None for hand in hands],
            "shown_hands": hands,
            "deltas": deltas,
            "scores_before": before,
        }


def _numbers(row: str | None) -> list[int]:
    return [int(text) for text in row.split(",")] if row else []


def _yaku(at: Mapping[str, str]) -> list[tuple[str, int]] | None:
    """Pairs of number and han, or the numbers of the yakuman alone."""
    if "yaku" not in at and "yakuman" not in at:
        return None
    row = _numbers(at.get("yaku"))
    pairs = list(zip(row[::2], row[1::2], strict=True)) + [(n, 1) for n in _numbers(at.get("yakuman"))]
    return [(BY_NUMBER[number], han) for number, han in pairs]


def _scores(at: Mapping[str, str]) -> tuple[list[int], list[int]]:
    row = [100 * n for n in _numbers(at["sc"])][:_SEAT_NUMBERS]
    return row[::2], row[1::2]


def _tags(text: str) -> Iterator[tuple[int, ElementTree.Element]]:
    """The tags of a record with their numbers; RecordError where it is no XML any more."""
    parser: ElementTree.XMLPullParser[Any] = ElementTree.XMLPullParser(("start", "end"))
    number, depth = 0, 0
    try:
        parser.feed(text)
        for event in parser.read_events():
            kind, element = cast("tuple[str, ElementTree.Element]", event)
            depth += 1 if kind == "start" else -1
            if kind == "end" and depth == 1:
                number += 1
                yield number, element
        parser.close()
    except ElementTree.ParseError as error:
        why = "from here on this is no XML: the record is cut off or damaged."
        raise RecordError(number + 1, why, "Tag") from error


def feed(text: str, playback: Playback) -> None:
    """Plays a whole record; errors count the tags."""
    playback.unit = "Tag"
    translator, reader = _Translator(playback), MjaiReader(playback)
    with reader.whole():
        for number, element in _tags(text):
            playback.line = number
            try:
                lines = list(translator.lines(element.tag, element.attrib))
            except RecordError:
                raise
            except (KeyError, ValueError, IndexError) as error:
                raise playback.error(f"the tag {element.tag} is malformed.") from error
            for line in lines:
                reader.take(number, line)
