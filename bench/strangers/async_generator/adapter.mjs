// An asynchronous generator that waits for a gate.
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

async function* values(gate) {
  for (;;) {
    await gate;
    yield "value";
  }
}

function create(emit) {
  let open;
  const generator = values(new Promise((done) => (open = done)));
  const tell = ({ done }) => emit(done ? "onDone" : "onValue");
  return {
    next: () => void generator.next().then(tell),
    return: () => void generator.return().then(tell),
    open: () => open(),
  };
}

serve({
  name: "async-generator",
  version: process.version,
  clock: "virtual",
  create,
  inputs: ["next", "return", "open"],
  outputs: ["onValue", "onDone"],
});
