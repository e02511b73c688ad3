"""`jantaku score`, `waits` and `settle`: JSON lines in, one answer a line."""
