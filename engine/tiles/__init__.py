"""Tiles, melds, the wall and the shape of a hand: things without rules."""
