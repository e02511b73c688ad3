"""Which small faults the benchmark of mutations puts in, and which nobody could notice."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from benchmarks.mutations.__main__ import Copy
from benchmarks.mutations.mutants import mutants
from benchmarks.mutations.nearest import ENOUGH_S, Nearest


def changed(source: str) -> set[str]:
    """The lines with a fault that a line can get."""
    return {each.apply(source.encode()).decode().strip() for each in mutants("x.py", source.encode())}


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("a < b", {"(a <= b)"}),
        ("f(1)", {"f(2)", "f((0))", "pass"}),
        ("x = a + b", {"x = (a - b)"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = f(a, b)", {"x = f(b, a)"}),
        ("x = f(a=b)", {"x = f()"}),
        ("x = 'on'", {"x = 'onx'"}),
        ("x = 0.5", {"x = 1.0"}),
        ("x = sorted(a, key=b)", {"x = sorted(a)"}),
        ("del a[0]", {"del a[1]", "del a[(-1)]", "pass"}),
        (
            "x = option('--a', '--b')",
            {"x = option('--b', '--a')", "x = option('--ax', '--b')"} | {"x = option('--a', '--bx')"},
        ),
        ("x = max(a, b, key=c)", {"x = max(b, a, key=c)", "x = max(a, b)"}),
    ],
)
def test_a_fault_of_each_kind_is_put_in(source: str, faults: set[str]) -> None:
    assert changed(source) == faults


@pytest.mark.parametrize(
    "source",
    [
        "'''A docstring.'''",
        "x: Literal['a']",
        "x = 'A sentence.'",
        "__all__ = ['A', 'B']",
        "T = TypeVar('T')",
        "x = cast('A')",
        "log.info('told')",
        "x = option(help='Words')",
        "x = option(metavar='PATH', show_default=True)",
        "@lru_cache(maxsize=16)\ndef f(): ...",
        "x = min(a, b)",
        "def f(a):\n    del a",
        "x = np.hypot(a, b)",
        "x = rng.random() < a",
        "if TYPE_CHECKING:\n    x = 1",
    ],
)
def test_what_nobody_could_notice_is_left_alone(source: str) -> None:
    assert changed(source) == set()


@pytest.mark.parametrize(
    ("source", "loading"),
    [
        ("X = 1", True),
        ("class A:\n    x: int = 1", True),
        ("@f(1)\ndef g(): ...", True),
        ("def f(x=1): ...", True),
        ("def f():\n    return [1]", False),
        ("def f():\n    def g(x=1): ...", False),
    ],
)
def test_what_runs_when_the_module_is_loaded_is_known(source: str, loading: bool) -> None:
    found = [each for each in mutants("x.py", source.encode()) if each.kind == "off by one"]
    assert {each.at_import for each in found} == {loading}


def test_a_flag_and_the_name_of_its_option_stand_in_any_order() -> None:
    assert not any("option('csv'" in each for each in changed("x = option('--csv', 'csv')"))


def recorded(folder: Path, root: Path, tests: dict[str, float]) -> Nearest:
    """What the recorder writes: each test runs line 1 of the only module."""
    (folder / "seconds.1.json").write_text(json.dumps(tests))
    with sqlite3.connect(folder / "lines.1") as data:
        data.execute("CREATE TABLE file (id INTEGER, path TEXT)")
        data.execute("CREATE TABLE context (id INTEGER, context TEXT)")
        data.execute("CREATE TABLE line_bits (file_id INTEGER, context_id INTEGER, numbits BLOB)")
        data.execute("INSERT INTO file VALUES (1, ?)", (str(root / "engine/a.py"),))
        for number, test in enumerate(tests):
            data.execute("INSERT INTO context VALUES (?, ?)", (number, test))
            data.execute("INSERT INTO line_bits VALUES (1, ?, ?)", (number, b"\x02"))
    return Nearest(folder, root)


def test_a_modules_own_tests_are_run_however_long_they_take(tmp_path: Path) -> None:
    own, other = "tests/engine/test_a.py", "tests/engine/test_b.py"
    tests = {f"{own}::slow": ENOUGH_S + 9, f"{other}::quick": 1.0, f"{other}::slow": ENOUGH_S}
    nearest = recorded(tmp_path, tmp_path, tests | {"tests/club/test_c.py::quick": 0.1})
    (fault,) = mutants("engine/a.py", b"def f(): return a < b")[:1]
    assert nearest.tests(fault, "tests/engine/") == [f"{other}::quick", f"{own}::slow"]
    assert nearest.tests(fault)[0] == "tests/club/test_c.py::quick"


def test_own_tests_that_are_newer_than_the_record_come_first(tmp_path: Path) -> None:
    (tmp_path / "tests/engine").mkdir(parents=True)
    (tmp_path / "tests/engine/test_a.py").write_text("def test_new(): ...\n")
    nearest = recorded(tmp_path, tmp_path, {"tests/engine/test_b.py::quick": 1.0})
    (fault,) = mutants("engine/a.py", b"def f(): return a < b")[:1]
    assert nearest.tests(fault) == ["tests/engine/test_a.py::test_new", "tests/engine/test_b.py::quick"]


def test_tests_that_read_the_text_of_the_code_come_last(tmp_path: Path) -> None:
    for room in ("engine", "club"):
        (tmp_path / "tests" / room).mkdir(parents=True)
        (tmp_path / "tests" / room / "test_read.py").write_text("import ast\nast.parse('')\n")
    tests = {"tests/engine/test_b.py::runs": 5.0, "tests/engine/test_read.py::reads": 1.0}
    nearest = recorded(tmp_path, tmp_path, {**tests, "tests/club/test_read.py::reads": 1.0})
    nearest._lines["engine/a.py"] = {"tests/engine/test_b.py::runs": {1}}
    (fault,) = mutants("engine/a.py", b"def f(): return a < b")[:1]
    assert nearest.tests(fault, "tests/engine/") == [*tests]


def test_what_a_module_says_when_it_is_loaded_is_read_by_the_tests_of_its_folder(tmp_path: Path) -> None:
    beside = {"tests/club/cli/test_words.py::one": 1.0, "tests/club/test_b.py::two": 1.0}
    nearest = recorded(tmp_path, tmp_path, beside)
    (fault,) = mutants("club/cli/mqtt/words.py", b"x = 'on'")
    assert nearest.tests(fault) == ["tests/club/cli/test_words.py::one"]
    (fault,) = mutants("club/words.py", b"x = 'on'")
    assert nearest.tests(fault) == []


@pytest.mark.parametrize(
    "line",
    [
        "import engine.tiles.a",
        "from engine.tiles import a",
        "from engine.tiles.a import X",
        "from engine import tiles",
        "from engine.tiles import X",
    ],
)
def test_what_a_module_says_when_it_is_loaded_is_read_by_the_tests_that_import_it(
    line: str, tmp_path: Path
) -> None:
    (tmp_path / "tests/engine").mkdir(parents=True)
    (tmp_path / "tests/engine/test_b.py").write_text(f"{line}\n")
    (tmp_path / "tests/engine/test_c.py").write_text("from engine import other\n")
    tests = {"tests/engine/test_b.py::reads": 1.0, "tests/engine/test_c.py::other": 1.0}
    nearest = recorded(tmp_path, tmp_path, tests)
    (fault,) = mutants("engine/tiles/a.py", b"X = 'on'")
    assert nearest.tests(fault, "tests/engine/") == ["tests/engine/test_b.py::reads"]


def test_what_is_made_once_before_all_tests_is_read_by_the_tests_of_its_folder(tmp_path: Path) -> None:
    recorded(tmp_path, tmp_path, {"": 0.0, "tests/engine/test_b.py::reads": 1.0})
    with sqlite3.connect(tmp_path / "lines.1") as data:
        data.execute("UPDATE line_bits SET numbits = ? WHERE context_id = 1", (b"\x04",))
    nearest = Nearest(tmp_path, tmp_path)
    (fault,) = mutants("engine/a.py", b"def f(): return a < b")[:1]
    assert nearest.tests(fault, "tests/engine/") == ["tests/engine/test_b.py::reads"]


def test_the_test_that_notices_is_named(tmp_path: Path) -> None:
    for name in ("tree", "home", "tmp"):
        (tmp_path / name).mkdir()
    (tmp_path / "tree/test_a.py").write_text("def test_one(): ...\ndef test_two():\n    assert 0\n")
    copy = object.__new__(Copy)
    copy.folder, copy.tree = tmp_path, tmp_path / "tree"
    tests = ["test_a.py::test_one", "test_a.py::test_two"]
    assert copy._first_failure(tests, 60.0) == tests[1]
    assert copy._first_failure(tests[:1], 60.0) is None
