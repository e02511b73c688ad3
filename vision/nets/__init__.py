"""The neural nets: loading, detecting, classifying, and teaching a set of tiles."""
