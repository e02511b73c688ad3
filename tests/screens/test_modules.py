"""The pages' modules that hold logic, in node: a file of `js/` each, and their independent witnesses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.history.json_patch import changes
from screens import SHARED
from tests.screens.tools import ran

SCRIPTS = sorted((Path(__file__).parent / "js").glob("*.test.mjs"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_module(script: Path, given: Path) -> None:
    run = ran(given, "--test", "--test-reporter=tap", script)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "\n# pass 0\n" not in run.stdout, "a file without tests"


def test_pages_apply_the_changes_that_a_table_writes(given: Path) -> None:
    """`controller.history.json_patch` is the witness of `patch.js`: of every snapshot come others."""
    snapshots = [json.loads(path.read_text("utf-8")) for path in sorted((given / "snapshots").glob("*.json"))]
    pairs = [
        (one, other) for n, one in enumerate(snapshots) for other in (snapshots[n - 1], snapshots[n - 7])
    ]
    cases = [{"before": one, "operations": changes(one, other), "after": other} for one, other in pairs]
    assert sum(len(case["operations"]) for case in cases) > 1000
    (given / "cases").write_text(json.dumps(cases), "utf-8")
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import assert from "node:assert/strict";
        import {{ patched }} from {json.dumps((SHARED / "js" / "patch.js").as_uri())};
        const cases = JSON.parse(readFileSync({json.dumps(str(given / "cases"))}, "utf8"));
        for (const each of cases) assert.deepEqual(patched(each.before, each.operations), each.after);
    """
    run = ran(given, "--input-type=module", "--eval", script)
    assert run.returncode == 0, run.stderr
