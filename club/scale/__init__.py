"""Beyond one computer: configurations of the engines that carry many clubs (docs/scale.md)."""
