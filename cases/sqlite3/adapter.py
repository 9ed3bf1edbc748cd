"""Python's sqlite3 as a typestar adapter: transactions of a connection to a database in memory."""

import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from typestar_adapter import serve


def create(_emit):
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE TABLE numbers (number UNIQUE)")
    return connection


def rows(connection):
    return connection.execute("SELECT count(*) FROM numbers").fetchone()[0]


serve(
    name="sqlite3",
    version=sqlite3.sqlite_version,
    create=create,
    destroy=lambda connection: connection.close(),
    inputs={
        "begin": lambda connection: connection.execute("BEGIN"),
        "insert": lambda connection: connection.execute("INSERT OR IGNORE INTO numbers VALUES (1)"),
        "script": lambda connection: connection.executescript("SELECT 1"),
        "commit": lambda connection: connection.commit(),
        "rollback": lambda connection: connection.rollback(),
        "rows": rows,
        "close": lambda connection: connection.close(),
    },
    outputs=[],
)
