"""Written names, versions and upgrades of what is stored."""
