"""Turns an ordinary Python class with callbacks into a typestar adapter.

One file, no dependencies, Python 3.8 or later: copy it next to your adapter.

    from typestar_adapter import serve
    from player import Player

    serve(
        name="player",
        create=lambda emit: Player(on_loaded=lambda: emit("onLoaded")),
        inputs=["load", "play"],
        outputs=["onLoaded"],
    )

A component that gets its timers from a clock, or that lives in asyncio, is learned without real waits: see `serve`.
The protocol is described in docs/reference/adapter-protocol.md.
"""

import collections
import contextlib
import enum
import functools
import heapq
import itertools
import json
import operator
import os
import re
import signal
import sys
import threading
import time
import traceback
import weakref

PROTOCOL = 3
RESERVED = ("ok", "quiet", "error", "hang", "crash", "outside")
# A wait is cut into slices, so that a moment in which the whole machine stalls counts as one slice, not as silence.
SLICES = 8
# An answer carries at most this many late callbacks and notes, and reasons of at most this many characters.
MOST_LATE = MOST_NOTES = 100
LONGEST_TEXT = 2000
# An output that a callin makes has at most this many characters, and shows whole numbers up to this one.
LONGEST_OUTPUT = 40
LARGEST_NUMBER = 999999
# More callbacks than these after one call are taken for callbacks without end.
MOST_DRAINED = 100
# With a virtual clock, a wait ends after this many scheduled calls without a callback.
MOST_CALLS = 1000
# How long, in seconds, a process whose call does not return may take to end on its own.
FAREWELL = 3

# How often this library has waited in real time for the component: never with a purely virtual clock.
real_waits = 0

__all__ = ["serve", "output", "no_reply"]


def serve(
    *,
    name,
    create,
    inputs,
    outputs=None,
    version="",
    destroy=None,
    set_up=None,
    tear_down=None,
    snapshot=None,
    clock=None
):
    """Answers typestar's questions until it has no more, then ends the process.

    name, version  Shown to the user; a new version tells typestar that earlier answers may no longer hold.
    create(emit)   Creates a fresh component, once for each word. `emit("onX", code=5)` reports a callback; it may be
                   called from any thread. The result of `output("onX", 3)` can replace the name: its values are part
                   of the output, named arguments are not.
    inputs         The callins: a list of method names, or a dict from names to functions that take the component,
                   and then the values of the input if it has some.
                   An exception is the output `error`, anything else is `ok`, unless the case file asks for the
                   returned value (`[inputs.returns]`) or lets the word go on (`[[outputs.recoverable]]`); a callin that
                   returns `output(name, *values)` always has that output. If a callin does not return within the case
                   file's `step_deadline_ms`, the adapter reports it and ends.
    outputs        The names of the callbacks, or None if they are not known.
    destroy(component)  Ends a component before the next one is created. Later callbacks are discarded.
    snapshot(component)  What is known after each step, as a dict from names to plain values: evidence, not output.
    set_up(), tear_down()  Run once, before the first word and after the last. tear_down also runs when typestar is gone,
                   or when the process is asked to end (SIGTERM).
    clock          None: time is real, and `wait` is quiet when no callback came for `quiescence_ms`.
                   "virtual": `create(emit, clock)`. The component gets the time from `clock.now()`, in seconds, and
                   uses `clock.call_later(seconds, function, *arguments)` instead of timers; the returned handle
                   has `cancel()`. Only `wait` lets time pass: it runs what is due, moves on to what is due next, and is
                   quiet when nothing is scheduled any more. There are no real waits.
                   "asyncio": the same for a component that lives in an asyncio event loop. `create(emit)`, the callins
                   and `destroy` run in the loop and may be coroutine functions, which are awaited.
                   While the component has its own threads or sockets, time is real: the clock follows real time,
                   and `wait` is quiet when no callback came for `quiescence_ms`.
    """
    channel = _Channel()
    adapter = _Adapter(create, _callins(inputs), destroy, snapshot, _checked_clock(clock))
    ground = _Ground(set_up, tear_down)
    _heed_termination()
    try:
        settings, streams = _greet(channel, name, str(version), adapter, outputs, ground)
        adapter.begin(settings, _Watchdog(channel, settings), streams)
        for request in channel:
            _answer_all(channel, adapter, request)
        _end(adapter, ground)
        _leave(0)
    except _Terminated:
        _leave(128 + signal.SIGTERM, lambda: _end(None, ground))
    except BrokenPipeError:
        _leave(1, lambda: _end(adapter, ground))
    except _Fatal as fatal:
        message = str(fatal)
    except Exception as error:
        traceback.print_exc()
        message = _reason(error)
    _leave(1, lambda: channel.send({"type": "fatal", "message": _short(message)}), lambda: _end(None, ground))


def output(name, *values):
    """What a callin returns to answer with the output of this name and values, whatever the case file says."""
    return _Output(name, values)


def no_reply(milliseconds):
    """What a callin returns whose reply did not come within this time: the output `no-reply`."""
    return _Output("no-reply", (), "no reply within %g ms" % milliseconds)


class _Output:
    """An output that a callin chose itself, or a callback with values."""

    def __init__(self, name, values, reason=None):
        self.name, self.values, self.reason = name, values, reason

    def symbol(self):
        """The output as it is sent."""
        return [self.name, *self.values] if self.values else self.name


class _Fatal(Exception):
    """The conversation cannot continue."""


class _Terminated(KeyboardInterrupt):
    """The process is asked to end. Like a keyboard interrupt, this is not an answer of the component."""


def _heed_termination():
    def terminate(_number, _frame):
        signal.signal(signal.SIGTERM, lambda *_: None)
        raise _Terminated()

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, terminate)


class _Ground:
    """What is set up once and torn down once."""

    def __init__(self, set_up, tear_down):
        self.set_up, self.tear_down = set_up, tear_down
        self.is_laid = False

    def lay(self):
        self.is_laid = True
        try:
            if self.set_up:
                self.set_up()
        except Exception:
            self.is_laid = False
            raise

    def clear(self):
        if self.is_laid and self.tear_down:
            self.is_laid = False
            self.tear_down()


