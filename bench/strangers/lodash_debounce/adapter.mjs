// debounce of lodash: calls that wait until ten milliseconds are calm.
import lodash from "lodash";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "lodash_debounce",
  version: lodash.VERSION,
  clock: "virtual",
  create: (emit) => lodash.debounce((id) => emit(output("onCall", id)), 10),
  inputs: { call: (calm, id) => void calm(id), cancel: (calm) => calm.cancel() },
  outputs: ["onCall"],
});
