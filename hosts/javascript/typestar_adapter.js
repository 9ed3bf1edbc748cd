// Turns an ordinary JavaScript class with callbacks into a typestar adapter.
//
// One file, no dependencies, Node 18 or later: copy it beside your adapter.
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

const readline = require("node:readline");

const PROTOCOL = 1;
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

/**
 * Answers typestar's questions until it has no more, then ends the process.
 *
 * name, version  Shown to the user; a new version tells typestar that earlier answers may no longer hold.
 * create(emit)   Makes a fresh component, once for each word (or returns a promise of it).
 *                `emit("onX", { code: 5 })` reports a callback.
 * inputs         The callins: an array of method names, or an object from names to functions that take the component.
 *                An exception is the output `error`, anything else is `ok`, unless the case file wants to see what is
 *                returned (`[inputs.returns]`) or lets the word go on (`[[outputs.recoverable]]`); what `output(name)`
 *                makes is always that output. Callins between two waits run back to back in one tick. Only a callin
 *                that returns a promise is awaited: it returns or throws as the promise is fulfilled or rejected,
 *                within the case file's `step_deadline_ms`.
 * outputs        The names of the callbacks; leave them out if they are not known.
 * destroy(component)  Ends a component before the next one is made. Callbacks from then on are nobody's.
 * setUp(), tearDown()  Run once, before the first word and after the last: also when typestar is gone, or when the
 *                process is asked to end (SIGTERM).
 */
async function serve({ name, create, inputs, outputs = null, version = "", destroy, setUp, tearDown }) {
  const send = takeStandardOutput();
  const ground = new Ground(setUp, tearDown);
  try {
    const adapter = new Adapter(create, callinsOf(inputs), destroy);
    ground.clearWhenAsked(adapter);
    let greeted = false;
    for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      const request = parse(line);
      if (greeted) {
        await answerAll(send, adapter, request);
      } else {
        adapter.settings = settingsOf(request);
        adapter.mapping = new Mapping(adapter.settings);
        adapter.streams = request.steps === true;
        await ground.lay();
        noteStrays(adapter.notes);
        const ready = { type: "ready", protocol: PROTOCOL, name, version: String(version) };
        const steps = adapter.streams ? { steps: true } : {};
        send({ ...ready, inputs: [...adapter.callins.keys()], outputs, ...steps });
        greeted = true;
      }
    }
    await ground.end(0, adapter);
  } catch (error) {
    if (!(error instanceof Fatal)) process.stderr.write(`${error && error.stack ? error.stack : error}\n`);
    send({ type: "fatal", message: text(error instanceof Fatal ? error.message : reasonOf(error)) });
    await ground.end(1, null);
  }
}

/** What a callin returns to answer with the output of this name, whatever the case file says. */
function output(name) {
  return new Output(name);
}

/** An output that a callin chose itself. */
class Output {
  constructor(name) {
    this.name = name;
  }
}

/** The conversation cannot go on. */
class Fatal extends Error {}

/** The adapter could not run a plan; that is no answer of the component. */
class Failed extends Error {}

/** The callins as functions of the component, by name. */
function callinsOf(inputs) {
  const entries = Array.isArray(inputs)
    ? inputs.map((name) => [name, (component) => component[name]()])
    : Object.entries(inputs);
  const callins = new Map(entries);
  if (callins.has("wait")) throw new Fatal("'wait' is typestar's own input: rename the callin");
  return callins;
}

