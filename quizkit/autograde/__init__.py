"""Turn many submitted responses into graded rows, and graded rows into counts."""