def _end(adapter, ground):
    """Ends the component, unless it may be busy, and tears down; from now on nothing interrupts this."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        if adapter:
            adapter.end_component()
    finally:
        ground.clear()


def _callins(inputs):
    """The callins as functions of the component, by name."""
    if not isinstance(inputs, dict):
        inputs = {name: lambda component, *values, name=name: getattr(component, name)(*values) for name in inputs}
    if "wait" in inputs:
        raise ValueError("'wait' is typestar's own input: rename the callin")
    return inputs


def _checked_clock(clock):
    if clock not in (None, "virtual", "asyncio"):
        raise ValueError("clock is %r: write 'virtual' or 'asyncio', or leave it out" % (clock,))
    return clock


def _greet(channel, name, version, adapter, outputs, ground):
    """Answers the greeting; returns its settings, and whether typestar wants each step at once."""
    hello = next(iter(channel), None)
    if hello is None:
        _leave(0)
    if hello.get("type") != "hello":
        raise _Fatal("expected a 'hello' first, got %r" % hello.get("type"))
    if hello.get("protocol") != PROTOCOL:
        raise _Fatal(
            "typestar speaks protocol %s, but this host library speaks %s: use the library of your typestar version"
            % (hello.get("protocol"), PROTOCOL)
        )
    try:
        ground.lay()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _Fatal("set-up: " + _reason(error))
    outputs = None if outputs is None else list(outputs)
    ready = {"type": "ready", "protocol": PROTOCOL, "name": name, "version": version}
    steps = {"steps": True} if hello.get("steps") else {}
    settings = hello.get("settings") or {}
    clock = {"clock": "virtual"} if adapter.clock and not _wants_real_time(settings) else {}
    does = {"drains": True} if settings.get("drain") else {}
    if settings.get("settle_after_ms"):
        does["settles"] = True
    channel.send(dict(ready, inputs=list(adapter.callins), outputs=outputs, **steps, **clock, **does))
    return settings, bool(steps)


def _wants_real_time(settings):
    return settings.get("clock") == "real"


def _answer_all(channel, adapter, request):
    """Sends one line for each plan of a request, each as soon as it is known."""
    if request.get("type") != "run":
        raise _Fatal("unknown request type %r" % request.get("type"))
    plans = [_Plan(plan) for plan in request["plans"]]
    for index, plan in enumerate(plans):
        reply = {"id": request["id"], "index": index}
        adapter.watchdog.place = dict(reply)
        steps = _Steps(channel, reply, adapter.streams)
        try:
            adapter.run(plan, steps)
            reply["type"] = "answer"
            for field, remarks in (("late", adapter.late), ("notes", adapter.notes)):
                if remarks:
                    reply[field] = _take_all(remarks)
            channel.send_text('%s%s, "steps": %s}' % (steps.unsent, _encode(reply)[:-1], steps.told()))
        except _Failed as failed:
            reply.update(type="failed", message=_short(str(failed)))
            channel.send_text(steps.unsent + _encode(reply))


class _Steps:
    """The steps of one answer, as JSON. Each is sent as soon as it is known if typestar wants that, else with the answer."""

    def __init__(self, channel, place, streams):
        self.channel = channel
        self.start = _encode(dict(place, type="step"))[:-1] + ', "step": ' if streams else None
        self.texts = []
        self.count = 0
        self.unsent = ""

    def add(self, step, is_last):
        # This runs for every single step, so it is kept simple.
        text = '{"input": %s, "output": %s, "ms": %s' % (_symbol(step["input"]), _symbol(step["output"]), step["ms"])
        for field in ("reason", "returned", "values", "silence"):
            if field in step:
                text += ', "%s": %s' % (field, _encode(step[field]))
        self.count += 1
        if not self.start:
            self.texts.append(text + "}")
        elif is_last:
            # It is sent with the answer: each time wakes typestar up.
            self.unsent = self.start + text + "}}\n"
        else:
            self.channel.send_text(self.start + text + "}}")

    def told(self):
        """What the answer says of them: how many were sent before, or all of them."""
        return str(self.count) if self.start else "[%s]" % ", ".join(self.texts)


class _Failed(Exception):
    """The adapter could not run a plan; this is not an answer of the component."""


class _Missing(Exception):
    """An input reuses a value that is not there, so the plan ends before it."""


def _take_all(remarks):
    """Empties a deque to which other threads may add."""
    return [remarks.popleft() for _ in range(len(remarks))]


class _Watchdog:
    """Says which call does not return, and ends the process: nothing else can end the call."""

    def __init__(self, channel, settings):
        self.channel = channel
        self.place = {}
        self.call = None
        self.call_ms = settings.get("step_deadline_ms", 5000)
        self.reset_ms = self.call_ms + settings.get("reset_deadline_ms", 5000)
        threading.Thread(target=self._watch, daemon=True).start()

    def watch(self, milliseconds, what):
        """From now on until `relax`, a call has to end in time; `what` describes it as text."""
        self.call = [max(milliseconds, 1), what]

    def relax(self):
        """It has ended."""
        self.call = None

    def _watch(self):
        # A moment in which the whole machine stalls counts as one slice.
        slice_ms = max(self.call_ms / SLICES, 1)
        while True:
            time.sleep(slice_ms / 1000)
            call = self.call
            if call is not None:
                call[0] -= slice_ms
                if call[0] <= -slice_ms:
                    self._bark(call)

    def _bark(self, call):
        with self.channel.sending:
            if self.call is call:
                self.channel.write(_encode(dict(self.place, type="failed", message=_short(call[1]()))))
                # Perhaps the call can be interrupted; then what was set up is torn down.
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(FAREWELL)
                _leave(1)


class _Adapter:
    """Runs plans on fresh components."""

    def __init__(self, create, callins, destroy, snapshot, clock):
        self.create, self.callins, self.destroy, self.snapshot = create, callins, destroy, snapshot
        self.clock = clock
        self.pace = None
        self.settings = {}
        self.mapping = None
        self.watchdog = None
        self.streams = False
        self.late = collections.deque()
        self.notes = collections.deque()
        self.sink = None
        self.component = None
        self.is_there = False

    def begin(self, settings, watchdog, streams):
        """Applies the settings, and from now on notices exceptions in threads."""
        self.settings, self.watchdog, self.streams = settings, watchdog, streams
        self.mapping = _Mapping(settings)
        self.pace = _pace(self.clock, settings, self.note)
        before = threading.excepthook

        def note(failure):
            before(failure)
            if failure.exc_type is not SystemExit:  # which ends a thread quietly
                self.note(failure.exc_value)

        threading.excepthook = note

    def note(self, error):
        """Keeps an uncaught exception as a note."""
        text = "in the background: " + _short(_reason(error))
        if len(self.notes) < MOST_NOTES and text not in self.notes:
            self.notes.append(text)

    def run(self, plan, steps):
        """Adds the steps of one execution: one fresh component, one sink. It ends before a value that is not there."""
        self._check_inputs(plan)
        self._reset()
        course = []
        place = plan.start()
        while place is not None:
            try:
                name, values = self._callin(plan.input(place), course)
            except _Missing:
                break
            step, returned = self._step(plan.input(place), name, values)
            course.append((step["output"], returned))
            place = None if step["output"] == "error" else plan.after(place, step["output"])
            steps.add(step, place is None)
        self.pace.finish()
        self.sink.end()
        if self.sink.fault:
            raise _Failed(self.sink.fault)

    def _check_inputs(self, plan):
        for symbol in plan.inputs():
            if symbol != "wait" and _text(symbol) not in self.callins and _name(symbol) not in self.callins:
                raise _Failed("unknown input %r: the adapter knows %s" % (_name(symbol), ", ".join(self.callins)))

    def _reset(self):
        limit = self.watchdog.reset_ms
        self.watchdog.watch(limit, lambda: "reset: the component was not ended and created within %d ms" % limit)
        try:
            self.end_component()
            self.sink = _Sink(self.settings, self.late)
            self.component = self.pace.create(self.create, self.sink)
            self.is_there = True
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._reset_failed(_reason(error))
        finally:
            self.watchdog.relax()
        awaited = self.settings.get("reset_waits_for")
        if awaited and not self.pace.pass_until(
            lambda: self.sink.discards(awaited), self.settings.get("reset_deadline_ms", 5000) / 1000
        ):
            raise self._reset_failed("%s did not come in time" % awaited)
        rest = self.settings.get("settle_ms", 0) / 1000
        if rest:
            self.pace.settle(rest)

    def _reset_failed(self, why):
        fault = self.sink.fault if self.sink else None
        return _Failed(fault or "reset: " + why)

    def end_component(self):
        """Ends the component of the last word, if there is one."""
        sink, component, is_there = self.sink, self.component, self.is_there
        self.sink, self.component, self.is_there = None, None, False
        if sink is None:
            return
        try:
            if self.destroy and is_there:
                sink.close()
                self.pace.call(self.destroy, component)
        finally:
            self.pace.end()

    def _callin(self, symbol, course):
        """What an input calls, and with which values."""
        if isinstance(symbol, str) or _text(symbol) in self.callins:
            return _text(symbol), ()
        return symbol[0], [_resolve(value, course) for value in symbol[1:]]

    def _step(self, symbol, name, values):
        """One step, and what the call returned."""
        started = time.perf_counter()
        value, told, silence = _NOTHING, None, None
        if name == "wait":
            self.sink.word.append("wait")
            output, reason, silence = self.sink.wait(self.pace)
        else:
            self.sink.begin_callin(_text(symbol))
            output, reason, value, told = self._call(name, values)
            rest = (self.settings.get("settle_after_ms") or {}).get(name, 0)
            if rest and output != "error":
                self.pace.settle(rest / 1000)
            if self.settings.get("drain"):
                output, reason, silence = self._drain(_text(symbol), output, reason)
        step = {"input": symbol, "output": output, "ms": round((time.perf_counter() - started) * 1000, 3)}
        if reason is not None:
            step["reason"] = _short(reason)
        if told is not None:
            step["returned"] = told
        if silence is not None and self.pace.is_virtual:
            step["silence"] = silence
        if self.snapshot:
            step["values"] = self._take_snapshot()
        return step, value

    def _drain(self, name, output, reason):
        """Waits until it is quiet. What comes is part of the call's output; an error is all of it."""
        count = 0
        while output != "error":
            callback, why, silence = self.sink.wait(self.pace)
            if callback == "quiet":
                return output, reason, silence
            if count == MOST_DRAINED:
                message = "drain: more than %d callbacks came after `%s`, the last one %s"
                raise _Failed(message % (MOST_DRAINED, name, _text(callback)))
            count += 1
            output, reason = ("error", why) if callback == "error" else (_joined(output, callback), reason)
        return output, reason, None

    def _call(self, name, values):
        """What a call answers: the output, the reason, what it returned, and how that is reported if asked for."""
        self.watchdog.watch(self.watchdog.call_ms, self._hang)
        try:
            value = self.pace.call(self.callins[name], self.component, *values)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # Also an exit: a class that wants to end the process says something about itself, not about us.
            return self.mapping.thrown(name, error), _reason(error), _NOTHING, None
        finally:
            self.watchdog.relax()
        return self.mapping.output(name, value), self.mapping.reason(name, value), value, self.mapping.told(value)

    def _take_snapshot(self):
        try:
            values = dict(self.pace.call(self.snapshot, self.component))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise _Failed("snapshot: " + _reason(error))
        for name, value in values.items():
            fault = _fault([value]) if isinstance(name, str) else "is not a name"
            if fault:
                raise _Failed("snapshot: %r %s" % (name, fault))
        return values

    def _hang(self):
        """Which call does not return, as text."""
        before, name = self.sink.word[:-1], self.sink.word[-1]
        place = "after `%s`" % " ".join(before) if before else "as the first input"
        return "call: `%s` did not return within %d ms (%s)" % (name, self.watchdog.call_ms, place)


