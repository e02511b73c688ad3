"""Scores, draws and rulings in words, as a referee would say them, in every language that we have."""
