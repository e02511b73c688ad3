"""Games played online, taken into an event with guards (K-ONLINE); records are read by `engine.notation`."""