# The value of a step that returned nothing at all.
_NOTHING = object()


class _Plan:
    """What to do in one execution: a list of nodes, of which the first is the start."""

    def __init__(self, plan):
        try:
            if ("nodes" in plan) == ("word" in plan) or not plan.get("nodes", [plan]):
                raise ValueError("it has either a word or nodes, at least one")
            self.nodes = [_Node(index, node) for index, node in enumerate(plan.get("nodes", [plan]))]
            self._check()
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise _Fatal("bad plan: %s" % error)

    def _check(self):
        """Each node except the first is named by exactly one earlier node, so there can be no loop."""
        named = {0}
        for index, node in enumerate(self.nodes):
            for follower in node.followers():
                if not index < operator.index(follower) < len(self.nodes):
                    raise ValueError("node %d names node %d, which is not a later node" % (index, follower))
                if follower in named:
                    raise ValueError("node %d is named twice" % follower)
                named.add(follower)
        for index in range(len(self.nodes)):
            if index not in named:
                raise ValueError("node %d is not named" % index)

    def inputs(self):
        """All inputs that may be given."""
        return (symbol for node in self.nodes for symbol in node.word)

    def start(self):
        """The place of the first input, a node and a position in its word; None if there is no input."""
        return self._enter(0)

    def input(self, place):
        """The input at a place."""
        return self.nodes[place[0]].word[place[1]]

    def after(self, place, output):
        """The place of the next input after this output; None at the end."""
        index, at = place
        node = self.nodes[index]
        if at in node.only and not _chooses(node.only[at], output):
            return None
        if at + 1 < len(node.word):
            return index, at + 1
        for choice, follower in node.then:
            if _chooses(choice, output):
                return self._enter(follower)
        return self._enter(node.otherwise)

    def _enter(self, index):
        """The first place of a node. One without inputs has no output to choose by."""
        while index is not None and not self.nodes[index].word:
            index = self.nodes[index].otherwise
        return None if index is None else (index, 0)


