// Node's fs.ReadStream as a typestar adapter.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { serve } = require("../../hosts/javascript/typestar_adapter.js");

const FILE = path.join(__dirname, "ten_bytes.txt");

function create(emit) {
  const stream = fs.createReadStream(FILE);
  for (const event of ["open", "end", "close"]) stream.on(event, () => emit(event));
  return { stream, onData: () => stream.on("data", () => emit("data")) };
}

serve({
  name: "fs-read-stream",
  version: process.version,
  create,
  destroy: ({ stream }) => stream.destroy(),
  inputs: {
    onData: (reader) => reader.onData(),
    pause: ({ stream }) => stream.pause(),
    resume: ({ stream }) => stream.resume(),
    destroy: ({ stream }) => stream.destroy(),
  },
  outputs: ["open", "data", "end", "close"],
});
