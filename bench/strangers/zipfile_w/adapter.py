"""zipfile.ZipFile in the mode "w" as a typestar adapter."""

import io
import os
import sys
import warnings
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

warnings.simplefilter("ignore")  # the same name twice is only a warning


class Archive:
    """An archive in memory and its last entry."""

    def __init__(self):
        self.zip = zipfile.ZipFile(io.BytesIO(), "w")
        self.entry = None

    def open_entry(self):
        self.entry = self.zip.open("entry", "w")


serve(
    name="zipfile_w",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Archive(),
    inputs={
        "openEntry": Archive.open_entry,
        "write": lambda archive: archive.entry.write(b"text"),
        "closeEntry": lambda archive: archive.entry.close(),
        "writestr": lambda archive: archive.zip.writestr("entry", b"text"),
        "read": lambda archive: archive.zip.read("entry"),
        "close": lambda archive: archive.zip.close(),
    },
    outputs=[],
    clock="virtual",
)
