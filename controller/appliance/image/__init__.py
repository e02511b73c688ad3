"""A disk image that makes a computer a table: written to a card or a stick, and switched on."""
