"""What is told as it changes, and what the public may not know yet."""
