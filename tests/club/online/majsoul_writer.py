"""The sixteen real games written as Mahjong Soul would record them: the other direction, for tests."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]
HONOURS = dict(zip("ESWNPFC", range(1, 8), strict=True))
TYPES = {"chi": 0, "pon": 1, "daiminkan": 2}
BESIDE: dict[str, dict[str, Any]] = {
    "RecordNewRound": {
        "left_tile_count": 69,
        "opens": [{"seat": 0}],
        "paishan": "1m4z1z4s",
        "sha256": "a2f0",
    },
    "RecordDealTile": {"left_tile_count": 42, "zhenting": [False] * 4, "operation": {"seat": 1}},
    "RecordDiscardTile": {"zhenting": [False, True, False, False], "operations": [], "tingpais": []},
    "RecordChiPengGang": {"zhenting": [False] * 4, "tile_states": [0, 0], "operation": {"seat": 1}},
    "RecordHule": {"gameend": {}, "baopai": 0, "wait_timeout": 0},
}
"""What real records say beside, which changes nothing."""
ABORTS = {"kyuushu_kyuuhai": 1, "suufon_renda": 2, "suukaikan": 3, "suucha_riichi": 4, "sanchahou": 5}


def tile(text: str) -> str:
    if text in HONOURS:
        return f"{HONOURS[text]}z"
    return f"0{text[1]}" if text.endswith("r") else text


def record(lines: list[Line], names: list[str], **head: Any) -> dict[str, Any]:
    """A whole record in the nested shape of saved paipu; players without the seat when it is 0."""
    actions = Actions(lines).written()
    return {
        "head": head_of(lines, names) | head,
        "data": {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}},
    }


def head_of(lines: list[Line], names: list[str]) -> dict[str, Any]:
    final = next(line["final_scores"] for line in reversed(lines) if "final_scores" in line)
    accounts: list[dict[str, Any]] = [{"seat": n, "nickname": name} for n, name in enumerate(names)]
    del accounts[0]["seat"]
    return {
        "uuid": "241023-8ebc1b25-cd19-4146-888f-59c3b6db234e",
        "end_time": 1729690824,
        "config": {"category": 2, "mode": {"mode": 2, "detail_rule": {}}, "meta": {"mode_id": 12}},
        "accounts": accounts[::-1],
        "result": {"players": [{"seat": n, "part_point_1": p} for n, p in enumerate(final)][::-1]},
    }


class Actions:
    """The actions of a game: mjai lines in, records of the site out; fields that are zero are left out."""

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._told: list[dict[str, Any]] = [{"passed": 1, "type": 2, "user_input": {"seat": 1}}]
        self._doras: list[str] = []
        self._shown = 0
        self._horas: list[Line] = []

    def written(self) -> list[dict[str, Any]]:
        calls = dict.fromkeys(TYPES, self._call)
        steps = {
            **{"start_kyoku": self._deal, "tsumo": self._draw, "dahai": self._discard},
            **{"kakan": self._kan, "ankan": self._kan, "dora": self._indicator},
            **{"hora": self._win, "ryukyoku": self._draw_game},
        } | calls
        for number, line in enumerate(self._lines):
            if (step := steps.get(line["type"])) is not None:
                step(number, line)
        return self._told

    def _add(self, name: str, **data: Any) -> None:
        body = {key: value for key, value in data.items() if value not in (0, None) or key == "is_liqi"}
        result = {"name": f".lq.{name}", "data": BESIDE.get(name, {}) | body}
        self._told.append({"passed": 1, "type": 1, "result": result})

    def _turned(self, *more: str) -> list[str] | None:
        """All indicators, where one has been turned since they were told."""
        doras = [*self._doras, *more]
        before, self._shown = self._shown, len(doras)
        return doras if len(doras) > before else None

    def _beside(self, number: int) -> Line:
        """A line, nothing beyond the ends."""
        return self._lines[number] if 0 <= number < len(self._lines) else {"type": ""}

    def _deal(self, number: int, line: Line) -> None:
        self._doras, self._shown = [tile(line["dora_marker"])], 0
        hands = [[tile(t) for t in hand] for hand in line["tehais"]]
        hands[line["oya"]].append(tile(self._beside(number + 1)["pai"]))
        self._add(
            "RecordNewRound",
            chang="ESWN".index(line["bakaze"]),
            ju=line["oya"],
            ben=line["honba"],
            liqibang=line["kyotaku"],
            scores=line["scores"],
            doras=self._turned(),
            **{f"tiles{n}": hand for n, hand in enumerate(hands)},
        )

    def _draw(self, number: int, line: Line) -> None:
        if self._beside(number - 1)["type"] != "start_kyoku":
            drawn = tile(line["pai"])
            self._add("RecordDealTile", seat=line["actor"], tile=drawn, doras=self._turned())

    def _discard(self, number: int, line: Line) -> None:
        after = self._beside(number + 1)
        turned = [tile(after["dora_marker"])] if after["type"] == "dora" else []
        self._add(
            "RecordDiscardTile",
            seat=line["actor"],
            tile=tile(line["pai"]),
            is_liqi=self._beside(number - 1)["type"] == "reach",
            moqie=line["tsumogiri"],
            doras=self._turned(*turned),
        )

    def _call(self, _number: int, line: Line) -> None:
        own = [tile(t) for t in line["consumed"]]
        froms = [line["actor"]] * len(own) + [line["target"]]
        tiles = [*own, tile(line["pai"])]
        self._add("RecordChiPengGang", seat=line["actor"], type=TYPES[line["type"]], tiles=tiles, froms=froms)

    def _kan(self, _number: int, line: Line) -> None:
        added = line["type"] == "kakan"
        tile_of_kan = tile(line["pai"] if added else line["consumed"][0])
        self._add("RecordAnGangAddGang", seat=line["actor"], type=2 if added else 3, tiles=tile_of_kan)

    def _indicator(self, _number: int, line: Line) -> None:
        self._doras.append(tile(line["dora_marker"]))

    def _win(self, number: int, line: Line) -> None:
        self._horas.append(line)
        if self._beside(number + 1)["type"] != "hora":
            total = [sum(points) for points in zip(*(h["deltas"] for h in self._horas), strict=True)]
            self._add("RecordHule", delta_scores=total, hules=[hule(h) for h in self._horas])
            self._horas = []

    def _draw_game(self, _number: int, line: Line) -> None:
        if line["reason"] in ABORTS:
            self._add("RecordLiuJu", type=ABORTS[line["reason"]])
        else:
            players = [{"tingpai": ready} for ready in line["tenpais"]]
            self._add("RecordNoTile", players=players, scores=[{"delta_scores": line["deltas"]}])


def hule(line: Line) -> dict[str, Any]:
    return {
        "seat": line["actor"],
        "zimo": line["actor"] == line["target"],
        "hu_tile": tile(line["pai"]),
        "li_doras": [tile(t) for t in line.get("ura_markers") or ()],
        "count": sum(han for _, han in line["yaku"]),
        "fu": line["fu"],
        "yiman": bool(line["yakuman"]),
    }
