"""Writes what the code names into the catalogues: `python -m controller.sentences.word_export`.

The names of yaku, fu, limits, winds, ends, faults and of what Chinese Classical counts have one
source, `engine.explain`; the screens read them from their own files, `screens/lang/*.json`, because
they run in a browser. Why the table refuses a command is said in English by `controller.sentences.refusals`.
Every other text of those files is written by hand.
"""

from __future__ import annotations

import json
from typing import Any, Final

from contract.stored.vocabulary import FAULTS
from controller.sentences.refusals import REASONS
from engine.explain.words import LANGUAGES, Words, table
from screens import TABLE

FOLDER: Final = TABLE / "lang"
FAMILIES: Final = {
    "yaku": "yaku",
    "fu": "fu",
    "limit": "limit",
    "end": "end",
    "wind_name": "wind",
    "finding": "finding",
    "sanction": "measure",
    "waived": "waived",
    "base_value": "base_value",
    "double": "double",
    "limit_hand": "limit_hand",
}
"""Families of the catalogues and the engine's families that they are."""


def catalogue(language: str) -> dict[str, Any]:
    """The texts of the screens in a language, with the engine's names as they are now."""
    texts: dict[str, Any] = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    words = Words(language)
    for family, source in FAMILIES.items():
        texts[family] = {key: words.full_name(source, key) for key in table("names")["names"][source]}
    faults = {name: words.fault(fault) for fault, name in FAULTS.items()}
    # A screen also names what the table itself speaks against: the engine knows no dispute.
    texts["fault"] = faults | {"DISPUTED": texts["fault"]["DISPUTED"]}
    if language == "en":
        texts["reason"] = {name: reason.sentence for name, reason in REASONS.items()}
    return texts


def text(language: str) -> str:
    """The whole file of a language."""
    return json.dumps(catalogue(language), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    for language in LANGUAGES:
        (FOLDER / f"{language}.json").write_text(text(language), "utf-8")


if __name__ == "__main__":
    main()
