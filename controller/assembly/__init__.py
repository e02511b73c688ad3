"""A table put together: machine, camera and eyes; broker, bus and pages; all of it, running."""
