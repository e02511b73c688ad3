"""An event and what depends on its size (K-EVENT, K-RANK)."""

from __future__ import annotations

from enum import StrEnum


class SizeClass(StrEnum):
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"

    @property
    def mild(self) -> bool:
        """The minimum sanctions may be used (K-RANK-02)."""
        return self is not SizeClass.LARGE


def size_class(registered: int) -> SizeClass:
    """The class by registered players; 40 and 80 are both medium, as recommended (K-RANK-01)."""
    if registered < 40:
        return SizeClass.SMALL
    return SizeClass.MEDIUM if registered <= 80 else SizeClass.LARGE
