"""`jantaku test` on small checkouts: every check counts, and the last line is that of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli.test import check

GOOD = "def test_sum() -> None:\n    assert 2 + 2 == 4\n"
QUICK = ("-p", "no:cacheprovider", "-n", "0")


@pytest.fixture(autouse=True, scope="module")
def _one_cache_of_types(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPY_CACHE_DIR", str(tmp_path_factory.mktemp("mypy")))
        yield


def checkout(folder: Path, text: str) -> Path:
    (folder / "tests").mkdir()
    (folder / "tests" / "test_sums.py").write_text(text)
    (folder / "pyproject.toml").write_text('[tool.mypy]\nstrict = true\npackages = ["tests"]\n')
    return folder


def test_what_is_right_passes_and_ends_with_the_summary_of_the_tests(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert check(checkout(tmp_path, GOOD), QUICK)
    said = capfd.readouterr()
    assert "1 passed" in said.out.strip().splitlines()[-1]
    assert "Success" not in said.err


def test_what_is_compiled_is_kept_though_that_is_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert check(checkout(tmp_path, GOOD), QUICK)
    assert [*(tmp_path / "tests" / "__pycache__").glob("test_sums.*.pyc")]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param(GOOD.replace(" +", "+"), "would be reformatted", id="form"),
        pytest.param(GOOD.replace("2 + 2", "two"), "F821", id="style"),
        pytest.param(GOOD + '\n\nfour: int = "four"\n', "test_sums.py:5: error", id="types"),
        pytest.param(GOOD.replace("== 4", "== 5"), "1 failed", id="tests"),
    ],
)
def test_one_fault_of_any_kind_fails(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, named: str
) -> None:
    assert not check(checkout(tmp_path, text), QUICK)
    said = capfd.readouterr()
    assert named in said.out + said.err
