"""What a table and its club say to each other: games assigned, finished hands, who sits where."""
