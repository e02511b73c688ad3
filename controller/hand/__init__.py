"""A winning hand without a game: what a photograph shows of it, and what it is worth."""
