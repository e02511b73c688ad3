"""Mahjong Soul's own records as mjai lines: each record becomes the lines that say the same.

The shape is that of the site's protocol written as JSON, as paipu savers store it: a `head` and, in
`data`, records with their names, bare, under `records`, or as the `result` of `actions`. Fields that are
zero may be missing. The site does not describe the format: the facts are those of public converters and
records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

SITE: Final = "mahjong_soul"
_HONOURS: Final = "ESWNPFC"
_WINDS: Final = "ESWN"
_CALLS: Final = {0: "chi", 1: "pon", 2: "daiminkan"}
_ADDED, _CLOSED = 2, 3
_EAST_ONLY: Final = 1
_TRIPLE_RON: Final = 5
_ROOM: Final[Mapping[str, tuple[bool, Mapping[str, object]]]] = {
    "have_nanruxiru": (False, {"game.extra_round": "never"}),
    "can_jifei": (False, {"game.tobi": False}),
    "have_toutiao": (True, {"call.multi_ron": "atamahane"}),
    "have_sanjiahele": (True, {"abort.sanchahou": True}),
    "have_jiuzhongjiupai": (False, {"abort.kyuushu_kyuuhai": False}),
    "have_sifenglianda": (False, {"abort.suufon_renda": False}),
    "have_sigangsanle": (False, {"abort.suukaikan": False}),
    "have_sijializhi": (False, {"abort.suucha_riichi": False}),
    "have_liujumanguan": (False, {"score.nagashi_mangan": False}),
    "have_qieshangmanguan": (True, {"score.kiriage_mangan": True}),
    "have_yifa": (False, {"riichi.ippatsu": False}),
    "have_biao_dora": (False, {"dora.dora": False}),
    "have_gang_biao_dora": (False, {"dora.kan_dora": False}),
    "have_li_dora": (False, {"dora.ura": False}),
    "have_gang_li_dora": (False, {"dora.kan_ura": False}),
    "ming_dora_immediately_open": (
        True,
        {"kan.dora_timing_open": "immediate", "kan.dora_timing_added": "immediate"},
    ),
}
"""What a room may have otherwise than the site's usual game, where its record says so."""
Record = Mapping[str, Any]
Line = dict[str, Any]


def is_majsoul(data: object) -> bool:
    """Whether this is a record of the site and not one that a converter has turned into another notation."""
    return isinstance(data, Mapping) and "head" in data and "data" in data


def lines_of(data: Record) -> Iterator[Line]:
    """The mjai lines of a record; ValueError, KeyError or TypeError where it is malformed."""
    head = data["head"]
    yield {
        "type": "start_game",
        "names": names_of(head),
        "preset": SITE,
        "options": options_of(head["config"]["mode"]),
    }
    hand = _Hand()
    for name, record in _records(data["data"]):
        yield from hand.lines(name, record)
    scores = {row.get("seat", 0): row["part_point_1"] for row in head["result"]["players"]}
    yield {"type": "end_game", "scores": [scores[seat] for seat in range(4)]}


def names_of(head: Record) -> list[str]:
    """The names by seat; a seat of a computer player has an empty one."""
    names = {account.get("seat", 0): str(account["nickname"]) for account in head["accounts"]}
    return [names.get(seat, "") for seat in range(len(head["result"]["players"]))]


def options_of(mode: Record) -> dict[str, object]:
    """The options by which a room differs from the site's usual game."""
    rule = mode.get("detail_rule") or {}
    options: dict[str, object] = {}
    if mode.get("mode", 2) % 10 == _EAST_ONLY:
        options["game.length"] = "tonpuusen"
    if rule and not rule.get("dora_count", 0):
        options["tiles.red_fives"] = {"m": 0, "p": 0, "s": 0}
    elif rule.get("dora_count") == 4:
        options["tiles.red_fives"] = {"m": 1, "p": 2, "s": 1}
    if rule.get("shiduan") == 0 and "shiduan" in rule:
        options["call.open_tanyao"] = False
    for field, (value, differs) in _ROOM.items():
        if rule.get(field) is value:
            options |= differs
    return options


def _records(data: Any) -> Iterator[tuple[str, Record]]:
    """The records by name, from whichever wrapping they lie in."""
    while isinstance(data, Mapping) and "data" in data and "records" not in data and "actions" not in data:
        data = data["data"]
    rows: Sequence[Any] = data if isinstance(data, list) else data.get("records") or data["actions"]
    for row in rows:
        found = row.get("result") if "name" not in row else row
        if found:
            body = found["data"] if isinstance(found.get("data"), Mapping) else found
            yield str(found["name"]).removeprefix(".lq."), body


def _tile(text: str) -> str:
    number, suit = text[0], text[1]
    if suit == "z":
        return _HONOURS[int(number) - 1]
    return f"5{suit}r" if number == "0" else text


def _kind(tile: str) -> str:
    return tile.rstrip("r")


