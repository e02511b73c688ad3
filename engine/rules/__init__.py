"""The rules of a game: options, presets, penalties, and the rule sheet for people."""
