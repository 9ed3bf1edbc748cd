// AbortController and its signal, an EventTarget, as a typestar adapter.
"use strict";

const { serve } = require("../../hosts/javascript/typestar_adapter.js");

/** A controller, a listener and a handler of its signal, and which of them were called. */
class Aborting {
  controller = new AbortController();
  signal = this.controller.signal;
  called = [];
  listener = () => this.called.push("listener");
  handler = () => this.called.push("onabort");

  /** They are called before `abort` returns, so they are its value rather than callbacks. */
  abort() {
    this.controller.abort();
    return this.called.splice(0).join(" ");
  }
}

serve({
  name: "abort-controller",
  version: process.version,
  create: () => new Aborting(),
  inputs: {
    addListener: ({ signal, listener }) => signal.addEventListener("abort", listener),
    removeListener: ({ signal, listener }) => signal.removeEventListener("abort", listener),
    setOnabort: ({ signal, handler }) => void (signal.onabort = handler),
    clearOnabort: ({ signal }) => void (signal.onabort = null),
    abort: (aborting) => aborting.abort(),
  },
  outputs: [],
});
