"""All the small faults that can be put into one module, and none that nobody could notice.

Left alone, because no behaviour hangs on it: docstrings, annotations, types as values (`cast`, `TypeVar`),
sentences for people, the help of commands, lines of the log, names of threads, `slots` and `frozen`, caches,
and `__all__`, which the style check compares with the module. Not put in, because nothing can differ: `a, b`
for `b, a` where a function takes both alike, as click does the name of an option and its flag, `<=` for `<`
where one side is a random number, and a name that is not deleted. What is only unlikely to be noticed is put
in all the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import accumulate, pairwise
from typing import Any, Final

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In},
}
ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult},
    **{ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift},
}
LOGS: Final = {"log", "_log", "LOG", "_LOG", "logger", "_logger", "logging"}
CACHES: Final = {"cache", "lru_cache"}
SAME_WITHOUT: Final = {"dataclass", "override", "final", "abstractmethod", "runtime_checkable", *CACHES}
"""Decorators without which a program that is right does the same, or does not start."""
HELP: Final = {"help", "description", "metavar", "show_default"}
UNSEEN: Final = {"slots", "frozen", "repr", "kw_only", "daemon", "name", "encoding", "check", *HELP}
"""Keywords whose loss shows nowhere, or in a text of help alone."""
TYPED: Final = {"cast", "TypeVar", "NewType"}
"""Functions whose first argument only a type checker reads."""
EITHER_WAY: Final = {"min", "max", "minimum", "maximum", "hypot", "gcd"}
"""Functions of which two arguments may be swapped."""
DRAWN: Final = {"random", "uniform"}
"""Random numbers of a range without its end: one is never just some other number, as good as never."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """`text` instead of what stands from byte `start` to `end`.

    `first` to `last` are the lines of its statement. `at_import` says that it runs when the module is loaded,
    as a decorator and the default of an argument do, whichever test asked for it.
    """

    path: str
    kind: str
    first: int
    last: int
    start: int
    end: int
    text: str
    at_import: bool

    def apply(self, source: bytes) -> bytes:
        """The module with this fault."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        """What the fault changes, as `diff -U1`."""
        before, after = (each.decode().splitlines() for each in (source, self.apply(source)))
        return "\n".join(unified_diff(before, after, self.path, self.kind, n=1, lineterm=""))


def mutants(path: str, source: bytes) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    starts = list(accumulate((len(line) for line in source.splitlines(keepends=True)), initial=0))
    out: dict[tuple[int, int, str], Mutant] = {}
    for spot in _spots(ast.parse(source)):
        node = spot.node
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        if spot.kind == "decorator":
            start = source.rindex(b"@", 0, start)
        first, last = spot.lines
        found = Mutant(path, spot.kind, first, last, start, end, spot.text, spot.at_import)
        if found.apply(source) != source:
            out.setdefault((start, end, spot.text), found)
    return sorted(out.values(), key=lambda each: (each.start, each.end, each.text))


@dataclass(frozen=True, slots=True)
class _Spot:
    node: Any
    """Any node that has a place."""
    kind: str
    text: str
    lines: tuple[int, int]
    at_import: bool


def _spots(tree: ast.Module) -> Iterator[_Spot]:
    """Every spot of a module with what may stand there instead."""
    todo: list[tuple[ast.AST, tuple[int, int], bool]] = [(tree, (1, 1), True)]
    while todo:
        node, lines, loading = todo.pop()
        if isinstance(node, ast.stmt):
            lines = node.lineno, _head_end(node)
        for place, kind, text in _changes(node):
            yield _Spot(place, kind, text, lines, loading)
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in _children(node):
            around = inside and (
                child in getattr(node, "decorator_list", ()) or isinstance(child, ast.arguments)
            )
            todo.append((child, lines, loading and (not inside or around)))


def _head_end(node: ast.stmt) -> int:
    """The last line of a statement, without the block that it may have."""
    body = getattr(node, "body", None)
    return body[0].lineno - 1 if body and body[0].lineno > node.lineno else node.end_lineno or node.lineno


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What lies inside and may be changed."""
    if isinstance(node, ast.JoinedStr) or _is_log(node) or _is_docstring(node):
        return
    if (
        _is_for_types(node)
        or _is_list_of_names(node)
        or (isinstance(node, ast.Call) and _name(node) in CACHES)
    ):
        return
    left_out: set[str] = {"annotation", "returns"}
    if isinstance(node, ast.Subscript) and _name(node.value)[:1].isupper():
        left_out.add("slice")  # a type such as Literal["one"]
    for field, value in ast.iter_fields(node):
        if field not in left_out:
            each = value if isinstance(value, list) else [value]
            if field == "args" and isinstance(node, ast.Call) and _name(node) in TYPED:
                each = each[1:]
            yield from (child for child in each if isinstance(child, ast.AST) and not _is_unseen(child))


