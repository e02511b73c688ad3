"""Pictures and short clips of what was accepted and asked, kept for referees (see docs/evidence.md)."""

from controller.evidence.keeper import Evidence

__all__ = ["Evidence"]
