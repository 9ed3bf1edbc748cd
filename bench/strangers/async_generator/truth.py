"""What an asynchronous generator does that waits for a gate before each value: requests are answered in order."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "hosts", "python"))
from typestar_adapter import serve


class Generator:
    def __init__(self, emit, clock):
        self.emit, self.clock = emit, clock
        self.requests = []
        self.is_open = self.is_over = False

    def ask(self, request):
        self.requests.append(request)
        self.clock.call_later(0, self.answer)

    def open(self):
        self.is_open = True
        self.clock.call_later(0, self.answer)

    def answer(self):
        while self.requests and (self.is_open or self.is_over or self.requests[0] == "return"):
            if self.requests.pop(0) == "return":
                self.is_over = True
            self.emit("onDone" if self.is_over else "onValue")


serve(
    name="async-generator",
    clock="virtual",
    create=lambda emit, clock: Generator(emit, clock),
    inputs={
        "next": lambda generator: generator.ask("next"),
        "return": lambda generator: generator.ask("return"),
        "open": Generator.open,
    },
    outputs=["onValue", "onDone"],
)