class _Node:
    """A word, the outputs that it requires to continue, and the nodes that follow it by its last output."""

    __slots__ = ("word", "only", "then", "otherwise")

    def __init__(self, index, node):
        self.word = [_checked_input(symbol) for symbol in node["word"]]
        self.only = {}
        first = 0
        for place, choice in node.get("only") or ():
            if not first <= operator.index(place) < len(self.word) - 1:
                message = "node %d has a condition at place %d: places must ascend and end before the last input"
                raise ValueError(message % (index, place))
            self.only[place] = _choice(choice)
            first = place + 1
        self.then = [(_choice(choice), follower) for choice, follower in node.get("then") or ()]
        self.otherwise = node.get("otherwise")

    def followers(self):
        """The nodes that it names."""
        named = [follower for _, follower in self.then]
        return named if self.otherwise is None else named + [self.otherwise]


def _checked_input(symbol):
    if isinstance(symbol, str):
        return symbol
    if not isinstance(symbol, list) or not symbol or not isinstance(symbol[0], str):
        raise ValueError("%s is not an input" % _encode(symbol))
    for value in symbol[1:]:
        if not _is_value(value) and not (isinstance(value, dict) and _REUSED.fullmatch(value["$"])):
            raise ValueError("%s is not a value" % _encode(value))
    return symbol


# The place of a reused value: a step, and optionally a value of its output.
_REUSED = re.compile(r"[1-9][0-9]*(\.[1-9][0-9]*)?")


def _choice(choice):
    """What a plan chooses by: whether it is a bare name, and the name or the text of the output."""
    return (True, choice["name"]) if isinstance(choice, dict) else (False, _text(choice))


def _chooses(choice, output):
    """Whether a choice of a plan is for this output."""
    by_name, text = choice
    return text == (_name(output) if by_name else _text(output))


def _name(symbol):
    """The name of an input or output, without its values."""
    return symbol if isinstance(symbol, str) else symbol[0]


def _joined(first, second):
    """One symbol of two: the names with a plus between them, and the values of both."""
    values = [*([] if isinstance(first, str) else first[1:]), *([] if isinstance(second, str) else second[1:])]
    name = "%s+%s" % (_name(first), _name(second))
    return [name, *values] if values else name


def _text(symbol):
    """An input or output as people write it: offer(3, "a", null)."""
    if isinstance(symbol, str) or len(symbol) == 1:
        return _name(symbol)
    return "%s(%s)" % (symbol[0], ", ".join(map(_value_text, symbol[1:])))


def _value_text(value):
    return "$" + value["$"] if isinstance(value, dict) else _encode(value)


def _resolve(value, course):
    """A value of an input. A reference to an earlier step, such as 1 or 1.2, is replaced by its value."""
    if not isinstance(value, dict):
        return value
    step, _, place = value["$"].partition(".")
    if int(step) <= len(course):
        output, returned = course[int(step) - 1]
        if not place and returned is not _NOTHING and not isinstance(returned, _Output):
            return returned
        if place and not isinstance(output, str) and int(place) < len(output):
            return output[int(place)]
    raise _Missing


def _is_value(value):
    """Whether this can be a value of a symbol."""
    if isinstance(value, float):
        return value - value == 0  # neither infinite nor NaN
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    return value is None or isinstance(value, str)


def _fault(values):
    """What is wrong with these as values of a symbol; None if nothing is."""
    for value in values:
        if not _is_value(value):
            if not isinstance(value, (int, float)):
                return "has a value that is not plain: give numbers, texts, booleans and None"
            digits = _digits(value)
            kind = "not a finite number" if isinstance(value, float) else "beyond 64 bits"
            return "has the value %s, which is %s: give it as a text, or leave it out" % (digits, kind)
    return None


def _digits(number):
    """A number as text, and not all of a long one. Python refuses to write very long ones in decimals."""
    if isinstance(number, int) and number.bit_length() > 4096:
        return "of %d bits" % number.bit_length()
    text = repr(number)
    return text if len(text) <= LONGEST_OUTPUT else text[:LONGEST_OUTPUT] + "..."


def _is_data(value):
    """Whether this is a number or a text."""
    is_flag = value is None or isinstance(value, (bool, enum.Enum))
    return not is_flag and isinstance(value, (int, float, str))


class _Mapping:
    """From what a call returned or threw to its output, as the settings say."""

    def __init__(self, settings):
        self.returns = settings.get("returns") or {}
        self.recoverable = settings.get("recoverable") or []
        self.tells_returned = bool(settings.get("tell_returned"))

    def output(self, name, value):
        """The output of a call that returned."""
        if isinstance(value, _Output):
            return _checked_output(value)
        rule = self.returns.get(name)
        if rule is None:
            return "ok"
        if rule == "data" and _is_data(value):
            return [name, value] if _is_value(value) else _type_name(value)
        if isinstance(rule, str):
            return _type_name(value) if rule == "type" else _shown(value)
        text = _plain(value)
        return next((output for pattern, output in rule if _fits(pattern, text)), "ok")

    def reason(self, name, value):
        """Why a call that returned has its output; None if there is nothing to say."""
        if isinstance(value, _Output):
            return value.reason
        # A number that cannot be a value shows its type only, as everything does that is no data.
        fault = _fault([value]) if self.returns.get(name) == "data" and _is_data(value) else None
        return fault and "%r %s" % (name, fault)

    def told(self, value):
        """What is reported besides the output, if it was asked for."""
        return _shown(value) if self.tells_returned and not isinstance(value, _Output) else None

    def thrown(self, name, error):
        """The output of a call that threw: `error`, unless a rule lets the word go on."""
        reason = _reason(error)
        for rule in self.recoverable:
            if rule.get("input") in (None, name) and _fits(rule.get("exception", "*"), reason):
                return rule.get("output") or _class_output(type(error))
        return "error"


