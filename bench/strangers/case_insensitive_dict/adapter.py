"""The dictionary for headers of requests as a typestar adapter."""

import os
import sys
from importlib.metadata import version

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from requests.structures import CaseInsensitiveDict
from typestar_adapter import serve

serve(
    name="case_insensitive_dict",
    version=version("requests"),
    create=lambda _emit, _clock: CaseInsensitiveDict(),
    inputs={
        "set": lambda headers, key, value: headers.__setitem__(key, value),
        "get": lambda headers, key: headers.get(key),
        "delete": lambda headers, key: headers.__delitem__(key),
    },
    outputs=[],
    clock="virtual",
)