/** The settings that come with the greeting. */
function settingsOf(hello) {
  if (hello.type !== "hello") throw new Fatal(`expected a 'hello' first, got '${hello.type}'`);
  if (hello.protocol !== PROTOCOL) {
    throw new Fatal(
      `typestar speaks protocol ${hello.protocol}, this host library speaks ${PROTOCOL}: ` +
        "use the library that comes with your typestar",
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

  /** Tears down what was set up when the process is asked to end, or when nobody reads its answers any more. */
  clearWhenAsked(adapter) {
    // Without anything to tear down the process simply ends, also in the middle of a call that does not return.
    if (this.tearDown) process.on("SIGTERM", () => this.end(128 + 15, null));
    process.stdout.on("error", () => this.end(1, adapter));
  }

  /** Ends the component, unless it may be busy, clears the ground, and leaves. Whoever asks first decides. */
  end(status, adapter) {
    this.ending ??= this.clear(adapter).then(
      () => process.exit(status),
      (error) => {
        process.stderr.write(`${error && error.stack ? error.stack : error}\n`);
        process.exit(1);
      },
    );
    return this.ending;
  }

  async clear(adapter) {
    try {
      if (adapter) await adapter.endComponent();
    } finally {
      if (this.isLaid && this.tearDown) await this.tearDown();
    }
  }
}

/** What nobody catches, in timers and promises of the component, becomes a note instead of the end of the process. */
function noteStrays(notes) {
  const note = (error) => {
    process.stderr.write(`${error && error.stack ? error.stack : error}\n`);
    const stray = `in the background: ${text(reasonOf(error))}`;
    if (notes.length < MOST_NOTES && !notes.includes(stray)) notes.push(stray);
  };
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
}

/** Sends one line for each plan of a request, each as soon as it is known. */
async function answerAll(send, adapter, request) {
  if (request.type !== "run") throw new Fatal(`unknown request type '${request.type}'`);
  for (const [index, plan] of request.plans.entries()) {
    const place = { id: request.id, index };
    try {
      const tell = adapter.streams ? (step) => send({ type: "step", ...place, step }) : () => {};
      const steps = await adapter.run(plan, tell);
      const answer = { type: "answer", ...place, steps };
      if (adapter.late.length > 0) answer.late = adapter.late.splice(0);
      if (adapter.notes.length > 0) answer.notes = adapter.notes.splice(0);
      send(answer);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      send({ type: "failed", ...place, message: text(error.message) });
    }
  }
}

/** Runs plans on fresh components. */
class Adapter {
  constructor(create, callins, destroy) {
    Object.assign(this, { create, callins, destroy, settings: {}, streams: false });
    Object.assign(this, { late: [], notes: [], sink: null, component: null });
  }

  /** The steps of one execution: one fresh component, one sink. Each is told as soon as it is known. */
  async run(plan, tell) {
    this.checkInputs(plan);
    await this.reset();
    const steps = [];
    while (plan) {
      let output;
      for (const name of plan.word) {
        // Only what is not known yet is awaited, so that callins run back to back.
        const pending = this.step(name);
        const step = pending instanceof Promise ? await pending : pending;
        steps.push(step);
        tell(step);
        output = step.output;
        if (output === "error") break;
      }
      plan = output === "error" ? null : nextPlan(plan, output);
    }
    this.sink.end();
    if (this.sink.fault) throw new Failed(this.sink.fault);
    return steps;
  }

  checkInputs(root) {
    const plans = [root];
    while (plans.length > 0) {
      const plan = plans.pop();
      const unknown = plan.word.find((name) => name !== "wait" && !this.callins.has(name));
      if (unknown !== undefined) {
        throw new Failed(`unknown input '${unknown}': the adapter knows ${[...this.callins.keys()].join(", ")}`);
      }
      plans.push(...Object.values(plan.then || {}));
      if (plan.else) plans.push(plan.else);
    }
  }

  async reset() {
    try {
      await this.endComponent();
      this.sink = new Sink(this.settings, this.late);
      const sink = this.sink;
      this.component = await this.create((name, values) => sink.emit(name, values));
    } catch (error) {
      throw this.resetFailed(reasonOf(error));
    }
    const awaited = this.settings.reset_waits_for;
    if (awaited && !(await this.sink.discardUntil(awaited, this.settings.reset_deadline_ms ?? 5000))) {
      throw this.resetFailed(`${awaited} did not come in time`);
    }
    if (this.settings.settle_ms > 0) await new Promise((done) => setTimeout(done, this.settings.settle_ms));
  }

  resetFailed(why) {
    return new Failed(this.sink?.fault ?? `reset: ${why}`);
  }

  /** Ends the component of the last word, if there is one. */
  async endComponent() {
    const { sink, component } = this;
    this.sink = this.component = null;
    if (sink && this.destroy) {
      sink.closed = true;
      await this.destroy(component);
    }
  }

  /** One step, or a promise of it. */
  step(name) {
    const started = performance.now();
    const finish = ([output, reason, returned]) => {
      const step = { input: name, output, ms: Math.round((performance.now() - started) * 1000) / 1000 };
      if (reason !== undefined) step.reason = text(reason);
      if (returned !== undefined) step.returned = returned;
      return step;
    };
    const outcome = name === "wait" ? this.sink.wait() : this.call(name);
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome);
  }

  /** What a call answers: the output, the reason, and what it returned if that is to be told; or a promise of it. */
  call(name) {
    this.sink.beginCallin(name);
    const returned = (value) => [this.mapping.output(name, value), undefined, this.mapping.told(value)];
    const thrown = (error) => [this.mapping.thrown(name, error), reasonOf(error)];
    let result;
    try {
      result = this.callins.get(name)(this.component);
      if (isPromise(result)) return this.inTime(Promise.resolve(result).then(returned, thrown));
    } catch (error) {
      return thrown(error);
    }
    return returned(result);
  }

  /** What a callin promised, or a failure that says which callin keeps us waiting. */
  inTime(promised) {
    const limit = this.settings.step_deadline_ms ?? 5000;
    const [name, ...before] = [...this.sink.word].reverse();
    const place = before.length > 0 ? `after \`${before.reverse().join(" ")}\`` : "as the first input";
    return new Promise((done, fail) => {
      const hang = () => fail(new Failed(`call: \`${name}\` did not return within ${limit} ms (${place})`));
      const timer = setTimeout(hang, limit);
      promised.finally(() => clearTimeout(timer)).then(done, fail);
    });
  }
}

/** Whether something is to be awaited. */
function isPromise(value) {
  return value !== null && value !== undefined && typeof value.then === "function";
}

/** How a plan goes on after the last output of its word; undefined if it ends there. */
function nextPlan(plan, output) {
  const then = plan.then || {};
  return output !== undefined && Object.hasOwn(then, output) ? then[output] : plan.else;
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
    if (value instanceof Output) return checkedOutput(value.name);
    const rule = this.returns.get(name);
    if (rule === undefined) return "ok";
    if (typeof rule === "string") return rule === "value" ? shown(value) : typeName(value);
    const plain = plainText(value);
    const named = rule.find(([pattern]) => fits(pattern, plain));
    return named === undefined ? "ok" : named[1];
  }

  /** What is told beside the output, if somebody wants to know. */
  told(value) {
    return this.tellsReturned && !(value instanceof Output) ? shown(value) : undefined;
  }

  /** The output of a call that threw: `error`, unless a rule says that the word goes on. */
  thrown(name, error) {
    const reason = reasonOf(error);
    const applies = (rule) => (rule.input ?? name) === name && fits(rule.exception ?? "*", reason);
    const rule = this.recoverable.find(applies);
    return rule === undefined ? "error" : (rule.output ?? classOutput(classOf(error)));
  }
}

