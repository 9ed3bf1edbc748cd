// The fourth toy of the transcripts (see ../README.md): it does everything by its clock.
"use strict";

const { Worker } = require("node:worker_threads");
const { serve } = require("../../javascript/typestar_adapter.js");

/** What the clock does not rule: it tells once that it is there, and lives on. */
const THREAD = `
const { parentPort } = require("node:worker_threads");
setTimeout(() => parentPort.postMessage("onThread"), 5);
setInterval(() => {}, 1000);
`;

/** The call is not allowed now. */
class IllegalState extends Error {}

/** Emits callbacks when their time has come. */
class Ticker {
  constructor(emit, clock) {
    Object.assign(this, { emit, clock, scheduled: [], threads: [], start: clock.now() });
    this.emitLater("onReady", 50);
  }

  later(milliseconds, call) {
    const handle = this.clock.callLater(milliseconds, call);
    this.scheduled.push(handle);
    return handle;
  }

  emitLater(name, milliseconds) {
    return this.later(milliseconds, () => this.emit(name));
  }

  four() {
    const all = { onThird: 30, onFirst: 10, onSecond: 20, onFourth: 30 };
    for (const [name, milliseconds] of Object.entries(all)) this.emitLater(name, milliseconds);
  }

  chain() {
    this.later(10, () => this.emitLater("onChained", 0));
  }

  cross() {
    let second = null;
    this.later(10, () => second.cancel());
    second = this.emitLater("onCrossed", 10);
  }

  idle() {
    this.later(1, () => this.idle());
  }

  stop() {
    for (const handle of this.scheduled) handle.cancel();
  }

  fail() {
    this.later(10, () => {
      throw new IllegalState("late");
    });
  }

  thread() {
    const worker = new Worker(THREAD, { eval: true });
    worker.on("message", this.emit);
    this.threads.push(worker);
  }

  time() {
    return Math.round(this.clock.now() - this.start);
  }

  async end() {
    for (const thread of this.threads) await thread.terminate();
  }
}

const inputs = {
  ping: (ticker) => void ticker.emitLater("onPing", 10),
  slow: (ticker) => void ticker.emitLater("onSlow", 10000),
  hour: (ticker) => void ticker.emitLater("onHour", 3600000),
  zero: (ticker) => void ticker.emitLater("onZero", 0),
};
for (const name of ["four", "chain", "cross", "idle", "stop", "fail", "thread", "time"]) {
  inputs[name] = (ticker) => ticker[name]();
}
const outputs = ["onReady", "onPing", "onSlow", "onHour", "onZero", "onFirst", "onSecond", "onThird", "onFourth"];
outputs.push("onChained", "onCrossed", "onThread");

serve({
  name: "ticker",
  version: "1",
  clock: "virtual",
  create: (emit, clock) => new Ticker(emit, clock),
  destroy: (ticker) => ticker.end(),
  inputs,
  outputs,
});
