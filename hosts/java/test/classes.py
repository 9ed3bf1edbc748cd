"""What the host for any class does, above all with classes that misbehave: classes.py TYPESTAR-HOST.jar

Compiles classes/ by itself. Nothing is measured but deadlines that are meant to pass.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
JAR = os.path.abspath(sys.argv.pop(1))
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"


class Host:
    """A host for one class; used with `with`."""

    def __init__(self, *arguments, options=(), settings=None, steps=True):
        command = self.command(arguments, options)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        settings = dict({"quiescence_ms": 40}, **settings or {})
        self.send({"type": "hello", "protocol": 3, "steps": steps, "settings": settings})
        self.ready = self.receive()

    def command(self, arguments, options):
        return [JAVA, *options, "-jar", JAR, *arguments]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def ask(self, *word):
        """The answer to a word; None if the host is gone before."""
        self.send({"type": "run", "id": 1, "plans": [{"word": list(word)}]})
        self.steps = []
        while True:
            reply = self.receive()
            if reply is None or reply["type"] != "step":
                if reply and reply["type"] == "answer" and self.steps:
                    assert reply["steps"] == len(self.steps), "%s steps were told, not %s" % (len(self.steps), reply["steps"])
                    reply["steps"] = self.steps
                return reply
            self.steps.append(reply["step"])

    def outputs(self, *word):
        return [step["output"] for step in self.ask(*word)["steps"]]

    def end(self):
        """The status of the process after the end of its input, and what it said on standard error."""
        self.process.stdin.close()
        error = self.process.stderr.read().decode()
        return self.process.wait(), error


class Closed(Host):
    """A host that may not read the fields of the JDK, because it was not started with -jar."""

    def command(self, arguments, options):
        return [JAVA, *options, "-cp", JAR, "typestar.ClassHost", *arguments]


class Compiled(unittest.TestCase):
    """Has the classes of classes/ in a folder."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        sources = [os.path.join(HERE, "classes", name) for name in sorted(os.listdir(os.path.join(HERE, "classes")))]
        options = ["--release", "11", "-encoding", "UTF-8", "-cp", JAR, "-d", cls.folder]
        subprocess.run(["javac", *options, *sources], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)


