// Turns an ordinary JavaScript class with callbacks into a typestar adapter.
//
// One file, no dependencies, Node 18 or later: copy it next to your adapter.
//
//     const { serve } = require("./typestar_adapter.js");
//     const { Player } = require("./player.js");
//
//     serve({
//       name: "player",
//       create: (emit) => new Player({ onLoaded: () => emit("onLoaded") }),
//       inputs: ["load", "play"],
//       outputs: ["onLoaded"],
//     });
//
// The protocol is described in docs/reference/adapter-protocol.md.
"use strict";

const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const readline = require("node:readline");
const timers = require("node:timers");
const timersPromises = require("node:timers/promises");
const { isatty } = require("node:tty");
const { promisify } = require("node:util");

const PROTOCOL = 3;
// All numbers are doubles here: beyond these, integers are rounded.
const INTEGERS = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const RESERVED = ["ok", "quiet", "error", "hang", "crash", "outside"];
// A wait is cut into slices, so that a moment in which the whole machine stalls counts as one slice, not as silence.
const SLICES = 8;
// An answer carries at most this many late callbacks and notes, and reasons of at most this many characters.
const MOST_LATE = 100;
const MOST_NOTES = 100;
const LONGEST_TEXT = 2000;
// An output that a callin makes has at most this many characters, and shows whole numbers up to this one.
const LONGEST_OUTPUT = 40;
const LARGEST_NUMBER = 999999;
// More callbacks than these after one call are taken for callbacks without end.
const MOST_DRAINED = 100;
// On a virtual clock, a wait makes at most this many calls without a callback.
const MOST_CALLS = 1000;
// While a virtual clock follows real time, we check at least this often whether it still must, in milliseconds.
const LONGEST_SLICE = 10;
// The date at which every word on a virtual clock begins: always the same, so that answers are the same, too.
const FIRST_DATE = Date.UTC(2000, 0, 1);
const LONGEST_DELAY = 2 ** 31 - 1;

// What the host itself uses, and the component while no virtual clock is active.
const real = { setTimeout, setInterval, clearTimeout, setImmediate, Date, dateNow: Date.now, hrtime: process.hrtime };
real.sleep = timersPromises.setTimeout;
real.ticks = timersPromises.setInterval;
real.abortAfter = AbortSignal.timeout.bind(AbortSignal);
real.now = performance.now.bind(performance);

// The virtual clock of the current component, if there is one. Timers and dates are global, and so is this.
let living = null;
// The running worker threads, and Node's names for our own resources: standard streams, timers, servers.
const workers = new Set();
const ours = [];
// Resources to ignore: what runs in the next turn, and writes, whose streams are resources themselves. Our own output
// may be written slowly.
const PASSING = ["Immediate", "SimpleWriteWrap", "WriteWrap"];
// How often the host has waited in real time.
let waited = 0;

/**
 * Answers typestar's questions until it has no more, then ends the process.
 *
 * name, version  Shown to the user; a new version tells typestar that earlier answers may no longer hold.
 * create(emit, clock)  Creates a fresh component, once for each word (or returns a promise of it).
 *                `emit("onX", { code: 5 })` reports a callback. The result of `output("onX", 3)` can replace the name:
 *                its values are part of the output, named arguments are not.
 * inputs         The callins: an array of method names, or an object from names to functions that take the component,
 *                and then the values of the input if it has some.
 *                An exception is the output `error`, anything else is `ok`, unless the case file asks for the returned
 *                value (`[inputs.returns]`) or lets the word go on (`[[outputs.recoverable]]`); a callin that returns
 *                `output(name, ...values)` always has that output. Callins between two waits run back to back in one
 *                tick. Only a callin that returns a promise is awaited: it returns or throws as the promise is fulfilled
 *                or rejected, within the case file's `step_deadline_ms`.
 * outputs        The names of the callbacks; leave them out if they are not known.
 * destroy(component)  Ends a component before the next one is created. Later callbacks are discarded.
 * snapshot(component)  What is known after each step, as an object of plain values: evidence, not output.
 * clock          "virtual" if the component waits only by timers, of any length: then there are no real waits. `setTimeout`,
 *                `setInterval`, `Date`, `performance.now` and the like are on virtual time while a component lives, and
 *                `create` gets a clock with `now()`, the milliseconds since the start of the word, and
 *                `callLater(milliseconds, call)`, whose result has `cancel()`. Time passes only in `wait` (and while a
 *                promise of a callin is awaited), from one scheduled call to the next; if nothing is scheduled, it is `quiet`.
 *                While something else may call back (a socket, a process, a worker, a file that is being read), time is
 *                real, and silence is timed. The case file can ask for the real clock.
 * setUp(), tearDown()  Run once, before the first word and after the last. tearDown also runs when typestar is gone, or
 *                when the process is asked to end (SIGTERM).
 */
async function serve({ name, inputs, outputs = null, version = "", setUp, tearDown, ...component }) {
  const send = takeStandardOutput();
  const ground = new Ground(setUp, tearDown);
  try {
    const adapter = new Adapter(callinsOf(inputs), component);
    ground.clearWhenAsked(adapter);
    let greeted = false;
    for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      const request = parse(line);
      if (greeted) {
        await answerAll(send, adapter, request);
      } else {
        adapter.take(request);
        await ground.lay();
        overlookServers();
        noteStrays(adapter.note);
        const ready = { type: "ready", protocol: PROTOCOL, name, version: String(version), integers: INTEGERS };
        send({ ...ready, inputs: [...adapter.callins.keys()], outputs, ...adapter.offers() });
        greeted = true;
      }
    }
    await ground.end(0, adapter);
  } catch (error) {
    if (!(error instanceof Fatal)) process.stderr.write(`${stackOf(error)}\n`);
    send({ type: "fatal", message: text(error instanceof Fatal ? error.message : reasonOf(error)) });
    await ground.end(1, null);
  }
}

/** What a callin returns to answer with the output of this name and values, whatever the case file says. */
function output(name, ...values) {
  return new Output(name, values);
}

/** What a callin returns whose reply did not come within this time: the output `no-reply`. */
function noReply(milliseconds) {
  return new Output("no-reply", [], `no reply within ${milliseconds} ms`);
}

