"""An adapter that simulates the machine of a DOT file, with random delays, and fails at random moments.

Arguments: the DOT file, a folder for its notes, a seed, and how it fails: `dies` or `hangs`. A word at which one copy
failed is answered when it is asked again. It uses no host library, so that it does nothing but this.
"""

import hashlib
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../cli/tests/adapters"))

from slow_machine import callins, execute, read_machine, send

FILE, FOLDER, SEED, FAILURE = sys.argv[1:]
COPY = os.environ["TYPESTAR_COPY"]


def chance(*what):
    """A number between 0 and 1, always the same."""
    digest = hashlib.sha256(" ".join([SEED, *what]).encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**32


def is_first_time(name):
    """Whether nobody, also in a process that has ended, was here before."""
    try:
        os.close(os.open(os.path.join(FOLDER, name), os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def fails(word):
    if FAILURE == "hangs":
        return COPY == "2" and is_first_time("hung")
    return chance("dies at", word) < 0.03 and is_first_time(hashlib.sha256(word.encode()).hexdigest())


def answer(request, index, steps):
    word = " ".join(step["input"] for step in steps)
    time.sleep(0.002 * chance(COPY, word))
    for place, step in enumerate(steps):
        send({"type": "step", "id": request, "index": index, "step": step})
        if place == len(steps) // 2 and fails(word):
            time.sleep(1000) if FAILURE == "hangs" else os._exit(1)
    send({"type": "answer", "id": request, "index": index, "steps": len(steps)})


edges, start = read_machine(FILE)
sys.stdin.readline()
send({"type": "ready", "protocol": 3, "name": "mortal machine", "inputs": callins(edges), "steps": True})
for line in sys.stdin:
    request = json.loads(line)
    for index, plan in enumerate(request["plans"]):
        answer(request["id"], index, execute(plan, edges, start))
