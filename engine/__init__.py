"""The game of riichi mahjong as pure functions over immutable values.

Standard library only: no clock, file, socket, thread or randomness.
"""
