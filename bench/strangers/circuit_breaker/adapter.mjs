// The circuit breaker of opossum, with one bucket of statistics, which rotates when it is told to.
import { EventEmitter } from "node:events";
import CircuitBreaker from "opossum";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

class Calls {
  rotor = new EventEmitter();
  breaker = new CircuitBreaker((isGood) => (isGood ? Promise.resolve() : Promise.reject(new Error("it failed"))), {
    volumeThreshold: 10,
    errorThresholdPercentage: 50,
    resetTimeout: 30000,
    rollingCountBuckets: 1,
    enableSnapshots: false,
    rotateBucketController: this.rotor,
  });

  constructor(emit) {
    this.breaker.on("halfOpen", () => emit("onHalfOpen"));
  }
}

serve({
  name: "circuit-breaker",
  clock: "virtual",
  create: (emit) => new Calls(emit),
  destroy: ({ breaker }) => breaker.shutdown(),
  inputs: {
    succeed: ({ breaker }) => breaker.fire(true),
    fail: ({ breaker }) => breaker.fire(false),
    rotate: ({ rotor }) => void rotor.emit("rotate"),
  },
  outputs: ["onHalfOpen"],
});