def _checked_output(output):
    name = output.name
    if not isinstance(name, str) or not _can_be_output(name):
        raise _Failed(
            "output: %r cannot be an output: use 1 to %d printable characters; %s are reserved"
            % (name, LONGEST_OUTPUT, ", ".join(RESERVED))
        )
    return _checked_values(output)


def _checked_values(output):
    fault = _fault(output.values)
    if fault:
        raise _Failed("output: %r %s" % (output.name, fault))
    return output.symbol()


def _can_be_output(name):
    return 0 < len(name) <= LONGEST_OUTPUT and not _UNPRINTABLE.search(name) and name not in RESERVED


def _shown(value):
    """The value itself if it is plain and short, or else its type."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, enum.Enum):
        return _plain(value) if value.name and _can_be_output(_plain(value)) else _type_name(value)
    if isinstance(value, int) and abs(value) <= LARGEST_NUMBER:
        return "%d" % value
    if isinstance(value, str) and len(value) <= LONGEST_OUTPUT:
        text = _UNPRINTABLE.sub(_escaped, json.dumps(str(value), ensure_ascii=False))
        return text if len(text) <= LONGEST_OUTPUT else _type_name(value)
    return _type_name(value)


def _type_name(value):
    return "null" if value is None else _class_output(type(value))


def _class_output(kind):
    """The output for a class: its name, with its module if the name is reserved."""
    name = kind.__name__ if kind.__name__ not in RESERVED else "%s.%s" % (kind.__module__, kind.__name__)
    name = _UNPRINTABLE.sub("?", name)
    return name if len(name) <= LONGEST_OUTPUT else name[: LONGEST_OUTPUT - 3] + "..."


def _plain(value):
    """The text that patterns are matched against: texts as they are, everything else as JSON, or else as Python prints it."""
    if isinstance(value, enum.Enum):
        return "%s.%s" % (type(value).__name__, value.name)
    try:
        return _value(value, False)
    except Exception:
        return _type_name(value)


def _fits(pattern, text):
    """Whether a text matches a pattern: literal text, in which each `*` stands for anything."""
    first, *middle = pattern.split("*")
    if not middle:
        return text == pattern
    last = middle.pop()
    if len(text) < len(first) + len(last) or not (text.startswith(first) and text.endswith(last)):
        return False
    text = text[len(first) : len(text) - len(last)]
    for part in middle:
        before, found, text = text.partition(part) if part else ("", part, text)
        if found != part:
            return False
    return True


# Unprintable characters: controls, blanks that look like others, invisible characters, direction marks.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def _escaped(match):
    """A character with JSON's escapes."""
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join("\\u" + units[at : at + 2].hex() for at in range(0, len(units), 2))


class _Sink:
    """Takes the callbacks of one word and keeps them until a wait delivers them."""

    def __init__(self, settings, late):
        self.split = settings.get("split") or {}
        self.ignore = frozenset(settings.get("ignore") or ())
        self.merge = {old: new for new, olds in (settings.get("merge") or {}).items() for old in olds}
        self.drop_repeated = frozenset(settings.get("drop_repeated") or ())
        self.errors = frozenset(settings.get("errors") or ())
        self.late = late
        self.changed = threading.Condition()
        self.wake = self.changed.notify_all
        self.pending = collections.deque()
        self.since_callin = set()
        self.word = []
        self.awaited_came = False
        self.quiet_word = None
        self.ended = False
        self.closed = False
        self.fault = None

    def emit(self, name, /, **arguments):
        """Reports a callback with its arguments, or one with values. May be called from any thread."""
        name, values = (name.name, name.values) if isinstance(name, _Output) else (name, ())
        if name in RESERVED or not isinstance(name, str) or not name:
            self.fault = "emit: %r cannot be the name of a callback: %s are reserved" % (name, ", ".join(RESERVED))
            raise ValueError(self.fault)
        fault = _fault(values)
        if fault:
            self.fault = "emit: %r %s" % (name, fault)
            raise ValueError(self.fault)
        with self.changed:
            callback = None if self.closed else self._treat(name, values, arguments)
            if callback is None:
                return
            if self.quiet_word is not None and len(self.late) < MOST_LATE:
                self.late.append({"word": self.quiet_word, "output": callback[0]})
            if not self.ended:
                self.pending.append(callback)
                self.wake()

    def _treat(self, name, values, arguments):
        """Splits, ignores, merges, drops repeated ones, in this order: (text, output, reason) or None."""
        argument = self.split.get(name)
        output = "%s:%s" % (name, _value(arguments[argument], False)) if argument in arguments else name
        if output in self.ignore:
            return None
        output = self.merge.get(output, output)
        symbol = _Output(output, values).symbol()
        text = _text(symbol)
        if output in self.drop_repeated:
            if text in self.since_callin:
                return None
            self.since_callin.add(text)
        if output in self.errors:
            return output, "error", _describe(name, values, arguments)
        return text, symbol, _describe(name, values, arguments) if arguments or output != name else None

    def begin_callin(self, name):
        """Silence is over: callbacks are expected again."""
        with self.changed:
            self.word.append(name)
            self.since_callin.clear()
            self.quiet_word = None

    def wait(self, pace):
        """The next callback as (output, reason, None), or quiet and how that was found."""
        silence = pace.wait()
        with self.changed:
            if self.pending:
                return (*self.pending.popleft()[1:], None)
            if silence == "timed":  # only then can something still come
                self.quiet_word = list(self.word)
            return "quiet", None, silence

    def has_pending(self):
        """Whether a callback can be delivered."""
        return bool(self.pending)

    def discards(self, awaited):
        """Drops all callbacks up to the awaited one; whether that has come."""
        with self.changed:
            while self.pending and not self.awaited_came:
                text, output, _ = self.pending.popleft()
                if awaited in (text, _name(output)):
                    self.since_callin.clear()
                    self.awaited_came = True
            return self.awaited_came

    def rest(self, seconds, is_met):
        """Waits in real time until a condition holds, up to a limit."""
        with self.changed:
            if not is_met():
                _count_real_wait()
            return self.changed.wait_for(is_met, seconds)

    def look_again(self):
        """Wakes up whoever waits, to check the condition again."""
        with self.changed:
            self.wake()

    def end(self):
        """The word is over: pending callbacks are discarded; only after `quiet` are later ones reported."""
        with self.changed:
            self.pending.clear()
            self.ended = True
            self.closed = self.quiet_word is None or len(self.quiet_word) != len(self.word)

    def close(self):
        """Later callbacks no longer matter."""
        with self.changed:
            self.closed = True