/** An output that a callin chose itself, or a callback with values. */
class Output {
  constructor(name, values, reason) {
    this.name = name;
    this.values = values;
    this.reason = reason;
  }

  /** The output as it is sent. */
  symbol() {
    return this.values.length > 0 ? [this.name, ...this.values] : this.name;
  }
}

/** How often this process has waited in real time for callbacks: never, if everything is on a virtual clock. */
function realWaits() {
  return waited;
}

/** The conversation cannot continue. */
class Fatal extends Error {}

/** The adapter could not run a plan; this is not an answer of the component. */
class Failed extends Error {}

/** The callins as functions of the component, by name. */
function callinsOf(inputs) {
  const entries = Array.isArray(inputs)
    ? inputs.map((name) => [name, (component, ...values) => component[name](...values)])
    : Object.entries(inputs);
  const callins = new Map(entries);
  if (callins.has("wait")) throw new Fatal("'wait' is typestar's own input: rename the callin");
  return callins;
}

/** The clock that an adapter declares, if it does. */
function clockOf(clock) {
  if (![undefined, "real", "virtual"].includes(clock)) {
    throw new Fatal(`'${clock}' is not a clock: write "virtual", or leave it out`);
  }
  return clock;
}

/** The settings that come with the greeting. */
function settingsOf(hello) {
  if (hello.type !== "hello") throw new Fatal(`expected a 'hello' first, got '${hello.type}'`);
  if (hello.protocol !== PROTOCOL) {
    throw new Fatal(
      `typestar speaks protocol ${hello.protocol}, but this host library speaks ${PROTOCOL}: ` +
        "use the library of your typestar version",
    );
  }
  return hello.settings || {};
}

/** What is set up once and torn down once. */
class Ground {
  constructor(setUp, tearDown) {
    Object.assign(this, { setUp, tearDown, isLaid: false, ending: null });
  }

  async lay() {
    this.isLaid = true;
    try {
      if (this.setUp) await this.setUp();
    } catch (error) {
      this.isLaid = false;
      throw new Fatal(`set-up: ${reasonOf(error)}`);
    }
  }

  /** Tears down what was set up when the process is asked to end, or when its answers are no longer read. */
  clearWhenAsked(adapter) {
    // Without anything to tear down the process simply ends, even in the middle of a call that does not return.
    if (this.tearDown) process.on("SIGTERM", () => this.end(128 + 15, null));
    process.stdout.on("error", () => this.end(1, adapter));
  }

  /** Ends the component, unless it may be busy, tears down, and exits. The first caller decides. */
  end(status, adapter) {
    this.ending ??= this.clear(adapter).then(
      () => leave(status),
      (error) => {
        process.stderr.write(`${stackOf(error)}\n`);
        process.exit(1);
      },
    );
    return this.ending;
  }

  async clear(adapter) {
    try {
      if (adapter) await adapter.endComponent();
    } finally {
      living = null;
      if (this.isLaid && this.tearDown) await this.tearDown();
    }
  }
}

/** Calls a function when the reader has everything that was sent. */
let whenAllIsSent = (call) => call();

/** Ends the process. On success it first waits until the reader has everything, however slow that is. */
function leave(status) {
  if (status === 0) whenAllIsSent(() => process.exit(status));
  else process.exit(status);
}

/** An uncaught exception in a timer or promise of the component becomes a note instead of ending the process. */
function noteStrays(note) {
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
}

/** Sends one line for each plan of a request, each as soon as it is known. */
async function answerAll(send, adapter, request) {
  if (request.type !== "run") throw new Fatal(`unknown request type '${request.type}'`);
  const plans = request.plans.map((plan) => new Plan(plan));
  for (const [index, plan] of plans.entries()) {
    const place = { id: request.id, index };
    const unsent = [];
    try {
      const answer = { type: "answer", ...place, steps: adapter.streams ? 0 : [] };
      await adapter.run(plan, (step, isLast) => {
        if (!adapter.streams) return void answer.steps.push(step);
        answer.steps += 1;
        unsent.push({ type: "step", ...place, step });
        // The last one is sent with the answer: each time wakes typestar up.
        if (!isLast) send(...unsent.splice(0));
      });
      if (adapter.late.length > 0) answer.late = adapter.late.splice(0);
      if (adapter.notes.length > 0) answer.notes = adapter.notes.splice(0);
      send(...unsent, answer);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      send(...unsent, { type: "failed", ...place, message: text(error.message) });
    }
  }
}

/** Runs plans on fresh components. */
class Adapter {
  constructor(callins, { create, destroy, snapshot, clock }) {
    Object.assign(this, { callins, create, destroy, snapshot, clock: clockOf(clock), settings: {}, streams: false });
    Object.assign(this, { late: [], notes: [], sink: null, component: null });
    this.note = this.note.bind(this);
  }

  /** Applies the settings of a greeting. */
  take(hello) {
    this.settings = settingsOf(hello);
    this.mapping = new Mapping(this.settings);
    this.streams = hello.steps === true;
    if (this.settings.clock === "real") this.clock &&= "real";
    if (this.clock === "virtual") putTimeOnClock();
  }

  /** What it offers besides its inputs and outputs. */
  offers() {
    const drains = this.settings.drain && { drains: true };
    const settles = Object.keys(this.settings.settle_after_ms ?? {}).length > 0 && { settles: true };
    return { ...(this.streams && { steps: true }), ...(this.clock && { clock: this.clock }), ...drains, ...settles };
  }

  /** Notes an uncaught exception. */
  note(error) {
    process.stderr.write(`${stackOf(error)}\n`);
    const stray = `in the background: ${text(reasonOf(error))}`;
    if (this.notes.length < MOST_NOTES && !this.notes.includes(stray)) this.notes.push(stray);
  }

