"""What all payloads have in common: how they are written, and how whoever receives them reads them.

A payload is written whole and exact. Whoever reads one of a program that it does not know reads the
`tolerant` form of the same model: a newer table may add fields, and anybody may send anything.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Final, Self, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model
from pydantic.fields import FieldInfo

SCHEMA: Final = "1.8"
"""Major and minor version of the payloads: the major stands in the topics, fields are only added."""
LONGEST: Final = 400
"""Characters of a text in the tolerant form, where the field says nothing else."""
MOST: Final = 200
"""Elements of a list and of an object there."""
FAR: Final = 2**53
"""The whole numbers that every reader of JSON has exactly lie below."""


class Bound:
    """What the tolerant form asks of a value in place of the usual limits (`pydantic.Field`)."""

    def __init__(self, **limits: Any) -> None:
        self.limits = limits


OPEN: Final = Bound(max_length=64)
"""On a choice: newer programs may have more words, which stay text in the tolerant form. Enumerations are
open, too."""
Seat = Annotated[int, Bound(ge=0, le=3)]
Count = Annotated[int, Bound(ge=0, le=9007199254740992)]
Points = Annotated[int, Bound(ge=-10_000_000, le=10_000_000)]
Id = Annotated[str, Bound(max_length=64)]
Word = Annotated[str, Bound(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
Seats = Annotated[list[Seat], Bound(max_length=4)]
FourPoints = Annotated[list[Points], Bound(max_length=4)]
"""By seat; empty where nothing is known."""
People = Annotated[list[Count], Bound(min_length=4, max_length=4)]
M = TypeVar("M", bound="Model")


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def tolerant(cls, *fields: str) -> type[Self]:
        """The form in which another program reads it: unknown fields are left out, sizes are bounded.

        Of its own fields only `fields` are read, where some are named; the others are None whatever came.
        """
        return _tolerant(cls, fields)


@cache
def _tolerant(model: type[M], fields: tuple[str, ...]) -> type[M]:
    assert set(fields) <= set(model.model_fields), f"{model.__name__} has no such fields"
    read: dict[str, Any] = {
        name: _field(field) if not fields or name in fields else _LEFT_OUT
        for name, field in model.model_fields.items()
    }
    made: type[M] = create_model(model.__name__, __base__=model, __module__=model.__module__, **read)
    made.model_config["extra"] = "ignore"
    made.model_rebuild(force=True)
    return made


_LEFT_OUT: Final = (Annotated[Any, BeforeValidator(lambda _: None)], None)


def _field(field: FieldInfo) -> tuple[Any, Any]:
    """The annotation and default of a field, as `create_model` takes them."""
    plain: Any = field.annotation
    annotation = Annotated[(plain, *field.metadata)] if field.metadata else plain
    return _bounded(annotation), ... if field.is_required() else field.default


def _bounded(annotation: Any) -> Any:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        limits = next((each for each in inner[1:] if isinstance(each, Bound)), None)
        if limits is OPEN or _enumeration(inner[0]):
            return _open(annotation)
        if limits is not None:
            return Annotated[_inside(inner[0]), Field(**limits.limits)]
        return Annotated[(_bounded(inner[0]), *inner[1:])]
    if origin in (list, dict):
        return Annotated[_inside(annotation), Field(max_length=MOST)]
    if annotation is str:
        return Annotated[str, Field(max_length=LONGEST)]
    if annotation is int:
        return Annotated[int, Field(ge=-FAR, le=FAR)]
    return _open(annotation) if _enumeration(annotation) else _inside(annotation)


def _inside(annotation: Any) -> Any:
    """The same with bounds on what it is made of."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation.tolerant()
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (list, dict, tuple):
        return origin[tuple(_bounded(each) for each in inner)]
    if type(None) in inner:
        return Union[tuple(_bounded(each) for each in inner)]  # noqa: UP007 - of as many as there are
    return annotation


def _enumeration(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, StrEnum)


def _open(choice: Any) -> Any:
    return choice | Annotated[str, Field(**OPEN.limits)]