def _count_real_wait():
    global real_waits
    real_waits += 1


def _pace(clock, settings, note):
    """How time passes for components with this clock."""
    if clock == "asyncio":
        return _LoopTime(settings, note)
    if clock is None:
        return _RealTime(settings, note)
    return _TimerTime(settings, note) if _wants_real_time(settings) else _VirtualTime(settings, note)


class _RealTime:
    """Real time: the component is silent if no callback comes for long enough."""

    is_virtual = False

    def __init__(self, settings, note):
        self.patience = settings.get("quiescence_ms", 200) / 1000
        self.note = note
        self.sink = None

    def create(self, create, sink):
        """A fresh component that reports to this sink."""
        self.sink = sink
        return create(sink.emit)

    def call(self, function, *arguments):
        """Calls something of the component's."""
        return function(*arguments)

    def wait(self):
        """Lets time pass until a callback is pending; if none comes, says how that was found, unless it is certain."""
        for _ in range(SLICES):
            if self.sink.rest(self.patience / SLICES, self.sink.has_pending):
                return None
        return "timed"

    def pass_until(self, is_met, seconds):
        """Lets time pass until a condition holds, up to a limit; returns whether it holds."""
        return self.sink.rest(seconds, is_met)

    def settle(self, seconds):
        """Lets the given time pass."""
        _count_real_wait()
        time.sleep(seconds)

    def finish(self):
        """The word is over."""

    def end(self):
        """The component is no longer needed."""


class _TimerTime(_RealTime):
    """Real time for a component that expects a clock: its timers are threads."""

    def create(self, create, sink):
        self.sink = sink
        self.clock = _TimerClock(self.note)
        return self.call(create, sink.emit, self.clock)

    def call(self, function, *arguments):
        with self.clock.turn:
            return function(*arguments)

    def end(self):
        self.clock.end()


