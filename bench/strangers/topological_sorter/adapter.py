"""graphlib.TopologicalSorter as a typestar adapter."""

import os
import sys
from graphlib import TopologicalSorter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))

from typestar_adapter import serve


class Chain:
    """Twelve nodes, each after the one before, and how many of them were done."""

    def __init__(self):
        self.sorter = TopologicalSorter({node: [node - 1] for node in range(1, 12)})
        self.done = 0

    def done_next(self):
        self.sorter.done(self.done)
        self.done += 1


serve(
    name="topological_sorter",
    version=sys.version.split()[0],
    create=lambda _emit, _clock: Chain(),
    inputs={
        "prepare": lambda chain: chain.sorter.prepare(),
        "getReady": lambda chain: len(chain.sorter.get_ready()),
        "doneNext": Chain.done_next,
        "isActive": lambda chain: chain.sorter.is_active(),
    },
    outputs=[],
    clock="virtual",
)
