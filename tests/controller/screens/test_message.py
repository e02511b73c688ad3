"""A message reads the same on a page and in Python: plurals, values, and what is missing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.controller.screens.stand import Stand
from words import LANGUAGES
from words.message import filled
from words.plural import category

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
ASK = """
const [asked, done] = [arguments[0], arguments[1]];
import(new URL("shared/js/message.js", document.baseURI)).then(
  ({ category, filled }) => done({
    forms: Object.fromEntries(asked.codes.map((code) => [code, asked.numbers.map((n) => category(code, n))])),
    texts: asked.texts.map(([text, code, values]) => filled(text, code, values)),
  }),
  (error) => done(String(error)),
);
"""
NUMBERS = [*range(-3, 130), 1_000, 1_001, 1_000_000]
TEXTS: list[tuple[str, str, dict[str, object]]] = [
    ("{n} of {who}'s #1", "en", {"n": 1, "who": "Anna"}),
    ("{n, plural, one {# stick stays} other {# sticks stay}}.", "en", {"n": 1}),
    (
        "{a, plural, one {{who} one} other {{b, plural, one {#} other {# of #}} {who}}}",
        "en",
        {"a": 2, "b": 7, "who": "B"},
    ),
    ("{n, plural, one {# тайл} few {# тайла} many {# тайлов} other {# тайлов}}", "ru", {"n": 22}),
    ("{n, plural, one {# tile} other {# tiles}}", "en", {"n": "1"}),
]


def test_a_page_fills_messages_as_python_does(stand: Stand) -> None:
    stand.open("index.html")
    asked: Any = {"codes": LANGUAGES, "numbers": NUMBERS, "texts": TEXTS}
    found = stand.driver.execute_async_script(ASK, asked)
    assert found["forms"] == {code: [category(code, n) for n in NUMBERS] for code in LANGUAGES}
    assert found["texts"] == [filled(*each) for each in TEXTS]
