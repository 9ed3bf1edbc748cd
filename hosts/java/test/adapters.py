"""What the Java host library does around the words, and its executor: adapters.py TYPESTAR-HOST.jar"""

import os
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from classes import JAR, JAVA, Compiled, Host


class Adapter(Host):
    """An adapter that somebody wrote."""

    def command(self, arguments, options):
        return [JAVA, *options, "-cp", os.pathsep.join([JAR, *arguments[:1]]), *arguments[1:]]


class Around(Compiled):
    def adapter(self, **options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = os.path.join(folder.name, "log")
        return Adapter(self.folder, "Logged", self.log, **options)

    def logged(self):
        with open(self.log) as file:
            return file.read().split("\n")[:-1]

    def test_it_sets_up_and_tears_down_in_order(self):
        with self.adapter() as host:
            self.assertNotIn("late", host.ask("go", "wait"))
            self.assertNotIn("late", host.ask("go"))
            status, error = host.end()
            self.assertEqual(status, 0)
            self.assertIn("printed", error)
        self.assertEqual(self.logged(), ["set up", "create", "destroy", "create", "destroy", "tear down"])

    def test_it_tears_down_when_it_is_asked_to_end(self):
        with self.adapter() as host:
            host.process.send_signal(signal.SIGTERM)
            self.assertEqual(host.process.wait(), 128 + signal.SIGTERM)
        self.assertEqual(self.logged(), ["set up", "tear down"])

    def test_it_tears_down_when_nobody_listens(self):
        with self.adapter() as host:
            host.process.stdout.close()
            host.send({"type": "run", "id": 1, "plans": [{"word": ["go"]}]})
            self.assertEqual(host.process.wait(), 1)
        self.assertEqual(self.logged(), ["set up", "create", "destroy", "tear down"])

    def test_it_tears_down_after_a_hang_that_can_be_interrupted(self):
        with self.adapter(settings={"step_deadline_ms": 300}) as host:
            self.assertIn("`hang` did not return", host.ask("hang")["message"])
            self.assertEqual(host.process.wait(), 1)
        self.assertEqual(self.logged(), ["set up", "create", "tear down"])


class Executor(Compiled):
    """Tasks of the clock's executor run in waits alone, in order."""

    RETURNS = {name: "value" for name in ("cancel", "state", "shutdownNow", "isTerminated")}

    def outputs(self, *word, clock="virtual", settings=None):
        settings = dict({"clock": clock, "returns": self.RETURNS}, **settings or {})
        with Adapter(self.folder, "Tasks", settings=settings) as host:
            self.answer = host.ask(*word)
            return [step["output"] for step in self.answer.get("steps", [])]

    def test_tasks_run_in_order_whatever_the_clock(self):
        for clock in ("virtual", "real"):
            word = ["execute", "submit", "execute", "state", "wait", "wait", "wait", "state"]
            wanted = ["ok", "ok", "ok", "waiting", "onExecuted", "onSubmitted", "onExecuted", "done"]
            wanted[3], wanted[7] = '"waiting"', '"done"'
            settings = {"quiescence_ms": 2000}
            outputs = self.outputs(*word, clock=clock, settings=settings)
            if clock == "real":  # a task may run between two callins
                outputs[3] = wanted[3]
            self.assertEqual(outputs, wanted)

    def test_a_chain_of_futures_ends_in_one_wait_and_silence_is_exact(self):
        self.assertEqual(self.outputs("chain", "wait", "wait"), ["ok", ["onChained", 2], "quiet"])
        self.assertNotIn("silence", self.answer["steps"][2])

    def test_what_is_scheduled_can_be_cancelled(self):
        self.assertEqual(self.outputs("schedule", "cancel", "wait", "state"), ["ok", "true", "quiet", '"cancelled"'])
        self.assertEqual(self.outputs("schedule", "wait", "cancel"), ["ok", "onScheduled", "false"])

    def test_what_repeats_repeats_until_the_end(self):
        word = ["repeat", "wait", "schedule", "wait", "wait", "shutdown", "wait", "isTerminated"]
        wanted = ["ok", "onRepeated", "ok", "onScheduled", "onRepeated", "ok", "quiet", "true"]
        self.assertEqual(self.outputs(*word), wanted)

    def test_after_a_shutdown_tasks_are_refused_and_those_that_wait_still_run(self):
        word = ["execute", "shutdown", "isTerminated", "wait", "isTerminated", "execute"]
        self.assertEqual(self.outputs(*word), ["ok", "ok", "false", "onExecuted", "true", "error"])
        self.assertTrue(self.answer["steps"][5]["reason"].startswith("RejectedExecutionException: "))
        word = ["execute", "submit", "shutdownNow", "isTerminated", "wait"]
        self.assertEqual(self.outputs(*word), ["ok", "ok", "2", "true", "quiet"])

    def test_a_task_that_throws_is_a_note(self):
        self.assertEqual(self.outputs("fail", "wait"), ["ok", "quiet"])
        self.assertEqual(self.answer["notes"], ["in the background: IllegalStateException: in a task"])

    def test_to_wait_for_a_task_in_a_callin_hangs(self):
        self.outputs("submit", "get", settings={"step_deadline_ms": 300})
        self.assertIn("`get` did not return within 300 ms (after `submit`)", self.answer["message"])


if __name__ == "__main__":
    unittest.main()
