"""Printable forms in five languages, for the walls and for the fall back to paper (K-FAIL-02, K-EVENT-06)."""
