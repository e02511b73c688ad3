"""A draw that can be audited: its commitment is published before, seed and parameters are revealed after."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from pydantic import JsonValue


def commitment(seed: str, bound: Mapping[str, JsonValue]) -> str:
    """SHA-256, in hexadecimal, over the canonical JSON of all that is bound, with the seed as `seed`.

    Canonical: keys in order, no spaces, UTF-8 without escapes.
    """
    text = json.dumps({**bound, "seed": seed}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def opens(published: str, seed: str, bound: Mapping[str, JsonValue]) -> bool:
    """Whether seed and parameters are those that were committed to."""
    return commitment(seed, bound) == published
