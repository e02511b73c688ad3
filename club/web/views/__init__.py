"""What pages are told of a tournament, as plain data."""
