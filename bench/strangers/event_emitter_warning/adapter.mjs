// Node's EventEmitter with one-time listeners, and its warning about too many of them.
import { EventEmitter } from "node:events";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

let warnings = 0;
process.emitWarning = () => void (warnings += 1);

serve({
  name: "event-emitter-warning",
  version: process.version,
  create: () => new EventEmitter(),
  inputs: {
    once: (emitter) => {
      warnings = 0;
      emitter.once("event", () => {});
      return warnings > 0 ? output("warning") : undefined;
    },
    emit: (emitter) => emitter.emit("event"),
    removeAll: (emitter) => void emitter.removeAllListeners("event"),
  },
  outputs: [],
});
