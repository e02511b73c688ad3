"""The launcher asks Debian for what the command needs, and for nothing else."""

from __future__ import annotations

import shutil
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from tests.mine import mine

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def launcher() -> Any:
    spec = spec_from_loader("launcher", SourceFileLoader("launcher", str(ROOT / "jantaku")))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    spec.loader.exec_module(module)
    sys.dont_write_bytecode = before
    return module


@pytest.fixture
def asked(launcher: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The packages that are asked for on a computer that has none of them."""
    packages: list[str] = []
    mine(monkeypatch, shutil, which=lambda *_, **__: None)
    monkeypatch.setattr(launcher.Path, "exists", lambda _: False)
    monkeypatch.setattr(launcher, "apt", lambda names, **_: packages.extend(names))
    return packages


@pytest.mark.parametrize(
    "line",
    ["run --virtual", "run", "mqtt setup /etc/jantaku", "club hub", "club hub --port 0"],
)
def test_what_brings_a_broker_asks_for_mosquitto(launcher: Any, asked: list[str], line: str) -> None:
    words = line.split()
    launcher.debian_packages(words[0], words)
    assert asked == ["mosquitto", "openssl"]


@pytest.mark.parametrize(
    "line",
    [
        *("", "club", "club seating --players 32", "club standings results.csv", "club export --config hub"),
        *("club clock", "club log", "club forms results", "club cluster hub", "judge game.jsonl"),
        *("club hub --broker mqtts://hub.local:8883", "club hub --broker=mqtts://hub.local:8883"),
        "club hub --config /etc/jantaku/club.toml",
    ],
)
def test_what_needs_no_broker_asks_for_nothing(launcher: Any, asked: list[str], line: str) -> None:
    words = line.split()
    launcher.debian_packages(words[0] if words else "", words)
    assert asked == []


def test_the_tests_ask_once_for_what_they_would_else_be_left_out_for(launcher: Any, asked: list[str]) -> None:
    """As many of their reasons to be left out name it."""
    launcher.debian_packages("test", ["test"])
    assert len(asked) == len(set(asked))
    named = {"cppcheck", "avrdude", "qemu-system-arm", "faketime", "iproute2", "minisign", "openssl"}
    of_images = {"qemu-utils", "dosfstools", "mtools", "fdisk", "e2fsprogs", "squashfs-tools"}
    assert {*named, *of_images, "network-manager", "povray", "povray-includes", "librsvg2-bin"} <= set(asked)


def test_where_all_is_installed_the_tests_ask_for_nothing(
    launcher: Any, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine(monkeypatch, shutil, which=lambda name, **_: f"/usr/bin/{name}")
    monkeypatch.setattr(launcher.Path, "exists", lambda _: True)
    monkeypatch.setattr(launcher.Path, "glob", lambda *_: iter(["bin"]))
    launcher.debian_packages("test", ["test"])
    assert asked == []
