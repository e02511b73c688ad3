"""Sends what changes to open pages, and holds back what the public may not see yet."""
