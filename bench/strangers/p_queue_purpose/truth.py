"""The same truth as that of p_queue."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "p_queue", "truth.py"))
