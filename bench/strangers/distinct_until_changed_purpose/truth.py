"""The same truth as that of distinct_until_changed."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "distinct_until_changed", "truth.py"))
