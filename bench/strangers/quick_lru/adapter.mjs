// quick-lru, with keys as data.
import QuickLRU from "quick-lru";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "quick_lru",
  clock: "virtual",
  create: () => new QuickLRU({ maxSize: 2 }),
  inputs: {
    set: (cache, key) => void cache.set(key, true),
    has: (cache, key) => output(cache.has(key) ? "hit" : "miss"),
    get: (cache, key) => output(cache.get(key) ? "hit" : "miss"),
  },
  outputs: [],
});
