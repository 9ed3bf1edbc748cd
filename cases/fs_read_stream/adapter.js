// Node's fs.ReadStream as a typestar adapter.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { serve } = require("../../hosts/javascript/typestar_adapter.js");

const FILE = path.join(__dirname, "ten_bytes.txt");

/** A file operation that is done in the next turn of the event loop: Node's threads would take real time. */
function soon(operation) {
  return (...values) => {
    const callback = values.pop();
    setImmediate(() => callback(null, operation(...values), values[1])); // of `read`, this is the buffer
  };
}

const operations = { open: soon(fs.openSync), read: soon(fs.readSync), close: soon(fs.closeSync) };

function create(emit) {
  const stream = fs.createReadStream(FILE, { fs: operations });
  for (const event of ["open", "end", "close"]) stream.on(event, () => emit(event));
  return { stream, onData: () => stream.on("data", () => emit("data")) };
}

serve({
  name: "fs-read-stream",
  version: process.version,
  clock: "virtual",
  create,
  destroy: ({ stream }) => void stream.destroy(),
  inputs: {
    onData: (reader) => void reader.onData(),
    pause: ({ stream }) => void stream.pause(),
    resume: ({ stream }) => void stream.resume(),
    destroy: ({ stream }) => void stream.destroy(),
  },
  outputs: ["open", "data", "end", "close"],
});
