// Headers of Node: which names are there.
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "headers",
  version: process.version,
  clock: "virtual",
  create: () => new Headers(),
  inputs: {
    set: (headers, name) => headers.set(name, "value"),
    has: (headers, name) => output(String(headers.has(name))),
    delete: (headers, name) => headers.delete(name),
  },
  outputs: [],
});
