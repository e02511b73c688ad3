"""What tables, clubs and displays agree on: messages, channels, stored formats, words."""