  /**
   * Tells the steps of one execution, each as soon as it is known: one fresh component, one sink. It ends before an
   * input that reuses a value which is not there.
   */
  async run(plan, tell) {
    this.checkInputs(plan);
    await this.reset();
    const course = [];
    let place = plan.start();
    while (place !== null) {
      const values = this.values(plan.input(place), course);
      if (values === null) break;
      // Only what is not known yet is awaited, so that callins run back to back.
      const pending = this.step(plan.input(place), values, course);
      const step = pending instanceof Promise ? await pending : pending;
      place = step.output === "error" ? null : plan.after(place, step.output);
      tell(step, place === null);
    }
    this.sink.end();
    if (this.sink.fault) throw new Failed(this.sink.fault);
  }

  checkInputs(plan) {
    const isKnown = (symbol) =>
      symbol === "wait" || this.callins.has(textOf(symbol)) || this.callins.has(nameOf(symbol));
    for (const { word } of plan.nodes) {
      const unknown = word.find((symbol) => !isKnown(symbol));
      if (unknown !== undefined) {
        const known = [...this.callins.keys()].join(", ");
        throw new Failed(`unknown input '${nameOf(unknown)}': the adapter knows ${known}`);
      }
    }
  }

  async reset() {
    try {
      await this.endComponent();
      if (this.clock === "virtual") living = new VirtualClock(this.note);
      this.sink = new Sink(this.settings, this.late, living);
      const sink = this.sink;
      const clock = living ?? (this.clock && realClock());
      this.component = await whilePassing(this.create((name, values) => sink.emit(name, values), clock));
    } catch (error) {
      throw this.resetFailed(reasonOf(error));
    }
    const awaited = this.settings.reset_waits_for;
    if (awaited && !(await this.sink.discardUntil(awaited, this.settings.reset_deadline_ms ?? 5000))) {
      throw this.resetFailed(`${awaited} did not come in time`);
    }
    if (this.settings.settle_ms > 0) await this.sink.rest(this.settings.settle_ms);
  }

  resetFailed(why) {
    return new Failed(this.sink?.fault ?? `reset: ${why}`);
  }

  /** Ends the component of the last word, if there is one. */
  async endComponent() {
    const { sink, component } = this;
    this.sink = this.component = null;
    try {
      if (sink && this.destroy) {
        sink.closed = true;
        await whilePassing(this.destroy(component));
      }
    } finally {
      await living?.end();
      living = null;
    }
  }

  /** The values that an input is called with; null if one that it reuses is not there. */
  values(symbol, course) {
    if (typeof symbol === "string" || this.callins.has(textOf(symbol))) return [];
    const values = symbol.slice(1).map((value) => resolve(value, course));
    return values.includes(NOTHING) ? null : values;
  }

  /** One step, or a promise of it. What it returned is added to the course. */
  step(symbol, values, course) {
    const name = this.callins.has(textOf(symbol)) ? textOf(symbol) : nameOf(symbol);
    const started = real.now();
    const finish = ({ output, reason, value = NOTHING, told, silence }) => {
      const step = { input: symbol, output, ms: Math.round((real.now() - started) * 1000) / 1000 };
      if (reason !== undefined) step.reason = text(reason);
      if (told !== undefined) step.returned = told;
      if (silence !== undefined) step.silence = silence;
      if (this.snapshot) step.values = this.takeSnapshot();
      course.push([output, value]);
      return step;
    };
    const outcome = name === "wait" ? this.sink.beginWait() : this.drained(name, values, textOf(symbol));
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome);
  }

  /** What a call answers, with the callbacks that come until it is quiet if they are to be part of its output. */
  drained(name, values, input) {
    const called = this.call(name, values, input);
    const rest = this.settings.settle_after_ms?.[name] ?? 0;
    const outcome = rest > 0 ? this.settled(called, rest) : called;
    return this.settings.drain ? this.drain(outcome, input) : outcome;
  }

  /** What a call answers, once its effect had time to come. */
  async settled(called, milliseconds) {
    const outcome = await called;
    if (outcome.output !== "error") await this.sink.rest(milliseconds);
    return outcome;
  }

  /** Waits until it is quiet. What comes is part of the call's output; an error is all of it. */
  async drain(called, input) {
    const outcome = await called;
    for (let count = 0; outcome.output !== "error"; count += 1) {
      const { output, reason, silence } = await this.sink.wait();
      if (output === "quiet") return { ...outcome, silence };
      if (count === MOST_DRAINED) {
        const last = textOf(output);
        throw new Failed(`drain: more than ${MOST_DRAINED} callbacks came after \`${input}\`, the last one ${last}`);
      }
      outcome.output = output === "error" ? output : joined(outcome.output, output);
      if (output === "error") outcome.reason = reason;
    }
    return outcome;
  }

  /** What a call answers: the output, the reason, what it returned and how that is reported; or a promise of this. */
  call(name, values, input) {
    this.sink.beginCallin(input);
    const told = (value) => this.mapping.told(value);
    const returned = (value) => {
      const output = this.mapping.output(name, value);
      return { output, reason: this.mapping.reason(name, value), value: value ?? null, told: told(value) };
    };
    const thrown = (error) => ({ output: this.mapping.thrown(name, error), reason: reasonOf(error) });
    let result;
    try {
      result = this.callins.get(name)(this.component, ...values);
      if (isPromise(result)) return this.inTime(Promise.resolve(result).then(returned, thrown));
    } catch (error) {
      return thrown(error);
    }
    return returned(result);
  }

  takeSnapshot() {
    let values;
    try {
      values = Object.entries(this.snapshot(this.component));
    } catch (error) {
      throw new Failed(`snapshot: ${reasonOf(error)}`);
    }
    const odd = values.find(([, value]) => !isValue(value));
    if (odd !== undefined) throw new Failed(`snapshot: '${odd[0]}' ${faultOf([odd[1]])}`);
    return Object.fromEntries(values);
  }

  /** What a callin promised, or a failure that says which callin keeps us waiting. */
  inTime(promised) {
    const limit = this.settings.step_deadline_ms ?? 5000;
    const [name, ...before] = [...this.sink.word].reverse();
    const place = before.length > 0 ? `after \`${before.reverse().join(" ")}\`` : "as the first input";
    return new Promise((done, fail) => {
      const hang = () => fail(new Failed(`call: \`${name}\` did not return within ${limit} ms (${place})`));
      const clear = ourTimer(hang, limit);
      whilePassing(promised.finally(clear)).then(done, fail);
    });
  }
}

