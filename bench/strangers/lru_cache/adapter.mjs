// lru-cache of at most three keys.
import { LRUCache } from "lru-cache";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "lru-cache",
  create: () => new LRUCache({ max: 3 }),
  inputs: {
    set: (cache, key) => void cache.set(key, "value"),
    get: (cache, key) => output(cache.get(key) === undefined ? "miss" : "hit"),
    has: (cache, key) => output(cache.has(key) ? "hit" : "miss"),
  },
  outputs: [],
});
