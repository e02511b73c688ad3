"""Changes of a configuration: checked as a whole, refused by their key, written whole or not at all."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config import Config, parse
from controller.setup.answers import SetupRefusal
from controller.setup.desk import Desk, RefusedError, differing, value_at
from controller.setup.keys import Key, keys

MACHINE = '[camera]\nkind = "none" # people look\n[machine]\nkind = "none"\n'


def whole(values: dict[str, Any]) -> Config:
    return parse(values, "here")


def desk_of(folder: Path, text: str | None = None) -> Desk:
    path = folder / "table.toml"
    if text is not None:
        path.write_bytes(text.encode())
    return Desk(path, whole)


def refused(desk: Desk, changes: dict[str, Any], **more: Any) -> tuple[str, str]:
    """Code and key; the file is as it was."""
    before = desk.kept.path.read_bytes() if desk.kept.path.exists() else None
    with pytest.raises(RefusedError) as caught:
        desk.change(more.pop("revision", desk.kept.revision()), changes, **more)
    assert (desk.kept.path.read_bytes() if desk.kept.path.exists() else None) == before
    return caught.value.refusal.code, caught.value.refusal.key


def test_a_fresh_table_gets_a_file(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    assert (desk.read().exists, desk.read().revision, desk.read().trouble) == (False, "", None)
    revision = desk.change("", {"table.club": "kyiv", "voice.enabled": True})
    assert desk.read().revision == revision
    assert tomllib.loads(desk.kept.path.read_text()) == {
        "table": {"club": "kyiv"},
        "voice": {"enabled": True},
    }
    found = desk.read().config
    assert found is not None
    assert found.voice.enabled


@pytest.mark.parametrize(
    ("changes", "code", "key"),
    [
        ({"camera.fps": 99}, "value", "camera.fps"),
        ({"camera.kind": "v4l2", "machine.kind": "none"}, "missing", "camera.source"),
        ({"camera.kind": "none", "machine.kind": "serial", "machine.port": "x"}, "no_camera", "machine.kind"),
        ({"machine.kind": "serial", "machine.port": "x"}, "unfit", "machine.kind"),
        ({"web.key": "/k.pem"}, "pair", "web.certificate"),
        ({"table.walls": "dealt"}, "walls", "table.walls"),
        ({"camera.colour": "red"}, "unknown", "camera.colour"),
        ({"table.players": ["A"]}, "value", "table.players"),
        ({"machine.settings": {"LIFT_SPEED": 1}}, "value", "machine.settings"),
        ({"machine.settings": 7}, "value", "machine.settings"),
        ({"broker.password": 7}, "value", "broker.password"),
        ({"table": {"club": "a"}}, "unknown", "table"),
        ({"web.port": {"a": 1}}, "value", "web.port"),
        ({"table.options": {"x": None, "y": {"z": [1]}}}, "value", "table.options"),
    ],
)
def test_what_makes_no_table_is_refused_with_its_key(
    tmp_path: Path, changes: dict[str, Any], code: str, key: str
) -> None:
    assert refused(desk_of(tmp_path), changes) == (code, key)
    assert refused(desk_of(tmp_path, "[voice]\nvolume = 3 # soft\n"), changes) == (code, key)


def test_the_second_of_two_who_set_up_at_once_is_refused(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, MACHINE)
    seen = desk.read().revision
    desk.change(seen, {"table.club": "first"})
    assert refused(desk, {"table.club": "second"}, revision=seen) == ("changed", "")
    assert 'club = "first"' in desk.kept.path.read_text()


def test_of_many_at_the_same_moment_one_writes(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, MACHINE)
    seen, together = desk.read().revision, Barrier(8)
    wrote, codes = [], []

    def one(n: int) -> None:
        together.wait()
        try:
            wrote.append((n, desk.change(seen, {"table.club": f"club-{n}"})))
        except RefusedError as error:
            codes.append(error.refusal.code)

    threads = [Thread(target=one, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    ((n, revision),) = wrote
    assert codes == ["changed"] * 7
    assert (desk.read().values["table"]["club"], desk.read().revision) == (f"club-{n}", revision)


def test_options_are_changed_one_by_one(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, '[table.options]\n"a.b" = 1 # why\n"c.d" = 2\n')
    desk.change(desk.read().revision, {"table.options": {"a.b": 1, "e.f": True}})
    assert desk.kept.path.read_text() == '[table.options]\n"a.b" = 1 # why\n"e.f" = true\n'


def test_a_file_that_makes_no_table_is_mended_key_by_key(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, '[camera]\nfps = 99 # too many\ncolour = "red"\n')
    trouble = desk.read().trouble
    assert trouble is not None
    assert refused(desk, {"camera.fps": 10}) == ("unknown", "camera.colour")
    desk.change(desk.read().revision, {"camera.fps": 10, "camera.colour": None})
    assert desk.kept.path.read_text() == "[camera]\nfps = 10 # too many\n"


def test_a_file_that_is_no_toml_is_begun_anew_and_kept_as_a_version(tmp_path: Path) -> None:
    for text in (b"[camera\n", b"\xff\xfe"):
        desk = desk_of(tmp_path)
        desk.kept.path.write_bytes(text)
        trouble = desk.read().trouble
        assert trouble is not None
        assert trouble.code == "toml"
        assert refused(desk, {"table.club": "a"})[0] in {"form", "toml"}
        desk.change(desk.read().revision, {"table.club": "a"}, anew=True)
        assert desk.kept.path.read_text() == '[table]\nclub = "a"\n'
        assert desk.versions()[0].path.read_bytes() == text


def test_a_version_is_taken_back_and_can_be_taken_back_again(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, MACHINE)
    desk.change(desk.read().revision, {"table.club": "b", "voice.volume": 3})
    ((version, changed),) = desk.differences()
    assert changed == ["table.club", "voice.volume"]
    revision = desk.back(desk.read().revision, version.number)
    assert (desk.kept.path.read_text(), desk.read().revision) == (MACHINE, revision)
    desk.back(revision, 2)
    assert 'club = "b"' in desk.kept.path.read_text()
    for number, code in ((99, "gone"), (1, "changed")):
        with pytest.raises(RefusedError) as caught:
            desk.back(desk.read().revision if code == "gone" else revision, number)
        assert caught.value.refusal.code == code
        assert caught.value.status == (404 if code == "gone" else 409)


def test_a_version_that_makes_no_table_is_refused(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "[camera]\nfps = 99\n")
    desk.change(desk.read().revision, {"camera.fps": 9})
    with pytest.raises(RefusedError) as caught:
        desk.back(desk.read().revision, 1)
    assert caught.value.refusal.key == "camera.fps"
    assert desk.read().values == {"camera": {"fps": 9}}


def test_a_password_behind_stars_stays_and_goes_to_no_other_host(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, '[broker]\nurl = "mqtt://anna:verysecret@hub:1883"\n')
    desk.change(desk.read().revision, {"broker.url": "mqtt://anna:***@hub:1883"})
    assert desk.read().values["broker"]["url"] == "mqtt://anna:verysecret@hub:1883"
    for url in ("mqtt://anna:***@evil:1883", "mqtt://bea:***@hub:1883", "http://anna:***@hub:1883"):
        assert refused(desk, {"broker.url": url}) == ("masked", "broker.url")


def test_a_disk_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    desk = Desk(tmp_path / "file" / "table.toml", whole)
    with pytest.raises(RefusedError) as caught:
        desk.change("", {"table.club": "a"})
    assert (caught.value.refusal.code, caught.value.status) == ("file", 507)


def plausible(key: Key) -> st.SearchStrategy[Any]:
    """Values that the model takes for the key alone, by what the form says of it."""
    if key.choices:
        return st.sampled_from(key.choices)
    if key.kind == "switch":
        return st.booleans()
    low, high = key.bounds.low, key.bounds.high
    if key.kind == "number" and key.whole:
        return st.integers(int(low or 0), int(high or 9999))
    if key.kind == "number":
        return st.floats(low, high or 9999.0, exclude_min=key.bounds.above)
    if key.kind == "list" and key.count:
        return st.lists(st.integers(0, 27) if key.whole else st.text(max_size=5), min_size=4, max_size=4)
    if key.name in {"table.club", "table.name", "camera.tile_set", "web.host"}:
        return st.from_regex(r"[a-z0-9][a-z0-9_-]{0,9}", fullmatch=True)
    return (
        st.nothing() if key.kind in {"list", "rules", "settings"} else st.text("abc/#\"'\\\n é", max_size=9)
    )


EASY = [
    key
    for key in keys().values()
    if key.kind not in {"rules", "settings"} and not (key.kind == "list" and not key.count)
]
CHANGE = st.sampled_from(EASY).flatmap(lambda key: st.tuples(st.just(key), st.none() | plausible(key)))


@settings(deadline=None)
@given(st.lists(CHANGE, max_size=6))
def test_a_change_reads_back_or_leaves_the_file_as_it_was(changes: list[tuple[Key, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        text = '# mine\n[machine]\nkind = "none" # no machine\n\n# eyes\n[camera]\nkind = "none"\n'
        desk = desk_of(Path(folder), text)
        wanted = {key.name: value for key, value in changes}
        if (why_not := refusal(desk, wanted)) is not None:
            assert desk.kept.path.read_text() == text
            assert why_not.key or why_not.code == "form"
            return
        values = tomllib.loads(desk.kept.path.read_text())
        for name, value in wanted.items():
            assert value_at(values, keys()[name]) == (value is not None, value)
        assert {*differing(values, tomllib.loads(text))} <= wanted.keys()
        assert all(line in desk.kept.path.read_text() for line in ("# mine\n", "\n# eyes\n[camera]\n"))


def refusal(desk: Desk, changes: dict[str, Any]) -> SetupRefusal | None:
    try:
        desk.change(desk.read().revision, changes)
    except RefusedError as error:
        return error.refusal
    return None
