// Node's EventEmitter, with one listener that can be added many times.
import { EventEmitter } from "node:events";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

const listener = () => {};
process.emitWarning = () => {}; // about many listeners

serve({
  name: "event-emitter-listeners",
  version: process.version,
  create: () => new EventEmitter(),
  inputs: {
    on: (emitter) => void emitter.on("event", listener),
    off: (emitter) => void emitter.off("event", listener),
    emit: (emitter) => emitter.emit("event"),
  },
  outputs: [],
});
