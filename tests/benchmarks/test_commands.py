"""The commands of docs/measurements.md: each has the options that stand there and says how long it takes."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "measurements.md"
COMMAND = re.compile(r"`(?:python -m )?(benchmarks(?:\.\w+)+)([^`]*)`")
COMMANDS = [(found[1], found[2].split()) for found in COMMAND.finditer(DOCUMENT.read_text("utf-8"))]
PLACES = {"N": "1", "V": "1", "GROUP": "leo"}
"""For what stands there for a number or a name."""


def test_the_document_names_them() -> None:
    assert len({module for module, _ in COMMANDS}) > 20


@pytest.mark.parametrize(("module", "words"), COMMANDS, ids=str)
def test_a_command_has_its_options_and_says_how_long_it_takes(
    module: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        found = importlib.import_module(f"{module}.__main__")
    except ModuleNotFoundError:
        found = importlib.import_module(module)
    options = [PLACES.get(word, word) for word in words]
    monkeypatch.setattr("sys.argv", [module.rpartition(".")[2], *options, "--help"])
    with pytest.raises(SystemExit) as ended:
        found.main()
    assert ended.value.code in (0, None), capsys.readouterr().err
    assert re.search(r"it takes about [\d.]+ (s|min|h)\.", capsys.readouterr().out)
