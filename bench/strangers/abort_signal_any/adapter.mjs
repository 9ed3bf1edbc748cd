// AbortSignal.any of two controllers.
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

class Joined {
  first = new AbortController();
  second = new AbortController();
  signal = null;
  heard = null;

  abort(controller, reason) {
    this.heard = null;
    controller.abort(reason);
    return this.heard;
  }

  join() {
    this.signal = AbortSignal.any([this.first.signal, this.second.signal]);
    this.signal.addEventListener("abort", () => (this.heard = this.signal.reason));
  }
}

serve({
  name: "abort-signal-any",
  version: process.version,
  create: () => new Joined(),
  inputs: {
    abortFirst: (joined) => joined.abort(joined.first, "first"),
    abortSecond: (joined) => joined.abort(joined.second, "second"),
    join: (joined) => joined.join(),
    reason: (joined) => joined.signal?.reason,
  },
  outputs: [],
});
