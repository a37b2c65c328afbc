"""Turn the schema of a SQLite file into text that compares: order and spelling do not count."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path


def schema(path: Path) -> dict[str, list[str]]:
    """Each table's and index's definition, split into its parts, sorted."""
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: parts(sql) for name, sql in rows}
    finally:
        connection.close()


def parts(sql: str) -> list[str]:
    """What stands before, between the commas of, and after the outermost brackets, sorted.

    >>> parts("CREATE TABLE t (\\n b INT,  a TEXT CHECK (a IN (1, 2)) )")
    ['CREATE TABLE t', 'a TEXT CHECK (a IN (1,2))', 'b INT']
    """
    text = re.sub(r"\s+", " ", sql.replace('"', "")).replace(", ", ",").replace(" )", ")")
    text = text.replace("( ", "(").strip()
    found, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if (sign == "(" and depth == 0) or (sign == "," and depth == 1):
            found.append(text[start:place])
            start = place + 1
        depth += (sign == "(") - (sign == ")")
        if sign == ")" and depth == 0:
            found.append(text[start:place])
            start = place + 1
    return sorted(part.strip() for part in (*found, text[start:]) if part.strip())