def _changes(node: ast.AST) -> Iterator[tuple[Any, str, str]]:
    if isinstance(node, ast.expr):
        yield from _changed_expression(node)
    elif isinstance(node, ast.stmt):
        yield from _changed_statement(node)
    if isinstance(node, ast.If | ast.While | ast.IfExp) and not _is_for_types(node):
        yield from _negated(node.test)
    if isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield from _negated(test)
    for decorator in getattr(node, "decorator_list", ()):
        if _name(decorator) not in SAME_WITHOUT:
            yield decorator, "decorator", ""


def _changed_expression(node: ast.expr) -> Iterator[tuple[Any, str, str]]:
    match node:
        case ast.Compare():
            for i, (one, two) in enumerate(pairwise([node.left, *node.comparators])):
                if isinstance(node.ops[i], ORDERS) and (_is_drawn(one) or _is_drawn(two)):
                    continue
                other = ast.Compare(one, [COMPARED[type(node.ops[i])]()], [two])
                terms = [ast.Compare(a, [op], [b]) for (a, b), op in _links(node)]
                terms[i] = other
                yield node, "comparison", f"({' and '.join(map(ast.unparse, terms))})"
        case ast.BoolOp():
            other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, "boolean", f"({ast.unparse(ast.BoolOp(other_op, node.values))})"
        case ast.UnaryOp(op=ast.Not()):
            yield node, "negated condition", f"({ast.unparse(node.operand)})"
        case ast.BinOp() if type(node.op) in COUNTED and not (_is_text(node.left) or _is_text(node.right)):
            other_sum = ast.BinOp(node.left, COUNTED[type(node.op)](), node.right)
            yield node, "arithmetic", f"({ast.unparse(other_sum)})"
        case ast.Constant():
            yield from _changed_constant(node)
        case ast.Call() if not _is_log(node):
            yield from _changed_call(node)


def _links(node: ast.Compare) -> list[tuple[tuple[ast.expr, ast.expr], ast.cmpop]]:
    return list(zip(pairwise([node.left, *node.comparators]), node.ops, strict=True))


def _changed_constant(node: ast.Constant) -> Iterator[tuple[Any, str, str]]:
    match node.value:
        case bool(value):
            yield node, "constant", str(not value)
        case int(value):
            yield node, "off by one", str(value + 1)
            yield node, "off by one", f"({value - 1})"
        case float(value):
            yield node, "constant", str(2 * value + (value == 0.0))
        case str(value) if value and not any(each.isspace() for each in value):
            yield node, "constant", repr(f"{value}x")


def _changed_call(node: ast.Call) -> Iterator[tuple[Any, str, str]]:
    if _name(node) in CACHES:
        return
    alike = (_name(node) in EITHER_WAY and not node.keywords) or _is_flag_and_name(node)
    if len(node.args) > 1 and not alike and not any(isinstance(each, ast.Starred) for each in node.args[:2]):
        one, two, *more = node.args
        swapped = ast.Call(node.func, [two, one, *more], node.keywords)
        yield node, "swapped argument", ast.unparse(swapped)
    for keyword in node.keywords:
        usual = isinstance(keyword.value, ast.Constant) and keyword.value.value in (None, False)
        if keyword.arg is not None and keyword.arg not in UNSEEN and not usual:
            left = [each for each in node.keywords if each is not keyword]
            yield node, "dropped keyword", ast.unparse(ast.Call(node.func, node.args, left))


def _changed_statement(node: ast.stmt) -> Iterator[tuple[Any, str, str]]:
    match node:
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "return", "None"
        case ast.Expr(value=ast.Call() as call) if not _is_log(call):
            yield node, "removed statement", "pass"
        case ast.Expr(value=ast.Await()):
            yield node, "removed statement", "pass"
        case ast.Assign() if not all(isinstance(each, ast.Name | ast.Tuple) for each in node.targets):
            yield node, "removed statement", "pass"
        case ast.Delete() if all(isinstance(each, ast.Name) for each in node.targets):
            pass
        case ast.AugAssign() | ast.Raise() | ast.Delete() | ast.Continue() | ast.Break():
            yield node, "removed statement", "pass"


def _negated(test: ast.expr) -> Iterator[tuple[Any, str, str]]:
    """A comparison and a `not` have mutants of their own that say the same."""
    if not isinstance(test, ast.Compare) and not (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    ):
        yield test, "negated condition", f"(not ({ast.unparse(test)}))"


def _name(node: ast.AST) -> str:
    """The last name of `a.b.c` or `a.b.c(...)`."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _is_flag_and_name(node: ast.Call) -> bool:
    """`option("--csv", "form")`, whose name has no dashes wherever it stands."""
    said = [getattr(each, "value", None) for each in node.args[:2]]
    if _name(node) != "option" or not all(isinstance(each, str) for each in said):
        return False
    return len({str(each).startswith("-") for each in said}) == 2


def _is_log(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _name(node.func.value) in LOGS
    )


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def _is_list_of_names(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and any(_name(each) == "__all__" for each in node.targets)


def _is_drawn(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node) in DRAWN


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_unseen(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in UNSEEN


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )
