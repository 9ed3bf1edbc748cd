"""The asynchronous task as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from async_task import AsyncTask
from typestar_adapter import serve

serve(
    name="async-task",
    create=lambda emit, clock: AsyncTask(clock, lambda: emit("onPostExecute"), lambda: emit("onCancelled")),
    inputs={"exec": lambda task: task.execute(), "cancel": lambda task: task.cancel()},
    outputs=["onPostExecute", "onCancelled"],
    clock="virtual",
)
