"""A stack with room for three, as an adapter that tells its methods and fields. It uses no host library."""

import json
import sys


class Bounded:
    def __init__(self):
        self.items = []

    def push(self, item):
        if len(self.items) == 3:
            raise OverflowError("the stack is full")
        self.items.append(item)

    def pop(self):
        self.items.pop()


def fields(stack):
    return {"size": len(stack.items)}


def step(stack, symbol):
    name, *values = symbol if isinstance(symbol, list) else [symbol]
    before = fields(stack)
    before.update({"arg%d" % (place + 1): value for place, value in enumerate(values)})
    try:
        getattr(stack, name)(*values)
        output = "ok"
    except (IndexError, OverflowError):
        output = "error"
    return {"input": symbol, "output": output, "before": before, "values": fields(stack)}


def run(word):
    stack, steps = Bounded(), []
    for symbol in word:
        steps.append(step(stack, symbol))
        if steps[-1]["output"] == "error":
            break
    return steps


def send(message):
    print(json.dumps(message), flush=True)


sys.stdin.readline()
item = {"type": "u8", "kind": "integer", "min": 0, "max": 255}
send({"type": "ready", "protocol": 3, "inputs": ["pop", "push"], "outputs": None,
      "methods": [{"name": "pop"}, {"name": "push", "parameters": [item]}]})
for line in sys.stdin:
    request = json.loads(line)
    for index, plan in enumerate(request["plans"]):
        send({"type": "answer", "id": request["id"], "index": index, "steps": run(plan["word"])})
