"""What is wrong with what somebody has filled in: a field and a kind of fault, for which pages have words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from club.sentences import words
from club.web.request.problem import ProblemError

WHOLE: Final = "body"
"""The field of a fault that no single one has."""
OTHER: Final = "form"
"""The kind of a fault that pages cannot name more closely."""
_NUMBER: Final = ("int_type", "int_parsing", "int_from_float", "float_type", "float_parsing", "finite_number")
_CHOICE: Final = ("literal_error", "enum", "bool_type", "bool_parsing", "union_tag_invalid")
KINDS: Final = {
    "missing": "required",
    "union_tag_not_found": "required",
    "string_too_short": "shorter",
    "string_too_long": "longer",
    "too_short": "fewer",
    "too_long": "more",
    "greater_than_equal": "least",
    "less_than_equal": "most",
    "extra_forbidden": "extra",
    "string_type": "text",
    "four_people": "four_people",
    **dict.fromkeys(_NUMBER, "number"),
    **dict.fromkeys(_CHOICE, "choice"),
}
"""By pydantic's name of a fault."""
_LIMITS: Final = ("min_length", "max_length", "ge", "le", "table")
_SHORT: Final = ("string_too_short", "too_short")


def malformed(error: ValidationError) -> ProblemError:
    """The first of the faults that pydantic found."""
    first: Any = error.errors(include_url=False, include_input=True)[0]
    context: Mapping[str, Any] = first.get("ctx", {})
    kind = KINDS.get(first["type"], OTHER)
    limit = next((context[name] for name in _LIMITS if name in context), "")
    lacks = first["input"] is None or (first["type"] in _SHORT and limit == 1)
    return wrong(first["loc"], "required" if lacks else kind, limit)


def wrong(where: tuple[int | str, ...], kind: str, limit: object = "", status: int = 422) -> ProblemError:
    """`where` is its path; the answer names the innermost part for which pages have a word."""
    known = words("field")
    field = next((part for part in reversed(where) if part in known), WHOLE)
    path = ".".join(map(str, where)) or WHOLE
    return ProblemError(status, "malformed", where=path, field=field, wrong=kind, limit=limit)
