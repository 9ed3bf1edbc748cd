// Node's readline on a stream in memory.
import readline from "node:readline";
import { PassThrough } from "node:stream";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

class Reader {
  input = new PassThrough();
  lines = readline.createInterface({ input: this.input });

  constructor(emit) {
    this.lines.on("line", () => emit("onLine"));
  }
}

serve({
  name: "readline-paused",
  version: process.version,
  clock: "virtual",
  create: (emit) => new Reader(emit),
  destroy: ({ lines }) => lines.close(),
  inputs: {
    line: ({ input }) => void input.write("a line\n"),
    pause: ({ lines }) => void lines.pause(),
    resume: ({ lines }) => void lines.resume(),
  },
  outputs: ["onLine"],
});
