"""The camera and the eyes behind the main loop, and what is published of them."""
