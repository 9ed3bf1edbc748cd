#!/usr/bin/env python3
"""Checks that the truth of a stranger answers as the real component does.

    python3 check.py NAME...        folders next to this file, or paths; without names, all folders next to this file
    python3 check.py --words 500 --seed 2 NAME...

It runs the same words on `adapter.*`, as the case file says, and on `truth.*`, through the adapter protocol:
random words, all words up to some depth, each input many times followed by each input, each pair many times, and with data
random words with odd values, such as 0, the empty text, and texts that differ in case only.
Needs Python 3.11 or later; packages of PyPI are found as usual, by PYTHONPATH.
"""

import argparse
import itertools
import json
import random
import subprocess
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
INTERPRETERS = {".py": "python3", ".mjs": "node", ".cjs": "node", ".js": "node"}
MOST_WORDS_OF_A_DEPTH = 3000
ROUNDS = 50
REPAIRS = 12
BATCH = 100
ODD = {
    "integer": [0, 1, -1, 256, 32768, 2**31 - 1, -(2**31), 2**53 - 1],
    "decimal": [0.0, -0.0, -1.0, 1e-12, 2147483648.0, 1e12, 1e300],
    "text": ["", " ", "0", "V1", "v1 ", "\u00e91", "x" * 300],
}
TIMING = ["clock", "quiescence_ms", "horizon_ms", "settle_ms", "reset_waits_for", "reset_deadline_ms", "step_deadline_ms"]
CALLBACKS = ["errors", "merge", "split", "ignore", "drop_repeated", "recoverable"]


class Case:
    """What the case file of a stranger says."""

    def __init__(self, folder):
        self.folder = folder
        case = tomllib.loads((folder / "case.toml").read_text())
        self.command = case["system"]["command"]
        inputs, outputs, timing = case["inputs"], case.get("outputs", {}), case.get("timing", {})
        self.actions = inputs.get("actions") or {name: [] for name in inputs["callins"]}
        self.has_data = "actions" in inputs
        is_drained = case.get("purpose", {}).get("drain", False)
        self.has_wait = inputs.get("wait", not self.has_data) and not is_drained
        self.types = {name: kind if isinstance(kind, dict) else {} for name, kind in case.get("types", {}).items()}
        self.settings = {key: timing[key] for key in TIMING if key in timing}
        self.settings.update({key: outputs[key] for key in CALLBACKS if key in outputs})
        self.settings["returns"] = dict(inputs.get("returns", {}))
        self.settings.update({"drain": True} if is_drained else {})
        for name, values in outputs.get("actions", {}).items():
            if name in self.actions and len(values) == 1:
                self.settings["returns"][name] = "data"

    def truth(self):
        """The command of the truth: the same as that of the adapter, with the other program."""
        path = next(path for path in sorted(self.folder.glob("truth.*")) if path.suffix in INTERPRETERS)
        return [INTERPRETERS[path.suffix], path.name]

    def pool(self, kind, size=4):
        """A few values of a type, with its constants."""
        values = {"integer": [101, 102, 103, 104], "decimal": [1.5, 2.5, 3.5, 4.5], "text": ["v1", "v2", "v3", "v4"]}
        table = self.types[kind]
        return values[table.get("domain", "integer")][:size] + list(table.get("constants", {}).values())

    def odd_pool(self, kind):
        """The first values of a type, and those that often mean something to a component."""
        return self.pool(kind, 2) + ODD[self.types[kind].get("domain", "integer")]

    def symbol(self, name, choose, pool=None):
        """An input, with values that a function chooses from the pools of their types."""
        values = [choose((pool or self.pool)(kind)) for kind in self.actions[name]]
        return [name, *values] if values else name

    def letters(self, size=4):
        """All inputs with values from small pools."""
        letters = ["wait"] if self.has_wait else []
        for name, kinds in self.actions.items():
            for values in itertools.product(*(self.pool(kind, size) for kind in kinds)):
                letters.append([name, *values] if values else name)
        return letters


