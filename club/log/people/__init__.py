"""Names of people, beside the log."""
