"""The form knows every key of the configuration, with what the model says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from controller.config import Config, Section
from controller.setup.keys import SECRET, WITH_SECRETS, Key, keys


def names(model: type[Section], prefix: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            yield from names(kind, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def accepted(key: Key, value: Any) -> bool:
    """Whether the model takes this value for the key alone."""
    *sections, name = key.path
    values: dict[str, Any] = {name: value}
    for section in reversed(sections):
        values = {section: values}
    try:
        Config.model_validate(values)
    except ValidationError:
        return False
    return True


def test_every_key_of_the_model_is_there_and_no_other() -> None:
    assert list(keys()) == list(names(Config))


def test_what_is_secret_is_a_key() -> None:
    assert keys().keys() >= SECRET | WITH_SECRETS


@pytest.mark.parametrize("key", keys().values(), ids=lambda key: key.name)
def test_what_the_form_offers_the_model_takes(key: Key) -> None:
    assert accepted(key, key.default) or key.default is None
    assert all(accepted(key, choice) for choice in key.choices)
    if key.kind == "number":
        low, high = key.bounds.low, key.bounds.high
        assert low is not None, "every number has a lowest one"
        assert accepted(key, low) is not key.bounds.above
        assert not accepted(key, low - 1)
        assert high is None or (accepted(key, high) and not accepted(key, high + 1))
        assert accepted(key, low + 0.5) is not key.whole
    if key.kind == "list" and key.count is not None:
        assert not accepted(key, list(key.default[1:]))
    if key.kind == "switch":
        assert accepted(key, True)
        assert accepted(key, False)
    if key.kind == "choice" and key.name != "table.preset":
        assert not accepted(key, "no such word")


def test_what_may_be_left_out_may_be_nothing() -> None:
    assert {key.name for key in keys().values() if key.optional} == {
        *("camera.exposure_ms", "camera.calibration", "camera.tile_set", "broker.url", "broker.ca"),
        *("web.certificate", "web.key", "virtual.venue", "virtual.style", "virtual.light", "virtual.mess"),
        *("virtual.tidiness", "virtual.bump", "data"),
    }
