// generic-pool with three resources; `release` gives back the one that is held for longest.
import genericPool from "generic-pool";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Borrowers {
  pool = genericPool.createPool({ create: async () => ({}), destroy: async () => {} }, { max: 3 });
  held = [];

  constructor(emit) {
    this.emit = emit;
  }

  acquire() {
    this.pool.acquire().then((resource) => {
      this.held.push(resource);
      this.emit("onAcquired");
    });
  }

  release() {
    if (this.held.length === 0) return output("none");
    this.pool.release(this.held.shift());
  }
}

serve({
  name: "generic-pool",
  clock: "virtual",
  create: (emit) => new Borrowers(emit),
  inputs: ["acquire", "release"],
  outputs: ["onAcquired"],
});
