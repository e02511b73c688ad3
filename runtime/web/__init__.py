"""The web server of table and hub: one origin, one port, and a check of every request before it is served."""
