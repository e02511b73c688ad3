"""A table's computer looked after from a page: backups, updates, a factory reset; root does what is asked."""
