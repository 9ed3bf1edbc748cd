"""The same truth as that of twisted_session."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "twisted_session", "truth.py"))
