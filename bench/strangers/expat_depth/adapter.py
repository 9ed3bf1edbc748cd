"""xml.parsers.expat as a typestar adapter: it is fed with tags."""

import os
import sys
from xml.parsers import expat

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve

serve(
    name="expat_depth",
    version=expat.EXPAT_VERSION,
    create=lambda _emit, _clock: expat.ParserCreate(),
    inputs={
        "open": lambda parser: parser.Parse(b"<a>", False),
        "close": lambda parser: parser.Parse(b"</a>", False),
        "text": lambda parser: parser.Parse(b"text ", False),
        "finish": lambda parser: parser.Parse(b"", True),
    },
    outputs=[],
    clock="virtual",
)