class _Call:
    """A scheduled call, which is also the handle to cancel it."""

    __slots__ = ("due", "function", "arguments", "is_cancelled", "timer")

    def __init__(self, due, function, arguments):
        self.due, self.function, self.arguments = due, function, arguments
        self.is_cancelled = False
        self.timer = None

    def cancel(self):
        """The call will not be made."""
        self.is_cancelled = True
        if self.timer:
            self.timer.cancel()

    def cancelled(self):
        return self.is_cancelled

    def when(self):
        return self.due

    def run(self, note):
        try:
            self.function(*self.arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            traceback.print_exc()
            note(error)


class _Clock:
    """The virtual clock of one component: time stands still until the host lets it pass."""

    def __init__(self, note, began=0.0):
        self.note = note
        self.time = began
        self.calls = []
        self.numbers = itertools.count()

    def now(self):
        """The time in seconds."""
        return self.time

    def call_later(self, seconds, function, *arguments):
        """Schedules a call; the handle has `cancel()`."""
        return self.call_at(self.now() + max(seconds, 0), function, *arguments)

    def call_at(self, due, function, *arguments):
        """Schedules a call at a time. What is due at the same time is called in the order of scheduling."""
        call = _Call(due, function, arguments)
        heapq.heappush(self.calls, (due, next(self.numbers), call))
        return call

    def next_due(self):
        """When the next call is due; None if nothing is scheduled."""
        while self.calls and self.calls[0][2].cancelled():
            heapq.heappop(self.calls)
        return self.calls[0][0] if self.calls else None

    def run_next(self):
        """Lets time pass until the next call is due, and makes it."""
        due, _, call = heapq.heappop(self.calls)
        self.advance(due)
        call.run(self.note)

    def run_due(self, time):
        """Makes the calls that are due until then."""
        while self.next_due() is not None and self.next_due() <= time:
            self.run_next()

    def advance(self, time):
        """Lets time pass without making any call."""
        self.time = max(self.time, time)


class _TimerClock(_Clock):
    """A clock in real time. Its calls are made in threads, but in order, and never while the component does something."""

    def __init__(self, note):
        super().__init__(note)
        self.turn = threading.RLock()
        self.started = time.monotonic()

    def now(self):
        return time.monotonic() - self.started

    def call_at(self, due, function, *arguments):
        call = super().call_at(due, function, *arguments)
        call.timer = threading.Timer(max(due - self.now(), 0), self._run, [due])
        call.timer.daemon = True
        call.timer.start()
        return call

    def end(self):
        """No more calls are made."""
        with self.turn:
            for _, _, call in self.calls:
                call.cancel()

    def _run(self, due):
        with self.turn:
            self.run_due(due)


class _PassingClock(_Clock):
    """A virtual clock that can follow real time for a while, or always."""

    def __init__(self, note, began, is_real):
        super().__init__(note, began)
        self.is_real = is_real
        # How far we are ahead of real time while we follow it. Threads may ask for the time meanwhile: it is read once.
        self.ahead = None
        if is_real:
            self.follow()

    def now(self):
        ahead = self.ahead
        return self.time if ahead is None else ahead + time.monotonic()

    def follow(self):
        """From now on the time is real."""
        if self.ahead is None:
            self.ahead = self.time - time.monotonic()

    def unfollow(self):
        """Time stands still again."""
        if not self.is_real:
            self.time, self.ahead = self.now(), None

    def advance(self, time):
        if self.ahead is None:
            super().advance(time)
        else:
            self.ahead += max(time - self.now(), 0)


class _SharedClock(_PassingClock):
    """A clock by which threads may schedule calls while it follows real time."""

    def __init__(self, note, sink):
        super().__init__(note, 0.0, False)
        self.sink = sink

    def call_at(self, due, function, *arguments):
        call = super().call_at(due, function, *arguments)
        if self.ahead is not None:
            self.sink.look_again()
        return call


class _VirtualTime(_RealTime):
    """Time passes from one scheduled call to the next, and only in waits: silence is certain.

    While the component has its own threads or sockets, time is real: a clock that jumps would overtake them.
    """

    is_virtual = True

    def __init__(self, settings, note):
        super().__init__(settings, note)
        self.horizon = settings.get("horizon_ms", 3600000) / 1000
        self.clock = None
        # Threads and sockets that do not exist yet will be the component's own.
        self.threads = set(threading.enumerate())
        self.sockets = None

    def create(self, create, sink):
        if self.sockets is None:
            self.sockets = _sockets_from_now_on()
        self.sink, self.clock = sink, _SharedClock(self.note, sink)
        return create(sink.emit, self.clock)

    def wait(self):
        if self.sink.has_pending():
            return None
        for rested in range(SLICES + 1):
            ended = self._run_all(self.sink.has_pending, self.clock.now() + self.horizon)
            if ended != "shared":
                return "horizon" if ended == "horizon" else None
            if rested < SLICES:
                self._rest(self.patience / SLICES, self.sink.has_pending)
        return "timed"

    def pass_until(self, is_met, seconds):
        end = self.clock.now() + seconds
        while self._run_all(is_met, end) == "shared" and self.clock.now() < end:
            self._rest(min(end - self.clock.now(), self.patience), is_met)
        return is_met()

    def settle(self, seconds):
        end = self.clock.now() + seconds
        self.pass_until(_never, seconds)
        self.clock.advance(end)

    def _run_all(self, is_met, end):
        """Lets virtual time pass as far as it may; returns how that ended. If it is shared, real time can bring more."""
        was_shared = self._is_shared()
        ended = self._run(is_met, end)
        return "shared" if ended != "met" and (was_shared or self._is_shared()) else ended

    def _run(self, is_met, end, most_calls=MOST_CALLS):
        """Lets virtual time pass until a condition holds, nothing is scheduled, the horizon, or time is real; returns which."""
        calls = 0
        while True:
            is_busy = self._turn()
            if is_met():
                return "met"
            due = self.clock.next_due()
            if is_busy:
                return "horizon"
            if due is None:
                return "idle"
            if not self._can_pass(due):
                return "shared"
            if calls == most_calls or due > end:
                return "horizon"
            self.clock.run_next()
            calls += 1

    def _turn(self):
        """Runs what is ready without being scheduled; returns whether this never ends."""
        return False

    def _can_pass(self, due):
        """Whether virtual time may move on to what is due then."""
        return due <= self.clock.now() or not self._is_shared()

    def _rest(self, seconds, is_met):
        """Lets real time pass, and the clock with it: scheduled calls run when they are due."""
        end = self.clock.now() + seconds
        self.clock.follow()
        while not is_met() and self.clock.now() < end:
            due = self.clock.next_due()
            now = self.clock.now()
            if due is not None and due <= now:
                self.clock.run_next()
            else:
                left = (end if due is None else min(due, end)) - now
                self.sink.rest(left, lambda: is_met() or self.clock.next_due() != due)
        self.clock.unfollow()

    def _is_shared(self):
        """Whether something can happen on its own: the component has its own threads or sockets."""
        has_socket = any(socket.fileno() >= 0 for socket in list(self.sockets))
        return has_socket or any(map(self._is_own, threading.enumerate()))

    def _is_own(self, thread):
        return thread not in self.threads


def _never():
    return False


# No end, and any number of calls.
_UNLIMITED = (float("inf"), float("inf"))


def _sockets_from_now_on():
    """Records the sockets that are created from now on and still exist."""
    sockets = weakref.WeakSet()

    def hear(event, arguments):
        if event == "socket.__new__":
            with contextlib.suppress(TypeError):  # a socket that the module `socket` did not create
                sockets.add(arguments[0])

    sys.addaudithook(hear)
    return sockets


class _LoopTime(_VirtualTime):
    """The time of an asyncio event loop, which is virtual while the component has nothing but tasks and timers."""

    # As on a machine that has run for a day. Some programs treat 0 as "never".
    MORNING = 86400.0

    def __init__(self, settings, note):
        super().__init__(settings, note)
        self.is_virtual = not _wants_real_time(settings)
        self.loop = None
        self.tasks = []
        self.under_way = 0

    def create(self, create, sink):
        sink.wake = self._wake
        self.sink, self.clock = sink, _PassingClock(self.note, self.MORNING, not self.is_virtual)
        if self.loop is None:
            self._open()
        return self.call(create, sink.emit)

    def call(self, function, *arguments):
        value = self._inside(function, *arguments)
        return self._complete(value) if self.asyncio.iscoroutine(value) else value

    def finish(self):
        for task in self.tasks:
            # asyncio reports this only when it forgets a task that was never awaited.
            if task.done() and getattr(task, "_log_traceback", False):
                self.note(task.exception())

    def end(self):
        self.sink.close()
        self.sink = None
        left = [task for task in self.tasks if not task.done()]
        for task in left:
            task.cancel()
        have_ended = lambda: all(task.done() for task in left)
        ended = self._run(have_ended, self.clock.now() + self.horizon)
        if ended != "met" and self._is_shared():
            self._rest(self.patience, have_ended)
        for task in left:
            task.done() and not task.cancelled() and task.exception()
        self.tasks = []
        if not have_ended() or self.selector.is_busy() or self.selector.has_files():
            self.loop.close()
            self.loop = None

    def _open(self):
        """A loop that asks us for the time and for timers, and a selector that never waits unless we say so."""
        import asyncio
        import selectors

        self.asyncio, self.selector = asyncio, _Selector(selectors.DefaultSelector())
        self.loop = loop = asyncio.SelectorEventLoop(self.selector)
        self.selector.stop = loop.stop
        loop.time = lambda: self.clock.now()
        loop.call_at = self._call_at
        loop.call_later = lambda delay, *call, context=None: self._call_at(loop.time() + delay, *call, context=context)
        loop.run_in_executor = functools.partial(self._run_in_executor, loop.run_in_executor)
        loop.set_task_factory(self._make_task)
        loop.set_exception_handler(self._on_exception)

    def _call_at(self, due, function, *arguments, context=None):
        if context is not None:
            function = functools.partial(context.run, function)
        return self.clock.call_at(due, self.loop.call_soon, function, *arguments)

    def _run_in_executor(self, run, *arguments):
        future = run(*arguments)
        self.under_way += 1
        future.add_done_callback(self._executed)
        return future

    def _executed(self, _future):
        self.under_way -= 1

    def _make_task(self, loop, coroutine, **options):
        task = self.asyncio.Task(coroutine, loop=loop, **options)
        self.tasks.append(task)
        return task

    def _on_exception(self, loop, context):
        if self.sink is None:  # how cancelled tasks end does not matter
            return
        loop.default_exception_handler(context)
        if "exception" in context:
            self.note(context["exception"])

    def _inside(self, function, *arguments):
        """Calls something at once, as if the loop did. What is ready in the loop does not come first."""
        self.asyncio._set_running_loop(self.loop)
        try:
            return function(*arguments)
        finally:
            self.asyncio._set_running_loop(None)

    def _complete(self, coroutine):
        """What a coroutine returns. It starts at once, as with `await`, and time passes if it waits."""
        steps = []
        self.loop.call_soon = lambda step, *_, context: steps.append(functools.partial(context.run, step))
        try:
            task = self.loop.create_task(coroutine)
        finally:
            del self.loop.call_soon
        with contextlib.suppress(SystemExit):  # the task has it, too
            self._inside(steps[0])
        while not task.done() and self._run(task.done, *_UNLIMITED) != "met":
            self._rest(self.patience, task.done)
        return task.result()

    def _turn(self, seconds=0):
        """Runs what is ready in the loop, and waits in real time, up to a limit, for something to become ready."""
        self.selector.begin(seconds)
        try:
            self.loop.run_forever()
        except SystemExit as error:
            self.note(error)
        return self.selector.is_busy()

    def _can_pass(self, due):
        return not self._is_shared()

    def _rest(self, seconds, is_met):
        """Runs the loop in real time, as long as it is neither more nor less shared than now."""
        is_shared = self._is_shared()
        end = self.clock.now() + seconds
        self.clock.follow()
        while not is_met() and self._is_shared() == is_shared and self.clock.now() < end:
            self.clock.run_due(self.clock.now())
            due = self.clock.next_due()
            self._turn(max(min(end, end if due is None else due) - self.clock.now(), 0))
        self.clock.unfollow()

    def _is_shared(self):
        has_work = self.under_way > 0 or self.selector.has_files()
        return not self.is_virtual or has_work or any(map(self._is_own, threading.enumerate()))

    def _is_own(self, thread):
        # The loop's own workers are asyncio_0 and so on. Whether they work is counted.
        return thread not in self.threads and not thread.name.startswith("asyncio_")

    def _wake(self):
        """A callback is pending: if it came from another thread, the loop may be asleep."""
        if threading.current_thread() is not threading.main_thread():
            self.loop.call_soon_threadsafe(_never)


class _Selector:
    """Lets a loop run what is ready and then stops it, instead of waiting for more."""

    def __init__(self, selector):
        self.selector = selector
        self.stop = None
        self.seconds = self.turns = 0

    def __getattr__(self, name):
        return getattr(self.selector, name)

    def begin(self, seconds):
        """If nothing is ready now, something may become ready within this real time."""
        self.seconds, self.turns = seconds, 0

    def select(self, timeout=None):
        self.turns += 1
        is_idle = timeout != 0
        if is_idle and self.seconds > 0 and self.turns == 1:
            _count_real_wait()
            return self.selector.select(self.seconds)
        if is_idle or self.is_busy():
            self.stop()
        return self.selector.select(0) if self.has_files() else []

    def is_busy(self):
        """Whether it has turned so often that it may turn forever."""
        return self.turns > MOST_CALLS

    def has_files(self):
        """Whether the loop waits for more than what wakes it."""
        return len(self.selector.get_map()) > 1

def _describe(name, values, arguments):
    """A callback as people write it: onError(3, code=5)."""
    parts = [_encode(value) for value in values]
    parts += ["%s=%s" % (key, _value(arguments[key], True)) for key in arguments]
    return "%s(%s)" % (name, ", ".join(parts)) if parts else name


def _value(value, quoted):
    """An argument as text: JSON, and outside quotes plain strings as they are."""
    if isinstance(value, str) and not quoted:
        return value
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError):
        return _printed(value) or type(value).__name__


