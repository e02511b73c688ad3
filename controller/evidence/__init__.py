"""Pictures and short clips of what was accepted and asked, kept for referees (docs/evidence.md)."""