class Program:
    """An adapter, started anew when a call ends it."""

    def __init__(self, command, case):
        self.command, self.case = command, case
        self.process = None
        self.notes = Counter()
        self.timed = 0

    def start(self):
        self.process = subprocess.Popen(
            self.command, cwd=self.case.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        hello = {"type": "hello", "protocol": 3, "typestar": "check", "steps": True, "settings": self.case.settings}
        self.send(hello)
        ready = self.read()
        if ready is None or ready["type"] != "ready":
            raise SystemExit("%s: %s did not start: %s" % (self.case.folder.name, self.command[-1], ready))
        return ready

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def answers(self, words):
        """The outputs of each word."""
        done = []
        while len(done) < len(words):
            if self.process is None:
                self.start()
            done += self.some_answers(words[len(done) : len(done) + BATCH])
        return done

    def some_answers(self, words):
        """The outputs of the words up to the first that ends the process."""
        self.send({"type": "run", "id": 1, "plans": [{"word": word} for word in words]})
        done, outputs = [], []
        while len(done) < len(words):
            message = self.read()
            if message is None or message["type"] == "fatal":
                self.stop()
                return done + [outputs + ["crash"]]
            if message["type"] == "step":
                outputs.append(message["step"]["output"])
                self.timed += "silence" in message["step"]
                continue
            self.notes.update(message.get("notes", []))
            self.notes.update("late: %s" % late["output"] for late in message.get("late", []))
            if message["type"] == "failed":
                is_hang = message["message"].startswith("call: ")
                outputs.append("hang" if is_hang else "failed: " + message["message"])
                if is_hang:
                    self.stop()
                    return done + [outputs]
            done.append(outputs)
            outputs = []
        return done

    def stop(self):
        if self.process:
            self.process.stdin.close()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
            self.process = None


class Check:
    """Both programs, the words that were run, and how they differed."""

    def __init__(self, case):
        self.case = case
        self.real, self.truth = Program(case.command, case), Program(case.truth(), case)
        self.words = self.steps = 0
        self.outputs = set()
        self.differences = []

    def begin(self):
        real, truth = self.real.start(), self.truth.start()
        for key in ["name", "inputs", "outputs"]:
            if real.get(key) != truth.get(key):
                raise SystemExit("%s: %s differs: %s, %s" % (self.case.folder.name, key, real.get(key), truth.get(key)))
        if not set(self.case.actions) <= set(real["inputs"]):
            raise SystemExit("%s: the adapter lacks inputs of the case file" % self.case.folder.name)

    def run(self, words):
        """Runs words on both; returns what the truth answered."""
        real, truth = self.real.answers(words), self.truth.answers(words)
        for word, one, other in zip(words, real, truth):
            self.words += 1
            self.steps += len(one)
            self.outputs.update(output if isinstance(output, str) else output[0] for output in one)
            if canonical(word, one) != canonical(word, other):
                self.differences.append((word, one, other))
        return truth

    def run_random(self, words):
        """Random words. What a final error cuts short is tried again without the input that failed."""
        for _ in range(REPAIRS):
            answers = self.run(words)
            if len(self.differences) > 20:
                return
            cut = [(word, len(answer)) for word, answer in zip(words, answers) if len(answer) < len(word)]
            words = [word[: at - 1] + word[at:] for word, at in cut]

    def run_with_reuse(self, words, source):
        """Words whose inputs reuse values that the component invented, where there are any."""
        for _ in range(3):
            answers = self.run(words)
            words = [reused(word, answer, source) for word, answer in zip(words, answers)]
            words = [word for word in words if word is not None]

    def end(self):
        self.real.stop()
        self.truth.stop()


def canonical(word, outputs):
    """The outputs, with values that were not given before replaced by their places."""
    known, result = {}, []
    for step, output in enumerate(outputs):
        if step < len(word) and not isinstance(word[step], str):
            for value in word[step][1:]:
                if not isinstance(value, dict):
                    known.setdefault(repr(value), value)
        if isinstance(output, list):
            values = [known.setdefault(repr(value), "$%d.%d" % (step + 1, at + 1)) for at, value in enumerate(output[1:])]
            output = [output[0], *values]
        result.append(output)
    return result


def reused(word, outputs, source):
    """The word with one more value that an earlier step invented; None if there is none. A change before a value that was
    given back could change what was invented there."""
    given = {repr(value) for symbol in word if not isinstance(symbol, str) for value in symbol[1:]}
    invented, choices = [], []
    for step, (symbol, output) in enumerate(zip(word, outputs)):
        if not isinstance(symbol, str) and invented:
            choices += [(step, at) for at in range(1, len(symbol)) if not isinstance(symbol[at], dict)]
        if isinstance(output, list):
            invented += [(step, at) for at in range(1, len(output)) if repr(output[at]) not in given]
    references = [step for step, symbol in enumerate(word) if any(isinstance(value, dict) for value in symbol[1:])]
    choices = [place for place in choices if place[0] >= max(references, default=0)]
    if not choices:
        return None
    step, at = source.choice(choices)
    place = source.choice([place for place in invented if place[0] < step])
    symbol = list(word[step])
    symbol[at] = {"$": "%d.%d" % (place[0] + 1, place[1])}
    return word[:step] + [symbol] + word[step + 1 :]


def random_words(case, source, count, pool=None):
    """Half of them choose evenly, the others have a favourite input, so that they go far in one direction."""
    names = list(case.actions) + (["wait"] if case.has_wait else [])
    words = []
    for number in range(count):
        weights = [1 if number % 2 else source.choice([0, 1, 4]) for _ in names]
        chosen = source.choices(names, weights if any(weights) else None, k=source.randint(1, 30))
        words.append([name if name == "wait" else case.symbol(name, source.choice, pool) for name in chosen])
    return words


def deep_words(case):
    """All words of the greatest length of which there are not too many."""
    letters = case.letters(2)
    depth = 1
    while len(letters) ** (depth + 1) <= MOST_WORDS_OF_A_DEPTH:
        depth += 1
    return [list(word) for word in itertools.product(letters, repeat=depth)]


def repeated(case, name, count, is_fresh):
    """An input many times: with the same values, or with new ones each time."""
    if name == "wait":
        return ["wait"] * count
    symbol = case.symbol(name, lambda pool: pool[0])
    if not is_fresh or isinstance(symbol, str):
        return [symbol] * count
    return [[name, *(fresh(value, number) for value in symbol[1:])] for number in range(count)]


def fresh(value, number):
    return "v%d" % (number + 1) if isinstance(value, str) else value + number


def long_words(case, source):
    """Each input 1 to 50 times, followed by each input; each pair 50 times; and both after random starts."""
    names = list(case.actions) + (["wait"] if case.has_wait else [])
    counts = range(1, ROUNDS + 1) if len(names) <= 8 else [1, 2, 3, 5, 6, 9, 11, 17, 33, ROUNDS]
    words = []
    for one, other in itertools.product(names, repeat=2):
        for is_fresh in [False, True] if case.has_data else [False]:
            for count in counts:
                rest = repeated(case, other, ROUNDS if count == ROUNDS else 2, is_fresh)
                words.append(repeated(case, one, count, is_fresh) + rest)
            pairs = zip(repeated(case, one, ROUNDS, is_fresh), repeated(case, other, ROUNDS, is_fresh))
            words.append(list(itertools.chain.from_iterable(pairs)))
        for start in random_words(case, source, 4):
            words.append(start[:6] + repeated(case, one, ROUNDS, False) + repeated(case, other, 2, False))
            pair = repeated(case, one, 1, False) + repeated(case, other, 1, False)
            words.append(start[:6] + pair * ROUNDS + start[-1:])
    return words


def check(folder, words, seed):
    case, name = Case(folder), folder.name
    source = random.Random(seed)
    checking = Check(case)
    began = time.monotonic()
    try:
        checking.begin()
        checking.run_random(deep_words(case))
        checking.run_random(long_words(case, source))
        checking.run_random(random_words(case, source, words))
        if case.has_data:
            checking.run_with_reuse(random_words(case, source, words // 2), source)
            checking.run_random(random_words(case, source, words // 2, case.odd_pool))
    finally:
        checking.end()
    seconds = time.monotonic() - began
    agrees = not checking.differences
    summary = "%d words, %d steps, outputs %s, %.0f s" % (checking.words, checking.steps, " ".join(sorted(checking.outputs)), seconds)
    print("%-5s %s: %s" % ("ok" if agrees else "DIFF", name, summary), flush=True)
    for program in [checking.real, checking.truth]:
        for note, count in program.notes.most_common(3):
            print("      %s: %d times %s" % (program.command[-1], count, note))
        if program.timed:
            print("      %s: %d silences were not exact" % (program.command[-1], program.timed))
    for word, real, truth in sorted(checking.differences, key=lambda found: len(found[0]))[:3]:
        pairs = enumerate(zip(canonical(word, real), canonical(word, truth)))
        at = next((at for at, (one, other) in pairs if one != other), min(len(real), len(truth)))
        print("      word  %s" % show(word[: at + 1]))
        print("      real  %s" % show(real[: at + 1]))
        print("      truth %s" % show(truth[: at + 1]))
    return agrees


def show(symbols):
    parts = []
    for symbol in symbols:
        values = [] if isinstance(symbol, str) else [json.dumps(value) for value in symbol[1:]]
        name = symbol if isinstance(symbol, str) else symbol[0]
        parts.append("%s(%s)" % (name, ", ".join(values)) if values else name)
    runs = [(part, len(list(group))) for part, group in itertools.groupby(parts)]
    return " ".join(part if count == 1 else "%d*%s" % (count, part) for part, count in runs)


def folder_of(name):
    path = Path(name).resolve()
    return path if (path / "case.toml").exists() else HERE / name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--words", type=int, default=3000, help="random words")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folders = [folder_of(name) for name in options.names] or sorted(path.parent for path in HERE.glob("*/case.toml"))
    results = [check(folder, options.words, options.seed) for folder in folders]
    print("%d of %d agree" % (sum(results), len(results)))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
