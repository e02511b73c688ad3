"""`jantaku machine`: the machine without a game."""
