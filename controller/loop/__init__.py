"""The main loop of a table: what comes in, what follows from it, what goes out."""
