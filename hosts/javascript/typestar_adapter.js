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

const PROTOCOL = 2;
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
 *                `emit("onX", { code: 5 })` reports a callback. What `output("onX", 3)` makes can stand for the name:
 *                its values are part of the output, arguments by name are not.
 * inputs         The callins: an array of method names, or an object from names to functions that take the component,
 *                and then the values of the input if it has some.
 *                An exception is the output `error`, anything else is `ok`, unless the case file wants to see what is
 *                returned (`[inputs.returns]`) or lets the word go on (`[[outputs.recoverable]]`); what
 *                `output(name, ...values)` makes is always that output. Callins between two waits run back to back in one tick. Only a callin
 *                that returns a promise is awaited: it returns or throws as the promise is fulfilled or rejected,
 *                within the case file's `step_deadline_ms`.
 * outputs        The names of the callbacks; leave them out if they are not known.
 * destroy(component)  Ends a component before the next one is made. Callbacks from then on are nobody's.
 * snapshot(component)  What is known after each step, as an object of plain values: evidence, no output.
 * setUp(), tearDown()  Run once, before the first word and after the last: also when typestar is gone, or when the
 *                process is asked to end (SIGTERM).
 */
async function serve({ name, create, inputs, outputs = null, version = "", destroy, setUp, tearDown, snapshot }) {
  const send = takeStandardOutput();
  const ground = new Ground(setUp, tearDown);
  try {
    const adapter = new Adapter(create, callinsOf(inputs), destroy, snapshot);
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

/** What a callin returns to answer with the output of this name and values, whatever the case file says. */
function output(name, ...values) {
  return new Output(name, values);
}

/** An output that a callin chose itself, or a callback with values. */
class Output {
  constructor(name, values) {
    this.name = name;
    this.values = values;
  }

  /** The output as it is sent. */
  symbol() {
    return this.values.length > 0 ? [this.name, ...this.values] : this.name;
  }
}

/** The conversation cannot go on. */
class Fatal extends Error {}

/** The adapter could not run a plan; that is no answer of the component. */
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
  const plans = request.plans.map((plan) => new Plan(plan));
  for (const [index, plan] of plans.entries()) {
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
  constructor(create, callins, destroy, snapshot) {
    Object.assign(this, { create, callins, destroy, snapshot, settings: {}, streams: false });
    Object.assign(this, { late: [], notes: [], sink: null, component: null });
  }

  /** The steps of one execution: one fresh component, one sink. Each is told as soon as it is known. */
  async run(plan, tell) {
    this.checkInputs(plan);
    await this.reset();
    const steps = [];
    const course = [];
    let place = plan.start();
    while (place !== null) {
      // Only what is not known yet is awaited, so that callins run back to back.
      const pending = this.step(plan.input(place), course);
      const step = pending instanceof Promise ? await pending : pending;
      steps.push(step);
      tell(step);
      place = step.output === "error" ? null : plan.after(place, step.output);
    }
    this.sink.end();
    if (this.sink.fault) throw new Failed(this.sink.fault);
    return steps;
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

  /** One step, or a promise of it. What it returned is added to the course. */
  step(symbol, course) {
    const name = this.callins.has(textOf(symbol)) ? textOf(symbol) : nameOf(symbol);
    const values = name === textOf(symbol) ? [] : symbol.slice(1).map((value) => resolve(value, course));
    const started = performance.now();
    const finish = ([output, reason, value = NOTHING, told = undefined]) => {
      const step = { input: symbol, output, ms: Math.round((performance.now() - started) * 1000) / 1000 };
      if (reason !== undefined) step.reason = text(reason);
      if (told !== undefined) step.returned = told;
      if (this.snapshot) step.values = this.takeSnapshot();
      course.push([output, value]);
      return step;
    };
    const outcome = name === "wait" ? this.sink.wait() : this.call(name, values, textOf(symbol));
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome);
  }

  /**
   * What a call answers: the output, the reason, what it returned, and how that is told if it is to be; or a promise of
   * all that.
   */
  call(name, values, input) {
    this.sink.beginCallin(input);
    const returned = (value) => [this.mapping.output(name, value), undefined, value ?? null, this.mapping.told(value)];
    const thrown = (error) => [this.mapping.thrown(name, error), reasonOf(error), NOTHING];
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
    if (odd !== undefined) {
      throw new Failed(`snapshot: '${odd[0]}' is not a plain value: give a number, a text, a boolean or null`);
    }
    return Object.fromEntries(values);
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

/** What a step has that returned nothing at all. */
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

  /** Each node but the first is named by exactly one before it, so there can be no loop. */
  check() {
    const named = new Set([0]);
    for (const [index, { then, otherwise }] of this.nodes.entries()) {
      const followers = then.map(([, follower]) => follower);
      if (otherwise !== null) followers.push(otherwise);
      for (const follower of followers) {
        if (!Number.isInteger(follower) || follower <= index || follower >= this.nodes.length) {
          throw new TypeError(`node ${index} names node ${follower}, which is no later node`);
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

/** A word, the outputs after which alone it goes on, and the nodes that follow it by its last output. */
function nodeOf(index, { word, only, then, otherwise }) {
  word.forEach(checkInput);
  const conditions = new Map();
  let first = 0;
  for (const [place, choice] of only ?? []) {
    if (!Number.isInteger(place) || place < first || place + 1 >= word.length) {
      const rule = "places go up and end before the last input";
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
    throw new TypeError(`${JSON.stringify(symbol)} is no input`);
  }
  const odd = symbol.slice(1).find((value) => !isValue(value) && !isReused(value));
  if (odd !== undefined) throw new TypeError(`${JSON.stringify(odd)} is no value here`);
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

/** An input or output as people write it: offer(3, "a", null). */
function textOf(symbol) {
  if (typeof symbol === "string" || symbol.length === 1) return nameOf(symbol);
  const values = symbol.slice(1).map((value) => (value?.$ === undefined ? JSON.stringify(value) : `$${value.$}`));
  return `${symbol[0]}(${values.join(", ")})`;
}

/** A value of an input. What it reuses of an earlier step, by its place like 1 or 1.2, is put in. */
function resolve(value, course) {
  if (value?.$ === undefined) return value;
  const [step, place] = value.$.split(".").map(Number);
  const fail = (why) => new Failed(`value: step ${course.length + 1} reuses $${value.$}, but step ${step} ${why}`);
  if (step > course.length) throw fail("does not come before it");
  const [output, returned] = course[step - 1];
  if (place !== undefined) {
    if (typeof output === "string" || place >= output.length) throw fail("has no such value in its output");
    return output[place];
  }
  if (returned === NOTHING || returned instanceof Output) throw fail("returned nothing that can be reused");
  return returned;
}

/** Whether this can be a value of an input or output. JavaScript is exact up to some integer only. */
function isValue(value) {
  if (typeof value === "number") return Number.isSafeInteger(value) || (Number.isFinite(value) && !isInexact(value));
  return value === null || typeof value === "string" || typeof value === "boolean";
}

/** Whether a number may be an integer that JavaScript has rounded. */
function isInexact(value) {
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 64;
}

/** Whether this is a number or a text that can be the value of an output. */
function isData(value) {
  return (typeof value === "number" || typeof value === "string") && isValue(value);
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
    if (rule === "data" && isData(value)) return new Output(name, [value]).symbol();
    if (typeof rule === "string") return rule === "type" ? typeName(value) : shown(value);
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

function checkedOutput(output) {
  const { name, values } = output;
  const isName = typeof name === "string" && name !== "" && isShort(name) && name.search(UNPRINTABLE) < 0;
  if (!isName || RESERVED.includes(name)) {
    throw new Failed(
      `output: '${String(name)}' is not a name for an output: it has 1 to ${LONGEST_OUTPUT} printable characters, ` +
        `and ${RESERVED.join(", ")} are reserved`,
    );
  }
  if (!values.every(isValue)) {
    throw new Failed(`output: '${name}' has a value that is not plain: give numbers, texts, booleans and null`);
  }
  return output.symbol();
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

  /** Reports a callback with its arguments, an object from names to values; or one that has values itself. */
  emit(emitted, named = {}) {
    const { name, values } = emitted instanceof Output ? emitted : new Output(emitted, []);
    if (typeof name !== "string" || name === "" || RESERVED.includes(name)) {
      this.fault = `emit: '${name}' is not a name for a callback: ${RESERVED.join(", ")} are reserved`;
      throw new TypeError(this.fault);
    }
    if (!values.every(isValue)) {
      this.fault = `emit: '${name}' has a value that is not plain: give numbers, texts, booleans and null`;
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