def _printed(value):
    """A value as Python prints it; nothing if its class cannot do that."""
    try:
        return str(value)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ""


def _reason(error):
    """An exception as text: its type and its message, if it has one."""
    message = _printed(error)
    return "%s: %s" % (type(error).__name__, message) if message else type(error).__name__


def _short(text):
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "..."


_encode = json.JSONEncoder(ensure_ascii=False).encode
# Names repeat often, so their JSON is cached.
_quoted = functools.lru_cache(maxsize=4096)(_encode)


def _symbol(symbol):
    """An input or output as JSON."""
    return _quoted(symbol) if isinstance(symbol, str) else _encode(symbol)


class _Channel:
    """The real standard input and output, kept apart from what the component reads and prints."""

    def __init__(self):
        sys.stdout.flush()
        self.reader = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
        self.output = os.dup(1)
        self.sending = threading.Lock()
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        sys.stdout = sys.stderr

    def __iter__(self):
        return self

    def __next__(self):
        line = self.reader.readline()
        if not line:
            raise StopIteration
        try:
            message = json.loads(line)
        except ValueError as error:
            raise _Fatal("not JSON: %s" % error)
        if not isinstance(message, dict):
            raise _Fatal("expected a JSON object on each line")
        return message

    def send(self, message):
        """Sends one message as one line."""
        self.send_text(_encode(message))

    def send_text(self, text):
        """Sends one message that is already JSON."""
        with self.sending:
            self.write(text)

    def write(self, text):
        """Writes one line; only for those who hold `sending`."""
        line = (text + "\n").encode("utf-8", "replace")
        while line:
            line = line[os.write(self.output, line) :]


def _leave(status, *last):
    """Ends the process, even if the component left threads behind. A failure here is reported and changes nothing."""
    for act in last:
        try:
            act()
        except BaseException:
            traceback.print_exc()
    sys.stderr.flush()
    os._exit(status)
