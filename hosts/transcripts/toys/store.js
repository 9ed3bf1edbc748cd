// The third toy of the transcripts (see ../README.md): its callins take values, and its outputs have some.
"use strict";

const { output, serve } = require("../../javascript/typestar_adapter.js");

/** The call is not allowed now. */
class IllegalState extends Error {}

/** Keeps values in the order in which they came. */
class Store {
  constructor(emit) {
    this.emit = emit;
    this.values = [];
  }

  put(...values) {
    this.values.push(...values);
    return this.values.length;
  }

  async get() {
    return this.values.length > 0 ? output("got", this.values.shift()) : output("empty");
  }

  find(value) {
    if (!this.values.includes(value)) throw new IllegalState("not found");
  }

  tell(...values) {
    this.emit(output("onTold", ...values));
  }

  warn(code) {
    this.emit(output("onWarning", code), { code });
  }

  snapshot() {
    return { size: this.values.length, last: this.values.at(-1) ?? null };
  }
}

serve({
  name: "store",
  version: "1",
  clock: "virtual",
  create: (emit) => new Store(emit),
  inputs: ["put", "get", "find", "tell", "warn"],
  outputs: ["onTold", "onWarning"],
  snapshot: (store) => store.snapshot(),
});
