"""What all payloads have in common."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict

SCHEMA: Final = "1.6"
"""Major and minor version of the payloads: the major stands in the topics, fields are only added."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
