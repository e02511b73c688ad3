"""One table's game: the one writer, its journal and what is written beside the game, the time limit."""