class Values(Compiled):
    """What parameters can be given."""

    def clerk(self, *arguments):
        return Host("Clerk", "--classpath", self.folder, *arguments)

    def parameters(self):
        with self.clerk() as host:
            return {method["name"]: method["parameters"][0] for method in host.ready["methods"] if method["parameters"]}

    def test_what_the_code_compares_with_comes_first(self):
        of = self.parameters()
        self.assertEqual(of["word"]["values"][:2], ["open", "shut"])
        self.assertNotIn("no such word", of["word"]["values"], "the message of an exception")
        self.assertEqual(of["letter"]["values"][:2], ["0", "q"])
        self.assertEqual(of["number"]["values"][:4], [113, -4096, 17, 1000000])
        self.assertIn(250, of["number"]["values"])
        self.assertLess(of["number"]["values"].index(250), of["number"]["values"].index(9999))
        self.assertEqual(of["rate"]["values"][:2], [0.5, 7.25])

    def test_decimals_have_what_json_has_no_form_for(self):
        of = self.parameters()
        self.assertIn("@java.lang.Double.NaN", of["rate"]["values"])
        self.assertIn("@-0.0", of["rate"]["values"])
        self.assertIn("@java.lang.Float.MAX_VALUE", of["small"]["values"])
        with self.clerk() as host:
            values = host.ask(["small", "@java.lang.Float.NaN"], ["rate", "@-0.0"])["steps"]
            self.assertEqual([step["before"]["arg1"] for step in values], ["NaN", -0.0])

    def test_every_value_that_is_offered_can_be_made(self):
        with self.clerk() as host:
            for method in host.ready["methods"]:
                for parameter in method["parameters"]:
                    for value in parameter.get("values", []):
                        step = host.ask([method["name"], value])["steps"][0]
                        self.assertNotEqual(step["output"], "outside", (method["name"], value, step.get("reason")))

    def test_every_making_makes_what_is_in_its_holes(self):
        of = self.parameters()
        form = of["file"]["makings"][0]
        self.assertEqual([hole["kind"] for hole in form["holes"]], ["text", "integer"])
        with self.clerk() as host:
            text = form["text"].replace("#1", '"x"').replace("#2", "77")
            before = host.ask(["file", text])["steps"][0]["before"]
            self.assertEqual((before["arg1.title"], before["arg1.pages"]), ("x", 77))
            for name, feature in (("array", "arg1.length"), ("names", "arg1.size"), ("queue", "arg1.size"),
                                  ("table", "arg1.size")):
                text = of[name]["makings"][0]["text"].replace("#1", "12")
                self.assertEqual(host.ask([name, text])["steps"][0]["before"][feature], 12)

    def test_setters_change_what_was_made(self):
        text = "@new Clerk$Form; setUrgent(true)"
        self.assertIn(text, self.parameters()["file"]["values"])
        with self.clerk() as host:
            self.assertIs(host.ask(["file", text])["steps"][0]["before"]["arg1.isUrgent"], True)

    def test_a_class_that_takes_itself_begins_with_null(self):
        self.assertEqual(self.parameters()["climb"]["values"][:2],
                         ["@new Clerk$Step(null)", "@new Clerk$Step(new Clerk$Step(null))"])

    def test_another_object_of_the_class_hands_something_out(self):
        self.assertEqual(self.parameters()["isOwn"]["values"], ["@new Clerk().stamp()"])
        with self.clerk() as host:
            told = host.ask("stamp", ["isOwn", {"$": "1"}])["steps"][1]
            self.assertEqual(told["output"], "ok")
            self.assertEqual(host.outputs(["isOwn", "@new Clerk().stamp()"]), ["ok"])

    def test_what_throws_is_no_value_and_the_method_is_left_out(self):
        with self.clerk() as host:
            self.assertIn({"method": "mend(Broken)", "type": "Clerk$Broken"}, host.ready["left_out"])
            self.assertIn({"method": "set$hidden(int)", "mangled": True}, host.ready["left_out"])
        with self.clerk("--argument", "Broken=null") as host:
            self.assertEqual(host.outputs(["mend", None]), ["ok"])
        with self.clerk("--argument", 'file.arg1="@new Clerk$Form(3)"') as host:
            self.assertIn("the argument file.arg1 = ", host.ready["message"])

    def test_a_value_that_throws_costs_the_word_and_not_the_run(self):
        with self.clerk() as host:
            steps = host.ask(["word", "open"], ["file", '@new Clerk$Form("a", 501)'], ["word", "open"])["steps"]
            self.assertEqual([step["output"] for step in steps], ["ok", "outside"])
            self.assertEqual(steps[1]["reason"], "IllegalStateException: too long")
            self.assertEqual(host.outputs(["word", "open"]), ["ok"])

    def test_interfaces_answer(self):
        with self.clerk("--methods", "supply,apply,read") as host:
            for word, output in (
                (["supply", "@new java.util.function.IntSupplier -> 7"], "7"),
                (["apply", "@new java.util.function.Function -> 4"], "5"),
                (["read", "@new Clerk$Gauge -> true"], "0"),
            ):
                self.assertEqual(host.ask(word)["steps"][0]["output"], "ok", word)
            throws = ["supply", "@new java.util.function.IntSupplier -> throw new ArithmeticException()"]
            self.assertEqual(host.ask(throws)["steps"][0]["reason"], "ArithmeticException")
            self.assertEqual(host.ask(["apply", "@new java.util.function.Function -> arg1"])["steps"][0]["output"],
                             "error", "an argument of another type")

    def test_classes_beside_an_abstract_one_are_made(self):
        self.assertEqual(self.parameters()["mark"]["values"][:2], ["@new Clerk$Cross", "@new Clerk$Cross(100)"])

    def test_collections_have_null_and_equal_elements(self):
        values = self.parameters()["names"]["values"]
        for wanted in ("{1 of java.lang.String}", "{3 of java.lang.String}", "{null}", '{"a", null}', '{"a", "a"}'):
            self.assertIn("@new java.util.List " + wanted, values)

    def test_the_class_path_is_checked(self):
        for path, message in ((self.folder + ":", "has an empty part"), ("/no/such/place", "there is no `/no/such/place`")):
            with Host("Clerk", "--classpath", path) as host:
                self.assertIn(message, host.ready["message"])


