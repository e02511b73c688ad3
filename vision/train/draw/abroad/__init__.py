"""Sets as they are made for other countries."""
