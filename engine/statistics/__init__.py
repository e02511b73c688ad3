"""What players did, counted over finished hands and games."""
