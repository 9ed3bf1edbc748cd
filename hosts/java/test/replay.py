"""Replays the transcripts (hosts/transcripts) with the toys in Java: replay.py TYPESTAR-HOST.jar TOY-CLASSES [NAME...]

`cargo test -p typestar-system --test it transcripts` does the same. This needs no Rust.
"""

import copy
import glob
import json
import os
import subprocess
import sys
import time

REAL_ONLY = ("late_after_a_word", "late_and_treated", "late_inside_a_word")
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "transcripts")


def replay(lines, clock, command):
    """Follows one transcript; raises where the host goes another way."""
    host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        for number, line in enumerate(lines, 1):
            follow(host, line, clock, number)
    finally:
        host.kill()
        host.wait()


def follow(host, line, clock, number):
    if "send" in line:
        host.stdin.write(json.dumps(under(clock, line["send"])).encode() + b"\n")
        host.stdin.flush()
    elif "expect" in line:
        expect(json.loads(host.stdout.readline()), under(clock, line["expect"]), number)
    elif "pause_ms" in line:
        time.sleep(line["pause_ms"] / 1000)
    elif "end" in line:
        host.stdin.close()
        rest = host.stdout.read()
        status = host.wait()
        assert (rest, status) == (b"", line["end"]), "line %d: %r, status %d" % (number, rest, status)


def under(clock, message):
    message = copy.deepcopy(message)
    if message["type"] == "hello":
        message.setdefault("settings", {})["clock"] = clock
    elif message["type"] == "ready" and clock == "virtual":
        message["clock"] = clock
    return message


def whole(message):
    """The steps in an answer; none if it only counts them."""
    steps = message.get("steps") if message["type"] == "answer" else None
    return steps if isinstance(steps, list) else []


def expect(reply, expected, number):
    for step in whole(reply) + ([reply["step"]] if "step" in reply else []):
        assert step.pop("ms") >= 0
    for step in whole(expected):
        if isinstance(step["output"], dict):
            step["output"] = step["output"]["java"]
    if "message" in expected and expected["message"] in reply.get("message", ""):
        reply["message"] = expected["message"]
    assert reply == expected, "line %d:\n  got      %s\n  expected %s" % (number, json.dumps(reply), json.dumps(expected))


def main(jar, classes, *names):
    failed = count = 0
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.jsonl"))):
        name = os.path.splitext(os.path.basename(path))[0]
        if names and name not in names:
            continue
        lines = [json.loads(line) for line in open(path, encoding="utf-8")]
        settings = [line["send"].get("settings", {}) for line in lines if "send" in line]
        named = [each["clock"] for each in settings if "clock" in each]
        for clock in named[:1] or (["real"] if name in REAL_ONLY else ["real", "virtual"]):
            toy = lines[0].get("toy", "toy").capitalize()
            count += 1
            try:
                replay(lines, clock, ["java", "-cp", jar + os.pathsep + classes, toy])
            except (AssertionError, ValueError) as error:
                failed += 1
                print("%s, %s clock, %s" % (name, clock, error))
    print("%d of %d replays went as written" % (count - failed, count))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
