"""tenhou XML (mjlog): each tag becomes an mjai line, and the mjai reader does the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import unquote
from xml.etree import ElementTree

from engine.notation.mjai import MjaiReader, tile_text
from engine.notation.record import SANMA, Playback, RecordError
from engine.notation.yaku_words import BY_NUMBER
from engine.tile import tile_of_id

_WINDS: Final = "ESWN"
_NO_RED: Final = 0x02
"""Bits of the rules in `GO type`: without red fives, without open tanyao, East and South, three players."""
_CLOSED_TANYAO: Final = 0x04
_EAST_SOUTH: Final = 0x08
_THREE: Final = 0x10
_REASONS: Final = {"yao9": "kyuushu_kyuuhai", "ron3": "sanchahou"}
Line = dict[str, Any]


class _Translator:
    def __init__(self, playback: Playback) -> None:
        self._play = playback
        self._red = 1
        self._names: list[str] = []
        self._options: dict[str, object] = {}
        self._drawn: int | None = None
        self._last = 0
        self._started = False

    def lines(self, tag: str, at: Mapping[str, str]) -> Iterator[Line]:
        play = re.fullmatch(r"([T-WD-G])(\d+)", tag)
        if play is not None:
            yield self._tile_played(play.group(1), int(play.group(2)))
        elif tag == "GO":
            self._rules(int(at["type"]) if "type" in at else _EAST_SOUTH)
        elif tag == "UN" and "n3" in at:
            self._names = [unquote(at[f"n{i}"]) for i in range(4)]
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
            if "owari" in at:
                scores = [100 * int(float(v)) for v in at["owari"].split(",")[::2]]
                yield {"type": "end_game", "scores": scores[:4]}

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

    def _text(self, physical: int) -> str:
        return tile_text(tile_of_id(physical, self._red))

    def _texts(self, row: str | None) -> list[str]:
        return [self._text(i) for i in _numbers(row)]

    def _tile_played(self, letter: str, physical: int) -> Line:
        if letter in "TUVW":
            self._drawn = physical
            return {"type": "tsumo", "actor": "TUVW".index(letter), "pai": self._text(physical)}
        self._last = "DEFG".index(letter)
        own = physical == self._drawn
        return {"type": "dahai", "actor": self._last, "pai": self._text(physical), "tsumogiri": own}

    def _init(self, at: Mapping[str, str]) -> Iterator[Line]:
        if not self._started:
            self._started = True
            yield {"type": "start_game", "names": self._names, "options": self._options}
        number, honba, kyotaku, first, second, marker = _numbers(at["seed"])
        yield {
            "type": "start_kyoku",
            "bakaze": _WINDS[number // 4],
            "kyoku": number % 4 + 1,
            "honba": honba,
            "kyotaku": kyotaku,
            "oya": int(at["oya"]),
            "dora_marker": self._text(marker),
            "scores": [100 * n for n in _numbers(at["ten"])],
            "tehais": [self._texts(at[f"hai{i}"]) for i in range(4)],
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
        return {
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
    row = [100 * n for n in _numbers(at["sc"])]
    return row[::2], row[1::2]


def _broken(text: str, line: int, column: int) -> RecordError:
    """The error of a text that is no XML from there on, with the number of the first tag not whole."""
    lines = text.split("\n")
    read = "\n".join([*lines[: line - 1], lines[line - 1][:column]])
    number = max(1, read.count("<") - read.count("</"))
    return RecordError(number, "from here on this is no XML: the record is cut off or damaged.", "Tag")


def feed(text: str, playback: Playback) -> None:
    """Plays a whole record; errors count the tags."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise _broken(text, *error.position) from error
    playback.unit = "Tag"
    translator, reader = _Translator(playback), MjaiReader(playback)
    for number, element in enumerate(root, 1):
        playback.line = number
        try:
            lines = list(translator.lines(element.tag, element.attrib))
        except RecordError:
            raise
        except (KeyError, ValueError, IndexError) as error:
            raise playback.error(f"the tag {element.tag} is malformed.") from error
        for line in lines:
            reader.take(number, line)
    reader.finish()
