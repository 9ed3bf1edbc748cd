// The limiter in memory of rate-limiter-flexible: 30 points in a minute.
import { RateLimiterMemory } from "rate-limiter-flexible";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "rate-limiter",
  clock: "virtual",
  create: () => new RateLimiterMemory({ points: 30, duration: 60 }),
  inputs: {
    consume: (limiter) => limiter.consume("user"),
    delete: (limiter) => limiter.delete("user"),
  },
  outputs: [],
});
