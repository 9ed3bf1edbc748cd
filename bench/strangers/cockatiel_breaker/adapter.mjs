// A circuit breaker of cockatiel, driven by the virtual clock.
import { setTimeout as pause } from "node:timers/promises";
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

class Breaker {
  policy = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(12) });

  async run(task) {
    try {
      await this.policy.execute(task);
      return "done";
    } catch (error) {
      return error instanceof BrokenCircuitError ? "open" : "failed";
    }
  }

  succeed() {
    return this.run(() => {});
  }

  fail() {
    return this.run(() => {
      throw new Error("failed");
    });
  }

  async tick() {
    await pause(6_000);
  }
}

serve({
  name: "cockatiel_breaker",
  clock: "virtual",
  create: () => new Breaker(),
  inputs: ["succeed", "fail", "tick"],
  outputs: [],
});
