"""The machine as the table uses it, and what is told of it."""
