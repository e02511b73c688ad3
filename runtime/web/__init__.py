"""The web door of table and hub: one origin, one port, and nobody through it who is not asked in."""
