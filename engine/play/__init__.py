"""The state machine: events, what may happen now, and what it does to the game."""
