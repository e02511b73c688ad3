"""What was played, from the journals."""
