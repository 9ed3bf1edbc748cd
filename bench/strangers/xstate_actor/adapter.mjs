// An actor of xstate with one event.
import { createActor, createMachine } from "xstate";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

function create(emit) {
  return createActor(createMachine({ on: { PING: { actions: () => emit("onPing") } } }));
}

serve({
  name: "xstate-actor",
  clock: "virtual",
  create,
  inputs: {
    send: (actor) => actor.send({ type: "PING" }),
    start: (actor) => void actor.start(),
    stop: (actor) => void actor.stop(),
  },
  outputs: ["onPing"],
});
