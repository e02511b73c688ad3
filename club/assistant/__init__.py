"""Hands that the players of a table without electronics enter on their telephones (K-ASSIST)."""
