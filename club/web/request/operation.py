"""What is declared of an address of the API: routes, checks and the OpenAPI document follow from it.

The function below a declaration says the rest itself: its parameter, an `Asked[...]`, names the body that it
takes, what it returns is the shape of the answer, and its docstring says what it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from starlette.responses import Response
from typing_extensions import TypedDict

from club.access.roles import Role

JSON: Final = "application/json"


class Done(TypedDict):
    """No content: an empty object."""


Answer = Callable[[Any], object]


class Parameter(NamedTuple):
    """A parameter of the path or the query; `among` are the only words that it accepts, if there are such."""

    said: str
    among: tuple[str, ...] = ()


LANGUAGE: Final = Parameter("A language of the pages; English where none is named.")


@dataclass(frozen=True, eq=False)
class Operation:
    """`roles`: who may ask, None for everybody, empty for whoever is signed in; what is sent may need more.

    `parameters` are those of the query, and of the path where there is something to say. `open_`: what a
    stranger may post, without the token of a session. A `pure` answer follows from path and log alone.
    """

    answer: Answer
    method: Literal["GET", "POST"]
    path: str
    roles: frozenset[Role] | None
    parameters: Mapping[str, Parameter]
    media: str
    open_: bool
    pure: bool

    @property
    def name(self) -> str:
        """Unique among all of them, such as `people_add`."""
        return f"{self.answer.__module__.rpartition('.')[2]}_{self.answer.__name__.rstrip('_')}"

    @cached_property
    def body(self) -> Any:
        """The model of the body; None where nothing is sent."""
        asked = next(hint for name, hint in self._hints.items() if name != "return")
        return next(iter(get_args(asked)), None)

    @property
    def shape(self) -> Any:
        """What is answered, of a whole `Response` where it is annotated with it; None for a file."""
        said = self._hints["return"]
        if get_origin(said) is Annotated:
            return said.__metadata__[0]
        return None if said is Response else said

    @property
    def _hints(self) -> Mapping[str, Any]:
        return get_type_hints(self.answer, include_extras=True)


def get(
    path: str,
    *,
    roles: Iterable[Role] | None = None,
    parameters: Mapping[str, Parameter] | None = None,
    media: str = JSON,
    pure: bool = False,
) -> Callable[[Answer], Operation]:
    """Declares what is read at an address."""
    return _declared("GET", path, roles, parameters, media=media, pure=pure)


def post(
    path: str, *, roles: Iterable[Role] | None = (), open_: bool = False
) -> Callable[[Answer], Operation]:
    """Declares what is sent to an address."""
    return _declared("POST", path, roles, None, open_=open_)


def _declared(
    method: Literal["GET", "POST"],
    path: str,
    roles: Iterable[Role] | None,
    parameters: Mapping[str, Parameter] | None,
    *,
    media: str = JSON,
    open_: bool = False,
    pure: bool = False,
) -> Callable[[Answer], Operation]:
    who = None if roles is None else frozenset(roles)
    return lambda answer: Operation(answer, method, path, who, parameters or {}, media, open_, pure)
