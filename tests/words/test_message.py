"""Messages: values, plurals, and what is none."""

from __future__ import annotations

import pytest

from words import LANGUAGES
from words.message import MessageError, filled, names, parsed
from words.plural import categories, category


def test_values_are_filled_in() -> None:
    assert filled("{n} of {who}'s #1", "en", {"n": 1, "who": "Anna"}) == "1 of Anna's #1"
    with pytest.raises(KeyError):
        filled("{missing}", "en", {})


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 stick stays"), (3, "3 sticks stay"), ("three", "three sticks stay")]
)
def test_a_plural_takes_the_form_of_its_number(n: object, said: str) -> None:
    assert filled("{n, plural, one {# stick stays} other {# sticks stay}}", "en", {"n": n}) == said


def test_an_arm_holds_values_and_a_plural_of_another_number() -> None:
    text = "{a, plural, one {{who} has one} other {{b, plural, one {#} other {# of #}} for {who}}}"
    assert filled(text, "en", {"a": 2, "b": 7, "who": "B"}) == "7 of 7 for B"
    assert sorted(set(names(parsed(text)))) == ["a", "b", "who"]


@pytest.mark.parametrize(
    "text",
    ["{n", "{n }", "n}", "{n, plural, one {x}}", "{n, plural, other {x}", "{n, select, other {x}}", "{}"],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(MessageError):
        parsed(text)


def test_numbers_take_the_forms_of_cldr() -> None:
    for language in ("ru", "uk"):
        found = [category(language, n) for n in (1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 100, 101, 111)]
        one, few, many = "one", "few", "many"
        assert found == [one, few, few, many, many, many, many, one, few, many, many, one, many]
    for language in ("en", "sv"):
        assert [category(language, n) for n in (0, 1, 2, 21, -1)] == ["other", "one", "other", "other", "one"]
    assert category("ja", 1) == "other"
    assert all(categories(language)[-1] == "other" for language in LANGUAGES)
