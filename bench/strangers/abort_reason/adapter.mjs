// AbortController of Node with a listener.
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

function create(emit) {
  const controller = new AbortController();
  controller.signal.addEventListener("abort", () => emit(output("onAbort", controller.signal.reason)));
  return controller;
}

serve({
  name: "abort_reason",
  version: process.version,
  clock: "virtual",
  create,
  inputs: {
    abort: (controller, item) => controller.abort(item),
    reason: (controller) => controller.signal.reason,
  },
  outputs: ["onAbort"],
});
