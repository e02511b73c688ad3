"""Foreign notations of games, read into and written from `engine.play.events`."""
