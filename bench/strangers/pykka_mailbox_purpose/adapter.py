"""The same adapter as that of pykka_mailbox."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "pykka_mailbox", "adapter.py"))
