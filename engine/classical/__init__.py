"""Chinese Classical: the older game, in which all four hands are counted and paid."""
