"""A club's own tile set, taught from the table's camera; a hand laid out to try how the table reads."""
