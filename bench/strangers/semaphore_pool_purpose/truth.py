"""The same truth as that of semaphore_pool."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "semaphore_pool", "truth.py"))
