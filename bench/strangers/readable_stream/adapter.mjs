// The web's ReadableStream, whose source heeds the desired size.
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Stream {
  constructor(emit) {
    const stream = new ReadableStream({ start: (controller) => void (this.source = controller) }, { highWaterMark: 3 });
    this.reader = stream.getReader();
    this.emit = emit;
  }

  read() {
    this.reader.read().then(({ done }) => this.emit(done ? "onDone" : "onChunk"));
  }

  enqueue() {
    if (this.source.desiredSize <= 0) return output("full");
    this.source.enqueue("chunk");
  }

  close() {
    this.source.close();
  }
}

serve({
  name: "readable-stream",
  version: process.version,
  clock: "virtual",
  create: (emit) => new Stream(emit),
  inputs: ["read", "enqueue", "close"],
  outputs: ["onChunk", "onDone"],
});
