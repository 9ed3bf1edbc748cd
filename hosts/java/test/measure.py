"""How long the host takes to start, and how many words it answers: measure.py TYPESTAR-HOST.jar

Prints the median of 7 starts in milliseconds, and words of 5 calls per second in batches of 64, the best and the median of
5 rounds after one round to warm up; the processor time of the host includes its start and the round to warm up.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time

JAR = sys.argv[1]
BATCH, ROUND = 64, 20000
WORD = [["push", 3], "peek", ["push", 4], "pop", "pop"]


def start(*arguments, options=(), steps=False):
    began = time.perf_counter()
    command = ["java", *options, "-jar", JAR, *arguments]
    host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    host.stdin.write(json.dumps({"type": "hello", "protocol": 3, "steps": steps}).encode() + b"\n")
    host.stdin.flush()
    host.stdout.readline()
    return host, (time.perf_counter() - began) * 1000


def end(host):
    host.stdin.close()
    host.stdout.read()
    host.wait()


def round_of(host, word, steps):
    """The words per second of one round, two batches always under way."""
    request = json.dumps({"type": "run", "id": 1, "plans": [{"word": word}] * BATCH}).encode() + b"\n"
    lines = BATCH * (len(word) + 1 if steps else 1)
    began = time.perf_counter()
    batches, missing = ROUND // BATCH, 0
    for number in range(batches + 1):
        if number < batches:
            host.stdin.write(request)
            host.stdin.flush()
        if number > 0:
            missing -= lines
            while missing < 0:
                missing += os.read(host.stdout.fileno(), 1 << 20).count(b"\n")
    return batches * BATCH / (time.perf_counter() - began)


def main():
    small = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
    for name, options in (("as it is", ()), ("one compiler, serial collector", small)):
        times = []
        for _ in range(7):
            host, took = start("java.util.Stack", options=options)
            times.append(took)
            end(host)
        print("start, %s: %.0f ms (%.0f to %.0f)" % (name, statistics.median(times), min(times), max(times)))
    for steps in (False, True):
        for arguments in (["--no-snapshots"], []):
            host, _ = start("java.util.Stack", *arguments, steps=steps)
            before = processor_time()
            rounds = [round_of(host, WORD, steps) for _ in range(6)][1:]
            end(host)
            each = (processor_time() - before) / (6 * ROUND) * 1e6
            said = "steps at once" if steps else "no steps"
            said += ", no snapshots" if arguments else ", snapshots"
            rates = (max(rounds), statistics.median(rounds), each)
            print("%s: %.0f words per second (median %.0f), %.0f us of processor time each" % (said, *rates))


def processor_time():
    """Of all processes that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


main()
