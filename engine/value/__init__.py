"""What a winning hand is worth: readings, yaku, fu, points."""
