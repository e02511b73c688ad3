"""The renderer: what lies on a table, drawn as a camera would see it."""
