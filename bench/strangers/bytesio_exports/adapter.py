"""io.BytesIO with getbuffer as a typestar adapter."""

import io
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Exporting:
    """An object and the views of its buffer."""

    def __init__(self):
        self.bytes = io.BytesIO(b"text")
        self.views = []

    def export(self):
        self.views.append(self.bytes.getbuffer())

    def release(self):
        self.views.pop().release()

    def write(self):
        self.bytes.seek(0, io.SEEK_END)
        self.bytes.write(b"more")

    def close(self):
        self.bytes.close()


serve(
    name="bytesio_exports",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Exporting(),
    inputs=["export", "release", "write", "close"],
    outputs=[],
    clock="virtual",
)