function checkedOutput(name) {
  const isName = typeof name === "string" && name !== "" && isShort(name) && name.search(UNPRINTABLE) < 0;
  if (!isName || RESERVED.includes(name)) {
    throw new Failed(
      `output: '${String(name)}' is not a name for an output: it has 1 to ${LONGEST_OUTPUT} printable characters, ` +
        `and ${RESERVED.join(", ")} are reserved`,
    );
  }
  return name;
}

/** Whether a text has few enough characters for an output. */
function isShort(value) {
  return value.length <= 2 * LONGEST_OUTPUT && [...value].length <= LONGEST_OUTPUT;
}

/** A value as it is if it is plain and short, or else its type. */
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

/** The output that a class has: its name, marked if that means something else, and cut if it is too long. */
function classOutput(name) {
  if (name === "") return "Object";
  if (RESERVED.includes(name)) return `class:${name}`;
  const printable = name.replace(UNPRINTABLE, "?");
  return isShort(printable) ? printable : `${[...printable].slice(0, LONGEST_OUTPUT - 3).join("")}...`;
}

/** The text that patterns are tried on: texts as they are, everything else as JSON, or else as JavaScript writes it. */
function plainText(value) {
  if (value === undefined) return "null";
  try {
    return typeof value === "number" ? String(value) : valueText(value, false);
  } catch {
    return typeName(value);
  }
}

/** Whether a text fits a pattern: literal text, in which each `*` stands for anything. */
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

