"""The camera and the eyes behind the main loop, and what is told of them."""
