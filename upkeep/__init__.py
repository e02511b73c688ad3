"""What a computer's own pages, a table's or a club's, know of its upkeep and ask of it; root does it."""
