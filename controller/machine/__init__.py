"""The machine as the table uses it, and what is published of it."""
