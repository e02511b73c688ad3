"""Names and sentences: complete in every language, right in number, true to the contract."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from engine.explain.words import LANGUAGES, ROOMS, Words
from engine.judge.finding import Kind, Waived
from engine.judge.penalties import PENALTIES, Measure
from engine.state.events import EndReason, Sanction
from engine.state.faults import SENTENCES, Fault
from engine.tiles.tile import ALL, Tile
from engine.value.win import Wait
from engine.value.yaku import YAKU
from words import FIRST, catalogue

TERMS = json.loads(Path(__file__).with_name("terms.json").read_text("utf-8"))
"""Where the names come from."""
RULES = Path(__file__).resolve().parents[4] / "shared" / "rules"
SETS = [f"{how}_{what}" for how in ("open", "closed") for what in ("pon", "kan")]
FU_SETS = [f"{which}_{kind}" for which in (*SETS, "pon_by_ron") for kind in ("simple", "yaochuu")]
NAMES = {
    "yaku": [*YAKU, "nagashi_mangan"],
    "value_set": ["seat_wind", "round_wind", "haku", "hatsu", "chun"],
    "fu": [
        *("base", "closed_ron", "tsumo", "open_pinfu", "chiitoitsu", "pair", "kanchan", "penchan", "tanki"),
        *FU_SETS,
    ],
    "wait": [wait.value for wait in Wait],
    "limit": [
        *("mangan", "haneman", "baiman", "sanbaiman", "yakuman"),
        *("kazoe_yakuman", "kiriage_mangan"),
    ],
    "dora": ["dora", "kan_dora", "red", "ura", "kan_ura"],
    "wind_name": ["E", "S", "W", "N"],
    "seat": ["E", "S", "W", "N"],
    "end": [reason.value for reason in EndReason],
    "sanction": [measure.value for measure in Measure],
    "finding": [kind.value for kind in Kind],
    "waived": [waived.value for waived in Waived],
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", NAMES)
def test_everything_the_engine_says_has_a_name(family: str, language: str) -> None:
    words = Words(language)
    assert [key for key in NAMES[family] if not words.name(family, key).strip()] == []
    assert set(catalogue(language, *ROOMS)[family]) == set(NAMES[family])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sanction_fault_and_penalty_has_its_words(language: str) -> None:
    words = Words(language)
    assert all(words.name("sanction", sanction.value) for sanction in Sanction)
    assert [fault.name for fault in Fault if not words.fault(fault).strip()] == []
    assert [row for row in PENALTIES if not words.penalty(row).strip()] == []
    assert len(PENALTIES) == 46


def test_nothing_is_said_that_the_engine_does_not_know() -> None:
    known = catalogue(FIRST, *ROOMS)
    assert known["fault"] == {fault.name: sentence for fault, sentence in SENTENCES.items()}
    assert known["penalty"] == {row: penalty.violation for row, penalty in PENALTIES.items()}


def test_a_language_we_do_not_speak_is_refused() -> None:
    with pytest.raises(ValueError, match="use one of en, ru, uk"):
        Words("xx")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["9 of bamboo", "red 5 of dots", "East", "white dragon"]),
        ("ru", ["9 соу", "красная 5 пин", "восток", "белый дракон"]),
        ("uk", ["9 соу", "червона 5 пін", "схід", "білий дракон"]),
        ("ja", ["9索", "赤5筒", "東", "白"]),
        ("sv", ["9 bambu", "röd 5 cirklar", "öst", "vit drake"]),
    ],
)
def test_tiles_have_names(language: str, names: list[str]) -> None:
    words = Words(language, tile_names=True)
    assert [words.tile(Tile.parse(text)) for text in ("9s", "0p", "1z", "5z")] == names
    assert len({words.tile(tile) for tile in ALL}) == len(ALL)
    assert Words(language).tile(Tile.parse("0p")) == "0p"


def plain(text: str) -> str:
    """Without case, accents on Latin letters and the dots of ё; with one kind of apostrophe."""
    text = unicodedata.normalize("NFC", text.casefold()).replace("ё", "е").replace("’", "'")
    marks = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return marks if re.search(r"[a-z]", text) else text


def contract(name: str) -> dict[str, Any]:
    path = RULES / name
    if not path.exists():
        pytest.skip("../shared/rules is absent: the names cannot be compared")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def offered(text: str | None) -> set[str]:
    """The terms that a cell of the contract gives, one or several."""
    pieces = [] if text is None else [text, *re.split(r"[,;()（）]|\balso:|\bprevalent wind:", text)]
    return {plain(piece).strip().removesuffix("-machi") for piece in pieces if piece.strip()}


def terms() -> dict[str, dict[str, set[str]]]:
    """What the contract calls each term, by language."""
    out = {}
    for term in contract("glossary.json")["terms"]:
        out[term["id"]] = {
            "ru": offered(term["ru"]).union(*map(offered, term["ru_variants"])),
            "uk": offered(term["uk"]),
            "ja": offered(term["kanji"]) | offered(term.get("kanji_customary")),
            "sv": offered(term["sv"]),
        }
    for yaku in contract("yaku.json")["yaku"]:
        names = yaku["names"]
        out[yaku["id"]] = {
            "en": offered(names["en"]) | offered(names["romaji"]),
            "ru": offered(names["ru"]).union(*map(offered, names.get("ru_alt") or [])),
            "uk": offered(names["uk"]),
            "ja": offered(names["ja"] or names["ja_customary"]),
            "sv": offered(names["sv"]),
        }
    return out


def test_names_are_those_of_the_contract_or_ours_with_a_reason() -> None:
    known = terms()
    excused = {(row["name"], row["language"]) for row in TERMS["corrections"]}
    wrong = []
    for family, rows in TERMS["names"].items():
        for key, row in rows.items():
            term = key if family == "yaku" else row.get("term")
            for language in LANGUAGES:
                given = known.get(term, {}).get(language, set())
                if not given or family in ("tile", "tiles") or (f"{family}.{key}", language) in excused:
                    continue
                name = Words(language).full_name(family, key)
                ours = {plain(part.strip()) for part in re.split(r" — |: ", name)}
                if not ours & given:
                    wrong.append((family, key, language, name, sorted(given)))
    assert wrong == []


def test_what_is_marked_as_ours_is_not_in_the_contract() -> None:
    known = terms()
    wrong = []
    for family, rows in TERMS["names"].items():
        for key, row in rows.items():
            term = key if family == "yaku" else row.get("term")
            given = known.get(term, {})
            wrong += [(family, key, language) for language in row.get("ours", ()) if given.get(language)]
    assert wrong == []


def test_a_correction_is_still_needed() -> None:
    known = terms()
    for row in TERMS["corrections"]:
        family, key = row["name"].split(".")
        term = key if family == "yaku" else TERMS["names"][family][key]["term"]
        assert plain(row["contract"]) in known[term][row["language"]]
        assert row["reason"].endswith(".")


def test_penalties_are_those_of_the_contract() -> None:
    rows = contract("penalties.json")["rows"]
    assert {row["id"]: row["violation"] for row in rows} == {
        row: Words("en").penalty(row) for row in PENALTIES
    }
