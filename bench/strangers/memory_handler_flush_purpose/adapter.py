"""The same adapter as that of memory_handler_flush."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "memory_handler_flush", "adapter.py"))
