"""The functions of the compiled firmware and its plant are called as their headers declare them."""

from __future__ import annotations

import re
import shutil
from ctypes import c_bool, c_char_p, c_double, c_int8, c_int16, c_int32, c_uint8, c_uint16, c_uint32, c_uint64
from pathlib import Path
from typing import Final

import pytest

from firmware_bridge.virtual import native_library
from firmware_bridge.virtual.native_library import FIRMWARE, build_folder, built, lacking
from tests.mine import mine

HARDWARE: Final = FIRMWARE.parent
HEADERS: Final = ("sim/sim.h", "sim/board.h", "sim/stm32/stm32.h", "plant/plant.h", "plant/monitor.h")
_TYPES: Final = {
    **{"void": None, "bool": c_bool, "double": c_double},
    **{"int8_t": c_int8, "int16_t": c_int16, "int32_t": c_int32},
    **{"uint8_t": c_uint8, "uint16_t": c_uint16, "uint32_t": c_uint32, "uint64_t": c_uint64},
}


def declared() -> dict[str, tuple[object, list[object]]]:
    """Every function of the headers, with its result and arguments as ctypes calls them."""
    text = "\n".join((HARDWARE / each).read_text("utf-8") for each in HEADERS)
    found = re.findall(r"^((?:const )?(?:struct )?\w+ \*?)(\w+)\(([^)]*)\);", text, re.M)
    return {name: (_typed(result), _arguments(words)) for result, name, words in found}


def _arguments(words: str) -> list[object]:
    return [_typed(re.sub(r"\w+$", "", each.strip())) for each in words.split(",")]


def _typed(word: str) -> object:
    plain = word.replace("const ", "").strip()
    if plain in ("char *", "uint8_t *", "uint64_t *"):
        return plain
    return "struct *" if plain.startswith("struct") else _TYPES[plain]


def _as_called(kind: object) -> object:
    return "struct *" if kind is native_library._POINTER else kind


def test_every_function_has_the_arguments_of_its_header() -> None:
    pointers = {c_char_p: "char *"}
    known = declared()
    for name, (result, arguments) in native_library._FUNCTIONS.items():
        assert _as_called(result) == known[name][0], name
        called = [pointers.get(kind, _as_called(kind)) for kind in arguments]  # type: ignore[call-overload]
        wanted = known[name][1]
        assert len(called) == len(wanted), name
        for ours, theirs in zip(called, wanted, strict=True):
            if theirs in ("uint8_t *", "uint64_t *"):
                whole = {"uint8_t *": c_uint8, "uint64_t *": c_uint64}[str(theirs)]
                assert ours == "char *" or ours._type_ is whole, name
            else:
                assert ours == theirs, name


@pytest.mark.parametrize(
    ("target", "there", "sentence"),
    [
        ("native", (), "make and cc missing: sudo apt install make gcc"),
        ("native", ("make",), "cc missing: sudo apt install make gcc"),
        ("native", ("make", "cc"), None),
        (
            *("sim", ("make", "cc")),
            "avr-gcc missing: sudo apt install make gcc gcc-avr avr-libc libsimavr-dev libelf-dev",
        ),
        ("sim", ("make", "cc", "avr-gcc"), None),
        (
            "all",
            ("cc", "avr-gcc"),
            "make missing: sudo apt install make gcc gcc-avr avr-libc libsimavr-dev libelf-dev",
        ),
        ("all", ("make", "avr-gcc"), None),
    ],
)
def test_what_is_lacking_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, target: str, there: tuple[str, ...], sentence: str | None
) -> None:
    mine(monkeypatch, shutil, which=lambda tool: f"/usr/bin/{tool}" if tool in there else None)
    assert lacking(target) == sentence


def test_without_the_sources_beside_it_nothing_is_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(native_library, "FIRMWARE", tmp_path)
    mine(monkeypatch, shutil, which=lambda tool: tool)
    assert lacking("native") == "The firmware's sources are not here: run jantaku from its repository."


def test_products_lie_where_they_are_wished_else_in_the_users_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JANTAKU_FIRMWARE_BUILD", str(tmp_path / "wished"))
    assert build_folder() == tmp_path / "wished"
    monkeypatch.setenv("JANTAKU_FIRMWARE_BUILD", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first = build_folder()
    assert first.parent == tmp_path / "cache" / "jantaku"
    assert re.fullmatch(r"firmware-[0-9a-f]{8}", first.name)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert build_folder() == tmp_path / "home" / ".cache" / "jantaku" / first.name
    monkeypatch.setattr(native_library, "FIRMWARE", tmp_path)
    assert build_folder().name != first.name, "another checkout has a folder of its own"


def test_what_was_built_before_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JANTAKU_FIRMWARE_BUILD", str(tmp_path))
    assert not built("native")
    (tmp_path / "libjantaku_native.so").touch()
    assert built("native")
    assert not built("simavr")
