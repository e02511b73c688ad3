"""Which values an option takes, and the sentence that says so."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.rules.nearest import asked, nearest, quoted
from engine.rules.presets import Option, frozen, plain

DENOMINATIONS: Final = ("10000", "5000", "1000", "500", "100")
_MOST: Final = 1_000_000
_DOUBLINGS: Final = 10
"""More than any game needs: the contract bounds numbers from below only."""


def unknown_option(name: str, preset: str, known: Mapping[str, Option]) -> str:
    """The sentence about an option that there is not, with the one that was probably meant."""
    near = nearest(name, known)
    meant = f" ({asked(near, ())})" if near else ""
    return f"There is no rule option {quoted(name)}{meant}: `jantaku rules {preset}` lists them."


def checked(option: Option, value: object) -> Any:
    """The value, frozen; ValueError says what is allowed. `tiles.red_fives` takes the word `none` too."""
    if option.id == "tiles.red_fives" and value == "none":
        value = {"m": 0, "p": 0, "s": 0}
    found = frozen(value)
    if isinstance(found, Mapping):
        _check_names(option, found)
    if not allows(option, found):
        said = reprlib.repr(value)
        raise ValueError(f"Rule option {option.id} cannot be {said}: allowed is {words(option)}.")
    return found


def allows(option: Option, value: object) -> bool:
    """Whether the option takes a (frozen) value."""
    return (isinstance(value, str) and value in option.added) or _FITS[option.type](option, value)


def choices(option: Option) -> tuple[Any, ...]:
    """The values of an option that has a list of them, those beyond the contract last; else nothing."""
    return (*option.allowed, *option.added) if isinstance(option.allowed, tuple) else ()


def offered(option: Option) -> tuple[list[Any], dict[str, Any]]:
    """What a form offers, plain: the values where they are listed, else the bounds of a number."""
    bounds = {} if isinstance(option.allowed, tuple) else plain(option.allowed)
    listed = (*bounds["known"], *option.added) if "known" in bounds else choices(option)
    return plain(listed), bounds


def words(option: Option) -> str:
    """What is allowed, for people."""
    listed = choices(option)
    if listed:
        return ", ".join(value if isinstance(value, str) else str(value).lower() for value in listed)
    bounds = ", ".join(f"{key} {value}" for key, value in option.allowed.items())
    top = f", at most {most(option)}" if option.type == "integer" else ""
    return f"{option.type} with {bounds}{top}"


def _check_names(option: Option, value: Mapping[str, object]) -> None:
    """ValueError for a name inside an option that it does not know."""
    known = {"object m,p,s": ("m", "p", "s"), "object denomination:count": DENOMINATIONS}.get(option.type, ())
    names = tuple(option.recommended) if option.type == "object" else known
    for name in value if names else ():
        if name not in names:
            near = nearest(name, [each for each in names if each not in value]) or nearest(name, names)
            raise ValueError(f"Rule option {option.id} has no {quoted(name)}: {asked(near, names)}")


def whole(value: object) -> bool:
    """A number of a size that games have, and not a yes or no."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST


def most(option: Option) -> int:
    """The highest value of an option that is a number."""
    return _DOUBLINGS if option.id == "score.bazoro" else _MOST


def _bounds(option: Option) -> Mapping[str, Any]:
    return option.allowed if isinstance(option.allowed, Mapping) else {}


def _integer(option: Option, value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if isinstance(option.allowed, tuple):
        return value in option.allowed
    bounds = _bounds(option)
    step: int = bounds.get("step", bounds.get("multiple_of", 1))
    return bool(bounds.get("min", 0) <= value <= most(option) and value % step == 0)


def _choice(option: Option, value: object) -> bool:
    return any(value == choice and type(value) is type(choice) for choice in option.allowed)


def _uma(option: Option, value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 4
        and all(map(whole, value))
        and sum(value) == _bounds(option)["sum"]
        and list(value) == sorted(value, reverse=True)
    )


def _reds(option: Option, value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and set(value) == {"m", "p", "s"}
        and all(whole(v) and v in _bounds(option)["each"] for v in value.values())
    )


def _sticks(option: Option, value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and set(value) <= set(DENOMINATIONS)
        and all(whole(v) and v >= 0 for v in value.values())
    )


def _fixed(option: Option, value: object) -> bool:
    return bool(value == option.recommended)


def _known(option: Option, value: object) -> bool:
    known = (*_bounds(option)["known"], *option.added)
    return isinstance(value, tuple) and all(v in known for v in value) and len(set(value)) == len(value)


def _formula(option: Option, value: object) -> bool:
    return value == option.allowed[0] or (isinstance(value, int) and whole(value) and value >= 0)


_FITS: Final[Mapping[str, Callable[[Option, object], bool]]] = {
    "integer": _integer,
    "enum": _choice,
    "boolean": _choice,
    "array of 4 integers": _uma,
    "object m,p,s": _reds,
    "object denomination:count": _sticks,
    "object": _fixed,
    "array of yaku ids or forms": _known,
    "formula or integer": _formula,
}
