"""The steps; what has been released is never changed."""
