// node-cache with at most 16 keys.
import NodeCache from "node-cache";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

class Shelf {
  cache = new NodeCache({ maxKeys: 16, checkperiod: 0 });
  last = 0;

  put() {
    this.cache.set(`key${(this.last += 1)}`, "value");
  }

  take() {
    const [oldest] = this.cache.keys();
    return oldest === undefined ? undefined : this.cache.take(oldest);
  }

  flush() {
    this.cache.flushAll();
  }
}

serve({ name: "node-cache", create: () => new Shelf(), inputs: ["put", "take", "flush"], outputs: [] });
