"""Every reason of a table is said by the pages, whole and in each language; a browser is not asked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from controller.sentences.refusals import FOREIGN, REASONS, Refusal
from screens import SHARED, TABLE_LANGUAGES
from tests.controller.screens.test_refused import FILLED, filled, said, words
from tests.screens.tools import ran

WORDS = Path(__file__).parent / "js" / "words.mjs"


def says(given: Path, language: str, asked: list[dict[str, Any]]) -> list[str]:
    """What `refused.js` makes of refusals."""
    script = f"""
        import {{ whyNot }} from {json.dumps((SHARED / "js" / "refused.js").as_uri())};
        import {{ speak }} from {json.dumps(WORDS.as_uri())};
        await speak({json.dumps(language)});
        console.log(JSON.stringify({json.dumps(asked)}.map(whyNot)));
    """
    run = ran(given, "--input-type=module", "--eval", script)
    assert run.returncode == 0, run.stderr
    assert run.stderr == "", "a code without words"
    found: list[str] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_reason_is_said_with_its_values_in_the_language_of_the_page(given: Path, language: str) -> None:
    refusals = [Refusal(name, **filled(name)) for name in REASONS]
    asked = [{"code": each.code, "reason": each.reason, "values": each.values} for each in refusals]
    found = says(given, language, asked)
    assert found == [said(language, each) for each in refusals]
    assert [text for text in found if re.search(r"[{}]|undefined|null", text)] == []
    assert FOREIGN not in FILLED
    assert [text for text in found if f"<{FOREIGN}>" in text and language != "en"] == []


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_what_a_page_does_not_know_is_said_by_its_code(given: Path, language: str) -> None:
    asked: list[dict[str, Any]] = [
        {"code": "forbidden", "reason": "of tomorrow", "values": {"x": 1}, "message": "English"},
        {"code": "not_now", "reason": "illegal", "values": {"faults": ["OF_TOMORROW"]}},
        {"code": "of_tomorrow", "message": "English"},
    ]
    known = words(language)
    expected = [known["reply"]["forbidden"], known["reply"]["not_now"], known["ui"]["not_now"]]
    assert says(given, language, asked) == expected
