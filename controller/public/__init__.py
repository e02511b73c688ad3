"""The state that everybody may see."""