// What does not show as itself: controls, blanks that look like others, invisible characters, marks of direction.
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A character with JSON's escapes. */
function escaped(character) {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Takes the callbacks of one word and keeps them until a wait delivers them. */
class Sink {
  constructor(settings, late) {
    this.split = new Map(Object.entries(settings.split || {}));
    this.ignore = new Set(settings.ignore || []);
    this.merge = new Map(Object.entries(settings.merge || {}).flatMap(([to, all]) => all.map((from) => [from, to])));
    this.dropRepeated = new Set(settings.drop_repeated || []);
    this.errors = new Set(settings.errors || []);
    this.patience = settings.quiescence_ms ?? 200;
    this.late = late;
    this.pending = [];
    this.sinceCallin = new Set();
    this.word = [];
    this.quietWord = null;
    this.ended = this.closed = false;
    this.fault = null;
    this.wake = () => {};
  }

  /** Reports a callback with its arguments, an object from names to values. */
  emit(name, values = {}) {
    if (typeof name !== "string" || name === "" || RESERVED.includes(name)) {
      this.fault = `emit: '${name}' is not a name for a callback: ${RESERVED.join(", ")} are reserved`;
      throw new TypeError(this.fault);
    }
    const callback = this.closed ? null : this.treat(name, values);
    if (callback === null) return;
    if (this.quietWord !== null && this.late.length < MOST_LATE) {
      this.late.push({ word: this.quietWord, output: callback.name });
    }
    if (!this.ended) {
      this.pending.push(callback);
      this.wake();
    }
  }

  /** Splits, ignores, merges, drops repeated ones, in this order; null if nothing is left. */
  treat(name, values) {
    const argument = this.split.get(name);
    const splits = argument !== undefined && Object.hasOwn(values, argument);
    let output = text(splits ? `${name}:${valueText(values[argument], false)}` : name);
    if (this.ignore.has(output)) return null;
    output = this.merge.get(output) ?? output;
    if (this.dropRepeated.has(output)) {
      if (this.sinceCallin.has(output)) return null;
      this.sinceCallin.add(output);
    }
    if (this.errors.has(output)) return { name: output, output: "error", reason: describe(name, values) };
    const plain = output === name && Object.keys(values).length === 0;
    return { name: output, output, reason: plain ? undefined : describe(name, values) };
  }

  /** Silence is over: whatever comes now may come. */
  beginCallin(name) {
    this.word.push(name);
    this.sinceCallin.clear();
    this.quietWord = null;
  }

  /** The next callback as [output, reason], or quiet when none comes in time; a promise if it is not there yet. */
  wait() {
    this.word.push("wait");
    return this.pending.length > 0 ? this.deliver() : this.waitInSlices();
  }

  async waitInSlices() {
    for (let slice = 0; slice < SLICES && this.pending.length === 0; slice += 1) {
      await this.change(this.patience / SLICES);
    }
    if (this.pending.length > 0) return this.deliver();
    this.quietWord = [...this.word];
    return ["quiet"];
  }

  deliver() {
    const { output, reason } = this.pending.shift();
    return [output, reason];
  }

  /** Drops all callbacks up to the awaited one; false if it does not come in time. */
  async discardUntil(awaited, milliseconds) {
    const deadline = performance.now() + milliseconds;
    for (;;) {
      while (this.pending.length > 0) {
        if (this.pending.shift().name === awaited) {
          this.sinceCallin.clear();
          return true;
        }
      }
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await this.change(left);
    }
  }

  /** Resolves at the next callback, or after the time. */
  change(milliseconds) {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** The word is over: what is pending dies with it; only after `quiet` is it told what still comes. */
  end() {
    this.pending = [];
    this.ended = true;
    this.closed = this.quietWord === null || this.quietWord.length !== this.word.length;
  }
}

/** A callback as people write it: onError(code=5). */
function describe(name, values) {
  const all = Object.entries(values).map(([key, value]) => `${key}=${valueText(value, true)}`);
  return all.length > 0 ? `${name}(${all.join(", ")})` : name;
}

/** An argument as text: JSON, and outside quotes plain strings as they are. */
function valueText(value, quoted) {
  if (typeof value === "string" && !quoted) return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** An exception as text: its type and its message. */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.message ? `${classOf(error)}: ${error.message}` : classOf(error);
}

/** The class of an exception by its name. */
function classOf(error) {
  if (!(error instanceof Error)) return error === undefined || error === null ? "null" : nameOfType(error);
  return error.name && error.name !== "Error" ? error.name : error.constructor.name;
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
  if (message === null || typeof message !== "object") throw new Fatal("expected a JSON object in each line");
  return message;
}

/** Keeps the real standard output for the protocol; what the component prints goes to standard error. */
function takeStandardOutput() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return (message) => write(`${JSON.stringify(message)}\n`);
}

module.exports = { serve, output };
