"""Savepoints of sqlite3 as a typestar adapter."""

import os
import sys
import sqlite3

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import output, serve

class Connection:
    def __init__(self):
        self.connection = sqlite3.connect(":memory:", isolation_level=None)

    def run(self, statement):
        try:
            self.connection.execute(statement)
        except sqlite3.OperationalError:
            return output("refused")


serve(
    name="sqlite_savepoint",
    version=sqlite3.sqlite_version,
    create=lambda _emit, _clock: Connection(),
    destroy=lambda connection: connection.connection.close(),
    inputs={
        "begin": lambda connection: connection.run("BEGIN"),
        "savepoint": lambda connection: connection.run("SAVEPOINT one"),
        "release": lambda connection: connection.run("RELEASE one"),
        "rollbackTo": lambda connection: connection.run("ROLLBACK TO one"),
        "commit": lambda connection: connection.run("COMMIT"),
    },
    outputs=[],
    clock="virtual",
)
