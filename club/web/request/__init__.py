"""One request of the API: read, allowed, answered."""
