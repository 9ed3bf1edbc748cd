// Node's stream.Writable for twenty objects. `finish` ends the write that the sink works on; `write` waits for drain where it must.
import { Writable } from "node:stream";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Writer {
  underWay = [];
  hasDrained = false;
  stream = new Writable({
    objectMode: true,
    highWaterMark: 20,
    write: (_chunk, _encoding, done) => void this.underWay.push(done),
  });

  constructor() {
    this.stream.on("drain", () => (this.hasDrained = true));
  }

  write() {
    return this.stream.writableNeedDrain ? output("notNow") : this.stream.write("chunk");
  }

  finish() {
    if (this.underWay.length === 0) return output("none");
    this.hasDrained = false;
    this.underWay.shift()();
    return this.hasDrained ? output("drain") : undefined;
  }
}

serve({
  name: "writable-drain",
  version: process.version,
  create: () => new Writer(),
  inputs: ["write", "finish"],
  outputs: [],
});
