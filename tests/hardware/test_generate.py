"""The pin table and what is generated of it and of the message table."""

from __future__ import annotations

import copy
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from firmware_bridge import pins
from hardware.generate import pinout
from hardware.generate.__main__ import ROOT, main
from hardware.generate.outputs import outputs
from hardware.generate.table import PinError, PinTable, load, parse

TOML = ROOT / "hardware" / "pins.toml"


@pytest.fixture(scope="module")
def table() -> PinTable:
    return load(TOML)


@pytest.fixture(scope="module")
def nucleo() -> PinTable:
    return load(TOML, "nucleo")


@pytest.fixture
def raw() -> dict[str, Any]:
    return copy.deepcopy(tomllib.loads(TOML.read_text(encoding="utf-8")))


def test_every_generated_file_is_what_the_tables_say() -> None:
    stale = [str(p) for p, text in outputs(ROOT).items() if not p.exists() or p.read_text("utf-8") != text]
    assert stale == [], "run python -m hardware.generate"


def test_a_stale_file_fails_the_check_and_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "hardware", tmp_path / "hardware", ignore=shutil.ignore_patterns("*.o", "*.so"))
    (tmp_path / "firmware_bridge").mkdir()
    monkeypatch.setattr("hardware.generate.__main__.ROOT", tmp_path)
    assert main([]) == 0
    assert main(["--check"]) == 0
    header = tmp_path / "hardware/firmware/gen/pins.h"
    header.write_text(header.read_text("utf-8").replace("OUT_BUZZER = ", "OUT_BELL = "))
    capsys.readouterr()
    assert main(["--check"]) == 1
    assert "pins.h is not up to date" in capsys.readouterr().err
    assert "OUT_BELL" in header.read_text("utf-8"), "a check writes nothing"
    (tmp_path / "hardware/pins.toml").write_text("[board\n")
    assert main(["--check"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_the_machine_has_the_axes_and_sensors_of_the_four_lane_design(table: PinTable) -> None:
    assert len(table.axes) == 19
    assert len([a for a in table.axes if a.kind == "stepper"]) == 9
    assert len(table.inputs) == 40
    assert sorted(table.function(s) for s in table.of("out") if s.kind == "step") == [
        f"OC{timer}{channel}" for timer in (1, 3, 4) for channel in "ABC"
    ]
    assert [table.function(s) for s in table.of("adc")] == [f"ADC{n}" for n in range(8)]


def test_both_boards_have_every_signal_under_the_same_number(table: PinTable, nucleo: PinTable) -> None:
    def words(each: PinTable) -> list[object]:
        return [(s.name, s.kind, s.direction, s.active, s.safe, s.at, s.full_scale) for s in each.signals]

    assert words(nucleo) == words(table)
    assert [s.pin for s in nucleo.signals if s.shifted] == [s.pin for s in table.signals if s.shifted]
    assert len([s for s in nucleo.signals if not s.shifted]) == 68
    assert nucleo.hash != table.hash
    assert [nucleo.hash, table.hash] == list(reversed(pins.BOARDS))


def test_each_stepper_of_the_nucleo_has_a_compare_channel_of_its_own(nucleo: PinTable) -> None:
    channels = [nucleo.channel(s) for s in nucleo.of("out") if s.kind in ("step", "pwm")]
    assert len(set(channels)) == 9 + 3


def test_in_reset_no_motor_can_run(table: PinTable, nucleo: PinTable) -> None:
    for signal in (*table.of("out"), *nucleo.of("out")):
        assert signal.safe != signal.active, signal.name
        assert (signal.pull == "up") == (signal.safe == "high"), signal.name


def test_a_cut_wire_of_a_limit_or_of_the_safety_chain_stops(table: PinTable) -> None:
    stopping = [s for s in table.inputs if re.search("HOME|END|DOWN|_UP$|ESTOP|LID|DRIVER_FAULT", s.name)]
    assert len(stopping) == 8 + 8 + 2 + 3
    assert {s.safe for s in stopping} == {"asserted"}
    assert {table.signal(n).safe for n in ("HATCH_CLOSED", "MOTOR_POWER")} == {"released"}


WRONG = [
    ("signals.ESTOP.pin", "PA0", "STACK0_HOME and ESTOP share the pin PA0"),
    ("signals.ESTOP.at", "J10.1", "share the contact J10.1"),
    ("signals.ESTOP.at", "J40.6", "has not free"),
    ("signals.ESTOP.pin", "PG3", "does not lead out"),
    ("signals.ESTOP.pin", "U3.7", "needs a pin of the chip itself"),
    ("signals.ESTOP.safe", "released", "A cut wire of ESTOP would be asserted"),
    ("signals.ESTOP.active", "low", "A cut wire of ESTOP would be released"),
    ("signals.ESTOP.wire", "RD", "colour 'RD'"),
    ("signals.ESTOP.axis", "ARM", "serves the axis ARM"),
    ("signals.ESTOP.sim", "magic", "which the plant does not have"),
    ("signals.ESTOP.kind", "button", "not among the kinds"),
    ("signals.ESTOP.colour", "red", "a field that no signal has"),
    ("signals.DRUM_CURRENT.pin", "PD7", "analogue inputs are PF0 to PF7"),
    ("signals.LIFT0_STEP.pin", "PL2", "compare channel of timer 1 and 3 and 4"),
    ("signals.DRUM_PWM.pin", "PB5", "compare channel of timer 5"),
    ("signals.MOTOR_ENABLE.safe", "high", "would be pulled down in reset"),
    ("signals.MOTOR_ENABLE.active", "low", "would be active at its safe level"),
    ("signals.MOSI.pin", "PD7", "has it on PB2"),
    ("signals.PICK0_ON.pin", "U1.6", "has no such shift register"),
    ("axes.LIFT0.low", "NOWHERE", "Axis LIFT0 has no low signal"),
    ("connectors.J40.power", {"5": "+12 V", "6": "GND"}, "carries '\\+12 V'"),
    ("connectors.J40.power", {"5": "+5 V"}, "has no contact for GND"),
]


@pytest.mark.parametrize(("place", "value", "sentence"), WRONG, ids=[f"{p} {v}" for p, v, _ in WRONG])
def test_a_wrong_row_is_reported_in_one_sentence(
    raw: dict[str, Any], place: str, value: object, sentence: str
) -> None:
    *way, field = place.split(".")
    row = raw
    for key in way:
        row = row[key]
    row[field] = value
    with pytest.raises(PinError, match=sentence) as refused:
        parse(raw)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


WRONG_ON_THE_NUCLEO = [
    ("ESTOP", "PF0", "STACK0_HOME and ESTOP share the pin PF0"),
    ("ESTOP", "PH2", "does not lead out"),
    ("ESTOP", "PC13", "which the board needs for its button"),
    ("LAMP0", "PG13", "which the board needs for Ethernet"),
    ("LAMP0", "PA14", "which the board needs for the ST-Link"),
    ("ESTOP", "PA4", "which does not bear 5 V"),
    ("LAMP0", "PA15", "which the chip pulls up in reset"),
    ("DRUM_CURRENT", "PF3", "analogue inputs are PA0 to PA7"),
    ("DRUM_PWM", "PD15", "compare channel of timer 1"),
    ("TXD", "PB10", "has it on PD8"),
    ("MISO", "PB4", "has it on PC11"),
    ("ESTOP", None, "ESTOP does not say its pin"),
]


@pytest.mark.parametrize(("name", "pin", "sentence"), WRONG_ON_THE_NUCLEO)
def test_a_wrong_pin_of_the_nucleo_is_reported(
    raw: dict[str, Any], name: str, pin: str | None, sentence: str
) -> None:
    raw["signals"][name]["nucleo"] = pin
    with pytest.raises(PinError, match=sentence):
        parse(raw, "nucleo")
    assert parse(raw).hash == pins.PIN_HASH, "the other board is as it was"


def test_a_signal_without_a_safe_level_is_refused(raw: dict[str, Any]) -> None:
    del raw["kinds"]["motor"]["safe"]
    with pytest.raises(PinError, match="PICK0_ON has no safe level"):
        parse(raw)


def test_the_hash_changes_with_a_pin_and_not_with_a_colour(raw: dict[str, Any], table: PinTable) -> None:
    assert table.hash == pins.PIN_HASH
    raw["signals"]["ESTOP"]["wire"] = "TQ"
    assert parse(raw).hash == table.hash
    raw["signals"]["LOAD"]["pin"] = "PL2"
    assert parse(raw).hash != table.hash


@pytest.mark.parametrize(
    ("compiler", "header"),
    [
        ("cc", "pins.h"),
        ("avr-gcc", "pins.h"),
        ("cc", "nucleo/pins.h"),
        ("arm-none-eabi-gcc", "nucleo/pins.h"),
    ],
)
def test_the_headers_compile_where_there_is_a_compiler(compiler: str, header: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    source = tmp_path / "all.c"
    source.write_text(f'#include "{header}"\n#include "messages.h"\nint nothing(void);\n')
    gen = ROOT / "hardware" / "firmware" / "gen"
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffreestanding", "-fsyntax-only"]
    subprocess.run([compiler, *flags, f"-I{gen}", str(source)], check=True)


def test_every_signal_is_drawn_once_at_its_connector(table: PinTable, nucleo: PinTable) -> None:
    for connector in table.connectors:
        drawn = ElementTree.fromstring(pinout.drawing(connector, (table, nucleo)))
        words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
        mine = [s.name for s in table.signals if s.plug == connector.name]
        assert [word for word in words if word in {s.name for s in table.signals}] == sorted(
            mine, key=lambda name: table.signal(name).contact
        )
