"""A table of two rows in sqlite3 with AUTOINCREMENT as a typestar adapter."""

import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

FIRST = 10**12  # numbers of rows differ from all values
SCHEMA = """
CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
CREATE TRIGGER two BEFORE INSERT ON item WHEN (SELECT count(*) FROM item) >= 2 BEGIN SELECT RAISE(ABORT, 'full'); END;
INSERT INTO sqlite_sequence VALUES ('item', %d);
""" % FIRST


class Table:
    def __init__(self):
        self.base = sqlite3.connect(":memory:")
        self.base.executescript(SCHEMA)

    def insert(self):
        try:
            return output("inserted", self.base.execute("INSERT INTO item (name) VALUES ('x')").lastrowid)
        except sqlite3.IntegrityError:
            return output("full")

    def delete(self, row):
        count = self.base.execute("DELETE FROM item WHERE id = ?", (row,)).rowcount
        return output("deleted" if count else "missing")


serve(
    name="sqlite_autoincrement",
    version=sqlite3.sqlite_version,
    create=lambda _emit, _clock: Table(),
    destroy=lambda table: table.base.close(),
    inputs=["insert", "delete"],
    outputs=[],
    clock="virtual",
)