/** Whether something has to be awaited. */
function isPromise(value) {
  return value !== null && value !== undefined && typeof value.then === "function";
}

/** The value of a step that returned nothing at all. */
const NOTHING = Symbol("nothing");

/** What to do in one execution: a list of nodes, of which the first is the start. */
class Plan {
  constructor(plan) {
    try {
      if ((plan.nodes === undefined) === (plan.word === undefined) || plan.nodes?.length === 0) {
        throw new TypeError("it has either a word or nodes, at least one");
      }
      this.nodes = (plan.nodes ?? [plan]).map((node, index) => nodeOf(index, node));
      this.check();
    } catch (error) {
      throw new Fatal(`bad plan: ${error.message}`);
    }
  }

  /** Each node except the first is named by exactly one earlier node, so there can be no loop. */
  check() {
    const named = new Set([0]);
    for (const [index, { then, otherwise }] of this.nodes.entries()) {
      const followers = then.map(([, follower]) => follower);
      if (otherwise !== null) followers.push(otherwise);
      for (const follower of followers) {
        if (!Number.isInteger(follower) || follower <= index || follower >= this.nodes.length) {
          throw new TypeError(`node ${index} names node ${follower}, which is not a later node`);
        }
        if (named.has(follower)) throw new TypeError(`node ${follower} is named twice`);
        named.add(follower);
      }
    }
    for (const index of this.nodes.keys()) {
      if (!named.has(index)) throw new TypeError(`node ${index} is not named`);
    }
  }

  /** The place of the first input, a node and a position in its word; null if there is no input. */
  start() {
    return this.enter(0);
  }

  /** The input at a place. */
  input([index, at]) {
    return this.nodes[index].word[at];
  }

  /** The place of the next input after this output; null at the end. */
  after([index, at], output) {
    const { word, only, then, otherwise } = this.nodes[index];
    if (only.has(at) && !chooses(only.get(at), output)) return null;
    if (at + 1 < word.length) return [index, at + 1];
    const chosen = then.find(([choice]) => chooses(choice, output));
    return this.enter(chosen === undefined ? otherwise : chosen[1]);
  }

  /** The first place of a node. One without inputs has no output to choose by. */
  enter(index) {
    while (index !== null && this.nodes[index].word.length === 0) index = this.nodes[index].otherwise;
    return index === null ? null : [index, 0];
  }
}

/** A word, the outputs that it requires to continue, and the nodes that follow it by its last output. */
function nodeOf(index, { word, only, then, otherwise }) {
  word.forEach(checkInput);
  const conditions = new Map();
  let first = 0;
  for (const [place, choice] of only ?? []) {
    if (!Number.isInteger(place) || place < first || place + 1 >= word.length) {
      const rule = "places must ascend and end before the last input";
      throw new TypeError(`node ${index} has a condition at place ${place}: ${rule}`);
    }
    conditions.set(place, choiceOf(choice));
    first = place + 1;
  }
  const followers = (then ?? []).map(([choice, follower]) => [choiceOf(choice), follower]);
  return { word, only: conditions, then: followers, otherwise: otherwise ?? null };
}

function checkInput(symbol) {
  const isReused = (value) => /^[1-9][0-9]*(\.[1-9][0-9]*)?$/.test(value?.$);
  if (typeof symbol === "string") return;
  if (!Array.isArray(symbol) || typeof symbol[0] !== "string") {
    throw new TypeError(`${JSON.stringify(symbol)} is not an input`);
  }
  const odd = symbol.slice(1).find((value) => !isValue(value) && !isReused(value));
  if (odd !== undefined) throw new TypeError(`${JSON.stringify(odd)} is not a value here`);
}

/** What a plan chooses by: whether it is a bare name, and the name or the text of the output. */
function choiceOf(choice) {
  const byName = typeof choice !== "string" && !Array.isArray(choice);
  return { byName, text: byName ? choice.name : textOf(choice) };
}

/** Whether a choice of a plan is for this output. */
function chooses({ byName, text: wanted }, output) {
  return wanted === (byName ? nameOf(output) : textOf(output));
}

/** The name of an input or output, without its values. */
function nameOf(symbol) {
  return typeof symbol === "string" ? symbol : symbol[0];
}

/** One symbol of two: the names with a plus between them, and the values of both. */
function joined(first, second) {
  const values = [first, second].flatMap((symbol) => (typeof symbol === "string" ? [] : symbol.slice(1)));
  const name = `${nameOf(first)}+${nameOf(second)}`;
  return values.length > 0 ? [name, ...values] : name;
}

/** An input or output as people write it: offer(3, "a", null). */
function textOf(symbol) {
  if (typeof symbol === "string" || symbol.length === 1) return nameOf(symbol);
  const values = symbol.slice(1).map((value) => (value?.$ === undefined ? JSON.stringify(value) : `$${value.$}`));
  return `${symbol[0]}(${values.join(", ")})`;
}

/**
 * A value of an input. A reference to an earlier step, such as 1 or 1.2, is replaced by its value, or by NOTHING if it
 * is not there.
 */
function resolve(value, course) {
  if (value?.$ === undefined) return value;
  const [step, place] = value.$.split(".").map(Number);
  if (step > course.length) return NOTHING;
  const [output, returned] = course[step - 1];
  if (place === undefined) return returned instanceof Output ? NOTHING : returned;
  return typeof output === "string" || place >= output.length ? NOTHING : output[place];
}

/** Whether this can be a value of an input or output. JavaScript integers are exact only up to a limit. */
function isValue(value) {
  if (typeof value === "number") return Number.isSafeInteger(value) || (Number.isFinite(value) && !isInexact(value));
  return value === null || typeof value === "string" || typeof value === "boolean";
}

/** Whether a number may be an integer that JavaScript has rounded. */
function isInexact(value) {
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 64;
}

/** What is wrong with these as values of an input or output; null if nothing is. */
function faultOf(values) {
  const odd = values.findIndex((value) => !isValue(value));
  if (odd < 0) return null;
  const value = values[odd];
  if (typeof value !== "number" && typeof value !== "bigint") {
    return "has a value that is not plain: give numbers, texts, booleans and null";
  }
  const digits = text(String(value).slice(0, LONGEST_OUTPUT));
  return `has the value ${digits}, which is ${kindOfNumber(value)}: give it as a text, or leave it out`;
}

