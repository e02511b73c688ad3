"""Names of Chinese Classical: everything that is counted has one, as the contract calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.classical.doubles import _EVERYONE, _WINNER
from engine.classical.limits import _LIMITS
from engine.explain.words import LANGUAGES, Words
from words import catalogue

CONTRACT = Path(__file__).resolve().parents[4] / "shared" / "rules" / "classical.json"
SETS = [f"{what}_{of}" for what in ("pung", "kong") for of in ("simple", "terminal", "wind", "dragon")]
PAIRS = ["pair_seat_wind", "pair_round_wind", "pair_dragons"]
NAMES = {
    "base_value": [*PAIRS, *SETS, "flower", "win", "win_from_wall", "only_tile"],
    "double": [*_EVERYONE, *_WINNER],
    "limit_hand": [*_LIMITS],
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", NAMES)
def test_everything_that_is_counted_has_a_name(family: str, language: str) -> None:
    words = Words(language)
    names = [words.full_name(family, key) for key in NAMES[family]]
    assert all(name.strip() for name in names)
    assert len(set(names)) == len(names)
    assert set(catalogue(language, "names")[family]) == set(NAMES[family])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_names_are_those_of_the_contract(language: str) -> None:
    """A meaning in brackets may stand behind a dash; a chow counts nothing and needs no name."""
    if not CONTRACT.exists():
        pytest.skip("../shared/rules is absent: the names cannot be compared")
    contract = json.loads(CONTRACT.read_text("utf-8"))
    kinds = {
        "base_value": contract["base_values"],
        "double": contract["doubles_everyone"] + contract["doubles_winner"],
        "limit_hand": contract["limit_hands"],
    }
    for family, rows in kinds.items():
        given = {row["id"]: row[language] for row in rows if row["id"] != "chow"}
        ours = {key: Words(language).full_name(family, key) for key in NAMES[family]}
        meant = {key: f"{name} ({why})" if why else name for key, (name, _, why) in split(ours).items()}
        assert meant == given


def split(names: dict[str, str]) -> dict[str, tuple[str, str, str]]:
    return {key: name.partition(" — ") for key, name in names.items()}
