"""What stands at a seat: keys, lamps and the voice."""
