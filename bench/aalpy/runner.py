"""Learns the machine of a table with AALpy and a perfect oracle, and prints what it took as one line."""

import sys
import time
from collections import deque

from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_KV, run_Lsharp, run_Lstar


class Table(SUL):
    """The system: a machine in memory that counts what reaches it."""

    def __init__(self, file):
        super().__init__()
        with open(file) as text:
            numbers = [int(number) for number in text.read().split()]
        states, self.inputs, self.initial = numbers[:3]
        cells = list(zip(numbers[3::2], numbers[4::2]))
        self.rows = [cells[row * self.inputs : (row + 1) * self.inputs] for row in range(states)]
        self.queries = self.symbols = 0
        self.pre()

    def pre(self):
        self.state, self.fresh = self.initial, True

    def post(self):
        pass

    def step(self, letter):
        self.queries += self.fresh
        self.symbols += 1
        self.fresh = False
        output, self.state = self.rows[self.state][letter]
        return output


class Perfect(Oracle):
    """Compares the hypothesis with the machine, free of charge: the shortest word that differs."""

    def __init__(self, table):
        super().__init__(list(range(table.inputs)), table)
        self.table = table
        self.counterexamples = self.counterexample_symbols = 0

    def find_cex(self, hypothesis):
        word = self.difference(hypothesis)
        if word is not None:
            self.counterexamples += 1
            self.counterexample_symbols += len(word)
        return word

    def difference(self, hypothesis):
        start = (self.table.initial, hypothesis.initial_state)
        reached, queue = {start: None}, deque([start])
        while queue:
            pair = queue.popleft()
            truth, guess = pair
            for letter, (output, target) in enumerate(self.table.rows[truth]):
                if guess.output_fun[letter] != output:
                    return word_to(reached, pair) + (letter,)
                successor = (target, guess.transitions[letter])
                if successor not in reached:
                    reached[successor] = (pair, letter)
                    queue.append(successor)
        return None


def word_to(reached, pair):
    word = []
    while reached[pair] is not None:
        pair, letter = reached[pair]
        word.append(letter)
    return tuple(reversed(word))


def peak_memory():
    """The most memory that this process ever had, in kB."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


LEARNERS = {
    "kv": lambda *common: run_KV(*common, cex_processing="rs", print_level=0),
    "lsharp": lambda *common: run_Lsharp(*common, extension_rule="SepSeq", separation_rule="ADS", print_level=0),
    "lstar": lambda *common: run_Lstar(*common, cex_processing="rs", print_level=0),
}


def main():
    learner, file = sys.argv[1:]
    table = Table(file)
    oracle = Perfect(table)
    wall, cpu = time.perf_counter(), time.process_time()
    hypothesis = LEARNERS[learner](oracle.alphabet, table, oracle, "mealy")
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(
        f"states={hypothesis.size} queries={table.queries} symbols={table.symbols} "
        f"counterexamples={oracle.counterexamples} counterexample_symbols={oracle.counterexample_symbols} "
        f"wall={wall:.6f} cpu={cpu:.6f} memory_kb={peak_memory()}"
    )


main()
