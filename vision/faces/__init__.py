"""Our own drawings of the tiles, for screens and for the renderer."""
