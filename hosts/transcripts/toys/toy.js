// The toy component of the transcripts (see ../README.md) behind the JavaScript host library.
"use strict";

const { serve } = require("../../javascript/typestar_adapter.js");

/** The call is not allowed now. */
class IllegalState extends Error {}

let spoiled = null;

/** Emits callbacks at once or later, and can spoil the next reset. */
class Toy {
  constructor(emit, clock) {
    this.emit = emit;
    this.clock = clock;
    const how = spoiled;
    spoiled = null;
    if (how === "brick") throw new IllegalState("bricked");
    if (how !== "mute") emit("onReady");
  }

  nothing() {
    console.log("this must not disturb the protocol");
  }

  one() {
    this.emit("onOne");
  }

  async two() {
    this.emit("onTwo");
  }

  tick() {
    for (const name of ["onTick", "onTick", "onOne", "onTick"]) this.emit(name);
  }

  five() {
    this.emit("onProblem", { code: 5, text: "low battery" });
  }

  seven() {
    this.emit("onProblem", { code: 7 });
  }

  soon() {
    this.clock.callLater(5, () => this.emit("onSoon"));
  }

  later() {
    this.clock.callLater(6000, () => this.emit("onLater"));
  }

  boom() {
    throw new IllegalState("boom");
  }

  async bang() {
    throw new IllegalState("bang");
  }

  reserved() {
    try {
      this.emit("quiet");
    } catch (error) {
      console.error(error.message);
    }
  }

  brick() {
    spoiled = "brick";
  }

  mute() {
    spoiled = "mute";
  }

  stray() {
    this.clock.callLater(0, () => {
      throw new IllegalState("stray");
    });
  }
}

const INPUTS = ["nothing", "one", "two", "tick", "five", "seven", "soon", "later", "boom", "bang"];
INPUTS.push("reserved", "brick", "mute", "stray");

serve({
  name: "toy",
  version: "1",
  clock: "virtual",
  create: (emit, clock) => new Toy(emit, clock),
  inputs: INPUTS,
  outputs: ["onReady", "onOne", "onTwo", "onTick", "onProblem", "onSoon", "onLater"],
});
