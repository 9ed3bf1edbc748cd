#!/usr/bin/env python3
"""Counts the states of a stranger's truth: those that differ in some word, and those that were reached.

    python3 states.py NAME...       without names: all finite machines of python.csv
    python3 states.py --dot FOLDER NAME...
                                    writes each truth as FOLDER/NAME.dot, too: `typestar compare NAME.dot NAME.run`

It calls a truth in Python itself, without a process: what its object remembers, the callbacks that were not delivered yet and
the calls that are scheduled make a state. The error sink is not counted. More than 5,000 states are taken for endless.
"""

import argparse
import csv
import importlib.util
import json
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
MOST = 5000
SINK = "error sink"

sys.path.insert(0, str(HERE.parent.parent / "hosts" / "python"))
sys.dont_write_bytecode = True

import typestar_adapter


class Call:
    """A call that a truth has scheduled, and may cancel."""

    def __init__(self, clock, function, arguments):
        self.clock, self.function, self.arguments = clock, function, arguments

    def cancel(self):
        self.clock.calls = [(seconds, call) for seconds, call in self.clock.calls if call is not self]

    def __repr__(self):
        place = [call for _, call in self.clock.calls].index(self) if self.is_due() else None
        return "%s%r at %s" % (self.function.__name__, self.arguments, place)

    def is_due(self):
        return any(call is self for _, call in self.clock.calls)


class Clock:
    """The calls that a truth has scheduled, with the time that is left for each."""

    def __init__(self):
        self.calls = []

    def call_later(self, seconds, function, *arguments):
        call = Call(self, function, arguments)
        self.calls.append((seconds, call))
        return call

    def run_next(self):
        next_call = min(self.calls, key=lambda call: call[0])
        self.calls.remove(next_call)
        self.calls = [(seconds - next_call[0], function) for seconds, function in self.calls]
        next_call[1].function(*next_call[1].arguments)

    def __repr__(self):
        return repr(self.calls)


class Machine:
    """A truth as a machine: its object is created again for each word."""

    def __init__(self, folder):
        case = tomllib.loads((folder / "case.toml").read_text())
        inputs = case["inputs"]
        self.inputs = list(inputs["callins"]) + (["wait"] if inputs.get("wait", True) else [])
        recoverable = case.get("outputs", {}).get("recoverable", [])
        self.split = case.get("outputs", {}).get("split", {})
        self.mapping = typestar_adapter._Mapping({"returns": inputs.get("returns"), "recoverable": recoverable})
        self.served = {}
        typestar_adapter.serve = lambda **served: self.served.update(served)
        specification = importlib.util.spec_from_file_location("truth", folder / "truth.py")
        specification.loader.exec_module(importlib.util.module_from_spec(specification))
        self.callins = typestar_adapter._callins(self.served["inputs"])

    def run(self, word):
        """The last output and the state after a word."""
        pending, clock = [], Clock()
        emit = lambda name, **arguments: pending.append(self.callback(name, arguments))
        component = self.served["create"](*([emit, clock] if self.served.get("clock") == "virtual" else [emit]))
        result = None
        for name in word:
            result = self.step(component, pending, clock, name)
            if result == "error":
                return result, SINK
        kept = {key: value for key, value in vars(component).items() if key not in ("emit", "clock")}
        return result, repr((kept, pending, clock))

    def callback(self, name, arguments):
        return "%s:%s" % (name, arguments[self.split[name]]) if name in self.split else name

    def step(self, component, pending, clock, name):
        if name == "wait":
            while clock.calls and not pending:
                clock.run_next()
            return pending.pop(0) if pending else "quiet"
        try:
            return self.mapping.output(name, self.callins[name](component))
        except Exception as error:
            return self.mapping.thrown(name, error)

    def explore(self):
        """The outputs and targets by input of all states that can be reached, the start first; None if there are too many."""
        start = self.run([])[1]
        words, transitions = {start: []}, {}
        waiting = [start]
        for state in waiting:
            transitions[state] = {}
            for name in self.inputs:
                result, target = self.run(words[state] + [name])
                transitions[state][name] = (result, target)
                if target != SINK and target not in words:
                    words[target] = words[state] + [name]
                    waiting.append(target)
            if len(words) > MOST:
                return None
        if any(target == SINK for moves in transitions.values() for _, target in moves.values()):
            transitions[SINK] = {name: ("error", SINK) for name in self.inputs}
        return transitions


def blocks(transitions):
    """A number for each state: those that no word tells apart have the same. The start has 0."""
    block = {state: 0 for state in transitions}
    while True:
        signatures = {
            state: (block[state], *((result, block[target]) for result, target in moves.values()))
            for state, moves in transitions.items()
        }
        numbers = {signature: number for number, signature in enumerate(dict.fromkeys(signatures.values()))}
        refined = {state: numbers[signatures[state]] for state in transitions}
        if len(numbers) == len(set(block.values())):
            return refined
        block = refined


def dot(name, transitions, block):
    """The machine as a file that typestar reads."""
    edges = {
        "  s%d -> s%d [label=%s];" % (block[state], block[target], json.dumps("%s / %s" % (symbol, result)))
        for state, moves in transitions.items()
        for symbol, (result, target) in moves.items()
    }
    lines = ["digraph %s {" % name, '  __start0 [label="" shape="none"];', "  __start0 -> s0;", *sorted(edges), "}"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--dot", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    names = options.names
    if not names:
        with open(HERE / "python.csv") as table:
            names = [row["name"] for row in csv.DictReader(table) if row["kind"] == "machine" and row["truth"] == "finite"]
    for name in names:
        transitions = Machine(HERE / name).explore()
        if transitions is None:
            print("%-24s more than %d states" % (name, MOST), flush=True)
            continue
        block = blocks(transitions)
        states = {number for number in block.values() if number != block.get(SINK)}
        print("%-24s %d states, %d reached" % (name, len(states), len(transitions.keys() - {SINK})), flush=True)
        if options.dot:
            options.dot.mkdir(parents=True, exist_ok=True)
            (options.dot / (name + ".dot")).write_text(dot(name, transitions, block))


if __name__ == "__main__":
    main()
