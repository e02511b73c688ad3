"""Printable forms in every language, for the walls and for the fall back to paper (K-FAIL-02, K-EVENT-06)."""
