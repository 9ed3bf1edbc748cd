// The queue of async; `finish` ends the task that runs.
import { setImmediate as turn } from "node:timers/promises";
import async from "async";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Queue {
  running = [];

  constructor(emit) {
    this.queue = async.queue((_task, done) => {
      emit("onStart");
      this.running.push(done);
    }, 1);
    this.queue.drain(() => emit("onDrain"));
  }

  async push() {
    this.queue.push({});
    await turn();
  }

  async finish() {
    if (this.running.length === 0) return output("none");
    this.running.shift()();
    await turn();
  }

  pause() {
    this.queue.pause();
  }

  async resume() {
    this.queue.resume();
    await turn();
  }

  kill() {
    this.queue.kill();
  }
}

serve({
  name: "async_queue",
  clock: "virtual",
  create: (emit) => new Queue(emit),
  inputs: ["push", "finish", "pause", "resume", "kill"],
  outputs: ["onStart", "onDrain"],
});
