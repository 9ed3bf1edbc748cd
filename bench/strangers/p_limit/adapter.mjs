// p-limit with three tasks at a time; `finish` ends the oldest one that runs.
import pLimit from "p-limit";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Tasks {
  limit = pLimit(3);
  running = [];

  constructor(emit) {
    this.emit = emit;
  }

  start() {
    const task = () => {
      this.emit("onStart");
      return new Promise((done) => this.running.push(done));
    };
    this.limit(task);
  }

  finish() {
    if (this.running.length === 0) return output("none");
    this.running.shift()();
  }

  clear() {
    this.limit.clearQueue();
  }
}

serve({
  name: "p-limit",
  clock: "virtual",
  create: (emit) => new Tasks(emit),
  inputs: ["start", "finish", "clear"],
  outputs: ["onStart"],
});