/** Why a number cannot be a value. */
function kindOfNumber(value) {
  if (typeof value === "bigint") return "a BigInt";
  return Number.isFinite(value) ? "beyond 2^53, where JavaScript rounds integers" : "not a finite number";
}

/** Whether this is a number or a text. */
function isData(value) {
  return ["number", "bigint", "string"].includes(typeof value);
}

/** From what a call returned or threw to its output, as the settings say. */
class Mapping {
  constructor(settings) {
    this.returns = new Map(Object.entries(settings.returns || {}));
    this.recoverable = settings.recoverable || [];
    this.tellsReturned = Boolean(settings.tell_returned);
  }

  /** The output of a call that returned. */
  output(name, value) {
    if (value instanceof Output) return checkedOutput(value);
    const rule = this.returns.get(name);
    if (rule === undefined) return "ok";
    if (rule === "data" && isData(value)) return isValue(value) ? [name, value] : typeName(value);
    if (typeof rule === "string") return rule === "type" ? typeName(value) : shown(value);
    const plain = plainText(value);
    const named = rule.find(([pattern]) => fits(pattern, plain));
    return named === undefined ? "ok" : named[1];
  }

  /** Why a call that returned has its output; undefined if there is nothing to say. */
  reason(name, value) {
    if (value instanceof Output) return value.reason;
    // A number that cannot be a value shows its type only, as everything does that is no data.
    const fault = this.returns.get(name) === "data" && isData(value) ? faultOf([value]) : null;
    return fault === null ? undefined : `'${name}' ${fault}`;
  }

  /** What is reported besides the output, if it was asked for. */
  told(value) {
    return this.tellsReturned && !(value instanceof Output) ? shown(value) : undefined;
  }

  /** The output of a call that threw: `error`, unless a rule lets the word go on. */
  thrown(name, error) {
    const reason = reasonOf(error);
    const applies = (rule) => (rule.input ?? name) === name && fits(rule.exception ?? "*", reason);
    const rule = this.recoverable.find(applies);
    return rule === undefined ? "error" : (rule.output ?? classOutput(classOf(error)));
  }
}

function checkedOutput(output) {
  const { name, values } = output;
  const isName = typeof name === "string" && name !== "" && isShort(name) && name.search(UNPRINTABLE) < 0;
  if (!isName || RESERVED.includes(name)) {
    throw new Failed(
      `output: '${String(name)}' cannot be an output: use 1 to ${LONGEST_OUTPUT} printable characters; ` +
        `${RESERVED.join(", ")} are reserved`,
    );
  }
  return checkedValues(output);
}

function checkedValues(output) {
  const fault = faultOf(output.values);
  if (fault !== null) throw new Failed(`output: '${output.name}' ${fault}`);
  return output.symbol();
}

/** Whether a text has few enough characters for an output. */
function isShort(value) {
  return value.length <= 2 * LONGEST_OUTPUT && [...value].length <= LONGEST_OUTPUT;
}

/** The value itself if it is plain and short, or else its type. */
function shown(value) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean") return String(value);
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (isWhole && value <= LARGEST_NUMBER && value >= -LARGEST_NUMBER) return String(value);
  if (typeof value === "string" && isShort(value)) {
    const quoted = JSON.stringify(value).replace(UNPRINTABLE, escaped);
    if (isShort(quoted)) return quoted;
  }
  return typeName(value);
}

function typeName(value) {
  return value === null || value === undefined ? "null" : classOutput(nameOfType(value));
}

function nameOfType(value) {
  try {
    const name = value.constructor.name;
    return typeof name === "string" ? name : "";
  } catch {
    return "";
  }
}

/** The output for a class: its name, marked if the name is reserved, and cut if it is too long. */
function classOutput(name) {
  if (name === "") return "Object";
  if (RESERVED.includes(name)) return `class:${name}`;
  const printable = name.replace(UNPRINTABLE, "?");
  return isShort(printable) ? printable : `${[...printable].slice(0, LONGEST_OUTPUT - 3).join("")}...`;
}

/** The text that patterns are matched against: texts as they are, everything else as JSON, or else as JavaScript prints it. */
function plainText(value) {
  if (value === undefined) return "null";
  try {
    return typeof value === "number" ? String(value) : valueText(value, false);
  } catch {
    return typeName(value);
  }
}

