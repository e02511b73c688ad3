"""What node is given beside the modules: the words of the pages, and snapshots as a table sends them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contract.messages import Snapshot
from screens import CLUB_WORDS, SHARED, TABLE_WORDS
from tests.screens.tools import node
from words import catalogue, offered

SNAPSHOTS = sorted((Path(__file__).parents[1] / "data" / "snapshots").glob("*.json"))


@pytest.fixture(scope="session")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `js/words.mjs` reads: `snapshots/` with every field, `table/lang/`, `club/lang/`."""
    if node() is None:
        pytest.skip("needs node: sudo apt install nodejs")
    if not (SHARED / "vendor" / "preact.js").is_file():
        pytest.skip("the screens' libraries are missing: run `python screens/vendor.py`")
    folder = tmp_path_factory.mktemp("given")
    (folder / "snapshots").mkdir()
    for path in SNAPSHOTS:
        whole = Snapshot.model_validate_json(path.read_bytes())
        (folder / "snapshots" / path.name).write_text(whole.model_dump_json(), "utf-8")
    for part, rooms in (("table", TABLE_WORDS), ("club", CLUB_WORDS)):
        lang = folder / part / "lang"
        lang.mkdir(parents=True)
        for code in offered(*rooms):
            (lang / f"{code}.json").write_text(json.dumps(catalogue(code, *rooms)), "utf-8")
    return folder
