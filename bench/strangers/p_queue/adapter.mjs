// p-queue with tasks of ten milliseconds, one at a time.
import PQueue from "p-queue";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Tasks {
  queue = new PQueue({ concurrency: 1 });

  constructor(emit) {
    this.emit = emit;
  }

  add(id) {
    const task = () => new Promise((done) => setTimeout(done, 10));
    this.queue.add(task).then(() => this.emit(output("onDone", id)));
  }
}

serve({ name: "p-queue", clock: "virtual", create: (emit) => new Tasks(emit), inputs: ["add"], outputs: ["onDone"] });
