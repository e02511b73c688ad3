"""Where a club keeps what it knows: SQLite or PostgreSQL, its versions, and what is done when it is away."""