class Misbehave(Compiled):
    def unruly(self, **options):
        return Host("Unruly", "--classpath", self.folder, **options)

    def test_an_exit_ends_the_process_and_loses_no_step(self):
        with self.unruly() as host:
            self.assertIsNone(host.ask("fine", "exit", "fine"))
            self.assertEqual([step["input"] for step in host.steps], ["fine"])
            status, error = host.end()
            self.assertEqual(status, 7)
            self.assertIn("Unruly.exit(Unruly.java", error)
            self.assertIn("called System.exit", error)

    def test_no_answer_is_lost_by_an_exit(self):
        with self.unruly(steps=False) as host:
            plans = [{"word": ["fine"]}, {"word": ["fine", "fine"]}, {"word": ["exit"]}]
            host.send({"type": "run", "id": 1, "plans": plans})
            self.assertEqual([host.receive()["index"], host.receive()["index"], host.receive()], [0, 1, None])

    def test_a_sudden_end_loses_no_step(self):
        with self.unruly() as host:
            self.assertIsNone(host.ask("fine", "fine", "halt"))
            self.assertEqual(len(host.steps), 2)

    def test_an_endless_loop_is_named_and_the_process_ends(self):
        for call in ("loop", "sleep"):
            with self.unruly(settings={"step_deadline_ms": 300}) as host:
                failed = host.ask("fine", call, "fine")
                self.assertEqual(failed["message"], "call: `%s` did not return within 300 ms (after `fine`)" % call)
                self.assertEqual(len(host.steps), 1)
                self.assertIsNone(host.receive())
                self.assertEqual(host.process.wait(), 1)

    def test_answers_before_a_hang_are_sent(self):
        with self.unruly(settings={"step_deadline_ms": 300}, steps=False) as host:
            host.send({"type": "run", "id": 1, "plans": [{"word": ["fine"]}, {"word": ["loop"]}, {"word": ["fine"]}]})
            replies = [host.receive() for _ in range(3)]
            self.assertEqual([reply and reply["type"] for reply in replies], ["answer", "failed", None])
            self.assertIn("`loop` did not return within 300 ms (as the first input)", replies[1]["message"])

    def test_a_stack_overflow_is_an_error_and_the_run_goes_on(self):
        with self.unruly() as host:
            answer = host.ask("recurse", "fine")
            self.assertEqual([step.get("reason") for step in answer["steps"]], ["StackOverflowError"])
            self.assertEqual(host.outputs("fine", "fine"), ["ok", "ok"])
            self.assertEqual(host.end()[0], 0)

    def test_a_lack_of_memory_is_an_error_and_the_run_goes_on(self):
        with self.unruly(options=["-Xmx32m"]) as host:
            answer = host.ask("fine", "hoard")
            self.assertEqual(answer["steps"][1]["output"], "error")
            self.assertEqual(answer["steps"][1]["reason"], "OutOfMemoryError: Java heap space")
            self.assertEqual(host.outputs("fine"), ["ok"])

    def test_static_state_lives_as_long_as_the_process(self):
        with self.unruly(settings={"returns": {"count": "value"}}) as host:
            self.assertEqual([host.outputs("count"), host.outputs("count")], [["1"], ["2"]])

    def test_what_is_printed_does_not_disturb(self):
        with self.unruly() as host:
            self.assertEqual(host.outputs("print", "fine"), ["ok", "ok"])
            self.assertIn("this must not disturb the protocol", host.end()[1])

    def test_a_component_reads_nothing_of_ours(self):
        with self.unruly(settings={"returns": {"read": "value"}}) as host:
            self.assertEqual(host.outputs("read"), ["-1"])

    def test_assertions_are_checked(self):
        with self.unruly() as host:
            self.assertEqual(host.ask("check")["steps"][0]["reason"], "AssertionError: never so")

    def test_what_fails_in_a_thread_is_a_note(self):
        with self.unruly() as host:
            answer = host.ask("background")
            self.assertEqual(answer["steps"][0]["output"], "ok")
            self.assertEqual(answer["notes"], ["in the background: IllegalStateException: nobody hears"])

    def test_silence_is_exact_without_threads_and_timed_with_them(self):
        with self.unruly() as host:
            self.assertNotIn("silence", host.ask("fine", "wait")["steps"][1])
            self.assertEqual(host.ask("thread", "wait")["steps"][1]["silence"], "timed")
            self.assertEqual(host.end()[0], 0, "a thread that is left does not keep the process")

    def test_an_interrupt_stays_in_its_word(self):
        with self.unruly(settings={"step_deadline_ms": 300}) as host:
            self.assertEqual(host.outputs("interrupt", "wait", "sleep"), ["ok", "quiet", "error"])
            self.assertEqual(host.outputs("wait"), ["quiet"])
            self.assertIn("`sleep` did not return", host.ask("sleep")["message"])

    def test_a_constructor_that_throws_fails_the_reset(self):
        with Host("Unmade", "--classpath", self.folder) as host:
            self.assertEqual(host.ask("use")["message"], "reset: IllegalStateException: not today")
            self.assertEqual(host.ask("use")["message"], "reset: IllegalStateException: not today")

    def test_a_class_that_cannot_be_initialised_is_refused(self):
        with Host("Uninitialised", "--classpath", self.folder) as host:
            self.assertEqual(host.ready["type"], "fatal")
            self.assertIn("the class Uninitialised cannot be loaded: ExceptionInInitializerError", host.ready["message"])
            self.assertIn("NumberFormatException", host.ready["message"])

    def test_a_missing_class_is_refused(self):
        with Host("shop.Missing") as host:
            self.assertEqual(host.ready["type"], "fatal")
            self.assertIn("there is no class shop.Missing", host.ready["message"])
            self.assertEqual(host.end()[0], 1)

    def test_a_class_of_a_newer_java_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(self.folder, "Unmade.class"), "rb") as file:
                content = bytearray(file.read())
            content[6:8] = (44 + 99).to_bytes(2, "big")
            with open(os.path.join(folder, "Unmade.class"), "wb") as file:
                file.write(content)
            with Host("Unmade", "--classpath", folder) as host:
                self.assertEqual(host.ready["type"], "fatal")
                self.assertIn("the class Unmade is compiled for Java 99, and this is Java", host.ready["message"])

    def test_a_class_that_is_broken_or_not_to_be_made_is_refused(self):
        for arguments, wanted in (
            (["java.util.ListIterator"], "say how to create one with --construct"),
            (["java.lang.Math"], "declares no public method"),
            (["java.util.Stack", "--methods", "push,fly"], "has no public method `fly`: it has empty(), peek(), pop()"),
            (["java.util.Stack", "--dance"], "unknown argument `--dance`"),
            ([], "no class: java -jar"),
        ):
            with Host(*arguments) as host:
                self.assertEqual(host.ready["type"], "fatal")
                self.assertIn(wanted, host.ready["message"])

    def test_what_construct_makes_must_fit(self):
        with Host("java.util.Stack", "--construct", "new java.util.ArrayList()") as host:
            self.assertIn("--construct makes a ArrayList, which is not a java.util.Stack", host.ask("pop")["message"])
        with Host("java.util.Stack", "--construct", "new shop.Missing()") as host:
            self.assertIn("unknown class `shop.Missing`", host.ask("pop")["message"])


