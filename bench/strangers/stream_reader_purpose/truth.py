"""The same truth as that of stream_reader."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "stream_reader", "truth.py"))
