"""What is known of a tournament, and what follows from it."""
