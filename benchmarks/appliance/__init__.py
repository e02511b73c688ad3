"""The image of a table in a virtual machine: how fast it comes up, and what its plug does to it."""
