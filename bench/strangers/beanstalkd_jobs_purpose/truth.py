"""The same truth as that of beanstalkd_jobs."""

import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "..", "beanstalkd_jobs", "truth.py"))
