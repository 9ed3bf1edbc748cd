"""wave.Wave_write as a typestar adapter."""

import io
import os
import sys
import wave

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


def end(writer):
    """What was never finished does not have to be."""
    writer._file = None


serve(
    name="wave_write",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: wave.Wave_write(io.BytesIO()),
    destroy=end,
    inputs={
        "setChannels": lambda writer: writer.setnchannels(1),
        "setWidth": lambda writer: writer.setsampwidth(2),
        "setRate": lambda writer: writer.setframerate(8000),
        "write": lambda writer: writer.writeframes(b"text"),
        "close": lambda writer: writer.close(),
    },
    outputs=[],
    clock="virtual",
)
