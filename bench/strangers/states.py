#!/usr/bin/env python3
"""Counts the states of a stranger's truth: those that can be reached, and those that differ in some word.

    python3 states.py NAME...       without names: all finite machines of python.csv

It calls the truth itself, without an adapter: what its object remembers, and the callbacks that were not delivered yet,
make a state. The error sink is not counted. More than 5,000 states are taken for endless.
"""

import csv
import importlib.util
import sys
import tomllib
import types
from pathlib import Path

HERE = Path(__file__).resolve().parent
MOST = 5000
SINK = "error sink"


class Output:
    def __init__(self, name, *values):
        self.text = repr((name, *values))


class Clock:
    """The calls that a truth has scheduled, with the time that is left for each."""

    def __init__(self):
        self.calls = []

    def call_later(self, seconds, function):
        self.calls.append((seconds, function))

    def run_next(self):
        next_call = min(self.calls, key=lambda call: call[0])
        self.calls.remove(next_call)
        self.calls = [(seconds - next_call[0], function) for seconds, function in self.calls]
        next_call[1]()

    def __repr__(self):
        return repr([(seconds, function.__name__) for seconds, function in self.calls])


class Machine:
    """A truth as a machine: its object is created again for each word."""

    def __init__(self, folder):
        case = tomllib.loads((folder / "case.toml").read_text())
        self.returns = case["inputs"].get("returns", {})
        self.inputs = list(case["inputs"]["callins"]) + (["wait"] if case["inputs"].get("wait", True) else [])
        self.served = {}
        sys.modules["typestar_adapter"] = types.SimpleNamespace(serve=self.served.update, output=Output)
        specification = importlib.util.spec_from_file_location("truth", folder / "truth.py")
        specification.loader.exec_module(importlib.util.module_from_spec(specification))
        callins = self.served["inputs"]
        if not isinstance(callins, dict):
            callins = {name: lambda component, name=name: getattr(component, name)() for name in callins}
        self.callins = callins

    def run(self, word):
        """The last output and the state after a word."""
        pending, clock = [], Clock()
        emit = lambda name, **_: pending.append(name)
        arguments = [emit, clock] if self.served.get("clock") == "virtual" else [emit]
        component = self.served["create"](*arguments)
        result = None
        for name in word:
            result = self.step(component, pending, clock, name)
            if result == "error":
                return result, SINK
        kept = {key: value for key, value in vars(component).items() if key not in ("emit", "clock")}
        return result, repr((kept, pending, clock))

    def step(self, component, pending, clock, name):
        if name == "wait":
            while clock.calls and not pending:
                clock.run_next()
            return pending.pop(0) if pending else "quiet"
        try:
            value = self.callins[name](component)
        except Exception:
            return "error"
        if isinstance(value, Output):
            return value.text
        return repr(value) if name in self.returns else "ok"

    def explore(self):
        """The transitions of all states that can be reached: from states to outputs and states by input; None if too many."""
        start = self.run([])[1]
        words, transitions = {start: []}, {SINK: {name: ("error", SINK) for name in self.inputs}}
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
        return transitions


def different(transitions):
    """How many of the states differ in some word, without the sink."""
    block = {state: 0 for state in transitions}
    while True:
        signatures = {
            state: (block[state], *((result, block[target]) for result, target in moves.values()))
            for state, moves in transitions.items()
        }
        numbers = {signature: number for number, signature in enumerate(dict.fromkeys(signatures.values()))}
        refined = {state: numbers[signatures[state]] for state in transitions}
        if len(numbers) == len(set(block.values())):
            return len({number for state, number in refined.items() if number != refined[SINK]})
        block = refined


def main():
    names = sys.argv[1:]
    if not names:
        with open(HERE / "python.csv") as table:
            names = [row["name"] for row in csv.DictReader(table) if row["kind"] == "machine" and row["truth"] == "finite"]
    for name in names:
        transitions = Machine(HERE / name).explore()
        if transitions is None:
            print("%-24s more than %d states" % (name, MOST), flush=True)
        else:
            print("%-24s %d states, %d reached" % (name, different(transitions), len(transitions) - 1), flush=True)


if __name__ == "__main__":
    main()
