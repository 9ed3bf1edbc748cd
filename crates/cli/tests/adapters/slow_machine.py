"""An adapter that simulates the machine of a DOT file, 20 ms for each word, and notes every word that it executes.

Arguments: the DOT file, the file for the notes, in whose name COPY stands for the number of the copy. It uses no host
library, so that it does nothing but this.
"""

import fcntl
import json
import os
import re
import sys
import time

EDGE = re.compile(r'^\s*(\w+) -> (\w+) \[label="(\S+) / (\S+)"\];$')
START = re.compile(r"^\s*__start0 -> (\w+);$")


def read_machine(path):
    edges, start = {}, None
    with open(path) as file:
        for line in file:
            edge, initial = EDGE.match(line), START.match(line)
            if edge:
                edges[edge[1], edge[3]] = (edge[4], edge[2])
            if initial:
                start = initial[1]
    return edges, start


def execute(plan, edges, state):
    """The steps of one plan, which may be a list of nodes."""
    nodes, index, steps = plan.get("nodes", [plan]), 0, []
    while index is not None:
        node, output = nodes[index], None
        only = dict(node.get("only", []))
        for place, name in enumerate(node["word"]):
            output, state = edges[state, name]
            steps.append({"input": name, "output": output})
            if output == "error" or only.get(place, output) != output:
                return steps
        index = dict(node.get("then", [])).get(output, node.get("otherwise"))
    return steps


def callins(edges):
    return [name for name in dict.fromkeys(name for _, name in edges) if name != "wait"]


def send(message):
    print(json.dumps(message), flush=True)


def main():
    edges, start = read_machine(sys.argv[1])
    notes = open(sys.argv[2].replace("COPY", os.environ.get("TYPESTAR_COPY", "1")), "a")
    fcntl.flock(notes, fcntl.LOCK_EX)  # until the end, so that others can wait for it
    sys.stdin.readline()
    send({"type": "ready", "protocol": 3, "name": "slow machine", "version": "1", "inputs": callins(edges)})
    for line in sys.stdin:
        request = json.loads(line)
        for index, plan in enumerate(request["plans"]):
            steps = execute(plan, edges, start)
            notes.write(" ".join(step["input"] for step in steps) + "\n")
            notes.flush()
            os.fsync(notes.fileno())
            time.sleep(0.02)
            send({"type": "answer", "id": request["id"], "index": index, "steps": steps})


if __name__ == "__main__":
    main()
