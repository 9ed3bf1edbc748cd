"""tempfile.SpooledTemporaryFile as a typestar adapter."""

import os
import sys
from tempfile import SpooledTemporaryFile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="spooled_temporary_file",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: SpooledTemporaryFile(max_size=10),
    destroy=lambda file: file.close(),
    inputs={
        "write": lambda file: file.write(b"x"),
        "rollover": lambda file: file.rollover(),
        "close": lambda file: file.close(),
        "name": lambda file: file.name,
    },
    outputs=[],
    clock="virtual",
)
