"""A table of one row in sqlite3, found by a text, as a typestar adapter."""

import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

SCHEMA = """
CREATE TABLE item (name TEXT COLLATE RTRIM);
CREATE TRIGGER one BEFORE INSERT ON item WHEN (SELECT count(*) FROM item) >= 1 BEGIN SELECT RAISE(ABORT, 'full'); END;
"""


class Table:
    def __init__(self):
        self.base = sqlite3.connect(":memory:")
        self.base.executescript(SCHEMA)

    def insert(self, name):
        try:
            self.base.execute("INSERT INTO item VALUES (?)", (name,))
            return output("inserted")
        except sqlite3.IntegrityError:
            return output("full")

    def delete(self, name):
        count = self.base.execute("DELETE FROM item WHERE name = ?", (name,)).rowcount
        return output("deleted" if count else "missing")


serve(
    name="sqlite_rtrim",
    version=sqlite3.sqlite_version,
    create=lambda _emit, _clock: Table(),
    destroy=lambda table: table.base.close(),
    inputs=["insert", "delete"],
    outputs=[],
    clock="virtual",
)
