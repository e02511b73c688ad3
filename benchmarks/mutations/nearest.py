"""Which tests run a line, the quickest first."""

from __future__ import annotations

import ast
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from coverage.numbits import numbits_to_nums

from benchmarks.mutations.mutants import Mutant

ENOUGH_S: Final = 90.0
"""So many seconds of tests are run for one mutant at most, besides those of the module's own file."""

_READS: Final = "ast.parse("
"""In a file of tests: it reads code."""


class Nearest:
    """What the recorder wrote in `folder` about the checkout `root`."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._root = root
        self.seconds: dict[str, float] = {}
        for each in folder.glob("seconds.*.json"):
            self.seconds |= json.loads(each.read_text())
        self._lines: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        self._before: dict[str, set[int]] = defaultdict(set)
        """Lines that run before any test: when modules are loaded and parameters of tests are made."""
        for each in folder.glob("lines.*"):
            self._read(each)

    def _read(self, file: Path) -> None:
        question = (
            "SELECT path, context, numbits FROM line_bits JOIN file ON file.id = file_id"
            " JOIN context ON context.id = context_id"
        )
        with sqlite3.connect(file) as data:
            for path, test, bits in data.execute(question):
                if not Path(path).is_relative_to(self._root):
                    continue
                name = Path(path).relative_to(self._root).as_posix()
                if not test:
                    self._before[name].update(numbits_to_nums(bits))
                elif test in self.seconds:
                    self._lines[name][test].update(numbits_to_nums(bits))

    def tests(self, mutant: Mutant, under: str = "tests/") -> Sequence[str]:
        """Those `under` a folder that run the line: all of the module's own file of tests and those of others
        that fit into the time, and before them those of its own that are newer than the record.

        Of a line that runs when the module is loaded, those that run any line of the module, those of its
        folder of tests and those in files that import it: such a line is often a table, or the options of a
        command, read there. The same of a line that no test `under` the folder runs but that ran before them,
        for what is made once. Last come those that read the text of the code, as for the sentences of its
        errors.
        """
        touched = self._lines.get(mutant.path, {}) or self._beside(mutant)
        wanted = range(mutant.first, mutant.last + 1)
        ran = {test for test, at in touched.items() if at.intersection(wanted)}
        near = [] if mutant.at_import else [test for test in ran if test.startswith(under)]
        if mutant.at_import or (not near and self._before[mutant.path].intersection(wanted)):
            there = self._in_folder(mutant) | self._importing(mutant, under)
            near = [test for test in touched.keys() | there if test.startswith(under)]
        mirror = PurePosixPath("tests", mutant.path).with_name(f"test_{Path(mutant.path).name}")
        out: list[str] = self._newer(mirror)
        spent = 0.0
        for test in sorted(near, key=lambda each: (self.seconds[each], each)):
            if not test.startswith(f"{mirror}::"):
                spent += self.seconds[test]
                if spent > ENOUGH_S and out:
                    continue
            out.append(test)
        return [*out, *(test for test in self._readers(under) if test not in out)]

    def _readers(self, under: str) -> list[str]:
        """Tests `under` a folder, the quickest first, in files that parse the code instead of running it."""
        found = [
            file for file in sorted((self._root / under).rglob("test_*.py")) if _READS in file.read_text()
        ]
        names = tuple(f"{file.relative_to(self._root).as_posix()}::" for file in found)
        return sorted((test for test in self.seconds if test.startswith(names)), key=self.seconds.__getitem__)

    def _beside(self, mutant: Mutant) -> dict[str, set[int]]:
        """Tests of the folder, for a module that runs nothing but when it is loaded."""
        folder = Path(mutant.path).parent.as_posix()
        beside = [tests for path, tests in self._lines.items() if Path(path).parent.as_posix() == folder]
        return {test: set() for tests in beside for test in tests} if mutant.at_import else {}

    def _in_folder(self, mutant: Mutant) -> set[str]:
        """Tests of the folder that mirrors the module's, or of the next one above, but not of the room's."""
        room, *shelves = PurePosixPath(mutant.path).parts[:-1]
        while shelves:
            folder = "/".join(("tests", room, *shelves, ""))
            if found := {test for test in self.seconds if test.startswith(folder)}:
                return found
            shelves.pop()
        return set()

    def _importing(self, mutant: Mutant, under: str) -> set[str]:
        """Tests `under` a folder in files that import the module, or the package that it is in."""
        module = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        package = module.rpartition(".")[0]
        wanted = {module, package} if "." in package else {module}
        found = (
            file
            for file in (self._root / under).rglob("test_*.py")
            if wanted.intersection(_imported(file.read_text()))
        )
        names = tuple(f"{file.relative_to(self._root).as_posix()}::" for file in found)
        return {test for test in self.seconds if test.startswith(names)}

    def _newer(self, file: PurePosixPath) -> list[str]:
        there = self._root / file
        names = re.findall(r"^def (test_\w+)", there.read_text() if there.is_file() else "", re.M)
        return [test for name in names if (test := f"{file}::{name}") not in self.seconds]


def _imported(source: str) -> Iterator[str]:
    """The modules that a file imports, and everything that it imports from them, by their dotted names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
