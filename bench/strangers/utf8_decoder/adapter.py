"""The incremental decoder for UTF-8 as a typestar adapter."""

import codecs
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="utf8_decoder",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: codecs.getincrementaldecoder("utf-8")(),
    inputs={
        "ascii": lambda decoder: len(decoder.decode(b"a")),
        "leadOf2": lambda decoder: len(decoder.decode(b"\xc3")),
        "leadOf3": lambda decoder: len(decoder.decode(b"\xe2")),
        "leadOf4": lambda decoder: len(decoder.decode(b"\xf0")),
        "continuation": lambda decoder: len(decoder.decode(b"\x9f")),
        "finish": lambda decoder: len(decoder.decode(b"", final=True)),
        "reset": lambda decoder: decoder.reset(),
    },
    outputs=[],
    clock="virtual",
)