/** Whether a text matches a pattern: literal text, in which each `*` stands for anything. */
function fits(pattern, value) {
  const parts = pattern.split("*");
  if (parts.length === 1) return value === pattern;
  const [first, last] = [parts.shift(), parts.pop()];
  if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last)) return false;
  const end = value.length - last.length;
  let at = first.length;
  for (const part of parts) {
    const found = value.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

// Unprintable characters: controls, blanks that look like others, invisible characters, direction marks.
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A character with JSON's escapes. */
function escaped(character) {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Takes the callbacks of one word and keeps them until a wait delivers them. Without a virtual clock time is real. */
class Sink {
  constructor(settings, late, clock) {
    this.split = new Map(Object.entries(settings.split || {}));
    this.ignore = new Set(settings.ignore || []);
    this.merge = new Map(Object.entries(settings.merge || {}).flatMap(([to, all]) => all.map((from) => [from, to])));
    this.dropRepeated = new Set(settings.drop_repeated || []);
    this.errors = new Set(settings.errors || []);
    this.patience = settings.quiescence_ms ?? 200;
    this.horizon = settings.horizon_ms ?? 3600000;
    this.clock = clock;
    this.late = late;
    this.pending = [];
    this.sinceCallin = new Set();
    this.word = [];
    this.quietWord = null;
    this.ended = this.closed = this.expectsMore = false;
    this.fault = null;
    this.wake = () => clock?.wake();
  }

  /** Reports a callback with its arguments, an object from names to values; or one that has values itself. */
  emit(emitted, named = {}) {
    const { name, values } = emitted instanceof Output ? emitted : new Output(emitted, []);
    if (typeof name !== "string" || name === "" || RESERVED.includes(name)) {
      this.fault = `emit: '${name}' cannot be the name of a callback: ${RESERVED.join(", ")} are reserved`;
      throw new TypeError(this.fault);
    }
    const fault = faultOf(values);
    if (fault !== null) {
      this.fault = `emit: '${name}' ${fault}`;
      throw new TypeError(this.fault);
    }
    const callback = this.closed ? null : this.treat(name, values, named);
    if (callback === null) return;
    if (this.quietWord !== null && this.late.length < MOST_LATE) {
      this.late.push({ word: this.quietWord, output: callback.text });
    }
    if (!this.ended) {
      this.pending.push(callback);
      this.wake();
    }
  }

  /** Splits, ignores, merges, drops repeated ones, in this order; null if nothing is left. */
  treat(emitted, values, named) {
    const argument = this.split.get(emitted);
    const splits = argument !== undefined && Object.hasOwn(named, argument);
    let name = text(splits ? `${emitted}:${valueText(named[argument], false)}` : emitted);
    if (this.ignore.has(name)) return null;
    name = this.merge.get(name) ?? name;
    const symbol = new Output(name, values).symbol();
    if (this.dropRepeated.has(name)) {
      if (this.sinceCallin.has(textOf(symbol))) return null;
      this.sinceCallin.add(textOf(symbol));
    }
    const reason = describe(emitted, values, named);
    if (this.errors.has(name)) return { name, text: name, output: "error", reason };
    const isPlain = name === emitted && Object.keys(named).length === 0;
    return { name, text: textOf(symbol), output: symbol, reason: isPlain ? undefined : reason };
  }

  /** Silence is over: callbacks are expected again. */
  beginCallin(name) {
    this.word.push(name);
    this.sinceCallin.clear();
    this.quietWord = null;
  }

  /** The same as an input of its own. */
  beginWait() {
    this.word.push("wait");
    return this.wait();
  }

  /** The next callback with its reason, or quiet when none comes; a promise if it is not there yet. */
  wait() {
    if (this.pending.length > 0) return this.deliver();
    return this.clock === null ? this.waitInSlices() : this.waitOnClock();
  }

  /** Quiet is exact if nothing is scheduled any more, and the component has nothing but the clock. */
  async waitOnClock() {
    const limits = { end: this.clock.now() + this.horizon, patience: this.patience };
    const why = await this.clock.run(() => this.pending.length > 0, limits);
    this.expectsMore = why === "horizon" || this.clock.scheduled.length > 0;
    if (why === "done") return this.deliver();
    return this.quiet(why === "empty" ? undefined : why);
  }

  async waitInSlices() {
    for (let slice = 0; slice < SLICES && this.pending.length === 0; slice += 1) {
      await this.change(this.patience / SLICES);
    }
    return this.pending.length > 0 ? this.deliver() : this.quiet();
  }

  /** What is scheduled beyond the horizon or our patience is not late. */
  quiet(silence) {
    this.quietWord = this.expectsMore ? null : [...this.word];
    return { output: "quiet", silence };
  }

  deliver() {
    const { output, reason } = this.pending.shift();
    return { output, reason };
  }

  /** Drops all callbacks up to the awaited one; false if it does not come in time, by the component's clock. */
  async discardUntil(awaited, milliseconds) {
    if (this.clock !== null) {
      const limits = { end: this.clock.now() + milliseconds, patience: milliseconds };
      return (await this.clock.run(() => this.discard(awaited), limits)) === "done";
    }
    const deadline = real.now() + milliseconds;
    for (;;) {
      if (this.discard(awaited)) return true;
      const left = deadline - real.now();
      if (left <= 0) return false;
      await this.change(left);
    }
  }

  /** Drops all pending callbacks up to the awaited one; whether it was there. */
  discard(awaited) {
    while (this.pending.length > 0) {
      if (this.pending.shift().name === awaited) {
        this.sinceCallin.clear();
        return true;
      }
    }
    return false;
  }

  /** Gives the component time to settle before its first input. */
  rest(milliseconds) {
    if (this.clock !== null) return this.clock.pass(milliseconds);
    waited += 1;
    return new Promise((done) => real.setTimeout(done, milliseconds));
  }

  /** Resolves at the next callback, or after the time, which is real. */
  change(milliseconds) {
    waited += 1;
    return new Promise((done) => {
      const timer = real.setTimeout(done, milliseconds);
      this.wake = () => {
        real.clearTimeout(timer);
        done();
      };
    });
  }

  /** The word is over: pending callbacks are discarded; only after `quiet` are later ones reported. */
  end() {
    this.pending = [];
    this.ended = true;
    this.closed = this.quietWord === null || this.quietWord.length !== this.word.length;
  }
}

/** The time of one word. It stands still until the host lets it pass; a component uses `now` and `callLater`. */
class VirtualClock {
  constructor(note) {
    Object.assign(this, { note, time: 0, scheduled: [], numbered: new Map(), isEnded: false, wake: () => {} });
    this.slice = null;
  }

  /** The milliseconds since the start of the word. */
  now() {
    if (this.slice === null) return this.time;
    const { from, start, length } = this.slice;
    return Math.max(this.time, from + Math.min(length, real.now() - start));
  }

  /** Calls a function after the given number of milliseconds, unless the returned timer is cancelled first. */
  callLater(milliseconds, call) {
    checkLater(milliseconds, call);
    return new Timer(this, Math.max(0, milliseconds), () => call());
  }

  /** Schedules a timer after all that are due at the same time or earlier. */
  add(timer) {
    if (this.isEnded) return;
    timer.due = this.now() + timer.delay;
    const place = this.scheduled.findLastIndex(({ due }) => due <= timer.due) + 1;
    this.scheduled.splice(place, 0, timer);
    this.wake();
  }

  remove(timer) {
    const place = this.scheduled.indexOf(timer);
    if (place >= 0) this.scheduled.splice(place, 1);
  }

  /**
   * Makes the scheduled calls in order, and lets the promises, ticks and immediates of each run, until it is "done",
   * nothing is left ("empty"), or the next call is due after the end or is one call too many ("horizon"). Time jumps to
   * the next call, but is real while the component has more than the clock: after our patience silence is "timed".
   */
  async run(isDone, { end = Infinity, most = MOST_CALLS, patience = Infinity } = {}) {
    let left = patience;
    for (let calls = 0; ; calls += 1) {
      await turn();
      if (isDone()) return "done";
      // Another turn of the event loop comes before any time passes. It counts, because it may never be the last.
      const isBusy = hasImmediates();
      const isNow = isBusy || this.scheduled[0]?.due <= this.time;
      if (!(isNow && calls < most) && hasMoreThanTheClock()) {
        if (left <= 0) return "timed";
        left -= await this.passReally(Math.min(left, patience / SLICES, LONGEST_SLICE));
        calls = 0;
        continue;
      }
      if (!isBusy && this.scheduled.length === 0) return "empty";
      if (calls >= most || (!isBusy && this.scheduled[0].due > end)) return "horizon";
      if (!isBusy) this.callNext();
    }
  }

  /**
   * Lets real time pass until something is due or wakes us, up to a limit; returns how long it was. If the whole machine
   * stalls, this counts as one moment, both as silence and for scheduled calls.
   */
  async passReally(most) {
    waited += 1;
    const from = this.time;
    const next = this.scheduled.find(({ due }) => due > from);
    const length = Math.min(most, (next?.due ?? Infinity) - from);
    this.slice = { from, start: real.now(), length };
    const isWoken = await new Promise((done) => {
      const clear = ourTimer(() => done(false), length);
      this.wake = () => {
        clear();
        done(true);
      };
    });
    const passed = isWoken ? this.now() - from : length;
    this.time = Math.max(this.time, from + passed);
    this.slice = null;
    return passed;
  }

  callNext() {
    const timer = this.scheduled.shift();
    this.time = Math.max(this.time, timer.due);
    try {
      timer.call(...timer.values);
    } catch (error) {
      this.note(error);
    }
    if (timer.repeats) timer.refresh();
  }

  /** Lets the given time pass, with everything that happens in it. */
  async pass(milliseconds) {
    const end = this.time + milliseconds;
    await this.run(() => false, { end, patience: milliseconds });
    this.time = Math.max(this.time, end);
  }

  /** Lets time pass until a promise is settled, or the clock has ended. */
  async passUntil(promised) {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      this.wake();
    };
    promised.then(settle, settle);
    const isOver = () => isSettled || this.isEnded;
    while (!isOver()) {
      await this.run(isOver, { most: Infinity });
      // Something unnoticed may settle it, or schedule more.
      if (!isOver() && this.scheduled.length === 0) await new Promise((wake) => (this.wake = wake));
    }
  }

  /** Drops scheduled calls, once the component's immediates have run. */
  async end() {
    this.scheduled = [];
    this.isEnded = true;
    this.wake();
    await this.run(() => false, { patience: 0 });
  }
}

/** A call that a virtual clock makes later, with the interface of Node's own timers. */
class Timer {
  static count = 0;

  constructor(clock, delay, call, values = [], repeats = false) {
    Object.assign(this, { clock, delay, call, values, repeats, isCancelled: false });
    this.refresh();
  }

  cancel() {
    this.isCancelled = true;
    this.clock.remove(this);
  }

  close() {
    this.cancel();
    return this;
  }

  /** Restarts its delay. */
  refresh() {
    this.clock.remove(this);
    if (!this.isCancelled) this.clock.add(this);
    return this;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }

  hasRef() {
    return true;
  }

  /** A number that `clearTimeout` also accepts. */
  [Symbol.toPrimitive]() {
    this.number ??= Timer.count += 1;
    this.clock.numbered.set(this.number, this);
    return this.number;
  }
}

/** A clock for the component where time is real. */
function realClock() {
  const start = real.now();
  const callLater = (milliseconds, call) => {
    checkLater(milliseconds, call);
    const timer = real.setTimeout(() => call(), milliseconds);
    return { cancel: () => real.clearTimeout(timer) };
  };
  return { now: () => real.now() - start, callLater };
}

function checkLater(milliseconds, call) {
  if (typeof milliseconds !== "number" || Number.isNaN(milliseconds) || typeof call !== "function") {
    throw new TypeError("callLater takes milliseconds and a function");
  }
}

/** What the component returned. If it is a promise, virtual time passes until it is settled. */
function whilePassing(returned) {
  if (living !== null && isPromise(returned)) living.passUntil(Promise.resolve(returned));
  return returned;
}

/** One turn of the event loop: all promises, ticks and immediates that are there have run. */
function turn() {
  return new Promise((done) => real.setImmediate(done));
}

function hasImmediates() {
  return process.getActiveResourcesInfo().includes("Immediate");
}

/** Whether there is something that a virtual clock does not control: a socket, a process, a worker, a real timer. */
function hasMoreThanTheClock() {
  const others = process.getActiveResourcesInfo().filter((kind) => !PASSING.includes(kind));
  for (const kind of ours) {
    const place = others.indexOf(kind);
    if (place >= 0) others.splice(place, 1);
  }
  return others.length > 0 || workers.size > 0;
}

/** A real timer of the host, which does not count as a resource of the component; the returned function clears it. */
function ourTimer(call, milliseconds) {
  let isOver = false;
  const end = () => {
    if (!isOver) ours.splice(ours.indexOf("Timeout"), 1);
    isOver = true;
  };
  const timer = real.setTimeout(() => {
    end();
    call();
  }, Math.ceil(milliseconds));
  ours.push("Timeout");
  return () => {
    real.clearTimeout(timer);
    end();
  };
}

/** A server that was set up before all components does nothing on its own: only its connections count. */
function overlookServers() {
  ours.push(...process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap"));
}

/** Node's names for our standard streams among its resources. */
function kindsOfStreams() {
  const kindOf = (descriptor) => {
    const file = fs.fstatSync(descriptor);
    if (file.isFIFO() || file.isSocket()) return ["PipeWrap"];
    if (isatty(descriptor)) return ["TTYWrap"];
    return descriptor === 0 ? ["FSReqCallback"] : [];
  };
  return [0, 1, 2].flatMap(kindOf);
}

/** Records which resources are our own, and which workers exist: Node does not list workers without listeners. */
function watchResources() {
  ours.push(...kindsOfStreams());
  process.on("worker", (worker) => {
    workers.add(worker);
    worker.once("exit", () => workers.delete(worker));
  });
}

/** Puts all timers and dates on the virtual clock of the current component; without a component they are real. */
function putTimeOnClock() {
  watchResources();
  const clears = { clearTimeout: clearTimer, clearInterval: clearTimer };
  const timing = { setTimeout: timerLike("setTimeout", false), setInterval: timerLike("setInterval", true), ...clears };
  Object.defineProperty(timing.setTimeout, promisify.custom, { value: sleep });
  Object.assign(globalThis, timing, { Date: virtualDate() });
  Object.assign(timers, timing);
  Object.assign(timersPromises, { setTimeout: sleep, setInterval: ticks });
  timersPromises.scheduler.wait = (delay, options) => sleep(delay, undefined, options);
  AbortSignal.timeout = abortAfter;
  real.Date.now = () => (living === null ? real.dateNow() : FIRST_DATE + Math.trunc(living.now()));
  performance.now = () => (living === null ? real.now() : living.now());
  process.hrtime = virtualHrtime();
  syncBuiltinESMExports();
}

/** A function like `setTimeout` or `setInterval`. */
function timerLike(name, repeats) {
  return (call, delay, ...values) => {
    const isReal = living === null || typeof call !== "function";
    return isReal ? real[name](call, delay, ...values) : new Timer(living, delayLike(delay), call, values, repeats);
  };
}

/** A delay as Node understands it: whole milliseconds, at least one. */
function delayLike(delay) {
  const whole = Math.trunc(Number(delay));
  return whole >= 1 && whole <= LONGEST_DELAY ? whole : 1;
}

/** Clears a timer, given as an object or a number, virtual or real. */
function clearTimer(timer) {
  const isNumber = typeof timer === "number" || typeof timer === "string";
  const found = isNumber ? living?.numbered.get(Number(timer)) : timer;
  if (found instanceof Timer) found.cancel();
  else real.clearTimeout(timer);
}

/** A promise that is fulfilled after a delay, like that of `node:timers/promises`. */
function sleep(delay, value, options = {}) {
  if (living === null) return real.sleep(delay, value, options);
  const { signal } = options;
  return new Promise((done, fail) => {
    const timer = new Timer(living, delayLike(delay), () => done(value));
    const abort = () => {
      timer.cancel();
      const error = new Error("The operation was aborted", { cause: signal.reason });
      fail(Object.assign(error, { name: "AbortError", code: "ABORT_ERR" }));
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** The values of `setInterval` of `node:timers/promises`. */
async function* ticks(delay, value, options) {
  if (living === null) return yield* real.ticks(delay, value, options);
  for (;;) yield await sleep(delay, value, options);
}

/** A signal that aborts after a delay, like that of `AbortSignal.timeout`. */
function abortAfter(delay) {
  if (living === null) return real.abortAfter(delay);
  const controller = new AbortController();
  const reason = () => new DOMException("The operation was aborted due to timeout", "TimeoutError");
  new Timer(living, Math.max(0, delay), () => controller.abort(reason()));
  return controller.signal;
}

/** The class `Date`; without arguments its dates are those of the clock. */
function virtualDate() {
  return new Proxy(real.Date, {
    construct: (target, values, made) => Reflect.construct(target, values.length > 0 ? values : [target.now()], made),
    apply: (target) => new target(target.now()).toString(),
  });
}

/** The function `process.hrtime`. */
function virtualHrtime() {
  const billion = 10n ** 9n;
  const bigint = () => (living === null ? real.hrtime.bigint() : BigInt(Math.round(living.now() * 1e6)));
  const hrtime = (earlier = [0, 0]) => {
    const passed = bigint() - (BigInt(earlier[0]) * billion + BigInt(earlier[1]));
    return [Number(passed / billion), Number(passed % billion)];
  };
  return Object.assign(hrtime, { bigint });
}

/** A callback as people write it: onError(3, code=5). */
function describe(name, values, named) {
  const arguments_ = Object.entries(named).map(([key, value]) => `${key}=${valueText(value, true)}`);
  const all = [...values.map((value) => JSON.stringify(value)), ...arguments_];
  return all.length > 0 ? `${name}(${all.join(", ")})` : name;
}

/** An argument as text: JSON, and outside quotes plain strings as they are. */
function valueText(value, quoted) {
  if (typeof value === "string" && !quoted) return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return reasonOf(value);
  }
}

/** An exception as text: its type and its message. */
function reasonOf(error) {
  try {
    if (!(error instanceof Error)) return String(error);
    return error.message ? `${classOf(error)}: ${error.message}` : classOf(error);
  } catch {
    return classOf(error) || "Object";
  }
}

/** The class of an exception by its name. */
function classOf(error) {
  if (error === undefined || error === null) return "null";
  try {
    return error instanceof Error && error.name && error.name !== "Error" ? `${error.name}` : nameOfType(error);
  } catch {
    return nameOfType(error);
  }
}

/** Where an exception comes from, for people; or what is known of one that cannot say it. */
function stackOf(error) {
  try {
    return `${error && error.stack ? error.stack : error}`;
  } catch {
    return reasonOf(error);
  }
}

/** Text that is short enough and well-formed. */
function text(value) {
  const short = value.length <= LONGEST_TEXT ? value : `${value.slice(0, LONGEST_TEXT)}...`;
  return Buffer.from(short, "utf8").toString("utf8");
}

function parse(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch (error) {
    throw new Fatal(`not JSON: ${error.message}`);
  }
  if (message === null || typeof message !== "object") throw new Fatal("expected a JSON object on each line");
  return message;
}

/** Keeps the real standard output for the protocol; what the component prints goes to standard error. */
function takeStandardOutput() {
  const write = process.stdout.write.bind(process.stdout);
  whenAllIsSent = (call) => void write("", call);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return (...messages) => write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
}

module.exports = { serve, output, noReply, realWaits };
