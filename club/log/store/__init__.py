"""Where the log lies."""
