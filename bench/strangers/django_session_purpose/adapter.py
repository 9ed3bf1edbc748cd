"""The same adapter as that of django_session."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "django_session", "adapter.py"))
