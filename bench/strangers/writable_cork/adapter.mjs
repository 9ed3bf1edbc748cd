// Node's stream.Writable, whose sink takes everything at once.
import { Writable } from "node:stream";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

function create(emit) {
  const write = (_chunk, _encoding, done) => {
    emit("onWrite");
    done();
  };
  return new Writable({ write, objectMode: true });
}

serve({
  name: "writable-cork",
  version: process.version,
  clock: "virtual",
  create,
  inputs: {
    write: (stream) => void stream.write("chunk"),
    cork: (stream) => stream.cork(),
    uncork: (stream) => stream.uncork(),
  },
  outputs: ["onWrite"],
});
