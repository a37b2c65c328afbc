"""Turn files of other formats into rows and graded rows into such files."""
