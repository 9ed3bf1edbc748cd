// generic-pool with four resources and places for twelve who wait. A call ends when nothing more happens.
import genericPool from "generic-pool";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

const factory = { create: async () => ({}), destroy: async () => {} };

class Borrowers {
  pool = genericPool.createPool(factory, { max: 4, maxWaitingClients: 12 });
  held = [];

  async acquire() {
    let answer = "waits";
    const got = (resource) => {
      this.held.push(resource);
      this.served = true;
      answer = "got";
    };
    this.pool.acquire().then(got, () => (answer = "refused"));
    await new Promise((done) => setImmediate(done));
    return output(answer);
  }

  async release() {
    if (this.held.length === 0) return output("none");
    this.served = false;
    this.pool.release(this.held.shift());
    await new Promise((done) => setImmediate(done));
    return this.served ? output("passedOn") : undefined;
  }
}

serve({
  name: "generic-pool-limit",
  clock: "virtual",
  create: () => new Borrowers(),
  inputs: ["acquire", "release"],
  outputs: [],
});
