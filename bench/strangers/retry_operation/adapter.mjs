// An operation of retry, with eight retries.
import retry from "retry";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

function create(emit) {
  const operation = retry.operation({ retries: 8, factor: 1, minTimeout: 1000 });
  let isFirst = true;
  operation.attempt(() => {
    if (!isFirst) emit("onAttempt");
    isFirst = false;
  });
  return operation;
}

serve({
  name: "retry-operation",
  clock: "virtual",
  create,
  inputs: {
    fail: (operation) => operation.retry(new Error("it failed")),
    stop: (operation) => operation.stop(),
  },
  outputs: ["onAttempt"],
});
