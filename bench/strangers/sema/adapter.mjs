// The semaphore of async-sema, with four tokens.
import { Sema } from "async-sema";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "sema",
  create: () => new Sema(4),
  inputs: {
    tryAcquire: (semaphore) => semaphore.tryAcquire() !== undefined,
    release: (semaphore) => semaphore.release(),
  },
  outputs: [],
});
