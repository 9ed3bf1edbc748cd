"""An adapter of a component that does nothing: `nothing.py CALLINS`. What it costs is the host library's."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../hosts/python"))

from typestar_adapter import serve

serve(
    name="nothing",
    create=lambda emit: object(),
    inputs={f"call{number}": lambda component: None for number in range(int(sys.argv[1]))},
    outputs=[],
)
