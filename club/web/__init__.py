"""The club's web server: pages, a JSON API over the log, a live feed, and the delayed feed of a broadcast."""
