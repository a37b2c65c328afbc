"""The exit codes of every command; 0 is done, and a signal ends with 128 plus its number."""

FINDINGS = 1
USAGE = 2
CONTENT = 3
STORE = 4
