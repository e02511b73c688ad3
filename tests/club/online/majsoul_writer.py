"""The sixteen real games written as Mahjong Soul would record them: the other direction, for tests."""

from __future__ import annotations

from typing import Any

HONOURS = dict(zip("ESWNPFC", range(1, 8), strict=True))
TYPES = {"chi": 0, "pon": 1, "daiminkan": 2}
ABORTS = {"kyuushu_kyuuhai": 1, "suufon_renda": 2, "suukaikan": 3, "suucha_riichi": 4, "sanchahou": 5}


def tile(text: str) -> str:
    if text in HONOURS:
        return f"{HONOURS[text]}z"
    return f"0{text[1]}" if text.endswith("r") else text


def record(lines: list[dict[str, Any]], names: list[str], **head: Any) -> dict[str, Any]:
    """A whole record in the nested shape of saved paipu; players without the seat when it is 0."""
    actions: list[dict[str, Any]] = [{"passed": 1, "type": 2, "user_input": {"seat": 1}}]
    doras: list[str] = []
    horas: list[dict[str, Any]] = []

    def add(name: str, **data: Any) -> None:
        body = {key: value for key, value in data.items() if value not in (0, None) or key == "is_liqi"}
        actions.append({"passed": 1, "type": 1, "result": {"name": f".lq.{name}", "data": body}})

    for number, line in enumerate(lines):
        kind, seat = line["type"], line.get("actor")
        if kind == "start_kyoku":
            doras = [tile(line["dora_marker"])]
            hands = [[tile(t) for t in hand] for hand in line["tehais"]]
            hands[line["oya"]].append(tile(lines[number + 1]["pai"]))
            add(
                "RecordNewRound",
                chang="ESWN".index(line["bakaze"]),
                ju=line["oya"],
                ben=line["honba"],
                liqibang=line["kyotaku"],
                scores=line["scores"],
                doras=list(doras),
                **{f"tiles{n}": hand for n, hand in enumerate(hands)},
            )
        elif kind == "tsumo" and lines[number - 1]["type"] != "start_kyoku":
            add("RecordDealTile", seat=seat, tile=tile(line["pai"]), doras=list(doras))
        elif kind == "dahai":
            riichi = lines[number - 1]["type"] == "reach"
            later = lines[number + 1]
            shown = [*doras, tile(later["dora_marker"])] if later["type"] == "dora" else doras
            add(
                "RecordDiscardTile",
                seat=seat,
                tile=tile(line["pai"]),
                is_liqi=riichi,
                moqie=line["tsumogiri"],
                doras=list(shown),
            )
        elif kind in TYPES:
            own = [tile(t) for t in line["consumed"]]
            froms = [seat] * len(own) + [line["target"]]
            add(
                "RecordChiPengGang", seat=seat, type=TYPES[kind], tiles=[*own, tile(line["pai"])], froms=froms
            )
        elif kind == "kakan":
            add("RecordAnGangAddGang", seat=seat, type=2, tiles=tile(line["pai"]))
        elif kind == "ankan":
            add("RecordAnGangAddGang", seat=seat, type=3, tiles=tile(line["consumed"][0]))
        elif kind == "dora":
            doras.append(tile(line["dora_marker"]))
        elif kind == "hora":
            horas.append(line)
        elif kind == "ryukyoku":
            if line["reason"] in ABORTS:
                add("RecordLiuJu", type=ABORTS[line["reason"]])
            else:
                add(
                    "RecordNoTile",
                    players=[{"tingpai": ready} for ready in line["tenpais"]],
                    scores=[{"delta_scores": line["deltas"]}],
                )
        if horas and (number + 1 == len(lines) or lines[number + 1]["type"] != "hora"):
            total = [sum(points) for points in zip(*(h["deltas"] for h in horas), strict=True)]
            add("RecordHule", delta_scores=total, hules=[hule(h) for h in horas])
            horas = []
    final = next(line["final_scores"] for line in reversed(lines) if "final_scores" in line)
    accounts = [{"seat": n, "nickname": name} for n, name in enumerate(names)]
    del accounts[0]["seat"]
    return {
        "head": {
            "uuid": "241023-8ebc1b25-cd19-4146-888f-59c3b6db234e",
            "end_time": 1729690824,
            "config": {"category": 2, "mode": {"mode": 2, "detail_rule": {}}, "meta": {"mode_id": 12}},
            "accounts": accounts[::-1],
            "result": {"players": [{"seat": n, "part_point_1": p} for n, p in enumerate(final)][::-1]},
            **head,
        },
        "data": {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}},
    }


def hule(line: dict[str, Any]) -> dict[str, Any]:
    return {
        "seat": line["actor"],
        "zimo": line["actor"] == line["target"],
        "hu_tile": tile(line["pai"]),
        "li_doras": [tile(t) for t in line.get("ura_markers") or ()],
        "count": sum(han for _, han in line["yaku"]),
        "fu": line["fu"],
        "yiman": bool(line["yakuman"]),
    }
