// What a client does: it tells the number of each request at once, and its result once, in a turn of its own.
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Truth {
  next = 10 ** 12;
  open = new Set();

  constructor(emit) {
    this.emit = emit;
  }

  request() {
    this.next += 1;
    this.open.add(this.next);
    this.emit(output("onSend", this.next));
  }

  receive(id) {
    if (this.open.delete(id)) queueMicrotask(() => this.emit(output("onResult", id)));
  }
}

serve({
  name: "json_rpc_client",
  clock: "virtual",
  create: (emit) => new Truth(emit),
  inputs: ["request", "receive"],
  outputs: ["onSend", "onResult"],
});
