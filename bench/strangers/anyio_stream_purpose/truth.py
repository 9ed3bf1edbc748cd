"""The same truth as that of anyio_stream."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "anyio_stream", "truth.py"))
