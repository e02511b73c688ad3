"""Foreign notations of games, read into and written from `engine.state.events`."""
