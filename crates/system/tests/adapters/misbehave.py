"""An adapter that misbehaves in the way that its first argument names. It uses no host library on purpose."""

import json
import os
import sys
import time

MODE = sys.argv[1]
MEMORY = sys.argv[2] if len(sys.argv) > 2 else None


def send(message):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def restarts():
    """How often the adapter was started before; remembered in a file."""
    count = len(open(MEMORY).read()) if os.path.exists(MEMORY) else 0
    with open(MEMORY, "a") as memory:
        memory.write(".")
    return count


STARTED_BEFORE = restarts() if MEMORY else 0

if MODE == "exits at once":
    sys.stderr.write("first line\nno such display\n")
    sys.exit(3)
if MODE == "never greets":
    time.sleep(60)
if MODE == "greets with text":
    send("Hello, world!")

hello = json.loads(sys.stdin.readline())
if MODE == "is fatal":
    send({"type": "fatal", "message": "the license has expired"})
    sys.exit(1)
version = int(MODE.split()[1]) if MODE.startswith("version ") else 3
inputs = ["a", "b", "c"] if MODE == "changes its inputs" and STARTED_BEFORE else ["a", "b"]
is_virtual = MODE == "is virtual" or MODE == "changes its clock" and not STARTED_BEFORE
clock = {"clock": "virtual"} if is_virtual else {}
streams = {"steps": True} if MODE.startswith("streams") else {}
send(dict({"type": "ready", "protocol": version, "name": MODE, "version": "7", "inputs": inputs, "outputs": ["onX"]}, **clock, **streams))
if MODE == "is noisy":
    for number in range(20000):
        sys.stderr.write("noise %d %s\n" % (number, "x" * 50))
if MODE == "leaves a child":
    child = os.fork()
    if child == 0:
        time.sleep(600)
        os._exit(0)
    with open(MEMORY + ".child", "w") as file:
        file.write(str(child))


def way_of(plan):
    """The word that a plan becomes when every output is `ok`."""
    nodes, index, way = plan.get("nodes", [plan]), 0, []
    while index is not None:
        node = nodes[index]
        for place, name in enumerate(node["word"]):
            way.append(name)
            if dict(node.get("only", [])).get(place, "ok") != "ok":
                return way
        index = dict(node.get("then", [])).get("ok", node.get("otherwise"))
    return way


def steps_of(word):
    return [{"input": name, "output": "ok", "ms": 0.5, "unknown": [1]} for name in word]


last_word = []


def answer(request, index):
    global last_word
    if MODE == "dies at the end of `a`" and last_word == ["a"]:
        os._exit(6)
    last_word = way_of(request["plans"][index])
    word = way_of(request["plans"][index])
    reply = {"type": "answer", "id": request["id"], "index": index, "steps": steps_of(word), "extra": True}
    trouble = "b" in word
    if MODE in ("changes its inputs", "changes its clock") and trouble:
        sys.exit(0)
    if MODE in ("dies once", "leaves a child") and trouble and STARTED_BEFORE == 0:
        os._exit(9)
    if MODE == "dies always" and trouble:
        sys.stderr.write("about to die\n")
        sys.exit(5)
    if MODE == "hangs in turns" and trouble and STARTED_BEFORE % 2:
        os._exit(9)
    if MODE == "hangs in turns" and trouble or MODE == "hangs at the reset" and STARTED_BEFORE:
        time.sleep(600)
    if MODE in ("hangs", "hangs once") and trouble and (MODE == "hangs" or STARTED_BEFORE == 0):
        time.sleep(600)
    if MODE == "prints" and trouble:
        send("Loading the library...")
    if MODE == "wrong id" and trouble:
        reply["id"] += 1
    if MODE == "wrong index" and trouble:
        reply["index"] += 1
    if MODE == "wrong input" and trouble:
        reply["steps"][0]["input"] = "z"
    if MODE == "too short" and trouble:
        reply["steps"].pop()
    if MODE == "too long" and trouble:
        reply["steps"] += steps_of(["a"])
    if MODE == "goes on after an error" and trouble:
        reply["steps"][0]["output"] = "error"
    if MODE == "says outside" and trouble:
        reply["steps"][0]["output"] = "outside"
    if MODE == "long line" and trouble:
        reply["padding"] = "x" * (1 << 24)
    if streams:
        for step in reply["steps"]:
            send({"type": "step", "id": request["id"], "index": index, "step": step})
        if not (MODE == "streams twice" and trouble):
            reply["steps"] = len(word) + (MODE == "streams and miscounts" and trouble)
    if MODE == "makes notes":
        reply["notes"] = ["in the background: Oops", "note of " + " ".join(word)]
    if MODE.startswith("fails: ") and trouble:
        reply = {"type": "failed", "id": request["id"], "index": index, "message": MODE[len("fails: "):]}
    send(reply)


answered = 0
for line in sys.stdin:
    request = json.loads(line)
    for index in range(len(request["plans"])):
        if MODE == "dies when a component ends" and answered:
            os._exit(9)
        answer(request, index)
        answered += 1
if MEMORY:
    with open(MEMORY + ".ended", "w") as file:
        file.write("yes")
