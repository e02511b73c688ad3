from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from controller.config import Config, ConfigError, Habits, Section, load, parse
from vision.scene.untidiness import LEVELS


def test_without_a_file_the_table_is_virtual() -> None:
    config = load(None)
    assert config.camera.kind == "rendered"
    assert config.machine.kind == "simulated"
    assert config.data.name == "jantaku"


def test_a_real_table_is_four_lines(tmp_path: Path) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text(
        '[camera]\nkind = "v4l2"\nsource = "/dev/video0"\n[machine]\nkind = "serial"\nport = "/dev/mjtable"\n'
    )
    config = load(path)
    assert config.camera.source == "/dev/video0"
    assert config.machine.port == "/dev/mjtable"


@pytest.mark.parametrize("camera", ["rendered", "v4l2", "picamera", "rtsp", "file"])
def test_any_camera_serves_a_table_without_a_machine(camera: str) -> None:
    config = parse({"camera": {"kind": camera, "source": "x"}, "machine": {"kind": "none"}}, "here")
    assert config.machine.kind == "none"


def test_a_score_table_is_two_lines() -> None:
    none = {"kind": "none"}
    assert parse({"camera": none, "machine": none}, "the test").scores_only
    assert not load(None).scores_only


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[camera]\nfsp = 12\n", "camera.fsp is not a known key"),
        ("[camera]\nfps = 500\n", "camera.fps"),
        ("[web]\nport = 70000\n", "web.port"),
        ('[camera]\nkind = "v4l2"\n', "camera.source is missing"),
        ('[machine]\nkind = "serial"\n', "machine.port is missing"),
        ("[machine.settings]\nLIFT_SPEED = 99999\n", "LIFT_SPEED is 99999 steps/s, but must be 100 to 8000"),
        ("[machine.settings]\nWARP = 9\n", "The machine has no setting WARP"),
        ("[panel]\nestop = 40\n", "panel.estop"),
        ('[machine]\nkind = "serial"\nport = "/dev/x"\n', "belong together"),
        ('[camera]\nkind = "v4l2"\nsource = "/dev/video0"\n', "Without a machine, machine.kind is none"),
        ('[camera]\nkind = "none"\n', "do not fit"),
        ('[camera]\nkind = "none"\n[machine]\nkind = "serial"\nport = "/dev/x"\n', "its players enter"),
        ("[camera\n", "no TOML"),
        ('[table]\nclub = "Ålborg"\n', "table.club"),
        ('[virtual]\nmess = "clean"\n', "virtual.mess"),
        ("[virtual]\nvenue = -1\n", "virtual.venue"),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    message = str(caught.value)
    assert said in message
    assert str(path) in message
    assert "\n" not in message


def test_the_venue_of_a_virtual_table(tmp_path: Path) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text('[virtual]\nvenue = 900004\nlight = 12\nmess = "messy"\nbump = 60.0\nanswers = 0\n')
    virtual = load(path).virtual
    assert (virtual.venue, virtual.light, virtual.mess) == (900004, 12, "messy")
    assert (virtual.bump, virtual.answers, virtual.style, virtual.tidiness) == (60.0, 0, None, None)


def test_the_habits_are_those_of_the_drawn_tables() -> None:
    assert set(get_args(Habits)) == LEVELS.keys()


def test_a_missing_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path / "none.toml")


def test_values_from_the_command_line_are_checked_alike() -> None:
    with pytest.raises(ConfigError, match=r"--port: web\.port"):
        parse({"web": {"port": -1}}, "--port")


def test_keys_of_an_older_table_are_left_out_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[broker]\nurl = "mqtt://hub"\nwebsocket = "ws://hub:9001"\nwebsocket_port = 9001\n')
    assert load(path).broker.url == "mqtt://hub"
    (messages,) = caplog.messages
    assert f"{path}: not used any more: broker.websocket and broker.websocket_port" in messages
    caplog.clear()
    path.write_text('[broker]\nurl = "mqtt://hub"\n')
    assert load(path).broker.url == "mqtt://hub"
    assert caplog.messages == []
    path.write_text("broker = 1\n")
    with pytest.raises(ConfigError):
        load(path)


def test_a_bought_table_has_no_machine_of_ours_and_a_camera() -> None:
    walls = {"table": {"walls": "dealt"}}
    assert parse({**walls, "machine": {"kind": "none"}}, "here").table.walls == "dealt"
    none = {"camera": {"kind": "none"}, "machine": {"kind": "none"}}
    for other in ({}, none):
        with pytest.raises(ConfigError, match=r"set machine\.kind to none and name a camera"):
            parse({**walls, **other}, "here")


DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "configuration.md"


def documented() -> Iterator[tuple[str, str, Any, str]]:
    """Section, key, value and comment of each line of the document's example."""
    section = ""
    for line in re.findall(r"^```toml\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)[0].splitlines():
        if header := re.match(r"\[([\w.]+)\]", line):
            section = header[1]
        elif re.match(r"\w+ = ", line):
            ((key, value),) = tomllib.loads(line).items()
            yield section, key, value, line.partition("#")[2]


LINES = [line for line in documented() if line[0] and "." not in line[0]]
SAID = re.compile(r"default:? ([\w.-]+)|(\w+) \(default[,)]")


@pytest.mark.parametrize(("section", "key", "value", "comment"), LINES)
def test_a_default_is_the_one_of_the_document(section: str, key: str, value: Any, comment: str) -> None:
    """The value that stands there, or what its comment says; a phrase where it is nothing."""
    found = getattr(getattr(load(None), section), key)
    if not (said := SAID.search(comment)):
        assert found == (tuple(value) if isinstance(value, list) else value)
        return
    word = said[1] or said[2]
    of_toml = word in ("true", "false") or word[0].isdecimal()
    if found in (None, "", (), {}) and not isinstance(found, bool | int):
        assert not of_toml
    else:
        assert found == (tomllib.loads(f"value = {word}")["value"] if of_toml else word)


RANGES = [
    (section, key, *map(float, found[0]))
    for section, key, _, comment in LINES
    if (found := re.findall(r"\b(\d+) to (\d+)\b", comment))
]


@pytest.mark.parametrize(("section", "key", "least", "most"), RANGES)
def test_a_range_is_the_one_of_the_document(section: str, key: str, least: float, most: float) -> None:
    for value in (least, most):
        assert getattr(getattr(parse({section: {key: value}}, "here"), section), key) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ConfigError, match=rf"{section}\.{key}"):
            parse({section: {key: value}}, "here")


def test_every_number_between_two_bounds_has_its_range_in_the_document() -> None:
    """Of the lines of the Pi it stands once."""
    rows = {(section, key) for section, key, value, _ in LINES if isinstance(value, list)}
    numbers = {
        (section, key)
        for section, made in Config.model_fields.items()
        if isinstance(made.annotation, type) and issubclass(made.annotation, Section)
        for key in made.annotation.model_fields
        if re.findall("'(?:min|max)imum'", str(made.annotation.model_json_schema()["properties"][key]))[1:]
    }
    assert numbers - rows == {(section, key) for section, key, _, _ in RANGES}
