"""What happens in a club, as an append-only log of events from which everything else is derived."""
