"""Turn values into what a command prints: lines for people, JSON for programs."""
