// throttle of lodash: one call in ten milliseconds.
import lodash from "lodash";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "lodash_throttle",
  version: lodash.VERSION,
  clock: "virtual",
  create: (emit) => lodash.throttle((id) => emit(output("onCall", id)), 10),
  inputs: { call: (slow, id) => void slow(id) },
  outputs: ["onCall"],
});
