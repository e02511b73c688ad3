"""The set-up of a table from its pages: the configuration file, read and written with its comments."""
