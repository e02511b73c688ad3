"""What the table serves to browsers."""
