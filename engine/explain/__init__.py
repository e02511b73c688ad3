"""Scores, draws and rulings in words, as a referee would say them, in five languages."""
