"""How a hand ends: how surely it was read, what the judge finds, what the seats confirm."""
