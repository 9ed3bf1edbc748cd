#!/usr/bin/env python3
"""How long a case takes to be ready, and how many words it answers per second: measure.py CASE_FOLDER [WORDS [ARGUMENT...]]

Words are random, of the inputs of the case, in requests of 50, with the same seed each time. Prints the threads and the
resident memory of the virtual machine after a tenth of the words and at the end: both should be about the same. Further
arguments go to hosts/android/run.
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import time

RUN = pathlib.Path(__file__).resolve().parent.parent / "run"
BATCH = 50


def status(process, name):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"^{name}:\s+(\d+)", text, re.M).group(1))


def main():
    folder = pathlib.Path(sys.argv[1])
    words = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    source = next(folder.glob("*Purpose.java"))
    rules = (folder / "case.toml").read_text()
    once = re.search(r"^at_most_one_of = \[(\[.*\])\]|^at_most_once = (\[.*\])", rules, re.M)
    once = set(json.loads(once.group(1) or once.group(2))) if once else set()
    begun = time.monotonic()
    process = subprocess.Popen([RUN, source, *sys.argv[3:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)

    def send(message):
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()

    send({"type": "hello", "protocol": 2, "typestar": "0", "settings": {"clock": "virtual"}})
    ready = json.loads(process.stdout.readline())
    print(f"ready after {time.monotonic() - begun:.1f} s")
    inputs = ready["inputs"] + ["wait"]
    chance = random.Random(7)

    def word():
        drawn = [chance.choice(inputs) for _ in range(chance.randint(1, 8))]
        used = [symbol for symbol in drawn if symbol in once]
        return [symbol for place, symbol in enumerate(drawn) if symbol not in once or place == drawn.index(used[0])]

    begun = time.monotonic()
    failed = late = symbols = 0
    for done in range(0, words, BATCH):
        plans = [{"word": word() or ["wait"]} for _ in range(BATCH)]
        send({"type": "run", "id": done, "plans": plans})
        for _ in plans:
            answer = json.loads(process.stdout.readline())
            failed += answer["type"] != "answer"
            late += len(answer.get("late", []))
            symbols += len(answer.get("steps", []))
        if done + BATCH == words // 10 // BATCH * BATCH:
            print(f"then: {status(process, 'Threads')} threads, {status(process, 'VmRSS') // 1024} MB")
    took = time.monotonic() - begun
    print(f"{words / took:.0f} words per second ({took / words * 1e6:.0f} us each, {symbols / words:.1f} inputs), "
          f"{failed} failed, {late} late callbacks")
    print(f"last: {status(process, 'Threads')} threads, {status(process, 'VmRSS') // 1024} MB")
    process.stdin.close()
    print("exit status", process.wait())


main()
