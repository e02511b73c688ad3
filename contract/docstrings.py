"""The docstrings of fields, which stand below them in the source and which Python does not keep."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def line(docstring: str) -> str:
    """A docstring as one line."""
    return " ".join(docstring.split())


def documented(node: ast.ClassDef) -> Iterator[tuple[ast.stmt, str]]:
    """Each statement of a class with the docstring that follows it, as one line; else empty."""
    for statement, after in zip(node.body, [*node.body[1:], None], strict=True):
        said = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            said = line(str(after.value.value))
        yield statement, said
