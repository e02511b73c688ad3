"""The pages' modules that hold logic, in node: a file of `js/` each, and their independent witnesses."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from contract.messages import Snapshot
from controller.history.json_patch import changes
from screens import SHARED
from tests.screens.tools import node

SCRIPTS = sorted((Path(__file__).parent / "js").glob("*.test.mjs"))
SNAPSHOTS = sorted((Path(__file__).parents[1] / "data" / "snapshots").glob("*.json"))
pytestmark = [
    pytest.mark.skipif(node() is None, reason="needs node: sudo apt install nodejs"),
    pytest.mark.skipif(
        not (SHARED / "vendor" / "preact.js").is_file(),
        reason="the screens' libraries are missing: run `python screens/vendor.py`",
    ),
]


@pytest.fixture(scope="session")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hand-made snapshots with every field, as a table sends them."""
    folder = tmp_path_factory.mktemp("snapshots")
    for path in SNAPSHOTS:
        whole = Snapshot.model_validate_json(path.read_bytes())
        (folder / path.name).write_text(whole.model_dump_json(), "utf-8")
    return folder


def ran(*arguments: object, snapshots: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(each) for each in (node(), *arguments)],
        env={**os.environ, "SNAPSHOTS": str(snapshots)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_module(script: Path, snapshots: Path) -> None:
    run = ran("--test", "--test-reporter=tap", script, snapshots=snapshots)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n# pass 0\n" not in run.stdout, "a file without tests"


def test_pages_apply_the_changes_that_a_table_writes(snapshots: Path) -> None:
    """`controller.history.json_patch` is the witness of `patch.js`: of every snapshot come others."""
    told = [json.loads(path.read_text("utf-8")) for path in sorted(snapshots.glob("*.json"))]
    pairs = [(one, other) for n, one in enumerate(told) for other in (told[n - 1], told[n - 7])]
    cases = [{"before": one, "operations": changes(one, other), "after": other} for one, other in pairs]
    assert sum(len(case["operations"]) for case in cases) > 1000
    (snapshots / "cases").write_text(json.dumps(cases), "utf-8")
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import assert from "node:assert/strict";
        import {{ patched }} from {json.dumps((SHARED / "js" / "patch.js").as_uri())};
        const cases = JSON.parse(readFileSync({json.dumps(str(snapshots / "cases"))}, "utf8"));
        for (const each of cases) assert.deepEqual(patched(each.before, each.operations), each.after);
    """
    run = ran("--input-type=module", "--eval", script, snapshots=snapshots)
    assert run.returncode == 0, run.stderr