class Classes(Compiled):
    def typed(self, *arguments, **options):
        return Host("Typed", "--classpath", self.folder, *arguments, **options)

    def test_methods_are_those_that_the_class_declares_and_can_be_called(self):
        with self.typed() as host:
            wanted = ["box", "nest", "over()", "over(int)", "over(Object)", "read", "run", "sum", "take"]
            self.assertEqual(host.ready["inputs"], wanted)
            self.assertEqual(host.ready["left_out"], [{"method": "stranger(InputStream[],ManagementFactory)",
                                                       "type": "java.lang.management.ManagementFactory"}])
            numbers = {"type": "int[]", "kind": "array", "nullable": True,
                       "values": ["@new int[1]", "@new int[0]", "@new int[2]", "@new int[3]", "@new int[] {1}", "@new int[] {0}"],
                       "makings": [{"text": "@new int[#1]", "holes": [{"kind": "integer", "min": 0, "max": 100000}]}]}
            returned = {"type": "int", "kind": "integer", "min": -2**31, "max": 2**31 - 1}
            self.assertEqual(host.ready["methods"][7], {"name": "sum", "parameters": [numbers], "returns": returned})
        with self.typed("--inherited") as host:
            self.assertIn("inherited", host.ready["inputs"])
            self.assertNotIn("toString", host.ready["inputs"])
        with self.typed("--methods", "over(int),inherited,toString,common") as host:
            self.assertEqual(host.ready["inputs"], ["over", "inherited", "toString", "common"])
            self.assertEqual(host.outputs(["over", 1], "inherited", "toString", "common"), ["ok"] * 4)

    def test_parameters_have_a_kind_and_values_of_it(self):
        with self.typed() as host:
            of = {method["name"]: method["parameters"] for method in host.ready["methods"]}
        self.assertEqual(
            [(one["type"], one["kind"], one.get("min")) for one in of["take"]],
            [("byte", "integer", -128), ("short", "integer", -2**15), ("long", "integer", -2**63),
             ("float", "decimal", None), ("char", "character", None), ("boolean", "boolean", None)])
        self.assertEqual([of["take"][place].get("values", [None])[0] for place in (3, 4, 5)], [0.5, "0", None])
        number, text, unit, anything = of["box"]
        self.assertEqual([number[key] for key in ("type", "kind", "min", "max", "nullable")],
                         ["java.lang.Integer", "integer", -2**31, 2**31 - 1, True])
        self.assertEqual([text[key] for key in ("type", "kind", "nullable")], ["java.lang.String", "text", True])
        self.assertEqual((unit["kind"], unit["values"][:2], unit["plain"]),
                         ("enumeration", ["NANOSECONDS", "MICROSECONDS"], "@new java.util.concurrent.TimeUnit"))
        self.assertEqual((anything["kind"], anything["values"], anything["plain"]), ("object", [1, None, 2], 0))
        self.assertEqual(of["run"][0]["values"], ["@new java.lang.Runnable", "@new java.lang.Runnable -> throw "
                                                  "new java.lang.IllegalStateException()"])
        self.assertEqual(of["read"][0]["values"][:2],
                         ["@new java.io.PipedInputStream", "@new java.io.PipedInputStream(100)"])

    def test_values_become_arguments(self):
        returns = {"take": "value", "box": "value", "sum": "value"}
        with self.typed(settings={"returns": returns}) as host:
            word = [["take", 1, 2, 3, 0.5, "a", True], ["box", 7, "x", "DAYS", None], ["sum", "@new int[]{1, 2, 3}"]]
            self.assertEqual(host.outputs(*word), ["100", '"7xDAYSnull"', "6"])
            self.assertEqual(host.outputs(["box", None, "@@x", None, "@List.of(1)"]), ['"null@xnull[1]"'])
            self.assertEqual(host.outputs(["run", "@new Runnable"], ["sum", None]), ["ok", "error"])

    def test_values_that_do_not_fit_are_told(self):
        with self.typed() as host:
            for call, wanted in (
                (["take", 300, 2, 3, 0.5, "a", True], "calls take(byte,short,long,float,char,boolean): 300 is not of type byte"),
                (["sum", 3], "3 is not of type int[]"),
                (["sum"], "it takes 1 values, not 0"),
                (["nest", "@2.1"], "@2.1 is not an argument of an earlier step"),
                (["nest", "@new Missing"], "unknown class `Missing`"),
                (["nest", "@new Typed("], "it ends too early"),
            ):
                self.assertIn(wanted, host.ask(call)["message"])
            self.assertEqual(host.outputs("over()"), ["ok"])

    def test_objects_of_earlier_steps_are_the_same(self):
        with self.typed() as host:
            steps = host.ask(["nest", "@new Typed"], ["nest", "@1.1"], ["over(Object)", "@1.1"])["steps"]
            self.assertEqual([step["output"] for step in steps], ["ok"] * 3)
            self.assertIs(steps[1]["values"]["inner == null"], False)

    def test_fields_are_read_level_by_level(self):
        with self.typed("--depth", "1") as host:
            steps = host.ask(["nest", "@new Typed"], ["take", 1, 2, 3, 0.5, "a", True])["steps"]
            values = steps[1]["values"]
            wanted = {
                "numbers.length": 3, "isReady": True, "letter": 97, "half": 0.5, "none": "NaN", "unit": "DAYS",
                "text": "hello", "text.length": 5, "nothing == null": True, "list.size": 1, "inner == null": False,
                "inner.isReady": False,
                "inner.list.size": 1, "count": 1, "Base.count": 2, "arg6": True, "arg3": 3,
            }
            self.assertEqual({name: values.get(name) for name in wanted}, wanted)
            self.assertIs(steps[1]["before"]["isReady"], False)
            self.assertIs(steps[0]["before"]["inner == null"], True)
            self.assertNotIn("arg1 == null", values)
            self.assertIs(steps[0]["before"]["arg1 == null"], False)
        with self.typed("--no-snapshots") as host:
            self.assertNotIn("values", host.ask("over()")["steps"][0])

    def test_fields_of_the_jdk_are_read_and_what_is_closed_is_noted(self):
        with Host("java.util.ArrayDeque") as host:
            self.assertEqual(host.ask(["addLast", 1])["steps"][0]["values"]["tail"], 1)
        with Closed("java.util.Stack") as host:
            notes = host.ask("empty")["notes"]
            wanted = "the fields of java.util.Vector cannot be read: start java with "
            wanted += "`--add-opens java.base/java.util=ALL-UNNAMED`"
            self.assertIn(wanted, notes)

    def test_an_object_can_be_made_by_an_expression(self):
        queue = "java.util.concurrent.ArrayBlockingQueue"
        matcher = 'java.util.regex.Pattern.compile("a").matcher("aab")'
        iterator = "new ArrayList(List.of(1, 2)).listIterator()"
        for name, methods, expression, word, wanted in (
            ("java.nio.ByteBuffer", "get()", "java.nio.ByteBuffer.allocate(1)", ["get", "get"], ["ok", "error"]),
            ("java.util.ListIterator", "next,hasNext", iterator, ["next", "hasNext"], ["ok", "ok"]),
            ("java.util.regex.Matcher", "find(),group()", matcher, ["find", "group"], ["ok", "ok"]),
            (queue, "add", "new %s(1)" % queue, [["add", 1], ["add", 2]], ["ok", "error"]),
        ):
            with Host(name, "--methods", methods, "--construct", expression) as host:
                self.assertEqual(host.outputs(*word), wanted)

    def test_objects_can_have_names_and_know_their_step(self):
        make = "new java.util.zip.ZipOutputStream(bytes)"
        entry = ["putNextEntry", "@new java.util.zip.ZipEntry(String.valueOf(step))"]
        same = ["putNextEntry", '@new java.util.zip.ZipEntry("one")']
        arguments = ["--methods", "putNextEntry,closeEntry", "--construct", make]
        arguments += ["--let", "bytes=new java.io.ByteArrayOutputStream()"]
        with Host("java.util.zip.ZipOutputStream", *arguments) as host:
            self.assertEqual(host.outputs(entry, "closeEntry", entry), ["ok", "ok", "ok"])
            self.assertEqual(host.outputs(same, "closeEntry", same), ["ok", "ok", "error"])

    def test_tasks_of_the_executor_run_in_waits_alone(self):
        made = "java.util.concurrent.CompletableFuture.completedFuture(1)"
        made += ".thenApplyAsync(java.util.function.Function.identity(), executor)"
        with Host("java.util.concurrent.CompletableFuture", "--methods", "isDone", "--construct", made,
                  settings={"returns": {"isDone": "value"}}) as host:
            self.assertEqual(host.outputs("isDone", "isDone", "wait", "isDone"), ["false", "false", "quiet", "true"])
            self.assertNotIn("silence", host.ask("isDone", "wait")["steps"][1])


if __name__ == "__main__":
    unittest.main()
