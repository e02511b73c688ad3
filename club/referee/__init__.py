"""The referees of an event: calls, cases, rulings, corrections, appeals. Pure: time is an argument."""