class _Hand:
    """What must be kept within a hand: tiles, indicators, the last discard, a riichi not yet paid."""

    def __init__(self) -> None:
        self._tiles: list[list[str]] = [[], [], [], []]
        self._turned = 0
        self._last = (0, "")
        self._drawn: str | None = None
        self._riichi: int | None = None

    def lines(self, name: str, record: Record) -> Iterator[Line]:
        """The lines of one record; ValueError for one that four players do not have."""
        step = {
            "RecordNewRound": self._start,
            "RecordDealTile": self._deal,
            "RecordDiscardTile": self._discard,
            "RecordChiPengGang": self._call,
            "RecordAnGangAddGang": self._kan,
            "RecordHule": self._wins,
            "RecordNoTile": self._drawn_hand,
            "RecordLiuJu": self._aborted,
        }.get(name)
        if name == "RecordBaBei":
            raise ValueError("this is a game of three players: only games of four are followed.")
        if step is None:
            return
        if self._riichi is not None and name != "RecordHule":
            yield {"type": "reach_accepted", "actor": self._riichi}
        # A win on the declaration tile voids the deposit (R-RIICHI-07).
        self._riichi = None
        yield from step(record)

    def _start(self, record: Record) -> Iterator[Line]:
        dealer = record.get("ju", 0)
        self._tiles = [[_tile(text) for text in record.get(f"tiles{seat}", ())] for seat in range(4)]
        dealt = [tiles[:13] for tiles in self._tiles]
        markers = record.get("doras") or [record["dora"]]
        self._turned = 1
        yield {
            "type": "start_kyoku",
            "bakaze": _WINDS[record.get("chang", 0)],
            "kyoku": dealer + 1,
            "honba": record.get("ben", 0),
            "kyotaku": record.get("liqibang", 0),
            "oya": dealer,
            "dora_marker": _tile(markers[0]),
            "scores": list(record["scores"]),
            "tehais": dealt,
        }
        self._drawn = self._tiles[dealer][13]
        yield {"type": "tsumo", "actor": dealer, "pai": self._drawn}

    def _deal(self, record: Record) -> Iterator[Line]:
        yield from self._indicators(record)
        seat, tile = record.get("seat", 0), _tile(record["tile"])
        self._tiles[seat].append(tile)
        self._drawn = tile
        yield {"type": "tsumo", "actor": seat, "pai": tile}

    def _discard(self, record: Record) -> Iterator[Line]:
        seat, tile = record.get("seat", 0), _tile(record["tile"])
        if record.get("is_liqi") or record.get("is_wliqi"):
            yield {"type": "reach", "actor": seat}
            self._riichi = seat
        self._tiles[seat].remove(tile)
        self._last = (seat, tile)
        drawn = bool(record.get("moqie")) and tile == self._drawn
        yield {"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": drawn}
        yield from self._indicators(record)

    def _call(self, record: Record) -> Iterator[Line]:
        seat = record.get("seat", 0)
        source, called = self._last
        tiles = [_tile(text) for text in record["tiles"]]
        own = [tile for tile, giver in zip(tiles, record["froms"], strict=True) if giver == seat]
        for tile in own:
            self._tiles[seat].remove(tile)
        kind = _CALLS[record.get("type", 0)]
        yield {"type": kind, "actor": seat, "target": source, "pai": called, "consumed": own}
        self._drawn = None
        yield from self._indicators(record)

    def _kan(self, record: Record) -> Iterator[Line]:
        seat, tiles = record.get("seat", 0), record["tiles"]
        tile = _tile(tiles if isinstance(tiles, str) else tiles[0])
        if record["type"] == _ADDED:
            self._tiles[seat].remove(tile)
            self._last = (seat, tile)
            yield {"type": "kakan", "actor": seat, "pai": tile}
        elif record["type"] == _CLOSED:
            own = [held for held in self._tiles[seat] if _kind(held) == _kind(tile)]
            for held in own:
                self._tiles[seat].remove(held)
            self._last = (seat, tile)
            yield {"type": "ankan", "actor": seat, "consumed": own}
        else:
            raise ValueError(f"a kan is of type 2 or 3, not {record['type']}.")
        yield from self._indicators(record)

    def _indicators(self, record: Record) -> Iterator[Line]:
        """Indicators that have been turned since; the list of a record holds all of the hand."""
        for text in (record.get("doras") or ())[self._turned :]:
            self._turned += 1
            yield {"type": "dora", "dora_marker": _tile(text)}

    def _wins(self, record: Record) -> Iterator[Line]:
        hules = record["hules"]
        for hule in hules:
            seat = hule.get("seat", 0)
            line: Line = {
                "type": "hora",
                "actor": seat,
                "target": seat if hule.get("zimo") else self._last[0],
                "pai": _tile(hule["hu_tile"]),
                "ura_markers": [_tile(text) for text in hule.get("li_doras") or ()],
            }
            if len(hules) == 1 and record.get("delta_scores"):
                line["deltas"] = list(record["delta_scores"])
            if not hule.get("yiman"):
                line |= {"fan": hule["count"], "fu": hule["fu"]}
            yield line

    def _drawn_hand(self, record: Record) -> Iterator[Line]:
        rows = [row["delta_scores"] for row in record.get("scores") or () if row.get("delta_scores")]
        yield {
            "type": "ryukyoku",
            "reason": "fanpai",
            "tenpais": [bool(player.get("tingpai")) for player in record["players"]],
            "deltas": [sum(points) for points in zip(*rows, strict=True)] if rows else [0, 0, 0, 0],
        }

    def _aborted(self, record: Record) -> Iterator[Line]:
        reason = "sanchahou" if record.get("type") == _TRIPLE_RON else "abort"
        yield {"type": "ryukyoku", "reason": reason, "deltas": [0, 0, 0, 0]}
