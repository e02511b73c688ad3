"""One table: its loop, the one writer, the journal, and the state that everybody may see."""
