"""Keys of a TOML text are changed, and nothing else of it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.setup.document import DocumentError, changed

TEXT = """\
# Table of the house.

[table]
club = "home" # the club
# Its name in the hall.
name = "a"

# The camera above it.
[camera]
kind = "v4l2"
source = "/dev/video0"


[table.options]
"game.start_points" = 25000 # as ever
"""

SECTIONS = ("table", "camera", "web", "voice")
NAMES = st.from_regex(r"[a-z][a-z_]{0,6}", fullmatch=True)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False, allow_infinity=False),
    WORDS,
    st.lists(st.integers(0, 27), max_size=4),
    st.lists(WORDS, max_size=3),
    st.dictionaries(NAMES, st.integers(0, 99), min_size=1, max_size=3),
)
COMMENTS = st.text(st.characters(codec="ascii", exclude_categories=["Cc", "Cs"]), max_size=20)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A file as people write it: sections in any order, comments before, beside and between."""
    out = [f"# {draw(COMMENTS)}"] * draw(st.integers(0, 1))
    for section in draw(st.lists(st.sampled_from(SECTIONS), unique=True)):
        out += ["", f"# {draw(COMMENTS)}", f"[{section}]"]
        for name in draw(st.lists(NAMES, unique=True, max_size=4)):
            out += [f"# {draw(COMMENTS)}"] * draw(st.integers(0, 1))
            out.append(f"{name} = {draw(st.integers(0, 99))}{draw(st.sampled_from(['', '  # why']))}")
    return "\n".join(out) + "\n" * draw(st.integers(0, 3))


CHANGES = st.dictionaries(st.tuples(st.sampled_from(SECTIONS), NAMES), st.none() | VALUES, max_size=5)


@given(texts(), CHANGES)
def test_what_is_changed_reads_back_and_all_else_stays_byte_for_byte(
    text: str, changes: dict[tuple[str, ...], Any]
) -> None:
    made = changed(text, changes)
    before, after = tomllib.loads(text), tomllib.loads(made)
    for (section, name), value in changes.items():
        assert after.get(section, {}).get(name) == value
    for section, part in before.items():
        for name, value in part.items():
            if (section, name) not in changes:
                assert after[section][name] == value
    touched = {f"{name} = " for (_, name) in changes}
    kept = [line for line in lines(text) if not line.startswith(tuple(touched))]
    left = iter(lines(made))
    assert all(line in left for line in kept), "every other line is there, in its order"


def test_a_new_key_stands_in_its_section_and_the_comment_of_the_next_one_stays_there() -> None:
    made = changed(
        TEXT, {("table", "preset"): "ema", ("camera", "fps"): 10, ("table", "options", "x.y"): True}
    )
    assert made == TEXT.replace('name = "a"\n', 'name = "a"\npreset = "ema"\n').replace(
        '"/dev/video0"\n', '"/dev/video0"\nfps = 10\n'
    ).replace("# as ever\n", '# as ever\n"x.y" = true\n')


def test_names_with_values_stand_in_one_line() -> None:
    place, none = ("table", "options", "tiles.red_fives"), {"m": 0, "p": 0, "s": 0}
    made = changed(TEXT, {place: {"m": 1, "p": 2, "s": 0}})
    assert made == TEXT + '"tiles.red_fives" = {m = 1, p = 2, s = 0}\n'
    assert changed(made, {place: none}) == TEXT + '"tiles.red_fives" = {m = 0, p = 0, s = 0}\n'
    assert changed(made, {place: None}) == TEXT
    apart = TEXT + '\n[table.options."tiles.red_fives"]\nm = 1\np = 1\ns = 1\n'
    assert tomllib.loads(changed(apart, {place: none}))["table"]["options"]["tiles.red_fives"] == none


def test_a_changed_key_keeps_the_comment_beside_it() -> None:
    made = changed(TEXT, {("table", "club"): "away", ("table", "options", "game.start_points"): 30000})
    assert made == TEXT.replace('"home"', '"away"').replace("25000", "30000")


def test_a_key_that_is_taken_out_takes_its_line_alone() -> None:
    made = changed(TEXT, {("table", "name"): None, ("web", "port"): None, ("camera", "fps"): None})
    assert made == TEXT.replace('name = "a"\n', "")


def test_an_empty_file_gets_what_is_said() -> None:
    made = changed("", {("data",): "/srv", ("table", "club"): "home", ("table", "options", "a.b"): 1})
    assert tomllib.loads(made) == {"data": "/srv", "table": {"club": "home", "options": {"a.b": 1}}}


def test_a_key_above_all_sections_stays_above_them() -> None:
    assert tomllib.loads(changed(TEXT, {("data",): "/srv"}))["data"] == "/srv"


@pytest.mark.parametrize(
    "text",
    [
        'table = {club = "a"}\nbroker.url = "x"\n',
        '[table.options]\n"a.b" = 1\n',
        '[table]\r\nclub = "a"\r\n\r\n[broker]\r\n',
        '["table"]\n\'club\' = """\na"""\n',
    ],
)
def test_other_ways_to_write_it_are_understood(text: str) -> None:
    places = {("table", "name"): "b", ("table", "options", "c.d"): True, ("broker", "user"): "u"}
    found = tomllib.loads(changed(text, places))
    assert found["table"]["name"] == "b"
    assert found["table"]["options"]["c.d"] is True
    assert found["broker"]["user"] == "u"


@pytest.mark.parametrize("text", ["[table\n", "a = 1\na = 2\n"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(DocumentError, match="no TOML"):
        changed(text, {("table", "club"): "a"})


def test_what_the_writer_would_change_besides_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another parser reads what was written: a mistake of the writer costs no key."""
    monkeypatch.setattr("tomlkit.dumps", lambda _: TEXT.replace('club = "home"', 'club = "away"'))
    with pytest.raises(DocumentError, match="with an editor"):
        changed(TEXT, {("camera", "fps"): 10})


def test_what_cannot_be_changed_without_harm_is_refused() -> None:
    with pytest.raises(DocumentError, match="with an editor"):
        changed("table = 1\n", {("table", "club"): "a"})
