"""sqlite3.Blob as a typestar adapter."""

import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


def create(_emit, _clock):
    database.execute("UPDATE files SET content = zeroblob(20)")
    return database.blobopen("files", "content", 1)


def set_up():
    global database
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.execute("CREATE TABLE files (content BLOB)")
    database.execute("INSERT INTO files VALUES (zeroblob(20))")


serve(
    name="sqlite_blob",
    version=sqlite3.sqlite_version,
    set_up=set_up,
    create=create,
    destroy=lambda blob: blob.close(),
    inputs={
        "read": lambda blob: len(blob.read(1)),
        "write": lambda blob: blob.write(b"x"),
        "rewind": lambda blob: blob.seek(0),
        "close": lambda blob: blob.close(),
    },
    outputs=[],
    clock="virtual",
)
